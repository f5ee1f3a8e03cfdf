/* Formats that others read:
 *   google        Google Benchmark's JSON, one entry a benchmark: Bencher and github-action-benchmark take
 * every entry for one repetitions   the same schema, one entry a repetition: compare.py; and what is kept in
 * records/ benchstat     Go's benchmark text, one line a repetition; benchstat -col /variant csv, junit    a
 * line, or a test case, a benchmark; what was left out is a skipped test */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/file.h"
#include "escape.h"
#include "json.h"
#include "views.h"

const char *const export_names[EXPORT_FORMATS] = {"google", "repetitions", "benchstat", "csv", "junit"};

static bool is_repetition(const json_t *entry)
{
    return strcmp(json_text_or(entry, "run_type", "iteration"), "iteration") == 0;
}

static json_t *copy_members(const json_t *entry, const char *const *names)
{
    json_t *copy = json_object();

    for (; *names; names++)
        if (json_object_get(entry, *names))
            json_object_set(copy, *names, json_object_get(entry, *names));
    return copy;
}

/* The median of a figure over the entries from `start` on that have the same name. */
static double median_of(const json_t *list, size_t start, const char *key, double *values)
{
    const char *name = json_text_or(json_array_get(list, start), "run_name", "");
    size_t count = 0;

    for (size_t i = start; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);

        if (strcmp(json_text_or(entry, "run_name", ""), name) != 0)
            break;
        if (is_repetition(entry))
            values[count++] = json_figure_or(entry, key, 0);
    }
    sort_doubles(values, count);
    return summary_of(values, count).median;
}

static const char *const of_repetition[] = {
    "name",      "run_name", "run_type",  "repetitions", "repetition_index", "threads", "iterations",
    "real_time", "cpu_time", "time_unit", NULL};

/* What belongs to the benchmark, not to the repetition: in its first entry only. */
static void add_notes(json_t *copy, const json_t *entry, const struct run *run)
{
    static const char *const names[] = {"cases", "size", "peak_bytes", "ladder", "rung"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (json_object_get(entry, names[i]))
            json_object_set(copy, names[i], json_object_get(entry, names[i]));
    for (size_t i = 0; i < run->counter_count; i++)
        if (json_object_get(entry, run->counters[i].name))
            json_object_set(copy, run->counters[i].name, json_object_get(entry, run->counters[i].name));
}

/* Six digits: the seventh of a time is noise, and there are thousands of them. */
static json_t *rounded(double time)
{
    char digits[32];

    snprintf(digits, sizeof digits, "%.6g", time);
    return json_real(strtod(digits, NULL));
}

static int put_google(struct text *text, const struct run *run, bool repetitions)
{
    const json_t *list = json_object_get(run->root, "benchmarks");
    double *values = calloc(json_array_size(list) + 1, sizeof *values);
    json_t *out = json_array(), *root;
    static const char *const times[] = {"real_time", "cpu_time"};
    const char *last = "";
    char *bytes;

    for (size_t i = 0; values && i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        const char *name = json_text_or(entry, "run_name", "");
        bool first = strcmp(name, last) != 0;
        json_t *copy;

        if (!is_repetition(entry) || (!repetitions && !first))
            continue;
        copy = copy_members(entry, of_repetition);
        if (first)
            add_notes(copy, entry, run);
        for (size_t k = 0; k < sizeof times / sizeof *times; k++)
            json_object_set_new(copy, times[k],
                                rounded(repetitions ? json_figure_or(entry, times[k], 0)
                                                    : median_of(list, i, times[k], values)));
        if (!repetitions)
            json_object_del(copy, "repetition_index");
        json_array_append_new(out, copy);
        last = name;
    }
    root = json_pack("{s:O, s:o}", "context", json_object_get(run->root, "context"), "benchmarks", out);
    bytes = values && root ? json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    json_decref(root);
    free(values);
    if (!bytes) {
        fprintf(stderr, "assay-report: out of memory\n");
        return EXIT_UNABLE;
    }
    text_string(text, bytes);
    text_char(text, '\n');
    free(bytes);
    return EXIT_WELL;
}

static void put_benchstat(struct text *text, const struct run *run)
{
    text_string(text, "pkg: assay\ncpu: ");
    put_terminal(text, run->origin.cpu);
    text_string(text, "\ncommit: ");
    put_terminal(text, run->origin.commit);
    text_char(text, '\n');
    for (size_t i = 0; i < run->benchmark_count; i++) {
        const struct benchmark *benchmark = &run->benchmarks[i];

        for (size_t k = 0; k < benchmark->repetitions; k++) {
            text_string(text, "BenchmarkSolve/puzzle=");
            put_word(text, run->puzzles[benchmark->puzzle].name);
            text_string(text, "/workload=");
            put_word(text, benchmark->workload);
            text_string(text, "/variant=");
            put_word(text, variant_of(run, benchmark)->name);
            text_format(text, " %.0f %.6g ns/op %.0f B/op\n", benchmark->cases, benchmark->seconds[k] * 1e9,
                        benchmark->peak);
        }
    }
}

static bool is_known(const struct run *run, const struct benchmark *benchmark, size_t counter)
{
    return run->counters[counter].measured ? benchmark->counters[counter] >= 0 : benchmark->counted;
}

static void put_csv_line(struct text *text, const struct run *run, const struct benchmark *benchmark)
{
    const char *names[] = {run->puzzles[benchmark->puzzle].name, benchmark->workload,
                           variant_of(run, benchmark)->name, benchmark->ladder ? benchmark->ladder : ""};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        put_csv(text, names[i]);
        text_char(text, ',');
    }
    if (benchmark->ladder)
        text_format(text, "%.0f", benchmark->rung);
    text_format(text, ",%.9g,%.0f,%zu,%.9g,%.9g,%.9g,%.0f,", benchmark->size, benchmark->cases,
                benchmark->repetitions, benchmark->time.median, benchmark->time.lower, benchmark->time.upper,
                benchmark->peak);
    if (benchmark->instructions > 0)
        text_format(text, "%.9g", benchmark->instructions);
    for (size_t i = 0; i < run->counter_count; i++)
        text_format(text, is_known(run, benchmark, i) ? ",%.9g" : ",", benchmark->counters[i]);
    text_string(text, "\r\n");
}

static void put_csv_all(struct text *text, const struct run *run)
{
    text_string(
        text,
        "puzzle,workload,variant,ladder,n,mean_size,cases,repetitions,median_seconds,lower_quartile_seconds,"
        "upper_quartile_seconds,peak_bytes,instructions");
    for (size_t i = 0; i < run->counter_count; i++) {
        text_char(text, ',');
        put_csv(text, run->counters[i].name);
    }
    text_string(text, "\r\n");
    for (size_t i = 0; i < run->benchmark_count; i++)
        put_csv_line(text, run, &run->benchmarks[i]);
}

static bool is_left_out_of(const struct left_out *left_out, const char *puzzle)
{
    size_t length = strlen(puzzle);

    return strncmp(left_out->name, puzzle, length) == 0 && left_out->name[length] == '/';
}

static void put_suite(struct text *text, const struct run *run, size_t puzzle)
{
    const char *name = run->puzzles[puzzle].name;
    size_t tests = 0, skipped = 0;
    double seconds = 0;

    for (size_t i = 0; i < run->benchmark_count; i++) {
        tests += run->benchmarks[i].puzzle == puzzle;
        seconds += run->benchmarks[i].puzzle == puzzle ? run->benchmarks[i].time.median : 0;
    }
    for (size_t i = 0; i < run->left_out_count; i++)
        skipped += is_left_out_of(&run->left_out[i], name);
    text_string(text, "<testsuite name=\"");
    put_html(text, name);
    text_format(text, "\" tests=\"%zu\" failures=\"0\" errors=\"0\" skipped=\"%zu\" time=\"%.9f\">\n",
                tests + skipped, skipped, seconds);
    for (size_t i = 0; i < run->benchmark_count; i++) {
        const struct benchmark *benchmark = &run->benchmarks[i];

        if (benchmark->puzzle != puzzle)
            continue;
        text_string(text, "<testcase classname=\"");
        put_html(text, name);
        text_char(text, '.');
        put_html(text, benchmark->workload);
        text_string(text, "\" name=\"");
        put_html(text, variant_of(run, benchmark)->name);
        text_format(text, "\" time=\"%.9f\"/>\n", benchmark->time.median);
    }
    for (size_t i = 0; i < run->left_out_count; i++) {
        if (!is_left_out_of(&run->left_out[i], name))
            continue;
        text_string(text, "<testcase classname=\"");
        put_html(text, name);
        text_string(text, "\" name=\"");
        put_html(text, run->left_out[i].name + strlen(name) + 1);
        text_string(text, "\" time=\"0\"><skipped message=\"");
        put_html(text, run->left_out[i].why);
        text_string(text, "\"/></testcase>\n");
    }
    text_string(text, "</testsuite>\n");
}

int put_export(struct text *text, const struct report *report, enum export_format format)
{
    const struct run *run = report->run;

    switch (format) {
    case EXPORT_GOOGLE:
    case EXPORT_REPETITIONS:
        return put_google(text, run, format == EXPORT_REPETITIONS);
    case EXPORT_BENCHSTAT:
        put_benchstat(text, run);
        break;
    case EXPORT_CSV:
        put_csv_all(text, run);
        break;
    default:
        text_string(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
        for (size_t i = 0; i < run->puzzle_count; i++)
            put_suite(text, run, i);
        text_string(text, "</testsuites>\n");
    }
    return EXIT_WELL;
}
