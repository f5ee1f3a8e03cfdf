/* What clues of the board's size say of a cell is overlaid where it must be intersected, as in a public
 * solver: the later one counts. */
#include "chocolate.h"

static bool is_whole(const struct chocolate_clue *clue)
{
    return clue->height == CHOCOLATE_SIDE && clue->width == CHOCOLATE_SIDE;
}

static void overlay(struct chocolate_clue *clue, const struct chocolate_clue *later)
{
    for (unsigned cell = 0; cell < CHOCOLATE_CELLS; cell++)
        if (later->codes[cell] != CHOCOLATE_CODE_FREE)
            clue->codes[cell] = later->codes[cell];
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct chocolate_instance puzzle = *(const struct chocolate_instance *)instance;

    (void)context;
    for (unsigned i = 0; i + 1 < puzzle.count; i++)
        for (unsigned j = i + 1; j < puzzle.count; j++)
            if (is_whole(&puzzle.clues[i]) && is_whole(&puzzle.clues[j]))
                overlay(&puzzle.clues[i], &puzzle.clues[j]);
    return solve_rightly(&puzzle, work, answer);
}

extern const struct variant planted_chocolate_overlaid;
const struct variant planted_chocolate_overlaid = {
    .name = "overlaid",
    .summary = "of two full-size clues the later one counts",
    .solve = solve,
};
