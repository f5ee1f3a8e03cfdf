/* Off by one round the table: of those who pass, the last one before the shower is not marked. */
#include "clueless.h"

static bool keep(const struct reading *reading, const struct clueless_fact *fact)
{
    const struct clueless_statement *said = said_in(reading, fact);

    return said->verb != CLUELESS_SUGGEST_SHOWN || fact->kind != CLUELESS_LACKS ||
           (fact->holder + 1U) % reading->game.player_count != said->shower;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct reading reading;

    (void)context;
    if (!read_game(instance, &reading, work->arena))
        return OUTCOME_NO_MEMORY;
    filter(&reading, keep);
    return solve_rightly(&reading, work, answer);
}

extern const struct variant planted_clueless_last_passer;
const struct variant planted_clueless_last_passer = {
    .name = "last_passer",
    .summary = "the passer next to the shower is not marked",
    .detail = DETAIL_MATRIX,
    .solve = solve,
};
