/* What other programs left in the results folder: shown where it is there, named as missing where it is not.
 */
#ifndef ASSAY_REPORTS_OTHERS_H
#define ASSAY_REPORTS_OTHERS_H

#include <jansson.h>

#include "run.h"
#include "verdict.h"

enum { OTHERS = 8 };

struct other {
    const char *file, *title, *job; /* "verify.json", "Agreement", "make test" */
    json_t *root;                   /* NULL: missing */
    struct origin origin;
};

/* EXIT_WELL, or a message and another status where one is there and cannot be used. */
int others_open(const char *folder, struct arena *arena, struct other others[OTHERS]);
void others_close(struct other others[OTHERS]);

/* Calls `line` for each thing that the file says: its statements, or else its figures by name. */
void other_tell(const struct other *other, void (*line)(void *self, const char *name, const char *value),
                void *self);

#endif
