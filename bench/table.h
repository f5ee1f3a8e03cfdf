/* The tables that a run prints: times, work and aims of one puzzle. */
#ifndef ASSAY_TABLE_H
#define ASSAY_TABLE_H

#include "workload.h"

/* One suite with its workloads, in the order of suite->workloads. */
struct bench {
    struct suite suite;
    struct workload *workloads;
};

/* At most 160 columns with seven variants. Nothing is shown of a workload on which variants disagreed. */
void table_print(const struct bench *bench, struct text *text);

#endif
