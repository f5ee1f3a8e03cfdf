/* Off by one at the end of the row: a pair in the last two cells is not seen, and the game goes on. */
#include "adjacent.h"

static const char *refuses(const void *instance)
{
    return adjacent_closed_form.refuses(instance);
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_answer *result = answer;
    enum outcome outcome = adjacent_closed_form.solve(context, instance, work, answer);
    struct board board;
    bool pair = false;

    if (outcome != OUTCOME_SOLVED)
        return outcome;
    if (!open_board(&board, game, work->arena))
        return OUTCOME_NO_MEMORY;
    for (uint32_t i = 0; i < game->n && !pair; i++)
        pair = place(&board, game->turns[i]) && game->turns[i].cell < game->n;
    if (!pair)
        result->winner[game->n] = ADJACENT_B;
    count_mistakes(game, result);
    return OUTCOME_SOLVED;
}

extern const struct variant planted_adjacent_last_cell;
const struct variant planted_adjacent_last_cell = {
    .name = "last_cell",
    .summary = "a pair in the last two cells is not seen",
    .refuses = refuses,
    .solve = solve,
};
