/* What a solution of meltdown consists of, with a place for each thing that people get wrong: the definition
 * on a list of worlds, and a table of rules of which a planted bug replaces one. Domain: at most 12 players.
 */
#ifndef ASSAY_PLANTED_MELTDOWN_H
#define ASSAY_PLANTED_MELTDOWN_H

#include <string.h>

#include "core/meltdown/meltdown.h"

enum { RING_MAX = 12 };

struct ring {
    const struct meltdown_instance *game;
    uint32_t n;
    uint32_t waiting; /* who has not announced */
    uint32_t round;   /* from 0 */
    uint8_t *alive;   /* by world */
};

/* What player i would say in this world. */
typedef uint32_t answer_rule(const struct ring *ring, uint32_t world, uint32_t i);

/* Can player i tell in this world what to say? */
typedef bool knowledge_rule(const struct ring *ring, uint32_t world, uint32_t i);

typedef bool statement_rule(const struct meltdown_statement *statement, uint32_t world);

struct rules {
    knowledge_rule *knows;
    statement_rule *is_true;
};

static inline uint32_t left_of(uint32_t i, uint32_t n)
{
    return (uint32_t)1 << (i + n - 1) % n;
}

static inline uint32_t right_of(uint32_t i, uint32_t n)
{
    return (uint32_t)1 << (i + 1) % n;
}

static inline uint32_t right_answer(const struct ring *ring, uint32_t world, uint32_t i)
{
    bool left = world & left_of(i, ring->n), right = world & right_of(i, ring->n);

    return world >> i & 1 ? left != right : left || right;
}

/* The four worlds that the player cannot tell apart, this one among them. */
static inline uint32_t world_like(const struct ring *ring, uint32_t world, uint32_t i, unsigned which)
{
    uint32_t left = left_of(i, ring->n), right = right_of(i, ring->n);

    return (world & ~(left | right)) | (which & 1 ? left : 0) | (which & 2 ? right : 0);
}

static inline bool knows_by(const struct ring *ring, answer_rule *answer, uint32_t world, uint32_t i)
{
    bool may[2] = {false, false};

    for (unsigned which = 0; which < 4; which++) {
        uint32_t other = world_like(ring, world, i, which);

        if (ring->alive[other])
            may[answer(ring, other, i)] = true;
    }
    return !(may[0] && may[1]);
}

static inline bool right_knowledge(const struct ring *ring, uint32_t world, uint32_t i)
{
    return knows_by(ring, right_answer, world, i);
}

static inline bool right_truth(const struct meltdown_statement *statement, uint32_t world)
{
    return (statement->value ? world : ~(uint64_t)world) & statement->players;
}

static inline const char *refuses_more(const void *instance)
{
    return ((const struct meltdown_instance *)instance)->player_count > RING_MAX ? "more than 12 players"
                                                                                 : NULL;
}

static inline void hear(struct ring *ring, statement_rule *is_true)
{
    const struct meltdown_round *round = &ring->game->rounds[ring->round];

    for (uint32_t world = 0; world < (uint32_t)1 << ring->n; world++)
        for (size_t s = 0; s < round->count; s++)
            ring->alive[world] = ring->alive[world] && is_true(&round->statements[s], world);
}

static inline uint32_t announcers_in(const struct ring *ring, knowledge_rule *knows, uint32_t world)
{
    uint32_t announcers = 0;

    for (uint32_t i = 0; i < ring->n; i++)
        if (ring->waiting >> i & 1 && knows(ring, world, i))
            announcers |= (uint32_t)1 << i;
    return announcers;
}

enum { ALIVE = 1, LEAVING = 2 };

/* Who announces; worlds in which others would are dropped, all at once. */
static inline uint32_t announce(struct ring *ring, knowledge_rule *knows)
{
    uint32_t real = announcers_in(ring, knows, (uint32_t)ring->game->cards);

    for (uint32_t world = 0; world < (uint32_t)1 << ring->n; world++)
        if (ring->alive[world] && announcers_in(ring, knows, world) != real)
            ring->alive[world] = LEAVING;
    for (uint32_t world = 0; world < (uint32_t)1 << ring->n; world++)
        ring->alive[world] = ring->alive[world] == ALIVE;
    return real;
}

static inline bool open_ring(struct ring *ring, const struct meltdown_instance *game, struct work *work,
                             struct meltdown_answer *answer)
{
    *ring = (struct ring){
        .game = game, .n = game->player_count, .waiting = ((uint32_t)1 << game->player_count) - 1};
    ring->alive = arena_alloc(work->arena, (size_t)1 << ring->n, 1);
    if (!ring->alive)
        return false;
    memset(ring->alive, ALIVE, (size_t)1 << ring->n);
    for (uint32_t i = 0; i < MELTDOWN_PLAYERS_MAX; i++)
        answer->rounds[i] = i < ring->n ? -1 : 0;
    return true;
}

static inline void note(struct ring *ring, uint32_t announcers, struct meltdown_answer *answer)
{
    for (uint32_t i = 0; i < ring->n; i++)
        if (announcers >> i & 1)
            answer->rounds[i] = (int16_t)(ring->round + 1);
    ring->waiting &= ~announcers;
}

/* A round's worlds looked at: a step each, so that long games end at the limit. */
static inline bool spend_round(const struct ring *ring, struct work *work)
{
    return work_spend(work, (uint64_t)1 << ring->n);
}

static inline enum outcome play_by(const struct rules *rules, const void *instance, struct work *work,
                                   void *answer)
{
    struct ring ring;

    if (refuses_more(instance))
        return OUTCOME_UNSUPPORTED;
    if (!open_ring(&ring, instance, work, answer))
        return OUTCOME_NO_MEMORY;
    for (; ring.round < ring.game->round_count && ring.waiting; ring.round++) {
        if (!spend_round(&ring, work))
            return OUTCOME_LIMIT;
        hear(&ring, rules->is_true);
        note(&ring, announce(&ring, rules->knows), answer);
    }
    return OUTCOME_SOLVED;
}

#endif
