/* Mutated programs, and the code of a mutant alone. Every function says false where a command failed. */
#ifndef ASSAY_MUTATE_BUILD_H
#define ASSAY_MUTATE_BUILD_H

#include <stdint.h>
#include <time.h>

#include "killers.h"
#include "mutants.h"

enum { PATH_SIZE = 2 * COMMAND_SIZE };

struct setting {
    const char *compile; /* a command, to which -c SOURCE -o OBJECT is added */
    const char *flags;   /* for libclang */
    const char
        *unit; /* objects and libraries of each program, to which the mutated object is added in front */
    const char *verify;
    const char *probe;  /* the program that tries variants: probe.c */
    const char *groups; /* of unit tests */
    const char *folder;
    const char *part; /* "I/N" */
    uint64_t sample, jobs, shard, shards, seconds;
    bool again; /* survivors once more */
    bool quick; /* variants by the probe alone */
    time_t end; /* no mutant is begun after it; 0: no end */
};

/* A path that is too long ends the program: it would name another file. */
void path_of(char path[PATH_SIZE], const char *format, ...) __attribute__((format(printf, 2, 3)));

bool run_command(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* FOLDER/mutated.so with all mutants that can be chosen at run time, and FOLDER/original.s. Mutants that the
 * compiler refuses there are set apart, to be built alone. */
bool build_all(const struct setting *setting, const char *source, struct mutants *mutants,
               const char *folder);

/* After build_all: FOLDER/{unit,assay-verify} with the same mutants; they note what they reach. */
bool build_killers(const struct setting *setting, const char *source, const char *folder);

/* FOLDER/mutated.so, or the programs, with this mutant alone. */
bool build_library(const struct setting *setting, const char *source, const struct mutants *mutants,
                   size_t index, const char *folder);
bool build_programs(const struct setting *setting, const char *source, const struct mutants *mutants,
                    size_t index, const char *folder);

/* Equal optimised code, equal meaning. `folder` holds original.s; `scratch` is the caller's own. */
bool is_equivalent(const struct setting *setting, const char *source, const struct mutants *mutants,
                   size_t index, const char *folder, const char *scratch);

#endif
