/* What a list of repetitions is boiled down to. Medians and quartiles, because a machine that is shared only
 * ever adds time: one disturbed repetition moves a mean, and a minimum is the luckiest one. */
#ifndef ASSAY_STATISTICS_H
#define ASSAY_STATISTICS_H

#include <stddef.h>

struct summary {
    double median;
    double lower; /* quartile */
    double upper;
};

/* Sorts the values. Between two ranks it interpolates. No values: all zero. */
struct summary summarise(double *values, size_t count);

#endif
