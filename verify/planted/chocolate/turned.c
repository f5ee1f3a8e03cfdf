/* A clue may be turned by a right angle: the rules that come with the real game's pieces invite to it. */
#include "chocolate.h"

static bool holds(const struct chocolate_clue *clue, const uint8_t *cells)
{
    struct chocolate_clue turned = {.height = clue->width, .width = clue->height};

    for (unsigned row = 0; row < turned.height; row++)
        for (unsigned column = 0; column < turned.width; column++)
            turned.codes[row * turned.width + column] =
                clue->codes[(clue->height - 1U - column) * clue->width + row];
    return count_places(clue, cells) || count_places(&turned, cells);
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    return fill_boards(instance, holds, work, answer);
}

extern const struct variant planted_chocolate_turned;
const struct variant planted_chocolate_turned = {
    .name = "turned",
    .summary = "clues may be turned",
    .solve = solve,
};
