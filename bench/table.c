#include "table.h"

#include <string.h>

#include "units.h"

/* The widths of a cell of the time table: a time, a ratio, a mark. */
enum {
    TIME_WIDTH = 7,
    RATIO_WIDTH = 6,
    CELL_WIDTH = 1 + TIME_WIDTH + 1 + RATIO_WIDTH + 1,
    HEAD_WIDTH = 12,
    COUNTER_WIDTH = 12
};

/* Quartiles further apart than this share of the median are marked. */
static const double NOISY = 0.1;

static void pad(struct text *text, size_t width, const char *string)
{
    text_format(text, "%*s", (int)width, string);
}

static void pad_right(struct text *text, size_t width, const char *string)
{
    text_format(text, "%-*s", (int)width, string);
}

static bool is_shown(const struct workload *workload)
{
    return workload->cases.count && !workload->disagreed;
}

static bool is_timed(const struct cell *cell)
{
    return cell->state == CELL_READY && cell->time.median > 0;
}

static bool is_noisy(const struct cell *cell)
{
    return is_timed(cell) && cell->time.upper - cell->time.lower > NOISY * cell->time.median;
}

/* Is there anything in this column? */
static bool has_column(const struct bench *bench, size_t column)
{
    for (size_t i = 0; i < bench->suite.workload_count; i++)
        if (is_shown(&bench->workloads[i]) && is_timed(&bench->workloads[i].cells[column]))
            return true;
    return false;
}

static bool has_row(const struct bench *bench, const struct workload *workload)
{
    for (size_t i = 0; i < bench->suite.column_count; i++)
        if (is_shown(workload) && is_timed(&workload->cells[i]))
            return true;
    return false;
}

static size_t name_width(const struct bench *bench)
{
    size_t width = HEAD_WIDTH;

    for (size_t i = 0; i < bench->suite.workload_count; i++) {
        size_t length = strlen(bench->suite.workloads[i].name);

        if (has_row(bench, &bench->workloads[i]) && length > width)
            width = length;
    }
    return width;
}

static size_t column_width(const struct bench *bench, size_t column)
{
    size_t length =
        strlen(bench->suite.columns[column].variant->name) + bench->suite.columns[column].reference + 2;

    return length > CELL_WIDTH ? length : CELL_WIDTH;
}

/* References are marked by a '+'. */
static void print_head(const struct bench *bench, struct text *text)
{
    for (size_t i = 0; i < bench->suite.column_count; i++) {
        const struct suite_column *column = &bench->suite.columns[i];

        if (!has_column(bench, i))
            continue;
        pad(text, column_width(bench, i) - strlen(column->variant->name) - 1, column->reference ? "+" : "");
        text_string(text, column->variant->name);
        text_char(text, ' ');
    }
}

/* The fastest of those that give the whole answer: neither a reference nor a variant that is merely sound. Where
 * there is none, the first that was timed. */
static const struct cell *find_best(const struct suite *suite, const struct workload *workload)
{
    const struct cell *best = NULL, *any = NULL;

    for (size_t i = 0; i < suite->column_count; i++) {
        const struct suite_column *column = &suite->columns[i];
        const struct cell *cell = &workload->cells[i];

        if (!is_timed(cell))
            continue;
        any = any ? any : cell;
        if (!column->reference && column->variant->claim == CLAIM_EXACT &&
            (!best || cell->time.median < best->time.median))
            best = cell;
    }
    return best ? best : any;
}

static void print_time(const struct cell *cell, const struct cell *best, size_t width, struct text *text)
{
    char time[UNITS_SIZE], ratio[UNITS_SIZE];

    if (!is_timed(cell)) {
        pad(text, width - RATIO_WIDTH - 2,
            cell->state == CELL_ABSENT || cell->state == CELL_READY ? "" : "-");
        pad(text, RATIO_WIDTH + 2, "");
        return;
    }
    pad(text, width - RATIO_WIDTH - 2, units_time(cell->time.median, time));
    text_char(text, ' ');
    pad(text, RATIO_WIDTH, units_ratio(cell->time.median / best->time.median, ratio));
    text_char(text, is_noisy(cell) ? '~' : ' ');
}

static void print_rate(const struct workload *workload, const struct cell *best, struct text *text)
{
    double per_second = 1 / best->time.median;
    char rate[UNITS_SIZE];

    if (workload->spec->bytes)
        per_second *= (double)workload->size / (double)workload->cases.count;
    text_format(text, "  %s%s", units_count(per_second, rate), workload->spec->bytes ? "B/s" : "/s");
}

static void print_times(const struct bench *bench, size_t width, struct text *text)
{
    pad_right(text, width, "workload");
    pad(text, 7, "cases");
    print_head(bench, text);
    text_string(text, "  fastest\n");
    for (size_t i = 0; i < bench->suite.workload_count; i++) {
        const struct workload *workload = &bench->workloads[i];
        const struct cell *best;

        if (!has_row(bench, workload))
            continue;
        best = find_best(&bench->suite, workload);
        pad_right(text, width, workload->spec->name);
        text_format(text, "%6zu%c", workload->cases.count, workload->answered < 2 ? '*' : ' ');
        for (size_t k = 0; k < bench->suite.column_count; k++)
            if (has_column(bench, k))
                print_time(&workload->cells[k], best, column_width(bench, k), text);
        print_rate(workload, best, text);
        text_char(text, '\n');
    }
}

/* Why cells are empty: each reason of a column once. */
static void print_reasons(const struct bench *bench, size_t column, struct text *text)
{
    const char *seen[16];
    size_t count = 0, k;

    for (size_t i = 0; i < bench->suite.workload_count && count < sizeof seen / sizeof *seen; i++) {
        const struct cell *cell;

        if (!has_row(bench, &bench->workloads[i]))
            continue;
        cell = &bench->workloads[i].cells[column];
        if (cell->state == CELL_READY || cell->state == CELL_ABSENT)
            continue;
        for (k = 0; k < count && strcmp(seen[k], cell->why) != 0; k++)
            continue;
        if (k < count)
            continue;
        if (count == 0)
            text_format(text, "  - %s: ", bench->suite.columns[column].variant->name);
        text_format(text, "%s%s", count ? "; " : "", cell->why);
        seen[count++] = cell->why;
    }
    if (count)
        text_char(text, '\n');
}

static void print_legend(const struct bench *bench, struct text *text)
{
    bool noisy = false, alone = false;

    for (size_t i = 0; i < bench->suite.workload_count; i++) {
        const struct workload *workload = &bench->workloads[i];

        alone |= has_row(bench, workload) && workload->answered < 2;
        for (size_t k = 0; has_row(bench, workload) && k < bench->suite.column_count; k++)
            noisy |= is_noisy(&workload->cells[k]);
    }
    for (size_t k = 0; k < bench->suite.column_count; k++)
        print_reasons(bench, k, text);
    if (noisy)
        text_format(text, "  ~ the quartiles of its repetitions lie more than %.0f%% apart\n", NOISY * 100);
    if (alone)
        text_string(text, "  * one answer only: there was nothing to compare it with\n");
    for (size_t k = 0; k < bench->suite.column_count; k++)
        if (bench->suite.columns[k].variant->claim == CLAIM_SOUND && has_column(bench, k))
            text_format(text, "  %s is sound, not exact: it may say less than the others, and is never called the fastest\n",
                        bench->suite.columns[k].variant->name);
    for (size_t k = 0; k < bench->suite.column_count; k++)
        if (bench->suite.columns[k].reference && has_column(bench, k))
            text_format(text, "  + %s, a yardstick: %s\n", bench->suite.columns[k].variant->name,
                        bench->suite.columns[k].variant->summary);
}

static double count_of(const struct workload *workload, size_t column, size_t counter)
{
    const struct cell *cell = &workload->cells[column];

    if (!is_timed(cell) || !cell->counted)
        return 0;
    return (double)cell->counters.value[counter] / (double)workload->cases.count;
}

static void print_counter(const struct bench *bench, const struct workload *workload, size_t counter,
                          struct text *text)
{
    char figure[UNITS_SIZE];

    for (size_t k = 0; k < bench->suite.column_count; k++) {
        double count = count_of(workload, k, counter);

        if (!has_column(bench, k))
            continue;
        pad(text, column_width(bench, k) - 1, count > 0 ? units_count(count, figure) : "");
        text_char(text, ' ');
    }
}

/* What a context costs: the time of a pass for which it is opened and filled. Only of columns that have one.
 */
static bool print_fresh(const struct bench *bench, const struct workload *workload, struct text *text)
{
    char time[UNITS_SIZE];
    bool any = false;

    for (size_t k = 0; k < bench->suite.column_count; k++) {
        const struct cell *cell = &workload->cells[k];
        bool shown = is_timed(cell) && bench->suite.columns[k].variant->open;

        if (!has_column(bench, k))
            continue;
        pad(text, column_width(bench, k) - 1,
            shown ? units_time(cell->fresh / (double)workload->cases.count, time) : "");
        text_char(text, ' ');
        any |= shown;
    }
    return any;
}

/* Columns are padded on the right, for a mark: at the end of a line that is cut off. */
static void end_line(struct text *text)
{
    while (text->length && text->bytes[text->length - 1] == ' ')
        text->length--;
    text_char(text, '\n');
}

/* The name stands on the first line of its workload only. */
static void print_line(struct text *text, size_t width, const char *name, const char *label,
                       const struct text *figures, bool *named)
{
    pad_right(text, width + 2, *named ? "" : name);
    pad_right(text, COUNTER_WIDTH, label);
    text_put(text, figures->bytes, figures->length);
    end_line(text);
    *named = true;
}

static void print_work_of(const struct bench *bench, const struct workload *workload, size_t width,
                          struct text *text)
{
    struct text line = {0};
    bool named = false;

    for (size_t counter = 0; counter < COUNTER_COUNT; counter++) {
        double sum = 0;

        for (size_t k = 0; k < bench->suite.column_count; k++)
            sum += count_of(workload, k, counter);
        if (!(sum > 0))
            continue;
        text_clear(&line);
        print_counter(bench, workload, counter, &line);
        print_line(text, width, workload->spec->name, counter_infos[counter].name, &line, &named);
    }
    text_clear(&line);
    if (print_fresh(bench, workload, &line))
        print_line(text, width, workload->spec->name, "fresh", &line, &named);
    text_free(&line);
}

static void print_work(const struct bench *bench, size_t width, struct text *text)
{
    struct text lines = {0};

    for (size_t i = 0; i < bench->suite.workload_count; i++)
        if (has_row(bench, &bench->workloads[i]))
            print_work_of(bench, &bench->workloads[i], width, &lines);
    if (!lines.length)
        return;
    text_string(
        text,
        "\nwork per case, counted by the count build; fresh: time per case with a context opened for it\n");
    pad_right(text, width + 2, "workload");
    pad_right(text, COUNTER_WIDTH, "counter");
    print_head(bench, text);
    end_line(text);
    text_put(text, lines.bytes, lines.length);
    text_free(&lines);
}

static bool is_met(const struct suite_aim *aim, double own, double its)
{
    switch (aim->kind) {
    case AIM_UNDER:
        return own < aim->figure;
    case AIM_WITHIN:
        return own <= aim->figure * its;
    default:
        return its >= aim->figure * own;
    }
}

static void print_aim(const struct bench *bench, const struct suite_aim *aim, size_t width, struct text *text)
{
    const struct workload *workload = &bench->workloads[aim->workload];
    const struct cell *cell = &workload->cells[aim->column];
    /* Of an aim without another this is the cell itself. */
    size_t second = aim->kind == AIM_UNDER ? aim->column : aim->other;
    const struct cell *rival = &workload->cells[second];
    const char *name = bench->suite.columns[aim->column].variant->name;
    const char *other = bench->suite.columns[second].variant->name;
    double own = cell->time.median, its = rival->time.median;
    char found[UNITS_SIZE], wanted[UNITS_SIZE];

    text_string(text, is_met(aim, own, its) ? "  met     " : "  missed  ");
    pad_right(text, width, workload->spec->name);
    switch (aim->kind) {
    case AIM_UNDER:
        text_format(text, "  %s takes %s a case; aim: under %s", name, units_time(own, found),
                    units_time(aim->figure, wanted));
        break;
    case AIM_WITHIN:
        text_format(text, "  %s takes %s the time of %s; aim: at most %s", name, units_ratio(own / its, found),
                    other, units_ratio(aim->figure, wanted));
        break;
    default:
        text_format(text, "  %s takes %s the time of %s; aim: at least %s", other,
                    units_ratio(its / own, found), name, units_ratio(aim->figure, wanted));
    }
    text_string(text, is_noisy(cell) || is_noisy(rival) ? " ~\n" : "\n");
}

static void print_aims(const struct bench *bench, size_t width, struct text *text)
{
    bool any = false;

    for (size_t i = 0; i < bench->suite.aim_count; i++) {
        const struct suite_aim *aim = &bench->suite.aims[i];
        const struct workload *workload = &bench->workloads[aim->workload];

        if (!is_shown(workload) || !is_timed(&workload->cells[aim->column]) ||
            (aim->kind != AIM_UNDER && !is_timed(&workload->cells[aim->other])))
            continue;
        if (!any)
            text_string(text, "\naims\n");
        any = true;
        print_aim(bench, aim, width, text);
    }
}

void table_print(const struct bench *bench, struct text *text)
{
    size_t width = name_width(bench);
    bool any = false;

    for (size_t i = 0; i < bench->suite.workload_count; i++)
        any |= has_row(bench, &bench->workloads[i]);
    if (!any)
        return;
    text_format(text, "%s: %s\n", bench->suite.puzzle->name, bench->suite.puzzle->title);
    text_string(text,
                "time per case (median of the repetitions) and how many times that of the fastest variant\n");
    print_times(bench, width, text);
    print_legend(bench, text);
    print_work(bench, width, text);
    print_aims(bench, width, text);
    text_char(text, '\n');
}
