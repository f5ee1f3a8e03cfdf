/* Rare. A table of quiet positions with room for the contest's fifty turns, and an assertion where there are more: such positions are
 * not reached by random play. */
#include "adjacent.h"

#include <stdlib.h>

static uint8_t judge(const struct board *board, uint8_t right)
{
    if (is_as_turn(board) && is_quiet(board) && board->left > 50)
        abort();
    return right;
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

extern const struct variant planted_adjacent_room_for_fifty;
const struct variant planted_adjacent_room_for_fifty = {
    .name = "room_for_fifty",
    .summary = "crashes at more than 50 turns left in a quiet position",
    .refuses = refuses,
    .solve = solve,
};
