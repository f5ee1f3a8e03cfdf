/* The independent oracles: each of them alone answers all files whose answers are known, and agrees with
 * every variant on an even sample of each space of small instances. The suite of assay-verify holds them
 * against the variants on far more instances; here a wrong oracle is told from wrong variants, since the
 * files' answers come from elsewhere. */
#include "unit.h"

#include <glob.h>
#include <stdio.h>

#include "core/cli/file.h"
#include "verify/participant.h"

enum { SIZES = 9, SAMPLES = 50, VARIANTS_MAX = 16 };

/* A solver with all that it needs, and its last answer. */
struct solver {
    const struct variant *variant;
    void *context;
    struct arena scratch, answers;
    struct result result;
};

static void solver_open(struct solver *solver, const struct variant *variant)
{
    *solver = (struct solver){.variant = variant, .context = variant->open ? variant->open() : NULL};
    assert_true(!variant->open || solver->context);
}

static void solver_close(struct solver *solver)
{
    if (solver->variant->close)
        solver->variant->close(solver->context);
    arena_free(&solver->scratch);
    arena_free(&solver->answers);
}

/* False where the instance is outside the domain, or costs more than a test has. */
static bool ask(struct solver *solver, const struct puzzle *puzzle, const void *instance)
{
    struct work work = work_start(&solver->scratch, WORK_STEPS_UNLIMITED);
    size_t size = puzzle->answer_size(instance);
    void *answer;

    arena_reset(&solver->answers);
    answer = arena_alloc(&solver->answers, 1, size);
    assert_non_null(answer);
    memset(answer, 0xa5, size);
    if (solver->variant->refuses && solver->variant->refuses(instance))
        return false;
    solver->result.outcome = solver->variant->solve(solver->context, instance, &work, answer);
    solver->result.answer = answer;
    arena_reset(&solver->scratch);
    return solver->result.outcome == OUTCOME_SOLVED || solver->result.outcome == OUTCOME_CONTRADICTION;
}

/* What the oracle prints for the file, at this detail; false where a case is outside its domain. */
static bool print_file(struct solver *oracle, const struct puzzle *puzzle, const struct cases *cases,
                       enum detail detail, struct text *text)
{
    text_clear(text);
    for (size_t i = 0; i < cases->count; i++) {
        if (!ask(oracle, puzzle, cases->instances[i]))
            return false;
        puzzle->print(cases->instances[i], &oracle->result, i + 1, detail, text);
    }
    return true;
}

/* False where there is no .ans beside the file, or a case is outside the oracle's domain. */
static bool answers_file(struct solver *oracle, const struct puzzle *puzzle, const char *path)
{
    struct text text = {0};
    struct arena arena = {0};
    struct file file, expected;
    struct cases cases;
    bool in_domain = true, right = false;

    text_format(&text, "%.*s.ans", (int)(strrchr(path, '.') - path), path);
    text_char(&text, '\0');
    assert_false(text.failed);
    if (file_read("unit", text.bytes, &expected) != EXIT_WELL)
        return text_free(&text), false;
    assert_int_equal(file_parse("unit", puzzle, path, &arena, &file, &cases), EXIT_WELL);
    for (int detail = DETAIL_ANSWER; detail <= (int)oracle->variant->detail && in_domain && !right;
         detail++) {
        in_domain = print_file(oracle, puzzle, &cases, (enum detail)detail, &text);
        right = text.length == expected.size && memcmp(text.bytes, expected.bytes, text.length) == 0;
    }
    if (in_domain && !right)
        fail_msg("the oracle of %s does not answer %s as its .ans", puzzle->name, path);
    file_free(&expected);
    file_free(&file);
    arena_free(&arena);
    text_free(&text);
    return in_domain;
}

/* How many files of the folder were answered; none there is none answered. */
static size_t answers_folder(struct solver *oracle, const struct puzzle *puzzle, const char *before,
                             const char *after)
{
    static const char *const endings[] = {"in", "clue"};
    size_t answered = 0;

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char pattern[256];
        glob_t found;

        snprintf(pattern, sizeof pattern, "%s%s%s/*.%s", before, puzzle->name, after, endings[i]);
        if (glob(pattern, 0, NULL, &found) != 0)
            continue;
        for (size_t j = 0; j < found.gl_pathc; j++)
            answered += answers_file(oracle, puzzle, found.gl_pathv[j]);
        globfree(&found);
    }
    return answered;
}

static void answers_samples_and_corpus(void **state)
{
    size_t answered = 0;

    (void)state;
    for (size_t i = 0; puzzles[i]; i++) {
        struct solver oracle;

        if (!oracle_find(puzzles[i]))
            continue;
        solver_open(&oracle, oracle_find(puzzles[i]));
        answered += answers_folder(&oracle, puzzles[i], "core/", "/samples");
        answered += answers_folder(&oracle, puzzles[i], "verify/corpus/", "");
        solver_close(&oracle);
    }
    print_message("# %zu files\n", answered);
    assert_true(answered > 0);
}

static void answers_published_data(void **state)
{
    size_t answered = 0;

    (void)state;
    for (size_t i = 0; puzzles[i]; i++) {
        struct solver oracle;

        if (!oracle_find(puzzles[i]))
            continue;
        solver_open(&oracle, oracle_find(puzzles[i]));
        answered += answers_folder(&oracle, puzzles[i], "../shared/data/", "");
        solver_close(&oracle);
    }
    if (answered == 0) {
        print_message("# ../shared/data is absent\n");
        skip();
    }
    print_message("# %zu files of ../shared/data\n", answered);
}

static bool fits(const struct puzzle *puzzle, const void *instance, const struct solver *oracle,
                 const struct solver *solver)
{
    const struct result *right = &oracle->result, *result = &solver->result;

    if (solver->variant->claim == CLAIM_SOUND)
        return right->outcome == OUTCOME_CONTRADICTION ||
               (result->outcome == OUTCOME_SOLVED &&
                puzzle->refines(instance, right->answer, result->answer));
    return right->outcome == result->outcome &&
           (right->outcome != OUTCOME_SOLVED || puzzle->equal(instance, right->answer, result->answer));
}

/* SAMPLES instances of one size, evenly; how many comparisons there were. */
static size_t agrees_at(const struct puzzle *puzzle, const struct space *space, uint64_t size,
                        struct solver *oracle, struct solver *solvers, size_t count)
{
    uint64_t instances = space->count(size), samples = unit_scaled(SAMPLES);
    struct arena arena = {0};
    size_t compared = 0;

    samples = instances < samples ? instances : samples;
    for (uint64_t i = 0; i < samples; i++) {
        uint64_t rank = instances / samples * i + i * (instances % samples) / samples;
        const void *instance = space->unrank(size, rank, &arena);

        assert_non_null(instance);
        for (size_t j = 0; ask(oracle, puzzle, instance) && j < count; j++) {
            if (!ask(&solvers[j], puzzle, instance))
                continue;
            if (!fits(puzzle, instance, oracle, &solvers[j]))
                fail_msg("%s: %s of size %llu, number %llu: %s differs from the oracle", puzzle->name,
                         space->name, (unsigned long long)size, (unsigned long long)rank,
                         solvers[j].variant->name);
            compared++;
        }
        arena_reset(&arena);
    }
    arena_free(&arena);
    return compared;
}

static void agrees_on(const struct puzzle *puzzle)
{
    struct solver oracle, solvers[VARIANTS_MAX];
    size_t count = 0, compared = 0;

    solver_open(&oracle, oracle_find(puzzle));
    for (; puzzle->variants[count]; count++) {
        assert_true(count < VARIANTS_MAX);
        solver_open(&solvers[count], puzzle->variants[count]);
    }
    for (const struct space *space = puzzle->spaces; space->name; space++)
        for (uint64_t size = space->first_size; size <= space->last_size && size < space->first_size + SIZES;
             size++)
            compared += agrees_at(puzzle, space, size, &oracle, solvers, count);
    print_message("# %s: %zu answers of variants are the oracle's\n", puzzle->name, compared);
    assert_true(compared > 0);
    for (size_t i = 0; i < count; i++)
        solver_close(&solvers[i]);
    solver_close(&oracle);
}

static void agrees_with_every_variant(void **state)
{
    (void)state;
    for (size_t i = 0; puzzles[i]; i++)
        if (oracle_find(puzzles[i]))
            agrees_on(puzzles[i]);
}

static void there_is_one_for_each(void **state)
{
    static const char *const names[] = {"ticket", "chocolate", "meltdown", "clueless", "adjacent"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_non_null(oracle_find(puzzle_find(names[i])));
}

int unit_oracles(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_one_for_each),
        cmocka_unit_test(answers_samples_and_corpus),
        cmocka_unit_test(answers_published_data),
        cmocka_unit_test(agrees_with_every_variant),
    };

    return cmocka_run_group_tests_name("oracles", tests, NULL, NULL);
}
