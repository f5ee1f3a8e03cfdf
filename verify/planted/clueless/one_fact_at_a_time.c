/* Rules that look at one fact at a time, taken for the whole truth: a hand of two with {plum, knife, hall},
 * {plum, knife, conservatory} and {plum, knife, dining} has plum or knife, which they do not see. */
#include "clueless.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    return clueless_rules.solve(context, instance, work, answer);
}

extern const struct variant planted_clueless_one_fact_at_a_time;
const struct variant planted_clueless_one_fact_at_a_time = {
    .name = "one_fact_at_a_time",
    .summary = "rules for one fact at a time, said to be exact",
    .detail = DETAIL_MATRIX,
    .solve = solve,
};
