/* What a run has to know to go on after it was killed, in a file that is renamed into place about once a second: on the first line how
 * many cases are behind it, on the second what run it is of, then how long it took so far and what was counted. So a run killed at
 * any moment repeats a second of work at most. Once a fault has been found the file stays as it is: going on from it finds the fault
 * again. */
#ifndef ASSAY_CHECKPOINT_H
#define ASSAY_CHECKPOINT_H

#include "worker.h"

struct checkpoint {
    const char *path; /* NULL: none is kept */
    const char *identity; /* one line */
};

/* Opens the run's board and sets run->first, run->before and what was counted; there need not be a file yet. An EXIT_ status. */
int checkpoint_read(const struct checkpoint *checkpoint, struct run *run);

/* To be called some times a second and at the end. */
void checkpoint_tick(const struct checkpoint *checkpoint, const struct run *run);

#endif
