/* "Small tan figure" read as "tan, any shape", as in a public set of puzzles: the last code of a clue loses
 * its shape. */
#include "chocolate.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct chocolate_instance puzzle = *(const struct chocolate_instance *)instance;

    (void)context;
    for (unsigned i = 0; i < puzzle.count; i++) {
        uint8_t *code = &puzzle.clues[i].codes[puzzle.clues[i].height * puzzle.clues[i].width - 1];

        if (chocolate_flavour(*code) != CHOCOLATE_FREE)
            *code = chocolate_code(CHOCOLATE_FREE, chocolate_flavour(*code));
    }
    return solve_rightly(&puzzle, work, answer);
}

extern const struct variant planted_chocolate_any_shape;
const struct variant planted_chocolate_any_shape = {
    .name = "any_shape",
    .summary = "the last code of a clue loses its shape",
    .solve = solve,
};
