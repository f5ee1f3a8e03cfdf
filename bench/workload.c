#include "workload.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "parse.h"

static int complain(const char *program, const struct suite *suite, const struct suite_workload *spec,
                    const char *reason)
{
    fprintf(stderr, "%s: %s/%s: %s\n", program, suite->puzzle->name, spec->name, reason);
    return EXIT_UNABLE;
}

/* Case i is the one that `assay generate` makes for the same seed and index. */
static int generate(const char *program, const struct suite *suite, struct workload *workload)
{
    const struct puzzle *puzzle = suite->puzzle;
    const struct suite_workload *spec = workload->spec;
    const char *class_name = puzzle->classes[spec->recipe.input_class].name;
    const void **instances = arena_alloc(&workload->arena, spec->cases, sizeof *instances);
    struct error error = {.kind = ERROR_NONE};
    struct rng rng;

    if (!instances)
        return complain(program, suite, spec, "out of memory");
    for (size_t i = 0; i < spec->cases; i++) {
        rng_seed(&rng, rng_case_seed(spec->seed, puzzle->name, class_name, i));
        instances[i] = puzzle->generate(&rng, &spec->recipe, &workload->arena, &error);
        if (!instances[i]) {
            complain(program, suite, spec, error.message);
            return error.kind == ERROR_MEMORY ? EXIT_UNABLE : EXIT_USAGE;
        }
    }
    workload->cases = (struct cases){spec->cases, instances};
    return EXIT_WELL;
}

/* Every file of one kind that matches, in the order of the patterns, then of the names. */
static bool find_files(const char *const *globs, glob_t *found)
{
    for (size_t i = 0; globs[i]; i++) {
        int status = glob(globs[i], i ? GLOB_APPEND : 0, NULL, found);

        if (status != 0 && status != GLOB_NOMATCH)
            return false;
    }
    return true;
}

static bool append(struct workload *workload, const struct cases *more)
{
    size_t count = workload->cases.count + more->count;
    const void **instances = arena_alloc(&workload->arena, count, sizeof *instances);

    if (!instances)
        return false;
    if (workload->cases.count)
        memcpy(instances, workload->cases.instances, workload->cases.count * sizeof *instances);
    memcpy(instances + workload->cases.count, more->instances, more->count * sizeof *instances);
    workload->cases = (struct cases){count, instances};
    return true;
}

static int read_files(const char *program, const struct suite *suite, struct workload *workload)
{
    glob_t found = {0};
    int status = EXIT_WELL;

    if (!find_files(workload->spec->globs, &found))
        status = complain(program, suite, workload->spec, "cannot look for its files");
    workload->files = arena_zalloc(&workload->arena, found.gl_pathc, sizeof *workload->files);
    if (!workload->files)
        status = complain(program, suite, workload->spec, "out of memory");
    for (size_t i = 0; i < found.gl_pathc && status == EXIT_WELL; i++) {
        struct cases cases;

        status = file_parse(program, suite->puzzle, found.gl_pathv[i], &workload->arena, &workload->files[i],
                            &cases);
        workload->file_count = i + 1;
        if (status == EXIT_WELL && !append(workload, &cases))
            status = complain(program, suite, workload->spec, "out of memory");
    }
    globfree(&found);
    return status;
}

/* The column `parse` is the last. */
static bool add_inputs(const struct suite *suite, struct workload *workload)
{
    if (!workload->cases.count || !(workload->spec->columns >> (suite->column_count - 1) & 1))
        return true;
    return parse_inputs(suite->puzzle, &workload->cases, &workload->arena, &workload->inputs);
}

const struct cases *workload_cases(const struct workload *workload, const struct suite_column *column)
{
    return column->variant == &parse_variant ? &workload->inputs : &workload->cases;
}

int workload_load(const char *program, const struct suite *suite, const struct suite_workload *spec,
                  struct workload *workload)
{
    int status;

    *workload = (struct workload){.spec = spec};
    status = spec->globs ? read_files(program, suite, workload) : generate(program, suite, workload);
    if (status != EXIT_WELL)
        return status;
    for (size_t i = 0; i < workload->cases.count; i++)
        workload->size += suite->puzzle->measure(workload->cases.instances[i]);
    workload->cells = arena_zalloc(&workload->arena, suite->column_count, sizeof *workload->cells);
    if (!workload->cells || !add_inputs(suite, workload))
        return complain(program, suite, spec, "out of memory");
    return EXIT_WELL;
}

void workload_unload(struct workload *workload)
{
    for (size_t i = 0; i < workload->file_count; i++)
        file_free(&workload->files[i]);
    arena_free(&workload->arena);
}
