/* Runs all groups of unit tests, or those named as arguments; of them the tests that match $UNIT_TEST, where it is set. */
#include "unit.h"

#include <stdio.h>

static const struct {
    const char *name;
    int (*run)(void);
} groups[] = {
#define GROUP(name) {#name, unit_##name},
#include "verify/unit/groups.def"
#undef GROUP
};

static bool is_wanted(const char *name, int count, char **names)
{
    for (int i = 1; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return count < 2;
}

int main(int count, char **names)
{
    int failed = 0;
    int ran = 0;

    cmocka_set_test_filter(getenv("UNIT_TEST"));
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        if (!is_wanted(groups[i].name, count, names))
            continue;
        failed += groups[i].run();
        ran++;
    }
    if (!ran) {
        fprintf(stderr, "unit: no such group\n");
        return 2;
    }
    return failed ? 1 : 0;
}
