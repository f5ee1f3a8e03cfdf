/* A run: workloads made and checked, then timed. */
#ifndef ASSAY_RUN_H
#define ASSAY_RUN_H

#include <regex.h>

#include "table.h"

/* What a user chose of what the suites hold. NULL: everything. */
struct selection {
    const char *workload;
    const regex_t *filter; /* on "puzzle/workload/variant" */
};

struct timing {
    double budget;   /* seconds for all benchmarks together */
    double min_time; /* seconds of one repetition, in the place of the budget; 0: by the budget */
    int repetitions;
};

bool is_selected(const struct selection *selection, const char *workload, const char *name);

/* Makes every selected workload ready and compares all answers on it, including those of variants that are
 * not selected. EXIT_WELL; EXIT_FOUND where variants disagree: a message has been printed, and nothing of the
 * workload is timed; or another status with its message. benches[i].workloads has room. */
int run_prepare(const char *program, struct bench *benches, size_t count, const struct selection *selection);

/* Times what is ready and selected. The library's JSON, to be freed, or NULL after a message. *seconds: what
 * the timing was planned to take. */
char *run_time(const char *program, struct bench *benches, size_t count, const struct timing *timing,
               double *seconds);

#endif
