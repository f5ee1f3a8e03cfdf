/* A wrong tie: boards are gone through flavour by flavour, so that of many another one comes first. */
#include "chocolate.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct chocolate_instance puzzle = *(const struct chocolate_instance *)instance;
    struct chocolate_answer *result = answer;
    enum outcome outcome;

    (void)context;
    for (unsigned i = 0; i < puzzle.count; i++)
        for (unsigned cell = 0; cell < CHOCOLATE_CELLS; cell++)
            puzzle.clues[i].codes[cell] = chocolate_code(chocolate_flavour(puzzle.clues[i].codes[cell]),
                                                         chocolate_shape(puzzle.clues[i].codes[cell]));
    outcome = solve_rightly(&puzzle, work, answer);
    for (unsigned cell = 0; outcome == OUTCOME_SOLVED && cell < CHOCOLATE_CELLS; cell++)
        result->cells[cell] = (uint8_t)(result->cells[cell] % CHOCOLATE_SIDE * CHOCOLATE_SIDE +
                                        result->cells[cell] / CHOCOLATE_SIDE);
    return outcome;
}

extern const struct variant planted_chocolate_wrong_order;
const struct variant planted_chocolate_wrong_order = {
    .name = "wrong_order",
    .summary = "the first board by flavour, then shape",
    .solve = solve,
};
