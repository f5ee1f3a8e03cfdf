/* The registry: puzzles.def, once to declare and once to list, and counters.def. */
#include "puzzle.h"

#include <string.h>

#define PUZZLE(name) extern const struct puzzle name##_puzzle;
#include "puzzles.def"
#undef PUZZLE

const struct puzzle *const puzzles[] = {
#define PUZZLE(name) &name##_puzzle,
#include "puzzles.def"
#undef PUZZLE
    NULL,
};

const struct counter_info counter_infos[COUNTER_COUNT] = {
#define COUNTER(name, unit, summary) {#name, unit, summary},
#include "counters.def"
#undef COUNTER
};

const char *const outcome_names[OUTCOME_COUNT] = {
    [OUTCOME_SOLVED] = "solved",           [OUTCOME_CONTRADICTION] = "contradiction", [OUTCOME_LIMIT] = "limit",
    [OUTCOME_UNSUPPORTED] = "unsupported", [OUTCOME_NO_MEMORY] = "no memory",
};

const struct puzzle *puzzle_find(const char *name)
{
    for (size_t i = 0; puzzles[i]; i++)
        if (strcmp(puzzles[i]->name, name) == 0)
            return puzzles[i];
    return NULL;
}

const struct variant *variant_find(const struct puzzle *puzzle, const char *name)
{
    for (size_t i = 0; puzzle->variants[i]; i++)
        if (strcmp(puzzle->variants[i]->name, name) == 0)
            return puzzle->variants[i];
    return NULL;
}

const struct variant *variant_choose(const struct puzzle *puzzle, const void *instance, enum detail detail)
{
    const struct variant *chosen = NULL;

    for (size_t i = 0; puzzle->variants[i]; i++) {
        const struct variant *variant = puzzle->variants[i];

        if (variant->claim == CLAIM_EXACT && variant->detail >= detail && !variant->refuses(instance))
            chosen = variant;
    }
    return chosen;
}
