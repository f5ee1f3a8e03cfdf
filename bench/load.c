#include "load.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

#define FOLDER "bench/suites"

static int out_of_memory(const char *program)
{
    fprintf(stderr, "%s: out of memory\n", program);
    return EXIT_UNABLE;
}

static int read_suite(const char *program, const char *path, struct arena *arena, struct suite *suite)
{
    struct file file;
    struct error error;
    int status = file_read(program, path, &file);

    if (status != EXIT_WELL)
        return status;
    if (!suite_parse(file.bytes, file.size, puzzles, references, arena, suite, &error)) {
        status = error.kind == ERROR_MEMORY ? EXIT_UNABLE : EXIT_USAGE;
        if (error.kind == ERROR_MEMORY)
            fprintf(stderr, "%s: %s: %s\n", program, path, error.message);
        else
            fprintf(stderr, "%s:%zu:%zu: error: %s\n", path, error.line, error.column, error.message);
    }
    file_free(&file);
    return status;
}

static bool is_named(const struct puzzle *puzzle, const char *const *operands, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(operands[i], puzzle->name) == 0)
            return true;
    return count == 0;
}

static size_t place(const struct puzzle *puzzle)
{
    size_t i = 0;

    while (puzzles[i] != puzzle)
        i++;
    return i;
}

/* Tables come in the order of the registry. False: there is one of this puzzle already, and names would no longer be unique. */
static bool insert(struct bench *benches, size_t *count, const struct bench *added)
{
    size_t i = *count;

    while (i > 0 && place(benches[i - 1].suite.puzzle) > place(added->suite.puzzle))
        i--;
    if (i > 0 && benches[i - 1].suite.puzzle == added->suite.puzzle)
        return false;
    memmove(&benches[i + 1], &benches[i], (*count - i) * sizeof *benches);
    benches[i] = *added;
    (*count)++;
    return true;
}

static int load(const char *program, const char *const *paths, size_t path_count, const char *const *operands,
                size_t operand_count, struct arena *arena, struct bench **benches, size_t *count)
{
    *count = 0;
    *benches = arena_zalloc(arena, path_count, sizeof **benches);
    if (!*benches)
        return out_of_memory(program);
    for (size_t i = 0; i < path_count; i++) {
        struct bench bench;
        int status = read_suite(program, paths[i], arena, &bench.suite);

        if (status != EXIT_WELL)
            return status;
        if (!is_named(bench.suite.puzzle, operands, operand_count))
            continue;
        bench.workloads = arena_zalloc(arena, bench.suite.workload_count, sizeof *bench.workloads);
        if (!bench.workloads)
            return out_of_memory(program);
        if (!insert(*benches, count, &bench)) {
            fprintf(stderr, "%s: %s: another suite is of the same puzzle\n", program, paths[i]);
            return EXIT_USAGE;
        }
    }
    return EXIT_WELL;
}

/* An operand must be the name of a puzzle, and of one that has a suite. */
static int check_operands(const struct usage *usage, const char *const *operands, size_t operand_count,
                          const struct bench *benches, size_t count)
{
    for (size_t i = 0; i < operand_count; i++) {
        size_t k = 0;

        while (k < count && strcmp(benches[k].suite.puzzle->name, operands[i]) != 0)
            k++;
        if (k == count)
            return options_refuse(usage, "there is no suite for a puzzle '%s'", operands[i]);
    }
    return EXIT_WELL;
}

int load_suites(const struct usage *usage, const struct option_list *files, const char *const *operands,
                size_t operand_count, struct arena *arena, struct bench **benches, size_t *count)
{
    glob_t found = {0};
    const char *const *paths = files->values;
    size_t path_count = files->count;
    int status;

    if (!path_count) {
        if (glob(FOLDER "/*.suite", 0, NULL, &found) != 0) {
            fprintf(stderr,
                    "%s: no suite in " FOLDER "/: start it in the project's root, or name one by --suite\n",
                    usage->program);
            return EXIT_USAGE;
        }
        paths = (const char *const *)found.gl_pathv;
        path_count = found.gl_pathc;
    }
    status = load(usage->program, paths, path_count, operands, operand_count, arena, benches, count);
    if (found.gl_pathc)
        globfree(&found);
    return status == EXIT_WELL ? check_operands(usage, operands, operand_count, *benches, *count) : status;
}
