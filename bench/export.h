/* The workloads as files, for programs that solve the same inputs without this one. */
#ifndef ASSAY_EXPORT_H
#define ASSAY_EXPORT_H

#include "prepare.h"

/* Writes the selected workloads to FOLDER/<puzzle>/<workload>.<n>, n from 1, and FOLDER/index.tsv with a line each:
 * puzzle, workload, "tree" or "outside" (its files lie outside the project), number of cases, number of files,
 * variants between commas. References take no part, and a workload whose files are not there has no line.
 * EXIT_WELL, or a message and another status. */
int export_all(const char *program, const char *folder, struct bench *benches, size_t count,
               const struct selection *selection);

#endif
