#include "figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "units.h"

size_t look_of(const struct puzzle_note *puzzle, size_t variant)
{
    size_t look = 0;

    for (size_t i = 0; i < variant; i++)
        look += puzzle->variants[i].reference == puzzle->variants[variant].reference;
    return look;
}

struct figure *figures_new(struct figures *figures, enum figure_kind kind, enum plot_kind plot,
                           struct arena *arena)
{
    struct figure *figure = figures->count < FIGURES_MAX ? arena_zalloc(arena, 1, sizeof *figure) : NULL;

    if (!figure)
        return NULL;
    figure->kind = kind;
    figure->puzzle = SIZE_MAX;
    figure->plot.kind = plot;
    figures->list[figures->count++] = figure;
    return figure;
}

static struct figure *add(struct figures *figures, enum figure_kind kind, enum plot_kind plot, size_t puzzle,
                          const struct ladder *ladder, struct arena *arena)
{
    struct figure *figure = figures_new(figures, kind, plot, arena);

    if (figure) {
        figure->puzzle = puzzle;
        figure->ladder = ladder;
    }
    return figure;
}

static struct series *add_series(struct plot *plot, const struct puzzle_note *puzzle, size_t variant,
                                 size_t room, struct arena *arena)
{
    struct series *series = &plot->series[plot->series_count];

    if (plot->series_count == SERIES_MAX)
        return NULL;
    *series = (struct series){puzzle->variants[variant].name, look_of(puzzle, variant),
                              puzzle->variants[variant].reference,
                              arena_alloc(arena, room, sizeof(struct plot_point)), 0};
    return series->points ? series : NULL;
}

/* Marks where the fastest changes; the others are told in words. */
static void add_marks(struct plot *plot, const struct ladder *ladder)
{
    struct crossover crossovers[CROSSOVERS_MAX];
    size_t count = ladder_crossovers(ladder, crossovers);

    for (size_t i = 0; i < count && plot->mark_count < MARKS_MAX; i++) {
        for (size_t r = 1; r < ladder->rung_count; r++) {
            const struct benchmark *best = ladder_fastest(ladder, r);
            struct mark *mark = &plot->marks[plot->mark_count];
            char size[UNITS_SIZE];

            if (ladder->sizes[r] != crossovers[i].above || !best || best->variant != crossovers[i].faster)
                continue;
            mark->x = crossovers[i].at;
            snprintf(mark->label, sizeof mark->label, "≈ %s", show_count(round(crossovers[i].at), size));
            plot->mark_count++;
        }
    }
}

/* "bitmask: words": different variants count different things. */
static const char *title_of(const char *variant, const char *counter, struct arena *arena)
{
    size_t size = strlen(variant) + strlen(counter) + 3;
    char *title = arena_alloc(arena, size, 1);

    if (title)
        snprintf(title, size, "%s: %s", variant, counter);
    return title;
}

/* The time, or the main counter, of every variant against the size. */
static bool add_lines(struct figures *figures, const struct ladder *ladder, bool work, struct arena *arena)
{
    const struct puzzle_note *puzzle = &ladder->run->puzzles[ladder->puzzle];
    struct figure *figure =
        add(figures, work ? FIGURE_WORK : FIGURE_TIME, PLOT_LINES, ladder->puzzle, ladder, arena);

    if (!figure)
        return false;
    figure->plot.x_title = puzzle->measure;
    figure->plot.y_title = work ? "counted per case" : "time per case";
    figure->plot.times = !work;
    for (size_t i = 0; i < puzzle->variant_count; i++) {
        size_t counter = 0;
        struct series *series;

        if (work && (puzzle->variants[i].reference || !ladder_counter(ladder, i, &counter)))
            continue;
        series = add_series(&figure->plot, puzzle, i, ladder->rung_count, arena);
        if (!series)
            return false;
        if (work)
            series->title = title_of(series->title, ladder->run->counters[counter].name, arena);
        if (!series->title)
            return false;
        for (size_t r = 0; r < ladder->rung_count; r++) {
            const struct benchmark *cell = ladder->cells[r][i];
            double value;

            if (!cell)
                continue;
            value = work ? cell->counters[counter] : cell->time.median;
            if (value > 0)
                series->points[series->count++] =
                    (struct plot_point){ladder->sizes[r], value, work ? value : cell->time.lower,
                                        work ? value : cell->time.upper};
        }
        figure->plot.series_count += series->count > 0;
    }
    if (!work)
        add_marks(&figure->plot, ladder);
    if (!figure->plot.series_count)
        figures->count--;
    return true;
}

static bool add_bars(struct figures *figures, const struct ladder *ladder, struct arena *arena)
{
    const struct puzzle_note *puzzle = &ladder->run->puzzles[ladder->puzzle];
    size_t variants, rung = ladder_common(ladder, &variants);
    const struct benchmark *best = ladder_fastest(ladder, rung);
    struct figure *figure = best ? add(figures, FIGURE_BARS, PLOT_BARS, ladder->puzzle, ladder, arena) : NULL;

    if (!figure)
        return !best;
    figure->plot.x_title = "times the fastest";
    for (size_t i = 0; i < puzzle->variant_count; i++) {
        const struct benchmark *cell = ladder->cells[rung][i];
        struct series *series;

        if (!cell || puzzle->variants[i].reference)
            continue;
        series = add_series(&figure->plot, puzzle, i, 1, arena);
        if (!series)
            return false;
        series->points[series->count++] =
            (struct plot_point){cell->time.median / best->time.median, 0,
                                cell->time.lower / best->time.median, cell->time.upper / best->time.median};
        figure->plot.series_count++;
    }
    return true;
}

/* Each repetition's distance from its own median, in per cent; rows are spread a little, in the order of the
 * values. */
static bool add_strips(struct figures *figures, const struct ladder *ladder, struct arena *arena)
{
    const struct puzzle_note *puzzle = &ladder->run->puzzles[ladder->puzzle];
    size_t variants, rung = ladder_common(ladder, &variants), row = 0;
    struct figure *figure = add(figures, FIGURE_STRIPS, PLOT_STRIPS, ladder->puzzle, ladder, arena);

    if (!figure)
        return false;
    figure->plot.x_title = "off its own median";
    for (size_t i = 0; i < puzzle->variant_count; i++) {
        const struct benchmark *cell = ladder->cells[rung][i];
        struct series *series;

        if (!cell)
            continue;
        series = add_series(&figure->plot, puzzle, i, cell->repetitions, arena);
        if (!series)
            return false;
        for (size_t k = 0; k < cell->repetitions; k++) {
            double off = 100 * (cell->seconds[k] / cell->time.median - 1), y = (double)(k % 3) * 0.2 - 0.2;

            series->points[series->count++] = (struct plot_point){off, y, y, y};
        }
        figure->plot.series_count++;
    }
    for (; row < figure->plot.series_count; row++)
        for (size_t k = 0; k < figure->plot.series[row].count; k++)
            figure->plot.series[row].points[k].y += (double)(figure->plot.series_count - 1 - row);
    return true;
}

/* The ladder on which most variants meet, and of those the longest. */
static const struct ladder *widest(const struct ladder *ladders, size_t count)
{
    const struct ladder *best = NULL;
    size_t most = 0;

    for (size_t i = 0; i < count; i++) {
        size_t variants;

        ladder_common(&ladders[i], &variants);
        if (!best || variants > most || (variants == most && ladders[i].rung_count > best->rung_count)) {
            best = &ladders[i];
            most = variants;
        }
    }
    return best;
}

bool figures_add(struct figures *figures, const struct ladder *ladders, size_t count, struct arena *arena)
{
    const struct ladder *best = widest(ladders, count);

    for (size_t i = 0; i < count; i++)
        if (ladders[i].rung_count > 2 && !add_lines(figures, &ladders[i], false, arena))
            return false;
    for (size_t i = 0; i < count; i++)
        if (ladders[i].rung_count > 2 && !add_lines(figures, &ladders[i], true, arena))
            return false;
    return !best || (add_bars(figures, best, arena) && add_strips(figures, best, arena));
}

/* How long the run took for a puzzle, against the first run: the geometric mean over what all of the runs
 * timed. */
static double relative(const struct run *const *runs, size_t count, size_t index, const char *puzzle)
{
    double sum = 0;
    size_t common = 0;

    for (size_t i = 0; i < runs[0]->benchmark_count; i++) {
        const struct benchmark *first = &runs[0]->benchmarks[i], *own = first;
        bool everywhere = strcmp(runs[0]->puzzles[first->puzzle].name, puzzle) == 0;

        for (size_t k = 1; k < count && everywhere; k++) {
            const struct benchmark *found = run_find(runs[k], first->name);

            everywhere = found != NULL && found->time.median > 0;
            own = k == index ? found : own;
        }
        if (!everywhere || variant_of(runs[0], first)->reference || !(first->time.median > 0))
            continue;
        sum += log(own->time.median / first->time.median);
        common++;
    }
    return common ? exp(sum / (double)common) : 0;
}

bool figures_add_history(struct figures *figures, const struct run *const *runs, size_t count,
                         struct arena *arena)
{
    const struct run *first = runs[0];
    struct figure *figure = figures_new(figures, FIGURE_HISTORY, PLOT_HISTORY, arena);

    if (!figure)
        return false;
    figure->plot.x_title = "run";
    figure->plot.y_title = "time, as a multiple of run 1";
    for (size_t p = 0; p < first->puzzle_count && p < SERIES_MAX; p++) {
        struct series *series = &figure->plot.series[figure->plot.series_count];

        *series = (struct series){first->puzzles[p].name, p, false,
                                  arena_alloc(arena, count, sizeof(struct plot_point)), 0};
        if (!series->points)
            return false;
        for (size_t i = 0; i < count; i++) {
            double value = relative(runs, count, i, first->puzzles[p].name);

            if (value > 0)
                series->points[series->count++] = (struct plot_point){(double)i + 1, value, value, value};
        }
        figure->plot.series_count += series->count > 0;
    }
    if (!figure->plot.series_count)
        figures->count--;
    return true;
}

int figures_draw(struct figures *figures)
{
    struct plot *plots[FIGURES_MAX];

    for (size_t i = 0; i < figures->count; i++)
        plots[i] = &figures->list[i]->plot;
    return plots_draw(plots, figures->count, &figures->drawn);
}

void put_figure_title(struct text *text, const struct figure *figure, const struct run *run, put_string *put)
{
    const struct ladder *ladder = figure->ladder;
    char size[UNITS_SIZE];
    size_t variants;

    if (figure->kind == FIGURE_HISTORY) {
        text_string(text, "Stored runs");
        return;
    }
    if (figure->kind == FIGURE_CURVE) {
        text_string(text, "Over time: ");
        put(text, figure->name);
        return;
    }
    text_string(text, figure->kind == FIGURE_TIME   ? "Time against size: "
                      : figure->kind == FIGURE_WORK ? "Work against size: "
                      : figure->kind == FIGURE_BARS ? "Side by side: "
                                                    : "Repetitions: ");
    put(text, ladder->name);
    if (figure->kind == FIGURE_BARS || figure->kind == FIGURE_STRIPS) {
        text_format(text, ", %s ", show_count(ladder->sizes[ladder_common(ladder, &variants)], size));
        put(text, run->puzzles[figure->puzzle].measure);
    }
}

/* Where each curve ends: its last point, and since when it has been level. */
static void put_ends(struct text *text, const struct plot *plot, put_string *put)
{
    for (size_t i = 0; i < plot->series_count; i++) {
        const struct series *series = &plot->series[i];
        size_t last = series->count - 1;
        char count[UNITS_SIZE];

        while (last > 0 && !(series->points[last - 1].y < series->points[series->count - 1].y))
            last--;
        text_string(text, i ? ", " : "");
        put(text, series->title);
        text_format(text, " %s", show_count(series->points[series->count - 1].y, count));
        if (last + 1 < series->count && strcmp(plot->y_title, "edges") == 0)
            text_format(text, " (the last at %.0f of %.0f s)", series->points[last].x,
                        series->points[series->count - 1].x);
    }
    text_string(text, ".");
}

void put_figure_verdict(struct text *text, const struct figure *figure, put_string *put)
{
    const struct plot *plot = &figure->plot;

    switch (figure->kind) {
    case FIGURE_TIME:
        text_string(text, "Fastest: ");
        put_fastest(text, figure->ladder, put);
        text_string(text, ". ");
        put_crossovers(text, figure->ladder, put);
        break;
    case FIGURE_WORK:
        put_growth(text, figure->ladder, put);
        break;
    case FIGURE_BARS:
        put_distances(text, figure->ladder, put);
        break;
    case FIGURE_STRIPS:
        put_spread(text, figure->ladder, put);
        break;
    case FIGURE_CURVE:
        put_ends(text, plot, put);
        break;
    case FIGURE_HISTORY:
        for (size_t i = 0; i < plot->series_count; i++) {
            const struct series *series = &plot->series[i];
            char ratio[UNITS_SIZE];

            put(text, series->title);
            text_format(text, " %s%s", show_ratio(series->points[series->count - 1].y, ratio),
                        i + 1 < plot->series_count
                            ? ", "
                            : " of run 1 in the last run, over what all of them timed. "
                              "Runs on different machines differ for that reason alone.");
        }
    }
}
