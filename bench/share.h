/* A fixed share of each workload, solved once by each variant under a tool that counts instructions
 * (instructions.sh). */
#ifndef ASSAY_SHARE_H
#define ASSAY_SHARE_H

#include "prepare.h"
#include "table.h"

/* Solves and writes one line a call of share_solve, in their order: the benchmark's name, the cases, and
 * `solved` or why not. EXIT_WELL, or a message and EXIT_UNABLE. */
int share_run(const char *program, const char *path, struct bench *benches, size_t count,
              const struct selection *selection);

#endif
