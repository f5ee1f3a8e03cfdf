/* Long options by table: `--name VALUE`, `--name=VALUE`, flags, `--` before operands that begin with a dash.
 * A lone `-` is an operand. Options and operands may be mixed; of an option given twice the last one counts.
 * Nothing is abbreviated: a script that works today works when there are more options. `--help` and
 * `--version` are known everywhere.
 *
 * getopt_long was rejected: it does not know ranges and lists, and its messages do not say what was expected.
 */
#ifndef ASSAY_OPTIONS_H
#define ASSAY_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../text.h"

/* Values of an option that may be given many times. The caller hands in room for as many as there are
 * arguments. */
struct option_list {
    const char **values;
    size_t count;
};

/* One line of a table, which ends with a NULL name. One of flag, text, number and list says where the value
 * goes; what is not given is left as it was. */
struct option {
    const char *name;    /* without dashes */
    const char *value;   /* what stands for the value in the help: "STEPS"; NULL for a flag */
    const char *summary; /* one line */
    bool *flag;
    const char **text;
    uint64_t *number;
    uint64_t least; /* of a number; both included */
    uint64_t most;
    struct option_list *list;
    bool *given; /* NULL, or set when the option is there */
};

struct usage {
    const char *program;  /* begins messages: "assay solve" */
    const char *synopsis; /* "assay solve PUZZLE [OPTION]... [FILE]" */
    const char *about;    /* lines above the options, each ending with a newline */
    const struct option *options;
    const char *epilogue; /* lines below them: examples; NULL for none */
};

enum options_result {
    OPTIONS_RUN,     /* go on */
    OPTIONS_HELP,    /* asked for --help; what else was wrong does not matter */
    OPTIONS_VERSION, /* asked for --version */
    OPTIONS_BAD      /* one line has been written to standard error: EXIT_USAGE */
};

/* The arguments without the program's and the command's name. Operands are moved to the front, in order, and
 * counted. */
enum options_result options_parse(const struct usage *usage, int count, char **arguments, int *operands);

/* For all results but OPTIONS_RUN: prints what was asked for; the exit status. */
int options_finish(const struct usage *usage, enum options_result result);

void options_help(const struct usage *usage, struct text *text);

/* "assay solve: MESSAGE (see assay solve --help)" on standard error; EXIT_USAGE. */
int options_refuse(const struct usage *usage, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Decimal digits only, no more than 64 bits hold. */
bool options_number(const char *text, uint64_t *number);

#endif
