/* The counts of a source's results, or of all. */
#ifndef ASSAY_MUTATE_TALLY_H
#define ASSAY_MUTATE_TALLY_H

#include <jansson.h>
#include <stdbool.h>

#include "results.h"

enum { SIZES_MAX = 16 };

struct tally {
    unsigned all; /* that the source has */
    unsigned tried, killed, crashed, by_work, slow, survived, unreached, equivalent, refused;
    unsigned pending; /* the first round has missed them, the second has not seen them */
    unsigned excused; /* of those that survived or were not reached: they have a reason (reasons.h) */
    unsigned sizes[SIZES_MAX]; /* killed by the exhaustive run of this size and no smaller one */
    json_t *killers;           /* which check noticed: "unit", "exhaustive", "work" ... */
    json_t *kinds;             /* what it found, where that is known: "disagree", "check", "invariant" ... */
};

void tally_open(struct tally *tally);
void tally_close(struct tally *tally);
void tally_count(struct tally *tally, char *const field[FIELD_COUNT], bool excused);
void tally_add(struct tally *sum, const struct tally *tally);
json_t *tally_json(const struct tally *tally);

/* No check notices them. */
unsigned tally_survivors(const struct tally *tally);

/* All but those proved equivalent and those that are no program. */
unsigned tally_mutants(const struct tally *tally);

/* Per cent killed of the mutants. A time-out is no kill: nobody but the clock notices it. */
double tally_score(const struct tally *tally);

#endif
