/* What each group of unit tests includes: cmocka with the headers that it wants before it. A group `verify/unit/<name>.c`
 * defines `int unit_<name>(void)`, which runs its tests with cmocka_run_group_tests_name and returns the number that failed. */
#ifndef ASSAY_UNIT_H
#define ASSAY_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define GROUP(name) int unit_##name(void);
#include "verify/unit/groups.def"
#undef GROUP

#endif
