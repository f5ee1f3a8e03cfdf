#include "noop.h"

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    (void)instance;
    (void)work;
    (void)answer;
    return OUTCOME_SOLVED;
}

const struct variant noop_variant = {
    .name = "noop",
    .summary = "nothing: what the harness itself costs",
    .refuses = refuses,
    .solve = solve,
};
