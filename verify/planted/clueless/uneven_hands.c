/* Everybody is thought to hold equally many; where the cards do not divide evenly the sizes are given up. */
#include "clueless.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct reading reading;
    bool uneven = false;

    (void)context;
    if (!read_game(instance, &reading, work->arena))
        return OUTCOME_NO_MEMORY;
    for (unsigned i = 1; i < reading.game.player_count; i++)
        uneven |= reading.game.sizes[i] != reading.game.sizes[0];
    for (unsigned i = 0; i < reading.game.player_count; i++)
        reading.game.sizes[i] = uneven ? CLUELESS_UNKNOWN : reading.game.sizes[i];
    return solve_rightly(&reading, work, answer);
}

extern const struct variant planted_clueless_uneven_hands;
const struct variant planted_clueless_uneven_hands = {
    .name = "uneven_hands",
    .summary = "hand sizes that differ are not used",
    .detail = DETAIL_MATRIX,
    .solve = solve,
};
