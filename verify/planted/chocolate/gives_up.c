/* A step limit against slow inputs, and when it is met the search says what it has: no board. */
#include "chocolate.h"

static bool holds(const struct chocolate_clue *clue, const uint8_t *cells)
{
    return count_places(clue, cells) > 0;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct work own = work_start(work->arena, 6000);
    enum outcome outcome = fill_boards(instance, holds, &own, answer);

    (void)context;
    (void)work;
    if (outcome == OUTCOME_LIMIT)
        memset(answer, 0, sizeof(struct chocolate_answer));
    return OUTCOME_SOLVED;
}

extern const struct variant planted_chocolate_gives_up;
const struct variant planted_chocolate_gives_up = {
    .name = "gives_up",
    .summary = "says no board after 6000 steps",
    .solve = solve,
};
