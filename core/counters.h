/* Work counted as the program does it. Counting is compiled in by CONFIG=count alone; elsewhere COUNT is nothing, so times come
 * from one build and counts from the other. */
#ifndef ASSAY_COUNTERS_H
#define ASSAY_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

enum counter {
#define COUNTER(name, unit, summary) COUNTER_##name,
#include "counters.def"
#undef COUNTER
    COUNTER_COUNT
};

struct counters {
    uint64_t value[COUNTER_COUNT];
};

struct counter_info {
    const char *name;
    const char *unit;
    const char *summary;
};

extern const struct counter_info counter_infos[COUNTER_COUNT];

#ifdef ASSAY_COUNT
enum { COUNTING = true };
#else
enum { COUNTING = false };
#endif

/* COUNT(work->counters, nodes, 1): by the counter's name in counters.def. */
#define COUNT(counters, name, amount) ((void)(COUNTING ? (counters).value[COUNTER_##name] += (uint64_t)(amount) : 0))

#endif
