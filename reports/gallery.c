/* The plots as files, for a README: what a page says in words and legends must be in the picture. */
#include <stdio.h>
#include <string.h>

#include "core/cli/file.h"
#include "escape.h"
#include "views.h"

/* Colours for both schemes: an image does not inherit the page's. */
static const char style[] = "<style>svg{--ink:#374151;--grid:#e5e7eb;--grey:#6b7280;--back:#fff}@media("
                            "prefers-color-scheme:dark){svg{--ink:#d7dde6;--grid:#2b333e;"
                            "--grey:#9aa4b2;--back:#12161c;--s0:#62b5f6;--s1:#ff9563;--s2:#45d1a0;--s3:#"
                            "d7a0ea;--s4:#e3bd53;--s5:#ff8fbc;--s6:#5ed0e6;"
                            "--s7:#b9cf6a}}text{font-family:system-ui,sans-serif}</style>";

enum { TOP = 30, LINE = 20, KEY_COLUMNS = 3, KEY_WIDTH = 150 };

static void put_key(struct text *text, const struct plot *plot, int top)
{
    for (size_t i = 0; i < plot->series_count; i++) {
        const struct series *series = &plot->series[i];

        text_format(text, "<g transform='translate(%zu,%zu)'>", 16 + i % KEY_COLUMNS * KEY_WIDTH,
                    (size_t)top + i / KEY_COLUMNS * LINE);
        put_swatch(text, series->look, series->grey);
        text_string(text, "<text x='42' y='11' font-size='13' fill='var(--ink)'>");
        put_html(text, series->title);
        text_string(text, "</text></g>\n");
    }
}

static void put_picture(struct text *text, const struct figure *figure, const struct run *run)
{
    const struct plot *plot = &figure->plot;
    bool rows = plot->kind == PLOT_BARS || plot->kind == PLOT_STRIPS;
    int width, height, key = rows ? 0 : LINE * (int)((plot->series_count + KEY_COLUMNS - 1) / KEY_COLUMNS);

    if (plot->svg.failed || sscanf(plot->svg.bytes, "viewBox='0 0 %d %d'", &width, &height) != 2)
        return;
    text_format(text,
                "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' "
                "role='img' aria-label='",
                width, height + TOP + key, width, height + TOP + key);
    put_figure_title(text, figure, run, put_html);
    text_string(text, ". ");
    put_figure_verdict(text, figure, put_html);
    text_format(text,
                "'>%s<rect width='100%%' height='100%%' fill='var(--back)'/><text x='16' y='21' "
                "font-size='15' font-weight='600' "
                "fill='var(--ink)'>",
                style);
    if (figure->puzzle < run->puzzle_count) {
        put_html(text, run->puzzles[figure->puzzle].title);
        text_string(text, " · ");
    }
    put_figure_title(text, figure, run, put_html);
    text_string(text, "</text>\n");
    if (!rows)
        put_key(text, plot, TOP + 2);
    text_format(text, "<svg y='%d' width='%d' height='%d' ", TOP + key, width, height);
    text_put(text, plot->svg.bytes, plot->svg.length);
    text_string(text, "</svg>\n");
}

/* puzzle-ladder-kind.svg, of letters, digits and dashes. */
static void put_file_name(struct text *text, const char *folder, const struct figure *figure,
                          const struct run *run)
{
    static const char *const kinds[] = {"time", "work", "bars", "strips", "history", "curve"};
    const char *parts[] = {figure->ladder ? run->puzzles[figure->puzzle].name : "runs",
                           figure->ladder ? figure->ladder->name : figure->name ? figure->name : "all",
                           kinds[figure->kind]};

    text_format(text, "%s/", folder);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        text_string(text, i ? "-" : "");
        for (const char *at = parts[i]; *at; at++)
            text_char(text, strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", *at)
                                ? *at
                                : '-');
    }
    text_string(text, ".svg");
    text_char(text, '\0');
}

int write_gallery(const struct report *report, const char *folder)
{
    int status = EXIT_WELL;

    if (!report->figures.drawn) {
        fprintf(stderr, "assay-report: gnuplot is not there: no plots\n");
        return EXIT_UNABLE;
    }
    for (size_t i = 0; i < report->figures.count && status == EXIT_WELL; i++) {
        struct text picture = {0}, name = {0};

        put_picture(&picture, report->figures.list[i], report->run);
        put_file_name(&name, folder, report->figures.list[i], report->run);
        if (picture.failed || name.failed) {
            fprintf(stderr, "assay-report: out of memory\n");
            status = EXIT_UNABLE;
        } else {
            status = file_write("assay-report", name.bytes, picture.bytes, picture.length);
        }
        text_free(&picture);
        text_free(&name);
    }
    return status;
}
