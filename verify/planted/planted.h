/* The bank of planted bugs: wrong variants of the kinds that people write, each in
 * verify/planted/<puzzle>/<bug>.c as a `const struct variant planted_<puzzle>_<bug>`; the build finds it by
 * its file's name. The engine must find every one of them, and must accuse nobody else: that is the self-test
 * (`make verify-selftest`). */
#ifndef ASSAY_PLANTED_H
#define ASSAY_PLANTED_H

#include "verify/random.h"
#include "verify/shrink.h"

struct planted {
    const char *puzzle;
    const struct variant *variant;
};

/* By puzzle and name; ends with a NULL puzzle. */
extern const struct planted planted[];

enum { PLACE_SIZE = 96, COMMIT_SIZE = 13 };

/* What became of one bug. */
struct hunt {
    const struct planted *bug;
    bool found;
    bool accused; /* somebody else was found wrong, too or instead */
    struct finding finding;
    char place[PLACE_SIZE]; /* the class or the space of the first counterexample */
    uint64_t largest;       /* size that random cases had */
    uint64_t cases;         /* up to the first counterexample */
    double seconds;         /* the same */
    uint64_t size;          /* of the smallest counterexample */
    size_t others;          /* cases that must come before it */
    enum label label;
    uint64_t uniform; /* cases of class uniform alone: up to the first counterexample where there was one */
    bool uniform_found;
    char commit[COMMIT_SIZE]; /* of the build that hunted it */
};

/* The right variants of one puzzle with the largest size that random cases have: what all hunts of the puzzle
 * share. */
struct ground {
    struct team team; /* with room for one more */
    struct sampling sampling;
    struct settings settings;
    double patience;
};

/* `hang`: seconds after which a call is one; `patience`: the time for each search, as a multiple
 * of the usual. An EXIT_ status, as the following. */
int ground_open(struct ground *ground, const struct puzzle *puzzle, double hang, double patience);

/* As `make test` would look for it: random cases of all classes, then everything small. `shrink_seconds` 0:
 * as it was found. */
int hunt_down(const struct ground *ground, const struct planted *bug, double shrink_seconds,
              struct hunt *hunt);

/* At most so many cases of the class uniform, for at most so many seconds, answers compared and no more:
 * hunt->uniform. */
int hunt_uniformly(const struct ground *ground, uint64_t cases, double seconds, struct hunt *hunt);

/* Nobody wrong takes part: is nobody accused? 10^4 random cases that everybody answers, a hundredth of
 * `cases` under a budget, and of each space what has no more than `cases` instances. Adds the cases that were
 * compared to *compared; what was found is told on standard error, and *accused set. */
int watch_the_right(const struct ground *ground, uint64_t cases, uint64_t *compared, bool *accused);

#endif
