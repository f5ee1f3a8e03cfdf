/* meltdown pruned: a mark for each of the 2^n worlds, so that the four worlds which a player cannot tell
 * apart are found by their numbers; a list of the living ones, so that the dead cost nothing.
 *
 * Cuts: a player who has announced is not asked again (he has announced in every living world); a world is
 * dropped at the first player who differs from the real one; a round before which nothing was dropped ends as
 * the last one did; the game is over when all have announced.
 *
 * Bound: O(L n m) time with L <= 2^n living worlds, 5 * 2^n bytes of memory. Domain: at most 24 players. A
 * step is one living world at the start of a round. Source: this project. A scan of the marks instead of the
 * list was rejected: with few worlds left it takes all of the time. */
#include "meltdown.h"

enum { PLAYERS_MAX = 24 };

enum mark { DEAD, ALIVE, LEAVING }; /* LEAVING: dropped at the end of this round, until then as alive as any */

struct table {
    uint32_t player_count;
    uint32_t count;
    uint32_t *worlds; /* the living ones */
    uint8_t *marks;   /* of all worlds */
};

static const char *refuses(const void *instance)
{
    const struct meltdown_instance *game = instance;

    return game->player_count > PLAYERS_MAX ? "more than 24 players" : NULL;
}

static bool knows(const struct table *table, uint32_t world, uint32_t player)
{
    uint32_t left = (uint32_t)1 << (player ? player - 1 : table->player_count - 1);
    uint32_t right = (uint32_t)1 << (player + 1 < table->player_count ? player + 1 : 0);
    const uint8_t *cell = table->marks + (world & ~(left | right));

    if (world >> player & 1)
        return !((cell[0] | cell[left | right]) && (cell[left] | cell[right]));
    return !(cell[0] && (cell[left] | cell[right] | cell[left | right]));
}

static uint32_t real_announcers(const struct table *table, uint32_t waiting, uint32_t cards)
{
    uint32_t announcers = 0;

    for (uint32_t rest = waiting; rest; rest &= rest - 1) {
        uint32_t player = (uint32_t)__builtin_ctz(rest);

        if (knows(table, cards, player))
            announcers |= (uint32_t)1 << player;
    }
    return announcers;
}

static bool has_announcers(const struct table *table, uint32_t world, uint32_t waiting, uint32_t announcers)
{
    for (uint32_t rest = waiting; rest; rest &= rest - 1) {
        uint32_t player = (uint32_t)__builtin_ctz(rest);

        if (knows(table, world, player) != (announcers >> player & 1))
            return false;
    }
    return true;
}

/* Drops the worlds of which a statement is false. Were there any? */
static bool hear(struct table *table, const struct meltdown_round *round)
{
    uint32_t before = table->count;

    for (size_t s = 0; s < round->count; s++) {
        uint32_t players = (uint32_t)round->statements[s].players;
        uint32_t kept = 0;

        for (uint32_t k = 0; k < table->count; k++) {
            uint32_t world = table->worlds[k];

            if ((round->statements[s].value ? world : ~world) & players)
                table->worlds[kept++] = world;
            else
                table->marks[world] = DEAD;
        }
        table->count = kept;
    }
    return table->count < before;
}

/* Drops the worlds with other announcers. They are seen by all until the last one has been judged:
 * announcements are simultaneous. Were there any? */
static bool see_announcers(struct table *table, uint32_t waiting, uint32_t announcers)
{
    uint32_t before = table->count;
    uint32_t kept = 0;

    for (uint32_t k = 0; k < before; k++)
        if (!has_announcers(table, table->worlds[k], waiting, announcers))
            table->marks[table->worlds[k]] = LEAVING;
    for (uint32_t k = 0; k < before; k++) {
        uint32_t world = table->worlds[k];

        if (table->marks[world] == ALIVE)
            table->worlds[kept++] = world;
        else
            table->marks[world] = DEAD;
    }
    table->count = kept;
    return kept < before;
}

static enum outcome play(const struct meltdown_instance *game, struct table *table, struct work *work,
                         struct meltdown_answer *answer)
{
    uint32_t waiting = ((uint32_t)1 << game->player_count) - 1;
    bool changed = true;

    for (uint32_t r = 0; r < game->round_count && waiting; r++) {
        if (!work_spend(work, table->count))
            return OUTCOME_LIMIT;
        changed |= hear(table, &game->rounds[r]);
        if (changed) {
            uint32_t announcers = real_announcers(table, waiting, (uint32_t)game->cards);

            changed = see_announcers(table, waiting, announcers);
            waiting &= ~announcers;
            for (uint32_t rest = announcers; rest; rest &= rest - 1)
                answer->rounds[__builtin_ctz(rest)] = (int16_t)(r + 1);
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
    table.marks = arena_alloc(work->arena, table.count, sizeof *table.marks);
    if (!table.worlds || !table.marks)
        return OUTCOME_NO_MEMORY;
    for (uint32_t world = 0; world < table.count; world++) {
        table.worlds[world] = world;
        table.marks[world] = ALIVE;
    }
    for (uint32_t i = 0; i < MELTDOWN_PLAYERS_MAX; i++)
        result->rounds[i] = i < game->player_count ? -1 : 0;
    return play(game, &table, work, result);
}

extern const struct variant meltdown_pruned;
const struct variant meltdown_pruned = {
    .name = "pruned",
    .summary = "a mark a world, a list of the living, four look-ups a player",
    .bound = "O(L n m) time for L <= 2^n living worlds, 5 * 2^n bytes",
    .domain = "at most 24 players",
    .claim = CLAIM_EXACT,
    .walk = "living worlds",
    .walk_counter = COUNTER_worlds,
    .refuses = refuses,
    .solve = solve,
};
