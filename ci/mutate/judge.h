/* What becomes of each mutant of a source. */
#ifndef ASSAY_JUDGE_H
#define ASSAY_JUDGE_H

#include "build.h"
#include "results.h"

struct bench {
    const struct setting *setting;
    const char *source;
    struct mutants mutants;
    struct killers killers;
    struct results results;
    char folder[PATH_SIZE];
    bool variant;
};

/* Have all mutants of the sample and of this shard a result? */
bool judge_is_done(const struct bench *bench);

/* Judges those that have none, by setting->jobs processes, until setting->end. EXIT_UNABLE
 * where one of them failed. */
int judge_all(struct bench *bench);

#endif
