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

/* A position by its runs, in falling order. */
struct quiet {
    struct adjacent_runs tiles, cells;
    uint32_t lengths[2][ADJACENT_QUIET_LAST];
    uint32_t sum;
    enum adjacent_player mover;
};

static uint32_t tiles_of(uint32_t sum, uint32_t runs, enum adjacent_player mover)
{
    return sum + runs + 2 + (runs % 2 != mover);
}

static const void *make_quiet(struct quiet *quiet, struct arena *arena)
{
    uint32_t n = tiles_of(quiet->sum, quiet->tiles.count + quiet->cells.count, quiet->mover);
    struct adjacent_turn *turns;
    struct adjacent_instance *game = adjacent_make(n, &turns, arena);
    struct adjacent_turn written[TILES_MOST];

    if (game) {
        write_turns(quiet->sum, &quiet->tiles, &quiet->cells, quiet->mover, written);
        memcpy(turns, written, n * sizeof *turns);
    }
    return game;
}

static void add_run(struct adjacent_runs *runs, uint32_t length)
{
    uint32_t i = runs->count++;

    for (; i && runs->lengths[i - 1] < length; i--)
        runs->lengths[i] = runs->lengths[i - 1];
    runs->lengths[i] = length;
}

static void find_runs(const bool *used, uint32_t n, struct adjacent_runs *runs)
{
    uint32_t length = 0;

    for (uint32_t i = 1; i <= n + 1; i++) {
        if (i <= n && !used[i]) {
            length++;
        } else if (length) {
            add_run(runs, length);
            length = 0;
        }
    }
}

/* `sum` turns before the game's end; `used` are the tiles and the cells before them. */
static void find_quiet(const struct adjacent_instance *game, uint32_t sum, const bool *used_tile,
                       const bool *used_cell, struct quiet *quiet)
{
    quiet->sum = sum;
    quiet->mover = (game->n - sum) % 2 ? ADJACENT_B : ADJACENT_A;
    quiet->tiles = (struct adjacent_runs){quiet->lengths[0], 0};
    quiet->cells = (struct adjacent_runs){quiet->lengths[1], 0};
    find_runs(used_tile, game->n, &quiet->tiles);
    find_runs(used_cell, game->n, &quiet->cells);
}

/* Is this game the one that stands for a quiet position? */
static bool read_quiet(const struct adjacent_instance *game, struct quiet *quiet)
{
    bool used_tile[TILES_MOST + 1] = {false}, used_cell[TILES_MOST + 1] = {false};
    struct adjacent_turn turns[TILES_MOST];
    uint32_t placed = 0;

    if (game->n > TILES_MOST)
        return false;
    for (; game->turns[placed].tile != 1; placed++)
        used_tile[game->turns[placed].tile] = used_cell[game->turns[placed].cell] = true;
    if (game->n - placed > ADJACENT_QUIET_LAST)
        return false;
    find_quiet(game, game->n - placed, used_tile, used_cell, quiet);
    if (tiles_of(quiet->sum, quiet->tiles.count + quiet->cells.count, quiet->mover) != game->n)
        return false;
    write_turns(quiet->sum, &quiet->tiles, &quiet->cells, quiet->mover, turns);
    return memcmp(turns, game->turns, game->n * sizeof *turns) == 0;
}

bool adjacent_is_quiet(const struct adjacent_instance *game)
{
    struct quiet quiet;

    return read_quiet(game, &quiet);
}

bool adjacent_quiet_rank(const void *instance, uint64_t *size, uint64_t *rank)
{
    struct partitions partitions;
    struct quiet quiet;

    if (!read_quiet(instance, &quiet))
        return false;
    count_partitions(&partitions, quiet.sum);
    *size = quiet.sum;
    *rank = 2 * (rank_partition(&partitions, quiet.sum, &quiet.tiles) * partitions.at_most[quiet.sum][quiet.sum] +
                 rank_partition(&partitions, quiet.sum, &quiet.cells)) +
            quiet.mover;
    return true;
}

/* Takes so many away, from the run at `index` and then from those that follow it. */
static void shorten_runs(struct adjacent_runs *runs, uint32_t index, uint32_t by)
{
    while (by) {
        uint32_t length = runs->lengths[index];

        runs->count--;
        memmove(runs->lengths + index, runs->lengths + index + 1, (runs->count - index) * sizeof *runs->lengths);
        if (length > by) {
            add_run(runs, length - by);
            return;
        }
        if (index && index == runs->count)
            index--;
        by -= length;
    }
}

/* The step-th way to shorten runs on both sides by as much: by half of all, a quarter ... 2, 1; but for 1 by an even number, which leaves
 * the turn to the same player. False: there are not so many, and *step is less them. At least one turn is left. */
static bool shorten(struct quiet *quiet, size_t *step)
{
    for (uint32_t half = quiet->sum / 2; half; half /= 2) {
        uint32_t by = half > 1 ? half & ~1U : 1;

        for (uint32_t i = 0; i < quiet->tiles.count; i++)
            for (uint32_t j = 0; j < quiet->cells.count; j++) {
                if ((i && quiet->tiles.lengths[i - 1] == quiet->tiles.lengths[i]) ||
                    (j && quiet->cells.lengths[j - 1] == quiet->cells.lengths[j]) || (*step)--)
                    continue;
                shorten_runs(&quiet->tiles, i, by);
                shorten_runs(&quiet->cells, j, by);
                quiet->sum -= by;
                return true;
            }
    }
    return false;
}

/* What is left unused when a turn is taken back: one more, and with each free neighbour one run less. */
static uint32_t take_back(bool *used, uint32_t i)
{
    used[i] = false;
    return 1U - !used[i - 1] - !used[i + 1];
}

/* The step-th of the game's last positions before any pair whose game as a quiet one is shorter than it is, the last one first. */
static bool find_position(const struct adjacent_instance *game, size_t *step, struct quiet *quiet,
                          struct arena *arena)
{
    bool *used_tile = arena_alloc(arena, (size_t)game->n + 2, sizeof *used_tile);
    bool *used_cell = arena_alloc(arena, (size_t)game->n + 2, sizeof *used_cell);
    uint32_t *board = arena_zalloc(arena, (size_t)game->n + 2, sizeof *board);
    uint32_t runs = 0, pair;

    if (!used_tile || !used_cell || !board)
        return false;
    memset(used_tile, true, (size_t)game->n + 2);
    memset(used_cell, true, (size_t)game->n + 2);
    pair = adjacent_first_pair(game, board);
    for (uint32_t sum = 1; sum <= game->n && sum <= ADJACENT_QUIET_LAST; sum++) {
        const struct adjacent_turn *turn = &game->turns[game->n - sum];

        runs += take_back(used_tile, turn->tile) + take_back(used_cell, turn->cell);
        if (game->n - sum > pair || tiles_of(sum, runs, (game->n - sum) % 2 ? ADJACENT_B : ADJACENT_A) >= game->n ||
            (*step)--)
            continue;
        find_quiet(game, sum, used_tile, used_cell, quiet);
        return true;
    }
    return false;
}

const void *adjacent_quiet_shrink(const void *instance, size_t *step, struct arena *arena)
{
    struct arena_mark mark = arena_mark(arena);
    struct quiet quiet;
    bool found = find_position(instance, step, &quiet, arena) || (read_quiet(instance, &quiet) && shorten(&quiet, step));

    arena_release(arena, mark);
    return found ? make_quiet(&quiet, arena) : NULL;
}
