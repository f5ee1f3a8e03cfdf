/* A clue's places are counted by their first cell alone, so that it may run over the right edge into the next
 * row. */
#include "chocolate.h"

static bool holds(const struct chocolate_clue *clue, const uint8_t *cells)
{
    unsigned last = (clue->height - 1U) * CHOCOLATE_SIDE + clue->width - 1U;

    for (unsigned first = 0; first + last < CHOCOLATE_CELLS; first++)
        if (fits_at(clue, cells, first / CHOCOLATE_SIDE, first % CHOCOLATE_SIDE))
            return true;
    return false;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    return fill_boards(instance, holds, work, answer);
}

extern const struct variant planted_chocolate_wraps;
const struct variant planted_chocolate_wraps = {
    .name = "wraps",
    .summary = "clues run over the right edge into the next row",
    .solve = solve,
};
