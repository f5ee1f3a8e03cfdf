/* All of the JSON goes through Jansson, which escapes names and refuses to write what is no JSON (a NaN). */
#include "result.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/environment.h"

/* Debian's library is compiled without NDEBUG and therefore calls itself a debug build. */
static const char library_note[] = "the word of the library for its own build: asserts are compiled in, "
                                   "optimisation is on; none runs inside a timed loop";

static int complain(const char *program, const char *path, const char *reason, int status)
{
    fprintf(stderr, "%s: %s: %s\n", program, path, reason);
    return status;
}

static json_t *environment_json(void)
{
    struct environment environment;

    environment_read(&environment);
    return json_pack("{s:s, s:i, s:s, s:s, s:s, s:s, s:s, s:b, s:s, s:s}", "cpu", environment.cpu, "cpus",
                     environment.cpus, "kernel", environment.kernel, "compiler", environment.compiler,
                     "flags", environment.flags, "config", environment.config, "commit", environment.commit,
                     "dirty", environment.dirty, "date", environment.date, "host", environment.host);
}

/* Takes over the reference to `root`, which is NULL where memory ran out on the way. */
static int write_json(const char *program, const char *path, json_t *root)
{
    char *text = root ? json_dumps(root, JSON_INDENT(1)) : NULL;
    size_t length = text ? strlen(text) : 0;
    int status;

    json_decref(root);
    if (!text)
        return complain(program, path, "out of memory", EXIT_UNABLE);
    text[length] = '\n'; /* in the place of the terminating zero */
    status = file_write(program, path, text, length + 1);
    free(text);
    return status;
}

static json_t *counters_json(const struct counters *counters)
{
    json_t *object = json_object();

    for (size_t i = 0; i < COUNTER_COUNT; i++)
        if (counters->value[i])
            json_object_set_new(object, counter_infos[i].name, json_integer((json_int_t)counters->value[i]));
    return object;
}

int result_write_counts(const char *program, const char *path, const struct bench *benches, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < benches[i].suite.workload_count; k++) {
            const struct workload *workload = &benches[i].workloads[k];

            for (size_t c = 0; workload->cells && c < benches[i].suite.column_count; c++)
                if (workload->cells[c].state == CELL_READY && workload->cells[c].wanted &&
                    !workload->disagreed)
                    json_array_append_new(list,
                                          json_pack("{s:s, s:I, s:o}", "name", workload->cells[c].name,
                                                    "cases", (json_int_t)workload->cases.count, "counters",
                                                    counters_json(&workload->cells[c].counters)));
        }
    }
    return write_json(program, path,
                      json_pack("{s:o, s:o}", "environment", environment_json(), "counts", list));
}

/* The cell of that name, and its workload. */
static struct cell *find_cell(struct bench *benches, size_t count, const char *name,
                              struct workload **workload)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < benches[i].suite.workload_count; k++) {
            *workload = &benches[i].workloads[k];
            for (size_t c = 0; (*workload)->cells && c < benches[i].suite.column_count; c++)
                if (strcmp((*workload)->cells[c].name, name) == 0)
                    return &(*workload)->cells[c];
        }
    }
    return NULL;
}

static const struct puzzle *puzzle_of(const struct bench *benches, size_t count,
                                      const struct workload *workload)
{
    size_t i = 0;

    while (i + 1 < count && (workload < benches[i].workloads ||
                             workload >= benches[i].workloads + benches[i].suite.workload_count))
        i++;
    return benches[i].suite.puzzle;
}

static void take_counts(json_t *entry, struct bench *benches, size_t count)
{
    json_t *counters = json_object_get(entry, "counters");
    const char *name = json_string_value(json_object_get(entry, "name"));
    struct workload *workload;
    struct cell *cell = name ? find_cell(benches, count, name, &workload) : NULL;

    /* Another number of cases is another workload: the suite was changed in between. */
    if (!cell || (size_t)json_integer_value(json_object_get(entry, "cases")) != workload->cases.count)
        return;
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        cell->counters.value[i] =
            (uint64_t)json_integer_value(json_object_get(counters, counter_infos[i].name));
    cell->counted = true;
}

/* A counter that an older build had is passed over, but nothing that is no count is taken for one. */
static bool is_count(const json_t *entry)
{
    json_t *counters = json_object_get(entry, "counters"), *value;
    const char *name;

    if (!json_is_string(json_object_get(entry, "name")) ||
        !json_is_integer(json_object_get(entry, "cases")) || !json_is_object(counters))
        return false;
    json_object_foreach(counters, name, value)
    {
        if (!json_is_integer(value) || json_integer_value(value) < 0)
            return false;
    }
    return true;
}

static int take_all_counts(const char *path, json_t *list, struct bench *benches, size_t count)
{
    json_t *entry;
    size_t i;

    json_array_foreach(list, i, entry)
    {
        if (!is_count(entry)) {
            fprintf(stderr, "%s: error: counts[%zu]: expected a name, cases and counters\n", path, i);
            return EXIT_USAGE;
        }
        take_counts(entry, benches, count);
    }
    return EXIT_WELL;
}

int result_read_counts(const char *program, const char *path, struct bench *benches, size_t count)
{
    json_error_t error;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    json_t *list = json_object_get(root, "counts");
    int status = EXIT_USAGE;

    if (!root)
        fprintf(stderr, "%s:%d:%d: error: %s\n", path, error.line > 0 ? error.line : 1,
                error.column > 0 ? error.column : 1, error.text);
    else if (!json_is_array(list))
        complain(program, path, "not a file of counts", EXIT_USAGE);
    else
        status = take_all_counts(path, list, benches, count);
    json_decref(root);
    return status;
}

/* What was left out, and why. */
static json_t *left_out_json(const struct bench *benches, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < benches[i].suite.workload_count; k++) {
            const struct workload *workload = &benches[i].workloads[k];

            for (size_t c = 0; workload->cells && c < benches[i].suite.column_count; c++)
                if (workload->cells[c].wanted && workload->cells[c].state != CELL_READY &&
                    workload->cells[c].state != CELL_ABSENT)
                    json_array_append_new(list, json_pack("{s:s, s:s}", "name", workload->cells[c].name,
                                                          "why", workload->cells[c].why));
        }
    }
    return list;
}

static json_t *columns_json(const struct suite *suite)
{
    json_t *list = json_array();

    for (size_t i = 0; i < suite->column_count; i++) {
        const struct variant *variant = suite->columns[i].variant;

        json_array_append_new(list, json_pack("{s:s, s:b, s:s, s:s*, s:s*, s:s*}", "name", variant->name,
                                              "reference", (int)suite->columns[i].reference, "summary",
                                              variant->summary, "bound", variant->bound, "domain",
                                              variant->domain, "claim",
                                              suite->columns[i].reference     ? NULL
                                              : variant->claim == CLAIM_EXACT ? "exact"
                                                                              : "sound"));
    }
    return list;
}

/* What a reader of the file needs to know of the puzzles, so that it need not know them. */
static json_t *puzzles_json(const struct bench *benches, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        const struct puzzle *puzzle = benches[i].suite.puzzle;

        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s, s:s, s:s, s:s*, s:o}", "name", puzzle->name, "title",
                                        puzzle->title, "source", puzzle->source, "summary", puzzle->summary,
                                        "measure", puzzle->size.name, "upper", benches[i].suite.upper,
                                        "variants", columns_json(&benches[i].suite)));
    }
    return list;
}

static json_t *units_json(const struct hardware *hardware)
{
    json_t *list = json_array();

    for (size_t i = 0; i < COUNTER_COUNT; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "name", counter_infos[i].name, "unit",
                                              counter_infos[i].unit, "summary", counter_infos[i].summary));
    for (size_t i = 0; i < HARDWARE_EVENTS; i++)
        if (hardware_has(hardware, i))
            json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:b}", "name", hardware_infos[i].name,
                                                  "unit", hardware_infos[i].unit, "summary",
                                                  hardware_infos[i].summary, "measured", 1));
    return list;
}

/* Cases with more rounds are no larger rung of the same ladder. */
static json_t *ladder_json(const struct puzzle *puzzle, const struct suite_workload *spec)
{
    if (!puzzle->rounds.most)
        return json_string(spec->ladder);
    return json_sprintf("%s, %s %" PRIu64, spec->ladder, puzzle->rounds.name, spec->recipe.rounds);
}

static void enrich(json_t *entry, const struct puzzle *puzzle, const struct workload *workload,
                   const struct cell *cell, const struct hardware *hardware)
{
    double cases = (double)workload->cases.count;

    json_object_set_new(entry, "cases", json_integer((json_int_t)workload->cases.count));
    json_object_set_new(entry, "size", json_real((double)workload->size / cases));
    json_object_set_new(entry, "peak_bytes", json_integer((json_int_t)cell->peak));
    if (workload->spec->ladder) {
        json_object_set_new(entry, "ladder", ladder_json(puzzle, workload->spec));
        json_object_set_new(entry, "rung", json_integer((json_int_t)workload->spec->recipe.size));
    }
    for (size_t i = 0; cell->counted && i < COUNTER_COUNT; i++)
        if (cell->counters.value[i])
            json_object_set_new(entry, counter_infos[i].name,
                                json_real((double)cell->counters.value[i] / cases));
    for (size_t i = 0; i < HARDWARE_EVENTS; i++)
        if (hardware_has(hardware, i) && cell->hardware.iterations)
            json_object_set_new(
                entry, hardware_infos[i].name,
                json_real((double)cell->hardware.values[i] / (double)cell->hardware.iterations / cases));
}

/* The CPU time of one case in one repetition, 0 where the entry is no repetition of this name. */
static double seconds_per_case(json_t *entry, const char *name, const struct workload *workload)
{
    const char *own = json_string_value(json_object_get(entry, "run_name"));
    const char *type = json_string_value(json_object_get(entry, "run_type"));

    if (!own || !type || strcmp(own, name) != 0 || strcmp(type, "iteration") != 0)
        return 0;
    return json_number_value(json_object_get(entry, "cpu_time")) * 1e-9 / (double)workload->cases.count;
}

/* The entries of one benchmark follow one another, the first of them at `start`. */
static bool take_times(json_t *list, size_t start, const struct workload *workload, struct cell *cell)
{
    size_t count = json_array_size(list) - start, taken = 0;
    double *seconds = calloc(count, sizeof *seconds);

    for (size_t i = 0; seconds && i < count; i++) {
        seconds[taken] = seconds_per_case(json_array_get(list, start + i), cell->name, workload);
        taken += seconds[taken] > 0;
    }
    if (seconds)
        cell->time = summarise(seconds, taken);
    free(seconds);
    return seconds != NULL;
}

static bool take_all(json_t *list, struct bench *benches, size_t count)
{
    struct workload *workload;
    json_t *entry;
    size_t i;

    json_array_foreach(list, i, entry)
    {
        const char *name = json_string_value(json_object_get(entry, "run_name"));
        struct cell *cell = name ? find_cell(benches, count, name, &workload) : NULL;

        if (cell && !(cell->time.median > 0) && !take_times(list, i, workload, cell))
            return false;
    }
    return true;
}

int result_take_times(const char *program, const char *json, struct bench *benches, size_t count)
{
    json_error_t error;
    json_t *root = json_loads(json, 0, &error);
    json_t *list = json_object_get(root, "benchmarks");
    int status = EXIT_WELL;

    if (!json_is_array(list))
        status = complain(program, "benchmark library", "its results are no JSON", EXIT_UNABLE);
    else if (!take_all(list, benches, count))
        status = complain(program, "benchmark library", "out of memory", EXIT_UNABLE);
    json_decref(root);
    return status;
}

int result_write_times(const char *program, const char *command, const struct hardware *hardware,
                       const char *path, const char *json, struct bench *benches, size_t count)
{
    json_error_t error;
    json_t *root = json_loads(json, 0, &error);
    json_t *context = json_object_get(root, "context");
    struct workload *workload;
    json_t *entry;
    size_t i;

    json_array_foreach(json_object_get(root, "benchmarks"), i, entry)
    {
        const char *name = json_string_value(json_object_get(entry, "run_name"));
        const struct cell *cell = name ? find_cell(benches, count, name, &workload) : NULL;

        if (cell)
            enrich(entry, puzzle_of(benches, count, workload), workload, cell, hardware);
    }
    if (!json_object_get(context, "json_schema_version"))
        json_object_set_new(context, "json_schema_version", json_integer(1));
    json_object_set_new(context, "library_build_note", json_string(library_note));
    json_object_set_new(context, "environment", environment_json());
    json_object_set_new(context, "left_out", left_out_json(benches, count));
    json_object_set_new(context, "command", json_string(command));
    json_object_set_new(context, "puzzles", puzzles_json(benches, count));
    json_object_set_new(context, "counters", units_json(hardware));
    json_object_set_new(context, "hardware_counters", json_string(hardware->words));
    return write_json(program, path, root);
}
