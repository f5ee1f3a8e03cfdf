/* The oracle of meltdown: all worlds, straight from the rules.
 *
 * A world is a vector of cards; the living ones stand in an array. What a player sees in a world is that
 * world without his neighbours' cards, and two worlds in which he sees the same are one to him. So in each
 * round, for each player, the answers that fit are collected by what he sees: one pass over the living worlds
 * writes them down, a second one reads in which worlds exactly one was written down: there he announces. The
 * announcers are worked out in every living world; then the worlds with others than the real one's are gone.
 *
 * Bound: O(2^n n) a round, 2^n bytes and 2^n pairs of words. Domain: at most 16 players. A step is a world in
 * a round. Source: the rules. Rejected: to look for the worlds that a player cannot tell apart by going
 * through the array, which is `naive` and 2^n times slower; to look at the four neighbours of a world, which
 * is `pruned` and must know that there are four. */
#include "core/meltdown/meltdown.h"

enum { PLAYERS_MAX = 16 };

struct world {
    uint32_t cards; /* bit i: the card of player i */
    uint32_t
        announcers; /* bit i: player i has announced by the end of this round, were this the real world */
};

struct ring {
    uint32_t players;
    struct world *worlds; /* the living ones */
    size_t count;
    uint8_t *fitting; /* by what a player sees: bit v, the answer v fits */
    bool settled;     /* the last round changed nothing: to think again about the same worlds is in vain */
};

static unsigned card(uint32_t cards, uint32_t player)
{
    return cards >> player & 1;
}

static uint32_t left_of(const struct ring *ring, uint32_t player)
{
    return (player + ring->players - 1) % ring->players;
}

static uint32_t right_of(const struct ring *ring, uint32_t player)
{
    return (player + 1) % ring->players;
}

static uint32_t seen_by(const struct ring *ring, uint32_t player, uint32_t cards)
{
    return cards & ~((uint32_t)1 << left_of(ring, player)) & ~((uint32_t)1 << right_of(ring, player));
}

/* What the player must find: the XOR of his neighbours' cards if his own is 1, else their OR. */
static unsigned right_answer(const struct ring *ring, uint32_t player, uint32_t cards)
{
    unsigned left = card(cards, left_of(ring, player)), right = card(cards, right_of(ring, player));

    return card(cards, player) == 1 ? left ^ right : left | right;
}

static bool is_true(const struct ring *ring, const struct meltdown_statement *statement, uint32_t cards)
{
    for (uint32_t player = 0; player < ring->players; player++)
        if (statement->players >> player & 1 && card(cards, player) == statement->value)
            return true;
    return false;
}

/* Everybody hears the statement. */
static void hear(struct ring *ring, const struct meltdown_statement *statement)
{
    size_t count = 0;

    for (size_t i = 0; i < ring->count; i++)
        if (is_true(ring, statement, ring->worlds[i].cards))
            ring->worlds[count++] = ring->worlds[i];
    ring->count = count;
}

/* In every living world: does this player, who has not announced yet, announce? */
static void think(struct ring *ring, uint32_t player)
{
    for (size_t i = 0; i < ring->count; i++)
        ring->fitting[seen_by(ring, player, ring->worlds[i].cards)] = 0;
    for (size_t i = 0; i < ring->count; i++) {
        uint32_t cards = ring->worlds[i].cards;

        ring->fitting[seen_by(ring, player, cards)] |= (uint8_t)(1U << right_answer(ring, player, cards));
    }
    for (size_t i = 0; i < ring->count; i++) {
        uint8_t fitting = ring->fitting[seen_by(ring, player, ring->worlds[i].cards)];

        if (fitting == 1U << 0 || fitting == 1U << 1)
            ring->worlds[i].announcers |= (uint32_t)1 << player;
    }
}

/* Everybody sees who has announced. */
static void watch(struct ring *ring, uint32_t announcers)
{
    size_t count = 0;

    for (size_t i = 0; i < ring->count; i++)
        if (ring->worlds[i].announcers == announcers)
            ring->worlds[count++] = ring->worlds[i];
    ring->count = count;
}

static uint32_t announcers_of(const struct ring *ring, uint32_t cards)
{
    for (size_t i = 0; i < ring->count; i++)
        if (ring->worlds[i].cards == cards)
            return ring->worlds[i].announcers;
    return 0; /* not reached: the real world never goes */
}

/* One round; `announced` are those who had announced before it. Returns who has after it. */
static uint32_t play(struct ring *ring, const struct meltdown_round *round, uint32_t real, uint32_t announced)
{
    uint32_t before = announced;
    size_t living = ring->count;

    for (size_t i = 0; i < round->count; i++)
        hear(ring, &round->statements[i]);
    if (ring->settled && ring->count == living)
        return announced;
    living = ring->count;
    for (uint32_t player = 0; player < ring->players; player++)
        if (!card(announced, player))
            think(ring, player);
    announced = announcers_of(ring, real);
    watch(ring, announced);
    ring->settled = announced == before && ring->count == living;
    return announced;
}

static const char *refuses(const void *instance)
{
    return ((const struct meltdown_instance *)instance)->player_count > PLAYERS_MAX ? "more than 16 players"
                                                                                    : NULL;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct meltdown_instance *game = instance;
    struct meltdown_answer *result = answer;
    struct ring ring = {.players = game->player_count};
    uint32_t announced = 0, everybody;

    (void)context;
    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    everybody = ((uint32_t)1 << game->player_count) - 1;
    ring.worlds = arena_alloc(work->arena, (size_t)1 << ring.players, sizeof *ring.worlds);
    ring.fitting = arena_alloc(work->arena, (size_t)1 << ring.players, sizeof *ring.fitting);
    if (!ring.worlds || !ring.fitting)
        return OUTCOME_NO_MEMORY;
    for (uint32_t cards = 0; cards <= everybody; cards++)
        ring.worlds[ring.count++] = (struct world){cards, 0};
    *result = (struct meltdown_answer){{0}};
    for (uint32_t player = 0; player < ring.players; player++)
        result->rounds[player] = -1;
    /* Once everybody has announced no round can add to the answer. */
    for (uint32_t round = 0; round < game->round_count && announced != everybody; round++) {
        uint32_t before = announced;

        if (!work_spend(work, ring.count))
            return OUTCOME_LIMIT;
        announced = play(&ring, &game->rounds[round], (uint32_t)game->cards, before);
        for (uint32_t player = 0; player < ring.players; player++)
            if (card(announced & ~before, player))
                result->rounds[player] = (int16_t)(round + 1);
    }
    return OUTCOME_SOLVED;
}

extern const struct variant meltdown_oracle;
const struct variant meltdown_oracle = {
    .name = "oracle",
    .summary = "all worlds, and what each player can tell apart, straight from the rules",
    .bound = "O(2^n n) time a round, 9 * 2^n bytes",
    .domain = "at most 16 players",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
