/* What was shown to hold without exception, up to a stated size: the table at the end of a run. */
#ifndef ASSAY_BOUNDS_H
#define ASSAY_BOUNDS_H

#include "report.h"

/* Adds bounds that others have reached, a line each: puzzle, statement, instances, seconds, with tabs between. A file that is not
 * there has none. An EXIT_ status. */
int bounds_read(struct report *report, const char *path);

/* Prints the table, where there are two bounds at least. */
void bounds_print(const struct report *report);

/* The same as an array. */
json_t *bounds_json(const struct report *report);

#endif
