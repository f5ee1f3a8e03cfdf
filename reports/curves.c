/* The curves that other results carry: members `curve` of their runs, lists of points with `seconds` and
 * counts. A plot for each engine and count, a line for each puzzle: what one engine counts as an edge another
 * does not. */
#include "figures.h"

#include <stdio.h>
#include <string.h>

#include "json.h"

static const char *const quantities[] = {"edges", "executions"};

static const char *engine_of(const json_t *run)
{
    return json_text_or(run, "engine", "");
}

/* Is this the first run of its engine? */
static bool is_first(const json_t *runs, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(engine_of(json_array_get(runs, i)), engine_of(json_array_get(runs, index))) == 0)
            return false;
    return true;
}

/* The points that are numbers; none is a series of nothing. False: out of memory. */
static bool fill_series(struct series *series, const json_t *run, const char *quantity, struct arena *arena)
{
    const json_t *curve = json_object_get(run, "curve");
    size_t count = json_array_size(curve);

    series->title = json_text_or(run, "puzzle", json_text_or(run, "mode", "run"));
    series->points = arena_alloc(arena, count, sizeof *series->points);
    if (!series->points)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *point = json_array_get(curve, i);
        const json_t *x = json_object_get(point, "seconds"), *y = json_object_get(point, quantity);

        if (json_is_number(x) && json_is_number(y)) {
            double value = json_number_value(y);

            series->points[series->count++] = (struct plot_point){json_number_value(x), value, value, value};
        }
    }
    return true;
}

static bool add_curve(struct figures *figures, const struct other *other, const char *engine,
                      const char *quantity, struct arena *arena)
{
    struct figure *figure = figures_new(figures, FIGURE_CURVE, PLOT_CURVES, arena);
    const json_t *runs = json_object_get(other->root, "runs");
    size_t size = strlen(quantity) + strlen(engine) + 3;
    char *name = arena_alloc(arena, size, 1);

    if (!figure || !name)
        return false;
    snprintf(name, size, "%s, %s", quantity, engine);
    figure->name = name;
    figure->origin = &other->origin;
    figure->plot.x_title = "seconds";
    figure->plot.y_title = quantity;
    for (size_t i = 0; i < json_array_size(runs) && figure->plot.series_count < SERIES_MAX; i++) {
        struct series *series = &figure->plot.series[figure->plot.series_count];
        const json_t *run = json_array_get(runs, i);

        if (strcmp(engine_of(run), engine) != 0)
            continue;
        *series = (struct series){.look = figure->plot.series_count};
        if (!fill_series(series, run, quantity, arena))
            return false;
        figure->plot.series_count += series->count > 1;
    }
    if (!figure->plot.series_count)
        figures->count--;
    return true;
}

bool figures_add_curves(struct figures *figures, const struct other *other, struct arena *arena)
{
    const json_t *runs = json_object_get(other->root, "runs");

    for (size_t i = 0; i < json_array_size(runs); i++)
        for (size_t q = 0; q < sizeof quantities / sizeof *quantities; q++)
            if (json_is_array(json_object_get(json_array_get(runs, i), "curve")) && is_first(runs, i) &&
                !add_curve(figures, other, engine_of(json_array_get(runs, i)), quantities[q], arena))
                return false;
    return true;
}
