/* The schema is Google Benchmark's with our additions; a file that lacks them was written by something else,
 * or by an older assay-bench, and is refused whole: half a page would be taken for a whole one. */
#include "run.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/file.h"
#include "json.h"

static int out_of_memory(const char *path)
{
    fprintf(stderr, "assay-report: %s: out of memory\n", path);
    return EXIT_UNABLE;
}

int origin_read(const json_t *environment, const char *path, struct origin *origin)
{
    const struct place place = {path, "environment", SIZE_MAX};
    const struct {
        const char *key, **value;
    } texts[] = {{"cpu", &origin->cpu},     {"kernel", &origin->kernel}, {"compiler", &origin->compiler},
                 {"flags", &origin->flags}, {"config", &origin->config}, {"commit", &origin->commit},
                 {"date", &origin->date}};

    *origin = (struct origin){.path = path, .dirty = json_is_true(json_object_get(environment, "dirty"))};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        *texts[i].value = "unknown";
        if (!json_text_maybe(environment, texts[i].key, &place, texts[i].value))
            return EXIT_USAGE;
    }
    return json_figure_maybe(environment, "cpus", &place, &origin->cpus) ? EXIT_WELL : EXIT_USAGE;
}

static int read_variants(json_t *list, struct place place, struct arena *arena, struct puzzle_note *puzzle)
{
    json_t *entry;
    size_t i;

    puzzle->variant_count = json_array_size(list);
    if (puzzle->variant_count > VARIANTS_MAX)
        return json_refuse(&place, "variants", "more than %d variants", VARIANTS_MAX);
    puzzle->variants = arena_zalloc(arena, puzzle->variant_count, sizeof *puzzle->variants);
    if (!puzzle->variants)
        return out_of_memory(place.file);
    json_array_foreach(list, i, entry)
    {
        struct variant_note *variant = &puzzle->variants[i];
        struct place inner = {place.file, "variants", i};

        if (!json_text(entry, "name", &inner, &variant->name) ||
            !json_text(entry, "summary", &inner, &variant->summary))
            return EXIT_USAGE;
        for (size_t k = 0; k < i; k++)
            if (strcmp(puzzle->variants[k].name, variant->name) == 0)
                return json_refuse(&inner, "name", "'%s' is there twice", variant->name);
        variant->bound = json_text_or(entry, "bound", NULL);
        variant->domain = json_text_or(entry, "domain", NULL);
        variant->claim = json_text_or(entry, "claim", NULL);
        variant->reference = json_is_true(json_object_get(entry, "reference"));
        variant->sound = variant->claim && strcmp(variant->claim, "sound") == 0;
    }
    return EXIT_WELL;
}

static int read_puzzles(json_t *list, const char *path, struct arena *arena, struct run *run)
{
    json_t *entry, *variants;
    size_t i;

    run->puzzle_count = json_array_size(list);
    run->puzzles = arena_zalloc(arena, run->puzzle_count, sizeof *run->puzzles);
    if (!run->puzzles)
        return out_of_memory(path);
    json_array_foreach(list, i, entry)
    {
        struct puzzle_note *puzzle = &run->puzzles[i];
        struct place place = {path, "context.puzzles", i};
        int status;

        if (!json_text(entry, "name", &place, &puzzle->name) ||
            !json_text(entry, "title", &place, &puzzle->title) ||
            !json_text(entry, "measure", &place, &puzzle->measure) ||
            !json_list(entry, "variants", &place, &variants))
            return EXIT_USAGE;
        for (size_t k = 0; k < i; k++)
            if (strcmp(run->puzzles[k].name, puzzle->name) == 0)
                return json_refuse(&place, "name", "'%s' is there twice", puzzle->name);
        puzzle->source = json_text_or(entry, "source", "");
        puzzle->summary = json_text_or(entry, "summary", "");
        puzzle->upper = json_text_or(entry, "upper", NULL);
        status = read_variants(variants, place, arena, puzzle);
        if (status != EXIT_WELL)
            return status;
    }
    return EXIT_WELL;
}

static int read_counters(json_t *list, const char *path, struct run *run)
{
    json_t *entry;
    size_t i;

    run->counter_count = json_array_size(list);
    if (run->counter_count > COUNTERS_MAX)
        return json_refuse(&(struct place){path, NULL, 0}, "context.counters", "more than %d counters",
                           COUNTERS_MAX);
    json_array_foreach(list, i, entry)
    {
        struct place place = {path, "context.counters", i};

        if (!json_text(entry, "name", &place, &run->counters[i].name) ||
            !json_text(entry, "unit", &place, &run->counters[i].unit))
            return EXIT_USAGE;
        run->counters[i].summary = json_text_or(entry, "summary", "");
        run->counters[i].measured = json_is_true(json_object_get(entry, "measured"));
    }
    return EXIT_WELL;
}

static int read_left_out(json_t *list, const char *path, struct arena *arena, struct run *run)
{
    json_t *entry;
    size_t i;

    run->left_out_count = json_array_size(list);
    run->left_out = arena_zalloc(arena, run->left_out_count, sizeof *run->left_out);
    if (!run->left_out)
        return out_of_memory(path);
    json_array_foreach(list, i, entry)
    {
        struct place place = {path, "context.left_out", i};

        if (!json_text(entry, "name", &place, &run->left_out[i].name) ||
            !json_text(entry, "why", &place, &run->left_out[i].why))
            return EXIT_USAGE;
    }
    return EXIT_WELL;
}

/* Puzzle and variant are the first and the last part of the name. */
static bool place_benchmark(const struct run *run, struct arena *arena, struct benchmark *benchmark)
{
    const char *first = strchr(benchmark->name, '/'), *last = strrchr(benchmark->name, '/');
    char *workload;

    if (!first || first == last)
        return false;
    for (benchmark->puzzle = 0; benchmark->puzzle < run->puzzle_count; benchmark->puzzle++) {
        const char *name = run->puzzles[benchmark->puzzle].name;

        if (strlen(name) == (size_t)(first - benchmark->name) &&
            memcmp(name, benchmark->name, strlen(name)) == 0)
            break;
    }
    if (benchmark->puzzle == run->puzzle_count)
        return false;
    for (benchmark->variant = 0; benchmark->variant < run->puzzles[benchmark->puzzle].variant_count;
         benchmark->variant++)
        if (strcmp(variant_of(run, benchmark)->name, last + 1) == 0)
            break;
    workload = arena_zalloc(arena, (size_t)(last - first), 1);
    if (!workload)
        return false;
    memcpy(workload, first + 1, (size_t)(last - first - 1));
    benchmark->workload = workload;
    return benchmark->variant < run->puzzles[benchmark->puzzle].variant_count;
}

/* What is not counted is 0, what is not measured is -1. */
static bool read_counts(json_t *entry, const struct place *place, const struct run *run,
                        struct benchmark *benchmark)
{
    for (size_t i = 0; i < run->counter_count; i++) {
        const char *name = run->counters[i].name;
        double *value = &benchmark->counters[i];

        *value = run->counters[i].measured && !json_object_get(entry, name) ? -1 : 0;
        if (!json_figure_maybe(entry, name, place, value))
            return false;
        if (*value < 0 && json_object_get(entry, name)) {
            json_refuse(place, name, "expected a count, found a negative number");
            return false;
        }
        benchmark->counted |= !run->counters[i].measured && *value > 0;
    }
    return true;
}

static int begin(json_t *entry, const struct place *place, size_t room, struct arena *arena, struct run *run,
                 struct benchmark *benchmark)
{
    if (!json_text(entry, "run_name", place, &benchmark->name) ||
        !json_figure(entry, "cases", place, &benchmark->cases) ||
        !json_figure(entry, "size", place, &benchmark->size) ||
        !json_figure(entry, "peak_bytes", place, &benchmark->peak) ||
        !json_text_maybe(entry, "ladder", place, &benchmark->ladder) ||
        !json_figure_maybe(entry, "rung", place, &benchmark->rung) ||
        !read_counts(entry, place, run, benchmark))
        return EXIT_USAGE;
    if (!(benchmark->cases >= 1))
        return json_refuse(place, "cases", "expected a positive number");
    if (benchmark->size < 0 || benchmark->peak < 0)
        return json_refuse(place, benchmark->size < 0 ? "size" : "peak_bytes", "found a negative number");
    if (run_find(run, benchmark->name))
        return json_refuse(place, "run_name", "'%s' is in the file twice", benchmark->name);
    if (!place_benchmark(run, arena, benchmark))
        return json_refuse(place, "run_name", "'%s' is no puzzle/workload/variant of context.puzzles",
                           benchmark->name);
    if (benchmark->ladder && !(benchmark->rung >= 1))
        return json_refuse(place, "rung", "expected a positive number");
    benchmark->seconds = arena_alloc(arena, room, sizeof *benchmark->seconds);
    if (!benchmark->seconds)
        return out_of_memory(place->file);
    return EXIT_WELL;
}

/* How many entries from `start` on are of this name. */
static size_t count_entries(const json_t *list, size_t start, const char *name)
{
    size_t end = start;

    while (end < json_array_size(list) &&
           strcmp(json_text_or(json_array_get(list, end), "run_name", ""), name) == 0)
        end++;
    return end - start;
}

/* Repetitions of one benchmark follow one another; aggregates of the library are not needed. */
static int read_benchmarks(json_t *list, const char *path, struct arena *arena, struct run *run)
{
    struct benchmark *last = NULL;
    json_t *entry;
    size_t i;

    run->benchmarks = arena_zalloc(arena, json_array_size(list), sizeof *run->benchmarks);
    if (!run->benchmarks)
        return out_of_memory(path);
    json_array_foreach(list, i, entry)
    {
        struct place place = {path, "benchmarks", i};
        const char *name, *unit = "ns", *type = "iteration";
        double time;
        int status;

        if (!json_text_maybe(entry, "run_type", &place, &type) ||
            !json_text_maybe(entry, "time_unit", &place, &unit))
            return EXIT_USAGE;
        if (strcmp(type, "iteration") != 0)
            continue;
        if (!json_text(entry, "run_name", &place, &name) || !json_figure(entry, "cpu_time", &place, &time))
            return EXIT_USAGE;
        if (strcmp(unit, "ns") != 0)
            return json_refuse(&place, "time_unit", "expected ns, found '%s'", unit);
        if (!(time > 0))
            return json_refuse(&place, "cpu_time", "expected a positive number");
        if (!last || strcmp(last->name, name) != 0) {
            last = &run->benchmarks[run->benchmark_count];
            status = begin(entry, &place, count_entries(list, i, name), arena, run, last);
            if (status != EXIT_WELL)
                return status;
            run->benchmark_count++;
        }
        last->seconds[last->repetitions++] = time * 1e-9 / last->cases;
    }
    return EXIT_WELL;
}

static int read_run(struct run *run, const char *path, struct arena *arena)
{
    struct place top = {path, NULL, 0};
    json_t *context = json_object_get(run->root, "context"), *notes, *counters, *left_out, *benchmarks;
    const json_t *environment = json_object_get(context, "environment");
    int status;

    if (!json_is_object(context) || !json_is_array(json_object_get(run->root, "benchmarks")))
        return json_refuse(&top, NULL, "no result of assay-bench: it has no context or no benchmarks");
    if (!json_is_object(environment) || !json_object_get(context, "puzzles"))
        return json_refuse(
            &top, NULL,
            "no result of this assay-bench: context.%s is missing; was it written by an older one?",
            json_is_object(environment) ? "puzzles" : "environment");
    if (origin_read(environment, path, &run->origin) != EXIT_WELL)
        return EXIT_USAGE;
    run->origin.command = "assay bench";
    run->hardware = json_text_or(context, "hardware_counters", "unknown");
    if (!json_text_maybe(context, "command", &top, &run->origin.command) ||
        !json_list(context, "puzzles", &top, &notes) || !json_list(context, "counters", &top, &counters) ||
        !json_list(context, "left_out", &top, &left_out) ||
        !json_list(run->root, "benchmarks", &top, &benchmarks))
        return EXIT_USAGE;
    status = read_puzzles(notes, path, arena, run);
    if (status == EXIT_WELL)
        status = read_counters(counters, path, run);
    if (status == EXIT_WELL)
        status = read_left_out(left_out, path, arena, run);
    if (status == EXIT_WELL)
        status = read_benchmarks(benchmarks, path, arena, run);
    if (status == EXIT_WELL && !run->benchmark_count)
        return json_refuse(&top, "benchmarks", "there is none");
    return status;
}

/* The library writes them in the random order in which they ended: real files first, then ladders by size. */
static int compare_benchmarks(const void *one, const void *other)
{
    const struct benchmark *a = one, *b = other;
    int order;

    if (a->puzzle != b->puzzle)
        return a->puzzle < b->puzzle ? -1 : 1;
    if (!a->ladder != !b->ladder)
        return a->ladder ? 1 : -1;
    order = strcmp(a->ladder ? a->ladder : a->workload, b->ladder ? b->ladder : b->workload);
    if (order)
        return order;
    if (a->rung < b->rung || a->rung > b->rung)
        return a->rung < b->rung ? -1 : 1;
    return (a->variant > b->variant) - (a->variant < b->variant);
}

/* Once they are sorted those that would take one another's place on a ladder are neighbours. */
static int sort_benchmarks(struct run *run, const char *path)
{
    qsort(run->benchmarks, run->benchmark_count, sizeof *run->benchmarks, compare_benchmarks);
    for (size_t i = 1; i < run->benchmark_count; i++) {
        const struct benchmark *one = &run->benchmarks[i - 1], *other = &run->benchmarks[i];

        if (one->ladder && compare_benchmarks(one, other) == 0)
            return json_refuse(&(struct place){path, NULL, 0}, "benchmarks",
                               "'%s' and '%s' are one rung of one ladder", one->name, other->name);
    }
    return EXIT_WELL;
}

int run_open(const char *path, struct arena *arena, struct run *run)
{
    int status;

    *run = (struct run){0};
    run->root = json_read(path, &status);
    if (!run->root)
        return status;
    status = read_run(run, path, arena);
    if (status == EXIT_WELL)
        status = sort_benchmarks(run, path);
    for (size_t i = 0; i < run->benchmark_count && status == EXIT_WELL; i++) {
        struct benchmark *benchmark = &run->benchmarks[i];

        sort_doubles(benchmark->seconds, benchmark->repetitions);
        benchmark->time = summary_of(benchmark->seconds, benchmark->repetitions);
    }
    return status;
}

void run_close(struct run *run)
{
    json_decref(run->root);
    run->root = NULL;
}

static struct benchmark *find(const struct run *run, const char *name)
{
    for (size_t i = 0; i < run->benchmark_count; i++)
        if (strcmp(run->benchmarks[i].name, name) == 0)
            return &run->benchmarks[i];
    return NULL;
}

const struct benchmark *run_find(const struct run *run, const char *name)
{
    return find(run, name);
}

int run_take_instructions(const char *path, struct run *run)
{
    json_t *root, *list, *entry;
    struct place top = {path, NULL, 0};
    int status;
    size_t i;

    root = json_read(path, &status);
    if (!root)
        return status;
    if (!json_list(root, "instructions", &top, &list))
        status = EXIT_USAGE;
    for (i = 0; status == EXIT_WELL && i < json_array_size(list); i++) {
        struct place place = {path, "instructions", i};
        struct benchmark *benchmark;
        const char *name;
        double total, cases;

        entry = json_array_get(list, i);
        if (!json_text(entry, "name", &place, &name) || !json_figure(entry, "total", &place, &total) ||
            !json_figure(entry, "cases", &place, &cases))
            status = EXIT_USAGE;
        else if (!(cases >= 1) || !(total > 0))
            status = json_refuse(&place, cases >= 1 ? "total" : "cases", "expected a positive number");
        else if ((benchmark = find(run, name)) != NULL)
            benchmark->instructions = total / cases;
    }
    json_decref(root);
    return status;
}
