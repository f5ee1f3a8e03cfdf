/* Suggestions that nobody could refute are not looked at: many programs wait for somebody to show a card. */
#include "clueless.h"

static bool keep(const struct reading *reading, const struct clueless_fact *fact)
{
    enum clueless_verb verb = (enum clueless_verb)said_in(reading, fact)->verb;

    return verb != CLUELESS_SUGGEST_NONE && verb != CLUELESS_ASK_NONE;
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

extern const struct variant planted_clueless_unrefuted_ignored;
const struct variant planted_clueless_unrefuted_ignored = {
    .name = "unrefuted_ignored",
    .summary = "suggestions that nobody could refute are ignored",
    .detail = DETAIL_MATRIX,
    .solve = solve,
};
