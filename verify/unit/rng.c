/* The random source. Its stream is a contract: the values here come from the published algorithms, computed
 * by another program in another language, and the first outputs from the state 1 2 3 4 are the ones that
 * other libraries test against. */
#include "unit.h"

#include "core/rng.h"

static void seeding_is_splitmix64(void **state)
{
    static const struct {
        uint64_t seed;
        uint64_t state[4];
    } cases[] = {
        {0, {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec}},
        {1234567, {6457827717110365317, 3203168211198807973, 9817491932198370423U, 4593380528125082431}},
        {UINT64_MAX, {0xe4d971771b652c20, 0xe99ff867dbf682c9, 0x382ff84cb27281e9, 0x6d1db36ccba982d2}},
    };
    struct rng rng;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rng_seed(&rng, cases[i].seed);
        assert_memory_equal(rng.state, cases[i].state, sizeof rng.state);
    }
}

static void the_stream_is_xoshiro256(void **state)
{
    static const uint64_t from_1234[] = {
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
        16172922978634559625U,
        8476171486693032832,
        10595114339597558777U,
        2904607092377533576,
    };
    static const uint64_t from_seed_0[] = {
        0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0, 0x6aa594f1262d2d2c, 0xbba5ad4a1f842e59,
    };
    struct rng rng = {{1, 2, 3, 4}};

    (void)state;
    for (size_t i = 0; i < sizeof from_1234 / sizeof *from_1234; i++)
        assert_true(rng_next(&rng) == from_1234[i]);
    rng_seed(&rng, 0);
    for (size_t i = 0; i < sizeof from_seed_0 / sizeof *from_seed_0; i++)
        assert_true(rng_next(&rng) == from_seed_0[i]);
}

static void the_seed_of_a_case(void **state)
{
    (void)state;
    assert_true(rng_case_seed(0, "", "", 0) == 0xbd5fa5e9198d6f03);
    assert_true(rng_case_seed(1, "ticket", "uniform", 17) == 0xff7b4049ceb3cf13);
    assert_true(rng_case_seed(UINT64_MAX, "adjacent", "hard", 0x0123456789abcdef) == 0x3827cdf63404fbd2);
    assert_true(rng_case_seed(1, "ticketuniform", "", 17) ==
                0xbe59394ae942ab95); /* the zeros keep the names apart */
}

static void below_is_lemires(void **state)
{
    static const uint64_t dice[] = {4, 3, 3, 2, 4, 0, 0, 2, 5, 3, 5, 5, 5, 4, 3, 5, 0, 2, 0, 0};
    static const uint64_t large[] = {0x429daacb239b2675, 0x497c4bab0415228a, 0x32170e3de13351d3,
                                     0x30caa6e623d8f44e};
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    for (size_t i = 0; i < sizeof dice / sizeof *dice; i++)
        assert_int_equal(rng_below(&rng, 6), dice[i]);
    rng_seed(&rng, 1);
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        assert_true(rng_below(&rng, ((uint64_t)1 << 63) + 1) == large[i]);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(rng_below(&rng, 0), 0);
        assert_int_equal(rng_below(&rng, 1), 0);
        assert_true(rng_below(&rng, UINT64_MAX) < UINT64_MAX);
    }
}

/* At 3 * 2^62 a remainder without rejection would give one third of the values twice as often as the others:
 * the lowest third of the range half of all draws. A seed is fixed, so this passes always or never; the bound
 * is 6 standard deviations. */
static void below_has_no_bias(void **state)
{
    const uint64_t third = (uint64_t)1 << 62;
    int64_t counts[3] = {0}, draws = 30000;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 2);
    for (int64_t i = 0; i < draws; i++)
        counts[rng_below(&rng, 3 * third) / third]++;
    for (int i = 0; i < 3; i++)
        assert_true(llabs(counts[i] - draws / 3) < 6 * 82); /* sqrt(30000 * 1/3 * 2/3) = 81.6 */
}

static void between_includes_both_ends(void **state)
{
    bool seen[5] = {false};
    bool negative = false, positive = false;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 3);
    for (int i = 0; i < 200; i++) {
        int64_t value = rng_between(&rng, -2, 2);

        assert_in_range(value + 2, 0, 4);
        seen[value + 2] = true;
        assert_true(rng_between(&rng, INT64_MIN, INT64_MIN) == INT64_MIN);
        assert_true(rng_between(&rng, INT64_MAX, INT64_MAX) == INT64_MAX);
        value = rng_between(&rng, INT64_MIN, INT64_MAX);
        negative |= value < INT64_MIN / 2;
        positive |= value > INT64_MAX / 2;
        assert_true(rng_between(&rng, INT64_MAX - 1, INT64_MAX) >= INT64_MAX - 1);
    }
    for (int i = 0; i < 5; i++)
        assert_true(seen[i]);
    assert_true(negative && positive);
}

static void one_in_is_once_in_so_many_times(void **state)
{
    int64_t count = 0, draws = 40000;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 4);
    for (int64_t i = 0; i < draws; i++) {
        assert_true(rng_one_in(&rng, 1));
        count += rng_one_in(&rng, 4);
    }
    assert_true(llabs(count - draws / 4) < 6 * 87); /* sqrt(40000 * 1/4 * 3/4) = 86.6 */
}

/* Each of the 24 orders of four values, about as often as the others. */
static void shuffling_gives_every_order(void **state)
{
    int64_t counts[4][4][4] = {0}, draws = 24000;
    int orders = 0;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 5);
    for (int64_t i = 0; i < draws; i++) {
        uint32_t values[] = {0, 1, 2, 3};

        rng_shuffle(&rng, values, 4);
        assert_int_equal(1 << values[0] | 1 << values[1] | 1 << values[2] | 1 << values[3], 15);
        counts[values[0]][values[1]][values[2]]++;
    }
    for (int i = 0; i < 64; i++) {
        int64_t count = counts[i / 16][i / 4 % 4][i % 4];

        orders += count > 0;
        assert_true(count == 0 || llabs(count - draws / 24) < 6 * 31); /* sqrt(24000 * 1/24 * 23/24) = 31 */
    }
    assert_int_equal(orders, 24);
    rng_shuffle(&rng, NULL, 0);
}

int unit_rng(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeding_is_splitmix64),
        cmocka_unit_test(the_stream_is_xoshiro256),
        cmocka_unit_test(the_seed_of_a_case),
        cmocka_unit_test(below_is_lemires),
        cmocka_unit_test(below_has_no_bias),
        cmocka_unit_test(between_includes_both_ends),
        cmocka_unit_test(one_in_is_once_in_so_many_times),
        cmocka_unit_test(shuffling_gives_every_order),
    };

    return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
