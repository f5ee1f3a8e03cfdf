/* Consecutive is read as one more, never one less. */
#include "adjacent.h"

static uint8_t judge(const struct board *board, uint8_t right)
{
    if (!is_as_turn(board))
        return right;
    return winner_if(count_threats(board, ALL_DIRECTIONS & ~1U) || are_both_long(board) ||
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

extern const struct variant planted_adjacent_upwards_only;
const struct variant planted_adjacent_upwards_only = {
    .name = "upwards_only",
    .summary = "a tile one less threatens nothing",
    .refuses = refuses,
    .solve = solve,
};
