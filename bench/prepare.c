#include "prepare.h"

#include <stdio.h>
#include <string.h>

#include "agree.h"
#include "progress.h"

bool is_selected(const struct selection *selection, const struct suite *suite, const struct suite_workload *spec,
                 size_t column, char name[CELL_NAME_SIZE])
{
    snprintf(name, CELL_NAME_SIZE, "%s/%s/%s", suite->puzzle->name, spec->name, suite->columns[column].variant->name);
    return (!selection->workload || strcmp(selection->workload, spec->name) == 0) &&
           (!selection->filter || regexec(selection->filter, name, 0, NULL, 0) == 0);
}

static void report(const char *program, const char *puzzle, const struct workload *workload,
                   const struct disagreement *disagreement)
{
    fprintf(stderr, "%s: %s/%s: case %zu: ", program, puzzle, workload->spec->name, disagreement->number);
    if (disagreement->other)
        fprintf(stderr, "%s and %s disagree: %s", disagreement->one, disagreement->other, disagreement->what);
    else
        fprintf(stderr, "the answer of %s is wrong: %s", disagreement->one, disagreement->what);
    fprintf(stderr, "; nothing of this workload is timed\n");
}

static bool any_selected(const struct selection *selection, const struct suite *suite,
                         const struct suite_workload *spec)
{
    char name[CELL_NAME_SIZE];

    for (size_t i = 0; i < suite->column_count; i++)
        if ((spec->columns >> i & 1) && is_selected(selection, suite, spec, i, name))
            return true;
    return false;
}

static int prepare(const char *program, const struct suite *suite, struct workload *workload,
                   const struct selection *selection)
{
    struct disagreement disagreement;
    enum verdict verdict;

    if (!workload->cases.count) {
        progress_end();
        fprintf(stderr, "%s: %s/%s: none of its files is there, left out\n", program, suite->puzzle->name,
                workload->spec->name);
        return EXIT_WELL;
    }
    for (size_t i = 0; i < suite->column_count; i++)
        workload->cells[i].wanted = is_selected(selection, suite, workload->spec, i, workload->cells[i].name);
    verdict = agree(suite, workload, &disagreement);
    progress_end();
    if (verdict == AGREE_NO_MEMORY)
        fprintf(stderr, "%s: %s/%s: out of memory\n", program, suite->puzzle->name, workload->spec->name);
    if (verdict == DISAGREED)
        report(program, suite->puzzle->name, workload, &disagreement);
    return verdict == AGREED ? EXIT_WELL : verdict == DISAGREED ? EXIT_FOUND : EXIT_UNABLE;
}

int prepare_all(const char *program, struct bench *benches, size_t count, const struct selection *selection)
{
    int worst = EXIT_WELL;

    for (size_t i = 0; i < count; i++) {
        const struct suite *suite = &benches[i].suite;

        for (size_t k = 0; k < suite->workload_count; k++) {
            const struct suite_workload *spec = &suite->workloads[k];
            struct workload *workload = &benches[i].workloads[k];
            int status;

            *workload = (struct workload){.spec = spec};
            if (!any_selected(selection, suite, spec))
                continue;
            progress_show(program, "checking", spec->name);
            status = workload_load(program, suite, spec, workload);
            if (status == EXIT_WELL)
                status = prepare(program, suite, workload, selection);
            if (status != EXIT_WELL && status != EXIT_FOUND)
                return status;
            worst = status == EXIT_FOUND ? status : worst;
        }
    }
    progress_end();
    return worst;
}
