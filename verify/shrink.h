/* From a finding to the smallest case that shows the same fault. First the case is made again alone; where it does not fail alone,
 * with the cases that came before it (what leaks from case to case needs those), and that list is reduced. Then the puzzle's own
 * shrink steps, greedily, at most RUNS_MAX candidates. Then, where the case lies in one of the puzzle's spaces, everything before
 * it in that space, smallest first. */
#ifndef ASSAY_SHRINK_H
#define ASSAY_SHRINK_H

#include "worker.h"

enum { RUNS_MAX = 500 };

enum label {
    LABEL_SMALLEST, /* everything smaller in its space has been tried */
    LABEL_MINIMAL,  /* no single step makes it smaller */
    LABEL_BUDGET,   /* runs or time were used up */
    LABEL_FOUND,    /* as found: cannot be made smaller, or did not fail again */
};

extern const char *const label_names[];

struct counterexample {
    struct cases cases; /* the last one fails, after the others where there are such */
    struct cases found; /* what was there before shrinking */
    struct signature signature;
    char detail[FINDING_DETAIL_SIZE];
    enum label label;
    bool repeated; /* it failed again when made anew */
    size_t runs;   /* candidates tried */
    const struct space *space; /* where it is the smallest; NULL */
    uint64_t size, rank;       /* in that space */
    double seconds;
};

/* `maker` makes the stream's cases again; instances of the counterexample live in it, so it stays open as long. Returns an EXIT_
 * status. `seconds`: what shrinking and then enumerating may take each. */
int shrink_finding(const struct run *run, const struct finding *finding, struct engine *maker, double seconds,
                   struct counterexample *example);

/* The settings under which only those take part that a fault of this signature needs. */
struct settings settings_for(const struct team *team, const struct settings *settings, const struct signature *signature,
                             const void *instance);

/* A stream of one case after others. */
struct stream list_stream(struct cases *cases);

#endif
