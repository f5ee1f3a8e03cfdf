/* L1, work: the counters of every (workload, variant) are exactly those of ci/work.tsv. A change is accepted only by writing that
 * file anew (`make work-update`), so that whoever reads the change sees it. Workloads from outside the project are left
 * out: not everybody has them. */
#include "gate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "core/cli/file.h"

static const char work_path[] = "ci/work.tsv";
static const double SHARE = 0.5; /* of the time left */

static bool is_counted(const struct benchmark *benchmark)
{
    return benchmark->tree && strcmp(benchmark->counted.state, "ready") == 0;
}

/* The next "name=value" of a list; its value and the place behind it. */
static const char *next_count(const char *at, char name[32], uint64_t *value)
{
    int length = 0;

    *value = 0;
    if (sscanf(at, "%31[a-z_]=%" SCNu64 "%n", name, value, &length) != 2)
        return NULL;
    return at + length + 1;
}

static uint64_t count_of(const char *counts, const char *wanted)
{
    char name[32];
    uint64_t value;

    for (const char *at = counts; (at = next_count(at, name, &value)) != NULL;)
        if (strcmp(name, wanted) == 0)
            return value;
    return 0;
}

static void describe_count(const char *name, uint64_t before, uint64_t after, struct text *text)
{
    text_format(text, "%s%s %" PRIu64 " -> %" PRIu64, text->length ? ", " : "", name, before, after);
    if (before)
        text_format(text, " (%+.2f%%)", 100 * ((double)after - (double)before) / (double)before);
}

/* Every counter that differs, with both figures. */
static void describe(const char *expected, const char *found, struct text *text)
{
    char name[32];
    uint64_t value;

    for (const char *at = expected; (at = next_count(at, name, &value)) != NULL;)
        if (count_of(found, name) != value)
            describe_count(name, value, count_of(found, name), text);
    for (const char *at = found; (at = next_count(at, name, &value)) != NULL;)
        if (value && !count_of(expected, name))
            describe_count(name, 0, value, text);
}

static bool compare(struct gate *gate, const struct benchmark *benchmark, size_t cases, const char *expected)
{
    struct text text = {0};
    bool well = true;

    gate->layers[LAYER_WORK].compared++;
    if (benchmark->counted.cases != cases)
        text_format(&text, "%zu cases in place of %zu: another workload", benchmark->counted.cases, cases);
    else if (strcmp(benchmark->counted.counts, expected) != 0)
        describe(expected, benchmark->counted.counts, &text);
    if (text.length)
        well = gate_find(gate, LAYER_WORK, VERDICT_RED, benchmark->name,
                         "%s; where that is meant: make work-update", text.bytes);
    text_free(&text);
    return well;
}

static struct benchmark *find(const struct gate *gate, const char *name)
{
    for (size_t i = 0; i < gate->benchmark_count; i++)
        if (strcmp(gate->benchmarks[i].name, name) == 0)
            return &gate->benchmarks[i];
    return NULL;
}

/* "name=value,name=value." or "." alone, and nothing behind it. */
static bool are_counts(const char *counts)
{
    const char *at = counts, *next;
    char name[32];
    uint64_t value;

    while ((next = next_count(at, name, &value)) != NULL && next[-1] == ',')
        at = next;
    return next ? next[-1] == '.' && *next == '\0' : strcmp(counts, ".") == 0;
}

/* Where a line of the file (name, cases, counts) is not one, from 1; 0: it is one. */
static size_t read_line(const char *line, char name[NAME_SIZE], size_t *cases, char counts[COUNTS_SIZE])
{
    int after_name = 0, after_cases = 0, end = 0;

    *cases = 0;
    sscanf(line, "%319[!-~]\t%n%zu\t%n%511[^\n]%n", name, &after_name, cases, &after_cases, counts, &end);
    if (!after_name || !*cases || !after_cases)
        return (size_t)after_name + 1;
    return end && line[end] == '\n' && are_counts(counts) ? 0 : (size_t)after_cases + 1;
}

static bool compare_line(struct gate *gate, const char *line, size_t number, bool *seen, bool late)
{
    char name[NAME_SIZE], counts[COUNTS_SIZE];
    struct benchmark *benchmark;
    size_t cases, column;

    if (*line == '#')
        return true;
    column = read_line(line, name, &cases, counts);
    if (column)
        return gate_fail(gate, LAYER_WORK, "%s:%zu:%zu: error: not 'name, cases, counts': make work-update makes it", work_path,
                         number, column) == EXIT_WELL;
    benchmark = find(gate, name);
    if (benchmark && is_counted(benchmark)) {
        if (seen[benchmark - gate->benchmarks])
            return gate_fail(gate, LAYER_WORK, "%s:%zu:1: error: %s stands there twice: make work-update", work_path, number,
                             name) == EXIT_WELL;
        seen[benchmark - gate->benchmarks] = true;
        return compare(gate, benchmark, cases, counts);
    }
    /* With --only, or too little time, most of the file is not looked at. */
    return late || gate->only || gate_find(gate, LAYER_WORK, VERDICT_RED, name,
                                   "in %s, but head does not answer it; where that is meant: make work-update", work_path);
}

static int compare_all(struct gate *gate, bool late)
{
    bool *seen = calloc(gate->benchmark_count + 1, sizeof *seen);
    char path[PATH_ROOM + 32], line[2048];
    size_t number = 1;
    FILE *file;
    bool well;

    snprintf(path, sizeof path, "%s/%s", gate->head, work_path);
    file = fopen(path, "re");
    if (!file || !seen) {
        free(seen);
        if (file)
            fclose(file);
        return gate_fail(gate, LAYER_WORK, "%s cannot be read: make work-update makes it", work_path);
    }
    for (well = true; well && fgets(line, sizeof line, file); number++)
        well = compare_line(gate, line, number, seen, late);
    fclose(file);
    for (size_t i = 0; i < gate->benchmark_count && well; i++)
        if (!seen[i] && is_counted(&gate->benchmarks[i]))
            well = gate_find(gate, LAYER_WORK, VERDICT_RED, gate->benchmarks[i].name, "not in %s: make work-update",
                             work_path);
    free(seen);
    return well ? EXIT_WELL : EXIT_UNABLE;
}

/* *late: the time was up before all was counted. */
static int count_all(struct gate *gate, const char *plant, const char *folder, double seconds, bool *late)
{
    char path[PATH_ROOM + 32];
    int solved;

    snprintf(path, sizeof path, "%s.work", gate->log);
    solved = answers_solve(gate, gate->count_kernel, plant, folder, path, seconds);
    *late = solved == COMMAND_LATE;
    if (solved && !*late)
        return gate_fail(gate, LAYER_WORK, "the counting kernel fails");
    return answers_read(gate, path, SIDE_COUNTED);
}

/* A node more in every case must change what this layer compares. */
static int prove(struct gate *gate)
{
    struct layer_state *state = &gate->layers[LAYER_WORK];
    struct benchmark *probe = probe_choose(gate);
    struct gate copy = *gate;
    char folder[PATH_ROOM];
    bool late;
    int status;

    if (!probe || !probe->counted.there)
        return EXIT_WELL;
    copy.benchmarks = NULL;
    copy.benchmark_count = 0;
    status = probe_make(gate, probe, folder) ? EXIT_UNABLE : count_all(&copy, "work", folder, gate_allow(gate, 1), &late);
    state->fired = status == EXIT_WELL && copy.benchmark_count == 1 &&
                   strcmp(copy.benchmarks[0].counted.counts, probe->counted.counts) != 0;
    snprintf(state->control, sizeof state->control, "a node more in every case, planted in %.120s, was %s", probe->name,
             state->fired ? "seen" : "NOT seen");
    free(copy.benchmarks);
    return EXIT_WELL;
}

static int build_counting(struct gate *gate)
{
    double begun = gate_now();
    int status = tree_count(gate);

    if (!gate->whole)
        gate->begun += gate_now() - begun;
    if (status == EXIT_INCONCLUSIVE)
        return gate_find(gate, LAYER_WORK, VERDICT_INCONCLUSIVE, "budget", "used up before the counting kernel was built")
                   ? status
                   : EXIT_UNABLE;
    return status == EXIT_WELL ? status : gate_fail(gate, LAYER_WORK, "the counting build of head fails");
}

static bool note_late(struct gate *gate)
{
    const char *last = "nothing";

    for (size_t i = 0; i < gate->benchmark_count; i++)
        if (gate->benchmarks[i].counted.there)
            last = gate->benchmarks[i].name;
    return gate_find(gate, LAYER_WORK, VERDICT_INCONCLUSIVE, "budget", "used up: the work after %s was not counted", last);
}

int work_run(struct gate *gate)
{
    bool late = false;
    int status;

    gate_progress(gate, "work: building and running the counting kernel");
    status = build_counting(gate);
    if (status != EXIT_WELL)
        return status == EXIT_INCONCLUSIVE ? EXIT_WELL : status;
    status = count_all(gate, gate->plant, gate->inputs, gate_allow(gate, SHARE), &late);
    if (status == EXIT_WELL) {
        gate->layers[LAYER_WORK].verdict = VERDICT_GREEN;
        status = compare_all(gate, late || gate->layers[LAYER_ANSWERS].verdict == VERDICT_INCONCLUSIVE);
    }
    if (late && !note_late(gate))
        return EXIT_UNABLE;
    return status == EXIT_WELL ? prove(gate) : status;
}

int work_update(struct gate *gate)
{
    struct text text = {0};
    char path[PATH_ROOM + 32];
    bool late;
    int status = tree_export(gate);

    if (status == EXIT_WELL)
        status = tree_count(gate);
    if (status == EXIT_WELL)
        status = count_all(gate, NULL, gate->inputs, 0, &late);
    text_string(&text, "# Written by `make work-update`: workload and variant, cases, counters of all cases together.\n");
    for (size_t i = 0; i < gate->benchmark_count; i++)
        if (is_counted(&gate->benchmarks[i]))
            text_format(&text, "%s\t%zu\t%s\n", gate->benchmarks[i].name, gate->benchmarks[i].counted.cases,
                        gate->benchmarks[i].counted.counts);
    snprintf(path, sizeof path, "%s/%s", gate->head, work_path);
    if (status == EXIT_WELL)
        status = text.failed ? EXIT_UNABLE : file_write("assay-gate", path, text.bytes, text.length);
    text_free(&text);
    return status;
}
