/* adjacent bitmask: a memo over (mask of empty cells, mask of unused tiles).
 *
 * Where on A's turn no pair stands and none can be completed, placed tiles no longer matter: each has only
 * used numbers or only filled cells beside it, and stays so. The value then depends on the two masks alone; a
 * tile that is placed later can pair only with what is unused beside it in what is empty beside it, which the
 * masks show too. B must meet every threat with one move and make none.
 *
 * Bound: O(4^n) states of O(n^4) moves each at worst, 4^n / 4 bytes. Domain: n <= 12. A step is a node.
 * Source: the published analysis, conditions 1 to 4. Rejected: a hash table, which is smaller but slower up
 * to this n. */
#include "adjacent.h"

enum { TILES_MAX = 12 };

enum verdict { UNKNOWN, B_WINS, A_WINS, UNDECIDED }; /* the last: the work limit was met */

struct search {
    struct work *work;
    unsigned n;
    uint8_t *memo; /* two bits a state: UNKNOWN, B_WINS or A_WINS */
};

/* What is free: bit i is cell or tile i + 1. */
struct state {
    uint32_t cells;
    uint32_t tiles;
};

/* For each empty cell the tiles that would complete a pair there; used ones among them count for nothing. */
struct threats {
    uint32_t tiles[TILES_MAX];
};

static const char *refuses(const void *instance)
{
    return ((const struct adjacent_instance *)instance)->n > TILES_MAX ? "more than 12 tiles" : NULL;
}

static uint32_t beside(uint32_t bit)
{
    return bit << 1 | bit >> 1;
}

/* Condition 3. */
static bool has_triples(struct state state)
{
    return (state.cells & state.cells >> 1 & state.cells >> 2) &&
           (state.tiles & state.tiles >> 1 & state.tiles >> 2);
}

static enum verdict search_a(struct search *search, struct state state);

static bool spend(struct search *search)
{
    COUNT(search->work->counters, nodes, 1);
    return work_spend(search->work, 1);
}

/* In the lowest of these cells. */
static uint32_t threats_at(const struct threats *threats, uint32_t cells, struct state state)
{
    return threats->tiles[__builtin_ctz(cells)] & state.tiles;
}

/* The best that B gets by a move into this cell; `others` are the tiles that threaten elsewhere. */
static enum verdict try_cell(struct search *search, struct state state, uint32_t cell, uint32_t threats,
                             uint32_t others)
{
    uint32_t tiles = state.tiles & ~threats;

    /* All other threats must be of one tile, and that is the one to play. */
    if (others)
        tiles &= others & (others - 1) ? 0 : others;
    for (; tiles; tiles &= tiles - 1) {
        uint32_t tile = tiles & -tiles;
        struct state next = {state.cells & ~cell, state.tiles & ~tile};
        enum verdict verdict;

        if (((beside(tile) & next.tiles) && (beside(cell) & next.cells)) || has_triples(next)) {
            COUNT(search->work->counters, cuts, 1);
            continue;
        }
        verdict = search_a(search, next);
        if (verdict != A_WINS)
            return verdict;
    }
    return A_WINS;
}

/* B to move, no pair stands. */
static enum verdict search_b(struct search *search, struct state state, const struct threats *threats)
{
    uint32_t once = 0, twice = 0;

    if (!spend(search))
        return UNDECIDED;
    if (!state.cells)
        return B_WINS;
    for (uint32_t cells = state.cells; cells; cells &= cells - 1) {
        uint32_t here = threats_at(threats, cells, state);

        twice |= once & here;
        once |= here;
    }
    for (uint32_t cells = state.cells; cells; cells &= cells - 1) {
        uint32_t here = threats_at(threats, cells, state);
        enum verdict verdict = try_cell(search, state, cells & -cells, here, (once & ~here) | twice);

        if (verdict != A_WINS)
            return verdict;
    }
    return A_WINS;
}

/* This tile into this cell: what it threatens is added. */
static struct state place(struct state state, uint32_t tile, uint32_t cell, struct threats *threats)
{
    struct state next = {state.cells & ~cell, state.tiles & ~tile};

    for (uint32_t left = beside(cell) & next.cells; left; left &= left - 1)
        threats->tiles[__builtin_ctz(left)] |= beside(tile);
    return next;
}

/* A's move, where nothing was threatened before. */
static enum verdict try_move(struct search *search, struct state state, uint32_t tile, uint32_t cell)
{
    struct threats threats = {{0}};
    struct state next = place(state, tile, cell, &threats);

    return search_b(search, next, &threats);
}

/* A to move, none of the conditions 1 to 3 holds. */
static enum verdict search_a(struct search *search, struct state state)
{
    size_t at = (size_t)state.cells << search->n | state.tiles;
    unsigned shift = 2 * (at & 3);
    enum verdict verdict = search->memo[at >> 2] >> shift & 3;

    COUNT(search->work->counters, memo_lookups, 1);
    COUNT(search->work->counters, memo_hits, verdict != UNKNOWN);
    if (verdict != UNKNOWN)
        return verdict;
    if (!spend(search))
        return UNDECIDED;
    verdict = B_WINS;
    for (uint32_t cells = state.cells; cells && verdict == B_WINS; cells &= cells - 1)
        for (uint32_t tiles = state.tiles; tiles && verdict == B_WINS; tiles &= tiles - 1)
            verdict = try_move(search, state, tiles & -tiles, cells & -cells);
    if (verdict != UNDECIDED)
        search->memo[at >> 2] = (uint8_t)(search->memo[at >> 2] | verdict << shift);
    return verdict;
}

static bool is_threatened(struct state state, const struct threats *threats)
{
    for (uint32_t cells = state.cells; cells; cells &= cells - 1)
        if (threats_at(threats, cells, state))
            return true;
    return false;
}

static enum verdict judge(struct search *search, struct state state, const struct threats *threats,
                          unsigned turn)
{
    if (turn % 2 == ADJACENT_B)
        return search_b(search, state, threats);
    return is_threatened(state, threats) || has_triples(state) ? A_WINS : search_a(search, state);
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_answer *result = answer;
    struct search search = {.work = work, .n = game->n};
    struct threats threats = {{0}};
    struct state state;
    bool pair = false;

    (void)context;
    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    state.cells = state.tiles = ((uint32_t)1 << game->n) - 1;
    search.memo = arena_zalloc(work->arena, (size_t)1 << (2 * game->n - 2), sizeof *search.memo);
    if (!search.memo)
        return OUTCOME_NO_MEMORY;
    *result = (struct adjacent_answer){0};
    for (unsigned i = 0; i <= game->n; i++) {
        enum verdict verdict = pair ? A_WINS : judge(&search, state, &threats, i);

        if (verdict == UNDECIDED)
            return OUTCOME_LIMIT;
        result->winner[i] = verdict == A_WINS ? ADJACENT_A : ADJACENT_B;
        if (i && result->winner[i - 1] != result->winner[i])
            result->mistakes[result->winner[i - 1]]++; /* who had won has erred */
        if (i < game->n) {
            uint32_t tile = (uint32_t)1 << (game->turns[i].tile - 1);
            uint32_t cell = (uint32_t)1 << (game->turns[i].cell - 1);

            pair = pair || threats_at(&threats, cell, state) & tile;
            state = place(state, tile, cell, &threats);
        }
    }
    return OUTCOME_SOLVED;
}

extern const struct variant adjacent_bitmask;
const struct variant adjacent_bitmask = {
    .name = "bitmask",
    .summary = "a memo over the mask of empty cells and the mask of unused tiles",
    .bound = "O(4^n n^4) time, O(4^n) memory",
    .domain = "at most 12 tiles",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
