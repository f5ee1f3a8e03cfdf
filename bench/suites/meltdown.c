/* A yardstick for the ring of players: the marks loop as one writes it down first. A byte a world; in every round all 2^n worlds and all
 * n players are looked at, by the definition: a player announces where all living worlds that differ from his in his
 * neighbours' cards alone give him one answer. It prunes nothing and shares nothing with the variants. */
#include "core/meltdown/meltdown.h"

#include <string.h>

#include "bench/reference.h"

enum { PLAYERS_MAX = 24 };

static const char *refuses(const void *instance)
{
    return ((const struct meltdown_instance *)instance)->player_count > PLAYERS_MAX ? "more than 24 players" : NULL;
}

/* What the player must find in this world: the XOR of his neighbours' cards if his own is 1, else their OR. */
static uint32_t find(uint32_t world, uint32_t player, uint32_t left, uint32_t right)
{
    uint32_t a = world >> left & 1, b = world >> right & 1;

    return world >> player & 1 ? a ^ b : a | b;
}

static bool announces(const uint8_t *alive, uint32_t world, uint32_t player, uint32_t count)
{
    uint32_t left = (player + count - 1) % count, right = (player + 1) % count;
    uint32_t base = world & ~((uint32_t)1 << left) & ~((uint32_t)1 << right);
    uint32_t found = 2;

    for (uint32_t cards = 0; cards < 4; cards++) {
        uint32_t other = base | (cards & 1) << left | (cards >> 1) << right;
        uint32_t answer;

        if (!alive[other])
            continue;
        answer = find(other, player, left, right);
        if (found != 2 && found != answer)
            return false;
        found = answer;
    }
    return true;
}

static uint32_t announcers(const uint8_t *alive, uint32_t world, uint32_t count)
{
    uint32_t players = 0;

    for (uint32_t player = 0; player < count; player++)
        players |= (uint32_t)announces(alive, world, player, count) << player;
    return players;
}

static void state(uint8_t *alive, size_t worlds, const struct meltdown_round *round)
{
    for (size_t i = 0; i < round->count; i++) {
        const struct meltdown_statement *statement = &round->statements[i];

        for (size_t world = 0; world < worlds; world++)
            alive[world] &= ((statement->value ? world : ~world) & statement->players) != 0;
    }
}

/* Who has announced stays so: knowledge only grows, and dead worlds do not come back. */
static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct meltdown_instance *game = instance;
    struct meltdown_answer *result = answer;
    uint32_t count = game->player_count;
    size_t worlds = (size_t)1 << count;
    uint8_t *alive = arena_alloc(work->arena, worlds, 1), *next = arena_zalloc(work->arena, worlds, 1);

    (void)context;
    if (!alive || !next)
        return OUTCOME_NO_MEMORY;
    memset(alive, 1, worlds);
    *result = (struct meltdown_answer){{0}};
    for (uint32_t player = 0; player < count; player++)
        result->rounds[player] = -1;
    for (uint32_t round = 0; round < game->round_count; round++) {
        uint32_t real;

        state(alive, worlds, &game->rounds[round]);
        real = announcers(alive, (uint32_t)game->cards, count);
        for (uint32_t player = 0; player < count; player++)
            if (result->rounds[player] < 0 && (real >> player & 1))
                result->rounds[player] = (int16_t)(round + 1);
        for (uint32_t world = 0; world < worlds; world++)
            next[world] = alive[world] && announcers(alive, world, count) == real;
        memcpy(alive, next, worlds);
    }
    return OUTCOME_SOLVED;
}

extern const struct reference meltdown_marks;
const struct reference meltdown_marks = {
    .puzzle = "meltdown",
    .answers = true,
    .variant = {.name = "marks",
                .summary = "a plain loop over all worlds and players in every round",
                .refuses = refuses,
                .solve = solve},
};
