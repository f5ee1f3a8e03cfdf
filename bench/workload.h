/* A workload made ready: its cases, and a cell for each column of its table. */
#ifndef ASSAY_WORKLOAD_H
#define ASSAY_WORKLOAD_H

#include "core/cli/file.h"
#include "hardware.h"
#include "statistics.h"
#include "suite.h"

enum cell_state {
    CELL_ABSENT,    /* a reference that the suite did not ask for */
    CELL_LEFT_OUT,  /* by the suite */
    CELL_OUTSIDE,   /* a case is outside its domain */
    CELL_LIMIT,     /* it met its work limit */
    CELL_NO_MEMORY, /* it ran out of memory */
    CELL_READY      /* it answered every case */
};

enum { CELL_NAME_SIZE = 160 };

/* One (workload, column). Counters and times are of all cases together unless said otherwise. */
struct cell {
    enum cell_state state;
    const char *why;  /* of a state other than ready */
    char name[CELL_NAME_SIZE]; /* "puzzle/workload/variant" */
    bool wanted;      /* not filtered away */
    bool counted;     /* the counters are those of the count build */
    struct counters counters;
    size_t peak;         /* the most bytes of its arena that one case needed at once */
    double fresh;        /* seconds: a context opened and every case solved once */
    double warm;         /* seconds, estimated: every case solved again in the same context */
    struct summary time; /* seconds per case; all zero where not timed */
    struct hardware_sum hardware; /* of its repetitions */
};

struct workload {
    const struct suite_workload *spec;
    struct cases cases;
    struct cases inputs; /* the same as text, where the column `parse` takes part */
    uint64_t size; /* the measures of all cases, summed */
    struct cell *cells;
    size_t answered; /* by this many columns that are compared */
    bool disagreed;
    struct arena arena; /* the cases live here */
    struct file *files;
    size_t file_count;
};

/* Generates or reads the cases. EXIT_WELL, with no case where the spec names files and there are none; else a
 * message has been printed. workload_unload afterwards in any case. */
int workload_load(const char *program, const struct suite *suite, const struct suite_workload *spec,
                  struct workload *workload);
/* What the column solves: the cases, or their text. */
const struct cases *workload_cases(const struct workload *workload, const struct suite_column *column);

void workload_unload(struct workload *workload);

#endif
