#include "export.h"

#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

/* The selected variants between commas; empty where there is none. */
static void list_variants(const struct suite *suite, const struct suite_workload *spec,
                          const struct selection *selection, struct text *text)
{
    char name[CELL_NAME_SIZE];
    size_t start = text->length;

    for (size_t i = 0; i < suite->column_count; i++)
        if ((spec->columns >> i & 1) && !suite->columns[i].reference &&
            is_selected(selection, suite, spec, i, name))
            text_format(text, "%s%s", text->length > start ? "," : "", suite->columns[i].variant->name);
}

static bool lies_outside(const struct suite_workload *spec)
{
    for (size_t i = 0; spec->globs && spec->globs[i]; i++)
        if (spec->globs[i][0] == '/' || strncmp(spec->globs[i], "..", 2) == 0)
            return true;
    return false;
}

/* As few files as the puzzle's format allows; their number, 0 after a message. */
static size_t write_cases(const char *program, const char *folder, const struct puzzle *puzzle,
                          const struct workload *workload)
{
    const struct cases *cases = &workload->cases;
    size_t per_file = cases->count < puzzle->cases_per_file ? cases->count : puzzle->cases_per_file;
    size_t files = 0;
    int status = EXIT_WELL;

    for (size_t i = 0; i < cases->count && status == EXIT_WELL; i += per_file) {
        size_t left = cases->count - i;
        struct cases file = {left < per_file ? left : per_file, cases->instances + i};
        struct text text = {0};
        char path[PATH_SIZE];

        snprintf(path, sizeof path, "%s/%s/%s.%zu", folder, puzzle->name, workload->spec->name, ++files);
        puzzle->format(&file, &text);
        if (text.failed)
            fprintf(stderr, "%s: %s: out of memory\n", program, path);
        status = text.failed ? EXIT_UNABLE : file_write(program, path, text.bytes, text.length);
        text_free(&text);
    }
    return status == EXIT_WELL ? files : 0;
}

static int export_workload(const char *program, const char *folder, const struct suite *suite,
                           const struct suite_workload *spec, const struct selection *selection, struct text *index)
{
    struct text variants = {0};
    struct workload workload = {0};
    int status = EXIT_WELL;
    size_t files;

    list_variants(suite, spec, selection, &variants);
    if (variants.length)
        status = workload_load(program, suite, spec, &workload);
    if (status == EXIT_WELL && workload.cases.count) {
        files = write_cases(program, folder, suite->puzzle, &workload);
        status = files ? EXIT_WELL : EXIT_UNABLE;
        text_format(index, "%s\t%s\t%s\t%zu\t%zu\t%s\n", suite->puzzle->name, spec->name,
                    lies_outside(spec) ? "outside" : "tree", workload.cases.count, files, variants.bytes);
    }
    workload_unload(&workload);
    text_free(&variants);
    return status;
}

int export_all(const char *program, const char *folder, struct bench *benches, size_t count,
               const struct selection *selection)
{
    struct text index = {0};
    char path[PATH_SIZE];
    int status = EXIT_WELL;

    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < benches[i].suite.workload_count && status == EXIT_WELL; k++)
            status = export_workload(program, folder, &benches[i].suite, &benches[i].suite.workloads[k], selection,
                                     &index);
    snprintf(path, sizeof path, "%s/index.tsv", folder);
    if (status == EXIT_WELL && index.failed) {
        fprintf(stderr, "%s: out of memory\n", program);
        status = EXIT_UNABLE;
    }
    if (status == EXIT_WELL)
        status = file_write(program, path, index.bytes, index.length);
    text_free(&index);
    return status;
}
