#include "statistics.h"

#include <stdlib.h>

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;

    return (a > b) - (a < b);
}

void sort_doubles(double *values, size_t count)
{
    if (count)
        qsort(values, count, sizeof *values, compare);
}

/* The definition that numpy and R (type 7) use. */
static double quantile(const double *sorted, size_t count, double share)
{
    double place = share * (double)(count - 1);
    size_t below = (size_t)place;

    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] + (place - (double)below) * (sorted[below + 1] - sorted[below]);
}

struct summary summary_of(const double *sorted, size_t count)
{
    if (!count)
        return (struct summary){0};
    return (struct summary){quantile(sorted, count, 0.5), quantile(sorted, count, 0.25),
                            quantile(sorted, count, 0.75)};
}

/* The k-th smallest and the k-th largest of n values enclose the median unless fewer than k of them fall on
 * one side: a coin thrown n times. k is the largest that leaves at most 2.5% on each side; six values are the
 * fewest for which there is one. */
struct interval median_interval(const double *sorted, size_t count)
{
    double term = 1, tail = 0;
    size_t k = 0;

    if (!count)
        return (struct interval){0};
    for (size_t i = 0; i < count; i++)
        term /= 2;
    for (; k < count / 2; k++) {
        tail += term;
        if (tail > 0.025)
            break;
        term *= (double)(count - k) / (double)(k + 1);
    }
    if (!k)
        return (struct interval){sorted[0], sorted[count - 1], false};
    return (struct interval){sorted[k - 1], sorted[count - k], true};
}

double student(size_t freedom)
{
    static const double quantiles[] = {0,     12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                       2.262, 2.228,  2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110,
                                       2.101, 2.093,  2.086, 2.080, 2.074, 2.069, 2.064, 2.060};
    enum { KNOWN = sizeof quantiles / sizeof *quantiles };

    return quantiles[freedom < 1 ? 1 : freedom < KNOWN ? freedom : KNOWN - 1];
}
