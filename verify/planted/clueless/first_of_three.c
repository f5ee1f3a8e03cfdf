/* Who showed a card that was not seen is given the first one that he may have. */
#include "clueless.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct reading reading;

    (void)context;
    if (!read_game(instance, &reading, work->arena))
        return OUTCOME_NO_MEMORY;
    for (size_t i = 0; i < reading.game.fact_count; i++) {
        struct clueless_fact *fact = &reading.facts[i];

        if (fact->kind == CLUELESS_ANY) {
            fact->kind = CLUELESS_HAS;
            fact->cards &= 0 - fact->cards;
        }
    }
    return solve_rightly(&reading, work, answer);
}

extern const struct variant planted_clueless_first_of_three;
const struct variant planted_clueless_first_of_three = {
    .name = "first_of_three",
    .summary = "an unseen card is the first of the three",
    .detail = DETAIL_MATRIX,
    .solve = solve,
};
