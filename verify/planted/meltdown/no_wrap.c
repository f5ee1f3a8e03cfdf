/* The ring is cut open: the last player's right neighbour is himself. */
#include "meltdown.h"

static uint32_t cut_open(const struct ring *ring, uint32_t world, uint32_t i)
{
    bool left = world & left_of(i, ring->n),
         right = world & (i + 1 < ring->n ? right_of(i, ring->n) : (uint32_t)1 << i);

    return world >> i & 1 ? left != right : left || right;
}

static bool knows(const struct ring *ring, uint32_t world, uint32_t i)
{
    return knows_by(ring, cut_open, world, i);
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    static const struct rules rules = {knows, right_truth};

    (void)context;
    return play_by(&rules, instance, work, answer);
}

extern const struct variant planted_meltdown_no_wrap;
const struct variant planted_meltdown_no_wrap = {
    .name = "no_wrap",
    .summary = "the last player has no right neighbour",
    .refuses = refuses_more,
    .solve = solve,
};
