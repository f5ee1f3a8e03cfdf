/* A mistake is counted whenever the opponent is left in a winning position, also by one who had lost already.
 */
#include "adjacent.h"

static const char *refuses(const void *instance)
{
    return adjacent_closed_form.refuses(instance);
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_answer *result = answer;
    enum outcome outcome = adjacent_closed_form.solve(context, instance, work, answer);

    if (outcome != OUTCOME_SOLVED)
        return outcome;
    result->mistakes[ADJACENT_A] = result->mistakes[ADJACENT_B] = 0;
    for (uint32_t i = 0; i < game->n; i++)
        result->mistakes[i % 2] += result->winner[i + 1] != i % 2;
    return outcome;
}

extern const struct variant planted_adjacent_while_lost;
const struct variant planted_adjacent_while_lost = {
    .name = "while_lost",
    .summary = "mistakes are counted for one who had lost already",
    .refuses = refuses,
    .solve = solve,
};
