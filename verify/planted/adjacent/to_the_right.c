/* A pair is completed only to the right of a placed tile: half of the threats are not seen. */
#include "adjacent.h"

static uint8_t judge(const struct board *board, uint8_t right)
{
    if (!is_as_turn(board))
        return right;
    return winner_if(count_threats(board, ALL_DIRECTIONS & ~4U) || are_both_long(board) ||
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

extern const struct variant planted_adjacent_to_the_right;
const struct variant planted_adjacent_to_the_right = {
    .name = "to_the_right",
    .summary = "threats in the cell to the left are not seen",
    .refuses = refuses,
    .solve = solve,
};
