/* Three sets of games, each reached by number.
 *
 * games      all of them: both orders in which tiles and cells are taken, as permutations in lexicographic
 * order. positions  fewer games that between them still pass through every position: for each full board, the
 * sets of filled cells are cut into chains (de Bruijn, Tengbergen and Kruyswijk 1951; by matched brackets:
 * Greene and Kleitman 1976). A chain has one set of floor(n / 2) cells, which names it, and fills one cell
 * after the other. quiet      pairs of multisets of run lengths: see quiet.c. */
#include "parts.h"

#include <string.h>

/* The largest whose ranks fit in 64 bits. */
enum { GAMES_LAST = 12, POSITIONS_LAST = 17 };

static uint64_t factorial(uint64_t n)
{
    uint64_t product = 1;

    for (uint64_t i = 2; i <= n; i++)
        product *= i;
    return product;
}

/* The rank-th permutation of 1 .. n in lexicographic order. */
static void unrank_permutation(uint64_t n, uint64_t rank, uint32_t *values)
{
    uint32_t left[POSITIONS_LAST];

    for (uint32_t i = 0; i < n; i++)
        left[i] = i + 1;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t block = factorial(n - 1 - i);
        uint64_t at = rank / block;

        rank %= block;
        values[i] = left[at];
        memmove(left + at, left + at + 1, (size_t)(n - 1 - i - at) * sizeof *left);
    }
}

static uint64_t rank_permutation(uint64_t n, const uint32_t *values)
{
    uint64_t rank = 0;

    for (uint64_t i = 0; i < n; i++) {
        uint64_t smaller = 0;

        for (uint64_t j = i + 1; j < n; j++)
            smaller += values[j] < values[i];
        rank = rank * (n - i) + smaller;
    }
    return rank;
}

static const void *make_game(uint64_t n, const uint32_t *tiles, const uint32_t *cells, struct arena *arena)
{
    struct adjacent_turn *turns;
    struct adjacent_instance *game = adjacent_make((uint32_t)n, &turns, arena);

    for (uint64_t i = 0; game && i < n; i++)
        turns[i] = (struct adjacent_turn){tiles[i], cells[i]};
    return game;
}

static uint64_t count_games(uint64_t size)
{
    return factorial(size) * factorial(size);
}

static const void *unrank_game(uint64_t size, uint64_t rank, struct arena *arena)
{
    uint32_t tiles[GAMES_LAST], cells[GAMES_LAST];

    unrank_permutation(size, rank / factorial(size), tiles);
    unrank_permutation(size, rank % factorial(size), cells);
    return make_game(size, tiles, cells, arena);
}

static bool rank_game(const void *instance, uint64_t *size, uint64_t *rank)
{
    const struct adjacent_instance *game = instance;
    uint32_t tiles[GAMES_LAST], cells[GAMES_LAST];

    if (game->n > GAMES_LAST)
        return false;
    for (uint32_t i = 0; i < game->n; i++) {
        tiles[i] = game->turns[i].tile;
        cells[i] = game->turns[i].cell;
    }
    *size = game->n;
    *rank = rank_permutation(game->n, tiles) * factorial(game->n) + rank_permutation(game->n, cells);
    return true;
}

/* 0 where k > n: a factor is 0 then. */
static uint64_t binomial(uint64_t n, uint64_t k)
{
    uint64_t result = 1;

    for (uint64_t i = 0; i < k; i++)
        result = result * (n - i) / (i + 1);
    return result;
}

/* The sets of k of n cells in the order of their masks read as numbers (the combinatorial number system). */
static uint32_t unrank_set(uint64_t n, uint64_t k, uint64_t rank)
{
    uint32_t set = 0;

    for (uint64_t i = n; i-- > 0;) {
        if (k && rank >= binomial(i, k)) {
            rank -= binomial(i, k--);
            set |= (uint32_t)1 << i;
        }
    }
    return set;
}

static uint64_t rank_set(uint32_t set)
{
    uint64_t rank = 0, k = 0;

    for (; set; set &= set - 1)
        rank += binomial((uint64_t)__builtin_ctz(set), ++k);
    return rank;
}

/* The order in which the set's chain fills the cells. A cell in the set opens a bracket, one outside closes
 * it: the matched ones of the set come first and the matched ones outside last; the rest are filled between
 * them from the high end, so that what is filled keeps the same brackets matched. */
static void order_cells(uint64_t n, uint32_t set, uint32_t *cells)
{
    uint32_t open[POSITIONS_LAST], depth = 0, count = 0;
    uint32_t matched = 0;

    for (uint32_t i = 0; i < n; i++) {
        if (set >> i & 1) {
            open[depth++] = i;
        } else if (depth) {
            matched |= (uint32_t)1 << i | (uint32_t)1 << open[--depth];
        }
    }
    for (uint32_t i = 0; i < n; i++)
        if (matched & set & (uint32_t)1 << i)
            cells[count++] = i + 1;
    for (uint32_t i = (uint32_t)n; i-- > 0;)
        if (!(matched >> i & 1))
            cells[count++] = i + 1;
    for (uint32_t i = 0; i < n; i++)
        if (matched & ~set & (uint32_t)1 << i)
            cells[count++] = i + 1;
}

static uint64_t count_positions(uint64_t size)
{
    return factorial(size) * binomial(size, size / 2);
}

static const void *unrank_position(uint64_t size, uint64_t rank, struct arena *arena)
{
    uint32_t board[POSITIONS_LAST], tiles[POSITIONS_LAST], cells[POSITIONS_LAST];
    uint64_t chains = binomial(size, size / 2);

    unrank_permutation(size, rank / chains, board);
    order_cells(size, unrank_set(size, size / 2, rank % chains), cells);
    for (uint64_t i = 0; i < size; i++)
        tiles[i] = board[cells[i] - 1];
    return make_game(size, tiles, cells, arena);
}

static bool rank_position(const void *instance, uint64_t *size, uint64_t *rank)
{
    const struct adjacent_instance *game = instance;
    uint32_t board[POSITIONS_LAST], cells[POSITIONS_LAST], set = 0;

    if (game->n > POSITIONS_LAST)
        return false;
    for (uint32_t i = 0; i < game->n; i++) {
        board[game->turns[i].cell - 1] = game->turns[i].tile;
        if (i < game->n / 2)
            set |= (uint32_t)1 << (game->turns[i].cell - 1);
    }
    order_cells(game->n, set, cells);
    for (uint32_t i = 0; i < game->n; i++)
        if (game->turns[i].cell != cells[i])
            return false;
    *size = game->n;
    *rank = rank_permutation(game->n, board) * binomial(game->n, game->n / 2) + rank_set(set);
    return true;
}

const struct space adjacent_spaces[] = {
    {"games", "games with N", 1, GAMES_LAST, count_games, unrank_game, rank_game},
    {"positions", "games through every position with N", 1, POSITIONS_LAST, count_positions, unrank_position,
     rank_position},
    {"quiet", "quiet positions with turns left", 1, ADJACENT_QUIET_LAST, adjacent_quiet_count,
     adjacent_quiet_unrank, adjacent_quiet_rank},
    {0},
};
