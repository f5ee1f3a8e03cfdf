/* State left from the case before: the facts of the last game between as many players and cards are still
 * there. */
#include "clueless.h"

#include <stdlib.h>

struct memory {
    unsigned players;
    uint64_t cards;
    uint64_t no;
};

static void *open(void)
{
    return calloc(1, sizeof(struct memory));
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct clueless_answer *result = answer;
    struct memory *memory = context;
    enum outcome outcome = clueless_pruned.solve(NULL, instance, work, answer);
    const struct clueless_instance *game = instance;
    unsigned envelope = clueless_envelope(game);

    if (outcome != OUTCOME_SOLVED)
        return outcome;
    if (memory->players == game->player_count && memory->cards == clueless_all_cards(game))
        result->no[envelope] |= memory->no & ~result->yes[envelope];
    *memory = (struct memory){game->player_count, clueless_all_cards(game), result->no[envelope]};
    return outcome;
}

extern const struct variant planted_clueless_facts_kept;
const struct variant planted_clueless_facts_kept = {
    .name = "facts_kept",
    .summary = "the last game's facts about the envelope stay",
    .detail = DETAIL_MATRIX,
    .solve = solve,
    .open = open,
    .close = free,
};
