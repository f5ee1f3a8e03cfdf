/* Smaller games. The order: fewer players, then fewer rounds, fewer statements, fewer players named in all,
 * fewer cards 1, fewer values 1. Every kind of step goes down in it, so no descent is infinite. Coarse kinds
 * come first; a step that would make a statement false or leave one without players is skipped, but where a
 * player leaves the ring: there such statements leave with him. */
#include "internal.h"

/* Which players remain, which rounds go, which statement goes, and so on: the kinds number their steps alike,
 * from 0 on. */
enum kind {
    DROP_HALF,
    DROP_PLAYER,
    DROP_ROUND,
    DROP_STATEMENT,
    NARROW_STATEMENT,
    CLEAR_CARD,
    CLEAR_VALUE,
    KIND_COUNT
};

struct site {
    uint32_t round;
    size_t statement;
};

/* The index-th statement of the game, which has more than `index`. */
static struct site find_statement(const struct meltdown_instance *game, size_t index)
{
    uint32_t r = 0;

    while (index >= game->rounds[r].count)
        index -= game->rounds[r++].count;
    return (struct site){r, index};
}

static size_t count_statements(const struct meltdown_instance *game)
{
    size_t count = 0;

    for (uint32_t r = 0; r < game->round_count; r++)
        count += game->rounds[r].count;
    return count;
}

static size_t count_steps(const struct meltdown_instance *game, enum kind kind)
{
    switch (kind) {
    case DROP_HALF:
        return game->round_count > 1 ? 2 : 0;
    case DROP_PLAYER:
        return game->player_count > MELTDOWN_PLAYERS_MIN ? game->player_count : 0;
    case DROP_ROUND:
        return game->round_count;
    case DROP_STATEMENT:
    case CLEAR_VALUE:
        return count_statements(game);
    case NARROW_STATEMENT:
        return count_statements(game) * game->player_count;
    default:
        return game->player_count;
    }
}

static const void *drop_rounds(const struct meltdown_instance *game, uint32_t first, uint32_t count,
                               struct arena *arena)
{
    struct meltdown_round *rounds;
    struct meltdown_instance *smaller =
        meltdown_make(game->player_count, game->round_count - count, game->cards, &rounds, arena);

    for (uint32_t r = 0; smaller && r < smaller->round_count; r++)
        rounds[r] = game->rounds[r < first ? r : r + count];
    return smaller;
}

/* The set without that member, those above him one lower. */
static uint64_t close_gap(uint64_t set, uint32_t player)
{
    uint64_t below = ((uint64_t)1 << player) - 1;

    return (set & below) | (set >> 1 & ~below);
}

static const void *drop_player(const struct meltdown_instance *game, uint32_t player, struct arena *arena)
{
    struct meltdown_round *rounds;
    struct meltdown_instance *smaller = meltdown_make(game->player_count - 1, game->round_count,
                                                      close_gap(game->cards, player), &rounds, arena);

    for (uint32_t r = 0; smaller && r < game->round_count; r++) {
        struct meltdown_statement *statements = arena_alloc(arena, game->rounds[r].count, sizeof *statements);

        if (!statements)
            return NULL;
        rounds[r].statements = statements;
        for (size_t i = 0; i < game->rounds[r].count; i++) {
            const struct meltdown_statement *old = &game->rounds[r].statements[i];
            struct meltdown_statement kept = {close_gap(old->players, player), old->value};

            if (meltdown_holds(&kept, smaller->cards))
                statements[rounds[r].count++] = kept;
        }
    }
    return smaller;
}

/* The game with that statement replaced, or dropped where `by` is NULL. */
static const void *replace_statement(const struct meltdown_instance *game, struct site site,
                                     const struct meltdown_statement *by, struct arena *arena)
{
    size_t count = game->rounds[site.round].count;
    struct meltdown_round *rounds;
    struct meltdown_instance *smaller = meltdown_copy(game, &rounds, arena);
    struct meltdown_statement *statements = arena_alloc(arena, count, sizeof *statements);
    size_t kept = 0;

    if (!smaller || !statements)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        if (i != site.statement)
            statements[kept++] = game->rounds[site.round].statements[i];
        else if (by)
            statements[kept++] = *by;
    }
    rounds[site.round] = (struct meltdown_round){statements, kept};
    return smaller;
}

static const void *clear_card(const struct meltdown_instance *game, uint32_t player, struct arena *arena)
{
    uint64_t cards = game->cards & ~((uint64_t)1 << player);
    struct meltdown_instance *smaller;
    struct meltdown_round *rounds;

    if (cards == game->cards)
        return NULL;
    for (uint32_t r = 0; r < game->round_count; r++)
        for (size_t i = 0; i < game->rounds[r].count; i++)
            if (!meltdown_holds(&game->rounds[r].statements[i], cards))
                return NULL;
    smaller = meltdown_copy(game, &rounds, arena);
    if (smaller)
        smaller->cards = cards;
    return smaller;
}

static const void *change_statement(const struct meltdown_instance *game, enum kind kind, size_t step,
                                    struct arena *arena)
{
    struct site site = find_statement(game, kind == NARROW_STATEMENT ? step / game->player_count : step);
    struct meltdown_statement changed;

    if (kind == DROP_STATEMENT)
        return replace_statement(game, site, NULL, arena);
    changed = game->rounds[site.round].statements[site.statement];
    if (kind == NARROW_STATEMENT) {
        uint64_t leaving = (uint64_t)1 << step % game->player_count;

        if (!(changed.players & leaving))
            return NULL;
        changed.players &= ~leaving;
    } else if (changed.value) {
        changed.value = 0;
    } else {
        return NULL;
    }
    return meltdown_holds(&changed, game->cards) ? replace_statement(game, site, &changed, arena) : NULL;
}

/* NULL where the step does not apply. */
static const void *take_step(const struct meltdown_instance *game, enum kind kind, size_t step,
                             struct arena *arena)
{
    uint32_t half = game->round_count / 2;

    switch (kind) {
    case DROP_HALF:
        return step ? drop_rounds(game, 0, half, arena)
                    : drop_rounds(game, game->round_count - half, half, arena);
    case DROP_PLAYER:
        return drop_player(game, (uint32_t)step, arena);
    case DROP_ROUND:
        return drop_rounds(game, game->round_count - 1 - (uint32_t)step, 1, arena);
    case CLEAR_CARD:
        return clear_card(game, (uint32_t)step, arena);
    default:
        return change_statement(game, kind, step, arena);
    }
}

const void *meltdown_shrink(const void *instance, size_t step, struct arena *arena)
{
    const struct meltdown_instance *game = instance;

    for (enum kind kind = DROP_HALF; kind < KIND_COUNT; kind++) {
        size_t count = count_steps(game, kind);

        for (size_t i = 0; i < count; i++) {
            struct arena_mark mark = arena_mark(arena);
            const void *smaller = take_step(game, kind, i, arena);

            if (smaller && step-- == 0)
                return smaller;
            arena_release(arena, mark);
        }
    }
    return NULL;
}
