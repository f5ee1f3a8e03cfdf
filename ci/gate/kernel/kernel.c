/* What the gate runs: one program for a revision, compiled from this source against that revision's core. It solves
 * workloads that assay-bench has written as files (FOLDER, with its index.tsv), so that base and head get the same bytes
 * even where a generator has changed.
 *
 *   kernel [--plant X] answers FOLDER                          every variant on every workload, its answers compared
 *   kernel [--plant X] cases FOLDER PUZZLE WORKLOAD VARIANT    a line a case: number, hash, outcome
 *   kernel [--plant X] show FOLDER PUZZLE WORKLOAD VARIANT N   the answer of case N
 *   kernel [--plant X] profile FOLDER LIST                     for callgrind: one dump a line of LIST
 *   kernel [--plant X] time FOLDER PUZZLE WORKLOAD VARIANT CASES PASSES LAPS
 *   kernel control ROUNDS LAPS                                 the two last print nanoseconds of CPU time of a lap
 *
 * Rejected: a run of assay-bench a sample. It makes the cases anew each time, which costs more than most solves, and its
 * source differs between the revisions, so that a change of the ruler would look like one of the thing measured. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "control.h"
#include "core/cli/file.h"
#include "plant.h"

#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif
#endif
#ifndef CALLGRIND_DUMP_STATS_AT
#define CALLGRIND_DUMP_STATS_AT(name) ((void)(name))
#endif

enum { LINE_SIZE = 4096, VARIANTS_MAX = 64, PATH_SIZE = 4096, LAPS_MAX = 64 };

/* What one pass may cost where it is repeated (callgrind, pairs): as many of the first cases as fit, at least one; a first
 * case beyond FIRST_MOST is left to the layers that run once. */
static const double FIT_NS = 1e6, FIRST_MOST = 20e6;

struct workload {
    const struct puzzle *puzzle;
    char puzzle_name[64], name[128], origin[16], variants[1024];
    size_t count, file_count; /* as the index has them */
    const void **instances;
    struct file *files;
    struct arena arena;
};

/* One variant at work. */
struct run {
    const struct workload *workload;
    const struct variant *variant;
    void *context;
    void *answer, *spare; /* room for the largest */
    struct arena scratch;
    struct counters counters;
};

static struct plant plant;

static int complain(const char *what, const char *which)
{
    fprintf(stderr, "gate-kernel: %s: %s\n", which, what);
    return EXIT_UNABLE;
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

/* The first steps of a solve once more; what they find is dropped. */
static void repeat(struct run *run, const void *instance, struct work *work, uint64_t steps)
{
    struct work again = {.arena = work->arena, .steps_left = steps};

    if (!steps)
        return;
    run->variant->solve(run->context, instance, &again, run->spare);
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        work->counters.value[i] += again.counters.value[i];
}

/* What callgrind counts: it is told to collect inside this function only, so it must stay one. */
__attribute__((noinline)) enum outcome gate_solve(struct run *run, const void *instance, struct work *work,
                                                  void *answer);

enum outcome gate_solve(struct run *run, const void *instance, struct work *work, void *answer)
{
    uint64_t steps = work->steps_left;
    enum outcome outcome = run->variant->solve(run->context, instance, work, answer);

    if (plant.kind)
        plant_disturb(&plant, work, &outcome);
    if (plant.kind == PLANT_REPEAT)
        repeat(run, instance, work, plant_share(&plant, steps - work->steps_left));
    return outcome;
}

static enum outcome solve(struct run *run, const void *instance, void *answer)
{
    struct work work = work_start(&run->scratch, WORK_STEPS_UNLIMITED);
    enum outcome outcome = gate_solve(run, instance, &work, answer);

    arena_reset(&run->scratch);
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        run->counters.value[i] += work.counters.value[i];
    return outcome;
}

static bool load(const char *folder, struct workload *workload)
{
    size_t loaded = 0;

    workload->puzzle = puzzle_find(workload->puzzle_name);
    if (!workload->puzzle)
        return true; /* a revision without it */
    workload->instances = arena_alloc(&workload->arena, workload->count, sizeof *workload->instances);
    workload->files = arena_zalloc(&workload->arena, workload->file_count, sizeof *workload->files);
    for (size_t i = 0; workload->instances && workload->files && i < workload->file_count; i++) {
        struct cases cases;
        char path[PATH_SIZE];

        snprintf(path, sizeof path, "%s/%s/%s.%zu", folder, workload->puzzle_name, workload->name, i + 1);
        if (file_parse("gate-kernel", workload->puzzle, path, &workload->arena, &workload->files[i], &cases) ||
            cases.count > workload->count - loaded)
            return false;
        memcpy(workload->instances + loaded, cases.instances, cases.count * sizeof *cases.instances);
        loaded += cases.count;
    }
    return loaded == workload->count;
}

static void unload(struct workload *workload)
{
    for (size_t i = 0; workload->files && i < workload->file_count; i++)
        file_free(&workload->files[i]);
    arena_free(&workload->arena);
}

static bool read_line(const char *line, struct workload *workload)
{
    *workload = (struct workload){0};
    return sscanf(line, "%63s %127s %15s %zu %zu %1023s", workload->puzzle_name, workload->name, workload->origin,
                  &workload->count, &workload->file_count, workload->variants) == 6 &&
           workload->count && workload->count <= CASES_MAX && workload->file_count;
}

/* Loads the named workload, or the next one of the index where no name is given. */
static bool next_workload(FILE *index, const char *folder, const char *puzzle, const char *name,
                          struct workload *workload)
{
    char line[LINE_SIZE];

    while (fgets(line, sizeof line, index)) {
        if (!read_line(line, workload))
            return false;
        if (!name || (strcmp(workload->name, name) == 0 && strcmp(workload->puzzle_name, puzzle) == 0))
            return load(folder, workload);
    }
    return false;
}

static FILE *open_index(const char *folder)
{
    char path[PATH_SIZE];

    snprintf(path, sizeof path, "%s/index.tsv", folder);
    return fopen(path, "re");
}

static bool start(struct run *run, const struct workload *workload, const struct variant *variant)
{
    size_t largest = 1;

    *run = (struct run){.workload = workload, .variant = variant};
    for (size_t i = 0; i < workload->count; i++) {
        size_t size = workload->puzzle->answer_size(workload->instances[i]);

        largest = size > largest ? size : largest;
    }
    run->answer = calloc(1, largest);
    run->spare = calloc(1, largest);
    run->context = variant->open ? variant->open() : NULL;
    return run->answer && run->spare && (run->context || !variant->open);
}

static void finish(struct run *run)
{
    if (run->context)
        run->variant->close(run->context);
    free(run->answer);
    free(run->spare);
    arena_free(&run->scratch);
}

/* Shown at the most detail, so that a changed layout of the answer in memory is no difference. */
static void print_answer(const struct run *run, size_t index, enum outcome outcome, const void *answer,
                         struct text *text)
{
    struct result result = {outcome, answer};

    text_clear(text);
    run->workload->puzzle->print(run->workload->instances[index], &result, index + 1, run->variant->detail, text);
}

/* FNV-1a. */
static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211U;
    return hash;
}

enum { HASH_START = 0x811c9dc5 };

static bool is_answer(enum outcome outcome)
{
    return outcome == OUTCOME_SOLVED || outcome == OUTCOME_CONTRADICTION;
}

/* The answers of one variant on one workload. */
struct column {
    const struct variant *variant;
    const char *state; /* "ready" or why not */
    struct result *results;
    uint64_t hash;
    size_t fit;
    double fresh, warm;
    struct counters counters;
};

static void solve_column(struct run *run, struct column *column, struct arena *kept)
{
    const struct workload *workload = run->workload;
    struct text text = {0};

    for (size_t i = 0; i < workload->count && strcmp(column->state, "ready") == 0; i++) {
        const void *instance = workload->instances[i];
        void *answer = arena_zalloc(kept, 1, workload->puzzle->answer_size(instance));
        double begun = now(), after;

        column->results[i] = (struct result){answer ? solve(run, instance, answer) : OUTCOME_NO_MEMORY, answer};
        after = column->fresh + now() - begun;
        if (!is_answer(column->results[i].outcome))
            column->state = outcome_names[column->results[i].outcome];
        if (after <= FIT_NS || (i == 0 && after <= FIRST_MOST))
            column->fit += column->fit == i;
        column->fresh = after;
        print_answer(run, i, column->results[i].outcome, answer, &text);
        column->hash = hash_bytes(column->hash, text.bytes, text.length);
    }
    if (text.failed)
        column->state = outcome_names[OUTCOME_NO_MEMORY];
    text_free(&text);
    column->counters = run->counters;
}

static void pass(struct run *run, size_t cases)
{
    plant_batch(&plant);
    for (size_t i = 0; i < cases; i++)
        solve(run, run->workload->instances[i], run->answer);
}

static void try_variant(const struct workload *workload, struct column *column, struct arena *kept)
{
    struct run run;

    column->hash = HASH_START;
    column->state = "ready";
    column->results = arena_zalloc(kept, workload->count, sizeof *column->results);
    for (size_t i = 0; i < workload->count; i++)
        if (column->variant->refuses && column->variant->refuses(workload->instances[i]))
            column->state = outcome_names[OUTCOME_UNSUPPORTED];
    if (strcmp(column->state, "ready") != 0)
        return;
    if (!column->results || !start(&run, workload, column->variant)) {
        column->state = outcome_names[OUTCOME_NO_MEMORY];
        return;
    }
    solve_column(&run, column, kept);
    if (strcmp(column->state, "ready") == 0 && column->fit) {
        double begun = now();

        pass(&run, column->fit);
        column->warm = now() - begun;
    }
    finish(&run);
}

static const char *judge(const struct workload *workload, size_t i, const struct column *exact,
                         const struct column *other)
{
    const struct puzzle *puzzle = workload->puzzle;
    const struct result *one = &exact->results[i], *two = &other->results[i];
    bool sound = other->variant->claim == CLAIM_SOUND;

    if (sound && one->outcome == OUTCOME_CONTRADICTION)
        return NULL;
    if (one->outcome != two->outcome)
        return "one sees a contradiction, the other does not";
    if (one->outcome != OUTCOME_SOLVED)
        return NULL;
    if (!sound && !puzzle->equal(workload->instances[i], one->answer, two->answer))
        return "different answers";
    if (sound && puzzle->refines && !puzzle->refines(workload->instances[i], one->answer, two->answer))
        return "the sound answer says what the exact one does not";
    return NULL;
}

/* Everybody against the first that claims to be exact; the first difference of each. */
static void compare_columns(const struct workload *workload, const struct column *columns, size_t count)
{
    const struct column *exact = NULL;

    for (size_t i = 0; i < count; i++) {
        if (strcmp(columns[i].state, "ready") != 0)
            continue;
        if (!exact && columns[i].variant->claim == CLAIM_EXACT)
            exact = &columns[i];
        for (size_t k = 0; exact && &columns[i] != exact && k < workload->count; k++) {
            const char *what = judge(workload, k, exact, &columns[i]);

            if (what) {
                printf("differs\t%s/%s/%s\t%s\t%zu\t%s\n", workload->puzzle_name, workload->name,
                       columns[i].variant->name, exact->variant->name, k + 1, what);
                break;
            }
        }
    }
}

static void print_column(const struct workload *workload, const struct column *column)
{
    printf("cell\t%s/%s/%s\t%s\t%s\t%zu\t%016" PRIx64 "\t%zu\t%.0f\t%.0f\t", workload->puzzle_name, workload->name,
           column->variant->name, workload->origin, column->state, workload->count, column->hash, column->fit,
           column->fresh, column->warm);
    for (size_t i = 0, shown = 0; i < COUNTER_COUNT; i++)
        if (column->counters.value[i])
            printf("%s%s=%" PRIu64, shown++ ? "," : "", counter_infos[i].name, column->counters.value[i]);
    printf(".\n");
}

static int answer_workload(struct workload *workload)
{
    struct column columns[VARIANTS_MAX] = {0};
    struct arena kept = {0};
    size_t count = 0;
    char *rest;

    for (char *name = strtok_r(workload->variants, ",", &rest); name && count < VARIANTS_MAX;
         name = strtok_r(NULL, ",", &rest)) {
        columns[count].variant = workload->puzzle ? variant_find(workload->puzzle, name) : NULL;
        if (columns[count].variant)
            try_variant(workload, &columns[count++], &kept);
    }
    compare_columns(workload, columns, count);
    for (size_t i = 0; i < count; i++)
        print_column(workload, &columns[i]);
    arena_free(&kept);
    return fflush(stdout) ? EXIT_UNABLE : EXIT_WELL;
}

static int run_answers(char **arguments)
{
    FILE *index = open_index(arguments[0]);
    struct workload workload;
    int status = index ? EXIT_WELL : complain("no index", arguments[0]);

    while (status == EXIT_WELL && next_workload(index, arguments[0], NULL, NULL, &workload)) {
        status = answer_workload(&workload);
        unload(&workload);
    }
    if (index && !feof(index) && status == EXIT_WELL)
        status = complain("cannot be read", arguments[0]);
    if (index)
        fclose(index);
    return status;
}

/* The workload and variant of FOLDER PUZZLE WORKLOAD VARIANT, started. */
static int begin(char **arguments, struct workload *workload, struct run *run)
{
    FILE *index = open_index(arguments[0]);
    const struct variant *variant = NULL;
    int status = index ? EXIT_WELL : complain("no index", arguments[0]);

    if (index && !next_workload(index, arguments[0], arguments[1], arguments[2], workload))
        status = complain("no such workload, or it cannot be read", arguments[2]);
    if (index)
        fclose(index);
    if (status == EXIT_WELL && workload->puzzle)
        variant = variant_find(workload->puzzle, arguments[3]);
    if (status == EXIT_WELL && (!variant || !start(run, workload, variant)))
        status = complain("no such variant, or out of memory", arguments[3]);
    return status;
}

static int run_cases(char **arguments, size_t only)
{
    struct workload workload;
    struct text text = {0};
    struct run run;
    int status = begin(arguments, &workload, &run);

    if (status != EXIT_WELL)
        return status;
    for (size_t i = 0; i < workload.count; i++) {
        enum outcome outcome = solve(&run, workload.instances[i], run.answer);

        if (only && i + 1 != only)
            continue;
        print_answer(&run, i, outcome, run.answer, &text);
        if (only)
            fwrite(text.bytes, 1, text.length, stdout);
        else
            printf("%zu\t%016" PRIx64 "\t%s\n", i + 1, hash_bytes(HASH_START, text.bytes, text.length),
                   outcome_names[outcome]);
    }
    text_free(&text);
    finish(&run);
    unload(&workload);
    return EXIT_WELL;
}

static size_t at_most(const char *text, size_t most)
{
    size_t number = (size_t)strtoull(text, NULL, 10);

    return number < most ? number : most;
}

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;

    return (a > b) - (a < b);
}

/* Of laps that do the same, the time that a quarter stays below: those that lost the processor on the way, or found its caches cold
 * after somebody else, lie above it. The mean of a batch has them in it: 5% of noise in place of 0.3% on a busy machine. */
static double lower_quartile(double *laps, size_t count)
{
    qsort(laps, count, sizeof *laps, compare);
    return laps[(count - 1) / 4];
}

static int run_time(char **arguments)
{
    struct workload workload;
    struct run run;
    double laps[LAPS_MAX];
    uint64_t passes = strtoull(arguments[5], NULL, 10);
    size_t count = at_most(arguments[6], LAPS_MAX);
    int status = count ? begin(arguments, &workload, &run) : complain("no number of laps", arguments[6]);

    if (status != EXIT_WELL)
        return status;
    workload.count = at_most(arguments[4], workload.count);
    pass(&run, workload.count); /* warm: tables filled, pages there */
    for (size_t lap = 0; lap < count; lap++) {
        double begun = now();

        for (uint64_t i = 0; i < passes; i++)
            pass(&run, workload.count);
        laps[lap] = now() - begun;
    }
    printf("%.0f\n", lower_quartile(laps, count));
    finish(&run);
    unload(&workload);
    return EXIT_WELL;
}

/* One line of the list: puzzle, workload, variant, cases. */
static int profile(const char *folder, char *line)
{
    char puzzle[64], name[128], variant[64], cases[32], full[320];
    char *arguments[] = {(char *)(uintptr_t)folder, puzzle, name, variant};
    struct workload workload;
    struct run run;
    int status;

    if (sscanf(line, "%63s %127s %63s %31s", puzzle, name, variant, cases) != 4)
        return complain("not a line of a list", line);
    status = begin(arguments, &workload, &run);
    if (status != EXIT_WELL)
        return status;
    pass(&run, at_most(cases, workload.count));
    snprintf(full, sizeof full, "%s/%s/%s", puzzle, name, variant);
    CALLGRIND_DUMP_STATS_AT(full);
    finish(&run);
    unload(&workload);
    return EXIT_WELL;
}

static int run_profile(char **arguments)
{
    FILE *list = fopen(arguments[1], "re");
    char line[LINE_SIZE];
    int status = list ? EXIT_WELL : complain("cannot be opened", arguments[1]);

    while (status == EXIT_WELL && fgets(line, sizeof line, list))
        status = profile(arguments[0], line);
    if (list)
        fclose(list);
    return status;
}

static int run_control(char **arguments)
{
    uint64_t rounds = strtoull(arguments[0], NULL, 10), result = control_run(rounds);
    double laps[LAPS_MAX];
    size_t count = at_most(arguments[1], LAPS_MAX);

    for (size_t lap = 0; lap < count; lap++) {
        double begun = now();

        result ^= control_run(rounds);
        laps[lap] = now() - begun;
    }
    printf("%.0f\t%" PRIx64 "\n", count ? lower_quartile(laps, count) : 0, result);
    return EXIT_WELL;
}

int main(int count, char **arguments)
{
    int at = 1;

    if (count > 3 && strcmp(arguments[1], "--plant") == 0) {
        if (!plant_parse(arguments[2], &plant))
            return complain("no such plant", arguments[2]);
        at = 3;
    }
    count -= at + 1;
    if (count == 1 && strcmp(arguments[at], "answers") == 0)
        return run_answers(arguments + at + 1);
    if (count == 4 && strcmp(arguments[at], "cases") == 0)
        return run_cases(arguments + at + 1, 0);
    if (count == 5 && strcmp(arguments[at], "show") == 0)
        return run_cases(arguments + at + 1, (size_t)strtoull(arguments[at + 5], NULL, 10));
    if (count == 2 && strcmp(arguments[at], "profile") == 0)
        return run_profile(arguments + at + 1);
    if (count == 7 && strcmp(arguments[at], "time") == 0)
        return run_time(arguments + at + 1);
    if (count == 2 && strcmp(arguments[at], "control") == 0)
        return run_control(arguments + at + 1);
    fprintf(stderr, "gate-kernel: run by assay-gate; the modes stand at the top of its source\n");
    return EXIT_USAGE;
}
