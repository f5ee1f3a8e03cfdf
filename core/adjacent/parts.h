/* The parts of the puzzle that puzzle.c joins; the contract of each is that of its field in struct puzzle. No
 * variant includes this file. */
#ifndef ASSAY_ADJACENT_PARTS_H
#define ASSAY_ADJACENT_PARTS_H

#include "adjacent.h"

/* A game with room for n turns, which the caller fills in; NULL without memory. */
struct adjacent_instance *adjacent_make(uint32_t n, struct adjacent_turn **turns, struct arena *arena);

/* The number of the turn (from 0) that completes the first pair, n where none does. `board` has room for n +
 * 2 tiles. */
uint32_t adjacent_first_pair(const struct adjacent_instance *game, uint32_t *board);

/* Lengths of runs, each at least 1. */
struct adjacent_runs {
    uint32_t *lengths;
    uint32_t count; /* at least 1 */
};

/* Writes the turns of an opening after which the unused tiles and the empty cells form these runs, both of
 * the same sum, and no placed tile stands beside an empty cell with an unused neighbour. `guards` is 2 or 3,
 * which settles whose turn it then is. The game has sum + tiles->count + cells->count + guards tiles, and all
 * but sum of them are placed; returns how many those are. */
uint32_t adjacent_open(const struct adjacent_runs *tiles, const struct adjacent_runs *cells, uint32_t guards,
                       struct adjacent_turn *turns);

bool adjacent_parse(const void *bytes, size_t size, struct arena *arena, struct cases *cases,
                    struct error *error);

void adjacent_format(const struct cases *cases, struct text *text);
void adjacent_print(const void *instance, const struct result *result, size_t number, enum detail detail,
                    struct text *text);

extern const struct input_class adjacent_classes[];
const void *adjacent_generate(struct rng *rng, const struct recipe *recipe, struct arena *arena,
                              struct error *error);

extern const struct space adjacent_spaces[];

/* The space of quiet.c. */
enum { ADJACENT_QUIET_LAST = 60 };
uint64_t adjacent_quiet_count(uint64_t size);
const void *adjacent_quiet_unrank(uint64_t size, uint64_t rank, struct arena *arena);
bool adjacent_is_quiet(const struct adjacent_instance *game); /* does it belong to the space? */
bool adjacent_quiet_rank(const void *instance, uint64_t *size, uint64_t *rank);

/* The step-th smaller game that stands for a quiet position: of this game's, or of its own position with runs shortened. NULL
 * past the last one, and *step is then less all of them (or memory ran out). */
const void *adjacent_quiet_shrink(const void *instance, size_t *step, struct arena *arena);

const void *adjacent_shrink(const void *instance, size_t step, struct arena *arena);

extern const struct invariant adjacent_invariants[];

const char *adjacent_check(const void *instance, const void *answer);

#endif
