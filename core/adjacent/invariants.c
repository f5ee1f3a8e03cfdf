/* What the rules promise of every game: three changes that keep the answer, and three facts that hold in
 * each. */
#include "parts.h"

#include <string.h>

static const struct adjacent_answer *answer_of(const struct result *result)
{
    return result->answer;
}

/* A game with the same number of turns, to be filled in. */
static struct adjacent_instance *copy(const struct adjacent_instance *game, struct adjacent_turn **turns,
                                      struct arena *arena)
{
    struct adjacent_instance *changed = adjacent_make(game->n, turns, arena);

    if (changed)
        memcpy(*turns, game->turns, game->n * sizeof **turns);
    return changed;
}

static const void *mirror_cells(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    struct adjacent_turn *turns;
    struct adjacent_instance *changed = copy(instance, &turns, arena);

    (void)rng;
    *map = NULL;
    for (uint32_t i = 0; changed && i < changed->n; i++)
        turns[i].cell = changed->n + 1 - turns[i].cell;
    return changed;
}

static const void *mirror_tiles(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    struct adjacent_turn *turns;
    struct adjacent_instance *changed = copy(instance, &turns, arena);

    (void)rng;
    *map = NULL;
    for (uint32_t i = 0; changed && i < changed->n; i++)
        turns[i].tile = changed->n + 1 - turns[i].tile;
    return changed;
}

static const void *swap_roles(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    struct adjacent_turn *turns;
    struct adjacent_instance *changed = copy(instance, &turns, arena);

    (void)rng;
    *map = NULL;
    for (uint32_t i = 0; changed && i < changed->n; i++)
        turns[i] = (struct adjacent_turn){turns[i].cell, turns[i].tile};
    return changed;
}

/* Everybody plays something else; the empty board stays what it is. */
static const void *play_otherwise(const void *instance, struct rng *rng, struct arena *arena,
                                  const void **map)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_turn *turns;
    struct adjacent_instance *changed = game->n < 4 ? NULL : copy(game, &turns, arena);

    *map = NULL;
    for (uint32_t i = changed ? game->n : 0; i > 1; i--) {
        uint32_t j = (uint32_t)rng_below(rng, i), tile = turns[i - 1].tile;

        turns[i - 1].tile = turns[j].tile;
        turns[j].tile = tile;
    }
    return changed;
}

/* The last two tiles change places: whatever the last but one turn was, the last was forced. */
static const void *end_otherwise(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_turn *turns;
    struct adjacent_instance *changed = game->n < 2 ? NULL : copy(game, &turns, arena);

    (void)rng;
    *map = NULL;
    if (changed) {
        turns[game->n - 2].tile = game->turns[game->n - 1].tile;
        turns[game->n - 1].tile = game->turns[game->n - 2].tile;
    }
    return changed;
}

/* Once a pair stands the turns that follow come in another order. */
static const void *shuffle_after_pair(const void *instance, struct rng *rng, struct arena *arena,
                                      const void **map)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_turn *turns;
    struct adjacent_instance *changed = copy(game, &turns, arena);
    struct arena_mark mark = arena_mark(arena);
    uint32_t *board = arena_alloc(arena, (size_t)game->n + 2, sizeof *board);
    uint32_t pair = board ? adjacent_first_pair(game, board) : game->n;

    arena_release(arena, mark);
    *map = NULL;
    if (!changed || pair == game->n)
        return NULL;
    for (uint32_t left = game->n - pair - 1; left > 1; left--) {
        uint32_t i = pair + left, j = pair + 1 + (uint32_t)rng_below(rng, left);
        struct adjacent_turn kept = turns[i];

        turns[i] = turns[j];
        turns[j] = kept;
    }
    return changed;
}

static bool keeps_answer(const void *instance, const struct result *before, const void *changed,
                         const struct result *after, const void *map)
{
    const struct adjacent_instance *game = instance;

    (void)changed;
    (void)map;
    return before->outcome == OUTCOME_SOLVED && after->outcome == OUTCOME_SOLVED &&
           memcmp(before->answer, after->answer, sizeof(struct adjacent_answer) + game->n + 1) == 0;
}

static bool starts_won(const void *instance, const struct result *before, const void *changed,
                       const struct result *after, const void *map)
{
    (void)instance;
    (void)changed;
    (void)map;
    return before->outcome == OUTCOME_SOLVED && after->outcome == OUTCOME_SOLVED &&
           answer_of(before)->winner[0] == ADJACENT_A && answer_of(after)->winner[0] == ADJACENT_A;
}

/* Neither game has a mistake on the last turn, and up to the last turn but one they are the same game. */
static bool ends_forced(const void *instance, const struct result *before, const void *changed,
                        const struct result *after, const void *map)
{
    const struct adjacent_instance *game = instance;

    (void)changed;
    (void)map;
    return before->outcome == OUTCOME_SOLVED && after->outcome == OUTCOME_SOLVED &&
           answer_of(before)->winner[game->n - 1] == answer_of(before)->winner[game->n] &&
           answer_of(after)->winner[game->n - 1] == answer_of(after)->winner[game->n] &&
           memcmp(answer_of(before)->winner, answer_of(after)->winner, game->n - 1) == 0;
}

const struct invariant adjacent_invariants[] = {
    {"mirror-cells", "the row read from the other end", mirror_cells, keeps_answer},
    {"mirror-tiles", "tile m becomes n + 1 - m", mirror_tiles, keeps_answer},
    {"swap-roles", "tiles become cells and cells tiles", swap_roles, keeps_answer},
    {"empty-board", "the empty board is won for A from 4 tiles on, whatever is played", play_otherwise,
     starts_won},
    {"last-turn", "nobody makes a mistake on the last turn", end_otherwise, ends_forced},
    {"after-pair", "once a pair stands nobody makes a mistake: the order of the turns left does not matter",
     shuffle_after_pair, keeps_answer},
    {0},
};
