/* Announcements in turn: each player already uses what the players before him have announced in this round.
 */
#include "meltdown.h"

static void listen(struct ring *ring, uint32_t i, struct meltdown_answer *answer)
{
    bool real = ring->waiting >> i & 1 && right_knowledge(ring, (uint32_t)ring->game->cards, i);

    if (!(ring->waiting >> i & 1))
        return;
    for (uint32_t world = 0; world < (uint32_t)1 << ring->n; world++)
        if (ring->alive[world] && right_knowledge(ring, world, i) != real)
            ring->alive[world] = LEAVING;
    for (uint32_t world = 0; world < (uint32_t)1 << ring->n; world++)
        ring->alive[world] = ring->alive[world] == ALIVE;
    if (real)
        note(ring, (uint32_t)1 << i, answer);
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
        for (uint32_t i = 0; i < ring.n; i++)
            listen(&ring, i, answer);
    }
    return OUTCOME_SOLVED;
}

extern const struct variant planted_meltdown_in_turn;
const struct variant planted_meltdown_in_turn = {
    .name = "in_turn",
    .summary = "players use announcements of the same round",
    .refuses = refuses_more,
    .solve = solve,
};
