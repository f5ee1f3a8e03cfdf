/* From a finished run to its place in the report: the statement, who answered how many cases, and each fault once, shrunk and
 * recorded. */
#ifndef ASSAY_CONCLUDE_H
#define ASSAY_CONCLUDE_H

#include "guest.h"
#include "record.h"
#include "report.h"

struct desk {
    struct report *report;
    const char *failures;  /* folder of the failure records */
    double shrink_seconds; /* for each fault: shrinking, and again enumerating */
    const struct guests *guests; /* programs that take part; NULL */
};

/* Where a case of a run came from; `self` is the stream's. */
typedef void (*origin_teller)(const struct run *run, uint64_t number, struct origin *origin);

/* `subject` begins the statement: "all 14 762 tickets of length <= 4". Fewer than `least` checked cases are a failure; so is none.
 * Closes the run's board. An EXIT_ status: EXIT_WELL also where the check failed, which is the report's to tell. */
int conclude(const struct desk *desk, struct run *run, const char *mode, const char *subject, uint64_t least,
             origin_teller origin, json_t *more);

/* Who answered how many, a line each. */
void describe_counts(const struct team *team, const struct counts *counts, struct text *text);

#endif
