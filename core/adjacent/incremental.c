/* adjacent incremental: the decisions of the closed form, kept up to date as tiles are taken back.
 *
 * The game is read backwards from the turn that completes the first pair (after it A has won). So runs of
 * unused tiles and of empty cells only merge, and knowing for each end of a run where the other end is
 * suffices to do that in O(1). F (the sum of floor(run / 2) over both sides) and the numbers of runs of 1 to
 * 5 and of 3 or more are kept, and a list of the placed tiles that threaten: those with an unused number
 * beside theirs and an empty cell beside them. A tile once on it threatens until it is taken back, and then
 * it does not return: it is struck off when the list is next read, which is only done while it is short.
 *
 * A's turn: A wins if anything threatens, or if both sides have a run of 3 or more; else, with k turns left,
 * iff k is odd or 2, and 2 F > k. B's turn: B wins iff it can meet all threats, make none, leave no runs of 3
 * or more on both sides, and bring F down far enough. It needs a run of 1 to make no threat, so F drops on
 * one side only, by at most 1; which drops are to be had follows from the counts, less the at most four
 * partners on the other side that would complete a pair.
 *
 * Bound: O(n) time, 12 n bytes. Domain: all, n <= 1000000. A step is a turn played or taken back, a
 * tile or cell looked at between, or an entry of that list read.
 * Source: A's turn from the published analysis; B's, which it leaves to the reader, worked out for this
 * project and checked against the game tree (verify/unit/adjacent.c). Rejected: playing forwards, where runs
 * split and finding the ends of one takes a tree. */
#include "adjacent.h"

#include <stdlib.h>
#include <string.h>

enum { TILES, CELLS, SIDES };

enum { THREATS_MAX = 8 };

/* Runs are counted by length, those of 6 and more together; the count for length 0 says nothing. */
enum { LENGTHS = 7 };

/* A word for each tile and each cell: USED and its partner, or, at both ends of a run, where the other end
 * is. What lies beyond both ends of a side is used, and its partner is n + 2, beside which nothing is free
 * either. */
static const uint32_t USED = (uint32_t)INT32_MIN; /* the highest bit */

struct side {
    uint32_t longs; /* runs of 3 or more */
    uint32_t runs[LENGTHS];
    uint32_t *words; /* 0 .. n + 3 */
};

/* The placed tiles that threaten, each once, and some that did and have been taken back. */
struct list {
    uint32_t *tiles;
    uint32_t count;
    uint32_t pairs; /* unused tile and empty cell beside one of them, summed over all */
};

struct board {
    struct side sides[SIDES];
    struct list threats;
    uint32_t n;
    uint32_t left;   /* turns left */
    uint32_t halves; /* F */
    uint64_t looked; /* entries of the list read so far */
};

struct pair {
    uint32_t at[SIDES];
};

/* All that would complete a pair now; the same one may stand twice. */
struct pairs {
    struct pair list[THREATS_MAX];
    uint32_t count;
};

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

static bool is_free(const struct side *side, uint32_t at)
{
    return !(side->words[at] & USED);
}

/* Of what is used. */
static uint32_t partner_of(const struct side *side, uint32_t at)
{
    return side->words[at] & ~USED;
}

static uint32_t free_beside(const struct side *side, uint32_t at)
{
    return (uint32_t)is_free(side, at - 1) + is_free(side, at + 1);
}

/* Of the run that has an end here. */
static uint32_t run_length(const struct side *side, uint32_t at)
{
    return (uint32_t)abs((int)side->words[at] - (int)at) + 1;
}

static void count_run(struct board *board, struct side *side, uint32_t length, uint32_t change)
{
    side->runs[length < LENGTHS ? length : LENGTHS - 1] += change;
    side->longs += length >= 3 ? change : 0;
    board->halves += change * (length / 2);
}

/* Does what lies beside this place have its partner beside that one? */
static inline bool makes_pair(const uint32_t *words, uint32_t at, uint32_t partner)
{
    uint32_t below = USED | (partner - 1), above = USED | (partner + 1);

    return words[at - 1] == below || words[at - 1] == above || words[at + 1] == below ||
           words[at + 1] == above;
}

/* A place of one side is about to become free: what lies beside it gains a neighbour to threaten with. No
 * pair stands, so what lies beside it here does not lie beside its partner too. `soon` is a place that will
 * be free soon: the partners of what lies beside that are asked for. */
static void add_threats_beside(struct board *board, int side, uint32_t at, uint32_t soon)
{
    const struct side *own = &board->sides[side], *other = &board->sides[!side];

    for (int step = -1; step <= 1; step += 2) {
        uint32_t beside = at + (uint32_t)step, partner = partner_of(own, beside), gained;

        __builtin_prefetch(&other->words[partner_of(own, soon + (uint32_t)step)]);
        if (is_free(own, beside))
            continue;
        gained = free_beside(other, partner);
        board->threats.pairs += gained;
        if (gained && !is_free(own, beside + (uint32_t)step))
            board->threats.tiles[board->threats.count++] = side == TILES ? beside : partner;
    }
}

/* Joins the place to the runs beside it, of which either may have no length. */
static void free_place(struct board *board, struct side *side, uint32_t at)
{
    uint32_t before = side->words[at - 1], after = side->words[at + 1];
    uint32_t first = before & USED ? at : before, last = after & USED ? at : after;

    count_run(board, side, at - first, UINT32_MAX);
    count_run(board, side, last - at, UINT32_MAX);
    count_run(board, side, last - first + 1, 1);
    side->words[at] = at; /* no longer used, wherever in the run it stands */
    side->words[first] = last;
    side->words[last] = first;
}

/* At a million tiles a turn would wait for memory several times in a row: first for what it takes back, then
 * for the partners of what lies beside that. Both are asked for some turns before. */
enum { NEAR = 8, FAR = 16 };

static void take_back(struct board *board, const struct adjacent_turn *turns, uint32_t which)
{
    const uint32_t ahead = which >= FAR;
    struct adjacent_turn turn = turns[which];
    struct adjacent_turn near = turns[which - NEAR * ahead], far = turns[which - FAR * ahead];

    __builtin_prefetch(&board->sides[TILES].words[far.tile]);
    __builtin_prefetch(&board->sides[CELLS].words[far.cell]);
    board->threats.pairs -=
        free_beside(&board->sides[TILES], turn.tile) * free_beside(&board->sides[CELLS], turn.cell);
    add_threats_beside(board, TILES, turn.tile, near.tile);
    add_threats_beside(board, CELLS, turn.cell, near.cell);
    free_place(board, &board->sides[TILES], turn.tile);
    free_place(board, &board->sides[CELLS], turn.cell);
    board->left++;
}

/* Does A win a position of its turn where nothing threatens and not both sides have a run of 3 or more? */
static bool wins_quietly(uint32_t left, uint32_t halves)
{
    return (left % 2 == 1 || left == 2) && 2 * halves > left;
}

static void find_pairs(struct board *board, struct pairs *pairs)
{
    const struct side *tiles = &board->sides[TILES], *cells = &board->sides[CELLS];
    struct list *list = &board->threats;
    uint32_t listed = list->count;

    board->looked += listed;
    pairs->count = list->count = 0;
    for (uint32_t i = 0; i < listed; i++) {
        uint32_t placed = list->tiles[i], cell = partner_of(tiles, placed);

        if (is_free(tiles, placed))
            continue;
        list->tiles[list->count++] = placed;
        for (uint32_t k = 0; k < 4; k++) {
            struct pair pair = {{placed - 1 + (k & 2), cell - 1 + 2 * (k & 1)}};

            if (is_free(tiles, pair.at[TILES]) && is_free(cells, pair.at[CELLS]))
                pairs->list[pairs->count++] = pair;
        }
    }
}

/* Both halves of B's move are settled by the threats, so each stands at an end of its run. */
static bool holds_with_both(const struct board *board, int side, uint32_t at, uint32_t other_at)
{
    const struct side *fixed = &board->sides[side], *other = &board->sides[!side];
    uint32_t run = run_length(fixed, at), other_run = run_length(other, other_at);

    if (run > 1 && other_run > 1)
        return false;
    if (fixed->longs > (run == 3) && other->longs > (other_run == 3))
        return false;
    return !wins_quietly(board->left - 1, board->halves - (run % 2 == 0) - (other_run % 2 == 0));
}

/* Places of one side, at ends of runs, that B's move must not take, and how many of them are runs of 1 or in
 * runs of 2. */
struct barred {
    uint32_t count, ones, twos;
};

/* By how much B can bring F down with a run of 1 on one side, given what is barred on the other. Returns
 * false where it can move nowhere. */
static bool find_drop(const struct board *board, const struct side *side, const struct side *other,
                      struct barred barred, uint32_t *drop)
{
    if (side->longs && other->longs) {
        /* The only long run of the other side must go: 1 + 1 of 3, 1 + 2 of 4, or 2 + 2 of 5 are left. */
        *drop = !other->runs[5];
        return other->longs == 1 && other->runs[3] + other->runs[4] + other->runs[5] == 1;
    }
    *drop = other->longs > 0 || 2 * other->runs[2] > barred.twos;
    return board->left > barred.count;
}

static bool is_repeated(const struct pairs *pairs, uint32_t which, int side)
{
    for (uint32_t i = 0; i < which; i++)
        if (pairs->list[i].at[side] == pairs->list[which].at[side])
            return true;
    return false;
}

/* The places on `side` of pairs that all have the same one on the other side. */
static struct barred find_barred(const struct board *board, const struct pairs *pairs, int side)
{
    struct barred barred = {0};

    for (uint32_t i = 0; i < pairs->count; i++) {
        uint32_t run = run_length(&board->sides[side], pairs->list[i].at[side]);

        if (is_repeated(pairs, i, side))
            continue;
        barred.count++;
        barred.ones += run == 1;
        barred.twos += run == 2;
    }
    return barred;
}

/* This half of B's move meets all threats; the other half is free, but must not complete a pair. */
static bool holds_with_one(const struct board *board, const struct pairs *pairs, int side, uint32_t at)
{
    const struct side *fixed = &board->sides[side], *other = &board->sides[!side];
    struct barred barred = find_barred(board, pairs, !side);
    uint32_t run = run_length(fixed, at), drop;

    if (run > 1) {
        if (other->runs[1] == barred.ones || (fixed->longs > (run == 3) && other->longs))
            return false;
        return !wins_quietly(board->left - 1, board->halves - (run % 2 == 0));
    }
    return find_drop(board, fixed, other, barred, &drop) &&
           !wins_quietly(board->left - 1, board->halves - drop);
}

/* B plays this place of `side`, which meets some of the threats. */
static bool holds_with(const struct board *board, const struct pairs *pairs, int side, uint32_t at)
{
    uint32_t other_at = 0;

    for (uint32_t i = 0; i < pairs->count; i++) {
        if (pairs->list[i].at[side] == at)
            continue;
        if (other_at && other_at != pairs->list[i].at[!side])
            return false;
        other_at = pairs->list[i].at[!side];
    }
    if (!other_at)
        return holds_with_one(board, pairs, side, at);
    return !makes_pair(board->sides[side].words, at, other_at) && holds_with_both(board, side, at, other_at);
}

/* Nothing threatens: B needs a run of 1 on either side. */
static bool holds_quietly(const struct board *board, const struct side *side, const struct side *other)
{
    uint32_t drop;

    return side->runs[1] && find_drop(board, side, other, (struct barred){0}, &drop) &&
           !wins_quietly(board->left - 1, board->halves - drop);
}

static bool b_wins(struct board *board)
{
    const struct side *tiles = &board->sides[TILES], *cells = &board->sides[CELLS];
    struct pairs pairs;

    if (!board->threats.pairs)
        return holds_quietly(board, tiles, cells) || holds_quietly(board, cells, tiles);
    if (board->threats.pairs > THREATS_MAX)
        return false; /* a move meets at most four with its tile and four with its cell */
    find_pairs(board, &pairs);
    return holds_with(board, &pairs, TILES, pairs.list[0].at[TILES]) ||
           holds_with(board, &pairs, CELLS, pairs.list[0].at[CELLS]);
}

static inline uint8_t find_winner(struct board *board, uint32_t turn)
{
    if (!board->left)
        return ADJACENT_B;
    if (turn % 2 == ADJACENT_B)
        return b_wins(board) ? ADJACENT_B : ADJACENT_A;
    if (board->threats.pairs || (board->sides[TILES].longs && board->sides[CELLS].longs))
        return ADJACENT_A;
    return wins_quietly(board->left, board->halves) ? ADJACENT_A : ADJACENT_B;
}

static bool open_side(struct side *side, uint32_t n, struct arena *arena)
{
    side->words = arena_zalloc(arena, (size_t)n + 4, sizeof *side->words);
    if (!side->words)
        return false;
    side->words[0] = side->words[n + 1] = side->words[n + 3] = USED | (n + 2);
    return true;
}

static bool open_board(struct board *board, uint32_t n, struct arena *arena)
{
    *board = (struct board){.n = n, .left = n};
    if (!open_side(&board->sides[TILES], n, arena) || !open_side(&board->sides[CELLS], n, arena))
        return false;
    board->threats.tiles = arena_alloc(arena, n, sizeof *board->threats.tiles);
    return board->threats.tiles != NULL;
}

/* Plays up to the turn that completes a pair, which is not played, or to the end. Returns how many turns
 * were. */
static uint32_t play_to_pair(struct board *board, const struct adjacent_turn *turns)
{
    uint32_t *tiles = board->sides[TILES].words, *cells = board->sides[CELLS].words;

    for (uint32_t i = 0; i < board->n; i++) {
        uint32_t tile = turns[i].tile, cell = turns[i].cell;

        if (makes_pair(cells, cell, tile))
            return i;
        tiles[tile] = USED | cell;
        cells[cell] = USED | tile;
        board->left--;
    }
    return board->n;
}

/* Counts the runs and writes their ends, of a side where what is free has the word 0. */
static void find_runs(struct board *board, struct side *side)
{
    uint32_t first = 0;

    for (uint32_t at = 1; at <= board->n + 1; at++) {
        if (is_free(side, at)) {
            first = first ? first : at;
        } else if (first) {
            side->words[first] = at - 1;
            side->words[at - 1] = first;
            count_run(board, side, at - first, 1);
            first = 0;
        }
    }
}

static void find_threats(struct board *board)
{
    const struct side *tiles = &board->sides[TILES], *cells = &board->sides[CELLS];

    for (uint32_t tile = 1; tile <= board->n; tile++) {
        uint32_t pairs = is_free(tiles, tile) ? 0 : free_beside(tiles, tile);

        if (pairs)
            pairs *= free_beside(cells, partner_of(tiles, tile));
        if (pairs)
            board->threats.tiles[board->threats.count++] = tile;
        board->threats.pairs += pairs;
    }
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_answer *result = answer;
    struct board board;
    uint32_t played;

    (void)context;
    if (!work_spend(work, game->n))
        return OUTCOME_LIMIT;
    if (!open_board(&board, game->n, work->arena))
        return OUTCOME_NO_MEMORY;
    *result = (struct adjacent_answer){0};
    memset(result->winner, ADJACENT_A, game->n + 1);
    played = play_to_pair(&board, game->turns);
    find_runs(&board, &board.sides[TILES]);
    find_runs(&board, &board.sides[CELLS]);
    find_threats(&board);
    result->winner[played] = find_winner(&board, played);
    for (uint32_t i = played; i-- > 0;) {
        take_back(&board, game->turns, i);
        result->winner[i] = find_winner(&board, i);
    }
    COUNT(work->counters, steps, 2 * (uint64_t)game->n + 2 * (uint64_t)played + board.looked);
    for (uint32_t i = 0; i < game->n; i++)
        result->mistakes[i % 2] += result->winner[i] != result->winner[i + 1];
    return OUTCOME_SOLVED;
}

extern const struct variant adjacent_incremental;
const struct variant adjacent_incremental = {
    .name = "incremental",
    .summary = "the closed form's decisions kept up to date, from the first pair backwards",
    .bound = "O(n) time and memory",
    .domain = "all",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
