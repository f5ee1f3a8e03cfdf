#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agree.h"
#include "batch.h"
#include "plan.h"
#include "shim.h"

/* Where there is a terminal: one line on standard error that is written over. */
static void show_progress(const char *program, const char *what, const char *name)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K%s: %s%s", program, what, name);
}

static void end_progress(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

bool is_selected(const struct selection *selection, const char *workload, const char *name)
{
    return (!selection->workload || strcmp(selection->workload, workload) == 0) &&
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

static bool name_cells(const struct suite *suite, struct workload *workload,
                       const struct selection *selection)
{
    for (size_t i = 0; i < suite->column_count; i++) {
        const char *parts[] = {suite->puzzle->name, workload->spec->name, suite->columns[i].variant->name};
        size_t length = strlen(parts[0]) + strlen(parts[1]) + strlen(parts[2]) + 3;
        char *name = arena_alloc(&workload->arena, length, 1);

        if (!name)
            return false;
        snprintf(name, length, "%s/%s/%s", parts[0], parts[1], parts[2]);
        workload->cells[i].name = name;
        workload->cells[i].wanted = is_selected(selection, workload->spec->name, name);
    }
    return true;
}

static bool any_selected(const struct suite *suite, const struct suite_workload *spec,
                         const struct selection *selection)
{
    struct arena arena = {0};
    struct cell cells[SUITE_COLUMNS_MAX] = {{0}};
    struct workload workload = {.spec = spec, .cells = cells};
    bool any = !name_cells(suite, &workload, selection);

    for (size_t i = 0; i < suite->column_count; i++)
        any |= cells[i].wanted && (spec->columns >> i & 1);
    arena = workload.arena;
    arena_free(&arena);
    return any;
}

static int prepare(const char *program, const struct suite *suite, struct workload *workload,
                   const struct selection *selection)
{
    struct disagreement disagreement;
    enum verdict verdict;

    if (!workload->cases.count) {
        fprintf(stderr, "%s: %s/%s: none of its files is there, left out\n", program, suite->puzzle->name,
                workload->spec->name);
        return EXIT_WELL;
    }
    verdict =
        name_cells(suite, workload, selection) ? agree(suite, workload, &disagreement) : AGREE_NO_MEMORY;
    end_progress();
    if (verdict == AGREE_NO_MEMORY)
        fprintf(stderr, "%s: %s/%s: out of memory\n", program, suite->puzzle->name, workload->spec->name);
    if (verdict == DISAGREED)
        report(program, suite->puzzle->name, workload, &disagreement);
    return verdict == AGREED ? EXIT_WELL : verdict == DISAGREED ? EXIT_FOUND : EXIT_UNABLE;
}

int run_prepare(const char *program, struct bench *benches, size_t count, const struct selection *selection)
{
    int worst = EXIT_WELL;

    for (size_t i = 0; i < count; i++) {
        const struct suite *suite = &benches[i].suite;

        for (size_t k = 0; k < suite->workload_count; k++) {
            const struct suite_workload *spec = &suite->workloads[k];
            struct workload *workload = &benches[i].workloads[k];
            int status;

            *workload = (struct workload){.spec = spec};
            if (!any_selected(suite, spec, selection))
                continue;
            show_progress(program, "checking ", spec->name);
            status = workload_load(program, suite, spec, workload);
            if (status == EXIT_WELL)
                status = prepare(program, suite, workload, selection);
            if (status != EXIT_WELL && status != EXIT_FOUND)
                return status;
            worst = status == EXIT_FOUND ? status : worst;
        }
    }
    end_progress();
    return worst;
}

/* Everything that is timed, in the order of the tables. */
struct session {
    const char *program;
    struct arena arena;
    struct arena scratch;
    struct shim_benchmark *benchmarks;
    struct plan *plans;
    struct batch *batches;
    struct cell **cells;
    size_t count;
    size_t total; /* repetitions */
    size_t done;
};

static bool is_ready(const struct workload *workload, size_t column)
{
    return workload->cases.count && !workload->disagreed && workload->cells[column].wanted &&
           workload->cells[column].state == CELL_READY;
}

static size_t count_ready(const struct bench *bench, size_t column)
{
    size_t ready = 0;

    for (size_t k = 0; k < bench->suite.workload_count; k++)
        ready += is_ready(&bench->workloads[k], column);
    return ready;
}

static bool add(struct session *session, const struct bench *bench, struct workload *workload, size_t column,
                void *context)
{
    size_t i = session->count++;
    struct cell *cell = &workload->cells[column];
    void *answer = arena_alloc(&session->arena, 1, batch_answer_size(bench->suite.puzzle, &workload->cases));

    if (!answer)
        return false;
    session->cells[i] = cell;
    session->batches[i] = (struct batch){bench->suite.columns[column].variant, context, &workload->cases,
                                         &session->scratch, answer};
    session->plans[i] = (struct plan){.estimate = cell->warm > 1e-9 ? cell->warm : 1e-9};
    session->benchmarks[i] = (struct shim_benchmark){
        .name = cell->name,
        .items = workload->cases.count,
        .bytes = workload->spec->bytes ? workload->size : 0,
        .body = batch_run,
        .closure = &session->batches[i],
    };
    return true;
}

/* One context a variant for the whole run: some may be open only once at a time. It is filled by an untimed
 * pass over each of the workloads, so that no repetition pays for it. */
static bool open_column(struct session *session, struct bench *bench, size_t column)
{
    const struct variant *variant = bench->suite.columns[column].variant;
    void *context = NULL;

    if (!count_ready(bench, column))
        return true;
    if (variant->open) {
        context = variant->open();
        if (!context)
            return false;
    }
    for (size_t k = 0; k < bench->suite.workload_count; k++) {
        if (!is_ready(&bench->workloads[k], column))
            continue;
        if (!add(session, bench, &bench->workloads[k], column, context))
            return false;
        if (context)
            batch_run(&session->batches[session->count - 1]);
    }
    return true;
}

static bool open_all(struct session *session, struct bench *benches, size_t count)
{
    size_t room = 0;

    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < benches[i].suite.column_count; c++)
            room += count_ready(&benches[i], c);
    session->benchmarks = arena_zalloc(&session->arena, room, sizeof *session->benchmarks);
    session->plans = arena_zalloc(&session->arena, room, sizeof *session->plans);
    session->batches = arena_zalloc(&session->arena, room, sizeof *session->batches);
    session->cells = arena_zalloc(&session->arena, room, sizeof(struct cell *));
    if (!session->benchmarks || !session->plans || !session->batches || !session->cells)
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < benches[i].suite.column_count; c++)
            if (!open_column(session, &benches[i], c))
                return false;
    return true;
}

/* The batches of a column follow one another and share their context. */
static void close_all(struct session *session)
{
    for (size_t i = 0; i < session->count; i++) {
        const struct batch *batch = &session->batches[i];

        if (batch->context && (i + 1 == session->count || session->batches[i + 1].context != batch->context))
            batch->variant->close(batch->context);
    }
    arena_free(&session->scratch);
    arena_free(&session->arena);
}

static void tick(void *closure)
{
    struct session *session = closure;
    char figures[64];

    snprintf(figures, sizeof figures, "%zu of %zu repetitions", ++session->done, session->total);
    show_progress(session->program, "timing: ", figures);
}

static double plan(struct session *session, const struct timing *timing)
{
    double seconds =
        timing->min_time > 0
            ? plan_by_time(session->plans, session->count, timing->repetitions, timing->min_time)
            : plan_by_budget(session->plans, session->count, timing->repetitions, timing->budget);

    for (size_t i = 0; i < session->count; i++) {
        session->benchmarks[i].iterations = session->plans[i].iterations;
        session->benchmarks[i].repetitions = session->plans[i].repetitions;
        session->total += (size_t)session->plans[i].repetitions;
    }
    return seconds;
}

char *run_time(const char *program, struct bench *benches, size_t count, const struct timing *timing,
               double *seconds)
{
    struct session session = {.program = program};
    char *json = NULL;

    if (!open_all(&session, benches, count)) {
        fprintf(stderr, "%s: out of memory\n", program);
    } else if (!session.count) {
        fprintf(stderr, "%s: nothing is left to time\n", program);
    } else {
        *seconds = plan(&session, timing);
        json = shim_run(program, session.benchmarks, session.count, (struct shim_progress){tick, &session});
        end_progress();
        if (!json)
            fprintf(stderr, "%s: out of memory\n", program);
    }
    close_all(&session);
    return json;
}
