/* Which sizes a puzzle's contest promises. */
#ifndef ASSAY_PROMISE_H
#define ASSAY_PROMISE_H

#include "exact.h"

/* Has it an answer, and is it promised? The result stands until the next call with `exact`. */
bool promise_holds(struct exact *exact, const void *instance, struct result *result);

/* Up to where to draw sizes from `least` on for promised instances of any class: found on a ladder by quarters, on which two empty
 * steps in a row are taken for the end. `most` where there is none at all. */
uint64_t promise_largest(struct exact *exact, uint64_t least, uint64_t most);

#endif
