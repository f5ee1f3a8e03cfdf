/* Choices of places are counted, not boards: one board on which a clue fits at two places counts twice. */
#include "chocolate.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct chocolate_instance *puzzle = instance;
    struct chocolate_answer *result = answer;
    enum outcome outcome = solve_rightly(instance, work, answer);

    (void)context;
    for (unsigned i = 0; outcome == OUTCOME_SOLVED && i < puzzle->count; i++)
        if (result->boards == CHOCOLATE_ONE && count_places(&puzzle->clues[i], result->cells) > 1)
            result->boards = CHOCOLATE_MANY;
    return outcome;
}

extern const struct variant planted_chocolate_places_counted;
const struct variant planted_chocolate_places_counted = {
    .name = "places_counted",
    .summary = "a board counts once for each choice of places",
    .solve = solve,
};
