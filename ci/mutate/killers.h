/* What may notice a mutant: a test, or a run of the engine. Each is a process of a mutated program. */
#ifndef ASSAY_KILLERS_H
#define ASSAY_KILLERS_H

#include <stdbool.h>
#include <stddef.h>

enum { KILLERS_MAX = 1024, NAME_SIZE = 96, COMMAND_SIZE = 512 };

enum verdict { VERDICT_MISSED, VERDICT_WORK, VERDICT_KILLED, VERDICT_CRASHED, VERDICT_SLOW };

struct killer {
    char name[NAME_SIZE];         /* "unit:reads_a_clue", "exhaustive:4", "corpus" */
    char test[NAME_SIZE];         /* UNIT_TEST, or empty */
    char arguments[COMMAND_SIZE]; /* after the program, separated by spaces */
    const char *program;          /* "unit" or "assay-verify", in the folder of the mutated programs */
    double seconds;               /* of processor time, of the right program */
    unsigned long blocks;         /* of the mutated source's code that it takes itself; 0 where others do */
    unsigned char *reached;
};

struct killers {
    struct killer *killer;
    size_t count;
    const char *folder; /* of the mutated programs */
};

/* The killers for a source, each run once on the right program (mutant 0) to learn what it reaches and costs.
 * False: one of them fails there. */
bool killers_learn(struct killers *killers, const char *folder, const char *source, const char *groups);

/* Runs one against a mutant, within a few times its usual processor time. Adds what it took to *seconds.
 * `kind` (of NAME_SIZE bytes) is told what the engine calls the fault. */
enum verdict killer_try(const struct killers *killers, const struct killer *killer, unsigned mutant,
                        double *seconds, char *kind);

#endif
