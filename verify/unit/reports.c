/* The pieces of assay-report: figures, growth, escapes. Result files that are wrong are in
 * verify/cli/report.bats. */
#include "unit.h"

#include <math.h>

#include "core/rng.h"
#include "reports/escape.h"
#include "reports/fit.h"
#include "reports/statistics.h"
#include "reports/svg.h"
#include "reports/units.h"

/* ---- figures ---- */

static void encloses_the_median(void **state)
{
    double values[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    /* From tables of the sign test: n = 6: 1st and 6th, n = 9: 2nd and 8th, n = 12: 3rd and 10th. */
    static const struct {
        size_t count, low, high;
    } table[] = {{6, 1, 6}, {8, 1, 8}, {9, 2, 8}, {12, 3, 10}};

    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct interval interval = median_interval(values, table[i].count);

        assert_true(interval.known);
        assert_float_equal(interval.low, (double)table[i].low, 0);
        assert_float_equal(interval.high, (double)table[i].high, 0);
    }
    assert_false(median_interval(values, 5).known);
    assert_false(median_interval(values, 0).known);
    assert_float_equal(student(2), 4.303, 0);
}

static void shows_figures(void **state)
{
    char buffer[UNITS_SIZE];

    (void)state;
    assert_string_equal(show_time(1.234e-6, buffer), "1.23 µs");
    assert_string_equal(show_time(999.6e-9, buffer), "1.00 µs");
    assert_string_equal(show_count(4, buffer), "4");
    assert_string_equal(show_count(10000, buffer), "10k");
    assert_string_equal(show_count(12345, buffer), "12.3k");
    assert_string_equal(show_bytes(0, buffer), "0 B");
    assert_string_equal(show_bytes(1536, buffer), "1.50 KiB");
    assert_string_equal(show_ratio(3350, buffer), "3.35kx");
    assert_string_equal(show_ratio(0.005, buffer), "0.005x");
    assert_string_equal(show_percent(0.034, buffer), "3.4%");
}

/* ---- growth ---- */

static const double sizes[] = {4, 8, 12, 20, 40, 60, 100, 200};

enum { SIZES = sizeof sizes / sizeof *sizes, RUNS = 20 };

static double grown(enum growth growth, double n)
{
    switch (growth) {
    case GROWTH_CONSTANT:
        return 1;
    case GROWTH_LOG:
        return log2(n + 1);
    case GROWTH_LINEAR:
        return n;
    case GROWTH_LINEAR_LOG:
        return n * log2(n + 1);
    case GROWTH_SQUARE:
        return n * n;
    case GROWTH_CUBE:
        return n * n * n;
    case GROWTH_POWER:
        return pow(n, 2.5);
    default:
        return pow(1.3, n);
    }
}

/* Every class, with an error of up to 5% either way, twenty times: never another class, and its rival is
 * allowed to be the right one. */
static void finds_the_class(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    for (size_t run = 0; run < RUNS; run++) {
        for (enum growth growth = 0; growth < GROWTH_COUNT; growth++) {
            struct point points[SIZES];
            struct fit fit;

            for (size_t i = 0; i < SIZES; i++) {
                double noise = 0.95 + 0.1 * (double)rng_below(&rng, 1000) / 1000;

                points[i] = (struct point){sizes[i], 17 * grown(growth, sizes[i]) * noise};
            }
            fit = fit_growth(points, SIZES, 0.2, 0.03);
            if (fit.growth != growth && fit.rival != growth)
                fail_msg("%s was taken for %s", growth_names[growth],
                         fit.growth < GROWTH_COUNT ? growth_names[fit.growth] : "no fit");
            if (growth == GROWTH_POWER)
                assert_true(fit.low < 2.55 && fit.high > 2.45 && fit.high - fit.low < 0.2);
            if (growth == GROWTH_EXPONENTIAL)
                assert_true(fit.low < 1.301 && fit.high > 1.299 && fit.high - fit.low < 0.02);
        }
    }
}

static void leaves_small_sizes_off(void **state)
{
    struct point points[SIZES];
    struct fit fit;

    (void)state;
    /* 1000 + n^2: nothing but a constant is seen below n = 30. */
    for (size_t i = 0; i < SIZES; i++)
        points[i] = (struct point){i < 3 ? sizes[i] : sizes[i] * 10,
                                   1000 + grown(GROWTH_SQUARE, i < 3 ? sizes[i] : sizes[i] * 10)};
    fit = fit_growth(points, SIZES, 0.2, 0.03);
    assert_int_equal(fit.growth, GROWTH_SQUARE);
    assert_true(fit.first >= 3);
    assert_int_equal(fit.count, SIZES - fit.first);
}

static void says_that_nothing_fits(void **state)
{
    static const struct point jumps[] = {{4, 1}, {8, 900}, {12, 2}, {20, 5000}, {40, 1}, {60, 7}};

    (void)state;
    assert_int_equal(fit_growth(jumps, 6, 0.2, 0.03).growth, GROWTH_NONE);
    assert_int_equal(fit_growth(jumps, 3, 0.2, 0.03).growth, GROWTH_NONE);
    assert_string_equal(fit_growth(jumps, 3, 0.2, 0.03).why, "fewer than four sizes");
    assert_int_equal(fit_growth(NULL, 0, 0.2, 0.03).growth, GROWTH_NONE);
}

/* Counts of variants on the ladders of bench/suites/ that were once given a class: "n^0.07 (exponent
 * -0.05 to 0.18)", and one that is as scattered. */
static void does_not_guess(void **state)
{
    static const struct point few[] = {{2, 1.15}, {4, 1.4}, {8, 1.6}, {16, 2.6}};
    static const struct point bent[] = {{1, 40}, {2, 147}, {4, 639}, {6, 1090}, {8, 1800}, {10, 2220}};
    static const struct point level[] = {{30, 67}, {100, 91}, {1000, 98}, {10000, 106}};

    (void)state;
    assert_int_equal(fit_growth(level, 4, 0.2, 0.03).growth, GROWTH_NONE);
    /* Six points within 35% of n^1.78, but the last four rise by n^1.36: they bend. */
    assert_int_equal(fit_growth(bent, 6, 0.35, 0.08).growth, GROWTH_NONE);
    assert_int_equal(fit_growth(few, 4, 0.2, 0.03).growth, GROWTH_NONE);
}

static void holds_times_against_the_work(void **state)
{
    static const struct fit work = {.growth = GROWTH_LINEAR, .low = 0.97, .high = 1};
    static const struct fit constant = {.growth = GROWTH_CONSTANT, .low = 0.02, .high = 0.06};
    static const struct fit doubling = {.growth = GROWTH_EXPONENTIAL, .low = 2.01, .high = 2.09};
    struct fit level = {.growth = GROWTH_LOG, .rival = GROWTH_NONE, .low = 0.4, .high = 0.95};
    struct fit either = {.growth = GROWTH_LOG, .rival = GROWTH_LINEAR, .low = 0.54, .high = 0.93};
    struct fit slower = {.growth = GROWTH_LOG, .rival = GROWTH_NONE, .low = 0.16, .high = 0.31};
    struct fit near = {.growth = GROWTH_POWER, .rival = GROWTH_NONE, .low = 0.7, .high = 0.9};
    struct fit faster = {.growth = GROWTH_SQUARE, .rival = GROWTH_NONE, .low = 1.9, .high = 2.1};
    struct fit other = {.growth = GROWTH_EXPONENTIAL, .rival = GROWTH_NONE, .low = 1.2, .high = 1.3};

    (void)state;
    /* What reads the input grows with it, though nobody counts that; and a cache that is too small costs
     * time, not work. */
    fit_hold_against(&near, &constant);
    fit_hold_against(&near, &work);
    fit_hold_against(&faster, &work);
    assert_int_equal(near.growth, GROWTH_POWER);
    assert_int_equal(faster.growth, GROWTH_SQUARE);
    fit_hold_against(&either, &work);
    assert_int_equal(either.growth, GROWTH_LINEAR);
    assert_int_equal(either.rival, GROWTH_LOG);
    fit_hold_against(&slower, &work);
    /* Even where the interval comes near: the name would be wrong. */
    fit_hold_against(&level, &work);
    assert_int_equal(level.growth, GROWTH_NONE);
    assert_int_equal(slower.growth, GROWTH_NONE);
    fit_hold_against(&faster, &doubling);
    assert_int_equal(faster.growth, GROWTH_NONE);
    fit_hold_against(&other, &doubling);
    assert_int_equal(other.growth, GROWTH_NONE);
    assert_string_equal(other.why, "slower than the work, so not yet ruled by it");
}

/* ---- escapes ---- */

static void assert_escaped(void (*put)(struct text *, const char *), const char *string, const char *escaped)
{
    struct text text = {0};

    put(&text, string);
    text_char(&text, '\0');
    assert_string_equal(text.bytes, escaped);
    text_free(&text);
}

static void escapes_names(void **state)
{
    (void)state;
    assert_escaped(put_html, "<b a=\"1\" c='2'>&\x1b",
                   "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;\xEF\xBF\xBD");
    assert_escaped(put_html, "炉心 ü", "炉心 ü");
    assert_escaped(put_name, "a<", "<bdi>a&lt;</bdi>");
    assert_escaped(put_markdown, "a_b|c<d>`e`[f](g)", "a\\_b\\|c&lt;d\\>\\`e\\`\\[f\\]\\(g\\)");
    assert_escaped(put_gnuplot, "it's `date`\n50%", "'it''s `date` 50\xEF\xBC\x85'");
    assert_escaped(put_csv, "plain", "plain");
    assert_escaped(put_csv, "a,\"b\"", "\"a,\"\"b\"\"\"");
    assert_escaped(put_csv, "=1+1", "\"'=1+1\"");
    assert_escaped(put_terminal, "a\x1b[31m\xC2\x9B", "a\xEF\xBF\xBD[31m\xEF\xBF\xBD");
    assert_escaped(put_word, "a b\tc", "a_b_c");
}

/* ---- SVG ---- */

static void adapts_svg(void **state)
{
    static const char drawn[] =
        "<?xml?>\n<svg \n viewBox=\"0 0 480 330\"\n><title>Gnuplot</title><g "
        "id=\"gnuplot_canvas\"><defs><circle id='gpPt5'/>"
        "<filter id='textbox'></filter></defs><g fill=\"none\">\n</g><g "
        "id=\"gnuplot_plot_1\"><title>gnuplot_plot_1</title>"
        "<g fill=\"none\" color=\"black\" stroke=\"currentColor\" stroke-width=\"2.00\"><path d='M1,2'/></g>"
        "<use xlink:href='#gpPt5' color='rgb(  1,   0,   2)'/><path stroke='rgb(  9,   9,   "
        "9)'/></g></g></svg>\n";
    const char *rest = drawn;
    struct text svg = {0};

    (void)state;
    assert_true(svg_adapt(&rest, 7, &svg));
    text_char(&svg, '\0');
    assert_string_equal(svg.bytes,
                        "viewBox='0 0 480 330' fill='none' stroke='currentColor'><g "
                        "id=\"p7-gnuplot_canvas\"><defs><circle id='p7-gpPt5'/></defs><g "
                        "id=\"p7-gnuplot_plot_1\">"
                        "<g stroke-width=\"2.00\"><path d='M1,2'/></g><use href='#p7-gpPt5' "
                        "color='var(--s2,#047857)'/><path stroke='rgb(  9,   9,   9)'/></g></g></svg>");
    assert_string_equal(rest, "\n");
    text_clear(&svg);
    assert_false(svg_adapt(&rest, 8, &svg));
    text_free(&svg);
}

int unit_reports(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encloses_the_median),
        cmocka_unit_test(shows_figures),
        cmocka_unit_test(finds_the_class),
        cmocka_unit_test(leaves_small_sizes_off),
        cmocka_unit_test(says_that_nothing_fits),
        cmocka_unit_test(does_not_guess),
        cmocka_unit_test(holds_times_against_the_work),
        cmocka_unit_test(escapes_names),
        cmocka_unit_test(adapts_svg),
    };

    return cmocka_run_group_tests_name("reports", tests, NULL, NULL);
}
