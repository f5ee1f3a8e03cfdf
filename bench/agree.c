#include "agree.h"

#include <time.h>

#include "batch.h"

/* A column that was fast the first time runs again, for an estimate with warm caches and filled tables. */
static const double WARM_BELOW = 0.05;

struct jury {
    const struct puzzle *puzzle;
    const struct cases *cases;
    struct arena kept;    /* the answers of all columns */
    struct arena scratch; /* of one solve */
    void *answer;
    struct result *results[SUITE_COLUMNS_MAX];
};

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static bool settle(struct cell *cell, enum cell_state state, const char *why)
{
    cell->state = state;
    cell->why = why;
    return false;
}

static bool affords_all(const struct variant *variant, const struct cases *cases, struct cell *cell)
{
    for (size_t i = 0; i < cases->count; i++) {
        const char *why = variant->refuses(cases->instances[i]);

        if (why)
            return settle(cell, CELL_OUTSIDE, why);
    }
    return true;
}

static bool judge_outcome(enum outcome outcome, struct cell *cell)
{
    switch (outcome) {
    case OUTCOME_SOLVED:
    case OUTCOME_CONTRADICTION:
        return true;
    case OUTCOME_LIMIT:
        return settle(cell, CELL_LIMIT, "meets its work limit");
    case OUTCOME_UNSUPPORTED:
        return settle(cell, CELL_OUTSIDE, "outside its domain");
    default:
        return settle(cell, CELL_NO_MEMORY, "runs out of memory");
    }
}

static bool solve_all(struct jury *jury, const struct suite_column *column, struct batch *batch,
                      struct result *results, struct cell *cell)
{
    for (size_t i = 0; i < batch->cases->count; i++) {
        const void *instance = batch->cases->instances[i];
        struct work work = work_start(&jury->scratch, WORK_STEPS_UNLIMITED);
        void *answer = batch->answer;

        if (column->compared)
            answer = arena_alloc(&jury->kept, 1, jury->puzzle->answer_size(instance));
        if (!answer)
            return settle(cell, CELL_NO_MEMORY, "runs out of memory");
        results[i] = (struct result){column->variant->solve(batch->context, instance, &work, answer), answer};
        arena_reset(&jury->scratch);
        for (size_t k = 0; k < COUNTER_COUNT; k++)
            cell->counters.value[k] += work.counters.value[k];
        if (!judge_outcome(results[i].outcome, cell))
            return false;
    }
    return true;
}

static void try_column(struct jury *jury, const struct suite_column *column, const struct cases *cases,
                       struct result *results, struct cell *cell)
{
    const struct variant *variant = column->variant;
    double start = now();
    struct batch batch = {variant, variant->open ? variant->open() : NULL, cases, &jury->scratch, jury->answer};

    if (variant->open && !batch.context) {
        settle(cell, CELL_NO_MEMORY, "runs out of memory");
        return;
    }
    jury->scratch.peak = jury->scratch.used;
    if (solve_all(jury, column, &batch, results, cell)) {
        cell->peak = jury->scratch.peak;
        cell->fresh = cell->warm = now() - start;
        if (cell->fresh < WARM_BELOW) {
            start = now();
            batch_run(&batch);
            cell->warm = now() - start;
        }
        settle(cell, CELL_READY, NULL);
    }
    if (variant->open)
        variant->close(batch.context);
}

static bool object(struct disagreement *disagreement, size_t index, const char *what)
{
    disagreement->number = index + 1;
    disagreement->what = what;
    return false;
}

static bool same_result(const struct jury *jury, size_t index, const struct result *exact,
                        const struct result *other, bool sound, struct disagreement *disagreement)
{
    const struct puzzle *puzzle = jury->puzzle;
    const void *instance = jury->cases->instances[index];

    if (sound && exact->outcome == OUTCOME_CONTRADICTION)
        return true;
    if (exact->outcome != other->outcome)
        return object(disagreement, index, "one sees a contradiction, the other does not");
    if (exact->outcome != OUTCOME_SOLVED)
        return true;
    if (!sound && !puzzle->equal(instance, exact->answer, other->answer))
        return object(disagreement, index, "different answers");
    if (sound && puzzle->refines && !puzzle->refines(instance, exact->answer, other->answer))
        return object(disagreement, index, "the sound answer says what the exact one does not");
    return true;
}

static bool passes_check(const struct jury *jury, const struct result *results,
                         struct disagreement *disagreement)
{
    const char *wrong;

    for (size_t i = 0; jury->puzzle->check && i < jury->cases->count; i++) {
        if (results[i].outcome != OUTCOME_SOLVED)
            continue;
        wrong = jury->puzzle->check(jury->cases->instances[i], results[i].answer);
        if (wrong)
            return object(disagreement, i, wrong);
    }
    return true;
}

/* Everybody is compared with the first that claims to be exact. */
static bool compare_all(const struct suite *suite, const struct jury *jury, struct disagreement *disagreement)
{
    const struct result *exact = NULL;
    const struct result *results;

    for (size_t i = 0; i < suite->column_count && !exact; i++) {
        if (jury->results[i] && suite->columns[i].variant->claim == CLAIM_EXACT) {
            exact = jury->results[i];
            disagreement->one = suite->columns[i].variant->name;
        }
    }
    for (size_t i = 0; i < suite->column_count && exact; i++) {
        results = jury->results[i];
        disagreement->other = suite->columns[i].variant->name;
        for (size_t k = 0; results && results != exact && k < jury->cases->count; k++)
            if (!same_result(jury, k, &exact[k], &results[k], suite->columns[i].variant->claim == CLAIM_SOUND,
                             disagreement))
                return false;
    }
    for (size_t i = 0; i < suite->column_count; i++) {
        disagreement->one = suite->columns[i].variant->name;
        disagreement->other = NULL;
        if (jury->results[i] && !passes_check(jury, jury->results[i], disagreement))
            return false;
    }
    return true;
}

static bool try_all(const struct suite *suite, struct workload *workload, struct jury *jury)
{
    jury->answer = arena_alloc(&jury->kept, 1, batch_answer_size(jury->puzzle, jury->cases));
    for (size_t i = 0; i < suite->column_count; i++) {
        const struct suite_column *column = &suite->columns[i];
        const struct cases *cases = workload_cases(workload, column);
        struct cell *cell = &workload->cells[i];
        struct result *results = arena_alloc(&jury->kept, jury->cases->count, sizeof *results);

        if (!jury->answer || !results)
            return false;
        /* References count nothing. */
        if (!(workload->spec->columns >> i & 1) || (COUNTING && column->reference))
            settle(cell, column->reference ? CELL_ABSENT : CELL_LEFT_OUT, "left out by the suite");
        else if (affords_all(column->variant, cases, cell))
            try_column(jury, column, cases, results, cell);
        if (cell->state == CELL_READY && column->compared) {
            jury->results[i] = results;
            workload->answered++;
        }
    }
    return true;
}

enum verdict agree(const struct suite *suite, struct workload *workload, struct disagreement *disagreement)
{
    struct jury jury = {.puzzle = suite->puzzle, .cases = &workload->cases};
    enum verdict verdict = AGREE_NO_MEMORY;

    *disagreement = (struct disagreement){0};
    if (try_all(suite, workload, &jury))
        verdict = compare_all(suite, &jury, disagreement) ? AGREED : DISAGREED;
    workload->disagreed = verdict == DISAGREED;
    arena_free(&jury.scratch);
    arena_free(&jury.kept);
    return verdict;
}
