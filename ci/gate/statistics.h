/* Tests and bounds for paired samples; no function keeps or changes what it is given, but for the order of `values` where
 * that is said. */
#ifndef ASSAY_GATE_STATISTICS_H
#define ASSAY_GATE_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

enum { PAIRS_MAX = 160 };

/* Sorts. The mean of the two in the middle where the count is even; 0 of nothing. */
double median(double *values, size_t count);

/* Sorts. The value at that share of the way from the least to the greatest, between two of them by proportion. */
double quantile(double *values, size_t count, double share);

/* Wilcoxon's signed-rank test, one-sided: how probable are so many large positive differences if their signs were fair coins?
 * Exact, given the sizes: equal ones share their mean rank, zeros are dropped. 1 where nothing is left. count <= PAIRS_MAX. */
double signed_rank(const double *differences, size_t count);

/* P(X <= k) for X binomial. */
double binomial_at_most(size_t k, size_t n, double p);

/* Sorts. The bounds of the median that each fail with probability at most `error`, whatever the distribution: order statistics.
 * Minus and plus infinity where the count is too small for any. */
void median_bounds(double *values, size_t count, double error, double *lower, double *upper);

/* Holm's step-down adjustment: rejecting where the adjusted value is <= alpha keeps the chance of any false rejection
 * at alpha. False: no memory. */
bool holm(const double *p, size_t count, double *adjusted);

/* Mann and Whitney's U, two-sided by the normal approximation with ties and continuity, as compare.py has it: for comparison
 * only, the gate decides nothing by it. 1 where nothing can be said. n + m <= 2 * PAIRS_MAX. */
double rank_sum(const double *one, size_t n, const double *other, size_t m);

#endif
