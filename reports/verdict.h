/* Sentences that are computed from the figures: the same in the page, in Markdown and on a terminal, which
 * differ in how a name is escaped. */
#ifndef ASSAY_REPORTS_VERDICT_H
#define ASSAY_REPORTS_VERDICT_H

#include "ladder.h"

typedef void put_string(struct text *text, const char *string);

/* A stretch of sizes over which the same variant is fastest, or as fast as can be told. */
struct reign {
    const struct benchmark *best; /* at the first rung */
    size_t first, last;           /* rungs */
};

/* The first one that begins at rung `at` or later. False: there is none. */
bool next_reign(const struct ladder *ladder, size_t at, struct reign *reign);

/* "naive up to 6 players, closed_form from 8 on": who is fastest at which sizes. */
void put_fastest(struct text *text, const struct ladder *ladder, put_string *put);

/* "bitmask overtakes pruned at 14 players (between 12 and 20)." or that nobody overtakes anybody. */
void put_crossovers(struct text *text, const struct ladder *ladder, put_string *put);

/* At the largest size that most variants reach: how far apart are they? */
void put_distances(struct text *text, const struct ladder *ladder, put_string *put);

/* How much the repetitions there differ. */
void put_spread(struct text *text, const struct ladder *ladder, put_string *put);

/* How the main counters grow. */
void put_growth(struct text *text, const struct ladder *ladder, put_string *put);

/* Are the puzzle's yardstick of the harness and its share known? */
void put_harness(struct text *text, const struct run *run, size_t puzzle, put_string *put);

/* Quartiles further apart than this share of the median. */
bool is_noisy(const struct benchmark *benchmark);

#endif
