/* The letter S is a shape and a flavour: who looks at the letter and not at its place reads `S_` as `_S`. */
#include "chocolate.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct chocolate_instance puzzle = *(const struct chocolate_instance *)instance;

    (void)context;
    for (unsigned i = 0; i < puzzle.count; i++)
        for (unsigned cell = 0; cell < CHOCOLATE_CELLS; cell++)
            if (puzzle.clues[i].codes[cell] == chocolate_code(0, CHOCOLATE_FREE))
                puzzle.clues[i].codes[cell] = chocolate_code(CHOCOLATE_FREE, 1);
    return solve_rightly(&puzzle, work, answer);
}

extern const struct variant planted_chocolate_letter_s;
const struct variant planted_chocolate_letter_s = {
    .name = "letter_s",
    .summary = "S_ read as _S",
    .solve = solve,
};
