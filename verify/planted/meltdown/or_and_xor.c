/* XOR and OR exchanged. */
#include "meltdown.h"

static uint32_t exchanged(const struct ring *ring, uint32_t world, uint32_t i)
{
    return right_answer(ring, world ^ (uint32_t)1 << i, i);
}

static bool knows(const struct ring *ring, uint32_t world, uint32_t i)
{
    return knows_by(ring, exchanged, world, i);
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    static const struct rules rules = {knows, right_truth};

    (void)context;
    return play_by(&rules, instance, work, answer);
}

extern const struct variant planted_meltdown_or_and_xor;
const struct variant planted_meltdown_or_and_xor = {
    .name = "or_and_xor",
    .summary = "XOR and OR exchanged",
    .refuses = refuses_more,
    .solve = solve,
};
