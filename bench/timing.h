/* The one place where time passes: everything that is ready, timed together in random order. */
#ifndef ASSAY_TIMING_H
#define ASSAY_TIMING_H

#include "hardware.h"
#include "table.h"

struct timing {
    double budget;   /* seconds for all benchmarks together */
    double min_time; /* seconds of one repetition, in the place of the budget; 0: by the budget */
    int repetitions;
    const struct hardware *hardware; /* its counters go into the cells */
};

/* Times what is ready and selected. The library's JSON, to be freed, or NULL after a message. *seconds: what
 * the timing was planned to take. */
char *time_all(const char *program, struct bench *benches, size_t count, const struct timing *timing,
               double *seconds);

#endif
