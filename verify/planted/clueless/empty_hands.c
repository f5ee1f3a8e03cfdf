/* A hand of no cards cannot be told from one of unknown size: 0 stands for both. */
#include "clueless.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct reading reading;

    (void)context;
    if (!read_game(instance, &reading, work->arena))
        return OUTCOME_NO_MEMORY;
    for (unsigned i = 0; i < reading.game.player_count; i++)
        if (reading.game.sizes[i] == 0)
            reading.game.sizes[i] = CLUELESS_UNKNOWN;
    return solve_rightly(&reading, work, answer);
}

extern const struct variant planted_clueless_empty_hands;
const struct variant planted_clueless_empty_hands = {
    .name = "empty_hands",
    .summary = "a hand size of 0 means unknown",
    .detail = DETAIL_MATRIX,
    .solve = solve,
};
