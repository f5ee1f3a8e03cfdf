/* Announcers are worked out only for worlds that some real player cannot tell from the real one; what the
 * others reason about the rest is lost. */
#include "meltdown.h"

static bool is_near(const struct ring *ring, uint32_t world)
{
    bool near = false;

    for (uint32_t i = 0; i < ring->n; i++)
        near |= !((world ^ (uint32_t)ring->game->cards) & ~(left_of(i, ring->n) | right_of(i, ring->n)));
    return near;
}

static uint32_t announce_near(struct ring *ring)
{
    uint32_t real = announcers_in(ring, right_knowledge, (uint32_t)ring->game->cards);

    for (uint32_t world = 0; world < (uint32_t)1 << ring->n; world++)
        if (ring->alive[world] && is_near(ring, world) && announcers_in(ring, right_knowledge, world) != real)
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
        note(&ring, announce_near(&ring), answer);
    }
    return OUTCOME_SOLVED;
}

extern const struct variant planted_meltdown_near_worlds_only;
const struct variant planted_meltdown_near_worlds_only = {
    .name = "near_worlds_only",
    .summary = "only worlds near the real one are thought through",
    .refuses = refuses_more,
    .solve = solve,
};
