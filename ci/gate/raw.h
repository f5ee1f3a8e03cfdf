/* The pairs of a run as lines of a table, with what other rules would have said of them. */
#ifndef ASSAY_GATE_RAW_H
#define ASSAY_GATE_RAW_H

#include "decide.h"

/* Nanoseconds of the two sides of each pair. */
struct sides {
    double one[PAIRS_MAX], other[PAIRS_MAX];
};

/* Columns: date, load, base commit, budget, plant or "-", kind ("head", or "twin" for base against its relink), name, verdict, pairs,
 * change, lower, upper, p, then p of the rank-sum test (compare.py), the ratio of means (a plain 5% rule) and the ratio of
 * minima (minimum of N), then the pairs in nanoseconds. False: cannot be written. */
bool raw_append(const struct gate *gate, const char *kind, const char *name, const struct series *series,
                const struct sides *sides);

/* How many decisions of identical code a file has, and how many of them were red. */
void raw_count(const char *path, size_t *decisions, size_t *reds);

#endif
