/* Why a mutant that no check notices may live: the rows of ci/mutate/survivors.txt, `FILE | TEXT | CHANGE |
 * REASON`. A row stands for the mutants of every line of FILE that holds TEXT whose change holds CHANGE (`*`:
 * any). */
#ifndef ASSAY_MUTATE_REASONS_H
#define ASSAY_MUTATE_REASONS_H

#include <stdbool.h>
#include <stddef.h>

struct reason {
    char *row; /* what the other strings lie in */
    const char *file, *text, *change, *why;
    unsigned line;
    bool used;
    bool tried; /* all mutants of its file have been */
};

struct reasons {
    const char *path;
    struct reason *reason;
    size_t count;
};

/* EXIT_WELL; or EXIT_USAGE with a message a malformed row. `path` is kept; NULL: there are no rows. */
int reasons_read(struct reasons *reasons, const char *path);
void reasons_free(struct reasons *reasons);

/* Of the first row that stands for a change on this line, or NULL; all that do are used. */
const char *reasons_find(struct reasons *reasons, const char *file, const char *line, size_t length,
                         const char *change);

/* All mutants of the file have been tried: what has not been used yet stands for nothing. */
void reasons_tried(struct reasons *reasons, const char *file);

/* The number of rows that stand for nothing, each named on standard output: no line of the file holds the
 * text, or all mutants of the file have been tried and none that lives is meant. */
unsigned reasons_stale(const struct reasons *reasons);

#endif
