/* A round without a statement is passed over: nothing has been said, so nobody can have learnt anything. */
#include "meltdown.h"

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
        if (!ring.game->rounds[ring.round].count)
            continue;
        hear(&ring, right_truth);
        note(&ring, announce(&ring, right_knowledge), answer);
    }
    return OUTCOME_SOLVED;
}

extern const struct variant planted_meltdown_silent_rounds_skipped;
const struct variant planted_meltdown_silent_rounds_skipped = {
    .name = "silent_rounds_skipped",
    .summary = "rounds without a statement are passed over",
    .refuses = refuses_more,
    .solve = solve,
};
