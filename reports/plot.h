/* Plots as inline SVG, drawn by gnuplot. What comes back is made fit for a page: text stays text, colours are
 * the page's variables with a fallback, ids are the plot's own, nothing has a fixed size. */
#ifndef ASSAY_REPORTS_PLOT_H
#define ASSAY_REPORTS_PLOT_H

#include "core/text.h"

enum { SERIES_MAX = 32, MARKS_MAX = 16, LOOKS = 8 };

enum plot_kind {
    PLOT_LINES,  /* y against x, both logarithmic, quartiles as bars */
    PLOT_BARS,   /* a horizontal bar per series, from 1 to its x, logarithmic where they are far apart */
    PLOT_STRIPS, /* a row of dots per series */
    PLOT_HISTORY, /* y against the number of a run */
    PLOT_CURVES   /* y against x, both from 0 */
};

struct plot_point {
    double x, y, low, high;
};

/* A series looks the same in all plots of a puzzle: colour, marker and dashes differ with `look`. */
struct series {
    const char *title;
    size_t look;
    bool grey; /* a yardstick */
    struct plot_point *points;
    size_t count;
};

/* A vertical line with a word. */
struct mark {
    double x;
    char label[24];
};

struct plot {
    enum plot_kind kind;
    const char *x_title, *y_title;
    bool times; /* ticks of y are times, not counts */
    struct series series[SERIES_MAX];
    size_t series_count;
    struct mark marks[MARKS_MAX];
    size_t mark_count;
    struct text svg; /* empty where gnuplot is not there */
};

/* Draws them all by one run of gnuplot. EXIT_WELL, also where there is no gnuplot (*drawn is false then), or
 * a message and EXIT_UNABLE. */
int plots_draw(struct plot *const *plots, size_t count, bool *drawn);

/* A line with the marker of the series, for a legend. */
void put_swatch(struct text *text, size_t look, bool grey);

/* The colours that stand where a page has no others. */
extern const char *const look_colours[LOOKS];

#endif
