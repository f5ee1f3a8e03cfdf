#include "timing.h"

#include <stdio.h>

#include "batch.h"
#include "plan.h"
#include "progress.h"
#include "shim.h"

/* Seconds. A longer call warms the caches itself. */
static const double LONG_CALL = 0.01;

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
    const struct hardware *hardware;
    struct hardware_reading reading;
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
    session->batches[i] =
        (struct batch){bench->suite.columns[column].variant, context,
                       workload_cases(workload, &bench->suite.columns[column]), &session->scratch, answer};
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

static void before(void *closure)
{
    struct session *session = closure;

    session->reading = hardware_read(session->hardware);
}

static void after(void *closure, size_t benchmark, uint64_t iterations)
{
    struct session *session = closure;
    struct hardware_reading reading = hardware_read(session->hardware);
    char figures[64];

    hardware_add(&session->cells[benchmark]->hardware, &session->reading, &reading, iterations);
    snprintf(figures, sizeof figures, "%zu of %zu repetitions", ++session->done, session->total);
    progress_show(session->program, "timing", figures);
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
        session->benchmarks[i].warm = session->plans[i].estimate < LONG_CALL;
        session->total += (size_t)session->plans[i].repetitions;
    }
    return seconds;
}

char *time_all(const char *program, struct bench *benches, size_t count, const struct timing *timing,
               double *seconds)
{
    struct session session = {.program = program, .hardware = timing->hardware};
    char *json = NULL;

    if (!open_all(&session, benches, count)) {
        fprintf(stderr, "%s: out of memory\n", program);
    } else if (!session.count) {
        fprintf(stderr, "%s: nothing is left to time\n", program);
    } else {
        *seconds = plan(&session, timing);
        json = shim_run(program, session.benchmarks, session.count,
                        (struct shim_watch){before, after, &session});
        progress_end();
        if (!json)
            fprintf(stderr, "%s: out of memory\n", program);
    }
    close_all(&session);
    return json;
}
