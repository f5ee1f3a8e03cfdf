/* A run of three is found by a test for length 3, not for at least 3. */
#include "adjacent.h"

static uint32_t is_three(uint32_t run)
{
    return run == 3;
}

static uint8_t judge(const struct board *board, uint8_t right)
{
    if (!is_as_turn(board))
        return right;
    return winner_if(count_threats(board, ALL_DIRECTIONS) ||
                     (sum_runs(board, TILES, is_three) && sum_runs(board, CELLS, is_three)) ||
                     (right == ADJACENT_A && is_quiet(board)));
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

extern const struct variant planted_adjacent_exactly_three;
const struct variant planted_adjacent_exactly_three = {
    .name = "exactly_three",
    .summary = "runs longer than three are not long",
    .refuses = refuses,
    .solve = solve,
};
