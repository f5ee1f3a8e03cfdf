/* adjacent pruned: the game tree with a memo, cut where A has an easy win.
 *
 * A wins on A's turn when (1) a pair stands, (2) an empty cell beside a placed tile can take an unused number
 * beside that tile's, or (3) three unused numbers in a row and three empty cells in a row are left: the
 * middle one into the middle makes four threats, and B meets at most three. So B tries only moves that leave
 * none of these, and below such a move the tree is searched in full. The memo holds positions of A's turn, by
 * the whole board.
 *
 * Bound: exponential in n, one memo entry for each quiet board. Domain: n <= 10. A step is a node.
 * Source: the published analysis, its first three conditions only; that placed tiles do not matter in the end
 * is not used. */
#include "adjacent.h"

/* The places of a side include its ends; what stands there is beside no tile's number. */
enum { TILES_MAX = 10, PLACES = TILES_MAX + 2, OFF_BOARD = PLACES, MEMO_FIRST = 1 << 8 };

enum verdict { B_WINS, A_WINS, UNDECIDED }; /* the last: the work limit was met, or memory ran out */

/* Open addressing; an entry is 0 or board << 2 | 2 | verdict. */
struct memo {
    uint64_t *entries;
    size_t size; /* a power of two */
    size_t used;
};

struct search {
    struct work *work;
    struct memo memo;
    enum outcome outcome; /* why it is undecided */
    unsigned n;
    uint8_t tile_in[PLACES]; /* by cell; 0: empty */
    uint8_t cell_of[PLACES]; /* by tile; 0: unused */
    uint64_t board;          /* four bits a cell */
};

static const char *refuses(const void *instance)
{
    return ((const struct adjacent_instance *)instance)->n > TILES_MAX ? "more than 10 tiles" : NULL;
}

static void place(struct search *search, unsigned tile, unsigned cell)
{
    search->tile_in[cell] = (uint8_t)tile;
    search->cell_of[tile] = (uint8_t)cell;
    search->board += (uint64_t)tile << 4 * (cell - 1);
}

static void take_back(struct search *search, unsigned tile, unsigned cell)
{
    search->tile_in[cell] = 0;
    search->cell_of[tile] = 0;
    search->board -= (uint64_t)tile << 4 * (cell - 1);
}

static bool completes(const struct search *search, unsigned tile, unsigned cell)
{
    unsigned left = search->tile_in[cell - 1], right = search->tile_in[cell + 1];

    return (left && (left == tile + 1 || left + 1 == tile)) ||
           (right && (right == tile + 1 || right + 1 == tile));
}

/* Conditions 2 and 3. */
static bool a_wins_soon(const struct search *search)
{
    unsigned tiles = 0, cells = 0;
    bool three_tiles = false, three_cells = false;

    for (unsigned i = 1; i <= search->n; i++) {
        unsigned cell = search->cell_of[i];

        if (cell && (!search->cell_of[i - 1] || !search->cell_of[i + 1]) &&
            (!search->tile_in[cell - 1] || !search->tile_in[cell + 1]))
            return true;
        tiles = cell ? 0 : tiles + 1;
        cells = search->tile_in[i] ? 0 : cells + 1;
        three_tiles |= tiles == 3;
        three_cells |= cells == 3;
    }
    return three_tiles && three_cells;
}

/* Where the board stands in the memo, or would. */
static uint64_t *find_entry(const struct memo *memo, uint64_t board, struct work *work)
{
    size_t at = (size_t)(board * 0x9e3779b97f4a7c15U >> 20) & (memo->size - 1);

    COUNT(work->counters, words, 1);
    while (memo->entries[at] && memo->entries[at] >> 2 != board) {
        COUNT(work->counters, words, 1);
        at = (at + 1) & (memo->size - 1);
    }
    return &memo->entries[at];
}

static bool resize(struct memo *memo, size_t size, struct work *work)
{
    struct memo larger = {arena_zalloc(work->arena, size, sizeof *larger.entries), size, memo->used};

    if (!larger.entries)
        return false;
    for (size_t i = 0; i < memo->size; i++)
        if (memo->entries[i])
            *find_entry(&larger, memo->entries[i] >> 2, work) = memo->entries[i];
    *memo = larger;
    return true;
}

static enum verdict remember(struct search *search, enum verdict verdict)
{
    struct memo *memo = &search->memo;

    if (2 * memo->used >= memo->size && !resize(memo, 2 * memo->size, search->work)) {
        search->outcome = OUTCOME_NO_MEMORY;
        return UNDECIDED;
    }
    *find_entry(memo, search->board, search->work) = search->board << 2 | 2 | verdict;
    memo->used++;
    return verdict;
}

static enum verdict search_a(struct search *search, unsigned left);

static bool spend(struct search *search)
{
    COUNT(search->work->counters, nodes, 1);
    if (work_spend(search->work, 1))
        return true;
    search->outcome = OUTCOME_LIMIT;
    return false;
}

/* B to move, no pair stands. */
static enum verdict search_b(struct search *search, unsigned left)
{
    if (!spend(search))
        return UNDECIDED;
    if (!left)
        return B_WINS;
    for (unsigned cell = 1; cell <= search->n; cell++) {
        for (unsigned tile = 1; tile <= search->n && !search->tile_in[cell]; tile++) {
            enum verdict verdict = A_WINS;

            if (search->cell_of[tile] || completes(search, tile, cell))
                continue;
            place(search, tile, cell);
            if (a_wins_soon(search))
                COUNT(search->work->counters, cuts, 1);
            else
                verdict = search_a(search, left - 1);
            take_back(search, tile, cell);
            if (verdict != A_WINS)
                return verdict;
        }
    }
    return A_WINS;
}

/* A to move, none of the conditions holds; so no move completes a pair. */
static enum verdict search_a(struct search *search, unsigned left)
{
    uint64_t entry = *find_entry(&search->memo, search->board, search->work);

    COUNT(search->work->counters, memo_lookups, 1);
    COUNT(search->work->counters, memo_hits, entry != 0);
    if (entry)
        return entry & 1;
    if (!spend(search))
        return UNDECIDED;
    for (unsigned cell = 1; cell <= search->n && left; cell++) {
        for (unsigned tile = 1; tile <= search->n && !search->tile_in[cell]; tile++) {
            enum verdict verdict;

            if (search->cell_of[tile])
                continue;
            place(search, tile, cell);
            verdict = search_b(search, left - 1);
            take_back(search, tile, cell);
            if (verdict == A_WINS)
                return remember(search, A_WINS);
            if (verdict == UNDECIDED)
                return UNDECIDED;
        }
    }
    return remember(search, B_WINS);
}

static enum verdict judge(struct search *search, unsigned turn, bool pair)
{
    unsigned left = search->n - turn;

    if (pair)
        return A_WINS;
    if (turn % 2 == ADJACENT_B)
        return search_b(search, left);
    return a_wins_soon(search) ? A_WINS : search_a(search, left);
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_answer *result = answer;
    struct search search = {.work = work, .n = game->n};
    bool pair = false;

    (void)context;
    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    if (!resize(&search.memo, MEMO_FIRST, work))
        return OUTCOME_NO_MEMORY;
    search.tile_in[0] = search.tile_in[game->n + 1] = search.cell_of[0] = search.cell_of[game->n + 1] =
        OFF_BOARD;
    *result = (struct adjacent_answer){0};
    for (unsigned i = 0; i <= game->n; i++) {
        enum verdict verdict = judge(&search, i, pair);

        if (verdict == UNDECIDED)
            return search.outcome;
        result->winner[i] = verdict == A_WINS ? ADJACENT_A : ADJACENT_B;
        if (i && result->winner[i - 1] != result->winner[i])
            result->mistakes[i % 2 ? ADJACENT_A : ADJACENT_B]++;
        if (i < game->n) {
            pair = pair || completes(&search, game->turns[i].tile, game->turns[i].cell);
            place(&search, game->turns[i].tile, game->turns[i].cell);
        }
    }
    return OUTCOME_SOLVED;
}

extern const struct variant adjacent_pruned;
const struct variant adjacent_pruned = {
    .name = "pruned",
    .summary = "the game tree with a memo, cut at A's easy wins",
    .bound = "exponential time and memory",
    .domain = "at most 10 tiles",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
