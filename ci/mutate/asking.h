/* The driver's end of a probe (probe.c): a process that answers for one mutant after another. */
#ifndef ASSAY_ASKING_H
#define ASSAY_ASKING_H

#include <stdio.h>
#include <sys/types.h>

#include "killers.h"

struct asking {
    FILE *to, *from;
    pid_t probe;
};

bool is_variant(const char *source);

/* Starts PROGRAM for core/<puzzle>/<name>.c, which is a variant; false where its probe does not come up. */
bool asking_open(struct asking *asking, const char *program, const char *source, const char *library);
void asking_close(struct asking *asking);

/* VERDICT_WORK: all answers fit, but not the work. `place` (of NAME_SIZE bytes) is told where:
 * "exhaustive:SIZE:SPACE", "files", "generated". */
enum verdict ask(const struct asking *asking, const char *library, unsigned mutant, char *place, char *kind,
                 double *seconds);

#endif
