/* The report in other forms. */
#ifndef ASSAY_REPORTS_VIEWS_H
#define ASSAY_REPORTS_VIEWS_H

#include "page.h"

/* For a pull request. */
void put_markdown_report(struct text *text, const struct report *report);

/* For a terminal. */
void put_terminal_report(struct text *text, const struct report *report);

/* Each plot as an SVG file that stands alone. EXIT_WELL, or a message and EXIT_UNABLE. */
int write_gallery(const struct report *report, const char *folder);

/* Formats that others read; see export.c. */
enum export_format {
    EXPORT_GOOGLE,
    EXPORT_REPETITIONS,
    EXPORT_BENCHSTAT,
    EXPORT_CSV,
    EXPORT_JUNIT,
    EXPORT_FORMATS
};

extern const char *const export_names[EXPORT_FORMATS];

/* EXIT_WELL, or a message and EXIT_UNABLE. */
int put_export(struct text *text, const struct report *report, enum export_format format);

/* Two runs side by side. `within`: per cent that are called the same. Returns how many differ. */
size_t put_comparison(struct text *text, const struct run *before, const struct run *after, double within);

#endif
