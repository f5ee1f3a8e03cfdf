/* Rare. The cells that are left as bits of one word: beyond 64 of them the count begins again. Games of so many tiles are won long
 * before they become quiet, unless both sides see to it. */
#include "adjacent.h"

static uint8_t judge(const struct board *board, uint8_t right)
{
    uint32_t left = board->left % 64;

    if (!is_as_turn(board) || !is_quiet(board))
        return right;
    return winner_if((left % 2 == 1 || board->left == 2) && 2 * halves_of(board) > left);
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

extern const struct variant planted_adjacent_turns_in_six_bits;
const struct variant planted_adjacent_turns_in_six_bits = {
    .name = "turns_in_six_bits",
    .summary = "65 turns left are one turn left",
    .refuses = refuses,
    .solve = solve,
};
