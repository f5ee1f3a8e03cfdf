/* Smaller games. Blocks of turns are taken out, from half of the game down to single turns, and the tiles and cells that are
 * left are numbered anew. Before the small blocks come the game's own quiet positions, as games that make for them at
 * once: where a large game is judged wrongly it is nearly always for the lengths of its runs, and turns taken out
 * change all of those; a game that makes for a quiet position has then no other steps but to shorten its runs. Last,
 * the tiles or the cells of some turns are put in rising order. Either there are fewer turns, or as many and fewer inversions: no descent is infinite. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

/* Numbers what is marked anew, in order: 1, 2 ... */
static void renumber(uint32_t *numbers, uint32_t n)
{
    uint32_t next = 1;

    for (uint32_t i = 1; i <= n; i++)
        numbers[i] = numbers[i] ? next++ : 0;
}

static const void *remove_turns(const struct adjacent_instance *game, uint32_t first, uint32_t count,
                                struct arena *arena)
{
    struct adjacent_turn *turns;
    struct adjacent_instance *smaller = adjacent_make(game->n - count, &turns, arena);
    struct arena_mark mark = arena_mark(arena);
    uint32_t *tiles = arena_zalloc(arena, (size_t)game->n + 1, sizeof *tiles);
    uint32_t *cells = arena_zalloc(arena, (size_t)game->n + 1, sizeof *cells);

    if (!smaller || !tiles || !cells)
        return NULL;
    for (uint32_t i = 0; i < game->n; i++)
        if (i - first >= count)
            tiles[game->turns[i].tile] = cells[game->turns[i].cell] = 1;
    renumber(tiles, game->n);
    renumber(cells, game->n);
    for (uint32_t i = 0, j = 0; i < game->n; i++)
        if (i - first >= count)
            turns[j++] = (struct adjacent_turn){tiles[game->turns[i].tile], cells[game->turns[i].cell]};
    arena_release(arena, mark);
    return smaller;
}

static const void *copy(const struct adjacent_instance *game, struct adjacent_turn **turns, struct arena *arena)
{
    struct adjacent_instance *copied = adjacent_make(game->n, turns, arena);

    if (copied)
        memcpy(*turns, game->turns, game->n * sizeof **turns);
    return copied;
}

static uint32_t *number_of(struct adjacent_turn *turn, bool cells)
{
    return cells ? &turn->cell : &turn->tile;
}

static int by_tile(const void *a, const void *b)
{
    const struct adjacent_turn *x = a, *y = b;

    return (x->tile > y->tile) - (x->tile < y->tile);
}

static int by_cell(const void *a, const void *b)
{
    const struct adjacent_turn *x = a, *y = b;

    return (x->cell > y->cell) - (x->cell < y->cell);
}

static bool is_sorted(const struct adjacent_turn *turns, uint32_t count, bool cells)
{
    for (uint32_t i = 1; i < count; i++)
        if (cells ? turns[i].cell < turns[i - 1].cell : turns[i].tile < turns[i - 1].tile)
            return false;
    return true;
}

/* The tiles, or the cells, of these turns in rising order. */
static const void *sort_turns(const struct adjacent_instance *game, uint32_t first, uint32_t count, bool cells,
                              struct arena *arena)
{
    struct adjacent_turn *turns;
    const void *smaller = copy(game, &turns, arena);
    struct arena_mark mark = arena_mark(arena);
    struct adjacent_turn *sorted = arena_alloc(arena, count, sizeof *sorted);

    if (!smaller || !sorted)
        return NULL;
    memcpy(sorted, turns + first, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, cells ? by_cell : by_tile);
    for (uint32_t i = 0; i < count; i++)
        *number_of(&turns[first + i], cells) = *number_of(&sorted[i], cells);
    arena_release(arena, mark);
    return smaller;
}

/* The step-th block that is not sorted: what comes last, from half of the game down to two turns; then any two turns. */
static const void *sort_block(const struct adjacent_instance *game, size_t step, struct arena *arena)
{
    for (uint32_t block = game->n; block > 2; block /= 2)
        for (int cells = 0; cells < 2; cells++)
            if (!is_sorted(game->turns + game->n - block, block, cells) && step-- == 0)
                return sort_turns(game, game->n - block, block, cells, arena);
    for (int cells = 0; cells < 2; cells++)
        for (uint32_t i = 0; i + 1 < game->n; i++)
            if (!is_sorted(game->turns + i, 2, cells) && step-- == 0)
                return sort_turns(game, i, 2, cells, arena);
    return NULL;
}

/* The step-th game without a block of turns, blocks from *block down to `least`. NULL past the last one, and *step is then less all
 * of them, *block what comes next. */
static const void *remove_blocks(const struct adjacent_instance *game, uint32_t *block, uint32_t least,
                                 size_t *step, struct arena *arena)
{
    for (; *block >= least && *block; *block /= 2) {
        uint32_t blocks = (game->n + *block - 1) / *block;

        if (*step < blocks) {
            uint32_t first = (uint32_t)*step * *block;

            return remove_turns(game, first, game->n - first < *block ? game->n - first : *block, arena);
        }
        *step -= blocks;
    }
    return NULL;
}

const void *adjacent_shrink(const void *instance, size_t step, struct arena *arena)
{
    const struct adjacent_instance *game = instance;
    uint32_t block = game->n / 2;
    const void *smaller = remove_blocks(game, &block, game->n / 8, &step, arena);

    if (!smaller)
        smaller = adjacent_quiet_shrink(game, &step, arena);
    if (smaller || adjacent_is_quiet(game))
        return smaller;
    smaller = remove_blocks(game, &block, 1, &step, arena);
    return smaller ? smaller : sort_block(game, step, arena);
}
