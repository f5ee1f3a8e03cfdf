/* A player announces when he knows his neighbours' cards; the statement asks for the answer only. */
#include "meltdown.h"

static bool knows(const struct ring *ring, uint32_t world, uint32_t i)
{
    unsigned possible = 0;

    for (unsigned which = 0; which < 4; which++)
        possible += ring->alive[world_like(ring, world, i, which)] != 0;
    return possible == 1;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    static const struct rules rules = {knows, right_truth};

    (void)context;
    return play_by(&rules, instance, work, answer);
}

extern const struct variant planted_meltdown_cards_wanted;
const struct variant planted_meltdown_cards_wanted = {
    .name = "cards_wanted",
    .summary = "a player must know both cards, not the answer",
    .refuses = refuses_more,
    .solve = solve,
};
