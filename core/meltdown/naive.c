/* meltdown naive: the definition. The living worlds are a list; the worlds that a player holds possible in
 * one of them are found by scanning the whole list for those that agree with all that he sees.
 *
 * Bound: O(4^n n m) time, O(2^n) memory. Domain: at most 10 players. A step is one world scanned.
 * Source: the statement. Announcers are worked out for every living world, not only for those that one real
 * player cannot tell apart: the others reason about those too. A player who has announced has done so in
 * every living world (worlds where he has not are dropped), so he is not asked again; a round in which no
 * world has been dropped since the last one ends as that did, so it is not worked out again: else 1000 idle
 * rounds would cost seconds. */
#include "meltdown.h"

enum { PLAYERS_MAX = 10 };

struct table {
    uint32_t player_count;
    uint32_t count;       /* of living worlds */
    uint32_t *worlds;     /* they */
    uint32_t *announcers; /* beside each the set of players who announce in it this round */
};

static const char *refuses(const void *instance)
{
    const struct meltdown_instance *game = instance;

    return game->player_count > PLAYERS_MAX ? "more than 10 players" : NULL;
}

/* What player i would announce: the XOR of his neighbours' cards where his own is 1, else their OR. */
static bool answer_in(uint32_t world, uint32_t i, uint32_t n)
{
    uint32_t left = world >> ((i + n - 1) % n) & 1;
    uint32_t right = world >> ((i + 1) % n) & 1;

    return world >> i & 1 ? left ^ right : left | right;
}

static bool knows(const struct table *table, uint32_t world, uint32_t i)
{
    uint32_t n = table->player_count;
    uint32_t unseen = (uint32_t)1 << (i + n - 1) % n | (uint32_t)1 << (i + 1) % n;
    bool answer = answer_in(world, i, n);

    for (uint32_t k = 0; k < table->count; k++)
        if (((table->worlds[k] ^ world) & ~unseen) == 0 && answer_in(table->worlds[k], i, n) != answer)
            return false;
    return true;
}

static bool agrees(const struct meltdown_round *round, uint32_t world)
{
    for (size_t s = 0; s < round->count; s++) {
        uint64_t holders = round->statements[s].value ? world : ~(uint64_t)world;

        if (!(holders & round->statements[s].players))
            return false;
    }
    return true;
}

/* Drops the worlds in which a statement is false. Were there any? */
static bool hear(struct table *table, const struct meltdown_round *round)
{
    uint32_t kept = 0, before = table->count;

    for (uint32_t k = 0; k < before; k++)
        if (agrees(round, table->worlds[k]))
            table->worlds[kept++] = table->worlds[k];
    table->count = kept;
    return kept < before;
}

/* Who of `waiting` announces in each living world? Sets *real for the world `cards`. */
static void find_announcers(struct table *table, uint32_t waiting, uint32_t cards, uint32_t *real)
{
    for (uint32_t k = 0; k < table->count; k++) {
        table->announcers[k] = 0;
        for (uint32_t i = 0; i < table->player_count; i++)
            if (waiting >> i & 1 && knows(table, table->worlds[k], i))
                table->announcers[k] |= (uint32_t)1 << i;
        if (table->worlds[k] == cards)
            *real = table->announcers[k];
    }
}

/* Drops the worlds with other announcers than the real ones. Were there any? */
static bool see_announcers(struct table *table, uint32_t real)
{
    uint32_t kept = 0, before = table->count;

    for (uint32_t k = 0; k < before; k++)
        if (table->announcers[k] == real)
            table->worlds[kept++] = table->worlds[k];
    table->count = kept;
    return kept < before;
}

static enum outcome play(const struct meltdown_instance *game, struct table *table, struct work *work,
                         struct meltdown_answer *answer)
{
    uint32_t waiting = ((uint32_t)1 << game->player_count) - 1;
    uint32_t real = 0;
    bool changed = true;

    for (uint32_t r = 0; r < game->round_count && waiting; r++) {
        changed |= hear(table, &game->rounds[r]);
        if (changed) {
            if (!work_spend(work, (uint64_t)table->count * table->count * game->player_count))
                return OUTCOME_LIMIT;
            find_announcers(table, waiting, (uint32_t)game->cards, &real);
            for (uint32_t i = 0; i < game->player_count; i++)
                if (real >> i & 1)
                    answer->rounds[i] = (int16_t)(r + 1);
            waiting &= ~real;
            changed = see_announcers(table, real);
        }
        COUNT(work->counters, worlds, table->count);
    }
    return OUTCOME_SOLVED;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct meltdown_instance *game = instance;
    struct meltdown_answer *result = answer;
    struct table table = {game->player_count, 0, NULL, NULL};

    (void)context;
    if (refuses(game))
        return OUTCOME_UNSUPPORTED;
    table.count = (uint32_t)1 << game->player_count;
    table.worlds = arena_alloc(work->arena, table.count, sizeof *table.worlds);
    table.announcers = arena_alloc(work->arena, table.count, sizeof *table.announcers);
    if (!table.worlds || !table.announcers)
        return OUTCOME_NO_MEMORY;
    for (uint32_t k = 0; k < table.count; k++)
        table.worlds[k] = k;
    for (uint32_t i = 0; i < MELTDOWN_PLAYERS_MAX; i++)
        result->rounds[i] = i < game->player_count ? -1 : 0;
    return play(game, &table, work, result);
}

extern const struct variant meltdown_naive;
const struct variant meltdown_naive = {
    .name = "naive",
    .summary = "a list of worlds, scanned whole for each world and player",
    .bound = "O(4^n n m) time, O(2^n) memory",
    .domain = "at most 10 players",
    .claim = CLAIM_EXACT,
    .walk = "living worlds",
    .walk_counter = COUNTER_worlds,
    .refuses = refuses,
    .solve = solve,
};
