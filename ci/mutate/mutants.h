/* The mutants of one C file: small changes of its meaning, each with its place. */
#ifndef ASSAY_MUTANTS_H
#define ASSAY_MUTANTS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/text.h"

enum {
    MUTANTS_MAX = 1 << 14,
    REACHED_SIZE = MUTANTS_MAX + sizeof(unsigned long), /* what a run has passed: select.c */
    BLOCKS_TIMES = 8,                                   /* so many times the right program's blocks of code, and */
    BLOCKS_SPARE = 1 << 22,                             /* so many more, are a loop that does not end */
    MUTANT_ENDLESS = 97                                 /* exit status */
};

struct mutant {
    const char *kind; /* "relational", "statement" ... */
    size_t begin;     /* bytes of the source that it replaces */
    size_t end;
    unsigned line, column, end_line, end_column; /* from 1 */
    char *replacement;                           /* NULL: a statement, which is left out */
    bool alone; /* cannot be chosen at run time: a constant, or a type that has no ?: */
};

/* Number n (from 1 on) is mutant[n - 1]. */
struct mutants {
    struct text source;
    struct mutant *mutant;
    size_t count;
};

/* False with a message on standard error: the file cannot be read or does not compile. `flags`: of the
 * compiler. */
bool mutants_find(struct mutants *mutants, const char *path, const char *const *flags, int flag_count);
void mutants_free(struct mutants *mutants);

/* The source with all mutants that are not `alone`, chosen by mutant_is. Lines keep their numbers. */
void mutants_all(const struct mutants *mutants, struct text *text);

/* The source with this one. */
void mutants_one(const struct mutants *mutants, size_t index, struct text *text);

#endif
