/* Height and width taken in the wrong order; the codes are read row by row all the same. */
#include "chocolate.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct chocolate_instance puzzle = *(const struct chocolate_instance *)instance;

    (void)context;
    for (unsigned i = 0; i < puzzle.count; i++) {
        uint8_t height = puzzle.clues[i].height;

        puzzle.clues[i].height = puzzle.clues[i].width;
        puzzle.clues[i].width = height;
    }
    return solve_rightly(&puzzle, work, answer);
}

extern const struct variant planted_chocolate_sides_swapped;
const struct variant planted_chocolate_sides_swapped = {
    .name = "sides_swapped",
    .summary = "h and w exchanged",
    .solve = solve,
};
