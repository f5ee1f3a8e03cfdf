/* What became of each mutant: kept as it is found, read back by a run that goes on, summed up in the end. */
#ifndef ASSAY_RESULTS_H
#define ASSAY_RESULTS_H

#include "killers.h"
#include "mutants.h"

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

/* Both JSON files and a table; an EXIT_ status: EXIT_FOUND where a score is below its floor (`floors` may be
 * NULL). */
int results_report(const char *folder, const char *floors);

#endif
