/* Which plots a puzzle gets. */
#ifndef ASSAY_REPORTS_FIGURES_H
#define ASSAY_REPORTS_FIGURES_H

#include "ladder.h"
#include "others.h"
#include "plot.h"
#include "verdict.h"

enum { FIGURES_MAX = 128 };

enum figure_kind { FIGURE_TIME, FIGURE_WORK, FIGURE_BARS, FIGURE_STRIPS, FIGURE_HISTORY, FIGURE_CURVE };

struct figure {
    enum figure_kind kind;
    size_t puzzle;
    const struct ladder *ladder; /* NULL of FIGURE_HISTORY and FIGURE_CURVE */
    const char *name;            /* of FIGURE_CURVE: what is counted, and by whom */
    const struct origin *origin; /* NULL: the run's */
    struct plot plot;
};

struct figures {
    struct figure *list[FIGURES_MAX];
    size_t count;
    bool drawn;
};

/* An empty one that belongs to no puzzle. NULL: out of memory, or of room. */
struct figure *figures_new(struct figures *figures, enum figure_kind kind, enum plot_kind plot,
                           struct arena *arena);

/* Adds the figures of a puzzle. False: out of memory. */
bool figures_add(struct figures *figures, const struct ladder *ladders, size_t count, struct arena *arena);

/* Relative times over stored runs, oldest first: a line a puzzle, the geometric mean over what all of them
 * timed. */
bool figures_add_history(struct figures *figures, const struct run *const *runs, size_t count,
                         struct arena *arena);

/* The curves that another result carries, if any. False: out of memory. */
bool figures_add_curves(struct figures *figures, const struct other *other, struct arena *arena);

/* EXIT_WELL or EXIT_UNABLE. */
int figures_draw(struct figures *figures);

/* Colours and markers count variants and yardsticks apart. */
size_t look_of(const struct puzzle_note *puzzle, size_t variant);

/* "Time against size, hard" in plain text. */
void put_figure_title(struct text *text, const struct figure *figure, const struct run *run, put_string *put);

/* The sentence under the plot. */
void put_figure_verdict(struct text *text, const struct figure *figure, put_string *put);

#endif
