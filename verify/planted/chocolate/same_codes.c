/* Clues that repeat another are dropped, and two count as one where the codes are the same, whatever the
 * rectangle. */
#include "chocolate.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct chocolate_instance puzzle = *(const struct chocolate_instance *)instance;

    (void)context;
    for (unsigned i = 0; i < puzzle.count; i++)
        for (unsigned j = i + 1; j < puzzle.count; j++)
            if (memcmp(puzzle.clues[i].codes, puzzle.clues[j].codes, CHOCOLATE_CELLS) == 0)
                puzzle.clues[j] = puzzle.clues[i];
    return solve_rightly(&puzzle, work, answer);
}

extern const struct variant planted_chocolate_same_codes;
const struct variant planted_chocolate_same_codes = {
    .name = "same_codes",
    .summary = "two clues of the same codes taken for one, whatever their shape",
    .solve = solve,
};
