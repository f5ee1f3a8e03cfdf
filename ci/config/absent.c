/* Stands in a build for a variant that it cannot hold, because a library under it was not built with the same sanitizer: it refuses
 * everything. The build defines VARIANT as its symbol and VARIANT_NAME. Chosen in make, so that no logic asks which build it is in. */
#include "core/puzzle.h"

extern const struct variant VARIANT;

static const char *refuses(const void *instance)
{
    (void)instance;
    return "not in this build";
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    (void)instance;
    (void)work;
    (void)answer;
    return OUTCOME_UNSUPPORTED;
}

const struct variant VARIANT = {
    .name = VARIANT_NAME,
    .summary = "stands for a variant that is not in this build",
    .bound = "none",
    .domain = "none",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
