/* The column `noop` that every suite may ask for (with=noop): a variant that returns at once. Its time is
 * that of the harness: the loop over the cases, the call, the arena that is emptied. */
#ifndef ASSAY_BENCH_NOOP_H
#define ASSAY_BENCH_NOOP_H

#include "core/puzzle.h"

extern const struct variant noop_variant;

#endif
