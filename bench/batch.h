/* What is timed: one variant solves every case of a workload, in order, in a context that stays open, from an
 * arena that is emptied after each case. */
#ifndef ASSAY_BATCH_H
#define ASSAY_BATCH_H

#include "core/puzzle.h"

struct batch {
    const struct variant *variant;
    void *context;
    const struct cases *cases;
    struct arena *scratch;
    void *answer; /* room for the largest answer of the cases */
};

/* The signature is that of the shim's bodies: a struct batch. */
void batch_run(void *batch);

/* The most that an answer to one of the cases needs. */
size_t batch_answer_size(const struct puzzle *puzzle, const struct cases *cases);

#endif
