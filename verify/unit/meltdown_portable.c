/* The bitmask of meltdown compiled once more without AVX2, held against the one that is registered, which
 * takes AVX2 where the machine has it; on one that has none the two are the same and the test says nothing.
 */
#include "unit.h"

#define ASSAY_PORTABLE
#define meltdown_bitmask meltdown_bitmask_portable
#include "core/meltdown/bitmask.c"
#undef meltdown_bitmask

static void solve_both(const struct puzzle *puzzle, const void *game, struct arena *arena)
{
    const struct variant *const variants[2] = {&meltdown_bitmask_portable, variant_find(puzzle, "bitmask")};
    struct meltdown_answer answers[2];
    uint64_t worlds[2];

    for (int i = 0; i < 2; i++) {
        struct work work = work_start(arena, WORK_STEPS_UNLIMITED);

        assert_int_equal(variants[i]->solve(NULL, game, &work, &answers[i]), OUTCOME_SOLVED);
        worlds[i] = work.counters.value[COUNTER_worlds];
    }
    assert_memory_equal(&answers[0], &answers[1], sizeof answers[0]);
    assert_int_equal(worlds[0], worlds[1]);
}

/* Sizes around a vector (8 players) and a block (16 players), in every class. */
static void both_paths_agree(void **state)
{
    const struct puzzle *puzzle = puzzle_find("meltdown");
    struct arena arena = {0};

    (void)state;
    for (size_t c = 0; puzzle->classes[c].name; c++) {
        for (uint64_t players = 3; players <= (unit_scaled(10) >= 10 ? 20 : 17); players++) {
            for (uint64_t i = 0; i < 1 + unit_scaled(players < 16 ? 20 : 2); i++) {
                struct recipe recipe = {.input_class = c, .size = players, .rounds = 6};
                struct error error;
                struct rng rng;

                rng_seed(&rng, rng_case_seed(2, "meltdown", puzzle->classes[c].name, i));
                solve_both(puzzle, puzzle->generate(&rng, &recipe, &arena, &error), &arena);
                arena_reset(&arena);
            }
        }
    }
    arena_free(&arena);
}

int unit_meltdown_portable(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(both_paths_agree)};

    return cmocka_run_group_tests_name("meltdown_portable", tests, NULL, NULL);
}
