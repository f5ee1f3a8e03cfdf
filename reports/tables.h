/* The page's tables. */
#ifndef ASSAY_REPORTS_TABLES_H
#define ASSAY_REPORTS_TABLES_H

#include "page.h"

/* The implementations, with what they promise. */
void put_variants(struct text *text, const struct puzzle_note *puzzle);

/* Workloads by variants. */
void put_times(struct text *text, const struct run *run, size_t puzzle);

/* Ladders by variants: how work and time grow. */
void put_growths(struct text *text, const struct report *report, size_t puzzle);

/* A line a benchmark, folded away. */
void put_measurements(struct text *text, const struct run *run, size_t puzzle);

/* What was not timed, and why. */
void put_left_out(struct text *text, const struct run *run, size_t puzzle);

#endif
