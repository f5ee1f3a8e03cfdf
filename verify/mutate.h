/* Input damaged on purpose. */
#ifndef ASSAY_MUTATE_H
#define ASSAY_MUTATE_H

#include "worker.h"

/* Prints the instance, damages the bytes, parses. Refused with a place, and twice with the same: MADE_NOTHING. Still accepted:
 * MADE, and *instance is what was read. Counted and noted on the board. */
enum made mutate_case(struct engine *engine, struct rng *rng, const void **instance);

#endif
