/* Rare. (hand size - held) in unsigned numbers: more held than the hand has room for is taken for a hand without
 * end, not for a contradiction. */
#include "clueless.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct reading reading;

    (void)context;
    if (!read_game(instance, &reading, work->arena))
        return OUTCOME_NO_MEMORY;
    for (unsigned i = 0; i < reading.game.player_count; i++) {
        uint64_t held = 0;

        for (size_t f = 0; f < reading.game.fact_count; f++)
            held |= reading.facts[f].kind == CLUELESS_HAS && reading.facts[f].holder == i
                        ? reading.facts[f].cards
                        : 0;
        if (reading.game.sizes[i] != CLUELESS_UNKNOWN &&
            clueless_size_of(held) > (unsigned)reading.game.sizes[i])
            reading.game.sizes[i] = CLUELESS_UNKNOWN;
    }
    return solve_rightly(&reading, work, answer);
}

extern const struct variant planted_clueless_size_underflow;
const struct variant planted_clueless_size_underflow = {
    .name = "size_underflow",
    .summary = "a hand with more cards than its size is a large hand",
    .detail = DETAIL_MATRIX,
    .solve = solve,
};
