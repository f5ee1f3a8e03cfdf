/* Rare. A guard against endless games: after sixteen quiet rounds nothing more is expected to happen. */
#include "meltdown.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct ring ring;
    unsigned quiet = 0;

    (void)context;
    if (refuses_more(instance))
        return OUTCOME_UNSUPPORTED;
    if (!open_ring(&ring, instance, work, answer))
        return OUTCOME_NO_MEMORY;
    for (; ring.round < ring.game->round_count && ring.waiting; ring.round++) {
        if (!spend_round(&ring, work))
            return OUTCOME_LIMIT;
        uint32_t announcers = 0;

        hear(&ring, right_truth);
        if (quiet < 16)
            announcers = announce(&ring, right_knowledge);
        quiet = announcers ? 0 : quiet + 1;
        note(&ring, announcers, answer);
    }
    return OUTCOME_SOLVED;
}

extern const struct variant planted_meltdown_gives_up;
const struct variant planted_meltdown_gives_up = {
    .name = "gives_up",
    .summary = "after sixteen quiet rounds nothing is worked out any more",
    .refuses = refuses_more,
    .solve = solve,
};
