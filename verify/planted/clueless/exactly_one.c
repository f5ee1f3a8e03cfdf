/* "At least one of the three" read as exactly one: with one of them known the others are thought not to be
 * there. As a set of rules it claims to be sound only. */
#include "clueless.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct clueless_instance *game = instance;
    struct clueless_answer *result = answer;
    enum outcome outcome = clueless_rules.solve(context, instance, work, answer);

    for (size_t i = 0; outcome == OUTCOME_SOLVED && i < game->fact_count; i++) {
        const struct clueless_fact *fact = &game->facts[i];
        uint64_t yes = fact->cards & result->yes[fact->holder];

        if (fact->kind == CLUELESS_ANY && clueless_size_of(yes) == 1)
            result->no[fact->holder] |= fact->cards & ~yes;
    }
    return outcome;
}

extern const struct variant planted_clueless_exactly_one;
const struct variant planted_clueless_exactly_one = {
    .name = "exactly_one",
    .summary = "who showed one card has no other of the three",
    .claim = CLAIM_SOUND,
    .detail = DETAIL_MATRIX,
    .solve = solve,
};
