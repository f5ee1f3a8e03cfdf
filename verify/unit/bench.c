/* The pieces of assay-bench that need no clock: statistics, units, the plan, the comparison of answers, the table. */
#include "unit.h"

#include "bench/agree.h"
#include "bench/plan.h"
#include "bench/prepare.h"
#include "bench/reference.h"
#include "bench/result.h"
#include "bench/statistics.h"
#include "bench/units.h"
#include "core/ticket/ticket.h"

extern const struct puzzle template_puzzle;

static void finds_median_and_quartiles(void **state)
{
    double odd[] = {5, 1, 4, 2, 3}, even[] = {4, 1, 3, 2}, one[] = {7};
    struct summary summary;

    (void)state;
    summary = summarise(odd, 5);
    assert_float_equal(summary.median, 3, 0);
    assert_float_equal(summary.lower, 2, 0);
    assert_float_equal(summary.upper, 4, 0);
    /* Ranks 0.75, 1.5 and 2.25 of 1 2 3 4. */
    summary = summarise(even, 4);
    assert_float_equal(summary.median, 2.5, 0);
    assert_float_equal(summary.lower, 1.75, 0);
    assert_float_equal(summary.upper, 3.25, 0);
    summary = summarise(one, 1);
    assert_float_equal(summary.median, 7, 0);
    assert_float_equal(summary.upper, 7, 0);
    assert_float_equal(summarise(NULL, 0).median, 0, 0);
}

static void writes_three_digits(void **state)
{
    char buffer[UNITS_SIZE];

    (void)state;
    assert_string_equal(units_time(0, buffer), "0");
    assert_string_equal(units_time(1.234e-9, buffer), "1.23 ns");
    assert_string_equal(units_time(12.34e-6, buffer), "12.3 us");
    assert_string_equal(units_time(123.4e-3, buffer), "123 ms");
    assert_string_equal(units_time(999.4e-9, buffer), "999 ns");
    assert_string_equal(units_time(999.6e-9, buffer), "1.00 us");
    assert_string_equal(units_time(5000, buffer), "5000 s");
    assert_string_equal(units_count(0, buffer), "0");
    assert_string_equal(units_count(7, buffer), "7");
    assert_string_equal(units_count(0.25, buffer), "0.25");
    assert_string_equal(units_count(12345, buffer), "12.3k");
    assert_string_equal(units_count(9.996, buffer), "10.0");
    assert_string_equal(units_count(1e18, buffer), "1.00E");
    assert_string_equal(units_ratio(1, buffer), "1.00x");
    assert_string_equal(units_ratio(4711, buffer), "4.71kx");
}

/* With more budget than can be used each repetition lasts 0.1 s, or one iteration less. */
static void plans_within_the_budget(void **state)
{
    struct plan plans[] = {{.estimate = 1e-6}, {.estimate = 0.01}};
    struct plan slow[] = {{.estimate = 1e-6}, {.estimate = 1}, {.estimate = 0.05}};
    double seconds = plan_by_budget(plans, 2, 9, 1000);

    (void)state;
    assert_true(seconds > 1.7 && seconds <= 1.8);
    assert_true(plans[0].iterations > 99000 && plans[0].iterations <= 100000);
    assert_true(plans[1].iterations == 9 || plans[1].iterations == 10);
    assert_int_equal(plans[0].repetitions, 9);

    seconds = plan_by_budget(slow, 3, 9, 4);
    assert_true(seconds <= 4 && seconds > 3);
    assert_int_equal(slow[1].iterations, 1);
    assert_int_equal(slow[1].repetitions, 3);
    assert_int_equal(slow[2].iterations, 1);
    assert_in_range(slow[2].repetitions, 3, 9);
}

/* What must run takes longer than the budget: three of each, once. */
static void keeps_the_least_repetitions(void **state)
{
    struct plan plans[] = {{.estimate = 2}, {.estimate = 3}};

    (void)state;
    assert_float_equal(plan_by_budget(plans, 2, 9, 1), 15, 1e-9);
    assert_int_equal(plans[0].repetitions, 3);
    assert_int_equal(plans[1].iterations, 1);
    assert_float_equal(plan_by_budget(plans, 2, 2, 1), 10, 1e-9);
}

static void plans_by_time(void **state)
{
    struct plan plans[] = {{.estimate = 0.001}};

    (void)state;
    assert_float_equal(plan_by_time(plans, 1, 5, 0.0105), 0.05, 1e-9);
    assert_int_equal(plans[0].iterations, 10);
    assert_int_equal(plans[0].repetitions, 5);
}

/* The variants of the tests below answer 5, 6, nothing, or too little. */
struct answer {
    uint32_t largest;
};

static const char *affords(const void *instance)
{
    (void)instance;
    return NULL;
}

static const char *refuses(const void *instance)
{
    (void)instance;
    return "too large";
}

static enum outcome say(uint32_t value, void *answer)
{
    *(struct answer *)answer = (struct answer){value};
    return OUTCOME_SOLVED;
}

static enum outcome say_5(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    (void)instance;
    COUNT(work->counters, nodes, 1);
    return say(5, answer);
}

static enum outcome say_6(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    (void)instance;
    (void)work;
    return say(6, answer);
}

static enum outcome contradict(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    (void)instance;
    (void)work;
    (void)answer;
    return OUTCOME_CONTRADICTION;
}

static enum outcome meet_limit(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    (void)instance;
    (void)work;
    (void)answer;
    return OUTCOME_LIMIT;
}

/* A sound answer says no more than the exact one where it is at most as large. */
static bool refines(const void *instance, const void *exact, const void *sound)
{
    (void)instance;
    return ((const struct answer *)sound)->largest <= ((const struct answer *)exact)->largest;
}

typedef enum outcome solve_function(void *context, const void *instance, struct work *work, void *answer);

static struct variant make(const char *name, solve_function *solve, enum claim claim)
{
    return (struct variant){.name = name, .claim = claim, .refuses = affords, .solve = solve};
}

/* Runs agree on one case whose largest number is 5. */
static enum verdict judge(const struct variant *one, const struct variant *other, struct cell cells[2],
                          struct disagreement *disagreement)
{
    struct puzzle puzzle = template_puzzle;
    struct arena arena = {0};
    struct suite suite = {.puzzle = &puzzle, .column_count = 2};
    struct suite_workload spec = {.name = "w", .columns = 3};
    struct workload workload = {.spec = &spec, .cells = cells};
    struct error error;
    enum verdict verdict;

    puzzle.refines = refines;
    suite.columns[0] = (struct suite_column){one, false, true};
    suite.columns[1] = (struct suite_column){other, false, true};
    memset(cells, 0, 2 * sizeof *cells);
    assert_true(puzzle.parse("2 5 4", 5, &arena, &workload.cases, &error));
    verdict = agree(&suite, &workload, disagreement);
    assert_int_equal(workload.disagreed, verdict == DISAGREED);
    arena_free(&arena);
    return verdict;
}

static void accepts_equal_answers(void **state)
{
    struct variant one = make("one", say_5, CLAIM_EXACT), other = make("other", say_5, CLAIM_EXACT);
    struct cell cells[2];
    struct disagreement disagreement;

    (void)state;
    assert_int_equal(judge(&one, &other, cells, &disagreement), AGREED);
    assert_int_equal(cells[0].state, CELL_READY);
    assert_int_equal(cells[1].state, CELL_READY);
    assert_int_equal(cells[0].counters.value[COUNTER_nodes], COUNTING ? 1 : 0);
}

static void names_both_who_disagree(void **state)
{
    struct variant one = make("one", say_5, CLAIM_EXACT), other = make("other", say_6, CLAIM_EXACT);
    struct variant blind = make("blind", contradict, CLAIM_EXACT);
    struct cell cells[2];
    struct disagreement disagreement;

    (void)state;
    assert_int_equal(judge(&one, &other, cells, &disagreement), DISAGREED);
    assert_string_equal(disagreement.one, "one");
    assert_string_equal(disagreement.other, "other");
    assert_int_equal(disagreement.number, 1);
    assert_string_equal(disagreement.what, "different answers");
    assert_int_equal(judge(&blind, &one, cells, &disagreement), DISAGREED);
    assert_string_equal(disagreement.what, "one sees a contradiction, the other does not");
}

/* 6 is none of the numbers: the puzzle's own check sees that nobody has to disagree for it. */
static void refuses_what_the_check_refuses(void **state)
{
    struct variant one = make("one", say_6, CLAIM_EXACT), other = make("other", say_6, CLAIM_EXACT);
    struct cell cells[2];
    struct disagreement disagreement;

    (void)state;
    assert_int_equal(judge(&one, &other, cells, &disagreement), DISAGREED);
    assert_string_equal(disagreement.one, "one");
    assert_null(disagreement.other);
    assert_string_equal(disagreement.what, "not one of the numbers");
}

static void asks_less_of_a_sound_variant(void **state)
{
    struct variant five = make("five", say_5, CLAIM_EXACT), too_much = make("too_much", say_6, CLAIM_SOUND);
    struct variant sound = make("sound", say_5, CLAIM_SOUND), lost = make("lost", contradict, CLAIM_SOUND);
    struct variant none = make("none", contradict, CLAIM_EXACT);
    struct cell cells[2];
    struct disagreement disagreement;

    (void)state;
    assert_int_equal(judge(&sound, &five, cells, &disagreement), AGREED);
    assert_int_equal(judge(&sound, &none, cells, &disagreement), AGREED);
    assert_int_equal(judge(&too_much, &five, cells, &disagreement), DISAGREED);
    assert_string_equal(disagreement.one, "five");
    assert_string_equal(disagreement.other, "too_much");
    assert_int_equal(judge(&lost, &five, cells, &disagreement), DISAGREED);
}

static void leaves_out_who_does_not_answer(void **state)
{
    struct variant five = make("five", say_5, CLAIM_EXACT), limit = make("limit", meet_limit, CLAIM_EXACT);
    struct variant outside = make("outside", say_6, CLAIM_EXACT);
    struct cell cells[2];
    struct disagreement disagreement;

    (void)state;
    outside.refuses = refuses;
    assert_int_equal(judge(&five, &limit, cells, &disagreement), AGREED);
    assert_int_equal(cells[1].state, CELL_LIMIT);
    assert_int_equal(judge(&outside, &five, cells, &disagreement), AGREED);
    assert_int_equal(cells[0].state, CELL_OUTSIDE);
    assert_string_equal(cells[0].why, "too large");
}

/* A puzzle that is the template but for a second variant, which is wrong: the run is told so, by name. */
static void a_run_with_a_wrong_variant_fails(void **state)
{
    struct variant right = make("right", say_5, CLAIM_EXACT), wrong = make("wrong", say_6, CLAIM_EXACT);
    const struct variant *const variants[] = {&right, &wrong, NULL};
    struct puzzle liar = template_puzzle;
    const struct puzzle *const liars[] = {&liar, NULL};
    const struct reference *const none[] = {NULL};
    const char text[] = "puzzle template\ngenerate w size=1 cases=1\n";
    struct workload workload;
    struct bench bench = {.workloads = &workload};
    struct selection selection = {0};
    struct arena arena = {0};
    struct error error;

    (void)state;
    liar.variants = variants;
    liar.check = NULL;
    assert_true(suite_parse(text, strlen(text), liars, none, &arena, &bench.suite, &error));
    assert_int_equal(prepare_all("unit", &bench, 1, &selection), EXIT_FOUND);
    assert_true(workload.disagreed);
    workload_unload(&workload);
    wrong.solve = say_5;
    assert_int_equal(prepare_all("unit", &bench, 1, &selection), EXIT_WELL);
    workload_unload(&workload);
    arena_free(&arena);
}

/* Two variants and a yardstick on two workloads of two cases; the fast variant is outside its domain on the second. */
static void prints_a_table(void **state)
{
    static const struct variant slow = {.name = "slow"}, fast = {.name = "fast"};
    static const struct variant loop = {.name = "loop", .summary = "a plain loop"};
    struct suite_workload specs[] = {{.name = "small"}, {.name = "large", .bytes = true}};
    struct cell small[] = {
        {.state = CELL_READY, .time = {2e-6, 2e-6, 2e-6}, .counted = true},
        {.state = CELL_READY, .time = {1e-6, 0.5e-6, 1.5e-6}},
        {.state = CELL_ABSENT},
    };
    struct cell large[] = {
        {.state = CELL_READY, .time = {1e-3, 1e-3, 1e-3}},
        {.state = CELL_OUTSIDE, .why = "too large"},
        {.state = CELL_READY, .time = {0.5e-3, 0.5e-3, 0.5e-3}},
    };
    struct suite_aim aims[] = {{AIM_BEATS, 0, 1, 0, 3}, {AIM_WITHIN, 1, 0, 2, 2}, {AIM_UNDER, 0, 1, 0, 2e-6}};
    struct workload workloads[] = {
        {.spec = &specs[0], .cases = {2, NULL}, .size = 6, .cells = small, .answered = 2},
        {.spec = &specs[1], .cases = {2, NULL}, .size = 4000, .cells = large, .answered = 1},
    };
    struct bench bench = {
        .suite = {.puzzle = &template_puzzle,
                  .columns = {{&slow, false, true}, {&fast, false, true}, {&loop, true, false}},
                  .column_count = 3,
                  .workloads = specs,
                  .workload_count = 2,
                  .aims = aims,
                  .aim_count = 3},
        .workloads = workloads,
    };
    struct text text = {0};

    (void)state;
    small[0].counters.value[COUNTER_nodes] = 5;
    table_print(&bench, &text);
    text_char(&text, '\0');
    assert_string_equal(
        text.bytes,
        "template: Template\n"
        "time per case (median of the repetitions) and how many times that of the fastest variant\n"
        "workload      cases           slow            fast           +loop   fastest\n"
        "small            2  2.00 us  2.00x  1.00 us  1.00x~                  1.00M/s\n"
        "large            2* 1.00 ms  1.00x        -          500 us  0.50x   2.00MB/s\n"
        "  - fast: too large\n"
        "  ~ the quartiles of its repetitions lie more than 10% apart\n"
        "  * one answer only: there was nothing to compare it with\n"
        "  + loop, a yardstick: a plain loop\n"
        "\n"
        "work per case, counted by the count build; fresh: time per case with a context opened for it\n"
        "workload      counter                slow            fast           +loop\n"
        "small         nodes                  2.50\n"
        "\n"
        "aims\n"
        "  missed  small         slow takes 2.00x the time of fast; aim: at least 3.00x ~\n"
        "  met     large         slow takes 2.00x the time of loop; aim: at most 2.00x\n"
        "  met     small         fast takes 1.00 us a case; aim: under 2.00 us ~\n"
        "\n");
    text_free(&text);
}

static void prints_nothing_of_a_disagreement(void **state)
{
    static const struct variant slow = {.name = "slow"};
    struct suite_workload spec = {.name = "small"};
    struct cell cell = {.state = CELL_READY, .time = {2e-6, 2e-6, 2e-6}};
    struct workload workload = {.spec = &spec, .cases = {2, NULL}, .cells = &cell, .answered = 2, .disagreed = true};
    struct bench bench = {.suite = {.puzzle = &template_puzzle,
                                    .columns = {{&slow, false, true}},
                                    .column_count = 1,
                                    .workloads = &spec,
                                    .workload_count = 1},
                          .workloads = &workload};
    struct text text = {0};

    (void)state;
    table_print(&bench, &text);
    assert_int_equal(text.length, 0);
    text_free(&text);
}

/* Three repetitions of four cases, 8, 4 and 12 us each, and the aggregates that the library adds. */
static void takes_times_from_the_library(void **state)
{
    static const char json[] =
        "{\"context\": {}, \"benchmarks\": ["
        "{\"run_name\": \"p/w/v\", \"run_type\": \"iteration\", \"cpu_time\": 8000.0, \"time_unit\": \"ns\"},"
        "{\"run_name\": \"p/w/v\", \"run_type\": \"iteration\", \"cpu_time\": 4000.0, \"time_unit\": \"ns\"},"
        "{\"run_name\": \"p/w/v\", \"run_type\": \"iteration\", \"cpu_time\": 12000.0, \"time_unit\": \"ns\"},"
        "{\"run_name\": \"p/w/v\", \"run_type\": \"aggregate\", \"cpu_time\": 99.0, \"time_unit\": \"ns\"},"
        "{\"run_name\": \"p/w/other\", \"run_type\": \"iteration\", \"cpu_time\": 1.0, \"time_unit\": \"ns\"}]}";
    struct suite_workload spec = {.name = "w"};
    struct cell cell = {.state = CELL_READY, .name = "p/w/v"};
    struct workload workload = {.spec = &spec, .cases = {4, NULL}, .cells = &cell};
    struct bench bench = {.suite = {.column_count = 1, .workloads = &spec, .workload_count = 1}, .workloads = &workload};

    (void)state;
    assert_int_equal(result_take_times("unit", json, &bench, 1), EXIT_WELL);
    assert_float_equal(cell.time.median, 2e-6, 1e-15);
    assert_float_equal(cell.time.lower, 1.5e-6, 1e-15);
    assert_float_equal(cell.time.upper, 2.5e-6, 1e-15);
}

static const struct reference *reference_of(const char *name)
{
    size_t i = 0;

    while (references[i] && strcmp(references[i]->variant.name, name) != 0)
        i++;
    assert_non_null(references[i]);
    return references[i];
}

static enum outcome solve_by(const struct variant *variant, const void *instance, struct arena *arena, void *answer)
{
    struct work work = work_start(arena, WORK_STEPS_UNLIMITED);

    return variant->solve(NULL, instance, &work, answer);
}

/* What writes an answer is right, by the puzzle's check and by the variant without any cut. */
static void yardsticks_answer(void **state)
{
    size_t compared = 0;

    (void)state;
    for (size_t i = 0; references[i]; i++) {
        const struct variant *yardstick = &references[i]->variant;
        const struct puzzle *of = puzzle_find(references[i]->puzzle);
        const struct variant *naive = variant_find(of, "naive");

        for (size_t c = 0; references[i]->answers && of->classes[c].name; c++) {
            for (uint64_t more = 0; more < 12; more += 3) {
                struct recipe recipe = {.input_class = c, .size = of->size.least + more, .rounds = of->rounds.most ? 3 : 0};
                struct arena arena = {0};
                struct error error;
                struct rng rng;
                const void *instance;

                rng_seed(&rng, more);
                instance = of->generate(&rng, &recipe, &arena, &error);
                if (instance && !naive->refuses(instance)) {
                    void *answer = arena_zalloc(&arena, 1, of->answer_size(instance));
                    void *expected = arena_zalloc(&arena, 1, of->answer_size(instance));

                    assert_null(yardstick->refuses(instance));
                    assert_int_equal(solve_by(naive, instance, &arena, expected), OUTCOME_SOLVED);
                    assert_int_equal(solve_by(yardstick, instance, &arena, answer), OUTCOME_SOLVED);
                    assert_true(of->equal(instance, answer, expected));
                    compared++;
                }
                arena_free(&arena);
            }
        }
    }
    assert_true(compared >= 16);
}

/* 128 bytes are one round of four vectors, 130 leave two behind it: '1' is 49, '?' is 63. */
static void yardsticks_add_up(void **state)
{
    const struct reference *byte_sum = reference_of("byte_sum");
    unsigned char characters[130];
    struct ticket_instance ticket = {.characters = characters, .length = 130};
    struct ticket_answer answer;
    struct arena arena = {0};

    (void)state;
    if (byte_sum->variant.refuses(&ticket)) {
        assert_string_equal(byte_sum->variant.refuses(&ticket), "the processor has no AVX2");
        return;
    }
    memset(characters, '1', sizeof characters);
    characters[31] = characters[129] = '?';
    assert_int_equal(solve_by(&byte_sum->variant, &ticket, &arena, &answer), OUTCOME_SOLVED);
    assert_int_equal(answer.winner, 128 * 49 + 2 * 63);
    ticket.length = 128;
    assert_int_equal(solve_by(&byte_sum->variant, &ticket, &arena, &answer), OUTCOME_SOLVED);
    assert_int_equal(answer.winner, 127 * 49 + 63);
}

static void yardsticks_end_somewhere(void **state)
{
    const struct reference *marks = reference_of("marks");
    const struct puzzle *of = puzzle_find(marks->puzzle);
    struct arena arena = {0}, tight = {.limit = 64};
    struct error error;
    char answer[1024];

    (void)state;
    for (uint64_t size = 24; size <= 25; size++) {
        struct recipe recipe = {.size = size, .rounds = 1};
        struct rng rng;
        const void *instance;

        rng_seed(&rng, 1);
        instance = of->generate(&rng, &recipe, &arena, &error);
        assert_true(of->answer_size(instance) <= sizeof answer);
        if (size == 24)
            assert_null(marks->variant.refuses(instance));
        else
            assert_string_equal(marks->variant.refuses(instance), "more than 24 players");
        assert_int_equal(solve_by(&marks->variant, instance, &tight, answer), OUTCOME_NO_MEMORY);
    }
    arena_free(&arena);
    arena_free(&tight);
}

int unit_bench(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_median_and_quartiles),
        cmocka_unit_test(writes_three_digits),
        cmocka_unit_test(plans_within_the_budget),
        cmocka_unit_test(keeps_the_least_repetitions),
        cmocka_unit_test(plans_by_time),
        cmocka_unit_test(accepts_equal_answers),
        cmocka_unit_test(names_both_who_disagree),
        cmocka_unit_test(refuses_what_the_check_refuses),
        cmocka_unit_test(asks_less_of_a_sound_variant),
        cmocka_unit_test(leaves_out_who_does_not_answer),
        cmocka_unit_test(a_run_with_a_wrong_variant_fails),
        cmocka_unit_test(prints_a_table),
        cmocka_unit_test(prints_nothing_of_a_disagreement),
        cmocka_unit_test(takes_times_from_the_library),
        cmocka_unit_test(yardsticks_answer),
        cmocka_unit_test(yardsticks_add_up),
        cmocka_unit_test(yardsticks_end_somewhere),
    };

    return cmocka_run_group_tests_name("bench", tests, NULL, NULL);
}
