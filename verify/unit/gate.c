/* The gate's statistics against tables and hand work, and its rule of decision on made-up pairs. */
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ci/gate/decide.h"
#include "core/rng.h"

static void close_to(double found, double expected, double within)
{
    assert_true(fabs(found - expected) <= within);
}

/* Five positive differences: one of 32 assignments of signs is as extreme. With the smallest negative: W+ = 14, two of them. */
static void signed_rank_of_five(void **state)
{
    const double all[] = {1, 2, 3, 4, 5}, one_back[] = {-1, 2, 3, 4, 5}, none[] = {-1, -2, -3, -4, -5};

    (void)state;
    close_to(signed_rank(all, 5), 1.0 / 32, 1e-15);
    close_to(signed_rank(one_back, 5), 2.0 / 32, 1e-15);
    close_to(signed_rank(none, 5), 1, 1e-15);
    close_to(signed_rank(all, 0), 1, 0);
}

/* Wilcoxon's table: for n = 10 the one-sided 5% point is W- <= 10 (p 0.0420), 11 is above (0.0527); n = 20: W- <= 60 (0.0487), 61
 * above (0.0527). The negative ranks are chosen to add up to W-. */
static void signed_rank_of_tables(void **state)
{
    double ten[] = {1, 2, 3, -4, 5, -6, 7, 8, 9, 10}, twenty[20];

    (void)state;
    close_to(signed_rank(ten, 10), 0.0420, 5e-5);
    ten[0] = -1;
    close_to(signed_rank(ten, 10), 0.0527, 5e-5);
    for (size_t i = 0; i < 20; i++)
        twenty[i] = (double)(i + 1);
    twenty[17] = -18, twenty[18] = -19, twenty[19] = -20, twenty[2] = -3;
    close_to(signed_rank(twenty, 20), 0.0487, 5e-5);
}

/* Two equal sizes share the rank 1.5, the zero is dropped: of the four sign patterns one has the sum 3, so p = 1/4; with one of them
 * negative the sum is 1.5 or more in three. */
static void signed_rank_with_ties(void **state)
{
    const double both[] = {2, 2, 0}, one[] = {2, -2, 0};

    (void)state;
    close_to(signed_rank(both, 3), 0.25, 1e-15);
    close_to(signed_rank(one, 3), 0.75, 1e-15);
}

/* 10, 20, 30, 40 thousandths: times 4, 3, 2, 1, and never falling (40, 60, 60, 60). */
static void holm_by_hand(void **state)
{
    const double p[] = {0.03, 0.01, 0.04, 0.02};
    double adjusted[4];

    (void)state;
    assert_true(holm(p, 4, adjusted));
    close_to(adjusted[1], 0.04, 1e-12);
    close_to(adjusted[3], 0.06, 1e-12);
    close_to(adjusted[0], 0.06, 1e-12);
    close_to(adjusted[2], 0.06, 1e-12);
}

/* P(X <= 4) for 20 coins is 6196 / 2^20; so the 99% bounds of the median of 20 are the fifth from either end. 0 of 299 at 1%
 * is the first below 5%. */
static void binomial_and_bounds(void **state)
{
    double values[20], lower, upper;

    (void)state;
    for (size_t i = 0; i < 20; i++)
        values[i] = (double)(20 - i);
    close_to(binomial_at_most(4, 20, 0.5), 6196.0 / 1048576, 1e-12);
    median_bounds(values, 20, 0.01, &lower, &upper);
    close_to(lower, 5, 0);
    close_to(upper, 16, 0);
    close_to(median(values, 20), 10.5, 0);
    median_bounds(values, 3, 0.01, &lower, &upper);
    assert_true(isinf(lower) && isinf(upper));
    assert_true(binomial_at_most(0, 299, 0.01) < 0.05 && binomial_at_most(0, 298, 0.01) > 0.05);
}

/* 1..5 against 6..10: U = 0, z = (12.5 - 0.5) / sqrt(275 / 12) = 2.5067, two-sided 0.01219 (scipy's asymptotic value). */
static void rank_sum_by_hand(void **state)
{
    const double low[] = {1, 2, 3, 4, 5}, high[] = {6, 7, 8, 9, 10};

    (void)state;
    close_to(rank_sum(low, 5, high, 5), 0.01219, 1e-5);
    close_to(rank_sum(high, 5, low, 5), 0.01219, 1e-5);
    close_to(rank_sum(low, 5, low, 5), 1, 1e-12);
}

enum { MANY = 150 };

/* Series of `pairs` pairs around `change`; the noise is symmetric and of a few percent. */
static struct series **make(size_t count, size_t pairs, double change, uint64_t seed)
{
    struct series **all = calloc(count, sizeof *all);
    struct rng rng;

    assert_non_null(all);
    rng_seed(&rng, seed);
    for (size_t i = 0; i < count; i++) {
        all[i] = calloc(1, sizeof *all[i]);
        assert_non_null(all[i]);
        all[i]->pairs = pairs;
        for (size_t k = 0; k < pairs; k++)
            all[i]->ratios[k] = change + (double)rng_between(&rng, -3000, 3000) * 1e-5;
    }
    return all;
}

static void drop(struct series **all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(all[i]);
    free(all);
}

/* Every look must be able to fire where 150 benchmarks run and one of them is plainly slower. */
static void each_look_can_fire(void **state)
{
    (void)state;
    for (size_t look = 0; look < LOOKS; look++) {
        struct series **all = make(MANY, looks[look].pairs, 0, 11);

        for (size_t k = 0; k < looks[look].pairs; k++)
            all[7]->ratios[k] += 0.2;
        assert_true(decide(all, MANY, looks[look].alpha, look + 1 == LOOKS));
        assert_int_equal(all[7]->timing.verdict, VERDICT_RED);
        for (size_t i = 0; i < MANY; i++)
            assert_true(i == 7 || all[i]->timing.verdict != VERDICT_RED);
        drop(all, MANY);
    }
    close_to(looks[0].alpha + looks[1].alpha + looks[2].alpha, 0.01, 1e-12);
    assert_true(exp2(-15) * MANY > looks[0].alpha);
}

static enum verdict verdict_of(double change, double alpha, double floor, bool last)
{
    struct series **all = make(1, 40, change, 5);
    enum verdict verdict;

    all[0]->floor = floor;
    assert_true(decide(all, 1, alpha, last));
    verdict = all[0]->timing.verdict;
    drop(all, 1);
    return verdict;
}

static void verdicts(void **state)
{
    (void)state;
    assert_int_equal(verdict_of(0.1, 0.003, LEAST_CHANGE, false), VERDICT_RED);
    assert_int_equal(verdict_of(-0.1, 0.003, LEAST_CHANGE, false), VERDICT_BETTER);
    /* Below the floor of the links it is no finding, and 22% more cannot be called equal. */
    assert_int_equal(verdict_of(0.1, 0.003, 0.2, false), VERDICT_SKIPPED);
    assert_int_equal(verdict_of(0.1, 0.003, 0.2, true), VERDICT_INCONCLUSIVE);
    /* Without error to spend nothing is red. */
    assert_int_equal(verdict_of(0.2, 0, LEAST_CHANGE, true), VERDICT_INCONCLUSIVE);
    assert_int_equal(verdict_of(0, 0.003, LEAST_CHANGE, false), VERDICT_GREEN);
    /* One percent is seen by the test, and is below what anybody cares about. */
    assert_int_equal(verdict_of(0.01, 0.003, LEAST_CHANGE, true), VERDICT_GREEN);
}

/* Two hundred runs of 20 benchmarks on equal sides, all looks on growing samples: at 1% two reds are expected; more than eight have
 * probability 2e-4. The draws are fixed. */
static void equal_sides_stay_green(void **state)
{
    size_t reds = 0;

    (void)state;
    for (uint64_t run = 0; run < 200; run++) {
        struct series **all = make(20, 80, 0, run);

        for (size_t look = 0; look < LOOKS; look++) {
            for (size_t i = 0; i < 20; i++)
                all[i]->pairs = looks[look].pairs;
            assert_true(decide(all, 20, looks[look].alpha, look + 1 == LOOKS));
        }
        for (size_t i = 0; i < 20; i++)
            reds += all[i]->timing.verdict == VERDICT_RED;
        drop(all, 20);
    }
    assert_true(reds <= 8);
}

/* Of a: 1 ms, 0.1 ms, then what is longer than a pass should be; of b: its only one comes among the firsts. Not there: what head
 * does not solve, and what cannot be repeated. */
static void most_telling_first(void **state)
{
    static const struct {
        const char *name, *head;
        double warm;
        size_t fit;
    } rows[] = {
        {"p/short/a", "ready", 1e5, 4},   {"p/long/a", "ready", 9e6, 1}, {"p/right/a", "ready", 1e6, 4},
        {"p/lost/a", "limit", 1e6, 4},    {"p/only/b", "ready", 1e3, 4}, {"p/far/a", "ready", 1e6, 0},
        {"p/longer/a", "ready", 2e7, 1},
    };
    static const char *const expected[] = {"p/right/a", "p/only/b", "p/short/a", "p/long/a", "p/longer/a"};
    struct gate gate = {0};
    struct benchmark **order;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct benchmark *benchmark = gate_benchmark(&gate, rows[i].name);

        assert_non_null(benchmark);
        benchmark->base = (struct solved){.there = true, .state = "ready", .fit = rows[i].fit, .warm = rows[i].warm};
        benchmark->head.there = true;
        snprintf(benchmark->head.state, sizeof benchmark->head.state, "%s", rows[i].head);
    }
    assert_int_equal(plan_order(&gate, &order), sizeof expected / sizeof *expected);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_string_equal(order[i]->name, expected[i]);
    free(order);
    free(gate.benchmarks);
}

/* What has been found decides in this order: wrong answers, a layer that could not work, worse, inconclusive; an advisory layer stops
 * nothing, but that it could not work. */
static void statuses(void **state)
{
    struct gate gate = {0};

    (void)state;
    assert_int_equal(gate_status(&gate), 0);
    gate.layers[LAYER_TIME] = (struct layer_state){.advisory = true, .verdict = VERDICT_RED};
    assert_int_equal(gate_status(&gate), 0);
    gate.layers[LAYER_TIME].advisory = false;
    gate.layers[LAYER_TIME].verdict = VERDICT_INCONCLUSIVE;
    assert_int_equal(gate_status(&gate), EXIT_INCONCLUSIVE);
    gate.layers[LAYER_INSTRUCTIONS].verdict = VERDICT_RED;
    assert_int_equal(gate_status(&gate), EXIT_WORSE);
    snprintf(gate.layers[LAYER_WORK].control, sizeof gate.layers[LAYER_WORK].control, "planted");
    assert_int_equal(gate_status(&gate), 3);
    gate.layers[LAYER_WORK].fired = true;
    assert_int_equal(gate_status(&gate), EXIT_WORSE);
    gate.layers[LAYER_INSTRUCTIONS].verdict = VERDICT_FAILED;
    assert_int_equal(gate_status(&gate), 3);
    gate.layers[LAYER_ANSWERS].verdict = VERDICT_RED;
    assert_int_equal(gate_status(&gate), 1);
}

int unit_gate(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signed_rank_of_five), cmocka_unit_test(signed_rank_of_tables),
        cmocka_unit_test(signed_rank_with_ties), cmocka_unit_test(holm_by_hand),
        cmocka_unit_test(binomial_and_bounds), cmocka_unit_test(rank_sum_by_hand),
        cmocka_unit_test(each_look_can_fire), cmocka_unit_test(verdicts),
        cmocka_unit_test(equal_sides_stay_green), cmocka_unit_test(most_telling_first),
        cmocka_unit_test(statuses),
    };

    return cmocka_run_group_tests_name("gate", tests, NULL, NULL);
}
