/* Other people's programs as participants: each is a command that reads the puzzle's input on standard input and prints its answers.
 * A guest is asked about nothing but what the puzzle's contest promises, unless told so: a program that was right for the contest
 * is never accused. */
#ifndef ASSAY_GUEST_H
#define ASSAY_GUEST_H

#include "core/cli/exact.h"
#include "program.h"
#include "report.h"

/* What a guest has used; shared by all processes of a run. */
struct guest_figures {
    uint64_t runs, cases; /* a run may be of many cases */
    double seconds;       /* CPU, the most of one run */
    uint64_t memory;      /* the same */
};

struct guest {
    const char *command;
    char name[80];
    const struct guests *guests;
    struct guest_figures *figures;
};

enum { GUESTS_MAX = 16 };

struct guests {
    const struct puzzle *puzzle;
    struct program_limits limits;
    bool beyond;         /* ask about all instances, promised or not */
    const char *slowest; /* a folder for the input of each guest's slowest run; NULL */
    size_t count;
    struct guest guest[GUESTS_MAX];

    /* Set while a file of many cases has been answered rightly: what the guests of `passed` say to `known` without being asked
     * again. */
    const void *known;
    const struct text *known_answer;
    uint64_t passed; /* one bit a guest */
};

/* Makes a guest of each command and adds it to the team. An EXIT_ status, with a message. */
int guests_join(struct guests *guests, struct team *team, const char *const *commands, size_t count);

/* Runs a guest on a file, with the figures kept. */
struct program_run guest_run(struct guest *guest, const struct text *input, uint64_t cases, struct text *output);

/* NULL, or why the guest `self` is not asked about it. */
const char *guest_declines(void *self, const void *instance);

/* A line of the report for each guest that took part in the run, with its verdict: AC where it was asked and has no fault. */
int guests_tell(const struct guests *guests, const struct run *run, const char *mode, struct report *report);

/* "WA", "TLE" ... */
const char *ending_name(enum ending ending);

#endif
