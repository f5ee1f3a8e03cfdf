/* What the programs do around a puzzle, shown by a puzzle made for it: its instances are letters that say
 * what becomes of them. Where a context opens and closes, who answers and who says why not, which sizes are
 * promised, where a submission goes.
 *
 *   s solved   c contradiction, explained   d one that is not   l a limit of its own
 *   u unsupported, though nobody refused   r refused by all   t for `table` alone
 *
 * Two functions are ours here (the Makefile links this program with --wrap): operand_puzzle, so that a
 * command takes the puzzle, and the clock, so that a variant need not be slow to seem so. */
#include "unit.h"

#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/cli/commands.h"
#include "core/cli/file.h"
#include "core/cli/package.h"
#include "core/cli/promise.h"

int __real_clock_gettime(clockid_t id, struct timespec *time);
int __wrap_clock_gettime(clockid_t id, struct timespec *time);
const struct puzzle *__real_operand_puzzle(const struct usage *usage, int operands, char **arguments);
const struct puzzle *__wrap_operand_puzzle(const struct usage *usage, int operands, char **arguments);

static const struct puzzle *posed; /* NULL: the command's own */
static struct timespec pretended;  /* seconds that have not passed */

const struct puzzle *__wrap_operand_puzzle(const struct usage *usage, int operands, char **arguments)
{
    return posed ? posed : __real_operand_puzzle(usage, operands, arguments);
}

int __wrap_clock_gettime(clockid_t id, struct timespec *time)
{
    int failed = __real_clock_gettime(id, time);

    time->tv_sec += pretended.tv_sec;
    time->tv_nsec += pretended.tv_nsec;
    return failed;
}

/* ---- the puzzle ---- */

enum { PROMISED_MOST = 40 };

struct letter {
    char kind;
    uint64_t size;
};

static bool parse(const void *bytes, size_t size, struct arena *arena, struct cases *cases,
                  struct error *error)
{
    struct letter *letters = arena_alloc(arena, size, sizeof *letters);

    cases->instances = arena_alloc(arena, size, sizeof *cases->instances);
    if (!letters || !cases->instances)
        return error_out_of_memory(error);
    for (size_t i = 0; i < size; i++) {
        letters[i] = (struct letter){((const char *)bytes)[i], 0};
        cases->instances[i] = &letters[i];
    }
    cases->count = size;
    return true;
}

static void format(const struct cases *cases, struct text *text)
{
    for (size_t i = 0; i < cases->count; i++)
        text_char(text, ((const struct letter *)cases->instances[i])->kind);
}

static const void *generate(struct rng *rng, const struct recipe *recipe, struct arena *arena,
                            struct error *error)
{
    struct letter *letter = arena_alloc(arena, 1, sizeof *letter);

    (void)rng;
    if (!letter) {
        error_out_of_memory(error);
        return NULL;
    }
    if (recipe->size % 2) {
        *error = (struct error){.kind = ERROR_INPUT, .message = "there are none of odd size"};
        return NULL;
    }
    *letter = (struct letter){recipe->input_class == 1 ? 'c' : 's', recipe->size};
    return letter;
}

static size_t answer_size(const void *instance)
{
    (void)instance;
    return 1;
}

static bool promised(const void *instance, const struct result *result)
{
    (void)result;
    return ((const struct letter *)instance)->size <= PROMISED_MOST;
}

static bool never_promised(const void *instance, const struct result *result)
{
    (void)instance;
    (void)result;
    return false;
}

static void print(const void *instance, const struct result *result, size_t number, enum detail detail,
                  struct text *text)
{
    (void)instance;
    (void)detail;
    text_format(text, "%zu %s %c\n", number, outcome_names[result->outcome],
                result->answer ? *(const char *)result->answer : '-');
}

static bool explain(const void *instance, enum outcome outcome, const struct variant *variant, void *context,
                    struct arena *arena, struct text *text)
{
    (void)outcome;
    (void)variant;
    (void)context;
    (void)arena;
    if (((const struct letter *)instance)->kind != 'c')
        return false;
    text_string(text, "two facts");
    return true;
}

/* ---- its variants ---- */

static int opened, closed;
static bool cannot_open;

static void *open_table(void)
{
    static int table;

    opened += !cannot_open;
    return cannot_open ? NULL : &table;
}

static void close_table(void *context)
{
    assert_non_null(context);
    closed++;
}

static const char *refuses_r(const void *instance)
{
    return ((const struct letter *)instance)->kind == 'r' ? "too rare" : NULL;
}

static const char *refuses_t(const void *instance)
{
    return strchr("rt", ((const struct letter *)instance)->kind) ? "too rare for many" : NULL;
}

static const char *refuses_all(const void *instance)
{
    (void)instance;
    return "takes nothing";
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct letter *letter = instance;

    (void)context;
    if (!arena_alloc(work->arena, 1, 1))
        return OUTCOME_NO_MEMORY;
    *(char *)answer = letter->kind;
    return letter->kind == 'c'   ? OUTCOME_CONTRADICTION
           : letter->kind == 'd' ? OUTCOME_CONTRADICTION
           : letter->kind == 'l' ? OUTCOME_LIMIT
           : letter->kind == 'u' ? OUTCOME_UNSUPPORTED
                                 : OUTCOME_SOLVED;
}

static enum outcome solve_by_table(void *context, const void *instance, struct work *work, void *answer)
{
    assert_non_null(context);
    return solve(context, instance, work, answer);
}

/* Those of a file of twenty. */
static bool takes_long(const void *instance)
{
    return ((const struct letter *)instance)->size == 10;
}

static enum outcome solve_slowly(void *context, const void *instance, struct work *work, void *answer)
{
    pretended.tv_sec += takes_long(instance) ? 5 : 0;
    return solve(context, instance, work, answer);
}

/* 0.6 s for such a file. */
static enum outcome solve_less_slowly(void *context, const void *instance, struct work *work, void *answer)
{
    pretended.tv_nsec += 30000000;
    return solve(context, instance, work, answer);
}

static enum outcome tire(void *context, const void *instance, struct work *work, void *answer)
{
    enum outcome outcome = solve(context, instance, work, answer);

    return takes_long(instance) ? OUTCOME_LIMIT : outcome;
}

static enum outcome run_out(void *context, const void *instance, struct work *work, void *answer)
{
    solve(context, instance, work, answer);
    return OUTCOME_NO_MEMORY;
}

#define VARIANT(NAME, REFUSES, SOLVE) .name = NAME, .claim = CLAIM_EXACT, .refuses = REFUSES, .solve = SOLVE
static const struct variant sound = {
    .name = "sound", .claim = CLAIM_SOUND, .refuses = refuses_r, .solve = solve};
static const struct variant table = {VARIANT("table", refuses_r, solve_by_table), .detail = DETAIL_COUNTS,
                                     .open = open_table, .close = close_table};
static const struct variant slow = {VARIANT("slow", refuses_t, solve_slowly)};
static const struct variant less_slow = {VARIANT("less_slow", refuses_t, solve_less_slowly)};
static const struct variant tired = {VARIANT("tired", refuses_t, tire)};
static const struct variant failing = {VARIANT("failing", refuses_t, run_out)};
static const struct variant picky = {VARIANT("picky", refuses_all, solve)};
static const struct variant needy = {VARIANT("needy", refuses_t, solve)};
static const struct variant plain = {VARIANT("plain", refuses_t, solve)};

static const struct variant *const few[] = {&sound, &table, &plain, NULL};
static const struct variant *const many[] = {&sound,   &table, &slow,  &less_slow, &tired,
                                             &failing, &picky, &needy, &plain,     NULL};
static const struct input_class classes[] = {
    {"a", ""}, {"b", ""}, {"c", ""}, {"d", ""}, {"e", ""}, {"f", ""}, {"g", ""}, {"h", ""},
    {"i", ""}, {"j", ""}, {"k", ""}, {"l", ""}, {"m", ""}, {"n", ""}, {"o", ""}, {"p", ""},
    {"q", ""}, {"r", ""}, {"s", ""}, {"t", ""}, {"u", ""}, {"v", ""}, {"w", ""}, {NULL, NULL},
};

#define PUZZLE                                                                                               \
    .name = "fake", .title = "Letters", .source = "here", .summary = "which letter?",                        \
    .notation = "letters\n", .detail = DETAIL_COUNTS, .explain = explain, .parse = parse, .format = format,  \
    .generate = generate, .answer_size = answer_size, .print = print
static const struct puzzle fake = {PUZZLE,
                                   .size = {"letters", 2, 12, 10},
                                   .variants = few,
                                   .classes = classes + 22,
                                   .promised = promised,
                                   .cases_per_file = 1};
static const struct puzzle large = {PUZZLE,
                                    .size = {"letters", 2, 100, 10},
                                    .variants = many,
                                    .classes = classes,
                                    .promised = promised,
                                    .cases_per_file = CASES_MAX};
static const struct puzzle broken = {PUZZLE,
                                     .size = {"letters", 2, 100, 10},
                                     .variants = few,
                                     .classes = classes + 22,
                                     .promised = never_promised,
                                     .cases_per_file = 1};

/* ---- files ---- */

static char root[] = "/tmp/assay-fake-XXXXXX";

static const char *at(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", root, name);
    return path;
}

static void put(const char *name, const char *text)
{
    assert_int_equal(file_write("unit", at(name), text, strlen(text)), EXIT_WELL);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

static void remove_all(const char *path)
{
    nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* What a package is made of, and a file of letters. */
static int make_tree(void **state)
{
    static const char *const empty[] = {"error.c",
                                        "arena.c",
                                        "reader.c",
                                        "text.c",
                                        "registry.c",
                                        "fake/sound.c",
                                        "fake/table.c",
                                        "fake/plain.c",
                                        "cli/package/validator.c",
                                        "cli/package/submission.c"};
    char path[64];

    (void)state;
    if (!mkdtemp(root))
        return -1;
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        snprintf(path, sizeof path, "core/%s", empty[i]);
        put(path, "\n");
    }
    return 0;
}

static int remove_tree(void **state)
{
    (void)state;
    remove_all(root);
    return 0;
}

static int begin(void **state)
{
    (void)state;
    opened = closed = 0;
    cannot_open = false;
    pretended = (struct timespec){0};
    posed = &fake;
    return 0;
}

static int end(void **state)
{
    (void)state;
    posed = NULL;
    remove_all(at("package"));
    return 0;
}

/* ---- tests ---- */

static void expect(struct exact *exact, char kind, enum outcome outcome)
{
    struct letter letter = {kind, 0};
    struct result result = exact_solve(exact, &letter);

    assert_int_equal(result.outcome, outcome);
    assert_int_equal(result.answer != NULL, outcome == OUTCOME_SOLVED);
    if (result.answer)
        assert_int_equal(*(const char *)result.answer, kind);
}

static void a_context_is_open_as_long_as_its_variant_is_preferred(void **state)
{
    struct exact exact = {.puzzle = &fake, .steps = WORK_STEPS_UNLIMITED};

    (void)state;
    expect(&exact, 't', OUTCOME_SOLVED);
    expect(&exact, 't', OUTCOME_SOLVED);
    assert_int_equal(opened, 1);
    expect(&exact, 's', OUTCOME_SOLVED);
    assert_int_equal(closed, 1);
    expect(&exact, 'c', OUTCOME_CONTRADICTION);
    expect(&exact, 'r', OUTCOME_UNSUPPORTED);
    expect(&exact, 't', OUTCOME_SOLVED);
    assert_int_equal(opened, 2);
    exact_close(&exact);
    assert_int_equal(closed, 2);
    cannot_open = true;
    expect(&exact, 't', OUTCOME_NO_MEMORY);
    expect(&exact, 't', OUTCOME_NO_MEMORY);
    cannot_open = false;
    expect(&exact, 't', OUTCOME_SOLVED);
    unit_refuse(1);
    expect(&exact, 't', OUTCOME_NO_MEMORY);
    assert_true(unit_refused());
    exact_close(&exact);
    assert_int_equal(closed, 3);
}

/* The ladder is 2 3 4 6 8 11 14 18 23 29 37 47 59, each with the next; 40 is the largest promised: 37 finds
 * 38, and its step ends before 47. */
static void the_largest_promised_size_is_found_on_a_ladder(void **state)
{
    struct exact exact = {.puzzle = &fake, .steps = WORK_STEPS_UNLIMITED},
                 none = {.puzzle = &broken, .steps = WORK_STEPS_UNLIMITED};

    (void)state;
    assert_int_equal(promise_largest(&exact, 2, 100), 47);
    assert_int_equal(promise_largest(&exact, 2, 45), 45);
    assert_int_equal(promise_largest(&exact, 48, 100), 100);
    assert_int_equal(promise_largest(&none, 2, 100), 100);
    exact_close(&exact);
    exact_close(&none);
}

static struct unit_said solve_letters(const char *options, const char *letters)
{
    char line[512];

    put("letters", letters);
    snprintf(line, sizeof line, "fake %s %s", options, at("letters"));
    return unit_run(command_solve, line);
}

static void expect_solve(const char *options, const char *letters, int status, const char *out,
                         const char *err)
{
    struct unit_said said = solve_letters(options, letters);
    char expected[512] = "";

    for (const char *line = err, *next; *line; line = next) {
        next = strchr(line, '\n') + 1;
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s%s: %.*s",
                 strncmp(line, "case", 4) == 0 ? "" : "assay: ", at("letters"), (int)(next - line), line);
    }
    assert_string_equal(said.out, out);
    assert_string_equal(said.err, expected);
    assert_int_equal(said.status, status);
}

static void every_case_without_an_answer_says_why(void **state)
{
    (void)state;
    expect_solve("", "s", EXIT_WELL, "1 solved s\n", "");
    expect_solve(
        "", "scldur", EXIT_FOUND,
        "1 solved s\n2 contradiction -\n3 limit -\n4 contradiction -\n5 unsupported -\n6 unsupported -\n",
        "case 2: contradiction: two facts\ncase 3: limit: plain: stopped at its own work limit\ncase 4: "
        "contradiction\n"
        "case 5: unsupported: plain: outside its domain\ncase 6: unsupported: plain: too rare for many\n");
    expect_solve("--counts", "sr", EXIT_FOUND, "1 solved s\n2 unsupported -\n",
                 "case 2: unsupported: table: too rare\n");
    expect_solve("--variant table", "r", EXIT_FOUND, "1 unsupported -\n",
                 "case 1: unsupported: table: too rare\n");
    opened = closed = 0;
    expect_solve("", "stts", EXIT_WELL, "1 solved s\n2 solved t\n3 solved t\n4 solved s\n", "");
    assert_int_equal(opened, 1);
    assert_int_equal(closed, 1);
    cannot_open = true;
    expect_solve("", "st", EXIT_UNABLE, "1 solved s\n", "table: out of memory\n");
}

static void solving_without_memory(void **state)
{
    char line[512];

    (void)state;
    put("letters", "stl");
    snprintf(line, sizeof line, "fake %s", at("letters"));
    unit_refuse_each(command_solve, line);
    assert_int_equal(opened, closed);
}

/* words: the sources' folder; "legacy" */
static int package(int count, char **words)
{
    return package_write(posed, at("package"), 1, count > 1, words[0]);
}

static bool exists(const char *name)
{
    return access(at(name), F_OK) == 0;
}

static void a_submission_goes_where_its_time_belongs(void **state)
{
    struct unit_said said;

    (void)state;
    posed = &large;
    put("core/fake/needy.c", "#include <bdd.h>\n");
    said = unit_run(package, root);
    assert_string_equal(said.err, "");
    assert_string_equal(said.out, "sound: left out: does not claim to be exact\n"
                                  "table: submissions/accepted/table.c\n"
                                  "slow: submissions/time_limit_exceeded/slow.c\n"
                                  "less_slow: left out: too near the time limit\n"
                                  "tired: left out: meets its work limit\n"
                                  "failing: left out: no memory\n"
                                  "picky: left out: takes nothing\n"
                                  "needy: left out: needs bdd.h\n"
                                  "plain: submissions/accepted/plain.c\n");
    assert_int_equal(said.status, EXIT_WELL);
    assert_true(exists("package/submissions/time_limit_exceeded/slow.c"));
    assert_false(exists("package/submissions/accepted/tired.c"));
    /* Two of the first class as samples, of each class three, and sixty-four in all. */
    assert_true(exists("package/data/sample/01-a-4.in"));
    assert_true(exists("package/data/sample/02-a-6.ans"));
    assert_true(exists("package/data/secret/03-a-4.in"));
    assert_true(exists("package/data/secret/05-a-38.in"));
    assert_true(exists("package/data/secret/64-u-10.ans"));
    assert_false(exists("package/data/secret/65-u-38.in"));
    assert_int_equal(remove(at("core/fake/needy.c")), 0);
}

static void a_variant_that_cannot_open_is_left_out(void **state)
{
    struct unit_said said;

    (void)state;
    cannot_open = true;
    said = unit_run(package, root);
    assert_string_equal(said.out, "sound: left out: does not claim to be exact\ntable: left out: no "
                                  "memory\nplain: submissions/accepted/plain.c\n");
    assert_int_equal(said.status, EXIT_WELL);
}

static void expect_no_package(const char *line, const char *err)
{
    struct unit_said said = unit_run(package, line);

    assert_string_equal(said.err, err);
    assert_int_equal(said.status, EXIT_UNABLE);
}

static void a_package_that_cannot_be_written(void **state)
{
    char line[256], expected[512];

    (void)state;
    posed = &broken;
    expect_no_package(root, "assay: fake: no case was found that is promised\n");
    posed = &fake;
    unit_refuse_each(package, root);
    remove_all(at("package"));
    put("package/problem.yaml/file", "");
    snprintf(expected, sizeof expected, "assay: %s: Is a directory\n", at("package/problem.yaml"));
    expect_no_package(root, expected);
    snprintf(line, sizeof line, "%s legacy", root);
    expect_no_package(line, expected);
    remove_all(at("package"));
    put("package/data/sample/01-w-4.in/file", "");
    snprintf(expected, sizeof expected, "assay: %s: Is a directory\n", at("package/data/sample/01-w-4.in"));
    expect_no_package(root, expected);
    remove_all(at("package"));
    snprintf(line, sizeof line, "%s", at("nowhere"));
    snprintf(expected, sizeof expected, "assay: %s/core/fake: no sources\n", line);
    expect_no_package(line, expected);
    /* The puzzle's own source stands on a library. */
    put("core/fake/puzzle.c", "#include <bdd.h>\n");
    expect_no_package(root, "assay: the validator: needs bdd.h\n");
    assert_int_equal(remove(at("core/fake/puzzle.c")), 0);
    /* The variant's source is no file. */
    assert_int_equal(remove(at("core/fake/plain.c")), 0);
    put("core/fake/plain.c/file", "");
    snprintf(expected, sizeof expected, "assay: %s: Is a directory\n", at("core/fake/plain.c"));
    expect_no_package(root, expected);
}

int unit_fake(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_context_is_open_as_long_as_its_variant_is_preferred, begin, end),
        cmocka_unit_test_setup_teardown(the_largest_promised_size_is_found_on_a_ladder, begin, end),
        cmocka_unit_test_setup_teardown(every_case_without_an_answer_says_why, begin, end),
        cmocka_unit_test_setup_teardown(solving_without_memory, begin, end),
        cmocka_unit_test_setup_teardown(a_submission_goes_where_its_time_belongs, begin, end),
        cmocka_unit_test_setup_teardown(a_variant_that_cannot_open_is_left_out, begin, end),
        cmocka_unit_test_setup_teardown(a_package_that_cannot_be_written, begin, end),
    };

    return cmocka_run_group_tests_name("fake", tests, make_tree, remove_tree);
}
