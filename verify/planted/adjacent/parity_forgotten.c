/* The second theorem without its first half: that K must be odd. */
#include "adjacent.h"

static uint8_t judge(const struct board *board, uint8_t right)
{
    if (!is_as_turn(board) || !is_quiet(board))
        return right;
    return winner_if(2 * halves_of(board) > board->left);
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

extern const struct variant planted_adjacent_parity_forgotten;
const struct variant planted_adjacent_parity_forgotten = {
    .name = "parity_forgotten",
    .summary = "K need not be odd",
    .refuses = refuses,
    .solve = solve,
};
