/* What became of each mutant: kept as it is found, read back by a run that goes on, summed up by report.c. */
#ifndef ASSAY_RESULTS_H
#define ASSAY_RESULTS_H

#include <stdio.h>

#include "killers.h"
#include "mutants.h"

/* A list FOLDER/results/<source>.tsv: a heading `# HASH COUNT SOURCE`, then a line of these a mutant. */
enum { LINE_SIZE = 8192 };
enum field {
    FIELD_NUMBER,
    FIELD_STATUS,
    FIELD_KILLER,
    FIELD_KIND,
    FIELD_CRASHED,
    FIELD_SECONDS,
    FIELD_CHANGE,
    FIELD_LINE,
    FIELD_COLUMN,
    FIELD_END_LINE,
    FIELD_END_COLUMN,
    FIELD_REPLACEMENT,
    FIELD_COUNT,
};

/* The names of states are those of the mutation-testing-elements schema; "Ignored" is proved equivalent. */
struct result_line {
    unsigned number;
    const char *status;
    char killer[NAME_SIZE];
    char kind[NAME_SIZE]; /* what the engine calls the fault, or empty */
    bool crashed, reached;
    double seconds;
};

/* Pending: the first round has missed it, and the second has not seen it. */
enum fate { FATE_OPEN, FATE_PENDING, FATE_KNOWN };

struct results {
    int file;
    enum fate *fate; /* by number */
    size_t count;
};

/* Results of another text of the source are forgotten; with `again` survivors are too. */
bool results_open(struct results *results, const char *folder, const char *source, const struct text *text,
                  size_t count, bool again);
bool results_has(const struct results *results, unsigned number);
bool results_is_pending(const struct results *results, unsigned number);
bool results_add(struct results *results, const struct mutant *mutant, const struct result_line *line);
void results_close(struct results *results);

/* The list at this path, opened behind its heading; NULL where there is none. */
FILE *results_list(const char *path, char heading[LINE_SIZE]);

/* Of a source's text: FNV-1a, as in a heading. */
unsigned long long results_hash(const char *bytes, size_t length);

#endif
