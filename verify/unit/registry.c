/* Puzzles and variants by name, and the variant that is taken when none is named. */
#include "unit.h"

#include "core/puzzle.h"

static void puzzles_are_found_by_name(void **state)
{
    (void)state;
    assert_non_null(puzzles[0]);
    for (size_t i = 0; puzzles[i]; i++) {
        char longer[64];

        assert_ptr_equal(puzzle_find(puzzles[i]->name), puzzles[i]);
        for (size_t j = 0; puzzles[i]->variants[j]; j++)
            assert_ptr_equal(variant_find(puzzles[i], puzzles[i]->variants[j]->name),
                             puzzles[i]->variants[j]);
        assert_null(variant_find(puzzles[i], ""));
        assert_null(variant_find(puzzles[i], "Naive"));
        strcpy(longer, puzzles[i]->name);
        strcat(longer, "s");
        assert_null(puzzle_find(longer));
    }
    assert_null(puzzle_find(""));
    assert_null(puzzle_find("template")); /* compiled, but registered nowhere */
}

static void names_of_outcomes_and_counters(void **state)
{
    (void)state;
    assert_string_equal(outcome_names[OUTCOME_SOLVED], "solved");
    assert_string_equal(outcome_names[OUTCOME_CONTRADICTION], "contradiction");
    assert_string_equal(outcome_names[OUTCOME_LIMIT], "limit");
    assert_string_equal(outcome_names[OUTCOME_UNSUPPORTED], "unsupported");
    assert_string_equal(outcome_names[OUTCOME_NO_MEMORY], "no memory");
    assert_string_equal(counter_infos[COUNTER_nodes].name, "nodes");
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        assert_true(counter_infos[i].name && counter_infos[i].unit && counter_infos[i].summary);
}

static const char *refuses_nothing(const void *instance)
{
    (void)instance;
    return NULL;
}

static const char *refuses_large(const void *instance)
{
    return *(const int *)instance > 10 ? "more than 10" : NULL;
}

static const char *refuses_all(const void *instance)
{
    (void)instance;
    return "never";
}

static void the_last_that_will_do_is_chosen(void **state)
{
    static const struct variant slow = {
        .name = "slow", .claim = CLAIM_EXACT, .detail = DETAIL_COUNTS, .refuses = refuses_nothing};
    static const struct variant fast = {
        .name = "fast", .claim = CLAIM_EXACT, .detail = DETAIL_MATRIX, .refuses = refuses_large};
    static const struct variant weak = {
        .name = "weak", .claim = CLAIM_SOUND, .detail = DETAIL_COUNTS, .refuses = refuses_nothing};
    static const struct variant never = {
        .name = "never", .claim = CLAIM_EXACT, .detail = DETAIL_COUNTS, .refuses = refuses_all};
    static const struct variant *const variants[] = {&slow, &fast, &weak, &never, NULL};
    static const struct variant *const none[] = {&weak, &never, NULL};
    static const struct puzzle puzzle = {.variants = variants}, hopeless = {.variants = none};
    const int small = 10, large = 11;

    (void)state;
    assert_ptr_equal(variant_choose(&puzzle, &small, DETAIL_ANSWER), &fast);
    assert_ptr_equal(variant_choose(&puzzle, &small, DETAIL_MATRIX), &fast);
    assert_ptr_equal(variant_choose(&puzzle, &small, DETAIL_COUNTS), &slow);
    assert_ptr_equal(variant_choose(&puzzle, &large, DETAIL_ANSWER), &slow);
    assert_null(variant_choose(&hopeless, &small, DETAIL_ANSWER));
}

static void work_is_spent_up_to_its_limit(void **state)
{
    struct arena arena = {0};
    struct work work = work_start(&arena, 5);

    (void)state;
    assert_ptr_equal(work.arena, &arena);
    assert_true(work_spend(&work, 3));
    assert_true(work_spend(&work, 2));
    assert_false(work_spend(&work, 1));
    work = work_start(&arena, 5);
    /* What is refused leaves nothing: so a limit from outside is told from a variant's own. */
    assert_true(work_spend(&work, 3));
    assert_false(work_spend(&work, 3));
    assert_int_equal(work.steps_left, 0);
    assert_true(work_spend(&work, 0));
    work = work_start(&arena, WORK_STEPS_UNLIMITED);
    assert_true(work_spend(&work, UINT64_MAX));
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        assert_int_equal(work.counters.value[i], 0);
}

int unit_registry(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(puzzles_are_found_by_name),
        cmocka_unit_test(names_of_outcomes_and_counters),
        cmocka_unit_test(the_last_that_will_do_is_chosen),
        cmocka_unit_test(work_is_spent_up_to_its_limit),
    };

    return cmocka_run_group_tests_name("registry", tests, NULL, NULL);
}
