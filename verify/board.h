/* The memory that a worker shares with its parent: what it is doing now, so that its death can be laid at somebody's door, and
 * what it has counted and found, so that nothing is lost with it. Only the worker writes while it lives; the parent writes
 * between two workers. */
#ifndef ASSAY_BOARD_H
#define ASSAY_BOARD_H

#include "finding.h"

enum { CLASSES_MAX = 32, INVARIANTS_MAX = 32, DISTINCT_SLOTS = 1 << 19 };

/* What a worker is at: a participant's index, or one of these. */
enum {
    PHASE_MAKE = -1,    /* generating, unranking, parsing */
    PHASE_COMPARE = -2, /* equal, refines, check */
    PHASE_TRIP = -3,    /* print and parse */
    PHASE_CHANGE = -4,  /* an invariant's change */
    PHASE_REFUSES = -5, /* domain tests */
    PHASE_PARSE = -6    /* reading a file of somebody's */
};

/* One participant's cases. */
struct tally {
    uint64_t outcomes[OUTCOME_COUNT]; /* of its first run on each case; unsupported: outside its domain */
    uint64_t spared;                  /* in its domain, but not asked: only a share of the cases was its lot */
    uint64_t again;                   /* cases run twice */
    uint64_t fresh;                   /* cases run in a fresh context too */
    uint64_t lost;                    /* crashes and hangs */
};

/* One class of generated cases. */
struct class_tally {
    uint64_t made;
    uint64_t discarded; /* the class does not exist at that size */
    uint64_t looked_at; /* of those made: hashed */
    uint64_t distinct;  /* of those hashed */
    uint64_t least, most;       /* measures that occurred */
    uint64_t at_least, at_most; /* how often the ends of the range were met */
};

/* The hashes of its cases: open addressing, 0 empty; three quarters full: no longer looked at. */
struct class_hashes {
    uint64_t slots[DISTINCT_SLOTS];
};

/* Numbers and nothing else: checkpoint.c writes them as such. */
struct counts {
    uint64_t cases;
    uint64_t compared;  /* two participants answered at least, oracles not counted */
    uint64_t by_oracle; /* of those: the oracle answered too */
    uint64_t beyond;    /* of those compared: outside the oracle's domain */
    uint64_t alone;     /* fewer than two answered: not checked */
    uint64_t deep;      /* cases with the dear checks */
    uint64_t mutated, accepted; /* inputs damaged on purpose, and those that still parsed */
    uint64_t refused_well;      /* damaged inputs that were refused with a place */
    uint64_t changed[INVARIANTS_MAX]; /* cases on which the invariant was tried */
    struct tally tallies[PARTICIPANTS_MAX];
    struct class_tally classes[CLASSES_MAX];
};

struct board {
    uint64_t number; /* the case in hand */
    uint64_t done;   /* cases before this one are behind us */
    uint64_t opened; /* the first case since the contexts were opened */
    uint64_t beat;   /* moves with every call that may hang */
    int phase;
    bool stop;     /* the parent asks for an end */
    bool finished; /* the stream has ended, or the fault looked for was found */
    bool no_memory;
    bool unable;   /* the run cannot do its work, and whoever could not has said why */

    struct counts counts;
    uint64_t fit; /* the largest size that a ladder has climbed to */
    bool resumed; /* the hashes of earlier cases are lost: no more are looked at */

    /* The parent asks for a copy of the counts between two cases, as they stood when `snapshot_done` cases were done. */
    bool snapshot_wanted;
    uint64_t snapshot_done;
    struct counts snapshot;

    size_t finding_count;
    uint64_t unnamed; /* findings that found no room */
    struct finding findings[FINDINGS_MAX];

    size_t class_count;
    struct class_hashes hashes[]; /* CLASSES_MAX at most */
};

/* NULL without memory. Zeros; pages that are never touched cost nothing. */
struct board *board_open(size_t classes);
void board_close(struct board *board);

/* Notes one more case with this signature; the first one keeps its number and detail. */
void board_note(struct board *board, const struct signature *signature, const char *detail);

/* Cases checked as the word is meant: two answered, and the oracle where its domain holds it. */
uint64_t board_checked(const struct board *board);

/* All findings, counted by cases. */
uint64_t board_found(const struct board *board);

/* Adds a hash to its class. */
void board_hash(struct board *board, size_t class_index, uint64_t hash);

#endif
