/* Rare. A sum that is cut off: F is kept below 16, which is enough for the contest's first test set and for
 * every game in which few tiles are left. */
#include "adjacent.h"

static uint8_t judge(const struct board *board, uint8_t right)
{
    if (!is_as_turn(board) || !is_quiet(board))
        return right;
    return winner_if((board->left % 2 == 1 || board->left == 2) &&
                     2 * (halves_of(board) < 15 ? halves_of(board) : 15) > board->left);
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

extern const struct variant planted_adjacent_many_quiet_halves;
const struct variant planted_adjacent_many_quiet_halves = {
    .name = "many_quiet_halves",
    .summary = "F is at most 15",
    .refuses = refuses,
    .solve = solve,
};
