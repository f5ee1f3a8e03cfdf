/* What all runs in a folder have found, summed up. */
#ifndef ASSAY_MUTATE_REPORT_H
#define ASSAY_MUTATE_REPORT_H

/* Both JSON files, FOLDER/survivors.txt and a table; an EXIT_ status: EXIT_FOUND where a survivor has no
 * reason, or a row of `reasons` (reasons.h; may be NULL) stands for nothing. */
int report(const char *folder, const char *reasons);

#endif
