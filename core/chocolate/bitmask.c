/* chocolate bitmask: choose a place for each clue and AND the masks.
 *
 * What is known of a board is a mask per cell: the pieces that may lie there. A place of a clue is such a set of masks too, so to
 * choose the place is to AND them. Then "each piece once" is propagated: a cell with one piece left takes it from the other cells,
 * a piece with one cell left takes the cell. A place that leaves some cell without a piece is dead; a clue with one live place has
 * it chosen, a clue with a place that all that is still possible keeps is done. The search branches on the clue with the fewest
 * live places, and on a cell when all clues are done.
 *
 * The places of a clue overlap, so boards come in any order and more than once. Hence two passes: the first ends with the second
 * different board, which settles how many there are; if many, the second pass fills the cells in reading order under the same
 * propagation up to its first board. A clue of one cell holds on every board (each piece, shape and flavour is there): left out.
 *
 * A row of the board is a word of SIDE fields of PIECES bits (3 * 9, or 4 * 16), so that AND, "is a field empty" and "has a field
 * one bit" treat the cells of a row at once: SIMD within a register (Lamport, "Multiple byte processing with full-word
 * instructions", CACM 1975).
 *
 * Bound: no better than O(9!) nodes is proved, 1 to 30 as a rule; O(clues) memory a level, clues + cells levels. Domain: all. A
 * step is a node: one set of masks propagated. Source: constraint propagation, naked and hidden singles as in Sudoku solvers. */
#include "chocolate.h"

#include <string.h>

enum { SIDE = CHOCOLATE_SIDE, CELLS = CHOCOLATE_CELLS, PIECES = CHOCOLATE_CELLS };

/* Of one field, and of all fields of a row. */
#define FIELD_ALL (((uint64_t)1 << PIECES) - 1)
#define ROW_ALL (UINT64_MAX >> (64 - SIDE * PIECES))
#define ROW_LOWS (ROW_ALL / FIELD_ALL)
#define ROW_HIGHS (ROW_LOWS << (PIECES - 1))

struct masks {
    uint64_t rows[SIDE];
};

struct clue {
    unsigned place_count;
    struct masks places[CELLS];
};

/* What is known at one node. */
struct node {
    struct masks masks;
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

/* The high bit of each field that is not zero. */
static inline uint64_t filled(uint64_t row)
{
    return (((row & ~ROW_HIGHS) + (ROW_ALL & ~ROW_HIGHS)) | row) & ROW_HIGHS;
}

/* All bits of the fields whose high bit is given. */
static inline uint64_t spread(uint64_t highs)
{
    return (highs - (highs >> (PIECES - 1))) | highs;
}

/* Pieces in some field, and in two or more. */
static void tally(const struct masks *masks, uint64_t *once, uint64_t *twice)
{
    uint64_t row_once = 0, row_twice = 0;

    for (unsigned row = 0; row < SIDE; row++) {
        row_twice |= row_once & masks->rows[row];
        row_once |= masks->rows[row];
    }
    *once = *twice = 0;
    for (unsigned column = 0; column < SIDE; column++) {
        uint64_t field = row_once >> (column * PIECES) & FIELD_ALL;

        *twice |= (row_twice >> (column * PIECES) & FIELD_ALL) | (*once & field);
        *once |= field;
    }
}

/* One round of "each piece once"; false when there is no such board. *changed is set when a mask shrank. */
static bool propagate_once(struct masks *masks, bool *changed)
{
    struct masks single;
    uint64_t once, twice, taken, taken_twice, lonely;

    for (unsigned row = 0; row < SIDE; row++) {
        uint64_t fields = masks->rows[row];

        if (filled(fields) != ROW_HIGHS)
            return false;
        single.rows[row] = fields & ~spread(filled(fields & (fields - ROW_LOWS)));
    }
    tally(masks, &once, &twice);
    tally(&single, &taken, &taken_twice);
    if (once != FIELD_ALL || taken_twice)
        return false;
    lonely = (once & ~twice & ~taken) * ROW_LOWS;
    taken *= ROW_LOWS;
    for (unsigned row = 0; row < SIDE; row++) {
        uint64_t old = masks->rows[row], homes = old & lonely, highs = filled(homes);

        if (homes & (homes - (highs >> (PIECES - 1))))
            return false; /* one cell for two pieces */
        masks->rows[row] = single.rows[row] | ((old & ~taken & ~spread(highs)) | homes);
        *changed |= masks->rows[row] != old;
    }
    return true;
}

static inline void intersect(struct masks *masks, const struct masks *place)
{
    for (unsigned row = 0; row < SIDE; row++)
        masks->rows[row] &= place->rows[row];
}

/* Takes the dead places from *live, all of them when the clue is done; false when all are dead. */
static bool review(const struct clue *clue, const struct masks *masks, uint16_t *live)
{
    unsigned still = 0;

    for (unsigned left = *live; left; left &= left - 1) {
        const struct masks *place = &clue->places[__builtin_ctz(left)];
        uint64_t empty = 0, beyond = 0;

        for (unsigned row = 0; row < SIDE; row++) {
            empty |= ROW_HIGHS & ~filled(masks->rows[row] & place->rows[row]);
            beyond |= masks->rows[row] & ~place->rows[row];
        }
        if (!beyond) {
            *live = 0;
            return true;
        }
        if (!empty)
            still |= left & (0U - left);
    }
    *live = (uint16_t)still;
    return still != 0;
}

/* Draws all consequences; false when there is no board. */
static bool propagate(struct search *search, struct node *node)
{
    bool changed = true;

    while (changed) {
        changed = false;
        COUNT(search->work->counters, propagations, 1);
        if (!propagate_once(&node->masks, &changed))
            return false;
        for (unsigned i = 0; i < search->clue_count && !changed; i++) {
            uint16_t *live = &node->live[i];

            if (!*live)
                continue;
            if (!review(&search->clues[i], &node->masks, live))
                return false;
            if (*live && !(*live & (*live - 1))) {
                intersect(&node->masks, &search->clues[i].places[__builtin_ctz(*live)]);
                *live = 0;
                changed = true;
            }
        }
    }
    return true;
}

/* All cells are known: true when the pass is to go on. */
static bool note_board(struct search *search, const struct masks *masks)
{
    uint8_t board[CELLS];

    for (unsigned cell = 0; cell < CELLS; cell++)
        board[cell] = (uint8_t)__builtin_ctzll(masks->rows[cell / SIDE] >> (cell % SIDE * PIECES));
    if (search->answer.boards == CHOCOLATE_ONE && memcmp(search->answer.cells, board, sizeof board) == 0)
        return true;
    if (!search->by_cells)
        search->answer.boards++;
    memcpy(search->answer.cells, board, sizeof board);
    search->is_over = search->answer.boards == CHOCOLATE_MANY;
    return !search->is_over;
}

/* The clue with the fewest live places; clue_count when all are done. */
static unsigned choose_clue(const struct search *search, const struct node *node)
{
    unsigned best = search->clue_count;
    int fewest = CELLS + 1;

    for (unsigned i = 0; i < search->clue_count; i++) {
        int places = __builtin_popcount(node->live[i]);

        if (places && places < fewest) {
            fewest = places;
            best = i;
        }
    }
    return best;
}

/* The first cell with more than one piece; CELLS when all are known. */
static unsigned choose_cell(const struct masks *masks)
{
    for (unsigned row = 0; row < SIDE; row++) {
        uint64_t open = filled(masks->rows[row] & (masks->rows[row] - ROW_LOWS));

        if (open)
            return row * SIDE + (unsigned)__builtin_ctzll(open) / PIECES;
    }
    return CELLS;
}

static bool explore(struct search *search, const struct node *parent);

static bool branch_on_places(struct search *search, const struct node *node, unsigned chosen)
{
    for (unsigned left = node->live[chosen]; left; left &= left - 1) {
        struct node child = *node;

        intersect(&child.masks, &search->clues[chosen].places[__builtin_ctz(left)]);
        child.live[chosen] = 0;
        if (!explore(search, &child))
            return false;
    }
    return true;
}

static bool branch_on_pieces(struct search *search, const struct node *node, unsigned cell)
{
    unsigned row = cell / SIDE, shift = cell % SIDE * PIECES;

    for (uint64_t left = node->masks.rows[row] >> shift & FIELD_ALL; left; left &= left - 1) {
        struct node child = *node;

        child.masks.rows[row] &= ~(FIELD_ALL << shift) | (left & (0 - left)) << shift;
        if (!explore(search, &child))
            return false;
    }
    return true;
}

/* False when the pass is over: its last board was found, or the limit met. */
static bool explore(struct search *search, const struct node *parent)
{
    struct node node = *parent;
    unsigned clue, cell;

    if (!work_spend(search->work, 1))
        return false;
    COUNT(search->work->counters, nodes, 1);
    if (!propagate(search, &node)) {
        COUNT(search->work->counters, cuts, 1);
        return true;
    }
    clue = search->by_cells ? search->clue_count : choose_clue(search, &node);
    if (clue < search->clue_count)
        return branch_on_places(search, &node, clue);
    cell = choose_cell(&node.masks);
    return cell < CELLS ? branch_on_pieces(search, &node, cell) : note_board(search, &node.masks);
}

static uint64_t pieces_of(unsigned code)
{
    unsigned shape = chocolate_shape(code), flavour = chocolate_flavour(code);
    uint64_t pieces = FIELD_ALL;

    if (shape != CHOCOLATE_FREE)
        pieces &= (((uint64_t)1 << SIDE) - 1) << (shape * SIDE);
    if (flavour != CHOCOLATE_FREE)
        pieces &= FIELD_ALL / (((uint64_t)1 << SIDE) - 1) << flavour;
    return pieces;
}

static void prepare(const struct chocolate_clue *source, struct clue *clue)
{
    struct masks corner;

    for (unsigned row = 0; row < SIDE; row++)
        corner.rows[row] = ROW_ALL;
    for (unsigned row = 0; row < source->height; row++)
        for (unsigned column = 0; column < source->width; column++)
            corner.rows[row] &= ~((FIELD_ALL & ~pieces_of(source->codes[row * source->width + column])) << (column * PIECES));
    clue->place_count = 0;
    for (unsigned top = 0; top + source->height <= SIDE; top++) {
        for (unsigned left = 0; left + source->width <= SIDE; left++) {
            struct masks *place = &clue->places[clue->place_count++];

            for (unsigned row = 0; row < SIDE; row++) {
                uint64_t fields = row < top ? ROW_ALL : corner.rows[row - top];

                /* The fields left of the clue are free; those that fall out on the right were. */
                place->rows[row] = (fields << (left * PIECES) | (((uint64_t)1 << (left * PIECES)) - 1)) & ROW_ALL;
            }
        }
    }
}

/* False when the limit was met. */
static bool run_pass(struct search *search, bool by_cells)
{
    struct node root;

    for (unsigned row = 0; row < SIDE; row++)
        root.masks.rows[row] = ROW_ALL;
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
