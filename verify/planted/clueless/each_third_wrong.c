/* A wrong accusation clears all three cards, where it says only that not all three are in the envelope. */
#include "clueless.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct reading reading;

    (void)context;
    if (!read_game(instance, &reading, work->arena))
        return OUTCOME_NO_MEMORY;
    for (size_t i = 0; i < reading.game.fact_count; i++)
        if (reading.facts[i].kind == CLUELESS_NOT_ALL)
            reading.facts[i].kind = CLUELESS_LACKS;
    return solve_rightly(&reading, work, answer);
}

extern const struct variant planted_clueless_each_third_wrong;
const struct variant planted_clueless_each_third_wrong = {
    .name = "each_third_wrong",
    .summary = "a wrong accusation clears each of its cards",
    .detail = DETAIL_MATRIX,
    .solve = solve,
};
