/* Three consecutive tiles are taken to be enough for a win in two; three empty cells in a row are needed as
 * well. */
#include "adjacent.h"

static uint8_t judge(const struct board *board, uint8_t right)
{
    if (!is_as_turn(board))
        return right;
    return winner_if(right == ADJACENT_A || sum_runs(board, TILES, is_long));
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

extern const struct variant planted_adjacent_tiles_only;
const struct variant planted_adjacent_tiles_only = {
    .name = "tiles_only",
    .summary = "a run of three cells is not asked for",
    .refuses = refuses,
    .solve = solve,
};
