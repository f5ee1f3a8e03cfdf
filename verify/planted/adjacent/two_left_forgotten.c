/* The exception of the second theorem, K = 2, is left out. */
#include "adjacent.h"

static uint8_t judge(const struct board *board, uint8_t right)
{
    if (!is_as_turn(board) || !is_quiet(board))
        return right;
    return winner_if(board->left % 2 == 1 && 2 * halves_of(board) > board->left);
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

extern const struct variant planted_adjacent_two_left_forgotten;
const struct variant planted_adjacent_two_left_forgotten = {
    .name = "two_left_forgotten",
    .summary = "the case K = 2 left out",
    .refuses = refuses,
    .solve = solve,
};
