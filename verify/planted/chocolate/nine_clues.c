/* Off by one at the bound: room for ten clues, but the last one is never looked at. */
#include "chocolate.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct chocolate_instance puzzle = *(const struct chocolate_instance *)instance;

    (void)context;
    if (puzzle.count == CHOCOLATE_CLUES_MAX)
        puzzle.count--;
    return solve_rightly(&puzzle, work, answer);
}

extern const struct variant planted_chocolate_nine_clues;
const struct variant planted_chocolate_nine_clues = {
    .name = "nine_clues",
    .summary = "the tenth clue is not read",
    .solve = solve,
};
