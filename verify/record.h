/* Failure records: a folder per signature with the input itself, what everybody answered to it and how to repeat it. */
#ifndef ASSAY_RECORD_H
#define ASSAY_RECORD_H

#include "shrink.h"

/* Where a case came from. */
struct origin {
    const char *mode;       /* "random" ... */
    const char *class_name; /* NULL */
    uint64_t seed, index;   /* with a class */
    char text[256];         /* as one reads it: "seed 1, class uniform, index 17" */
    char command[8192];     /* arguments that find it again, as a shell wants them */
};

/* Writes FOLDER/SIGNATURE/ and leaves its path in `path`. An EXIT_ status. */
int record_write(const char *folder, const struct team *team, const struct settings *settings, const struct finding *finding,
                 const struct counterexample *example, const struct origin *origin, struct text *path);

/* Repeats a record: everybody's answer on standard output; EXIT_FOUND while there is anything wrong. */
int record_replay(const struct team *team, const struct settings *settings, const char *folder);

/* Turns a record into CORPUS/<puzzle>/NAME.in and .ans. The answer is the oracle's or, outside its domain, the one that all
 * exact variants agree on that are not found wrong; where there is none it refuses. */
int record_promote(const struct team *team, const struct settings *settings, const char *folder, const char *corpus,
                   const char *name);

/* "ran out of memory", "would not open" ... for a text or arena that failed: EXIT_UNABLE. */
int verify_out_of_memory(void);

#endif
