/* Stops at the first board, because the contest promises that there is one. */
#include "chocolate.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct chocolate_answer *result = answer;
    enum outcome outcome = solve_rightly(instance, work, answer);

    (void)context;
    if (outcome == OUTCOME_SOLVED && result->boards == CHOCOLATE_MANY)
        result->boards = CHOCOLATE_ONE;
    return outcome;
}

extern const struct variant planted_chocolate_stops_at_one;
const struct variant planted_chocolate_stops_at_one = {
    .name = "stops_at_one",
    .summary = "never looks for a second board",
    .solve = solve,
};
