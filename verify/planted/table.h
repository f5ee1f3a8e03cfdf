/* What the self-test says of its hunts: a line each, TAP, or the page verify/SELFTEST.md. */
#ifndef ASSAY_PLANTED_TABLE_H
#define ASSAY_PLANTED_TABLE_H

#include "planted.h"

struct selftest {
    struct hunt *hunts;
    size_t count;
    uint64_t uniform;     /* cases of class uniform that each bug was given; 0: not tried */
    uint64_t right_cases; /* compared with nobody wrong taking part; 0: not tried */
    double right_seconds;
    bool right_accused;
    const char *command; /* that made it */
    struct text commits; /* of the builds that did, with commas between; + where they had changes */
};

void test_commit(struct selftest *test, const char *commit);

/* Whom the engine found wrong for what, one line: "disagree: its answer differs from the oracle's". */
void describe_verdict(const struct hunt *hunt, struct text *text);

void write_page(const struct selftest *test, struct text *text);

/* Of the seconds to the first counterexample. */
double median_seconds(const struct selftest *test);

#endif
