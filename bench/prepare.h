/* The workloads of a run, made and checked. */
#ifndef ASSAY_PREPARE_H
#define ASSAY_PREPARE_H

#include <regex.h>

#include "table.h"

/* What a user chose of what the suites hold. NULL: everything. */
struct selection {
    const char *workload;
    const regex_t *filter; /* on "puzzle/workload/variant" */
};

/* Writes the name of the cell, and says whether it is among them. */
bool is_selected(const struct selection *selection, const struct suite *suite, const struct suite_workload *spec,
                 size_t column, char name[CELL_NAME_SIZE]);

/* Makes every selected workload ready and compares all answers on it, including those of variants that are
 * not selected. EXIT_WELL; EXIT_FOUND where variants disagree: a message has been printed, and nothing of the
 * workload is timed; or another status with its message. benches[i].workloads has room. */
int prepare_all(const char *program, struct bench *benches, size_t count, const struct selection *selection);

#endif
