/* One case, all participants: what a worker does again and again. The engine owns the contexts, the memory and the answers of
 * the case in hand; what it counts and finds goes to the board. */
#ifndef ASSAY_ENGINE_H
#define ASSAY_ENGINE_H

#include <stdio.h>

#include "board.h"

struct settings {
    uint64_t deep;      /* every deep-th case gets the dear checks too; 0: none does */
    bool thorough;      /* dear checks try all that they can: for one case, not for a million */
    uint64_t steps;     /* the work limit of one call; WORK_STEPS_UNLIMITED */
    double limit;       /* seconds that one call may take before it counts as a hang */
    double seconds;     /* the run ends after so many; 0: does not */
    double budget;      /* nanoseconds that a case should cost in all; who is slower gets a share of the cases. 0: no budget */
    uint64_t share[PARTICIPANTS_MAX]; /* asked on every share-th case; 0 and 1: on all */
    uint64_t always;    /* participants that no budget spares: whom the run is about */
    uint64_t lazy;      /* participants that are asked only where the others disagree */
    uint64_t left_out;  /* participants that are not asked at all */
    bool walks;         /* compare counters of participants with the same walk */
    const struct signature *looking_for; /* NULL, or end the run at the first case that matches */
};

/* What one participant said about the case in hand. */
struct asked {
    bool refuses;  /* outside its domain */
    bool ran;
    bool answered; /* solved or contradiction */
    enum outcome outcome;
    uint64_t walked; /* the counter that its walk names */
    void *answer;    /* where solved */
    struct text said; /* a program's output, where answered */
};

/* Time spent by one participant on instances of about one size. */
struct account {
    double nanoseconds;
    uint64_t runs;
    uint64_t cases; /* of the total */
};

enum { SIZE_BUCKETS = 64 };

struct engine {
    const struct team *team;
    const struct settings *settings;
    struct board *board;

    const void *instance;
    uint64_t banned; /* participants not asked about this case: they died of it */
    struct asked asked[PARTICIPANTS_MAX];
    uint64_t answered; /* one bit each */
    size_t class_index; /* of the case; SIZE_MAX: of none */
    int base;          /* the exact answer that the others are held against; -1 where none */

    void *contexts[PARTICIPANTS_MAX];
    uint64_t open; /* contexts that are */
    struct arena instances; /* of the case in hand; reset with it */
    struct arena answers;   /* the same */
    struct arena scratch;   /* of one call */
    struct text text, text_again;
    double opening, began;  /* seconds spent in opening fresh contexts; when the engine was opened */
    struct account accounts[PARTICIPANTS_MAX][SIZE_BUCKETS];
    struct account totals[SIZE_BUCKETS]; /* of all participants */
    uint64_t oracles; /* one bit each */
    size_t answer_size; /* of the case in hand */
    size_t bucket;      /* the same: its size, for the accounts */
    FILE *output; /* the standard output that there was: a worker's own is closed to what a variant may print */
    uint64_t walk_group[PARTICIPANTS_MAX]; /* the others with the same walk */
};

void engine_open(struct engine *engine, const struct team *team, const struct settings *settings, struct board *board);
void engine_close(struct engine *engine);

/* Closes the contexts of the participants; they open when next needed. */
void engine_forget(struct engine *engine);

/* Asks everybody, compares, notes. `deep`: with the dear checks. */
void engine_judge(struct engine *engine, const void *instance, bool deep);

/* Asks everybody and compares nothing: what is to come before the case that matters. */
void engine_warm(struct engine *engine, const void *instance);

/* For the parts of the engine. */

void engine_phase(struct engine *engine, int phase);

/* One call of a participant's solve; the answer has room for answer_size. `context` as from variant->open. */
enum outcome engine_solve(struct engine *engine, int who, void *context, const void *instance, void *answer, uint64_t *walked);

/* The participant's long-lived context; *failed where it could not be opened. */
void *engine_context(struct engine *engine, int who, bool *failed);

/* Asks one participant about the case in hand, whatever its share. */
void engine_ask(struct engine *engine, int who);

void engine_note(struct engine *engine, enum kind kind, int invariant, uint64_t wrong, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* In a worker: the harness cannot do its work, and has said why. Ends the worker and with it the run. */
void engine_give_up(struct engine *engine) __attribute__((noreturn));

double seconds_now(void);

/* Is this number one of the share, one in `share` (0: none, 1: all)? Mixed, so that a share of the numbers is a share of every
 * class and of every other pattern in them; 0 is in every share. */
bool is_in_share(uint64_t number, uint64_t share);

/* A number without the pattern of its neighbours. */
uint64_t mix(uint64_t number);

/* compare.c: the answers of the case in hand against each other. Notes what does not fit. */
void compare_answers(struct engine *engine);

/* compare.c: counts the case as compared, by the oracle, or alone; the last thing that is done with it. */
void count_comparison(struct engine *engine);

/* blame.c: they do not fit: who is wrong? Notes one finding or more. */
void blame(struct engine *engine);

/* compare.c: does what `who` says fit what `base` says, by the claim of `who`? */
bool answers_fit(struct engine *engine, int base, int who);

/* stability.c: participants of `mask` that answer otherwise when asked again, or in a fresh context; each is noted. `due`: a fresh
 * context for all, whatever it costs. */
uint64_t unstable_participants(struct engine *engine, uint64_t mask, bool due);

/* roundtrip.c */
void check_round_trip(struct engine *engine);

/* metamorphic.c: participants of `mask` whose answer to the changed instance does not fit; *tried where the change applied.
 * There are INVARIANT_SEEDS ways to draw a change. */
enum { INVARIANT_SEEDS = 16 };
uint64_t invariant_breakers(struct engine *engine, int invariant, uint64_t seed, uint64_t mask, bool *tried);

/* All invariants on the case in hand; notes what breaks. */
void check_invariants(struct engine *engine);

#endif
