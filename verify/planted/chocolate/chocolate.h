/* What most solutions of Chocolate Fix share: boards filled cell by cell in the order of the answer, a clue
 * tried at each place. A planted bug says what it means by "the clue fits here", or changes what it has read
 * and asks the right variant `bitmask`. */
#ifndef ASSAY_PLANTED_CHOCOLATE_H
#define ASSAY_PLANTED_CHOCOLATE_H

#include <string.h>

#include "core/chocolate/chocolate.h"

extern const struct variant chocolate_bitmask;

enum { NOT_YET = 255 }; /* a cell without a piece: anything may come */

static inline bool code_fits(unsigned code, unsigned piece)
{
    if (piece == NOT_YET)
        return true;
    return (chocolate_shape(code) == CHOCOLATE_FREE || chocolate_shape(code) == piece / CHOCOLATE_SIDE) &&
           (chocolate_flavour(code) == CHOCOLATE_FREE || chocolate_flavour(code) == piece % CHOCOLATE_SIDE);
}

static inline bool fits_at(const struct chocolate_clue *clue, const uint8_t *cells, unsigned top,
                           unsigned left)
{
    for (unsigned row = 0, i = 0; row < clue->height; row++)
        for (unsigned column = 0; column < clue->width; column++, i++)
            if (!code_fits(clue->codes[i], cells[(top + row) * CHOCOLATE_SIDE + left + column]))
                return false;
    return true;
}

static inline unsigned count_places(const struct chocolate_clue *clue, const uint8_t *cells)
{
    unsigned places = 0;

    for (unsigned top = 0; top + clue->height <= CHOCOLATE_SIDE; top++)
        for (unsigned left = 0; left + clue->width <= CHOCOLATE_SIDE; left++)
            places += fits_at(clue, cells, top, left);
    return places;
}

/* Does the clue still fit somewhere on the board so far? */
typedef bool clue_rule(const struct chocolate_clue *clue, const uint8_t *cells);

struct filling {
    const struct chocolate_instance *puzzle;
    clue_rule *holds;
    struct work *work;
    unsigned used;
    uint8_t cells[CHOCOLATE_CELLS];
    struct chocolate_answer answer;
};

/* False when the limit is met or two boards are known. */
static inline bool fill_from(struct filling *filling, unsigned cell)
{
    if (!work_spend(filling->work, 1))
        return false;
    for (unsigned i = 0; i < filling->puzzle->count; i++)
        if (!filling->holds(&filling->puzzle->clues[i], filling->cells))
            return true;
    if (cell == CHOCOLATE_CELLS) {
        if (filling->answer.boards++ == CHOCOLATE_NONE)
            memcpy(filling->answer.cells, filling->cells, sizeof filling->cells);
        return filling->answer.boards < CHOCOLATE_MANY;
    }
    for (unsigned piece = 0; piece < CHOCOLATE_CELLS; piece++) {
        if (filling->used >> piece & 1)
            continue;
        filling->used |= 1U << piece;
        filling->cells[cell] = (uint8_t)piece;
        if (!fill_from(filling, cell + 1))
            return false;
        filling->cells[cell] = NOT_YET;
        filling->used &= ~(1U << piece);
    }
    return true;
}

static inline enum outcome fill_boards(const struct chocolate_instance *puzzle, clue_rule *holds,
                                       struct work *work, void *answer)
{
    struct filling filling = {.puzzle = puzzle, .holds = holds, .work = work};

    memset(filling.cells, NOT_YET, sizeof filling.cells);
    if (!fill_from(&filling, 0) && filling.answer.boards < CHOCOLATE_MANY)
        return OUTCOME_LIMIT;
    memcpy(answer, &filling.answer, sizeof filling.answer);
    return OUTCOME_SOLVED;
}

static inline enum outcome solve_rightly(const struct chocolate_instance *puzzle, struct work *work,
                                         void *answer)
{
    return chocolate_bitmask.solve(NULL, puzzle, work, answer);
}

#endif
