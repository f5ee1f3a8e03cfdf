/* B is given up for lost where more than four pairs could be completed; eight can be met. */
#include "adjacent.h"

static uint8_t judge(const struct board *board, uint8_t right)
{
    if (board->turn % 2 == ADJACENT_A || !board->left || count_threats(board, ALL_DIRECTIONS) <= 4)
        return right;
    return ADJACENT_A;
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

extern const struct variant planted_adjacent_five_threats;
const struct variant planted_adjacent_five_threats = {
    .name = "five_threats",
    .summary = "more than four threats are lost for B",
    .refuses = refuses,
    .solve = solve,
};
