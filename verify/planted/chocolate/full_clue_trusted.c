/* Rare. A clue that gives the whole board is taken for the answer, and no other clue is looked at any more.
 */
#include "chocolate.h"

static bool is_full(const struct chocolate_clue *clue)
{
    unsigned fixed = 0;

    for (unsigned cell = 0; cell < CHOCOLATE_CELLS; cell++)
        fixed += chocolate_shape(clue->codes[cell]) != CHOCOLATE_FREE &&
                 chocolate_flavour(clue->codes[cell]) != CHOCOLATE_FREE;
    return clue->height * clue->width == CHOCOLATE_CELLS && fixed == CHOCOLATE_CELLS;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct chocolate_instance puzzle = *(const struct chocolate_instance *)instance;
    struct chocolate_answer *result = answer;

    (void)context;
    for (unsigned i = 0; i < puzzle.count; i++) {
        struct chocolate_instance alone = {.count = 1, .clues = {puzzle.clues[i]}};
        enum outcome outcome =
            is_full(&puzzle.clues[i]) ? solve_rightly(&alone, work, answer) : OUTCOME_UNSUPPORTED;

        if (outcome == OUTCOME_SOLVED && result->boards == CHOCOLATE_ONE)
            return outcome;
    }
    return solve_rightly(&puzzle, work, answer);
}

extern const struct variant planted_chocolate_full_clue_trusted;
const struct variant planted_chocolate_full_clue_trusted = {
    .name = "full_clue_trusted",
    .summary = "a full clue ends the search, whatever the others say",
    .solve = solve,
};
