/* chocolate pruned: fill the board cell by cell and drop it as soon as some clue has no place left.
 *
 * For each clue a set of places that are still possible, one bit each. A piece laid on a cell takes away the
 * places at which the clue wants another piece there: one AND with a table per clue. Cells are filled in
 * reading order with the smallest piece first, so boards come in the order of the answer and the second one
 * ends the search. Clues are tried most restrictive first: the expected number of places at which a clue fits
 * by chance, places / 3^(fixed attributes), is smallest.
 *
 * Bound: at most 986 409 nodes for 9 cells, O(clues) each; O(cells * clues) memory. Domain: all. A step is a
 * node: a piece laid on a cell. Source: backtracking as in the contest's public solutions. Rejected: the most
 * constrained cell first, which makes fewer nodes but finds the boards out of order. */
#include "chocolate.h"

#include <string.h>

struct search {
    unsigned clue_count;
    /* Places at which the clue allows the piece on the cell (or does not cover it). */
    uint16_t allows[CHOCOLATE_CELLS][CHOCOLATE_CELLS][CHOCOLATE_CLUES_MAX]; /* cell, piece, clue */
    uint8_t board[CHOCOLATE_CELLS];
    struct work *work;
    struct chocolate_answer answer;
};

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

static bool code_allows(unsigned code, unsigned piece)
{
    unsigned shape = chocolate_shape(code), flavour = chocolate_flavour(code);

    return (shape == CHOCOLATE_FREE || piece / CHOCOLATE_SIDE == shape) &&
           (flavour == CHOCOLATE_FREE || piece % CHOCOLATE_SIDE == flavour);
}

/* The larger, the more restrictive. */
static double restrictiveness(const struct chocolate_clue *clue)
{
    double weight = 1;

    for (unsigned i = 0; i < (unsigned)clue->height * clue->width; i++) {
        if (chocolate_shape(clue->codes[i]) != CHOCOLATE_FREE)
            weight *= CHOCOLATE_SIDE;
        if (chocolate_flavour(clue->codes[i]) != CHOCOLATE_FREE)
            weight *= CHOCOLATE_SIDE;
    }
    return weight / ((CHOCOLATE_SIDE + 1 - clue->height) * (CHOCOLATE_SIDE + 1 - clue->width));
}

/* Fills in `order` with the clues' numbers, the most restrictive first; ties keep the order of the input. */
static void order_clues(const struct chocolate_instance *puzzle, unsigned order[CHOCOLATE_CLUES_MAX])
{
    double weights[CHOCOLATE_CLUES_MAX];

    for (unsigned i = 0; i < puzzle->count; i++) {
        double weight = restrictiveness(&puzzle->clues[i]);
        unsigned at = i;

        for (; at > 0 && weights[at - 1] < weight; at--) {
            weights[at] = weights[at - 1];
            order[at] = order[at - 1];
        }
        weights[at] = weight;
        order[at] = i;
    }
}

/* Takes the place, one bit, away wherever the clue laid at (top, left) does not allow a piece. */
static void forbid(struct search *search, unsigned number, const struct chocolate_clue *clue, unsigned top,
                   unsigned left, uint16_t place)
{
    for (unsigned i = 0; i < (unsigned)clue->height * clue->width; i++) {
        unsigned cell = (top + i / clue->width) * CHOCOLATE_SIDE + left + i % clue->width;

        for (unsigned piece = 0; piece < CHOCOLATE_CELLS; piece++)
            if (!code_allows(clue->codes[i], piece))
                search->allows[cell][piece][number] &= (uint16_t)~place;
    }
}

/* Lays the piece on the cell: false when some clue then has no place left. A propagation is one clue looked at, which is what
 * their order saves. */
static bool lay(const struct search *search, unsigned cell, unsigned piece, const uint16_t *before,
                uint16_t *after)
{
    const uint16_t *allows = search->allows[cell][piece];

    for (unsigned i = 0; i < search->clue_count; i++) {
        COUNT(search->work->counters, propagations, 1);
        after[i] = before[i] & allows[i];
        if (!after[i])
            return false;
    }
    return true;
}

/* False when the search is to end: a second board was found, or the limit met. */
static bool fill(struct search *search, unsigned cell, unsigned left, const uint16_t *before)
{
    uint16_t after[CHOCOLATE_CLUES_MAX];

    if (cell == CHOCOLATE_CELLS) {
        if (search->answer.boards++ == CHOCOLATE_NONE)
            memcpy(search->answer.cells, search->board, sizeof search->board);
        return search->answer.boards < CHOCOLATE_MANY;
    }
    for (unsigned pieces = left; pieces; pieces &= pieces - 1) {
        unsigned piece = (unsigned)__builtin_ctz(pieces);

        if (!work_spend(search->work, 1))
            return false;
        COUNT(search->work->counters, nodes, 1);
        if (!lay(search, cell, piece, before, after)) {
            COUNT(search->work->counters, cuts, 1);
            continue;
        }
        search->board[cell] = (uint8_t)piece;
        if (!fill(search, cell + 1, left & ~(1U << piece), after))
            return false;
    }
    return true;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct chocolate_instance *puzzle = instance;
    struct search search = {.clue_count = puzzle->count, .work = work};
    unsigned order[CHOCOLATE_CLUES_MAX];
    uint16_t places[CHOCOLATE_CLUES_MAX];

    (void)context;
    order_clues(puzzle, order);
    memset(search.allows, 0xff, sizeof search.allows);
    for (unsigned i = 0; i < puzzle->count; i++) {
        const struct chocolate_clue *clue = &puzzle->clues[order[i]];
        unsigned count = 0;

        for (unsigned top = 0; top + clue->height <= CHOCOLATE_SIDE; top++)
            for (unsigned left = 0; left + clue->width <= CHOCOLATE_SIDE; left++)
                forbid(&search, i, clue, top, left, (uint16_t)(1U << count++));
        places[i] = (uint16_t)((1U << count) - 1);
    }
    if (!fill(&search, 0, (1U << CHOCOLATE_CELLS) - 1, places) && search.answer.boards < CHOCOLATE_MANY)
        return OUTCOME_LIMIT;
    memcpy(answer, &search.answer, sizeof search.answer);
    return OUTCOME_SOLVED;
}

extern const struct variant chocolate_pruned;
const struct variant chocolate_pruned = {
    .name = "pruned",
    .summary = "fill cell by cell, drop a board as soon as some clue has no place left",
    .bound = "O(9!) nodes, 10^3 to 10^5 as a rule; O(1) memory",
    .domain = "all",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
