/* Rare. Room for nine players: what is known of the tenth has no place. Games of ten are not drawn at random.
 */
#include "clueless.h"

static bool keep(const struct reading *reading, const struct clueless_fact *fact)
{
    return fact->holder != 9 || reading->game.player_count < 10;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct reading reading;

    (void)context;
    if (!read_game(instance, &reading, work->arena))
        return OUTCOME_NO_MEMORY;
    filter(&reading, keep);
    return solve_rightly(&reading, work, answer);
}

extern const struct variant planted_clueless_nine_players;
const struct variant planted_clueless_nine_players = {
    .name = "nine_players",
    .summary = "the tenth player's facts are lost",
    .detail = DETAIL_MATRIX,
    .solve = solve,
};
