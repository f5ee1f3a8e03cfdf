/* Figures of a few repetitions: order statistics, no assumption of a normal distribution. */
#ifndef ASSAY_REPORTS_STATISTICS_H
#define ASSAY_REPORTS_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

struct summary {
    double median;
    double lower; /* quartiles */
    double upper;
};

/* An interval for the median of what the repetitions are drawn from, with at least 95% confidence. */
struct interval {
    double low;
    double high;
    bool known; /* false: too few repetitions for 95%; low and high are then the extremes */
};

/* Sorted values. */
struct summary summary_of(const double *sorted, size_t count);
struct interval median_interval(const double *sorted, size_t count);

void sort_doubles(double *values, size_t count);

/* The two-sided 95% quantile of Student's t. */
double student(size_t freedom);

#endif
