/* Result files: times in Google Benchmark's JSON schema, and counts. */
#ifndef ASSAY_RESULT_H
#define ASSAY_RESULT_H

#include "table.h"

/* Writes the counters of all cells that answered, as totals over the cases. EXIT_WELL or EXIT_UNABLE. */
int result_write_counts(const char *program, const char *path, const struct bench *benches, size_t count);

/* Reads such a file into the cells. Cells that it does not have stay uncounted. EXIT_WELL, or a message and
 * EXIT_USAGE. */
int result_read_counts(const char *program, const char *path, struct bench *benches, size_t count);

/* Fills in the times of the cells from the library's JSON. EXIT_WELL, or a message and EXIT_UNABLE. */
int result_take_times(const char *program, const char *json, struct bench *benches, size_t count);

/* Writes it to `path`, with the command that was typed, which counters the hardware had, our environment, what was left out and why, what the puzzles and
 * variants are, and with cases, size, memory and counters per case for each benchmark. EXIT_WELL, or a message and
 * EXIT_UNABLE. */
int result_write_times(const char *program, const char *command, const struct hardware *hardware, const char *path,
                       const char *json, struct bench *benches, size_t count);

#endif
