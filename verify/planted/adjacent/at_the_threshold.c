/* Off by one at the bound: 2 (S2 + Z) >= K in place of > K. */
#include "adjacent.h"

static uint8_t judge(const struct board *board, uint8_t right)
{
    if (!is_as_turn(board) || !is_quiet(board))
        return right;
    return winner_if((board->left % 2 == 1 || board->left == 2) && 2 * halves_of(board) >= board->left);
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

extern const struct variant planted_adjacent_at_the_threshold;
const struct variant planted_adjacent_at_the_threshold = {
    .name = "at_the_threshold",
    .summary = "2 F >= K in place of > K",
    .refuses = refuses,
    .solve = solve,
};
