#include "units.h"

#include <math.h>
#include <stdio.h>

/* Three significant digits; a value that would be rounded up to the next power of ten has one decimal less.
 */
static int decimals(double value)
{
    return value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
}

static double scale(double value, double by, int most, int *step)
{
    for (*step = 0; value >= by * 0.9995 && *step < most; (*step)++)
        value /= by;
    return value;
}

const char *show_time(double seconds, char buffer[UNITS_SIZE])
{
    static const char *const names[] = {"ns", "µs", "ms", "s"};
    int step;
    double value = scale(seconds * 1e9, 1000, 3, &step);

    snprintf(buffer, UNITS_SIZE, "%.*f %s", decimals(value), value, names[step]);
    return buffer;
}

static const char *suffixed(double value, const char *suffix, char buffer[UNITS_SIZE])
{
    static const char *const names[] = {"", "k", "M", "G", "T", "P", "E"};
    int step;
    double scaled = scale(value, 1000, 6, &step);

    if (value > 0 && value < 0.1)
        snprintf(buffer, UNITS_SIZE, "%.2g%s", value, suffix);
    else
        snprintf(buffer, UNITS_SIZE, "%.*f%s%s", decimals(scaled), scaled, names[step], suffix);
    return buffer;
}

const char *show_count(double count, char buffer[UNITS_SIZE])
{
    static const char *const names[] = {"", "k", "M", "G"};
    int step;
    double scaled = scale(count, 1000, 3, &step);

    if (scaled != floor(scaled))
        return suffixed(count, "", buffer);
    snprintf(buffer, UNITS_SIZE, "%.0f%s", scaled, names[step]);
    return buffer;
}

const char *show_bytes(double bytes, char buffer[UNITS_SIZE])
{
    static const char *const names[] = {"B", "KiB", "MiB", "GiB"};
    int step;
    double value = scale(bytes, 1024, 3, &step);

    snprintf(buffer, UNITS_SIZE, "%.*f %s", step ? decimals(value) : 0, value, names[step]);
    return buffer;
}

const char *show_ratio(double ratio, char buffer[UNITS_SIZE])
{
    return suffixed(ratio, "x", buffer);
}

const char *show_percent(double share, char buffer[UNITS_SIZE])
{
    double value = share * 100;

    snprintf(buffer, UNITS_SIZE, "%.*f%%", fabs(value) < 9.95 ? 1 : 0, value);
    return buffer;
}
