/* The one interface. A puzzle is a const struct of functions over its instances, a variant is one implementation of its solver.
 * Everything outside core is a loop over `puzzles` and names none of them.
 *
 * Bytes become instances (parse or generate), a variant makes an answer from an instance (solve), an answer becomes bytes
 * (print). Instances are const once made. Nothing here does input or output, reads a clock or keeps state between calls; what a
 * variant must keep it keeps in a context that its caller opens and closes. Where a variant stands on a library that has state
 * of its own, the variant's file says so, and its context may be open once at a time.
 *
 * Ownership: whatever is handed an arena allocates there and nowhere else; the caller releases it. An instance may point into
 * the bytes that it was parsed from: they must outlive it. */
#ifndef ASSAY_PUZZLE_H
#define ASSAY_PUZZLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "counters.h"
#include "error.h"
#include "rng.h"
#include "text.h"

/* Cases in one file: at most this many, for every puzzle. */
enum { CASES_MAX = 1000000 };

enum outcome {
    OUTCOME_SOLVED,        /* the answer has been written */
    OUTCOME_CONTRADICTION, /* the instance contradicts itself: there is nothing to answer */
    OUTCOME_LIMIT,         /* a stated work limit was met on the way */
    OUTCOME_UNSUPPORTED,   /* outside the variant's domain */
    OUTCOME_NO_MEMORY,     /* the arena, or a library, had none left */
    OUTCOME_COUNT
};

/* "solved", "contradiction", "limit", "unsupported", "no memory". */
extern const char *const outcome_names[OUTCOME_COUNT];

/* What one call of solve may use and leaves behind. */
struct work {
    struct arena *arena;      /* scratch; the caller releases it afterwards */
    uint64_t steps_left;      /* the work limit; each variant says in its file what a step is */
    struct counters counters; /* added to, in CONFIG=count */
};

enum { WORK_STEPS_UNLIMITED = 0 }; /* for work_start */

static inline struct work work_start(struct arena *arena, uint64_t steps)
{
    return (struct work){.arena = arena, .steps_left = steps == WORK_STEPS_UNLIMITED ? UINT64_MAX : steps};
}

/* False when the limit does not allow `steps` more: none is left then, and the variant returns OUTCOME_LIMIT. */
static inline bool work_spend(struct work *work, uint64_t steps)
{
    if (work->steps_left < steps) {
        work->steps_left = 0;
        return false;
    }
    work->steps_left -= steps;
    return true;
}

/* How much of an answer to print. A puzzle lists what it has beyond DETAIL_ANSWER; a variant what it can fill in. */
enum detail {
    DETAIL_ANSWER = 0,
    DETAIL_MATRIX = 1, /* --matrix */
    DETAIL_COUNTS = 2  /* --counts; implies the matrix */
};

enum claim {
    CLAIM_EXACT, /* its answers are the answers */
    CLAIM_SOUND  /* what it says is true, but it may say less: its answers are refined by the exact ones */
};

struct variant {
    const char *name;
    const char *summary; /* one line: the idea */
    const char *bound;   /* time and memory, as text: "O(n) time, O(1) memory" */
    const char *domain;  /* as text: "at most 10 players" */
    enum claim claim;
    enum detail detail; /* the most that its answers hold */

    /* Variants of a puzzle that have the same `walk` have the same value of the counter `walk_counter` on every instance that is
     * in the domains of both. NULL: says nothing. */
    const char *walk;
    enum counter walk_counter;

    /* NULL where the variant affords the instance; else why not, one constant phrase: "more than 10 players". */
    const char *(*refuses)(const void *instance);

    /* Both NULL where the variant needs no context; its solve is then given NULL. open returns NULL without memory. Tables that
     * are kept between cases live here; they change no answer. */
    void *(*open)(void);
    void (*close)(void *context);

    /* The answer has room for answer_size(instance) bytes; every one of them is written when the outcome is solved (padding is
     * zero), so answers may be copied, stored and hashed as bytes. Outside its domain it returns OUTCOME_UNSUPPORTED at once. */
    enum outcome (*solve)(void *context, const void *instance, struct work *work, void *answer);
};

struct result {
    enum outcome outcome;
    const void *answer; /* meaningful where outcome is OUTCOME_SOLVED */
};

/* The cases of one file, in order; count >= 1 after a parse. */
struct cases {
    size_t count;
    const void **instances;
};

/* A kind of generated instance: "uniform", "hard" ... */
struct input_class {
    const char *name;
    const char *summary;
};

/* A number that shapes a generated instance. `most` 0: the puzzle has no such number. */
struct range {
    const char *name; /* what it is: "players" */
    uint64_t least;
    uint64_t most;
    uint64_t usual; /* the default */
};

struct recipe {
    size_t input_class; /* index into puzzle->classes */
    uint64_t size;      /* within puzzle->size */
    uint64_t rounds;    /* within puzzle->rounds; 0 where the puzzle has none */
    size_t format;      /* index into puzzle->formats; 0 where there are none */
};

/* A set of small instances in a fixed order, reached by number. Sizes run from first to last, smaller instances have smaller
 * sizes; a size may be empty. */
struct space {
    const char *name;    /* "tickets" */
    const char *unit;    /* reads well after a number: "tickets of length" */
    uint64_t first_size; /* the smallest */
    uint64_t last_size;  /* the largest for which ranks fit in 64 bits and instances stay sensible */
    uint64_t (*count)(uint64_t size);
    /* rank < count(size). NULL when memory runs out. */
    const void *(*unrank)(uint64_t size, uint64_t rank, struct arena *arena);
    /* The inverse; false where the instance is not in the space. */
    bool (*rank)(const void *instance, uint64_t *size, uint64_t *rank);
};

/* A change of an instance of which it is known what it does to the answer. */
struct invariant {
    const char *name;
    const char *summary;
    /* The changed instance, or NULL where the change does not apply (or memory ran out). *map is whatever `keeps` needs to know
     * of what was drawn. */
    const void *(*change)(const void *instance, struct rng *rng, struct arena *arena, const void **map);
    /* Do the two results fit together? Only asked where both outcomes are solved or contradiction. */
    bool (*keeps)(const void *instance, const struct result *before, const void *changed, const struct result *after,
                  const void *map);
};

/* Pointers that may be NULL say so. Tables end with an entry whose name is NULL. */
struct puzzle {
    const char *name;
    const char *title;
    const char *source;  /* where it comes from */
    const char *summary; /* the question, in one line */
    const char *notation; /* the input format in a few lines, each with its end, for --help */

    /* In the order of preference: where none is named the last one is taken whose domain holds the case (and which claims to be
     * exact, and has the detail asked for). Ends with NULL. */
    const struct variant *const *variants;
    const struct input_class *classes; /* [0] is the default */
    struct range size;
    struct range rounds;
    const char *const *formats; /* NULL-terminated names, [0] the default; NULL where there is one format only */
    enum detail detail;         /* the most that an answer can show */
    size_t cases_per_file;      /* 1 or CASES_MAX */

    /* Checks all of the bytes. False: *error is filled and *cases is not to be used. */
    bool (*parse)(const void *bytes, size_t size, struct arena *arena, struct cases *cases, struct error *error);
    /* The file with these cases; parses back to equal instances, and printing those gives the same bytes. */
    void (*format)(const struct cases *cases, struct text *text);
    /* Do the two stand for the same input (in all that format shows)? */
    bool (*same)(const void *instance, const void *other);
    /* The measure that --size sets: digits, clues, players ... */
    uint64_t (*measure)(const void *instance);

    /* An instance of the recipe's class; NULL and *error (kind memory, or input with a message and no place: the class does not
     * exist at this size). Takes all its randomness from rng. */
    const void *(*generate)(struct rng *rng, const struct recipe *recipe, struct arena *arena, struct error *error);

    const struct space *spaces; /* [0] is the default */

    /* The step-th smaller instance, from 0 on, strictly smaller by an order that has no infinite descent; NULL past the last one.
     * Coarse steps (halves) come before fine ones. Deterministic. */
    const void *(*shrink)(const void *instance, size_t step, struct arena *arena);
    const struct invariant *invariants;

    size_t (*answer_size)(const void *instance);
    bool (*equal)(const void *instance, const void *answer, const void *other);
    /* Is all that `sound` says also said by `exact`? NULL where no variant is merely sound. */
    bool (*refines)(const void *instance, const void *exact, const void *sound);
    /* NULL, or what is wrong with the answer, found without calling any variant: a board that breaks a clue. It need not be able
     * to find everything. May be NULL. */
    const char *(*check)(const void *instance, const void *answer);
    /* NULL, or why the answer is not one that a user would be content with: "more than one board". May be NULL. */
    const char *(*flaw)(const void *instance, const void *answer);
    /* Prints case `number` (from 1) as the output format wants it, with the outcome's name in the answer's place where there is no
     * answer. */
    void (*print)(const void *instance, const struct result *result, size_t number, enum detail detail, struct text *text);
    /* Why this outcome, where more can be said than its name: the first contradictory fact. May use `variant` to find
     * out. False where there is nothing to say. May be NULL. */
    bool (*explain)(const void *instance, enum outcome outcome, const struct variant *variant, void *context,
                    struct arena *arena, struct text *text);
    /* Does the original contest promise inputs like this (with this answer)? Programs written for it are judged on no others. */
    bool (*promised)(const void *instance, const struct result *result);
};

/* All registered puzzles, in the order of puzzles.def; ends with NULL. */
extern const struct puzzle *const puzzles[];

/* NULL where there is none of that name. */
const struct puzzle *puzzle_find(const char *name);
const struct variant *variant_find(const struct puzzle *puzzle, const char *name);

/* The variant that is taken when none is named; NULL where no variant affords the instance with that detail. */
const struct variant *variant_choose(const struct puzzle *puzzle, const void *instance, enum detail detail);

#endif
