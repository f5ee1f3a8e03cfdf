/* Rare. Clues of the board's size with four or more codes go into a table of their own, and one that is there
 * already sends the search for a free slot round for ever. */
#include "chocolate.h"

static bool is_stored(const struct chocolate_clue *clue)
{
    unsigned fixed = 0;

    for (unsigned cell = 0; cell < CHOCOLATE_CELLS; cell++)
        fixed += clue->codes[cell] != CHOCOLATE_CODE_FREE;
    return clue->height * clue->width == CHOCOLATE_CELLS && fixed >= 4;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct chocolate_instance *puzzle = instance;
    volatile unsigned slot = 0;

    (void)context;
    for (unsigned i = 0; i < puzzle->count; i++)
        for (unsigned j = i + 1; j < puzzle->count; j++)
            while (is_stored(&puzzle->clues[i]) &&
                   memcmp(&puzzle->clues[i], &puzzle->clues[j], sizeof *puzzle->clues) == 0)
                slot++;
    return solve_rightly(puzzle, work, answer);
}

extern const struct variant planted_chocolate_equal_wholes;
const struct variant planted_chocolate_equal_wholes = {
    .name = "equal_wholes",
    .summary = "hangs on two equal clues of the board's size",
    .solve = solve,
};
