/* The parser of benchmark suites: what a good one holds, and the exact place and words of each error. */
#include "unit.h"

#include "bench/suite.h"

extern const struct puzzle template_puzzle;

static const struct puzzle *const known[] = {&template_puzzle, NULL};
static const struct reference elsewhere = {"another", true, {.name = "other"}};
static const struct reference loop = {"template", false, {.name = "loop"}};
static const struct reference *const yardsticks[] = {&elsewhere, &loop, NULL};

static bool parse(const char *text, struct arena *arena, struct suite *suite, struct error *error)
{
    return suite_parse(text, strlen(text), known, yardsticks, arena, suite, error);
}

static void reads_workloads(void **state)
{
    struct arena arena = {0};
    struct suite suite;
    struct error error;
    const struct suite_workload *read;

    (void)state;
    assert_true(parse("# a comment\n"
                      "puzzle template # another\n"
                      "\n"
                      "upper  as fast as light  # so far\n"
                      "generate up size=3,17 class=uniform cases=5 seed=9 with=loop\r\n"
                      "files real a/*.in b.in without=naive rate=bytes",
                      &arena, &suite, &error));
    assert_ptr_equal(suite.puzzle, &template_puzzle);
    assert_int_equal(suite.column_count, 4);
    assert_string_equal(suite.columns[2].variant->name, "noop");
    assert_string_equal(suite.columns[3].variant->name, "parse");
    assert_string_equal(suite.upper, "as fast as light");
    assert_string_equal(suite.columns[0].variant->name, "naive");
    assert_false(suite.columns[0].reference);
    assert_true(suite.columns[0].compared);
    assert_string_equal(suite.columns[1].variant->name, "loop");
    assert_true(suite.columns[1].reference);
    assert_false(suite.columns[1].compared);
    assert_int_equal(suite.workload_count, 3);

    assert_string_equal(suite.workloads[0].name, "up-3");
    assert_string_equal(suite.workloads[0].ladder, "up");
    assert_int_equal(suite.workloads[0].recipe.size, 3);
    assert_int_equal(suite.workloads[0].cases, 5);
    assert_int_equal(suite.workloads[0].seed, 9);
    assert_int_equal(suite.workloads[0].columns, 3);
    assert_null(suite.workloads[0].globs);
    assert_string_equal(suite.workloads[1].name, "up-17");
    assert_int_equal(suite.workloads[1].recipe.size, 17);

    read = &suite.workloads[2];
    assert_string_equal(read->name, "real");
    assert_string_equal(read->globs[0], "a/*.in");
    assert_string_equal(read->globs[1], "b.in");
    assert_null(read->globs[2]);
    assert_null(read->ladder);
    assert_int_equal(read->columns, 0);
    assert_true(read->bytes);
    arena_free(&arena);
}

static void takes_what_is_usual(void **state)
{
    struct arena arena = {0};
    struct suite suite;
    struct error error;

    (void)state;
    assert_true(parse("puzzle template\ngenerate x size=1\n", &arena, &suite, &error));
    assert_int_equal(suite.workloads[0].cases, 64);
    assert_int_equal(suite.workloads[0].seed, 1);
    assert_int_equal(suite.workloads[0].recipe.input_class, 0);
    assert_int_equal(suite.workloads[0].columns, 1);
    assert_null(suite.upper);
    assert_false(suite.workloads[0].bytes);
    arena_free(&arena);
}

static void reads_aims(void **state)
{
    struct arena arena = {0};
    struct suite suite;
    struct error error;

    (void)state;
    assert_true(parse("puzzle template\n"
                      "generate a size=1,2\n"
                      "aim a-2 naive within 1.15 of loop\n"
                      "aim a-1 naive beats loop by 4000\n"
                      "aim a-1 loop under 2.5 us\n",
                      &arena, &suite, &error));
    assert_int_equal(suite.aim_count, 3);
    assert_int_equal(suite.aims[0].kind, AIM_WITHIN);
    assert_int_equal(suite.aims[0].workload, 1);
    assert_int_equal(suite.aims[0].column, 0);
    assert_int_equal(suite.aims[0].other, 1);
    assert_float_equal(suite.aims[0].figure, 1.15, 1e-12);
    assert_int_equal(suite.aims[1].kind, AIM_BEATS);
    assert_float_equal(suite.aims[1].figure, 4000, 1e-9);
    assert_int_equal(suite.aims[2].kind, AIM_UNDER);
    assert_int_equal(suite.aims[2].column, 1);
    assert_float_equal(suite.aims[2].figure, 2.5e-6, 1e-15);
    arena_free(&arena);
}

/* More than the first room of the arrays that grow. */
static void holds_many(void **state)
{
    struct text text = {0};
    struct arena arena = {0};
    struct suite suite;
    struct error error;

    (void)state;
    text_string(&text, "puzzle template\n");
    for (unsigned i = 1; i <= 100; i++)
        text_format(&text, "generate w size=%u\naim w-%u naive under 1 s\n", i, i);
    assert_true(suite_parse(text.bytes, text.length, known, yardsticks, &arena, &suite, &error));
    assert_int_equal(suite.workload_count, 100);
    assert_int_equal(suite.aim_count, 100);
    assert_string_equal(suite.workloads[99].name, "w-100");
    assert_int_equal(suite.aims[0].workload, 0);
    assert_int_equal(suite.aims[99].workload, 99);
    text_free(&text);
    arena_free(&arena);
}

#define HEAD "puzzle template\n"

static const struct {
    const char *text;
    size_t line;
    size_t column;
    const char *message;
} bad[] = {
    {"", 1, 1, "expected 'puzzle', found nothing"},
    {"generate x size=1\n", 1, 1, "expected 'puzzle', found 'generate'"},
    {"puzzle\n", 1, 7, "expected the name of a puzzle, found nothing"},
    {"puzzle nothing\n", 1, 8, "expected the name of a puzzle, found 'nothing'"},
    {"puzzle template more\n", 1, 17, "expected the end of the line, found 'more'"},
    {HEAD, 2, 1, "expected a workload, found nothing"},
    {HEAD "measure x\n", 2, 1, "expected 'generate', 'files', 'upper' or 'aim', found 'measure'"},
    {HEAD "upper\n", 2, 6, "expected what bounds every variant from above, found nothing"},
    {HEAD "generate\n", 2, 9, "expected the name of a workload, found nothing"},
    {HEAD "generate a/b size=1\n", 2, 10,
     "expected a name of letters, digits, '-', '_' and '.', found 'a/b'"},
    {HEAD "generate x\n", 2, 11, "expected size=N, found nothing"},
    {HEAD "generate x size=0\n", 2, 17, "expected a size, an integer from 1 to 1000, found '0'"},
    {HEAD "generate x size=1,2000\n", 2, 19, "expected a size, an integer from 1 to 1000, found '2000'"},
    {HEAD "generate x size=1 class=odd\n", 2, 25, "expected the name of a class of the puzzle, found 'odd'"},
    {HEAD "generate x size=1 format=log\n", 2, 26, "expected the name of a format of the puzzle, found 'log'"},
    {HEAD "generate x size=1 rounds=2\n", 2, 19,
     "expected an option of a generated workload, found 'rounds=2'"},
    {HEAD "generate x size=1 cases=0\n", 2, 25,
     "expected the number of cases, an integer from 1 to 1000000, found '0'"},
    {HEAD "generate x size=1 seed=-1\n", 2, 24,
     "expected a seed, an integer from 0 to 9223372036854775807, found '-1'"},
    {HEAD "generate x size=1 rate=bits\n", 2, 24, "expected bytes, found 'bits'"},
    {HEAD "generate x size=1 with=loop,naive\n", 2, 29, "expected the name of a reference, found 'naive'"},
    {HEAD "generate x size=1 without=loop\n", 2, 27, "expected the name of a variant, found 'loop'"},
    {HEAD "generate x size=1 without=other\n", 2, 27,
     "expected the name of a variant or reference, found 'other'"},
    {HEAD "generate x size=1 with=\n", 2, 24, "expected the name of a variant or reference, found nothing"},
    {HEAD "generate x size=1\ngenerate x size=1\n", 3, 10, "there is a workload x-1 already"},
    {HEAD "files x\n", 2, 8, "expected a pattern of file names, found nothing"},
    {HEAD "generate x size=1\naim y-1 naive under 1 s\n", 3, 5,
     "expected the name of a workload above, found 'y-1'"},
    {HEAD "generate x size=1\naim x-1 best under 1 s\n", 3, 9,
     "expected the name of a variant or reference, found 'best'"},
    {HEAD "generate x size=1\naim x-1 naive over 1 s\n", 3, 15,
     "expected 'within', 'beats' or 'under', found 'over'"},
    {HEAD "generate x size=1\naim x-1 naive under 0 s\n", 3, 21, "expected a positive number, found '0'"},
    {HEAD "generate x size=1\naim x-1 naive under 1.2.3 s\n", 3, 21,
     "expected a positive number, found '1.2.3'"},
    {HEAD "generate x size=1\naim x-1 naive under 1 min\n", 3, 23, "expected ns, us, ms or s, found 'min'"},
    {HEAD "generate x size=1\naim x-1 naive within 2 by loop\n", 3, 24, "expected 'of', found 'by'"},
    {HEAD "generate x size=1\naim x-1 naive beats loop\n", 3, 25, "expected 'by', found nothing"},
    {HEAD "generate x size=1\naim x-1 naive under 1 s more\n", 3, 25,
     "expected the end of the line, found 'more'"},
    {HEAD "generate x\fsize=1\n", 2, 11, "a form feed is not allowed, expected text"},
};

static void names_the_place_of_an_error(void **state)
{
    struct arena arena = {0};
    struct suite suite;
    struct error error;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(parse(bad[i].text, &arena, &suite, &error));
        assert_int_equal(error.kind, ERROR_INPUT);
        assert_string_equal(error.message, bad[i].message);
        assert_int_equal(error.line, bad[i].line);
        assert_int_equal(error.column, bad[i].column);
        arena_reset(&arena);
    }
    arena_free(&arena);
}

int unit_suite(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_workloads),
        cmocka_unit_test(takes_what_is_usual),
        cmocka_unit_test(reads_aims),
        cmocka_unit_test(holds_many),
        cmocka_unit_test(names_the_place_of_an_error),
    };

    return cmocka_run_group_tests_name("suite", tests, NULL, NULL);
}
