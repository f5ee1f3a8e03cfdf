#include "units.h"

#include <math.h>
#include <stdio.h>

/* How many decimals give three significant digits. A value that would be rounded up to the next power of ten
 * has one less. */
static int decimals(double value)
{
    return value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
}

/* Divides by 1000 until three digits before the point are enough; `step` counts how often, up to `most`. */
static double scale(double value, int most, int *step)
{
    for (*step = 0; value >= 999.5 && *step < most; (*step)++)
        value /= 1000;
    return value;
}

const char *units_time(double seconds, char buffer[UNITS_SIZE])
{
    static const char *const names[] = {"ns", "us", "ms", "s"};
    int step;
    double value = scale(seconds * 1e9, 3, &step);

    if (seconds <= 0)
        snprintf(buffer, UNITS_SIZE, "0");
    else
        snprintf(buffer, UNITS_SIZE, "%.*f %s", decimals(value), value, names[step]);
    return buffer;
}

static const char *print_count(double count, const char *suffix, char buffer[UNITS_SIZE])
{
    static const char *const names[] = {"", "k", "M", "G", "T", "P", "E"};
    int step;
    double value = scale(count, 6, &step);

    snprintf(buffer, UNITS_SIZE, "%.*f%s%s", decimals(value), value, names[step], suffix);
    return buffer;
}

const char *units_count(double count, char buffer[UNITS_SIZE])
{
    if (count < 999.5 && count == floor(count))
        snprintf(buffer, UNITS_SIZE, "%.0f", count);
    else
        print_count(count, "", buffer);
    return buffer;
}

const char *units_ratio(double ratio, char buffer[UNITS_SIZE])
{
    return print_count(ratio, "x", buffer);
}
