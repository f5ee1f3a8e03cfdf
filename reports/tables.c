#include "tables.h"

#include <string.h>

#include "escape.h"
#include "units.h"

static void begin_table(struct text *text, const char *label, const char *kind)
{
    text_format(
        text, "<div class='scroll' role='region' tabindex='0' aria-label='%s'><table class='%s'><thead><tr>",
        label, kind);
}

static bool has_time(const struct run *run, size_t puzzle, size_t variant)
{
    for (size_t i = 0; i < run->benchmark_count; i++)
        if (run->benchmarks[i].puzzle == puzzle && run->benchmarks[i].variant == variant)
            return true;
    return false;
}

static bool is_first_of_workload(const struct run *run, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (run->benchmarks[i].puzzle == run->benchmarks[index].puzzle &&
            strcmp(run->benchmarks[i].workload, run->benchmarks[index].workload) == 0)
            return false;
    return true;
}

static const struct benchmark *cell_of(const struct run *run, size_t puzzle, const char *workload,
                                       size_t variant)
{
    for (size_t i = 0; i < run->benchmark_count; i++) {
        const struct benchmark *benchmark = &run->benchmarks[i];

        if (benchmark->puzzle == puzzle && benchmark->variant == variant &&
            strcmp(benchmark->workload, workload) == 0)
            return benchmark;
    }
    return NULL;
}

static void put_time_row(struct text *text, const struct run *run, const struct benchmark *row)
{
    const struct puzzle_note *puzzle = &run->puzzles[row->puzzle];
    const struct benchmark *best = NULL;

    for (size_t i = 0; i < puzzle->variant_count; i++) {
        const struct benchmark *cell = cell_of(run, row->puzzle, row->workload, i);

        if (cell && !puzzle->variants[i].reference && !puzzle->variants[i].sound &&
            (!best || cell->time.median < best->time.median))
            best = cell;
    }
    text_string(text, "<tr><th scope='row'>");
    put_name(text, row->workload);
    text_string(text, "</th>");
    for (size_t i = 0; i < puzzle->variant_count; i++) {
        const struct benchmark *cell = cell_of(run, row->puzzle, row->workload, i);
        char time[UNITS_SIZE], ratio[UNITS_SIZE];

        if (!has_time(run, row->puzzle, i))
            continue;
        if (!cell) {
            text_string(text, "<td>–</td>");
            continue;
        }
        text_format(text, "<td%s>%s%s", cell == best ? " class='best'" : "",
                    show_time(cell->time.median, time), is_noisy(cell) ? " ~" : "");
        if (best)
            text_format(text, "<small>%s</small>",
                        cell == best ? "best" : show_ratio(cell->time.median / best->time.median, ratio));
        text_string(text, "</td>");
    }
    text_string(text, "</tr>\n");
}

void put_times(struct text *text, const struct run *run, size_t puzzle)
{
    const struct puzzle_note *note = &run->puzzles[puzzle];

    text_string(text, "<h3>Time per case</h3>\n");
    begin_table(text, "time per case, scrolls sideways", "times");
    text_string(text, "<th scope='col' class='left'>workload</th>");
    for (size_t i = 0; i < note->variant_count; i++) {
        if (!has_time(run, puzzle, i))
            continue;
        text_string(text, "<th scope='col'>");
        text_string(text, note->variants[i].reference ? "+" : "");
        put_name(text, note->variants[i].name);
        text_string(text, "</th>");
    }
    text_string(text, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < run->benchmark_count; i++)
        if (run->benchmarks[i].puzzle == puzzle && is_first_of_workload(run, i))
            put_time_row(text, run, &run->benchmarks[i]);
    text_string(text, "</tbody></table></div>\n<p class='soft'>Median, and how many times the fastest. –: "
                      "left out, for the reasons below. +: a "
                      "yardstick, no contender. ~: quartiles more than 10% apart.</p>\n");
}

static void put_growth_row(struct text *text, const struct ladder *ladder, size_t variant)
{
    const struct variant_note *note = &ladder->run->puzzles[ladder->puzzle].variants[variant];
    struct fit time = ladder_fit_time(ladder, variant), work;
    char from[UNITS_SIZE];
    size_t counter;

    text_string(text, "<tr><th scope='row'>");
    put_name(text, ladder->name);
    text_string(text, "</th><td class='left'>");
    put_name(text, note->name);
    text_string(text, "</td>");
    if (ladder_counter(ladder, variant, &counter)) {
        work = ladder_fit_counter(ladder, variant, counter);
        text_string(text, "<td class='words'>");
        put_name(text, ladder->run->counters[counter].name);
        text_string(text, ": ");
        put_fit(text, &work);
        if (work.growth != GROWTH_NONE)
            text_format(text, "<small>from %s on, %zu sizes, at most %.0f%% off</small>",
                        show_count(ladder_fit_from(ladder, variant, &work), from), work.count,
                        100 * work.residual);
        text_string(text, "</td>");
    } else {
        text_string(text, "<td class='words'>not counted</td>");
    }
    text_string(text, "<td class='words'>");
    put_fit(text, &time);
    if (time.growth != GROWTH_NONE)
        text_format(text, "<small>from %s on, %zu sizes, at most %.0f%% off</small>",
                    show_count(ladder_fit_from(ladder, variant, &time), from), time.count,
                    100 * time.residual);
    text_string(text, "</td><td class='words'>");
    put_html(text, note->bound ? note->bound : "");
    text_string(text, "</td></tr>\n");
}

void put_growths(struct text *text, const struct report *report, size_t puzzle)
{
    const struct puzzle_note *note = &report->run->puzzles[puzzle];
    size_t few = 0;

    text_string(text, "<h3>How it grows</h3>\n<p>Fitted on counts first, which are exact, then on times; n "
                      "is the number of ");
    put_name(text, note->measure);
    text_string(text, ". The last column is what the variant promises.");
    for (size_t k = 0; k < report->ladder_counts[puzzle]; k++) {
        if (report->ladders[puzzle][k].rung_count >= FIT_POINTS_LEAST)
            continue;
        text_string(text, few++ ? ", " : " Fewer than four sizes, so nothing is fitted: ");
        put_name(text, report->ladders[puzzle][k].name);
    }
    text_string(text, few ? ".</p>\n" : "</p>\n");
    if (few == report->ladder_counts[puzzle])
        return;
    begin_table(text, "growth, scrolls sideways", "wide");
    text_string(text, "<th scope='col' class='left'>inputs</th><th scope='col' class='left'>variant</th><th "
                      "scope='col' class='left'>work grows as</th>"
                      "<th scope='col' class='left'>time grows as</th><th scope='col' "
                      "class='left'>bound</th></tr></thead><tbody>\n");
    for (size_t k = 0; k < report->ladder_counts[puzzle]; k++) {
        for (size_t i = 0; i < note->variant_count; i++) {
            const struct ladder *ladder = &report->ladders[puzzle][k];
            size_t points = 0;

            for (size_t r = 0; r < ladder->rung_count; r++)
                points += ladder->cells[r][i] != NULL;
            if (!note->variants[i].reference && points > 1 && ladder->rung_count >= FIT_POINTS_LEAST)
                put_growth_row(text, ladder, i);
        }
    }
    text_string(text, "</tbody></table></div>\n");
}

static void put_measurement(struct text *text, const struct run *run, const struct benchmark *benchmark)
{
    char one[UNITS_SIZE], two[UNITS_SIZE], three[UNITS_SIZE], bytes[UNITS_SIZE];
    bool any = false;

    text_string(text, "<tr><th scope='row'>");
    put_name(text, benchmark->workload);
    text_string(text, "</th><td class='left'>");
    put_name(text, variant_of(run, benchmark)->name);
    text_format(text, "</td><td>%s</td><td>%s to %s</td><td>%zu</td><td>%.0f</td><td>%s</td>",
                show_time(benchmark->time.median, one), show_time(benchmark->time.lower, two),
                show_time(benchmark->time.upper, three), benchmark->repetitions, benchmark->cases,
                show_bytes(benchmark->peak, bytes));
    text_format(text, "<td>%s</td><td class='words'>",
                benchmark->instructions > 0 ? show_count(benchmark->instructions, one) : "–");
    for (size_t i = 0; i < run->counter_count; i++) {
        if (!(benchmark->counters[i] > 0))
            continue;
        text_format(text, "%s%s ", any ? ", " : "", show_count(benchmark->counters[i], one));
        put_name(text, run->counters[i].name);
        any = true;
    }
    text_string(text, any ? "</td></tr>\n" : "–</td></tr>\n");
}

void put_measurements(struct text *text, const struct run *run, size_t puzzle)
{
    text_string(text, "<details><summary>All measurements</summary>\n");
    begin_table(text, "all measurements, scrolls sideways", "wide");
    text_string(text, "<th scope='col' class='left'>workload</th><th scope='col' "
                      "class='left'>variant</th><th scope='col'>median</th>"
                      "<th scope='col'>quartiles</th><th scope='col'>repetitions</th><th "
                      "scope='col'>cases</th><th scope='col'>memory</th>"
                      "<th scope='col'>instructions</th><th scope='col' class='left'>counted per "
                      "case</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < run->benchmark_count; i++)
        if (run->benchmarks[i].puzzle == puzzle)
            put_measurement(text, run, &run->benchmarks[i]);
    text_string(text, "</tbody></table></div></details>\n");
}

static bool is_of(const char *name, const char *puzzle)
{
    size_t length = strlen(puzzle);

    return strncmp(name, puzzle, length) == 0 && name[length] == '/';
}

void put_left_out(struct text *text, const struct run *run, size_t puzzle)
{
    const char *name = run->puzzles[puzzle].name;
    bool any = false;

    for (size_t i = 0; i < run->left_out_count; i++) {
        if (!is_of(run->left_out[i].name, name))
            continue;
        text_string(text, any ? "<li>" : "<details><summary>What was left out, and why</summary><ul>\n<li>");
        put_name(text, run->left_out[i].name + strlen(name) + 1);
        text_string(text, ": ");
        put_html(text, run->left_out[i].why);
        text_string(text, "</li>\n");
        any = true;
    }
    text_string(text, any ? "</ul></details>\n" : "");
}

void put_variants(struct text *text, const struct puzzle_note *puzzle)
{
    text_string(text, "<h3>The implementations</h3>\n");
    begin_table(text, "implementations, scrolls sideways", "wide");
    text_string(text, "<th scope='col' class='left'>variant</th><th scope='col' class='left'>idea</th><th "
                      "scope='col' class='left'>bound</th>"
                      "<th scope='col' class='left'>domain</th><th scope='col' class='left'>claims to "
                      "be</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < puzzle->variant_count; i++) {
        const struct variant_note *variant = &puzzle->variants[i];

        if (variant->reference)
            continue;
        text_string(text, "<tr><th scope='row'>");
        put_swatch(text, look_of(puzzle, i), false);
        text_char(text, ' ');
        put_name(text, variant->name);
        text_string(text, "</th><td class='words'>");
        put_html(text, variant->summary);
        text_string(text, "</td><td class='words'>");
        put_html(text, variant->bound ? variant->bound : "");
        text_string(text, "</td><td class='words'>");
        put_html(text, variant->domain ? variant->domain : "");
        text_string(text, "</td><td class='left'>");
        put_html(text, variant->claim ? variant->claim : "");
        text_string(text, "</td></tr>\n");
    }
    text_string(text, "</tbody></table></div>\n");
}
