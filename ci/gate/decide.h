/* When the pairs are enough to say slower, faster or neither. Pure: times come from elsewhere, so the rule is tested without any. */
#ifndef ASSAY_GATE_DECIDE_H
#define ASSAY_GATE_DECIDE_H

#include "gate.h"
#include "statistics.h"

/* Declared beforehand: after so many pairs all open benchmarks are looked at, and this much of the error is spent. */
struct look {
    size_t pairs;
    double alpha;
};

enum { LOOKS = 3 };

extern const struct look looks[LOOKS];

/* Of log ratios: what is smaller is no finding; what cannot be excluded is inconclusive. */
extern const double LEAST_CHANGE, TOLERANCE;

/* One benchmark's pairs: log(head / base). `timing.verdict` is VERDICT_SKIPPED as long as it is open. */
struct series {
    double ratios[PAIRS_MAX];
    size_t pairs;
    double floor; /* of log ratios: what is not beyond it is no finding */
    struct timing timing;
};

/* Looks at all open series and closes those that can be. `last`: closes all. False: no memory. */
bool decide(struct series *const *series, size_t count, double alpha, bool last);

#endif
