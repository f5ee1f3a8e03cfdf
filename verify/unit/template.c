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

int unit_template(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_largest),
        cmocka_unit_test(unrank_and_rank_are_inverse),
    };

    return cmocka_run_group_tests_name("template", tests, NULL, NULL);
}
