/* Who has announced is asked again and again, and his last announcement counts. */
#include "meltdown.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct ring ring;

    (void)context;
    if (refuses_more(instance))
        return OUTCOME_UNSUPPORTED;
    if (!open_ring(&ring, instance, work, answer))
        return OUTCOME_NO_MEMORY;
    for (; ring.round < ring.game->round_count && true; ring.round++) {
        if (!spend_round(&ring, work))
            return OUTCOME_LIMIT;
        hear(&ring, right_truth);
        ring.waiting = ((uint32_t)1 << ring.n) - 1;
        note(&ring, announce(&ring, right_knowledge), answer);
    }
    return OUTCOME_SOLVED;
}

extern const struct variant planted_meltdown_announced_again;
const struct variant planted_meltdown_announced_again = {
    .name = "announced_again",
    .summary = "the last round in which a player knows, not the first",
    .refuses = refuses_more,
    .solve = solve,
};
