/* Where standard error is a terminal: one line on it that is written over. Elsewhere nothing. */
#ifndef ASSAY_PROGRESS_H
#define ASSAY_PROGRESS_H

/* "assay-bench: WHAT NAME" */
void progress_show(const char *program, const char *what, const char *name);

/* Takes the line away, before something else is printed. */
void progress_end(void);

#endif
