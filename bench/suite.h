/* Workloads as data: bench/suites/<puzzle>.suite says what a puzzle is timed on. One statement a line, `#`
 * starts a comment:
 *
 *   puzzle NAME              first
 *   generate NAME size=N[,N...] [class=C] [rounds=R] [format=F] [cases=K] [seed=S] [option]...
 *                            K generated cases of each size: a ladder of workloads, each called NAME-N.
 *                            Case i is what `assay generate` makes for --seed S --index i.
 *   files NAME GLOB... [option]...
 *                            All cases of all files that match, in the order of the patterns, then of the
 *                            names. Left out where no file is there.
 *   upper WORDS...           what bounds every variant from above, for the report: "memory bandwidth: byte_sum", "none known"
 *   aim WORKLOAD VARIANT within X of OTHER     its time is at most X times that of OTHER
 *   aim WORKLOAD VARIANT beats OTHER by X      OTHER takes at least X times its time
 *   aim WORKLOAD VARIANT under X UNIT          per case; UNIT is ns, us, ms or s
 *                            Shown under the table as met or missed. No aim fails a run.
 *
 * Options:
 *   without=V[,V...]         leave these variants out: they would take longer than a default run affords
 *   with=R[,R...]            time these references too (reference.h); `parse` is the puzzle's own parser, `noop` does nothing
 *   rate=bytes               the measure of a case is its size in bytes: rates are given in B/s */
#ifndef ASSAY_SUITE_H
#define ASSAY_SUITE_H

#include "reference.h"

enum { SUITE_COLUMNS_MAX = 64, SUITE_CASES_USUAL = 64 };

struct suite_workload {
    const char *name;
    const char *ladder;       /* the name without the size; NULL where the cases are files */
    const char *const *globs; /* NULL-terminated; NULL where the cases are generated */
    struct recipe recipe;
    size_t cases;
    uint64_t seed;
    uint64_t columns; /* bit i: column i takes part */
    bool bytes;
};

enum aim_kind { AIM_WITHIN, AIM_BEATS, AIM_UNDER };

struct suite_aim {
    enum aim_kind kind;
    size_t workload;
    size_t column;
    size_t other;  /* a column; not for AIM_UNDER */
    double figure; /* a ratio, or seconds */
};

/* A column of the table: a variant of the puzzle, or a reference. */
struct suite_column {
    const struct variant *variant;
    bool reference;
    bool compared; /* its answers are */
};

struct suite {
    const struct puzzle *puzzle;
    struct suite_column columns[SUITE_COLUMNS_MAX]; /* variants in their order, references, parse */
    size_t column_count;
    const char *upper; /* NULL: not said */
    struct suite_workload *workloads;
    size_t workload_count;
    struct suite_aim *aims;
    size_t aim_count;
};

/* Checks all of the bytes. `known` are the puzzles that there are, `yardsticks` the references; both end with
 * NULL. False: *error is filled. What the suite holds lies in the arena. */
bool suite_parse(const void *bytes, size_t size, const struct puzzle *const *known,
                 const struct reference *const *yardsticks, struct arena *arena, struct suite *suite,
                 struct error *error);

#endif
