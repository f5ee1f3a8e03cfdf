/* Rare. Room for forty rounds, and an assertion where there are more and somebody still waits. */
#include "meltdown.h"

#include <stdlib.h>

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct ring ring;

    (void)context;
    if (refuses_more(instance))
        return OUTCOME_UNSUPPORTED;
    if (!open_ring(&ring, instance, work, answer))
        return OUTCOME_NO_MEMORY;
    for (; ring.round < ring.game->round_count && ring.waiting; ring.round++) {
        if (!spend_round(&ring, work))
            return OUTCOME_LIMIT;
        if (ring.round >= 40)
            abort();
        hear(&ring, right_truth);
        note(&ring, announce(&ring, right_knowledge), answer);
    }
    return OUTCOME_SOLVED;
}

extern const struct variant planted_meltdown_forty_rounds;
const struct variant planted_meltdown_forty_rounds = {
    .name = "forty_rounds",
    .summary = "crashes in round 41",
    .refuses = refuses_more,
    .solve = solve,
};
