/* Passers are counted from the suggester up to the shower, and where the shower sits before him nobody is:
 * the end of the table is not wrapped round. */
#include "clueless.h"

static bool keep(const struct reading *reading, const struct clueless_fact *fact)
{
    const struct clueless_statement *said = said_in(reading, fact);

    return said->verb != CLUELESS_SUGGEST_SHOWN || fact->kind != CLUELESS_LACKS || said->shower > said->who;
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

extern const struct variant planted_clueless_no_way_round;
const struct variant planted_clueless_no_way_round = {
    .name = "no_way_round",
    .summary = "passers are lost where the turn wraps round the table",
    .detail = DETAIL_MATRIX,
    .solve = solve,
};
