/* One stored run of assay-bench: what was timed and counted, on what, by what. Strings point into the tree
 * that was read. */
#ifndef ASSAY_REPORTS_RUN_H
#define ASSAY_REPORTS_RUN_H

#include <jansson.h>

#include "core/arena.h"
#include "statistics.h"

enum { COUNTERS_MAX = 32, VARIANTS_MAX = 64 };

struct origin {
    const char *path;    /* of the file */
    const char *command; /* that made it */
    const char *cpu, *kernel, *compiler, *flags, *config, *commit, *date;
    double cpus;
    bool dirty;
};

struct counter_note {
    const char *name, *unit, *summary;
    bool measured; /* by the hardware: not exact, never fitted */
};

/* A column of a puzzle: a variant, or a yardstick. */
struct variant_note {
    const char *name, *summary;
    const char *bound, *domain, *claim; /* NULL of a yardstick */
    bool reference;
    bool sound; /* it may say less than the others: never called the fastest */
};

struct puzzle_note {
    const char *name, *title, *source, *summary;
    const char *measure; /* what the size is: "players" */
    const char *upper;   /* NULL: not said */
    struct variant_note *variants;
    size_t variant_count;
};

/* A variant on a workload; times, counters and instructions are per case. */
struct benchmark {
    const char *name; /* "puzzle/workload/variant" */
    size_t puzzle, variant;
    const char *workload;
    const char *ladder; /* NULL: of real files */
    double rung;        /* the size that the ladder asks for */
    double size;        /* the mean measure of its cases */
    double cases;
    double *seconds; /* sorted: CPU time */
    size_t repetitions;
    struct summary time;
    bool counted;
    double counters[COUNTERS_MAX]; /* in the order of run->counters; < 0: not measured */
    double peak;                   /* bytes */
    double instructions;           /* 0: not counted */
};

struct left_out {
    const char *name, *why;
};

struct run {
    struct origin origin;
    const char *hardware; /* whether there are hardware counters */
    struct puzzle_note *puzzles;
    size_t puzzle_count;
    struct counter_note counters[COUNTERS_MAX];
    size_t counter_count;
    struct benchmark *benchmarks; /* by puzzle, ladder, size and variant */
    size_t benchmark_count;
    struct left_out *left_out;
    size_t left_out_count;
    json_t *root;
};

/* EXIT_WELL, or a message and another status. run_close in any case. */
int run_open(const char *path, struct arena *arena, struct run *run);
void run_close(struct run *run);

/* Takes the instructions from a file of assay-bench --instructions. The same results. */
int run_take_instructions(const char *path, struct run *run);

/* Of that name; NULL. */
const struct benchmark *run_find(const struct run *run, const char *name);

static inline const struct variant_note *variant_of(const struct run *run, const struct benchmark *benchmark)
{
    return &run->puzzles[benchmark->puzzle].variants[benchmark->variant];
}

/* Who and where: from the `environment` of any result file; what is missing there is "unknown". EXIT_WELL, or a message and
 * EXIT_USAGE where it is of another type: the history is ordered by the date. */
int origin_read(const json_t *environment, const char *path, struct origin *origin);

#endif
