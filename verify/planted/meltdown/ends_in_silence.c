/* The game is thought to be over after the first round in which nobody announces. */
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
        uint32_t announcers;

        hear(&ring, right_truth);
        announcers = announce(&ring, right_knowledge);
        if (!announcers)
            break;
        note(&ring, announcers, answer);
    }
    return OUTCOME_SOLVED;
}

extern const struct variant planted_meltdown_ends_in_silence;
const struct variant planted_meltdown_ends_in_silence = {
    .name = "ends_in_silence",
    .summary = "stops after a round without announcement",
    .refuses = refuses_more,
    .solve = solve,
};
