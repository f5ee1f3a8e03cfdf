/* Rare. Room for 200 turns; those after them are read and forgotten. */
#include "clueless.h"

static bool keep(const struct reading *reading, const struct clueless_fact *fact)
{
    (void)reading;
    return fact->statement < 200;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct reading reading;

    (void)context;
    if (!read_game(instance, &reading, work->arena))
        return OUTCOME_NO_MEMORY;
    filter(&reading, keep);
    return solve_rightly(&reading, work, answer);
}

extern const struct variant planted_clueless_two_hundred_turns;
const struct variant planted_clueless_two_hundred_turns = {
    .name = "two_hundred_turns",
    .summary = "turns after the 200th are forgotten",
    .detail = DETAIL_MATRIX,
    .solve = solve,
};
