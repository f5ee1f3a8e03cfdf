/* w = 0 read as "all of them are 0". */
#include "meltdown.h"

static bool is_true(const struct meltdown_statement *statement, uint32_t world)
{
    return statement->value ? right_truth(statement, world) : !(statement->players & world);
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    static const struct rules rules = {right_knowledge, is_true};

    (void)context;
    return play_by(&rules, instance, work, answer);
}

extern const struct variant planted_meltdown_all_for_any;
const struct variant planted_meltdown_all_for_any = {
    .name = "all_for_any",
    .summary = "w = 0 read as: none of them has a 1",
    .refuses = refuses_more,
    .solve = solve,
};
