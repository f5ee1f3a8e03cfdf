/* Somebody's program, run once on some bytes. What is measured: CPU time of all its processes that have ended and been waited for;
 * wall time from its start; the peak resident size of its largest process, including that of the shell before it becomes the
 * program. What holds it: the wall limit kills it all (time for which it waited for a processor
 * does not count); each process gets the CPU limit rounded up, and one second; the address
 * space of each process ends at ADDRESS_FACTOR times the memory limit and ADDRESS_REST, so that a program which goes beyond the
 * limit is seen to do so before it is stopped. No sandbox: it may do to files and network whatever its user may. */
#ifndef ASSAY_PROGRAM_H
#define ASSAY_PROGRAM_H

#include "participant.h"

enum { ADDRESS_FACTOR = 3, ADDRESS_REST = 256 << 20 };

struct program_limits {
    double seconds;  /* CPU; wall: twice that and a second. 0: none */
    uint64_t memory; /* bytes; 0: none */
    uint64_t output; /* bytes */
};

struct program_run {
    enum ending ending;
    char detail[ENDING_DETAIL_SIZE]; /* of an ending that is no answer */
    double cpu, wall;                /* seconds */
    uint64_t memory;                 /* bytes */
    int status;                      /* as waitpid has it */
};

/* The most seconds that one run may take, on however busy a machine. 0: any */
double program_longest(const struct program_limits *limits);

/* False, with a message, where assay-launch does not lie beside this program. */
bool program_ready(void);

/* Runs `command` by /bin/sh; `output` is cleared first. False where it could not be run at all, with a message on standard
 * error: no pipe, no assay-launch, out of memory. */
bool program_run(const char *command, const struct program_limits *limits, const void *input, size_t size, struct text *output,
                 struct program_run *run);

/* As one word of the shell. */
void text_quoted(struct text *text, const char *word);

#endif
