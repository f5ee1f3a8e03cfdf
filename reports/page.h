/* The page: one HTML file, complete in itself. No script, nothing fetched; its own policy forbids both. */
#ifndef ASSAY_REPORTS_PAGE_H
#define ASSAY_REPORTS_PAGE_H

#include "figures.h"
#include "others.h"

/* Everything that a report is made of. */
struct report {
    const struct run *run;
    struct ladder *ladders[VARIANTS_MAX]; /* of each puzzle */
    size_t ladder_counts[VARIANTS_MAX];
    struct figures figures;
    const struct run *const *stored; /* oldest first; the run itself is the last */
    size_t stored_count;
    struct other others[OTHERS];
};

extern const char page_style[];
/* "How we measure, and our bias", as HTML. */
extern const char page_method[];

void put_page(struct text *text, const struct report *report);

/* The command, commit, machine and date that stand behind a figure. */
void put_origin(struct text *text, const struct origin *origin, put_string *put);

#endif
