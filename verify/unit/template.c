/* The template puzzle is registered nowhere: here it is held to what every registered puzzle is held to. */
#include "unit.h"

#include "core/puzzle.h"

extern const struct puzzle template_puzzle;

static void finds_the_largest(void **state)
{
    struct arena arena = {0};
    struct cases cases;
    struct error error;
    struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);
    uint32_t answer;

    (void)state;
    assert_true(template_puzzle.parse("3\n7 999 0\n", 10, &arena, &cases, &error));
    assert_int_equal(template_puzzle.answer_size(cases.instances[0]), sizeof answer);
    assert_int_equal(template_puzzle.variants[0]->solve(NULL, cases.instances[0], &work, &answer), OUTCOME_SOLVED);
    assert_int_equal(answer, 999);
    assert_null(template_puzzle.check(cases.instances[0], &answer));
    arena_free(&arena);
}

static void unrank_and_rank_are_inverse(void **state)
{
    struct arena arena = {0};
    const struct space *space = &template_puzzle.spaces[0];

    (void)state;
    for (uint64_t size = space->first_size; size <= 10; size++) {
        for (uint64_t rank = 0; rank < space->count(size); rank++) {
            uint64_t found_size, found_rank;

            assert_true(space->rank(space->unrank(size, rank, &arena), &found_size, &found_rank));
            assert_int_equal(found_size, size);
            assert_int_equal(found_rank, rank);
            arena_reset(&arena);
        }
    }
    arena_free(&arena);
}

static void a_long_list_is_in_no_space(void **state)
{
    struct arena arena = {0};
    struct cases cases;
    struct error error;
    uint64_t size, rank;
    static const char text[] = "21\n1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1\n";

    (void)state;
    assert_true(template_puzzle.parse(text, sizeof text - 1, &arena, &cases, &error));
    assert_false(template_puzzle.spaces[0].rank(cases.instances[0], &size, &rank));
    arena_free(&arena);
}

static void no_answer_is_printed_by_its_name_and_not_promised(void **state)
{
    const struct result limit = {OUTCOME_LIMIT, NULL};
    uint32_t answer = 9;
    const struct result solved = {OUTCOME_SOLVED, &answer};
    struct text text = {0};

    (void)state;
    template_puzzle.print(NULL, &limit, 1, DETAIL_ANSWER, &text);
    template_puzzle.print(NULL, &solved, 2, DETAIL_ANSWER, &text);
    assert_int_equal(text.length, 8);
    assert_memory_equal(text.bytes, "limit\n9\n", 8);
    text_free(&text);
    assert_false(template_puzzle.promised(NULL, &limit));
    assert_true(template_puzzle.promised(NULL, &solved));
}

int unit_template(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_largest),
        cmocka_unit_test(unrank_and_rank_are_inverse),
        cmocka_unit_test(a_long_list_is_in_no_space),
        cmocka_unit_test(no_answer_is_printed_by_its_name_and_not_promised),
    };

    return cmocka_run_group_tests_name("template", tests, NULL, NULL);
}
