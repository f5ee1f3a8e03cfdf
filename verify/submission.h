/* The submissions of a problem package: which there are, what is expected of each, how they are built and run. */
#ifndef ASSAY_SUBMISSION_H
#define ASSAY_SUBMISSION_H

#include "program.h"

/* Verdicts, one bit each. */
enum {
    EXPECT_AC = 1,
    EXPECT_WA = 2,
    EXPECT_TLE = 4,
    EXPECT_RTE = 8,
    EXPECT_MLE = 16,
    EXPECT_OLE = 32,
    EXPECT_CE = 64
};

struct submission {
    char *path; /* from the package's folder: "submissions/accepted/x.c" */
    unsigned expected;   /* 0: nothing is */
    const char *skipped; /* NULL, or why it is not run */
    bool compiles;
    struct text command; /* that runs it */
};

struct submissions {
    size_t count;
    struct submission *list; /* accepted ones first */
    char scratch[64];        /* a folder for what is compiled; empty: none yet */
};

/* All that lie in FOLDER/submissions. An EXIT_ status, with a message. */
int submissions_find(const char *folder, struct submissions *submissions);

/* Compiles it where that is needed and fills in `command`, or `skipped`. An EXIT_ status. */
int submission_build(const char *folder, struct submissions *submissions, size_t which);

/* Gives everything back and removes what was compiled. */
void submissions_free(struct submissions *submissions);

/* "AC or TLE". */
void expected_names(unsigned expected, struct text *text);

#endif
