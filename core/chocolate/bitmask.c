/* chocolate bitmask: choose a place for each clue and AND the masks.
 *
 * What is known of a board is a mask per cell: the pieces that may lie there. A place of a clue is such a set
 * of masks too, so to choose the place is to AND them. Then "each piece once" is propagated: a cell with one
 * piece left takes it from the other cells, a piece with one cell left takes the cell. A place that leaves
 * some cell without a piece is dead; a clue with one live place has it chosen; a clue that holds whatever is
 * still possible, at one of its places, is done. The search branches on what has the fewest choices: the live
 * places of a clue, or the pieces of a cell.
 *
 * The places of a clue overlap, so boards come in any order and more than once. Hence two passes: the first
 * ends with the second different board, which settles how many there are; if many, the second pass fills the
 * cells in reading order under the same propagation up to its first board. A clue of one cell holds on every
 * board (each piece, shape and flavour is there): left out.
 *
 * A cell is a lane of 16 bits; 8 lanes are a vector of 16 bytes, which every compiler maps to one register.
 * AND, "is a mask empty" and "has a mask one bit" treat 8 cells at once, and 4x4 boards would just fill the
 * two vectors. Rejected, on the 20 published puzzles: fields of 9 bits in 64-bit words, twice the
 * instructions; one vector of 32 bytes, the same, for gcc 12 takes its comparisons apart where there is no
 * AVX2. Rejected too: to branch on clues alone, which meets the same boards again and again where clues fit
 * in many places (780 000 nodes on a puzzle found by hill climbing, 25 000 now).
 *
 * Bound: no better than O(9!) nodes is proved, 1 to 30 as a rule; O(clues) memory a level, clues + cells
 * levels. Domain: all. A step is a node: one set of masks propagated. Source: constraint propagation, naked
 * and hidden singles as in Sudoku solvers. */
#include "chocolate.h"

#include <string.h>

enum { SIDE = CHOCOLATE_SIDE, CELLS = CHOCOLATE_CELLS, LANES = 8 };

_Static_assert(CELLS <= 2 * LANES && CELLS <= 16, "a lane for each cell, a bit of a lane for each piece");

/* Lanes past the board hold a bit that is no piece, so that they are neither empty nor open. */
enum { ALL_PIECES = (1 << CELLS) - 1, NO_PIECE = 1 << 15 };

typedef uint16_t lanes __attribute__((vector_size(LANES * sizeof(uint16_t))));
typedef uint64_t words __attribute__((vector_size(sizeof(lanes))));

struct masks {
    lanes low, high; /* cells 0 to 7, and from 8 on */
};

struct clue {
    unsigned place_count;
    struct masks places[CELLS];
};

/* What is known at one node. */
struct node {
    struct masks cells;
    uint16_t live[CHOCOLATE_CLUES_MAX]; /* the places of each clue that are not dead; 0: the clue is done */
};

struct search {
    unsigned clue_count;
    struct clue clues[CHOCOLATE_CLUES_MAX];
    struct work *work;
    bool by_cells; /* the second pass */
    bool is_over;  /* the last board that the pass looks for was found */
    struct chocolate_answer answer;
};

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

static inline bool is_any(lanes some)
{
    words halves = (words)some;

    return (halves[0] | halves[1]) != 0;
}

/* Pieces in some lane, and in two or more. */
static inline void tally(lanes low, lanes high, unsigned *once, unsigned *twice)
{
    words some = (words)(low | high), more = (words)(low & high);
    uint64_t any = some[0] | some[1], many = more[0] | more[1] | (some[0] & some[1]);

    many |= many >> 32 | (any & any >> 32);
    any |= any >> 32;
    many |= many >> 16 | (any & any >> 16);
    any |= any >> 16;
    *once = (unsigned)any & ALL_PIECES;
    *twice = (unsigned)many & ALL_PIECES;
}

static inline lanes single_of(lanes cells)
{
    return cells & (lanes)((cells & (cells - 1)) == 0);
}

/* One round of "each piece once"; false when there is no such board. *changed: has a mask shrunk? */
static inline bool propagate_once(struct masks *cells, bool *changed)
{
    lanes low = cells->low, high = cells->high, single_low = single_of(low), single_high = single_of(high),
          home_low, home_high;
    unsigned once, twice, taken, taken_twice;
    uint16_t lonely, open;

    tally(low, high, &once, &twice);
    tally(single_low, single_high, &taken, &taken_twice);
    if (once != ALL_PIECES || taken_twice || is_any((lanes)(low == 0) | (lanes)(high == 0)))
        return false;
    lonely = (uint16_t)(once & ~twice & ~taken);
    open = (uint16_t)~taken;
    home_low = low & lonely;
    home_high = high & lonely;
    if (is_any((home_low & (home_low - 1)) | (home_high & (home_high - 1))))
        return false; /* one cell for two pieces */
    cells->low = single_low | home_low | (low & (lanes)(home_low == 0) & open);
    cells->high = single_high | home_high | (high & (lanes)(home_high == 0) & open);
    *changed = is_any((cells->low ^ low) | (cells->high ^ high));
    return true;
}

static inline void intersect(struct masks *cells, const struct masks *place)
{
    cells->low &= place->low;
    cells->high &= place->high;
}

/* Takes the dead places from *live, all of them when the clue is done; false when all are dead. */
static inline bool review(const struct clue *clue, const struct masks *cells, uint16_t *live)
{
    unsigned still = 0;

    for (unsigned left = *live; left; left &= left - 1) {
        const struct masks *place = &clue->places[__builtin_ctz(left)];
        lanes low = cells->low & place->low, high = cells->high & place->high;

        if (!is_any((low ^ cells->low) | (high ^ cells->high))) {
            *live = 0;
            return true;
        }
        if (!is_any((lanes)(low == 0) | (lanes)(high == 0)))
            still |= left & (0U - left);
    }
    *live = (uint16_t)still;
    return still != 0;
}

/* Draws all consequences; false when there is no board. */
static bool propagate(struct search *search, struct node *node)
{
    bool changed;

    do {
        do {
            COUNT(search->work->counters, propagations, 1);
            if (!propagate_once(&node->cells, &changed))
                return false;
        } while (changed);
        for (unsigned i = 0; i < search->clue_count; i++) {
            uint16_t *live = &node->live[i];

            if (!*live)
                continue;
            if (!review(&search->clues[i], &node->cells, live))
                return false;
            if (*live && !(*live & (*live - 1))) {
                intersect(&node->cells, &search->clues[i].places[__builtin_ctz(*live)]);
                *live = 0;
                changed = true;
            }
        }
    } while (changed);
    return true;
}

static inline uint16_t cell_of(const struct masks *cells, unsigned cell)
{
    return cell < LANES ? cells->low[cell] : cells->high[cell - LANES];
}

static inline void set_cell(struct masks *cells, unsigned cell, uint16_t pieces)
{
    if (cell < LANES)
        cells->low[cell] = pieces;
    else
        cells->high[cell - LANES] = pieces;
}

/* All cells are known: true when the pass is to go on. */
static bool note_board(struct search *search, const struct masks *cells)
{
    uint8_t board[CELLS];

    for (unsigned cell = 0; cell < CELLS; cell++)
        board[cell] = (uint8_t)__builtin_ctz(cell_of(cells, cell));
    if (search->answer.boards == CHOCOLATE_ONE && memcmp(search->answer.cells, board, sizeof board) == 0)
        return true;
    if (!search->by_cells)
        search->answer.boards++;
    memcpy(search->answer.cells, board, sizeof board);
    search->is_over = search->answer.boards == CHOCOLATE_MANY;
    return !search->is_over;
}

/* The clue with the fewest live places, fewer than *fewest, which becomes their number; clue_count when all are done. */
static unsigned choose_clue(const struct search *search, const struct node *node, int *fewest)
{
    unsigned best = search->clue_count;

    for (unsigned i = 0; i < search->clue_count; i++) {
        int places = __builtin_popcount(node->live[i]);

        if (places && places < *fewest) {
            *fewest = places;
            best = i;
        }
    }
    return best;
}

/* An open cell with fewer pieces than `bound`, as few as possible or, `in_order`, the first; CELLS when there
 * is none. */
static unsigned choose_cell(const struct masks *cells, int bound, bool in_order)
{
    unsigned best = CELLS;

    for (unsigned cell = 0; cell < CELLS && bound > 2; cell++) {
        int pieces = __builtin_popcount(cell_of(cells, cell));

        if (pieces < 2 || pieces >= bound)
            continue;
        best = cell;
        bound = in_order ? 0 : pieces;
    }
    return best;
}

static bool explore(struct search *search, const struct node *parent);

static bool branch_on_places(struct search *search, const struct node *node, unsigned chosen)
{
    for (unsigned left = node->live[chosen]; left; left &= left - 1) {
        struct node child = *node;

        intersect(&child.cells, &search->clues[chosen].places[__builtin_ctz(left)]);
        child.live[chosen] = 0;
        if (!explore(search, &child))
            return false;
    }
    return true;
}

static bool branch_on_pieces(struct search *search, const struct node *node, unsigned cell)
{
    for (unsigned left = cell_of(&node->cells, cell); left; left &= left - 1) {
        struct node child = *node;

        set_cell(&child.cells, cell, (uint16_t)(left & (0U - left)));
        if (!explore(search, &child))
            return false;
    }
    return true;
}

/* False when the pass is over: its last board was found, or the limit met. */
static bool explore(struct search *search, const struct node *parent)
{
    struct node node = *parent;
    unsigned clue = search->clue_count, cell;
    int fewest = CELLS + 1;

    if (!work_spend(search->work, 1))
        return false;
    COUNT(search->work->counters, nodes, 1);
    if (!propagate(search, &node)) {
        COUNT(search->work->counters, cuts, 1);
        return true;
    }
    if (!search->by_cells)
        clue = choose_clue(search, &node, &fewest);
    cell = choose_cell(&node.cells, fewest, search->by_cells);
    if (cell < CELLS)
        return branch_on_pieces(search, &node, cell);
    if (clue < search->clue_count)
        return branch_on_places(search, &node, clue);
    return note_board(search, &node.cells);
}

static uint16_t pieces_of(unsigned code)
{
    unsigned shape = chocolate_shape(code), flavour = chocolate_flavour(code),
             shape_pieces = (1U << SIDE) - 1;
    unsigned pieces = UINT16_MAX;

    if (shape != CHOCOLATE_FREE)
        pieces &= shape_pieces << (shape * SIDE);
    if (flavour != CHOCOLATE_FREE)
        pieces &= ALL_PIECES / shape_pieces << flavour;
    return (uint16_t)pieces;
}

/* A clue moved by a cell or a row has its lanes moved by 1 or SIDE: each place is a window into one line of
 * lanes. */
static void prepare(const struct chocolate_clue *source, struct clue *clue)
{
    uint16_t line[4 * LANES]; /* the corner's lanes are the second half */

    memset(line, 0xff, sizeof line);
    for (unsigned row = 0, i = 0; row < source->height; row++)
        for (unsigned column = 0; column < source->width; column++, i++)
            line[2 * LANES + row * SIDE + column] = pieces_of(source->codes[i]);
    clue->place_count = 0;
    for (unsigned top = 0; top + source->height <= SIDE; top++)
        for (unsigned left = 0; left + source->width <= SIDE; left++)
            memcpy(&clue->places[clue->place_count++], &line[2 * LANES - top * SIDE - left],
                   sizeof(struct masks));
}

/* False when the limit was met. */
static bool run_pass(struct search *search, bool by_cells)
{
    struct node root;

    for (unsigned lane = 0; lane < 2 * LANES; lane++)
        set_cell(&root.cells, lane, lane < CELLS ? ALL_PIECES : NO_PIECE);
    for (unsigned i = 0; i < search->clue_count; i++)
        root.live[i] = (uint16_t)((1U << search->clues[i].place_count) - 1);
    search->by_cells = by_cells;
    search->is_over = false;
    return explore(search, &root) || search->is_over;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct chocolate_instance *puzzle = instance;
    struct search search;

    (void)context;
    search.clue_count = 0;
    search.work = work;
    search.answer = (struct chocolate_answer){0};
    for (unsigned i = 0; i < puzzle->count; i++)
        if (puzzle->clues[i].height * puzzle->clues[i].width > 1)
            prepare(&puzzle->clues[i], &search.clues[search.clue_count++]);
    if (!run_pass(&search, false) || (search.answer.boards == CHOCOLATE_MANY && !run_pass(&search, true)))
        return OUTCOME_LIMIT;
    memcpy(answer, &search.answer, sizeof search.answer);
    return OUTCOME_SOLVED;
}

extern const struct variant chocolate_bitmask;
const struct variant chocolate_bitmask = {
    .name = "bitmask",
    .summary = "choose places clue by clue, AND their masks, propagate \"each piece once\"",
    .bound = "O(9!) nodes at worst, 1 to 30 as a rule; O(clues) memory a level",
    .domain = "all",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
