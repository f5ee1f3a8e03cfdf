/* The sources of one puzzle and one of its variants as one C file that needs nothing but the C library: `gcc -O2 x.c`. */
#ifndef ASSAY_AMALGAMATE_H
#define ASSAY_AMALGAMATE_H

#include "../puzzle.h"

enum { REASON_SIZE = 96 };

/* `root` is the folder that holds core/; `program` a file of core/cli/package with a main; `variant` NULL: none is in it. False with
 * the reason where it cannot be done ("needs bdd.h"), an empty one where standard error has been told: a source that cannot be read. */
bool amalgamate(const char *root, const char *program, const struct puzzle *puzzle, const struct variant *variant,
                struct text *text, char reason[REASON_SIZE]);

#endif
