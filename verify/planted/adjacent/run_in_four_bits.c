/* The lengths of runs are packed into four bits each: one of 16 has length 0. */
#include "adjacent.h"

static uint32_t is_long_nibble(uint32_t run)
{
    return run % 16 >= 3;
}

static uint8_t judge(const struct board *board, uint8_t right)
{
    if (!is_as_turn(board))
        return right;
    return winner_if(count_threats(board, ALL_DIRECTIONS) ||
                     (sum_runs(board, TILES, is_long_nibble) && sum_runs(board, CELLS, is_long_nibble)) ||
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

extern const struct variant planted_adjacent_run_in_four_bits;
const struct variant planted_adjacent_run_in_four_bits = {
    .name = "run_in_four_bits",
    .summary = "runs of 16 have length 0",
    .refuses = refuses,
    .solve = solve,
};
