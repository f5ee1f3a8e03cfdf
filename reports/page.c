#include "page.h"

#include <math.h>

#include "escape.h"
#include "svg.h"
#include "tables.h"
#include "units.h"

void put_origin(struct text *text, const struct origin *origin, put_string *put)
{
    put(text, origin->command);
    text_string(text, " · commit ");
    for (int i = 0; i < 12 && origin->commit[i]; i++)
        put(text, (char[]){origin->commit[i], '\0'});
    text_string(text, origin->dirty ? " with changes · " : " · ");
    put(text, origin->cpu);
    text_format(text, origin->cpus > 0 ? ", %.0f CPUs, " : ", ", origin->cpus);
    put(text, origin->kernel);
    text_string(text, " · ");
    put(text, origin->compiler);
    text_string(text, " · ");
    put(text, origin->date);
}

/* Names are turned into fragments byte by byte: whatever is in them, an id holds letters, digits and dashes.
 */
static void put_id(struct text *text, const char *name)
{
    for (; *name; name++) {
        bool plain = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') ||
                     (*name >= '0' && *name <= '9');

        if (plain)
            text_char(text, *name);
        else
            text_format(text, "-%02x", (unsigned)(unsigned char)*name);
    }
}

static void put_head(struct text *text, const struct report *report)
{
    const struct run *run = report->run;

    text_string(
        text,
        "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>\n"
        "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "img-src data:\">\n"
        "<meta name='viewport' content='width=device-width,initial-scale=1'><link rel='icon' href='data:,'>\n"
        "<title>assay: which implementation is fastest where, and why</title>\n<style>\n");
    text_string(text, page_style);
    text_string(text,
                "</style></head>\n<body><header><h1>Which implementation is fastest where, and why?</h1>\n"
                "<p class='lead'>Several implementations of each puzzle, all checked against each other "
                "before they were timed.</p>\n"
                "<p class='soft'>");
    put_origin(text, &run->origin, put_html);
    text_string(text, " · hardware counters ");
    put_html(text, run->hardware);
    text_string(text, "</p>\n<nav aria-label='sections'><ul><li><a href='#glance'>At a glance</a></li>");
    for (size_t i = 0; i < run->puzzle_count; i++) {
        text_string(text, "<li><a href='#puzzle-");
        put_id(text, run->puzzles[i].name);
        text_string(text, "'>");
        put_name(text, run->puzzles[i].title);
        text_string(text, "</a></li>");
    }
    text_string(text, "<li><a href='#checks'>Checks</a></li><li><a href='#history'>History</a></li><li><a "
                      "href='#method'>Method and bias</a></li>"
                      "</ul></nav></header>\n<main>\n");
}

/* ---- at a glance ---- */

/* Who is fastest from where to where, as a band: a piece for each, wide as its sizes are on a logarithmic
 * axis. */
static void put_band(struct text *text, const struct ladder *ladder)
{
    const struct puzzle_note *puzzle = &ladder->run->puzzles[ladder->puzzle];
    char from[UNITS_SIZE], to[UNITS_SIZE];
    struct reign reign;

    text_string(text, "<ol class='band'>");
    for (size_t at = 0; next_reign(ladder, at, &reign); at = reign.last + 1) {
        size_t look = look_of(puzzle, reign.best->variant) % LOOKS;
        size_t next = reign.last + 1 < ladder->rung_count ? reign.last + 1 : reign.last;

        text_format(text, "<li style='flex-grow:%.2f;border-color:var(--s%zu,%s)'>",
                    1 + log(ladder->sizes[next] / ladder->sizes[reign.first]), look, look_colours[look]);
        put_swatch(text, look, false);
        put_name(text, variant_of(ladder->run, reign.best)->name);
        show_count(ladder->sizes[reign.first], from);
        show_count(ladder->sizes[reign.last], to);
        if (reign.first == reign.last)
            text_format(text, " <small>at %s</small></li>", from);
        else
            text_format(text, " <small>from %s to %s</small></li>", from, to);
    }
    text_string(text, "</ol>\n");
}

static void put_card(struct text *text, const struct report *report, size_t puzzle)
{
    const struct puzzle_note *note = &report->run->puzzles[puzzle];

    text_string(text, "<section class='card'><h3><a href='#puzzle-");
    put_id(text, note->name);
    text_string(text, "'>");
    put_name(text, note->title);
    text_string(text, "</a></h3>\n");
    for (size_t i = 0; i < report->ladder_counts[puzzle]; i++) {
        const struct ladder *ladder = &report->ladders[puzzle][i];

        text_string(text, "<h4>");
        put_name(text, ladder->name);
        text_string(text, " <small>by ");
        put_name(text, note->measure);
        text_string(text, "</small></h4>");
        put_band(text, ladder);
    }
    if (!report->ladder_counts[puzzle])
        text_string(text, "<p>No workload of rising sizes was timed.</p>\n");
    text_string(text, "</section>\n");
}

static void put_glance(struct text *text, const struct report *report)
{
    text_string(text, "<section id='glance'><h2>At a glance: which one to use</h2>\n<p>The fastest variant "
                      "that claims to be exact, by class of "
                      "input and size. A variant stays named while its quartiles overlap those of the "
                      "fastest.</p>\n<div class='cards'>\n");
    for (size_t i = 0; i < report->run->puzzle_count; i++)
        put_card(text, report, i);
    text_string(text, "</div></section>\n");
}

/* ---- plots ---- */

static void put_legend(struct text *text, const struct plot *plot)
{
    text_string(text, "<ul class='legend'>");
    for (size_t i = 0; i < plot->series_count; i++) {
        text_string(text, "<li>");
        put_swatch(text, plot->series[i].look, plot->series[i].grey);
        put_name(text, plot->series[i].title);
        text_string(text, "</li>");
    }
    text_string(text, "</ul>");
}

static void put_figure(struct text *text, const struct report *report, const struct figure *figure)
{
    bool rows = figure->plot.kind == PLOT_BARS || figure->plot.kind == PLOT_STRIPS;

    text_string(text, "<figure><h4>");
    put_figure_title(text, figure, report->run, put_name);
    text_string(text, "</h4>\n<svg class='plot' xmlns='http://www.w3.org/2000/svg' role='img' aria-label='");
    put_figure_title(text, figure, report->run, put_html);
    text_string(text, ". ");
    put_figure_verdict(text, figure, put_html);
    text_string(text, figure->origin ? "' " : " The figures are in the table of all measurements.' ");
    text_put(text, figure->plot.svg.bytes, figure->plot.svg.length);
    if (!rows)
        put_legend(text, &figure->plot);
    text_string(text, "<figcaption><p>");
    put_figure_verdict(text, figure, put_name);
    text_string(text, "</p><p class='origin'>");
    put_origin(text, figure->origin ? figure->origin : &report->run->origin, put_html);
    text_string(text, "</p></figcaption></figure>\n");
}

static void put_figures(struct text *text, const struct report *report, size_t puzzle)
{
    bool any = false;

    if (!report->figures.drawn) {
        text_string(text, "<p class='soft'>No plots: gnuplot was not there when this page was made. The "
                          "tables have all figures.</p>\n");
        return;
    }
    for (size_t i = 0; i < report->figures.count; i++) {
        if (report->figures.list[i]->puzzle != puzzle || report->figures.list[i]->origin)
            continue;
        text_string(text, any ? "" : "<div class='plots'>\n");
        put_figure(text, report, report->figures.list[i]);
        any = true;
    }
    text_string(text,
                any ? "</div>\n" : "<p class='soft'>Nothing to plot: no workload has three sizes.</p>\n");
}

/* ---- a puzzle ---- */

static void put_puzzle(struct text *text, const struct report *report, size_t puzzle)
{
    const struct puzzle_note *note = &report->run->puzzles[puzzle];

    text_string(text, "<section id='puzzle-");
    put_id(text, note->name);
    text_string(text, "'><h2>");
    put_name(text, note->title);
    text_string(text, "</h2>\n<p class='lead'>");
    put_html(text, note->summary);
    text_string(text, "</p>\n<p class='soft'>");
    put_html(text, note->source);
    text_string(text, "</p>\n<p><b>Upper line:</b> ");
    put_html(text, note->upper ? note->upper : "not said");
    text_string(text, ". ");
    put_harness(text, report->run, puzzle, put_name);
    text_string(text, "</p>\n");
    put_variants(text, note);
    put_figures(text, report, puzzle);
    put_times(text, report->run, puzzle);
    put_growths(text, report, puzzle);
    put_measurements(text, report->run, puzzle);
    put_left_out(text, report->run, puzzle);
    text_string(text, "</section>\n");
}

/* ---- the rest ---- */

/* What is shown of a long list; the rest is folded. */
enum { TOLD_MOST = 12 };

struct telling {
    struct text *text, rest;
    size_t count;
};

static void put_told(void *self, const char *name, const char *value)
{
    struct telling *telling = self;
    struct text *text = telling->count++ < TOLD_MOST ? telling->text : &telling->rest;

    text_string(text, "<dt>");
    put_html(text, name);
    text_string(text, "</dt><dd>");
    put_html(text, value);
    text_string(text, "</dd>\n");
}

static void put_other(struct text *text, const struct other *other)
{
    struct telling telling = {.text = text};

    text_string(text, "<dl>");
    other_tell(other, put_told, &telling);
    text_string(text, "</dl>");
    if (telling.count > TOLD_MOST) {
        text_format(text, "<details><summary>%zu more</summary><dl>", telling.count - TOLD_MOST);
        text_put(text, telling.rest.bytes, telling.rest.length);
        text_string(text, "</dl></details>");
    }
    text->failed |= telling.rest.failed;
    text_free(&telling.rest);
    text_string(text, "<p class='origin'>");
    put_origin(text, &other->origin, put_html);
    text_string(text, "</p>");
}

/* What the result has of curves. */
static void put_curves(struct text *text, const struct report *report, const struct other *other)
{
    bool any = false;

    for (size_t i = 0; i < report->figures.count && report->figures.drawn; i++) {
        if (report->figures.list[i]->origin != &other->origin)
            continue;
        text_string(text, any ? "" : "<div class='plots'>\n");
        put_figure(text, report, report->figures.list[i]);
        any = true;
    }
    text_string(text, any ? "</div>\n" : "");
}

static void put_checks(struct text *text, const struct report *report)
{
    text_string(text, "<section id='checks'><h2>Checks</h2>\n");
    for (size_t i = 0; i < OTHERS; i++) {
        const struct other *other = &report->others[i];

        text_format(text, "<section class='card%s'><h3>%s</h3>\n", other->root ? "" : " missing",
                    other->title);
        if (other->root) {
            put_other(text, other);
            put_curves(text, report, other);
        } else {
            text_format(text, "<p class='soft'>No %s among the results: <code>%s</code> writes it.</p>",
                        other->file, other->job);
        }
        text_string(text, "</section>\n");
    }
    text_string(text, "</section>\n");
}

static void put_history(struct text *text, const struct report *report)
{
    text_string(text, "<section id='history'><h2>History</h2>\n");
    if (report->stored_count < 2)
        text_string(
            text,
            "<p>One run only. Results that are kept in <code>reports/records/</code> appear here.</p>\n");
    else {
        put_figures(text, report, SIZE_MAX);
        text_string(text, "<ol>\n");
        for (size_t i = 0; i < report->stored_count; i++) {
            text_string(text, "<li>");
            put_html(text, report->stored[i]->origin.path);
            text_string(text, ": <span class='soft'>");
            put_origin(text, &report->stored[i]->origin, put_html);
            text_string(text, "</span></li>\n");
        }
        text_string(text, "</ol>\n");
    }
    text_string(text, "</section>\n");
}

void put_page(struct text *text, const struct report *report)
{
    put_head(text, report);
    put_glance(text, report);
    for (size_t i = 0; i < report->run->puzzle_count; i++)
        put_puzzle(text, report, i);
    put_checks(text, report);
    put_history(text, report);
    text_string(text, page_method);
    text_string(text, "</main>\n<footer><p>Made by assay-report from ");
    put_html(text, report->run->origin.path);
    text_string(text, ", built with ");
    put_html(text, report->run->origin.flags);
    text_string(text, ".</p></footer></body></html>\n");
}
