/* adjacent reduced: states are counts of runs of one and of two.
 *
 * First theorem: on A's turn, where no pair can be completed at once and not both sides have a run of 3 or
 * more, each run of length X may be replaced by floor(X / 2) runs of two and, if X is odd, one of one. So a
 * state is the number of turns left and how many twos each side has, and the game on such states is solved
 * once from the end, in a table that all cases share. On B's turn every move on the board is tried.
 *
 * Bound: O(k^3) time and memory for the table with k = 134 turns left, O(n^2) moves a turn, so O(n^3) a game.
 * Domain: n <= 200: a side of runs of at most 2 leaves at most 2 (n + 1) / 3 turns. A step is a move of B
 * looked at.
 * Source: the published analysis, first theorem. */
#include "adjacent.h"

#include <stdlib.h>
#include <string.h>

enum { TILES_MAX = 200, LEFT_MAX = 134, TWOS_MAX = LEFT_MAX / 2, OFF_BOARD = TILES_MAX + 2 };

enum { TILES, CELLS };

/* Does A win? Both sides have `left` places, in twos and ones. Only entries with as many twos as fit are
 * filled. */
struct table {
    bool a_wins[LEFT_MAX + 1][TWOS_MAX + 1][TWOS_MAX + 1];
};

/* One side of a reduced state. */
struct pieces {
    int ones;
    int twos;
};

static const char *refuses(const void *instance)
{
    return ((const struct adjacent_instance *)instance)->n > TILES_MAX ? "more than 200 tiles" : NULL;
}

/* Takes one place from a run of `length`, 1 or 2. */
static struct pieces cut(struct pieces side, int length)
{
    return length == 1 ? (struct pieces){side.ones - 1, side.twos}
                       : (struct pieces){side.ones + 1, side.twos - 1};
}

static bool has(struct pieces side, int length)
{
    return length == 1 ? side.ones > 0 : side.twos > 0;
}

static bool wins_then(const struct table *table, int left, struct pieces a, struct pieces b)
{
    return table->a_wins[left][a.twos][b.twos];
}

/* B has to meet one threat, that of a run of one on each side: it takes the one of `fixed`, and on the other
 * side anything but the one that is threatened. */
static bool meets_threat(const struct table *table, int left, struct pieces fixed, struct pieces other)
{
    struct pieces others = {other.ones - 1, other.twos};

    for (int length = 1; length <= 2; length++)
        if (has(others, length) && !wins_then(table, left - 1, cut(fixed, 1), cut(other, length)))
            return true;
    return false;
}

/* Nothing threatens; B must not make a threat, so one side gives a run of one. */
static bool moves_freely(const struct table *table, int left, struct pieces a, struct pieces b)
{
    for (int x = 1; x <= 2; x++)
        for (int y = 1; y <= 2; y++)
            if ((x == 1 || y == 1) && has(a, x) && has(b, y) &&
                !wins_then(table, left - 1, cut(a, x), cut(b, y)))
                return true;
    return false;
}

static bool wins_by(const struct table *table, int left, struct pieces a, int x, struct pieces b, int y)
{
    if (!has(a, x) || !has(b, y))
        return false;
    a = cut(a, x);
    b = cut(b, y);
    if (x == 2 && y == 2)
        return !meets_threat(table, left - 1, a, b) && !meets_threat(table, left - 1, b, a);
    return left > 1 && !moves_freely(table, left - 1, a, b);
}

static bool wins(const struct table *table, int left, struct pieces a, struct pieces b)
{
    for (int x = 1; x <= 2; x++)
        for (int y = 1; y <= 2; y++)
            if (wins_by(table, left, a, x, b, y))
                return true;
    return false;
}

static void *open_table(void)
{
    struct table *table = calloc(1, sizeof *table);

    for (int left = 1; table && left <= LEFT_MAX; left++)
        for (int a = 0; a <= left / 2; a++)
            for (int b = 0; b <= left / 2; b++)
                table->a_wins[left][a][b] =
                    wins(table, left, (struct pieces){left - 2 * a, a}, (struct pieces){left - 2 * b, b});
    return table;
}

/* What a move takes from a side: it leaves two runs of a run. */
struct place {
    uint32_t run;
    uint32_t left;
};

struct side {
    uint32_t partner[TILES_MAX + 2];    /* 0: none; OFF_BOARD beyond both ends */
    struct place places[TILES_MAX + 1]; /* of those without a partner */
    uint32_t longs;                     /* runs of 3 or more */
    uint32_t twos;                      /* the sum of floor(run / 2) */
};

struct threat {
    uint32_t at[2]; /* TILES, CELLS */
};

enum { THREATS_MAX = 8 }; /* one move meets at most four with its tile and four with its cell */

struct board {
    struct side sides[2];
    struct threat threats[THREATS_MAX + 1];
    uint32_t threat_count; /* THREATS_MAX + 1: that many or more */
    uint32_t n;
};

static void measure_side(struct side *side, uint32_t n)
{
    uint32_t length = 0;

    side->longs = side->twos = 0;
    for (uint32_t i = 1; i <= n + 1; i++) {
        if (!side->partner[i]) {
            length++;
            continue;
        }
        for (uint32_t k = 0; k < length; k++)
            side->places[i - length + k] = (struct place){length, k};
        side->longs += length >= 3;
        side->twos += length / 2;
        length = 0;
    }
}

static void add_threat(struct board *board, uint32_t tile, uint32_t cell)
{
    if (!board->sides[TILES].partner[tile] && !board->sides[CELLS].partner[cell] &&
        board->threat_count <= THREATS_MAX)
        board->threats[board->threat_count++] = (struct threat){{tile, cell}};
}

static void measure(struct board *board)
{
    measure_side(&board->sides[TILES], board->n);
    measure_side(&board->sides[CELLS], board->n);
    board->threat_count = 0;
    for (uint32_t tile = 1; tile <= board->n; tile++) {
        uint32_t cell = board->sides[TILES].partner[tile];

        if (cell) {
            add_threat(board, tile - 1, cell - 1);
            add_threat(board, tile - 1, cell + 1);
            add_threat(board, tile + 1, cell - 1);
            add_threat(board, tile + 1, cell + 1);
        }
    }
}

/* The side's numbers after a place is taken. */
static uint32_t longs_after(const struct side *side, struct place place)
{
    return side->longs - (place.run >= 3) + (place.left >= 3) + (place.run - 1 - place.left >= 3);
}

static uint32_t twos_after(const struct side *side, struct place place)
{
    return side->twos - place.run / 2 + place.left / 2 + (place.run - 1 - place.left) / 2;
}

/* Is B's move good enough, with `left` turns left after it? */
static bool holds(const struct table *table, const struct board *board, uint32_t tile, uint32_t cell,
                  uint32_t left)
{
    const struct side *tiles = &board->sides[TILES], *cells = &board->sides[CELLS];
    struct place a = tiles->places[tile], b = cells->places[cell];

    for (uint32_t i = 0; i < board->threat_count; i++)
        if ((board->threats[i].at[TILES] == tile) == (board->threats[i].at[CELLS] == cell))
            return false; /* completed, or not met */
    if ((a.run > 1 && b.run > 1) || (longs_after(tiles, a) && longs_after(cells, b)))
        return false;
    return !table->a_wins[left][twos_after(tiles, a)][twos_after(cells, b)];
}

static enum outcome find_winner(const struct table *table, const struct board *board, uint32_t turn,
                                struct work *work, uint8_t *winner)
{
    const struct side *tiles = &board->sides[TILES], *cells = &board->sides[CELLS];
    uint32_t left = board->n - turn;
    bool threat = board->threat_count || (tiles->longs && cells->longs);

    *winner = ADJACENT_A;
    if (turn % 2 == ADJACENT_A || !left) {
        if (!left || (!threat && !table->a_wins[left][tiles->twos][cells->twos]))
            *winner = ADJACENT_B;
        return OUTCOME_SOLVED;
    }
    if (board->threat_count > THREATS_MAX)
        return OUTCOME_SOLVED;
    for (uint32_t tile = 1; tile <= board->n; tile++) {
        if (tiles->partner[tile])
            continue;
        COUNT(work->counters, steps, left);
        if (!work_spend(work, left))
            return OUTCOME_LIMIT;
        for (uint32_t cell = 1; cell <= board->n; cell++) {
            if (!cells->partner[cell] && holds(table, board, tile, cell, left - 1)) {
                *winner = ADJACENT_B;
                return OUTCOME_SOLVED;
            }
        }
    }
    return OUTCOME_SOLVED;
}

/* Places the tile; true where that completes a pair. */
static bool place_tile(struct board *board, struct adjacent_turn turn)
{
    bool completes = false;

    for (uint32_t cell = turn.cell - 1; cell <= turn.cell + 1; cell += 2) {
        uint32_t beside = board->sides[CELLS].partner[cell];

        completes = completes ||
                    (beside && beside != OFF_BOARD && (beside + 1 == turn.tile || beside == turn.tile + 1));
    }
    board->sides[TILES].partner[turn.tile] = turn.cell;
    board->sides[CELLS].partner[turn.cell] = turn.tile;
    return completes;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_answer *result = answer;
    struct board board = {.n = game->n};
    bool pair = false;

    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    for (int side = 0; side < 2; side++)
        board.sides[side].partner[0] = board.sides[side].partner[game->n + 1] = OFF_BOARD;
    *result = (struct adjacent_answer){0};
    memset(result->winner, ADJACENT_A, game->n + 1);
    for (uint32_t i = 0; i <= game->n && !pair; i++) {
        measure(&board);
        if (find_winner(context, &board, i, work, &result->winner[i]) != OUTCOME_SOLVED)
            return OUTCOME_LIMIT;
        pair = i < game->n && place_tile(&board, game->turns[i]);
    }
    for (uint32_t i = 0; i < game->n; i++)
        result->mistakes[i % 2] += result->winner[i] != result->winner[i + 1];
    return OUTCOME_SOLVED;
}

extern const struct variant adjacent_reduced;
const struct variant adjacent_reduced = {
    .name = "reduced",
    .summary = "first theorem: a table over counts of runs of one and two, all of B's moves",
    .bound = "O(n^3) time a game, O(n^3) memory for the table",
    .domain = "at most 200 tiles",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .open = open_table,
    .close = free,
    .solve = solve,
};
