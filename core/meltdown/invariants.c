/* The metamorphic relations of the game. Simultaneity needs none of its own: players who used announcements
 * of their own round would do so in some order, and turning or mirroring the ring changes every order. */
#include "internal.h"

#include <string.h>

static const struct meltdown_answer *answer_of(const struct result *result)
{
    return result->outcome == OUTCOME_SOLVED ? result->answer : NULL;
}

/* How players are renumbered: each to (factor * number + shift) mod n, factor 1 or n - 1. */
struct renumbering {
    uint32_t factor;
    uint32_t shift;
};

static uint32_t renumber(const struct renumbering *map, uint32_t player, uint32_t n)
{
    return (map->factor * player + map->shift) % n;
}

static uint64_t renumber_set(const struct renumbering *map, uint64_t set, uint32_t n)
{
    uint64_t renumbered = 0;

    for (; set; set &= set - 1)
        renumbered |= (uint64_t)1 << renumber(map, (uint32_t)__builtin_ctzll(set), n);
    return renumbered;
}

static const void *change_numbers(const struct meltdown_instance *game, const struct renumbering *map,
                                  struct arena *arena)
{
    uint32_t n = game->player_count;
    struct meltdown_round *rounds;
    struct meltdown_instance *changed =
        meltdown_make(n, game->round_count, renumber_set(map, game->cards, n), &rounds, arena);

    for (uint32_t r = 0; changed && r < game->round_count; r++) {
        const struct meltdown_round *old = &game->rounds[r];
        struct meltdown_statement *statements = arena_alloc(arena, old->count, sizeof *statements);

        if (!statements)
            return NULL;
        for (size_t i = 0; i < old->count; i++) {
            statements[i].players = renumber_set(map, old->statements[i].players, n);
            statements[i].value = old->statements[i].value;
        }
        rounds[r] = (struct meltdown_round){statements, old->count};
    }
    return changed;
}

static const void *draw_renumbering(const struct meltdown_instance *game, uint32_t factor,
                                    uint32_t least_shift, struct rng *rng, struct arena *arena,
                                    const void **map)
{
    struct renumbering *drawn = arena_alloc(arena, 1, sizeof *drawn);

    *map = drawn;
    if (!drawn)
        return NULL;
    drawn->factor = factor;
    drawn->shift = (uint32_t)rng_between(rng, least_shift, game->player_count - 1);
    return change_numbers(game, drawn, arena);
}

static const void *turn(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    return draw_renumbering(instance, 1, 1, rng, arena, map);
}

static const void *mirror(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    const struct meltdown_instance *game = instance;

    return draw_renumbering(game, game->player_count - 1, 0, rng, arena, map);
}

static bool keeps_renumbered(const void *instance, const struct result *before, const void *changed,
                             const struct result *after, const void *map)
{
    const struct meltdown_instance *game = instance;
    const struct meltdown_answer *old = answer_of(before), *new = answer_of(after);

    (void)changed;
    for (uint32_t i = 0; old && new &&i < game->player_count; i++)
        if (new->rounds[renumber(map, i, game->player_count)] != old->rounds[i])
            return false;
    return old && new;
}

static bool keeps_answer(const void *instance, const struct result *before, const void *changed,
                         const struct result *after, const void *map)
{
    const struct meltdown_answer *old = answer_of(before), *new = answer_of(after);

    (void)instance;
    (void)changed;
    (void)map;
    return old && new &&memcmp(old, new, sizeof *old) == 0;
}

/* A round, drawn, with at least `least` statements, and room for one more; round_count where there is none.
 */
static uint32_t draw_round(const struct meltdown_instance *game, size_t least, struct rng *rng)
{
    uint32_t start = (uint32_t)rng_below(rng, game->round_count);

    for (uint32_t i = 0; i < game->round_count; i++) {
        uint32_t r = (start + i) % game->round_count;

        if (game->rounds[r].count >= least && game->rounds[r].count < MELTDOWN_STATEMENTS_MAX)
            return r;
    }
    return game->round_count;
}

/* A copy of the game in which the statements of round r have room for one more and are the caller's to
 * change. */
static struct meltdown_instance *open_round(const struct meltdown_instance *game, uint32_t r,
                                            struct meltdown_round **rounds,
                                            struct meltdown_statement **statements, struct arena *arena)
{
    size_t count = game->rounds[r].count;
    struct meltdown_instance *changed = meltdown_copy(game, rounds, arena);

    *statements = arena_alloc(arena, count + 1, sizeof **statements);
    if (!changed || !*statements)
        return NULL;
    memcpy(*statements, game->rounds[r].statements, count * sizeof **statements);
    (*rounds)[r].statements = *statements;
    return changed;
}

static const void *reorder(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    const struct meltdown_instance *game = instance;
    uint32_t r = draw_round(game, 2, rng);
    struct meltdown_statement *statements;
    struct meltdown_round *rounds;
    struct meltdown_instance *changed;

    *map = NULL;
    if (r == game->round_count)
        return NULL;
    changed = open_round(game, r, &rounds, &statements, arena);
    for (size_t i = changed ? rounds[r].count : 0; i > 1; i--) {
        size_t j = (size_t)rng_below(rng, i);
        struct meltdown_statement kept = statements[i - 1];

        statements[i - 1] = statements[j];
        statements[j] = kept;
    }
    return changed;
}

/* One statement more, of the same value over at least the players of another of its round. */
static const void *repeat_weaker(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    const struct meltdown_instance *game = instance;
    uint32_t r = draw_round(game, 1, rng);
    struct meltdown_statement *statements;
    struct meltdown_round *rounds;
    struct meltdown_instance *changed;

    *map = NULL;
    if (r == game->round_count)
        return NULL;
    changed = open_round(game, r, &rounds, &statements, arena);
    if (changed) {
        size_t count = rounds[r].count++;

        statements[count] = statements[rng_below(rng, count)];
        statements[count].players |= rng_next(rng) & meltdown_everyone(game->player_count);
    }
    return changed;
}

static const void *end_earlier(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    const struct meltdown_instance *game = instance;
    struct meltdown_round *rounds;
    struct meltdown_instance *changed = game->round_count ? meltdown_copy(game, &rounds, arena) : NULL;

    *map = NULL;
    if (changed)
        changed->round_count = (uint32_t)rng_below(rng, game->round_count);
    return changed;
}

static bool keeps_early_answers(const void *instance, const struct result *before, const void *changed,
                                const struct result *after, const void *map)
{
    const struct meltdown_instance *shorter = changed;
    const struct meltdown_answer *old = answer_of(before), *new = answer_of(after);

    (void)instance;
    (void)map;
    for (uint32_t i = 0; old && new &&i < shorter->player_count; i++)
        if (new->rounds[i] != (old->rounds[i] <= (int32_t)shorter->round_count ? old->rounds[i] : -1))
            return false;
    return old && new;
}

static const void *begin_later(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    const struct meltdown_instance *game = instance;
    struct meltdown_round *rounds;
    struct meltdown_instance *changed = NULL;

    (void)rng;
    *map = NULL;
    if (game->round_count < MELTDOWN_ROUNDS_MAX)
        changed = meltdown_make(game->player_count, game->round_count + 1, game->cards, &rounds, arena);
    if (changed)
        memcpy(rounds + 1, game->rounds, game->round_count * sizeof *rounds);
    return changed;
}

static bool keeps_later_answers(const void *instance, const struct result *before, const void *changed,
                                const struct result *after, const void *map)
{
    const struct meltdown_instance *game = instance;
    const struct meltdown_answer *old = answer_of(before), *new = answer_of(after);

    (void)changed;
    (void)map;
    for (uint32_t i = 0; old && new &&i < game->player_count; i++)
        if (new->rounds[i] != (old->rounds[i] < 0 ? -1 : old->rounds[i] + 1))
            return false;
    return old && new;
}

static const void *say_nothing(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    const struct meltdown_instance *game = instance;
    struct meltdown_round *rounds;

    (void)rng;
    *map = NULL;
    return meltdown_make(game->player_count, game->round_count, game->cards, &rounds, arena);
}

static bool keeps_silent(const void *instance, const struct result *before, const void *changed,
                         const struct result *after, const void *map)
{
    const struct meltdown_instance *game = instance;
    const struct meltdown_answer *new = answer_of(after);

    (void)before;
    (void)changed;
    (void)map;
    for (uint32_t i = 0; new &&i < game->player_count; i++)
        if (new->rounds[i] != -1)
            return false;
    return new != NULL;
}

const struct invariant meltdown_invariants[] = {
    {"turn", "turning the ring turns the answer", turn, keeps_renumbered},
    {"mirror", "mirroring the ring mirrors the answer", mirror, keeps_renumbered},
    {"reorder", "the order of the statements in a round does not matter", reorder, keeps_answer},
    {"imply", "a statement implied by another one of its round changes nothing", repeat_weaker, keeps_answer},
    {"end", "with fewer rounds the answers of those that remain are the same", end_earlier,
     keeps_early_answers},
    {"begin", "a round of silence at the start makes all answers one round later", begin_later,
     keeps_later_answers},
    {"silence", "with no statement ever nobody announces", say_nothing, keeps_silent},
    {0},
};
