/* chocolate naive: try every board.
 *
 * All 9! boards in the order of the answer, by the classical step to the next permutation; on each full board
 * clue after clue is tried at place after place, and the first clue that fits nowhere ends the board. The
 * second board found ends the search: more is not asked.
 *
 * Bound: 9! boards, each at most 10 clues * 9 places * 9 cells; O(1) memory. Domain: all. A step is a board.
 * Source: the definition. The recursion over cells that some write in place of the permutation step visits
 * 986 409 nodes for the same 362 880 boards. */
#include "chocolate.h"

#include <string.h>

/* A clue without its free cells: what is tested, relative to a place. */
struct pattern {
    uint8_t height, width;
    uint8_t cell_count;
    uint8_t cells[CHOCOLATE_CELLS];   /* offsets from the place */
    uint16_t pieces[CHOCOLATE_CELLS]; /* bit p: piece p may lie there */
};

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

static uint16_t pieces_of(unsigned code)
{
    unsigned pieces = 0;

    for (unsigned piece = 0; piece < CHOCOLATE_CELLS; piece++) {
        bool shape_fits =
            chocolate_shape(code) == CHOCOLATE_FREE || chocolate_shape(code) == piece / CHOCOLATE_SIDE;
        bool flavour_fits =
            chocolate_flavour(code) == CHOCOLATE_FREE || chocolate_flavour(code) == piece % CHOCOLATE_SIDE;

        if (shape_fits && flavour_fits)
            pieces |= 1U << piece;
    }
    return (uint16_t)pieces;
}

static void prepare(const struct chocolate_clue *clue, struct pattern *pattern)
{
    *pattern = (struct pattern){.height = clue->height, .width = clue->width};
    for (unsigned i = 0; i < (unsigned)clue->height * clue->width; i++) {
        if (clue->codes[i] == CHOCOLATE_CODE_FREE)
            continue;
        pattern->cells[pattern->cell_count] = (uint8_t)(i / clue->width * CHOCOLATE_SIDE + i % clue->width);
        pattern->pieces[pattern->cell_count++] = pieces_of(clue->codes[i]);
    }
}

/* `under`: the board from the place on. */
static bool fits_at(const struct pattern *pattern, const uint8_t *under)
{
    for (unsigned cell = 0; cell < pattern->cell_count; cell++)
        if (!(pattern->pieces[cell] >> under[pattern->cells[cell]] & 1))
            return false;
    return true;
}

static bool fits_somewhere(const struct pattern *pattern, const uint8_t *board)
{
    for (unsigned top = 0; top + pattern->height <= CHOCOLATE_SIDE; top++)
        for (unsigned left = 0; left + pattern->width <= CHOCOLATE_SIDE; left++)
            if (fits_at(pattern, board + top * CHOCOLATE_SIDE + left))
                return true;
    return false;
}

static bool keeps_all(const struct pattern *patterns, unsigned count, const uint8_t *board)
{
    for (unsigned i = 0; i < count; i++)
        if (!fits_somewhere(&patterns[i], board))
            return false;
    return true;
}

/* To the next board in order; false after the last. */
static bool advance(uint8_t *board)
{
    unsigned rise = CHOCOLATE_CELLS - 1, larger = CHOCOLATE_CELLS - 1;
    uint8_t piece;

    while (rise > 0 && board[rise - 1] > board[rise])
        rise--;
    if (rise == 0)
        return false;
    piece = board[rise - 1];
    while (board[larger] < piece)
        larger--;
    board[rise - 1] = board[larger];
    board[larger] = piece;
    for (unsigned low = rise, high = CHOCOLATE_CELLS - 1; low < high; low++, high--) {
        piece = board[low];
        board[low] = board[high];
        board[high] = piece;
    }
    return true;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct chocolate_instance *puzzle = instance;
    struct chocolate_answer result = {0};
    struct pattern patterns[CHOCOLATE_CLUES_MAX];
    uint8_t board[CHOCOLATE_CELLS];

    (void)context;
    for (unsigned i = 0; i < puzzle->count; i++)
        prepare(&puzzle->clues[i], &patterns[i]);
    for (unsigned i = 0; i < CHOCOLATE_CELLS; i++)
        board[i] = (uint8_t)i;
    do {
        if (!work_spend(work, 1))
            return OUTCOME_LIMIT;
        COUNT(work->counters, nodes, 1);
        if (!keeps_all(patterns, puzzle->count, board))
            continue;
        if (result.boards == CHOCOLATE_NONE)
            memcpy(result.cells, board, sizeof board);
        result.boards++;
    } while (result.boards < CHOCOLATE_MANY && advance(board));
    memcpy(answer, &result, sizeof result);
    return OUTCOME_SOLVED;
}

extern const struct variant chocolate_naive;
const struct variant chocolate_naive = {
    .name = "naive",
    .summary = "try every board",
    .bound = "O(9!) boards, O(1) memory",
    .domain = "all",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
