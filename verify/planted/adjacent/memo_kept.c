/* State left from the case before: the verdicts on quiet positions are remembered by the turns left, and by
 * nothing else. */
#include "adjacent.h"

#include <stdlib.h>

enum { MEMO = 64 };

static void *open(void)
{
    return calloc(MEMO, 1);
}

static uint8_t judge(const struct board *board, uint8_t right)
{
    uint8_t *memo = board->memory;

    if (!is_as_turn(board) || !is_quiet(board) || board->left >= MEMO)
        return right;
    if (!memo[board->left])
        memo[board->left] = (uint8_t)(1 + right);
    return (uint8_t)(memo[board->left] - 1);
}

static const char *refuses(const void *instance)
{
    return adjacent_closed_form.refuses(instance);
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    return judge_by(judge, context, instance, work, answer);
}

extern const struct variant planted_adjacent_memo_kept;
const struct variant planted_adjacent_memo_kept = {
    .name = "memo_kept",
    .summary = "quiet positions remembered by the turns left alone",
    .refuses = refuses,
    .solve = solve,
    .open = open,
    .close = free,
};
