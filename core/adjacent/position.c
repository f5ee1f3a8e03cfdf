/* A quiet position to order: given the lengths of the runs of unused tiles and of empty cells, an opening
 * that leads to them with no pair standing and none to be completed at once. The published theorems speak of
 * such positions only, and games drawn at random hardly ever meet one.
 *
 *     tiles   run, separator, run, separator a, then a block up to n that is used whole
 *     cells   a block that is filled whole, then separator, run, separator, run
 *
 * Tiles that separate have unused neighbours, so they go into the block of cells, where no cell is empty; the
 * block of tiles has no unused neighbour, so it goes into the cells that separate. The two or three guards
 * keep consecutive numbers apart where the blocks meet: the cells there hold a + 2, a, a + 3, a + 1. */
#include "parts.h"

uint32_t adjacent_open(const struct adjacent_runs *tiles, const struct adjacent_runs *cells, uint32_t guards,
                       struct adjacent_turn *turns)
{
    uint32_t count = 0, tile = 0, block;
    uint32_t cell = tiles->count + guards;

    for (uint32_t i = 0; i < tiles->count; i++) {
        /* The third guard stands first, the second last; the first comes before the last separator. */
        uint32_t at = i + 1 + (guards == 3) + (i + 1 == tiles->count);

        tile += tiles->lengths[i] + 1;
        turns[count++] = (struct adjacent_turn){tile, at};
    }
    block = tile;
    turns[count++] = (struct adjacent_turn){block + 2, cell - 2};
    turns[count++] = (struct adjacent_turn){block + 3, cell};
    for (uint32_t i = 0; i < cells->count; i++) {
        turns[count++] = (struct adjacent_turn){block + (i ? i + 3 : 1), cell + 1};
        cell += cells->lengths[i] + 1;
    }
    if (guards == 3)
        turns[count++] = (struct adjacent_turn){block + cells->count + 3, 1};
    return count;
}
