/* A `_` taken for an ordinary value, which no piece has; only `__` is known to be free. */
#include "chocolate.h"

static bool is_half(unsigned code)
{
    return (chocolate_shape(code) == CHOCOLATE_FREE) != (chocolate_flavour(code) == CHOCOLATE_FREE);
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct chocolate_instance puzzle = *(const struct chocolate_instance *)instance;
    bool impossible = false;

    (void)context;
    for (unsigned i = 0; i < puzzle.count; i++)
        for (unsigned cell = 0; cell < CHOCOLATE_CELLS; cell++)
            impossible |= cell < (unsigned)puzzle.clues[i].height * puzzle.clues[i].width &&
                          is_half(puzzle.clues[i].codes[cell]);
    if (impossible) {
        memset(answer, 0, sizeof(struct chocolate_answer));
        return OUTCOME_SOLVED;
    }
    return solve_rightly(&puzzle, work, answer);
}

extern const struct variant planted_chocolate_free_as_value;
const struct variant planted_chocolate_free_as_value = {
    .name = "free_as_value",
    .summary = "_ is a value that no piece has",
    .solve = solve,
};
