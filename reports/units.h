/* Figures with three significant digits and a unit, for people. */
#ifndef ASSAY_REPORTS_UNITS_H
#define ASSAY_REPORTS_UNITS_H

enum { UNITS_SIZE = 40 };

/* "740 ns", "2.50 µs"; each returns the buffer. */
const char *show_time(double seconds, char buffer[UNITS_SIZE]);
const char *show_count(double count, char buffer[UNITS_SIZE]);   /* "12", "1.35M" */
const char *show_bytes(double bytes, char buffer[UNITS_SIZE]);   /* "0", "64.0 KiB" */
const char *show_ratio(double ratio, char buffer[UNITS_SIZE]);   /* "1.00x", "3.35kx" */
const char *show_percent(double share, char buffer[UNITS_SIZE]); /* 0.034: "3.4%" */

#endif
