/* adjacent multiset: a memo over two multisets of run lengths, shared by all cases.
 *
 * Once placed tiles no longer matter (see bitmask.c) neither does where a run lies: the value depends on the
 * lengths of the runs of empty cells and of unused tiles, and swapping the two changes nothing. A multiset is
 * kept as counts by length; as a key it is written as a mask, its runs in descending order, each of ones and
 * then a zero. On A's turn not both sides have a run of 3 or more, so one side fits on n cells only with at
 * most 2 (n + 1) / 3 of them empty: at n = 50 there are fewer than 10^6 states.
 *
 * Bound: O(states * n^4) time at worst, one entry of 16 bytes a state, at most 2^21 of them. Domain: n <= 50.
 * A step is a node.
 * Source: the published analysis, for the contest's second test set. The memo is what makes
 * it affordable, so it is kept between cases; entries are values of states, whoever asked first, and change
 * no answer. */
#include "adjacent.h"

#include <stdlib.h>
#include <string.h>

enum { TILES_MAX = 50, MEMO_FIRST = 1 << 12, MEMO_MAX = 1 << 21, OFF_BOARD = 0xff };

enum verdict { B_WINS, A_WINS, UNDECIDED }; /* the last: the work limit was met */

enum { TILES, CELLS };

struct key {
    uint64_t high; /* of the greater mask; the verdict of an entry is in bit 63, bit 62 is always set */
    uint64_t low;
};

/* Open addressing. When it is full, or no memory is left for it to grow, states are no longer added. */
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

/* Runs at whose ends a tile or a cell stands that is part of a threat: their lengths. */
struct ends {
    unsigned count;
    unsigned lengths[2];
};

struct search {
    struct work *work;
    struct memo *memo;
    unsigned turns_left;
    uint8_t runs[2][TILES_MAX + 1]; /* how many of each length, by side; [0] counts nothing that matters */
    uint8_t longs[2];               /* how many of 3 or more */
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

/* The next cut of a side, those of 1 first and each once but for its mirror image; false after the last.
 * Starts from {0, 0}. */
static bool next_cut(const struct search *search, int side, struct cut *cut)
{
    if (cut->length && 2 * (cut->left + 1) <= cut->length - 1) {
        cut->left++;
        return true;
    }
    cut->left = 0;
    while (++cut->length <= TILES_MAX)
        if (search->runs[side][cut->length])
            return true;
    return false;
}

static uint64_t write_mask(const uint8_t *runs)
{
    uint64_t mask = 0;

    for (unsigned length = TILES_MAX; length > 0; length--)
        for (unsigned i = 0; i < runs[length]; i++)
            mask = (mask << length | (((uint64_t)1 << length) - 1)) << 1;
    return mask;
}

static struct key make_key(const struct search *search)
{
    uint64_t a = write_mask(search->runs[TILES]), b = write_mask(search->runs[CELLS]);

    return (struct key){(a > b ? a : b) | (uint64_t)1 << 62, a > b ? b : a};
}

static struct key *find_entry(const struct memo *memo, struct key key)
{
    uint64_t hash = (key.high ^ (key.low << 29 | key.low >> 35)) * 0x9e3779b97f4a7c15U;
    size_t at = (size_t)(hash ^ hash >> 32) & (memo->size - 1);

    while (memo->entries[at].high &&
           (memo->entries[at].low != key.low || (memo->entries[at].high ^ key.high) << 1))
        at = (at + 1) & (memo->size - 1);
    return &memo->entries[at];
}

static void grow(struct memo *memo)
{
    struct memo larger = *memo;

    larger.size = 2 * memo->size;
    larger.entries = arena_zalloc(&larger.arena, larger.size, sizeof *larger.entries);
    if (larger.entries) {
        for (size_t i = 0; i < memo->size; i++)
            if (memo->entries[i].high)
                *find_entry(&larger, memo->entries[i]) = memo->entries[i];
        *memo = larger;
    }
}

static void remember(struct memo *memo, struct key key, enum verdict verdict)
{
    if (2 * memo->used >= memo->size && memo->size < MEMO_MAX)
        grow(memo);
    if (8 * memo->used >= 7 * memo->size)
        return;
    key.high |= (uint64_t)verdict << 63;
    *find_entry(memo, key) = key;
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

/* B plays what stands at the end of a run of `length` on `side` and alone meets all threats, with anything on
 * the other side that it does not threaten with. */
static enum verdict try_end(struct search *search, int side, unsigned length, const struct ends *forbidden)
{
    struct cut cut = {length, 0}, other = {0, 0};
    enum verdict verdict = A_WINS;

    while (verdict == A_WINS && next_cut(search, !side, &other)) {
        /* How many such places there are, less the forbidden ones. */
        unsigned places = search->runs[!side][other.length] * (2 * other.left == other.length - 1 ? 1U : 2U);

        for (unsigned i = 0; i < forbidden->count && other.left == 0; i++)
            places -= forbidden->lengths[i] == other.length;
        if (places)
            verdict = try_reply(search, side, cut, other);
    }
    return verdict;
}

/* B to move; every tile at one of these ends threatens in every cell at one of these ends. */
static enum verdict search_b(struct search *search, const struct ends ends[2])
{
    enum verdict verdict = A_WINS;
    struct cut cut = {0, 0};

    if (!spend(search))
        return UNDECIDED;
    if (!search->turns_left)
        return B_WINS;
    if (ends[TILES].count && ends[CELLS].count) {
        for (int side = 0; side < 2 && verdict == A_WINS; side++)
            if (ends[side].count == 1)
                verdict = try_end(search, side, ends[side].lengths[0], &ends[!side]);
        return verdict;
    }
    while (verdict == A_WINS && next_cut(search, TILES, &cut)) {
        struct cut other = {0, 0};

        while (verdict == A_WINS && next_cut(search, CELLS, &other))
            verdict = try_reply(search, TILES, cut, other);
    }
    return verdict;
}

static struct ends find_ends(struct cut cut)
{
    struct ends ends = {0};
    unsigned right = cut.length - 1 - cut.left;

    if (cut.left)
        ends.lengths[ends.count++] = cut.left;
    if (right)
        ends.lengths[ends.count++] = right;
    return ends;
}

static enum verdict try_move(struct search *search, struct cut tile, struct cut cell)
{
    struct ends ends[2] = {[TILES] = find_ends(tile), [CELLS] = find_ends(cell)};
    enum verdict verdict;

    make_cut(search, TILES, tile);
    make_cut(search, CELLS, cell);
    search->turns_left--;
    verdict = search_b(search, ends);
    search->turns_left++;
    undo_cut(search, CELLS, cell);
    undo_cut(search, TILES, tile);
    return verdict;
}

/* A to move; no pair stands, none can be completed at once, and not both sides have a run of 3 or more. */
static enum verdict search_a(struct search *search)
{
    struct key key = make_key(search), entry = *find_entry(search->memo, key);
    enum verdict verdict = B_WINS;
    struct cut tile = {0, 0};

    COUNT(search->work->counters, memo_lookups, 1);
    COUNT(search->work->counters, memo_hits, entry.high != 0);
    if (entry.high)
        return entry.high >> 63 ? A_WINS : B_WINS;
    if (!spend(search))
        return UNDECIDED;
    while (verdict == B_WINS && next_cut(search, TILES, &tile)) {
        struct cut cell = {0, 0};

        while (verdict == B_WINS && next_cut(search, CELLS, &cell))
            verdict = try_move(search, tile, cell);
    }
    if (verdict != UNDECIDED)
        remember(search->memo, key, verdict);
    return verdict;
}

/* The board of the game itself, by side; both numbered from 1. */
struct board {
    uint8_t partner[2][TILES_MAX + 2];            /* 0: none; OFF_BOARD beyond both ends */
    struct cut cuts[2][TILES_MAX + 1];            /* of those without a partner */
    bool threatens[TILES_MAX + 1][TILES_MAX + 1]; /* [tile][cell]: would complete a pair */
    unsigned pairs;                               /* how many do */
};

static void find_cuts(struct board *board, struct search *search, int side, unsigned n)
{
    unsigned length = 0;

    for (unsigned i = 1; i <= n + 1; i++) {
        if (!board->partner[side][i]) {
            length++;
            continue;
        }
        for (unsigned k = 0; k < length; k++)
            board->cuts[side][i - length + k] = (struct cut){length, k};
        if (length)
            add_run(search, side, length);
        length = 0;
    }
}

static void find_threats(struct board *board, unsigned n)
{
    board->pairs = 0;
    for (unsigned tile = 1; tile <= n; tile++) {
        for (unsigned cell = 1; cell <= n; cell++) {
            unsigned left = board->partner[CELLS][cell - 1], right = board->partner[CELLS][cell + 1];
            bool beside = left == tile - 1 || left == tile + 1 || right == tile - 1 || right == tile + 1;

            /* A neighbour of 0 is no tile, though it is tile - 1 for tile 1. */
            if (tile == 1)
                beside = left == 2 || right == 2;
            board->threatens[tile][cell] =
                !board->partner[TILES][tile] && !board->partner[CELLS][cell] && beside;
            board->pairs += board->threatens[tile][cell];
        }
    }
}

/* All of B's moves on the board. */
static enum verdict try_all(struct search *search, const struct board *board, unsigned n)
{
    enum verdict verdict = A_WINS;

    if (!search->turns_left)
        return B_WINS;
    for (unsigned tile = 1; tile <= n && verdict == A_WINS; tile++) {
        for (unsigned cell = 1; cell <= n && verdict == A_WINS; cell++) {
            unsigned met = 0;

            if (board->partner[TILES][tile] || board->partner[CELLS][cell] || board->threatens[tile][cell])
                continue;
            for (unsigned i = 1; i <= n && board->pairs; i++)
                met += board->threatens[tile][i] + board->threatens[i][cell];
            if (met == board->pairs)
                verdict = try_reply(search, TILES, board->cuts[TILES][tile], board->cuts[CELLS][cell]);
        }
    }
    return verdict;
}

static enum verdict judge(struct search *search, struct board *board, unsigned turn, unsigned n)
{
    memset(search->runs, 0, sizeof search->runs);
    memset(search->longs, 0, sizeof search->longs);
    search->turns_left = n - turn;
    for (int side = 0; side < 2; side++)
        find_cuts(board, search, side, n);
    find_threats(board, n);
    if (turn % 2 == ADJACENT_B)
        return try_all(search, board, n);
    return board->pairs || (search->longs[TILES] && search->longs[CELLS]) ? A_WINS : search_a(search);
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_answer *result = answer;
    struct search search = {.work = work, .memo = context};
    struct board board = {0};
    bool pair = false;

    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    for (int side = 0; side < 2; side++)
        board.partner[side][0] = board.partner[side][game->n + 1] = OFF_BOARD;
    *result = (struct adjacent_answer){0};
    for (unsigned i = 0; i <= game->n; i++) {
        enum verdict verdict = pair ? A_WINS : judge(&search, &board, i, game->n);

        if (verdict == UNDECIDED)
            return OUTCOME_LIMIT;
        result->winner[i] = verdict == A_WINS ? ADJACENT_A : ADJACENT_B;
        if (i && result->winner[i - 1] != result->winner[i])
            result->mistakes[(i - 1) % 2]++;
        if (i < game->n) {
            struct adjacent_turn turn = game->turns[i];

            pair = pair || board.threatens[turn.tile][turn.cell];
            board.partner[TILES][turn.tile] = (uint8_t)turn.cell;
            board.partner[CELLS][turn.cell] = (uint8_t)turn.tile;
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
    .bound = "O(states n^4) time, 16 bytes a state, at most 2^21 states",
    .domain = "at most 50 tiles",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .open = open_memo,
    .close = close_memo,
    .solve = solve,
};
