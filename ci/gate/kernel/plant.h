/* Faults planted on purpose around a solve, so that every run of the gate shows that each layer can turn red. */
#ifndef ASSAY_GATE_PLANT_H
#define ASSAY_GATE_PLANT_H

#include "core/puzzle.h"

enum plant_kind {
    PLANT_NONE,
    PLANT_ANSWER, /* every case is said to contradict itself */
    PLANT_WORK,   /* one more node is counted in every case */
    PLANT_REPEAT, /* of each solve the first `amount` of ten thousand steps are done twice */
    PLANT_SPIN,   /* `amount` turns of an empty loop after each solve */
    PLANT_NEAR,   /* each pass chases `amount` pointers in one cache line ... */
    PLANT_FAR     /* ... or as many, by the same instructions, over more memory than a cache holds */
};

struct plant {
    enum plant_kind kind;
    uint64_t amount;
    uint64_t owed; /* of PLANT_REPEAT, in ten-thousandths of a step */
    uint32_t *next, place; /* of the chases */
};

/* "answer", "work", "repeat:100", "spin:40", "near:5000", "far:5000". False: none of these, or no memory. */
bool plant_parse(const char *text, struct plant *plant);

/* Called after each solve. */
void plant_disturb(struct plant *plant, struct work *work, enum outcome *outcome);

/* How many of so many steps PLANT_REPEAT does again. What is less than a step is owed, up to the end of the pass. */
uint64_t plant_share(struct plant *plant, uint64_t steps);

/* Called once a pass. */
void plant_batch(struct plant *plant);

#endif
