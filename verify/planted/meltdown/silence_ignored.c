/* Who announces tells something, who stays silent does not: worlds are dropped only where an announcer would
 * have been silent. */
#include "meltdown.h"

static uint32_t announce_only(struct ring *ring)
{
    uint32_t real = announcers_in(ring, right_knowledge, (uint32_t)ring->game->cards);

    for (uint32_t world = 0; world < (uint32_t)1 << ring->n; world++)
        if (ring->alive[world] && real & ~announcers_in(ring, right_knowledge, world))
            ring->alive[world] = LEAVING;
    for (uint32_t world = 0; world < (uint32_t)1 << ring->n; world++)
        ring->alive[world] = ring->alive[world] == ALIVE;
    return real;
}

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
        note(&ring, announce_only(&ring), answer);
    }
    return OUTCOME_SOLVED;
}

extern const struct variant planted_meltdown_silence_ignored;
const struct variant planted_meltdown_silence_ignored = {
    .name = "silence_ignored",
    .summary = "silence is no news",
    .refuses = refuses_more,
    .solve = solve,
};
