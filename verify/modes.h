/* The jobs of assay-verify, each from its settings to its line in the report. All return an EXIT_ status; what was found is in the
 * report. */
#ifndef ASSAY_MODES_H
#define ASSAY_MODES_H

#include "conclude.h"
#include "random.h"

struct exhaustive {
    const struct space *space;
    uint64_t size;
    uint64_t stride;        /* every stride-th instance; 1: all */
    uint64_t shard, shards; /* from 1; 1 of 1: everything */
    const char *checkpoint; /* a file, or NULL */
    uint64_t least;         /* fewer checked are a failure */
};

int verify_exhaustive(const struct desk *desk, const struct team *team, const struct settings *settings,
                      const struct exhaustive *job);

/* Results of shards (files of --json) become one statement. */
int verify_merge(const struct desk *desk, int count, char **paths);

struct random_job {
    struct sampling sampling;
    uint64_t cases;    /* at most; 0: until the time is up */
    uint64_t index;    /* with `alone`: this one case of the class */
    bool alone;
    double fit;        /* seconds that two variants may need for a case of the largest size; 0: sizes as they are */
    bool laws;         /* an invariant that was never tried is a failure */
    const char *checkpoint; /* a file, or NULL */
};

int verify_random(const struct desk *desk, const struct team *team, const struct settings *settings,
                  const struct random_job *job);

/* Files and folders; each file is held against its .ans where one lies beside it. `name` stands in the statement. */
int verify_files(const struct desk *desk, const struct team *team, const struct settings *settings, int count, char **paths,
                 const char *name);

/* Every registered puzzle, at sizes for a test: scale 1 takes about a minute. `checkpoints`: a folder, or NULL. */
int verify_suite(const struct desk *desk, const struct settings *settings, const char *root, uint64_t seed, double scale,
                 const char *checkpoints, const struct puzzle *only);

/* What a case costs apart from the solving: generating by class, comparing, the dear checks. */
int verify_overhead(const struct team *team, const struct settings *settings, uint64_t seed);

#endif
