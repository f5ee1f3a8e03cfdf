/* Rare. The round is kept in a signed byte; games in which anything still happens after the 127th are rare.
 * Otherwise this is the right variant `pruned`. */
#include "meltdown.h"

extern const struct variant meltdown_pruned;

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct meltdown_answer *result = answer;
    enum outcome outcome =
        refuses_more(instance) ? OUTCOME_UNSUPPORTED : meltdown_pruned.solve(context, instance, work, answer);

    for (unsigned i = 0; outcome == OUTCOME_SOLVED && i < MELTDOWN_PLAYERS_MAX; i++)
        result->rounds[i] = (int8_t)result->rounds[i];
    return outcome;
}

extern const struct variant planted_meltdown_round_in_a_byte;
const struct variant planted_meltdown_round_in_a_byte = {
    .name = "round_in_a_byte",
    .summary = "round 128 is round -128",
    .refuses = refuses_more,
    .solve = solve,
};
