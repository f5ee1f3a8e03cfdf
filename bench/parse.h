/* The column `parse` that every suite may ask for (with=parse): what the puzzle's parser takes for the
 * workload's text. It is a variant whose instances are texts. */
#ifndef ASSAY_BENCH_PARSE_H
#define ASSAY_BENCH_PARSE_H

#include "core/puzzle.h"

extern const struct variant parse_variant;

/* The workload as text: files of as many cases as the format holds, for parse_variant. False: no memory. */
bool parse_inputs(const struct puzzle *puzzle, const struct cases *cases, struct arena *arena, struct cases *inputs);

#endif
