/* Rare. A card that is shown by two players is believed of both: the later fact about it is dropped, and no
 * contradiction seen. */
#include "clueless.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct reading reading;

    (void)context;
    if (!read_game(instance, &reading, work->arena))
        return OUTCOME_NO_MEMORY;
    for (size_t i = 0; i < reading.game.fact_count; i++)
        for (size_t j = 0; j < i; j++)
            if (reading.facts[i].kind == CLUELESS_HAS && reading.facts[j].kind == CLUELESS_HAS &&
                reading.facts[i].holder != reading.facts[j].holder)
                reading.facts[i].cards &= ~reading.facts[j].cards;
    return solve_rightly(&reading, work, answer);
}

extern const struct variant planted_clueless_in_two_hands;
const struct variant planted_clueless_in_two_hands = {
    .name = "in_two_hands",
    .summary = "a card in two hands is no contradiction",
    .detail = DETAIL_MATRIX,
    .solve = solve,
};
