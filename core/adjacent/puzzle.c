/* Adjacent and Consecutive: how many mistakes did each player make in a whole game? The parts are in files of
 * their own; this one joins them. */
#include "parts.h"

#include <string.h>

struct adjacent_instance *adjacent_make(uint32_t n, struct adjacent_turn **turns, struct arena *arena)
{
    struct adjacent_instance *game = arena_alloc(arena, 1, sizeof *game);

    *turns = arena_alloc(arena, n, sizeof **turns);
    if (!game || !*turns)
        return NULL;
    *game = (struct adjacent_instance){n, *turns};
    return game;
}

static bool same(const void *instance, const void *other)
{
    const struct adjacent_instance *a = instance, *b = other;

    return a->n == b->n && memcmp(a->turns, b->turns, a->n * sizeof *a->turns) == 0;
}

static uint64_t measure(const void *instance)
{
    return ((const struct adjacent_instance *)instance)->n;
}

static size_t answer_size(const void *instance)
{
    return sizeof(struct adjacent_answer) + ((const struct adjacent_instance *)instance)->n + 1;
}

static bool equal(const void *instance, const void *answer, const void *other)
{
    return memcmp(answer, other, answer_size(instance)) == 0;
}

static bool promised(const void *instance, const struct result *result)
{
    uint32_t n = ((const struct adjacent_instance *)instance)->n;

    return result->outcome == OUTCOME_SOLVED && n >= 4 && n <= 50;
}

#define VARIANT(name) extern const struct variant adjacent_##name;
#include "variants.def"
#undef VARIANT

static const struct variant *const variants[] = {
#define VARIANT(name) &adjacent_##name,
#include "variants.def"
#undef VARIANT
    NULL,
};

extern const struct puzzle adjacent_puzzle;
const struct puzzle adjacent_puzzle = {
    .name = "adjacent",
    .title = "Adjacent and Consecutive",
    .source = "Code Jam 2020 World Finals, problem B",
    .summary = "how many mistakes did each player make in a game of tiles and cells?",
    .notation = "T                 the number of games\n"
                "N                 for each: the number of tiles and of cells,\n"
                "TILE CELL         and N lines, a turn each, A's first; both numbered from 1\n",
    .variants = variants,
    .classes = adjacent_classes,
    .size = {"tiles", 1, ADJACENT_TILES_MAX, 20},
    .cases_per_file = CASES_MAX,
    .parse = adjacent_parse,
    .format = adjacent_format,
    .same = same,
    .measure = measure,
    .generate = adjacent_generate,
    .spaces = adjacent_spaces,
    .shrink = adjacent_shrink,
    .invariants = adjacent_invariants,
    .answer_size = answer_size,
    .equal = equal,
    .check = adjacent_check,
    .print = adjacent_print,
    .promised = promised,
};
