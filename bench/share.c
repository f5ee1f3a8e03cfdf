/* What is counted must be the same in every run: so the share is a number of cases and of steps, never a
 * time, and contexts are opened anew for each call. Large instances and long searches are left out, because
 * the tool makes everything fifty times as slow. Rejected: the tool's client requests, which would make its
 * headers a build dependency. */
#include "share.h"

#include <stdio.h>

#include "batch.h"

enum { SHARE_CASES = 4, SHARE_SIZE = 20000 };
static const uint64_t SHARE_STEPS = 20000;

/* The function by whose name the tool switches counting on and off. */
enum outcome share_solve(const struct batch *batch, size_t cases);

__attribute__((noinline)) enum outcome share_solve(const struct batch *batch, size_t cases)
{
    enum outcome outcome = OUTCOME_SOLVED;

    for (size_t i = 0; i < cases && (outcome == OUTCOME_SOLVED || outcome == OUTCOME_CONTRADICTION); i++) {
        struct work work = work_start(batch->scratch, SHARE_STEPS);

        outcome = batch->variant->solve(batch->context, batch->cases->instances[i], &work, batch->answer);
        arena_reset(batch->scratch);
    }
    return outcome == OUTCOME_CONTRADICTION ? OUTCOME_SOLVED : outcome;
}

static bool affords(const struct variant *variant, const struct cases *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (variant->refuses(cases->instances[i]))
            return false;
    return true;
}

static bool solve_share(const struct bench *bench, const struct workload *workload, size_t column,
                        const char *name, struct text *list)
{
    const struct variant *variant = bench->suite.columns[column].variant;
    size_t count = workload->cases.count < SHARE_CASES ? workload->cases.count : SHARE_CASES;
    struct arena scratch = {0}, kept = {0};
    struct batch batch = {.variant = variant, .cases = &workload->cases, .scratch = &scratch};
    bool good = true;

    if (!affords(variant, &workload->cases, count))
        return true;
    batch.answer = arena_alloc(&kept, 1, batch_answer_size(bench->suite.puzzle, &workload->cases));
    if (variant->open)
        batch.context = variant->open();
    good = batch.answer && (!variant->open || batch.context);
    if (good)
        text_format(list, "%s %zu %s\n", name, count,
                    share_solve(&batch, count) == OUTCOME_SOLVED ? "solved" : "limit");
    if (batch.context)
        variant->close(batch.context);
    arena_free(&scratch);
    arena_free(&kept);
    return good;
}

static int share_workload(const char *program, const struct bench *bench, size_t index,
                          const struct selection *selection, struct text *list)
{
    const struct suite_workload *spec = &bench->suite.workloads[index];
    struct workload workload;
    char name[CELL_NAME_SIZE];
    int status;

    if (!spec->globs && spec->recipe.size > SHARE_SIZE)
        return EXIT_WELL;
    status = workload_load(program, &bench->suite, spec, &workload);
    for (size_t c = 0; c < bench->suite.column_count && status == EXIT_WELL && workload.cases.count; c++)
        if (!bench->suite.columns[c].reference && (spec->columns >> c & 1) &&
            is_selected(selection, &bench->suite, spec, c, name) &&
            !solve_share(bench, &workload, c, name, list)) {
            fprintf(stderr, "%s: out of memory\n", program);
            status = EXIT_UNABLE;
        }
    workload_unload(&workload);
    return status;
}

int share_run(const char *program, const char *path, struct bench *benches, size_t count,
              const struct selection *selection)
{
    struct text list = {0};
    int status = EXIT_WELL;

    for (size_t i = 0; i < count && status == EXIT_WELL; i++)
        for (size_t k = 0; k < benches[i].suite.workload_count && status == EXIT_WELL; k++)
            status = share_workload(program, &benches[i], k, selection, &list);
    if (status == EXIT_WELL && list.failed) {
        fprintf(stderr, "%s: out of memory\n", program);
        status = EXIT_UNABLE;
    }
    if (status == EXIT_WELL)
        status = file_write(program, path, list.bytes, list.length);
    text_free(&list);
    return status;
}
