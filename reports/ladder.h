/* The workloads of one class at rising sizes: who is fastest where, who overtakes whom, how everything grows.
 */
#ifndef ASSAY_REPORTS_LADDER_H
#define ASSAY_REPORTS_LADDER_H

#include "fit.h"
#include "core/text.h"
#include "run.h"

enum { RUNGS_MAX = 64, LADDERS_MAX = 32, CROSSOVERS_MAX = 64 };

struct ladder {
    const struct run *run;
    size_t puzzle;
    const char *name;
    double sizes[RUNGS_MAX];
    size_t rung_count;
    /* [rung][variant]; NULL where it was left out. */
    const struct benchmark *cells[RUNGS_MAX][VARIANTS_MAX];
};

/* The second variant overtakes the first between two neighbouring sizes. */
struct crossover {
    size_t slower, faster; /* from there on */
    double below, above;   /* the sizes */
    double at;             /* where the lines cross, on logarithmic axes */
};

/* The ladders of a puzzle with at least two sizes, in the order of the file; *count of them. NULL: out of
 * memory. */
struct ladder *ladders_find(const struct run *run, size_t puzzle, struct arena *arena, size_t *count);

/* Pairs of variants (no yardsticks) whose order changes and whose quartiles do not overlap at either size. */
size_t ladder_crossovers(const struct ladder *ladder, struct crossover crossovers[CROSSOVERS_MAX]);

/* The fastest variant at a rung that is no yardstick and not merely sound; NULL. */
const struct benchmark *ladder_fastest(const struct ladder *ladder, size_t rung);

/* The largest rung at which as many variants as anywhere on the ladder have a time, and how many. */
size_t ladder_common(const struct ladder *ladder, size_t *variants);

/* The counter that says most about the variant's work: the largest one at its last rung. False: nothing is
 * counted. */
bool ladder_counter(const struct ladder *ladder, size_t variant, size_t *counter);

struct fit ladder_fit_counter(const struct ladder *ladder, size_t variant, size_t counter);
struct fit ladder_fit_time(const struct ladder *ladder, size_t variant);

/* The size of the first point that the fit used. */
double ladder_fit_from(const struct ladder *ladder, size_t variant, const struct fit *fit);

/* "n^2 (exponent 1.98 to 2.03)", "n or n log n (...)", "no fit: ...". */
void put_fit(struct text *text, const struct fit *fit);

#endif
