/* The command line of assay-verify. */
#ifndef ASSAY_COMMAND_H
#define ASSAY_COMMAND_H

#include "core/cli/options.h"

struct command {
    const struct usage *usage;
    uint64_t size, stride, seed, index, cases, seconds, limit, deep, steps, least, most, shrink;
    uint64_t memory_limit, output_limit, batch;
    bool exhaustive, alone, all, tap, plain, overhead, merge, sized, stepped, beyond, timed;
    const char *space, *shard, *checkpoint, *class_name, *only, *junit, *json, *failures, *replay, *promote, *name, *scale,
        *root, *bounds, *corpus, *time_limit, *slowest, *package;
    struct option_list shares, programs;
};

/* False: there is nothing to run, help has been given or a message, and *status is set. Operands are moved to the front of
 * `arguments`. */
bool command_read(int count, char **arguments, struct command **command, int *operands, int *status);
void command_free(struct command *command);

#endif
