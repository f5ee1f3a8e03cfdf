/* An answer judged from the rules alone, without solving: its board is one and keeps all clues, and no board
 * that differs from it by one swap of two cells shows that there are more boards than said or an earlier one.
 *
 * A wrong "no board", and boards that are more than a swap away, are beyond it: finding those is solving. */
#include "parts.h"

#include <string.h>

static bool fits_at(const struct chocolate_clue *clue, const uint8_t *cells, unsigned top, unsigned left)
{
    for (unsigned row = 0; row < clue->height; row++) {
        for (unsigned column = 0; column < clue->width; column++) {
            unsigned code = clue->codes[row * clue->width + column];
            unsigned piece = cells[(top + row) * CHOCOLATE_SIDE + left + column];

            if (chocolate_shape(code) != CHOCOLATE_FREE && chocolate_shape(code) != piece / CHOCOLATE_SIDE)
                return false;
            if (chocolate_flavour(code) != CHOCOLATE_FREE &&
                chocolate_flavour(code) != piece % CHOCOLATE_SIDE)
                return false;
        }
    }
    return true;
}

static bool clue_holds(const struct chocolate_clue *clue, const uint8_t *cells)
{
    for (unsigned top = 0; top + clue->height <= CHOCOLATE_SIDE; top++)
        for (unsigned left = 0; left + clue->width <= CHOCOLATE_SIDE; left++)
            if (fits_at(clue, cells, top, left))
                return true;
    return false;
}

bool chocolate_holds(const struct chocolate_instance *puzzle, const uint8_t cells[CHOCOLATE_CELLS])
{
    for (unsigned i = 0; i < puzzle->count; i++)
        if (!clue_holds(&puzzle->clues[i], cells))
            return false;
    return true;
}

/* NULL, or what a board one swap away tells against the answer. */
static const char *check_neighbours(const struct chocolate_instance *puzzle,
                                    const struct chocolate_answer *answer)
{
    uint8_t cells[CHOCOLATE_CELLS];

    for (unsigned i = 0; i < CHOCOLATE_CELLS; i++) {
        for (unsigned j = i + 1; j < CHOCOLATE_CELLS; j++) {
            bool is_earlier = answer->cells[j] < answer->cells[i];

            if (answer->boards == CHOCOLATE_MANY && !is_earlier)
                continue;
            memcpy(cells, answer->cells, sizeof cells);
            cells[i] = answer->cells[j];
            cells[j] = answer->cells[i];
            if (chocolate_holds(puzzle, cells))
                return is_earlier ? "an earlier board keeps all clues too"
                                  : "another board keeps all clues too";
        }
    }
    return NULL;
}

const char *chocolate_check(const void *instance, const void *answer)
{
    static const uint8_t zeros[CHOCOLATE_CELLS];
    const struct chocolate_answer *result = answer;
    unsigned seen = 0;

    if (result->boards > CHOCOLATE_MANY)
        return "not a number of boards";
    if (result->boards == CHOCOLATE_NONE)
        return memcmp(result->cells, zeros, sizeof zeros) == 0 ? NULL : "a board where there is none";
    for (unsigned i = 0; i < CHOCOLATE_CELLS; i++) {
        if (result->cells[i] >= CHOCOLATE_CELLS)
            return "not a piece";
        seen |= 1U << result->cells[i];
    }
    if (seen != (1U << CHOCOLATE_CELLS) - 1)
        return "a piece is on the board twice";
    if (!chocolate_holds(instance, result->cells))
        return "the board breaks a clue";
    return check_neighbours(instance, result);
}
