/* adjacent closed_form: the second theorem on A's turn, a bounded number of candidate moves on B's.
 *
 * A's turn: A wins if a pair can be completed, or if both sides have a run of 3 or more; else, with k turns
 * left and F the sum of floor(run / 2) over the runs of both sides, A wins iff k is odd or 2, and 2 F > k.
 *
 * B's turn: what follows depends on a move only through three marks of each of its two halves: was it a run
 * of 1, how much F drops, has its side one long run less. So the places of a side fall into five classes. If
 * nothing threatens, one place of each class is enough. Else let tile u threaten in cell e: B plays u or
 * fills e, which leaves the other half free, or settled by a second threat. At most four partners of u (or e)
 * complete a pair, so five places of each class are enough.
 *
 * Bound: O(n) a position, O(n^2) time a game, O(n) memory. Domain: n <= 10000. A step is a tile or cell
 * looked at, or a candidate.
 * Source: A's turn from the published analysis; B's, which it leaves to the reader, worked out for this
 * project and checked against the game tree (verify/unit/adjacent.c). Rejected: a formula for B's turn, which
 * is what incremental.c is about. */
#include "adjacent.h"

#include <string.h>

enum { TILES_MAX = 10000 };

enum { TILES, CELLS, SIDES };

/* Of places; the four of longer runs by whether F drops and whether the side has a long run less. */
enum { ALONE, KEEPS, SPLITS, HALVES, HALVES_AND_SPLITS, CLASSES };

/* A move meets at most four threats with its tile and four with its cell. */
enum { REPRESENTATIVES = 5, THREATS_LOST = 9 };

static const uint32_t OFF_BOARD = UINT32_MAX;

/* A tile or a cell that is free, and what taking it does to its side. */
struct place {
    uint32_t at;
    bool alone;  /* a run of 1 */
    bool halves; /* F drops by one */
    bool splits; /* the side has a run of 3 or more less */
};

struct side {
    uint32_t *partner; /* 0 .. n + 1; 0: free, OFF_BOARD beyond both ends */
    uint32_t *runs;    /* the length of a run, at both of its ends */
    uint32_t longs;    /* runs of 3 or more */
    uint32_t halves;   /* the sum of floor(run / 2) */
    struct place places[CLASSES * REPRESENTATIVES];
    uint32_t place_count;
    uint32_t counts[CLASSES]; /* how many of them are of each class */
};

struct threat {
    uint32_t at[SIDES];
};

struct board {
    struct side sides[SIDES];
    struct threat threats[THREATS_LOST];
    uint32_t threat_count; /* THREATS_LOST: that many or more */
    uint32_t n;
};

static const char *refuses(const void *instance)
{
    return ((const struct adjacent_instance *)instance)->n > TILES_MAX ? "more than 10000 tiles" : NULL;
}

/* The place that leaves two runs, `left` and `right`. */
static struct place make_place(uint32_t at, uint32_t left, uint32_t right)
{
    uint32_t run = left + 1 + right;

    return (struct place){at, run == 1, left / 2 + right / 2 < run / 2, run >= 3 && left < 3 && right < 3};
}

static void add_representative(struct side *side, struct place place, uint32_t wanted)
{
    unsigned class = place.alone ? ALONE : KEEPS + place.splits + 2U * place.halves;

    if (side->counts[class] < wanted) {
        side->counts[class]++;
        side->places[side->place_count++] = place;
    }
}

/* The run of `length` that ends just before `end`. What classes a run has, its first places show: those of a
 * run of 1 to 5 are all looked at, and a longer one has the same two by turns. */
static void measure_run(struct side *side, uint32_t end, uint32_t length, uint32_t wanted)
{
    side->runs[end - length] = side->runs[end - 1] = length;
    side->longs += length >= 3;
    side->halves += length / 2;
    for (uint32_t i = 0; i < length && i < 2 * REPRESENTATIVES; i++)
        add_representative(side, make_place(end - length + i, i, length - 1 - i), wanted);
}

static void measure_side(struct side *side, uint32_t n, uint32_t wanted)
{
    uint32_t length = 0;

    side->longs = side->halves = side->place_count = 0;
    memset(side->counts, 0, sizeof side->counts);
    for (uint32_t i = 1; i <= n + 1; i++) {
        if (!side->partner[i]) {
            length++;
        } else if (length) {
            measure_run(side, i, length, wanted);
            length = 0;
        }
    }
}

/* A free place beside a used one: it stands at an end of its run. */
static struct place place_at_end(const struct side *side, uint32_t at)
{
    return make_place(at, 0, side->runs[at] - 1);
}

static void find_threats(struct board *board)
{
    const struct side *tiles = &board->sides[TILES], *cells = &board->sides[CELLS];

    board->threat_count = 0;
    for (uint32_t placed = 1; placed <= board->n; placed++) {
        if (!tiles->partner[placed])
            continue;
        for (uint32_t i = 0; i < 4; i++) {
            uint32_t tile = placed - 1 + 2 * (i & 1), cell = tiles->partner[placed] - 1 + (i & 2);

            if (tiles->partner[tile] || cells->partner[cell])
                continue;
            board->threats[board->threat_count++] = (struct threat){{tile, cell}};
            if (board->threat_count == THREATS_LOST)
                return;
        }
    }
}

static void measure(struct board *board)
{
    uint32_t wanted;

    find_threats(board);
    wanted = board->threat_count ? REPRESENTATIVES : 1;
    measure_side(&board->sides[TILES], board->n, wanted);
    measure_side(&board->sides[CELLS], board->n, wanted);
}

static bool wins_quietly(uint32_t left, uint32_t halves)
{
    return (left % 2 == 1 || left == 2) && 2 * halves > left;
}

/* Is B's move good enough, with `left` turns left after it? */
static bool holds(const struct board *board, struct place tile, struct place cell, uint32_t left)
{
    const struct side *tiles = &board->sides[TILES], *cells = &board->sides[CELLS];

    for (uint32_t i = 0; i < board->threat_count; i++) {
        const uint32_t *at = board->threats[i].at;

        if ((at[TILES] == tile.at) == (at[CELLS] == cell.at))
            return false; /* completed, or not met */
    }
    if (!tile.alone && !cell.alone)
        return false;
    if (tiles->longs > tile.splits && cells->longs > cell.splits)
        return false;
    return !wins_quietly(left, tiles->halves + cells->halves - tile.halves - cell.halves);
}

/* Does B hold with this half of a move on `side`, whatever the other? */
static bool holds_with(const struct board *board, int side, struct place half, uint32_t left,
                       struct work *work)
{
    const struct side *other = &board->sides[!side];

    COUNT(work->counters, steps, other->place_count + board->threat_count);
    for (uint32_t i = 0; i < other->place_count + board->threat_count; i++) {
        struct place place = i < other->place_count
                                 ? other->places[i]
                                 : place_at_end(other, board->threats[i - other->place_count].at[!side]);

        if (side == TILES ? holds(board, half, place, left) : holds(board, place, half, left))
            return true;
    }
    return false;
}

static bool b_wins(const struct board *board, uint32_t left, struct work *work)
{
    const struct side *tiles = &board->sides[TILES], *cells = &board->sides[CELLS];

    if (board->threat_count == THREATS_LOST)
        return false;
    if (board->threat_count)
        return holds_with(board, TILES, place_at_end(tiles, board->threats[0].at[TILES]), left - 1, work) ||
               holds_with(board, CELLS, place_at_end(cells, board->threats[0].at[CELLS]), left - 1, work);
    for (uint32_t i = 0; i < tiles->place_count; i++)
        if (holds_with(board, TILES, tiles->places[i], left - 1, work))
            return true;
    return false;
}

static uint8_t find_winner(const struct board *board, uint32_t turn, struct work *work)
{
    const struct side *tiles = &board->sides[TILES], *cells = &board->sides[CELLS];
    uint32_t left = board->n - turn;

    if (!left)
        return ADJACENT_B;
    if (turn % 2 == ADJACENT_B)
        return b_wins(board, left, work) ? ADJACENT_B : ADJACENT_A;
    if (board->threat_count || (tiles->longs && cells->longs))
        return ADJACENT_A;
    return wins_quietly(left, tiles->halves + cells->halves) ? ADJACENT_A : ADJACENT_B;
}

/* `beside`: what a cell holds. */
static bool makes_pair(uint32_t beside, uint32_t tile)
{
    return beside && (beside + 1 == tile || beside == tile + 1);
}

/* Places the tile; true where that completes a pair. */
static bool place_tile(struct board *board, struct adjacent_turn turn)
{
    uint32_t *tiles = board->sides[CELLS].partner;

    board->sides[TILES].partner[turn.tile] = turn.cell;
    tiles[turn.cell] = turn.tile;
    return makes_pair(tiles[turn.cell - 1], turn.tile) || makes_pair(tiles[turn.cell + 1], turn.tile);
}

static bool open_side(struct side *side, uint32_t n, struct arena *arena)
{
    side->partner = arena_zalloc(arena, (size_t)n + 2, sizeof *side->partner);
    side->runs = arena_alloc(arena, (size_t)n + 1, sizeof *side->runs);
    if (!side->partner || !side->runs)
        return false;
    side->partner[0] = side->partner[n + 1] = OFF_BOARD;
    return true;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_answer *result = answer;
    struct board board = {.n = game->n};
    bool pair = false;

    (void)context;
    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    if (!open_side(&board.sides[TILES], game->n, work->arena) ||
        !open_side(&board.sides[CELLS], game->n, work->arena))
        return OUTCOME_NO_MEMORY;
    *result = (struct adjacent_answer){0};
    for (uint32_t i = 0; i <= game->n; i++) {
        if (!pair) {
            COUNT(work->counters, steps, 2 * game->n);
            if (!work_spend(work, 2 * (uint64_t)game->n))
                return OUTCOME_LIMIT;
            measure(&board);
        }
        result->winner[i] = pair ? ADJACENT_A : find_winner(&board, i, work);
        if (i && result->winner[i - 1] != result->winner[i])
            result->mistakes[result->winner[i - 1]]++; /* who had won has erred */
        pair = pair || (i < game->n && place_tile(&board, game->turns[i]));
    }
    return OUTCOME_SOLVED;
}

extern const struct variant adjacent_closed_form;
const struct variant adjacent_closed_form = {
    .name = "closed_form",
    .summary = "second theorem on A's turn, a bounded number of candidate moves on B's",
    .bound = "O(n^2) time, O(n) memory",
    .domain = "at most 10000 tiles",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
