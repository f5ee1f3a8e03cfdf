/* Samples of two programs in pairs, and what they say: what the time layer's parts share. */
#ifndef ASSAY_GATE_RACE_H
#define ASSAY_GATE_RACE_H

#include "core/rng.h"
#include "raw.h"
#include "sample.h"

/* One benchmark under way: base against head, and base against its twin. */
struct contest {
    struct benchmark *benchmark;
    struct series series, twin;
    struct sides sides, twin_sides;
};

struct race {
    struct gate *gate;
    struct sampler sampler;
    struct rng rng;
    char twin_kernel[PATH_ROOM];
    struct contest *contests; /* in the order of plan_order: what time does not allow is cut off at the end */
    size_t count, affordable; /* of affordable ones that could be timed at all */
    struct series control;
    struct sides control_sides;
    double link_seconds;
};

void race_append(struct series *series, struct sides *sides, double one, double other);

/* Cache misses alone, planted in base's kernel, must be red. False after gate_fail. */
bool chase_prove(struct race *race);

#endif
