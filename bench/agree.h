/* Before anything is timed: do all variants give the same answers on the workload? */
#ifndef ASSAY_AGREE_H
#define ASSAY_AGREE_H

#include "workload.h"

struct disagreement {
    const char *one;
    const char *other; /* NULL where the puzzle's own check refuses what `one` says */
    size_t number;     /* of the case, from 1 */
    const char *what;  /* "different answers" */
};

enum verdict { AGREED, DISAGREED, AGREE_NO_MEMORY };

/* Every column that takes part solves every case, in a context of its own that is opened for this workload:
 * so the counters are the same in every run. Fills in the cells and workload->answered. Equal answers are
 * asked of those that claim to be exact; of those that claim to be sound, that the exact answers refine
 * theirs, and that they see no contradiction where there is none. What the puzzle can check by itself is
 * checked as well. A column that does not answer every case is compared on none. */
enum verdict agree(const struct suite *suite, struct workload *workload, struct disagreement *disagreement);

#endif
