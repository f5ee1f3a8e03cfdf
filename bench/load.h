/* Which suites a run is made of. */
#ifndef ASSAY_LOAD_H
#define ASSAY_LOAD_H

#include "core/cli/options.h"
#include "table.h"

/* The named suite files, or those of bench/suites/ where none is named; of these the ones of the puzzles that
 * the operands name, or all. *benches, in the arena, has as many. EXIT_WELL, or a message and another status.
 */
int load_suites(const struct usage *usage, const struct option_list *files, const char *const *operands,
                size_t operand_count, struct arena *arena, struct bench **benches, size_t *count);

#endif
