/* gnuplot is told colours that do not occur otherwise (a kind and a number), which recolour() then replaces.
 * Its names come from files: they go through put_gnuplot() on the way in, and gnuplot escapes them on the way
 * out (noenhanced, or `_` and `&` would be markup). Rejected: drawing SVG here (axes and ticks are gnuplot's
 * trade), and a raster format (no text, no dark mode). */
#include "plot.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/cli/file.h"
#include "escape.h"
#include "svg.h"
#include "units.h"

enum { WIDTH = 480, HEIGHT = 330, ROW = 30 };

/* Marker (gnuplot's pointtype) and dashes by look; the swatches draw the same. */
static const struct {
    int point;
    const char *dashes;
} looks[LOOKS] = {{7, "solid"},  {5, "(12,5)"}, {9, "(3,4)"}, {13, "(12,4,3,4)"},
                  {11, "(7,4)"}, {6, "(16,4)"}, {4, "(2,6)"}, {8, "(9,3,2,3,2,3)"}};

static void put_colour(struct text *script, const struct series *series)
{
    text_format(script, "rgb '#%02x00%02x'", series->grey ? SVG_GREY : SVG_SERIES,
                (unsigned)(series->look % LOOKS));
}

static void put_title(struct text *script, const char *axis, const char *title, const char *offset)
{
    text_format(script, "set %s ", axis);
    put_gnuplot(script, title);
    text_format(script, " textcolor rgb '#%02x0000' offset %s\n", SVG_INK, offset);
}

static void put_settings(struct text *script, const struct plot *plot)
{
    int height =
        plot->kind == PLOT_BARS || plot->kind == PLOT_STRIPS ? 70 + ROW * (int)plot->series_count : HEIGHT;

    text_format(script,
                "reset\nset terminal svg size %d,%d noenhanced dashed font 'sans-serif,14'\nunset key\n",
                WIDTH, height);
    text_format(script, "set border 3 lc rgb '#%02x0000'\n", SVG_INK);
    text_format(script, "set tics nomirror out scale 0.5,0 textcolor rgb '#%02x0000'\n", SVG_INK);
    text_format(script, "set grid xtics ytics back lc rgb '#%02x0000' lw 1 dt solid\n", SVG_GRID);
    put_title(script, "xlabel", plot->x_title, "0,0.3");
    if (plot->y_title)
        put_title(script, "ylabel", plot->y_title, "0.5,0");
    text_string(script, "set rmargin 3\n");
}

struct extent {
    double x_low, x_high, y_low, y_high;
};

static struct extent find_extent(const struct plot *plot)
{
    struct extent extent = {INFINITY, -INFINITY, INFINITY, -INFINITY};

    for (size_t i = 0; i < plot->series_count; i++) {
        for (size_t k = 0; k < plot->series[i].count; k++) {
            const struct plot_point *point = &plot->series[i].points[k];

            extent.x_low = fmin(extent.x_low, point->x);
            extent.x_high = fmax(extent.x_high, point->x);
            extent.y_low = fmin(extent.y_low, point->low);
            extent.y_high = fmax(extent.y_high, point->high);
        }
    }
    return extent;
}

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;

    return (a > b) - (a < b);
}

/* Ticks at the sizes that were measured, as many as have room. */
static void put_size_ticks(struct text *script, const struct plot *plot, const struct extent *extent)
{
    double sizes[SERIES_MAX * 64], last = -INFINITY, span = log(extent->x_high / extent->x_low);
    size_t count = 0;
    bool first = true;

    for (size_t i = 0; i < plot->series_count; i++)
        for (size_t k = 0; k < plot->series[i].count && count < sizeof sizes / sizeof *sizes; k++)
            sizes[count++] = plot->series[i].points[k].x;
    qsort(sizes, count, sizeof *sizes, compare);
    text_string(script, "set xtics (");
    for (size_t i = 0; i < count; i++) {
        char label[UNITS_SIZE];

        /* The largest one always has room. */
        if (span > 0 && ((log(sizes[i]) - last) / span < 0.09 ||
                         (sizes[i] < extent->x_high && log(extent->x_high / sizes[i]) / span < 0.09)))
            continue;
        last = log(sizes[i]);
        text_format(script, "%s'%s' %.17g", first ? "" : ", ", show_count(sizes[i], label), sizes[i]);
        first = false;
    }
    text_string(script, ")\n");
}

/* A power of ten of seconds without needless digits: "10 µs". */
static void show_decade(int power, char label[UNITS_SIZE])
{
    static const char *const units[] = {"ns", "µs", "ms", "s"};
    int unit = power < -9 ? 0 : power >= 0 ? 3 : (power + 9) / 3;

    snprintf(label, UNITS_SIZE, "%g %s", pow(10, power + 9 - 3 * unit), units[unit]);
}

static void put_value_ticks(struct text *script, const struct plot *plot, const struct extent *extent)
{
    int low = (int)floor(log10(extent->y_low)), high = (int)ceil(log10(extent->y_high));
    int step = high - low > 8 ? 2 : 1;

    text_string(script, "set ytics (");
    for (int power = low - 1; power <= high + 1; power += step) {
        char label[UNITS_SIZE];

        if (plot->times)
            show_decade(power, label);
        else
            show_count(pow(10, power), label);
        text_format(script, "%s'%s' 1e%d", power > low - 1 ? ", " : "", label, power);
    }
    text_string(script, ")\n");
}

static void put_data(struct text *script, const struct plot *plot)
{
    for (size_t i = 0; i < plot->series_count; i++) {
        text_format(script, "$s%zu << END\n", i);
        for (size_t k = 0; k < plot->series[i].count; k++) {
            const struct plot_point *point = &plot->series[i].points[k];

            text_format(script, "%.9g %.9g %.9g %.9g\n", point->x, point->y, point->low, point->high);
        }
        text_string(script, "END\n");
    }
}

static void put_lines(struct text *script, const struct plot *plot)
{
    struct extent extent = find_extent(plot);
    bool history = plot->kind == PLOT_HISTORY;
    double wide = history ? 0 : pow(extent.x_high / extent.x_low, 0.04);

    if (!history) {
        text_format(script, "set logscale xy\nset xrange [%.9g:%.9g]\n", extent.x_low / wide,
                    extent.x_high * wide);
        put_size_ticks(script, plot, &extent);
        put_value_ticks(script, plot, &extent);
        text_format(script, "set yrange [%.9g:%.9g]\n", extent.y_low / 1.6, extent.y_high * 1.6);
    } else {
        text_format(script, "set xrange [%.9g:%.9g]\nset xtics 1\nset yrange [0:%.9g]\n", extent.x_low - 0.3,
                    extent.x_high + 0.3, fmax(extent.y_high, 1) * 1.2);
    }
    for (size_t i = 0; i < plot->mark_count; i++)
        text_format(script,
                    "set arrow from %.9g, graph 0 to %.9g, graph 1 nohead dt '.' lc rgb '#%02x0000'\nset "
                    "label '%s' at "
                    "%.9g, graph 1.04 center textcolor rgb '#%02x0000' font ',12'\n",
                    plot->marks[i].x, plot->marks[i].x, SVG_INK, plot->marks[i].label, plot->marks[i].x,
                    SVG_INK);
    put_data(script, plot);
    text_string(script, "plot ");
    for (size_t i = 0; i < plot->series_count; i++) {
        const struct series *series = &plot->series[i];

        text_format(script, "%s$s%zu using 1:2:3:4 with yerrorlines lw 2 ps 0.8 pt %d dt %s lc ",
                    i ? ", " : "", i, looks[series->look % LOOKS].point, looks[series->look % LOOKS].dashes);
        put_colour(script, series);
        text_string(script, " title ");
        put_gnuplot(script, series->title);
    }
    text_char(script, '\n');
}

static void put_rows(struct text *script, const struct plot *plot)
{
    text_format(script, "set lmargin 15\nset yrange [-0.6:%.1f]\nset ytics scale 0 (",
                (double)plot->series_count - 0.4);
    for (size_t i = 0; i < plot->series_count; i++) {
        text_string(script, i ? ", " : "");
        put_gnuplot(script, plot->series[i].title);
        text_format(script, " %zu", plot->series_count - 1 - i);
    }
    text_string(script, ")\nset border 1\nset grid xtics noytics\n");
}

static void put_bars(struct text *script, const struct plot *plot)
{
    struct extent extent = find_extent(plot);
    bool far_apart = extent.x_high > 20;

    put_rows(script, plot);
    if (far_apart)
        text_format(script, "set logscale x\nset xrange [0.8:%.9g]\nset format x '%%.0s%%cx'\n",
                    pow(extent.x_high, 1.25));
    else
        text_format(script, "set xrange [0:%.9g]\nset format x '%%gx'\n", extent.x_high * 1.2);
    for (size_t i = 0; i < plot->series_count; i++) {
        const struct plot_point *point = &plot->series[i].points[0];
        char label[UNITS_SIZE];

        text_format(script, "set label '%s' at %.9g,%zu left offset 0.5,0 textcolor rgb '#%02x0000'\n",
                    show_ratio(point->x, label), point->high, plot->series_count - 1 - i, SVG_INK);
        text_format(script, "set object rectangle from %s,%.2f to %.9g,%.2f fc ", far_apart ? "0.8" : "0",
                    (double)(plot->series_count - 1 - i) - 0.3, point->x,
                    (double)(plot->series_count - 1 - i) + 0.3);
        put_colour(script, &plot->series[i]);
        text_format(
            script,
            " fs solid noborder\nset arrow from %.9g,%zu to %.9g,%zu nohead front lw 2 lc rgb '#%02x0000'\n",
            point->low, plot->series_count - 1 - i, point->high, plot->series_count - 1 - i, SVG_INK);
    }
    text_string(script, "plot NaN title 'times the fastest'\n");
}

/* 1, 2 or 5 times a power of ten, at least `least`. */
static double round_step(double least)
{
    double power = pow(10, floor(log10(least)));

    return least <= power       ? power
           : least <= 2 * power ? 2 * power
           : least <= 5 * power ? 5 * power
                                : 10 * power;
}

static void put_strips(struct text *script, const struct plot *plot)
{
    struct extent extent = find_extent(plot);

    double low = fmin(extent.x_low * 1.1, -2), high = fmax(extent.x_high * 1.1, 2);

    put_rows(script, plot);
    text_format(script, "set xrange [%.9g:%.9g]\nset xtics %.9g\nset format x '%%+g%%%%'\n", low, high,
                round_step((high - low) / 4));
    put_data(script, plot);
    text_string(script, "plot ");
    for (size_t i = 0; i < plot->series_count; i++) {
        text_format(script, "%s$s%zu using 1:2 with points ps 0.7 pt %d lc ", i ? ", " : "", i,
                    looks[plot->series[i].look % LOOKS].point);
        put_colour(script, &plot->series[i]);
        text_string(script, " title ");
        put_gnuplot(script, plot->series[i].title);
    }
    text_char(script, '\n');
}

/* So many points that each tenth or so has a marker. */
static void put_curves(struct text *script, const struct plot *plot)
{
    struct extent extent = find_extent(plot);

    double wide = fmax(extent.x_high, 1), high = fmax(extent.y_high, 1) * 1.1, step = round_step(high / 6);

    text_format(script, "set xrange [0:%.9g]\nset xtics %.9g\nset yrange [0:%.9g]\nset ytics (", wide,
                round_step(wide / 6), high);
    for (int i = 0; i * step <= high; i++) {
        char label[UNITS_SIZE];

        text_format(script, "%s'%s' %.9g", i ? ", " : "", show_count(i * step, label), i * step);
    }
    text_string(script, ")\n");
    put_data(script, plot);
    text_string(script, "plot ");
    for (size_t i = 0; i < plot->series_count; i++) {
        const struct series *series = &plot->series[i];

        text_format(script, "%s$s%zu using 1:2 with linespoints lw 2 ps 0.8 pt %d pi %zu dt %s lc ",
                    i ? ", " : "", i, looks[series->look % LOOKS].point, series->count / 8 + 1,
                    looks[series->look % LOOKS].dashes);
        put_colour(script, series);
        text_string(script, " title ");
        put_gnuplot(script, series->title);
    }
    text_char(script, '\n');
}

static void put_plot(struct text *script, const struct plot *plot)
{
    put_settings(script, plot);
    switch (plot->kind) {
    case PLOT_BARS:
        put_bars(script, plot);
        break;
    case PLOT_STRIPS:
        put_strips(script, plot);
        break;
    case PLOT_CURVES:
        put_curves(script, plot);
        break;
    default:
        put_lines(script, plot);
    }
}

/* What gnuplot writes for the script. False: it is not there, or failed. */
static bool run_gnuplot(const struct text *script, struct text *out, bool *missing)
{
    char path[] = "/tmp/assay-plots-XXXXXX", command[64];
    int descriptor = mkstemp(path), status;
    FILE *pipe, *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    char buffer[65536];
    size_t length;
    bool written;

    if (!file)
        return false;
    written = fwrite(script->bytes, 1, script->length, file) == script->length;
    written &= fclose(file) == 0;
    snprintf(command, sizeof command, "gnuplot %s", path);
    pipe = written ? popen(command, "r") : NULL;
    while (pipe && (length = fread(buffer, 1, sizeof buffer, pipe)) > 0)
        text_put(out, buffer, length);
    status = pipe ? pclose(pipe) : -1;
    unlink(path);
    *missing = status == 127 << 8;
    return status == 0 && !out->failed;
}

int plots_draw(struct plot *const *plots, size_t count, bool *drawn)
{
    struct text script = {0}, out = {0};
    const char *rest;
    bool missing = false, done;

    *drawn = false;
    if (!count || system("command -v gnuplot >/dev/null 2>&1") != 0)
        return EXIT_WELL;
    text_string(&script, "set encoding utf8\n");
    for (size_t i = 0; i < count; i++)
        put_plot(&script, plots[i]);
    done = !script.failed && run_gnuplot(&script, &out, &missing);
    text_char(&out, '\0');
    rest = out.bytes;
    for (size_t i = 0; i < count && done && !out.failed; i++)
        done = svg_adapt(&rest, i, &plots[i]->svg);
    *drawn = done;
    text_free(&script);
    text_free(&out);
    if (done || missing)
        return EXIT_WELL;
    fprintf(stderr, "assay-report: gnuplot could not draw the plots\n");
    return EXIT_UNABLE;
}

/* The same shapes as gnuplot's markers, in a box of 36 by 12. */
void put_swatch(struct text *text, size_t look, bool grey)
{
    static const char *const shapes[LOOKS] = {
        "<circle cx='18' cy='6' r='4'/>",
        "<rect x='14' y='2' width='8' height='8'/>",
        "<path d='M18,1 l5,9 h-10 z'/>",
        "<path d='M18,1 l5,5 l-5,5 l-5,-5 z'/>",
        "<path d='M18,11 l5,-9 h-10 z'/>",
        "<circle cx='18' cy='6' r='4' fill='none'/>",
        "<rect x='14' y='2' width='8' height='8' fill='none'/>",
        "<path d='M18,1 l5,9 h-10 z' fill='none'/>",
    };
    static const char *const dashes[LOOKS] = {"none", "8 3",  "2 3", "8 3 2 3",
                                              "5 3",  "12 3", "1 4", "6 2 1 2 1 2"};
    char colour[32];

    look %= LOOKS;
    if (grey)
        snprintf(colour, sizeof colour, "var(--grey,#6b7280)");
    else
        snprintf(colour, sizeof colour, "var(--s%zu,%s)", look, look_colours[look]);
    text_format(text,
                "<svg class='swatch' viewBox='0 0 36 12' width='36' height='12' aria-hidden='true' fill='%s' "
                "stroke='%s'><path d='M0,6 h36' "
                "stroke-width='2' stroke-dasharray='%s'/>%s</svg>",
                colour, colour, dashes[look], shapes[look]);
}
