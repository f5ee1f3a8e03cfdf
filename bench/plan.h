/* How often each benchmark runs, so that all of them together keep a budget of seconds. Every benchmark gets
 * the same share of it: fast ones fill each repetition with as many iterations as fit, slow ones get fewer
 * repetitions, down to PLAN_LEAST. So the slowest variant near the end of its domain cannot take the time of
 * all others. */
#ifndef ASSAY_PLAN_H
#define ASSAY_PLAN_H

#include <stddef.h>
#include <stdint.h>

enum { PLAN_LEAST = 3 };

struct plan {
    double estimate; /* seconds of one iteration, > 0: given */
    uint64_t iterations;
    int repetitions;
};

/* Fills in the plans by a budget of seconds. Returns the seconds that they will take, which is more than the
 * budget where even PLAN_LEAST repetitions of each do not fit. */
double plan_by_budget(struct plan *plans, size_t count, int repetitions, double budget);

/* Fills them in so that a repetition lasts at least (about) `seconds`. */
double plan_by_time(struct plan *plans, size_t count, int repetitions, double seconds);

#endif
