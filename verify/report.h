/* What a run of the program has to say, in the forms that people and tools read: a line per check on the terminal or as TAP, JUnit
 * XML, JSON with the environment. */
#ifndef ASSAY_REPORT_H
#define ASSAY_REPORT_H

#include <jansson.h>

#include "worker.h"

enum verdict { VERDICT_PASSED, VERDICT_FAILED, VERDICT_SKIPPED };

struct check {
    enum verdict verdict;
    const char *puzzle;
    const char *mode;  /* "exhaustive", "random", "files" ... */
    const char *statement; /* one line */
    const char *notes;     /* further lines */
    double seconds;
    uint64_t instances; /* of a bound: all there are up to a stated size; else 0 */
};

struct report {
    bool tap;
    const char *junit, *json; /* files, or NULL */
    struct check *checks;
    size_t count, passed, failed, skipped;
    uint64_t compared; /* cases, over all runs */
    json_t *runs;
    int error; /* errno of the first line that could not be printed */
};

void report_open(struct report *report);

/* Prints and keeps the check. Texts are copied. */
void report_check(struct report *report, const struct check *check);

/* Keeps the figures of a run for the JSON file; `more` is merged into them and released. */
void report_run(struct report *report, const struct run *run, const char *mode, const char *statement, json_t *more);

/* Prints the plan or the sum, writes the files, gives everything back. An EXIT_ status: EXIT_FOUND where a check failed. */
int report_close(struct report *report);

/* A progress line on standard error, where that is a terminal; `total` 0: unknown. */
void report_progress(const char *what, uint64_t done, uint64_t total, double seconds, double seconds_in_all);
void report_progress_end(void);

#endif
