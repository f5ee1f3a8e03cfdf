/* Under the rule that every holder shows, only the first one named is believed. */
#include "clueless.h"

static bool keep(const struct reading *reading, const struct clueless_fact *fact)
{
    const struct clueless_statement *said = said_in(reading, fact);

    return said->verb != CLUELESS_SUGGEST_EVERY || fact->kind != CLUELESS_ANY ||
           said->others[0] == fact->holder;
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

extern const struct variant planted_clueless_shown_to_all;
const struct variant planted_clueless_shown_to_all = {
    .name = "shown_to_all",
    .summary = "of several who show only the first counts",
    .detail = DETAIL_MATRIX,
    .solve = solve,
};
