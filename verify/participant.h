/* Who takes part in a comparison: the variants of a puzzle, its independent oracle, and whatever else solves instances. The
 * engine knows participants only; what makes one of them a variant, a planted bug or somebody's program is decided here.
 *
 * An oracle is a `const struct variant <puzzle>_oracle` in verify/oracles/<puzzle>.c; the build finds it by its file's name. It
 * may refuse instances as any variant does. A puzzle without one works. */
#ifndef ASSAY_PARTICIPANT_H
#define ASSAY_PARTICIPANT_H

#include "core/puzzle.h"

/* One bit a participant has to fit into 64. */
enum { PARTICIPANTS_MAX = 64 };

enum role {
    ROLE_VARIANT, /* a registered variant, or one that a test adds */
    ROLE_ORACLE,  /* where it answers, it decides */
    ROLE_PROGRAM  /* speaks text: `say` is set */
};

/* How a program's run ended. */
enum ending {
    ENDING_ANSWER, /* by itself and well: its output is to be judged */
    ENDING_TIME,
    ENDING_MEMORY,
    ENDING_OUTPUT, /* too much of it */
    ENDING_STATUS, /* by a signal or with a status that is not 0 */
    ENDING_UNABLE  /* it was not run at all: our fault, told on standard error, and the end of the whole run */
};

enum { ENDING_DETAIL_SIZE = 160 };

struct participant {
    const char *name; /* unique in its team */
    enum role role;
    const struct variant *variant; /* what it claims and refuses; what it does, where `say` is NULL */

    /* What a program prints for the instance as a file of one case; `detail` says why where that is no answer. Its output is
     * compared by tokens with what `print` makes of an exact answer. */
    enum ending (*say)(void *self, const void *instance, struct text *output, char detail[ENDING_DETAIL_SIZE]);
    void *self;
    const char *(*declines)(void *self, const void *instance); /* as refuses of a variant, for a program; may be NULL */
    const char *command; /* of a program: how to take part again; NULL */
};

struct team {
    const struct puzzle *puzzle;
    size_t count;
    struct participant members[PARTICIPANTS_MAX];
};

/* NULL where the puzzle has none. */
const struct variant *oracle_find(const struct puzzle *puzzle);

/* The puzzle's variants in their order, then `oracle` unless it is NULL. Variants past PARTICIPANTS_MAX do not fit: false. */
bool team_make(struct team *team, const struct puzzle *puzzle, const struct variant *oracle);

/* False where the team is full or has one of that name. */
bool team_add(struct team *team, struct participant participant);

/* The index, or -1. */
int team_find(const struct team *team, const char *name);

/* Keeps those that are named in the comma-separated list. False where a name is unknown. */
bool team_keep(struct team *team, const char *names);

/* NULL where it takes the instance; else why not. */
const char *participant_refuses(const struct participant *participant, const void *instance);

/* All participants of this role, one bit each. */
uint64_t team_mask(const struct team *team, enum role role);

#endif
