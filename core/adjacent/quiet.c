/* The space of quiet positions: all pairs of multisets of run lengths with the same sum, which is what the
 * published theorems are about. Each pair stands twice, once with A to move and once with B.
 *
 * A multiset is a partition of the sum, a game is the opening of position.c with the runs in descending
 * order, after which tiles and cells are taken in the order of their numbers. The opening leaves tile 1 to
 * the first turn after it, so that turn tells where it ends. */
#include "parts.h"

#include <string.h>

/* Separators and guards: a game of sum s has at most 3 s + 3 tiles. */
enum { TILES_MOST = 3 * ADJACENT_QUIET_LAST + 3 };

/* at_most[m][s]: partitions of s into parts of at most m. */
struct partitions {
    uint64_t at_most[ADJACENT_QUIET_LAST + 1][ADJACENT_QUIET_LAST + 1];
};

static void count_partitions(struct partitions *partitions, uint64_t sum)
{
    memset(partitions->at_most[0], 0, sizeof partitions->at_most[0]);
    partitions->at_most[0][0] = 1;
    for (uint64_t m = 1; m <= sum; m++)
        for (uint64_t s = 0; s <= sum; s++)
            partitions->at_most[m][s] =
                partitions->at_most[m - 1][s] + (s >= m ? partitions->at_most[m][s - m] : 0);
}

/* Parts descend; partitions with a smaller largest part come first. */
static void unrank_partition(const struct partitions *partitions, uint64_t sum, uint64_t rank,
                             struct adjacent_runs *runs)
{
    uint64_t part = sum;

    runs->count = 0;
    while (sum) {
        while (rank < partitions->at_most[part - 1][sum])
            part--;
        rank -= partitions->at_most[part - 1][sum];
        runs->lengths[runs->count++] = (uint32_t)part;
        sum -= part;
    }
}

static uint64_t rank_partition(const struct partitions *partitions, uint64_t sum,
                               const struct adjacent_runs *runs)
{
    uint64_t rank = 0;

    for (uint32_t i = 0; i < runs->count; i++) {
        rank += partitions->at_most[runs->lengths[i] - 1][sum];
        sum -= runs->lengths[i];
    }
    return rank;
}

/* Writes all turns of the game; returns how many those are. */
static uint32_t write_turns(uint32_t sum, const struct adjacent_runs *tiles,
                            const struct adjacent_runs *cells, enum adjacent_player mover,
                            struct adjacent_turn *turns)
{
    bool used_tile[TILES_MOST + 1] = {false}, used_cell[TILES_MOST + 1] = {false};
    uint32_t guards = 2 + ((tiles->count + cells->count) % 2 != mover);
    uint32_t placed = adjacent_open(tiles, cells, guards, turns);
    uint32_t tile = 1, cell = 1;

    for (uint32_t i = 0; i < placed; i++)
        used_tile[turns[i].tile] = used_cell[turns[i].cell] = true;
    for (uint32_t i = placed; i < placed + sum; i++) {
        while (used_tile[tile])
            tile++;
        while (used_cell[cell])
            cell++;
        turns[i] = (struct adjacent_turn){tile++, cell++};
    }
    return placed + sum;
}

uint64_t adjacent_quiet_count(uint64_t size)
{
    struct partitions partitions;

    count_partitions(&partitions, size);
    return 2 * partitions.at_most[size][size] * partitions.at_most[size][size];
}

const void *adjacent_quiet_unrank(uint64_t size, uint64_t rank, struct arena *arena)
{
    struct partitions partitions;
    uint32_t lengths[2][ADJACENT_QUIET_LAST];
    struct adjacent_runs tiles = {lengths[0], 0}, cells = {lengths[1], 0};
    struct adjacent_turn written[TILES_MOST], *turns;
    struct adjacent_instance *game;
    uint64_t each;
    uint32_t n;

    count_partitions(&partitions, size);
    each = partitions.at_most[size][size];
    unrank_partition(&partitions, size, rank / 2 / each, &tiles);
    unrank_partition(&partitions, size, rank / 2 % each, &cells);
    n = write_turns((uint32_t)size, &tiles, &cells, rank % 2 ? ADJACENT_B : ADJACENT_A, written);
    game = adjacent_make(n, &turns, arena);
    if (game)
        memcpy(turns, written, n * sizeof *turns);
    return game;
}

/* The runs of what is unused; false where they do not descend or sum to more than a game of this space has.
 */
static bool find_runs(const bool *used, uint32_t n, struct adjacent_runs *runs)
{
    uint32_t length = 0, sum = 0;

    for (uint32_t i = 1; i <= n + 1; i++) {
        if (i <= n && !used[i]) {
            length++;
        } else if (length) {
            sum += length;
            if (sum > ADJACENT_QUIET_LAST || (runs->count && length > runs->lengths[runs->count - 1]))
                return false;
            runs->lengths[runs->count++] = length;
            length = 0;
        }
    }
    return runs->count > 0;
}

bool adjacent_quiet_rank(const void *instance, uint64_t *size, uint64_t *rank)
{
    const struct adjacent_instance *game = instance;
    bool used_tile[TILES_MOST + 1] = {false}, used_cell[TILES_MOST + 1] = {false};
    uint32_t lengths[2][ADJACENT_QUIET_LAST], placed = 0, sum;
    struct adjacent_runs tiles = {lengths[0], 0}, cells = {lengths[1], 0};
    struct adjacent_turn turns[TILES_MOST];
    struct partitions partitions;

    if (game->n > TILES_MOST)
        return false;
    for (; game->turns[placed].tile != 1; placed++)
        used_tile[game->turns[placed].tile] = used_cell[game->turns[placed].cell] = true;
    sum = game->n - placed;
    if (!find_runs(used_tile, game->n, &tiles) || !find_runs(used_cell, game->n, &cells))
        return false;
    if (tiles.count + cells.count + 2 + ((tiles.count + cells.count) % 2 != placed % 2) != placed)
        return false;
    write_turns(sum, &tiles, &cells, placed % 2 ? ADJACENT_B : ADJACENT_A, turns);
    if (memcmp(turns, game->turns, game->n * sizeof *turns) != 0)
        return false;
    count_partitions(&partitions, sum);
    *size = sum;
    *rank = 2 * (rank_partition(&partitions, sum, &tiles) * partitions.at_most[sum][sum] +
                 rank_partition(&partitions, sum, &cells)) +
            placed % 2;
    return true;
}
