/* The halves of runs come from a table that ends at 5; what is longer counts as 5. Quiet positions with
 * such runs come up in random games once in half a million. */
#include "adjacent.h"

static uint32_t capped_half(uint32_t run)
{
    return run > 5 ? 2 : run / 2;
}

static uint8_t judge(const struct board *board, uint8_t right)
{
    if (!is_as_turn(board) || !is_quiet(board))
        return right;
    return winner_if((board->left % 2 == 1 || board->left == 2) &&
                     2 * (sum_runs(board, TILES, capped_half) + sum_runs(board, CELLS, capped_half)) >
                         board->left);
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

extern const struct variant planted_adjacent_halves_by_table;
const struct variant planted_adjacent_halves_by_table = {
    .name = "halves_by_table",
    .summary = "runs longer than 5 count as 5",
    .refuses = refuses,
    .solve = solve,
};
