/* "The empty board is won for A" holds from four tiles on. */
#include "adjacent.h"

static uint8_t judge(const struct board *board, uint8_t right)
{
    return board->turn == 0 ? ADJACENT_A : right;
}

static const char *refuses(const void *instance)
{
    return adjacent_closed_form.refuses(instance);
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    return judge_by(judge, NULL, instance, work, answer);
}

extern const struct variant planted_adjacent_always_won;
const struct variant planted_adjacent_always_won = {
    .name = "always_won",
    .summary = "the empty board is won for A, however few the tiles",
    .refuses = refuses,
    .solve = solve,
};
