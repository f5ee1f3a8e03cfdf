/* Smaller games. First blocks of turns are taken out, from half of the game down to single turns, and the
 * tiles and cells that are left are numbered anew; then two turns that follow each other swap their tiles, or
 * their cells, where that brings the smaller one forward. Either there are fewer turns, or as many and fewer
 * inversions: no descent is infinite. */
#include "parts.h"

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

/* The step-th swap that brings a smaller number forward: tiles first, then cells. */
static const void *swap_neighbours(const struct adjacent_instance *game, size_t step, struct arena *arena)
{
    struct adjacent_turn *turns;
    struct adjacent_instance *smaller;

    for (uint32_t k = 0; k < 2 * (game->n - 1); k++) {
        uint32_t i = k % (game->n - 1);
        struct adjacent_turn a = game->turns[i], b = game->turns[i + 1];
        bool cells = k >= game->n - 1;

        if ((cells ? a.cell < b.cell : a.tile < b.tile) || step-- > 0)
            continue;
        smaller = adjacent_make(game->n, &turns, arena);
        if (!smaller)
            return NULL;
        memcpy(turns, game->turns, game->n * sizeof *turns);
        turns[i] = cells ? (struct adjacent_turn){a.tile, b.cell} : (struct adjacent_turn){b.tile, a.cell};
        turns[i + 1] =
            cells ? (struct adjacent_turn){b.tile, a.cell} : (struct adjacent_turn){a.tile, b.cell};
        return smaller;
    }
    return NULL;
}

const void *adjacent_shrink(const void *instance, size_t step, struct arena *arena)
{
    const struct adjacent_instance *game = instance;

    for (uint32_t block = game->n / 2; block; block /= 2) {
        uint32_t blocks = (game->n + block - 1) / block;

        if (step < blocks) {
            uint32_t first = (uint32_t)step * block;
            uint32_t count = game->n - first < block ? game->n - first : block;

            return remove_turns(game, first, count, arena);
        }
        step -= blocks;
    }
    return swap_neighbours(game, step, arena);
}
