/* The exact answer to one instance after another, by the variant that is preferred for each. */
#ifndef ASSAY_EXACT_H
#define ASSAY_EXACT_H

#include "../puzzle.h"

/* Zeros but for the puzzle: ready. */
struct exact {
    const struct puzzle *puzzle;
    uint64_t steps; /* the work limit of one answer; WORK_STEPS_UNLIMITED */
    const struct variant *variant; /* whose context is open */
    void *context;
    struct arena arena;
    bool no_memory; /* there was not enough, once or more often: what was answered is right, but not all that could be */
};

/* The result stands until the next call. Where nobody affords the instance its outcome is unsupported. */
struct result exact_solve(struct exact *exact, const void *instance);
void exact_close(struct exact *exact);

#endif
