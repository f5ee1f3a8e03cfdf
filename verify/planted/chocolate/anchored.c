/* A clue is tried at the top left corner only. */
#include "chocolate.h"

static bool holds(const struct chocolate_clue *clue, const uint8_t *cells)
{
    return fits_at(clue, cells, 0, 0);
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    return fill_boards(instance, holds, work, answer);
}

extern const struct variant planted_chocolate_anchored;
const struct variant planted_chocolate_anchored = {
    .name = "anchored",
    .summary = "clues do not move",
    .solve = solve,
};
