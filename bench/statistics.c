#include "statistics.h"

#include <stdlib.h>

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;

    return (a > b) - (a < b);
}

/* The value at the given share of the way from the first to the last: the definition that numpy and R (type
 * 7) use. */
static double quantile(const double *sorted, size_t count, double share)
{
    double place = share * (double)(count - 1);
    size_t below = (size_t)place;

    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] + (place - (double)below) * (sorted[below + 1] - sorted[below]);
}

struct summary summarise(double *values, size_t count)
{
    if (!count)
        return (struct summary){0};
    qsort(values, count, sizeof *values, compare);
    return (struct summary){quantile(values, count, 0.5), quantile(values, count, 0.25),
                            quantile(values, count, 0.75)};
}
