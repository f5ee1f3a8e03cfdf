/* adjacent multiset: a memo over two multisets of run lengths, shared by all cases.
 *
 * Once placed tiles no longer matter (see bitmask.c) neither does where a run lies: the value depends on the
 * lengths of the runs of empty cells and of unused tiles, and swapping the two changes nothing. A multiset is
 * kept as counts by length; as a key it is written as a mask, its runs in descending order, each of ones and
 * then a zero. On A's turn not both sides have a run of 3 or more, so one side fits on n cells only with at
 * most 2 (n + 1) / 3 of them empty: at n = 50 there are fewer than 10^6 states.
 *
 * Bound: O(states * n^4) time at worst, at most four entries of 16 bytes a state and as many in the tables that
 * it has outgrown. Domain: n <= 50. A step is a node.
 * Source: the published analysis, for the contest's second test set. The memo is what makes
 * it affordable, so it is kept between cases; entries are values of states, whoever asked first, and change
 * no answer. */
#include "adjacent.h"

#include <stdlib.h>
#include <string.h>

/* The places of a side include its ends; what stands there is beside no tile's number. */
enum { TILES_MAX = 50, PLACES = TILES_MAX + 2, OFF_BOARD = PLACES, MEMO_FIRST = 1 << 6 };

enum verdict { B_WINS, A_WINS, UNDECIDED }; /* the last: the work limit was met */

enum { TILES, CELLS };

struct key {
    uint64_t high; /* of the greater mask; the verdict of an entry is in bit 63, bit 62 is always set */
    uint64_t low;
};

/* Open addressing. When it is half full and no memory is left for it to grow, states are no longer added. */
struct memo {
    struct arena arena;
    struct key *entries;
    size_t size; /* a power of two */
    size_t used;
};

/* What one move takes from a side: from a run of `length`, leaving `left` and length - 1 - left of it. */
struct cut {
    unsigned length;
    unsigned left;
};

struct search {
    struct work *work;
    struct memo *memo;
    unsigned turns_left;
    uint8_t runs[2][PLACES]; /* how many of each length, by side; [0] counts nothing that matters */
    uint8_t longs[2];        /* how many of 3 or more */
};

static const char *refuses(const void *instance)
{
    return ((const struct adjacent_instance *)instance)->n > TILES_MAX ? "more than 50 tiles" : NULL;
}

static void add_run(struct search *search, int side, unsigned length)
{
    search->runs[side][length]++;
    search->longs[side] = (uint8_t)(search->longs[side] + (length >= 3));
}

static void remove_run(struct search *search, int side, unsigned length)
{
    search->runs[side][length]--;
    search->longs[side] = (uint8_t)(search->longs[side] - (length >= 3));
}

static void make_cut(struct search *search, int side, struct cut cut)
{
    remove_run(search, side, cut.length);
    add_run(search, side, cut.left);
    add_run(search, side, cut.length - 1 - cut.left);
}

static void undo_cut(struct search *search, int side, struct cut cut)
{
    remove_run(search, side, cut.left);
    remove_run(search, side, cut.length - 1 - cut.left);
    add_run(search, side, cut.length);
}

/* The next cut of a side, those of 1 first and each once but for its mirror image, which leaves more on the
 * left; false after the last. Starts from {0}. */
static bool next_cut(const struct search *search, int side, struct cut *cut)
{
    if (cut->length && 2 * (cut->left + 1) <= cut->length - 1) {
        cut->left++;
        return true;
    }
    cut->left = 0;
    while (++cut->length <= search->turns_left)
        if (search->runs[side][cut->length])
            return true;
    return false;
}

static uint64_t write_mask(const struct search *search, int side)
{
    uint64_t mask = 0;

    for (unsigned length = search->turns_left; length > 0; length--)
        for (unsigned i = 0; i < search->runs[side][length]; i++)
            mask = (mask << length | (((uint64_t)1 << length) - 1)) << 1;
    return mask;
}

static struct key make_key(const struct search *search)
{
    uint64_t a = write_mask(search, TILES), b = write_mask(search, CELLS);

    return (struct key){(a > b ? a : b) | (uint64_t)1 << 62, a > b ? b : a};
}

static struct key *find_entry(const struct memo *memo, struct key key, struct work *work)
{
    const uint64_t odd = 0x9e3779b97f4a7c15U;
    /* An entry's verdict, in bit 63, goes no further than to bit 23. */
    size_t at = (size_t)((key.high ^ key.low * odd) * odd >> 40) & (memo->size - 1);

    COUNT(work->counters, words, 2);
    while (memo->entries[at].high &&
           (memo->entries[at].low != key.low || (memo->entries[at].high ^ key.high) << 1)) {
        COUNT(work->counters, words, 2);
        at = (at + 1) & (memo->size - 1);
    }
    return &memo->entries[at];
}

static bool grow(struct memo *memo, struct work *work)
{
    struct memo larger = *memo;

    larger.size = 2 * memo->size;
    larger.entries = arena_zalloc(&larger.arena, larger.size, sizeof *larger.entries);
    if (!larger.entries)
        return false;
    for (size_t i = 0; i < memo->size; i++)
        if (memo->entries[i].high)
            *find_entry(&larger, memo->entries[i], work) = memo->entries[i];
    *memo = larger;
    return true;
}

static void remember(struct search *search, struct key key, enum verdict verdict)
{
    struct memo *memo = search->memo;

    if (2 * memo->used >= memo->size && !grow(memo, search->work))
        return;
    key.high |= (uint64_t)verdict << 63;
    *find_entry(memo, key, search->work) = key;
    memo->used++;
}

static enum verdict search_a(struct search *search);

static bool spend(struct search *search)
{
    COUNT(search->work->counters, nodes, 1);
    return work_spend(search->work, 1);
}

/* After both cuts of B's move, which met all threats: does A still win? */
static enum verdict try_reply(struct search *search, int side, struct cut cut, struct cut other)
{
    enum verdict verdict = A_WINS;

    /* Else the new tile has an unused number and an empty cell beside it. */
    if (cut.length > 1 && other.length > 1)
        return A_WINS;
    make_cut(search, side, cut);
    make_cut(search, !side, other);
    search->turns_left--;
    if (search->longs[TILES] && search->longs[CELLS])
        COUNT(search->work->counters, cuts, 1);
    else
        verdict = search_a(search);
    search->turns_left++;
    undo_cut(search, !side, other);
    undo_cut(search, side, cut);
    return verdict;
}

/* A's move has cut `side` and the other one, and what is left beside it threatens. Where that is one run's
 * end on `side`, B plays it, which meets all threats, with anything on the other side that does not threaten:
 * a run of more than one has another end. */
static enum verdict try_end(struct search *search, int side, struct cut side_cut, struct cut other_cut)
{
    struct cut cut = {side_cut.length - 1, 0}, other = {0};
    int threatening = (other_cut.left == 1) + (other_cut.length - other_cut.left == 2); /* runs of one */
    enum verdict verdict = A_WINS;

    while (!side_cut.left && verdict == A_WINS && next_cut(search, !side, &other))
        if (other.length > 1 || search->runs[!side][1] > threatening)
            verdict = try_reply(search, side, cut, other);
    return verdict;
}

/* B to move, after A's. */
static enum verdict search_b(struct search *search, struct cut tile, struct cut cell)
{
    enum verdict verdict = A_WINS;
    struct cut cut = {0};

    if (!spend(search))
        return UNDECIDED;
    if (!search->turns_left)
        return B_WINS;
    if (tile.length > 1 && cell.length > 1) {
        verdict = try_end(search, TILES, tile, cell);
        return verdict == A_WINS ? try_end(search, CELLS, cell, tile) : verdict;
    }
    while (verdict == A_WINS && next_cut(search, TILES, &cut)) {
        struct cut other = {0};

        while (verdict == A_WINS && next_cut(search, CELLS, &other))
            verdict = try_reply(search, TILES, cut, other);
    }
    return verdict;
}

static enum verdict try_move(struct search *search, struct cut tile, struct cut cell)
{
    enum verdict verdict;

    make_cut(search, TILES, tile);
    make_cut(search, CELLS, cell);
    search->turns_left--;
    verdict = search_b(search, tile, cell);
    search->turns_left++;
    undo_cut(search, CELLS, cell);
    undo_cut(search, TILES, tile);
    return verdict;
}

/* A to move; no pair stands, none can be completed at once, and not both sides have a run of 3 or more. */
static enum verdict search_a(struct search *search)
{
    struct key key = make_key(search), entry = *find_entry(search->memo, key, search->work);
    enum verdict verdict = B_WINS;
    struct cut tile = {0};

    COUNT(search->work->counters, memo_lookups, 1);
    COUNT(search->work->counters, memo_hits, entry.high != 0);
    if (entry.high)
        return entry.high >> 63 ? A_WINS : B_WINS;
    if (!spend(search))
        return UNDECIDED;
    while (verdict == B_WINS && next_cut(search, TILES, &tile)) {
        struct cut cell = {0};

        while (verdict == B_WINS && next_cut(search, CELLS, &cell))
            verdict = try_move(search, tile, cell);
    }
    if (verdict != UNDECIDED)
        remember(search, key, verdict);
    return verdict;
}

/* The board of the game itself, by side; both numbered from 1. */
struct side {
    struct cut cuts[PLACES];  /* of those without a partner */
    unsigned threats[PLACES]; /* how many pairs it may complete */
    unsigned partner[PLACES]; /* 0: none; OFF_BOARD beyond both ends */
};

struct board {
    struct side sides[2];
    unsigned threats;
    unsigned n;
};

static void find_cuts(struct side *side, unsigned n, struct search *search, int which)
{
    unsigned length = 0;

    for (unsigned i = 1; i <= n + 1; i++) {
        if (!side->partner[i]) {
            length++;
            continue;
        }
        for (unsigned k = 0; k < length; k++)
            side->cuts[i - length + k] = (struct cut){length, k};
        if (length)
            add_run(search, which, length);
        length = 0;
    }
}

static bool is_pair(unsigned tile, unsigned beside)
{
    return beside && (beside + 1 == tile || tile + 1 == beside);
}

/* Would it complete a pair? */
static bool threatens(const struct board *board, unsigned tile, unsigned cell)
{
    const unsigned *partner = board->sides[CELLS].partner;

    return !board->sides[TILES].partner[tile] && !partner[cell] &&
           (is_pair(tile, partner[cell - 1]) || is_pair(tile, partner[cell + 1]));
}

static void find_threats(struct board *board)
{
    struct side *tiles = &board->sides[TILES], *cells = &board->sides[CELLS];

    board->threats = 0;
    memset(tiles->threats, 0, sizeof tiles->threats);
    memset(cells->threats, 0, sizeof cells->threats);
    for (unsigned tile = 1; tile <= board->n; tile++)
        for (unsigned cell = 1; cell <= board->n; cell++)
            if (threatens(board, tile, cell)) {
                tiles->threats[tile]++;
                cells->threats[cell]++;
                board->threats++;
            }
}

/* All of B's moves on the board. */
static enum verdict try_all(struct search *search, const struct board *board)
{
    const struct side *tiles = &board->sides[TILES], *cells = &board->sides[CELLS];
    enum verdict verdict = A_WINS;

    if (!search->turns_left)
        return B_WINS;
    for (unsigned tile = 1; tile <= board->n && verdict == A_WINS; tile++)
        for (unsigned cell = 1; cell <= board->n && verdict == A_WINS; cell++)
            if (!tiles->partner[tile] && !cells->partner[cell] && !threatens(board, tile, cell) &&
                tiles->threats[tile] + cells->threats[cell] == board->threats)
                verdict = try_reply(search, TILES, tiles->cuts[tile], cells->cuts[cell]);
    return verdict;
}

static enum verdict judge(struct search *search, struct board *board, unsigned turn)
{
    memset(search->runs, 0, sizeof search->runs);
    memset(search->longs, 0, sizeof search->longs);
    search->turns_left = board->n - turn;
    find_cuts(&board->sides[TILES], board->n, search, TILES);
    find_cuts(&board->sides[CELLS], board->n, search, CELLS);
    find_threats(board);
    if (turn % 2 == ADJACENT_B)
        return try_all(search, board);
    return board->threats || (search->longs[TILES] && search->longs[CELLS]) ? A_WINS : search_a(search);
}

static void set_ends(struct side *side, unsigned n)
{
    side->partner[0] = side->partner[n + 1] = OFF_BOARD;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_answer *result = answer;
    struct search search = {.work = work, .memo = context};
    struct board board = {.n = game->n};
    bool pair = false;

    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    set_ends(&board.sides[TILES], game->n);
    set_ends(&board.sides[CELLS], game->n);
    *result = (struct adjacent_answer){0};
    for (unsigned i = 0; i <= game->n; i++) {
        enum verdict verdict = pair ? A_WINS : judge(&search, &board, i);

        if (verdict == UNDECIDED)
            return OUTCOME_LIMIT;
        result->winner[i] = verdict == A_WINS ? ADJACENT_A : ADJACENT_B;
        if (i && result->winner[i - 1] != result->winner[i])
            result->mistakes[i % 2 ? ADJACENT_A : ADJACENT_B]++;
        if (i < game->n) {
            struct adjacent_turn turn = game->turns[i];

            pair = pair || threatens(&board, turn.tile, turn.cell);
            board.sides[TILES].partner[turn.tile] = turn.cell;
            board.sides[CELLS].partner[turn.cell] = turn.tile;
        }
    }
    return OUTCOME_SOLVED;
}

static void close_memo(void *context)
{
    struct memo *memo = context;

    if (memo)
        arena_free(&memo->arena);
    free(memo);
}

static void *open_memo(void)
{
    struct memo *memo = calloc(1, sizeof *memo);

    if (!memo)
        return NULL;
    memo->size = MEMO_FIRST;
    memo->entries = arena_zalloc(&memo->arena, memo->size, sizeof *memo->entries);
    if (!memo->entries) {
        close_memo(memo);
        return NULL;
    }
    return memo;
}

extern const struct variant adjacent_multiset;
const struct variant adjacent_multiset = {
    .name = "multiset",
    .summary = "a memo over the multisets of run lengths, shared by all cases",
    .bound = "O(states n^4) time, at most 128 bytes a state, fewer than 10^6 states",
    .domain = "at most 50 tiles",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .open = open_memo,
    .close = close_memo,
    .solve = solve,
};
