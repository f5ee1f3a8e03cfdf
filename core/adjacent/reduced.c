/* adjacent reduced: states are counts of runs of one and of two.
 *
 * First theorem: on A's turn, where no pair can be completed at once and not both sides have a run of 3 or
 * more, each run of length X may be replaced by floor(X / 2) runs of two and, if X is odd, one of one. So a
 * state is the number of turns left and how many twos each side has, and the game on such states is solved
 * once from the end, in a table that all cases share. There A takes a run of one from each side: whatever
 * other move wins, this one does too (verify/unit/adjacent_bounds.c tries all, for every state of the
 * table). On B's turn every move on the board is tried.
 *
 * Bound: O(k^3) time and memory for the table with k = 132 turns left, O(n^2) moves a turn, so O(n^3) a game.
 * Domain: n <= 200. A step is a move of B looked at.
 * Source: the published analysis, first theorem. */
#include "adjacent.h"

#include <stdlib.h>

/* The places of a side include its ends; what stands there is beside no tile's number. */
enum { TILES_MAX = 200, PLACES = TILES_MAX + 2, OFF_BOARD = PLACES };

/* 0 .. 132 turns left, and 0 .. 66 twos. A side of r runs of at most 2 has r - 1 placed between them, and two
 * more: something placed on the other side has a neighbour left, and where nothing threatens its partner here
 * has none. So at most 2 (n - 1) / 3 turns are left. */
enum { LEFTS = 133, TWOS = 67 };

/* Does A win? Both sides have `left` places, in twos and ones. Only entries with a one and a two on each side
 * are filled, for of the others he wins none but two twos. */
struct table {
    bool a_wins[LEFTS][TWOS][TWOS];
};

static const char *refuses(const void *instance)
{
    return ((const struct adjacent_instance *)instance)->n > TILES_MAX ? "more than 200 tiles" : NULL;
}

static bool has_one(int left, int twos)
{
    return 2 * twos < left;
}

/* B to move, with so many twos, one at least, on the sides. Nothing threatens; so that nothing will, a side
 * gives a one. */
static bool holds_out(const struct table *table, int left, int a, int b)
{
    return (has_one(left, a) && has_one(left, b) && !table->a_wins[left - 1][a][b]) ||
           (has_one(left, a) && !table->a_wins[left - 1][a][b - 1]) ||
           (has_one(left, b) && !table->a_wins[left - 1][a - 1][b]);
}

static void *open_table(void)
{
    struct table *table = calloc(1, sizeof *table);

    if (!table)
        return NULL;
    table->a_wins[2][1][1] = true; /* two threats at once, and B has one turn */
    for (int left = 3; left < LEFTS; left++)
        for (int a = 1; has_one(left, a); a++)
            for (int b = 1; has_one(left, b); b++)
                table->a_wins[left][a][b] = !holds_out(table, left - 1, a, b);
    return table;
}

/* What a move takes from a side: it leaves two runs of a run. */
struct place {
    uint32_t run;
    uint32_t left;
};

struct side {
    struct place places[PLACES]; /* of those without a partner */
    uint32_t partner[PLACES];    /* 0: none; OFF_BOARD beyond both ends */
    uint32_t longs;              /* runs of 3 or more */
    uint32_t twos;               /* the sum of floor(run / 2) */
};

struct threat {
    uint32_t tile;
    uint32_t cell;
};

enum { THREATS_MAX = 8 }; /* one move meets at most four with its tile and four with its cell */

struct board {
    struct side tiles, cells;
    struct threat threats[THREATS_MAX]; /* the first of them */
    uint32_t threat_count;
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
    if (board->tiles.partner[tile] || board->cells.partner[cell])
        return;
    if (board->threat_count < THREATS_MAX)
        board->threats[board->threat_count] = (struct threat){tile, cell};
    board->threat_count++;
}

static void measure(struct board *board)
{
    measure_side(&board->tiles, board->n);
    measure_side(&board->cells, board->n);
    board->threat_count = 0;
    for (uint32_t tile = 1; tile <= board->n; tile++) {
        uint32_t cell = board->tiles.partner[tile];

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
    const struct side *tiles = &board->tiles, *cells = &board->cells;
    struct place a = tiles->places[tile], b = cells->places[cell];

    for (uint32_t i = 0; i < board->threat_count; i++)
        if ((board->threats[i].tile == tile) == (board->threats[i].cell == cell))
            return false; /* completed, or not met */
    if ((a.run > 1 && b.run > 1) || (longs_after(tiles, a) && longs_after(cells, b)))
        return false;
    return !table->a_wins[left][twos_after(tiles, a)][twos_after(cells, b)];
}

/* Turns *winner, which is A, into B where that is so. */
static enum outcome find_winner(const struct table *table, struct board *board, uint32_t turn,
                                struct work *work, uint8_t *winner)
{
    const struct side *tiles = &board->tiles, *cells = &board->cells;
    uint32_t left = board->n - turn;
    bool threat;

    measure(board);
    threat = board->threat_count || (tiles->longs && cells->longs);
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

static bool is_pair(uint32_t tile, uint32_t beside)
{
    return beside && (beside + 1 == tile || tile + 1 == beside);
}

/* Places the tile; true where that completes a pair. */
static bool place_tile(struct board *board, struct adjacent_turn turn)
{
    board->tiles.partner[turn.tile] = turn.cell;
    board->cells.partner[turn.cell] = turn.tile;
    return is_pair(turn.tile, board->cells.partner[turn.cell - 1]) ||
           is_pair(turn.tile, board->cells.partner[turn.cell + 1]);
}

static void set_ends(struct side *side, uint32_t n)
{
    side->partner[0] = side->partner[n + 1] = OFF_BOARD;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_answer *result = answer;
    struct board board = {.n = game->n};
    bool pair = false;

    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    set_ends(&board.tiles, game->n);
    set_ends(&board.cells, game->n);
    *result = (struct adjacent_answer){0};
    for (uint32_t i = 0; i <= game->n; i++) {
        result->winner[i] = ADJACENT_A;
        if (!pair && find_winner(context, &board, i, work, &result->winner[i]) != OUTCOME_SOLVED)
            return OUTCOME_LIMIT;
        if (i && result->winner[i - 1] != result->winner[i])
            result->mistakes[i % 2 ? ADJACENT_A : ADJACENT_B]++;
        pair = pair || (i < game->n && place_tile(&board, game->turns[i]));
    }
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
