/* B's turn with a run of three or more on both sides: B must break the only long one of a side, which
 * can be done to runs of 3, 4 and 5. The last, split into 2 and 2, is overlooked. */
#include "adjacent.h"

static uint32_t is_five(uint32_t run)
{
    return run == 5;
}

static uint8_t judge(const struct board *board, uint8_t right)
{
    bool breaks = false;

    if (board->turn % 2 == ADJACENT_A || !board->left || count_threats(board, ALL_DIRECTIONS) ||
        !are_both_long(board))
        return right;
    for (int side = 0; side < 2; side++)
        breaks |= sum_runs(board, side, is_long) == 1 && sum_runs(board, side, is_five) == 0;
    return breaks ? right : ADJACENT_A;
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

extern const struct variant planted_adjacent_five_forgotten;
const struct variant planted_adjacent_five_forgotten = {
    .name = "five_forgotten",
    .summary = "B cannot break a run of 5",
    .refuses = refuses,
    .solve = solve,
};
