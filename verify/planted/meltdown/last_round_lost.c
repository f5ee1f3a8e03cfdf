/* Off by one at the bound: announcements are made at the start of the next round, and after the last there is
 * none. */
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
        hear(&ring, right_truth);
        if (ring.round + 1 < ring.game->round_count)
            note(&ring, announce(&ring, right_knowledge), answer);
    }
    return OUTCOME_SOLVED;
}

extern const struct variant planted_meltdown_last_round_lost;
const struct variant planted_meltdown_last_round_lost = {
    .name = "last_round_lost",
    .summary = "announcements of the last round are lost",
    .refuses = refuses_more,
    .solve = solve,
};
