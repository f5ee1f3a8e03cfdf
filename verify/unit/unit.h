/* What each group of unit tests includes: cmocka with the headers that it wants before it. A group `verify/unit/<name>.c`
 * defines `int unit_<name>(void)`, which runs its tests with cmocka_run_group_tests_name and returns the number that failed. */
#ifndef ASSAY_UNIT_H
#define ASSAY_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The size of a long loop: `count` times TEST_SCALE, which is 1 where nothing else is said; at least 1. */
static inline size_t unit_scaled(size_t count)
{
    const char *scale = getenv("TEST_SCALE");
    double scaled = (double)count * (scale ? strtod(scale, NULL) : 1);

    return scaled > 1 ? (size_t)scaled : 1;
}

/* The memory requests of core and of ours to the C library (verify/unit/faults.c): from now on the K-th is refused. Was it? None is from then on. Or all are. */
void unit_refuse(uint64_t request);
bool unit_refused(void);
void unit_refuse_all(bool all);

/* A command of `assay` in this process (verify/unit/commands.c): `line` are its words. What it printed, cut where there is no room. */
typedef int unit_command(int count, char **words);
struct unit_said {
    int status;
    char out[1024], err[1024];
};
struct unit_said unit_run(unit_command *job, const char *line);

/* Again and again, with the k-th memory request refused, until none is: it is one line and exit 3, or what it is with memory to spare but
 * for a "no memory" in its output. */
void unit_refuse_each(unit_command *job, const char *line);

#define GROUP(name) int unit_##name(void);
#include "verify/unit/groups.def"
#undef GROUP

#endif
