/* template naive: look at every number.
 *
 * Bound: O(n) time, O(1) memory. Domain: all. A step is one number.
 * Source: the definition. */
#include "template.h"

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct template_instance *list = instance;
    struct template_answer *result = answer;
    uint32_t largest = 0;

    (void)context;
    if (!work_spend(work, list->count))
        return OUTCOME_LIMIT;
    for (uint32_t i = 0; i < list->count; i++) {
        COUNT(work->counters, nodes, 1);
        if (list->numbers[i] > largest)
            largest = list->numbers[i];
    }
    *result = (struct template_answer){largest};
    return OUTCOME_SOLVED;
}

extern const struct variant template_naive;
const struct variant template_naive = {
    .name = "naive",
    .summary = "look at every number",
    .bound = "O(n) time, O(1) memory",
    .domain = "all",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
