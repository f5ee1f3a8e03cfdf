/* Figures for people: three significant digits and a unit. */
#ifndef ASSAY_UNITS_H
#define ASSAY_UNITS_H

enum { UNITS_SIZE = 24 };

/* "1.23 us"; the unit is ns, us, ms or s. "0" where nothing was measured. Each returns its buffer. */
const char *units_time(double seconds, char buffer[UNITS_SIZE]);

/* "0.25", "7", "12.3k", "4.56M", "1.00G": thousands, whole numbers below a thousand without decimals. */
const char *units_count(double count, char buffer[UNITS_SIZE]);

/* "1.00x", "12.3x", "4.56kx". */
const char *units_ratio(double ratio, char buffer[UNITS_SIZE]);

#endif
