/* The fuzz target notices: each of its oracles is shown a puzzle that breaks it on one letter. Every input
 * goes to a process of its own, whose end by abort is its status 42 here, so that what it covered is kept. */
#include "unit.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#undef fail /* cmocka's */
#define FUZZ_PUZZLE fuzzed_puzzle
#include "fuzz/target.c"

enum { ABORTED = 42, REFUSED_MEMORY = 200 };

/* ---- the puzzle: a file is letters ---- */

struct fuzzed {
    char letter;
};

static bool cannot_open, opens_slowly;
static int asked;

static bool parse(const void *bytes, size_t size, struct arena *arena, struct cases *cases,
                  struct error *error)
{
    const char *letters = bytes;
    struct fuzzed *instances = arena_alloc(arena, size, sizeof *instances);

    cases->instances = arena_alloc(arena, size, sizeof *cases->instances);
    if (!instances || !cases->instances || memchr(bytes, 'M', size))
        return error_out_of_memory(error);
    if (memchr(bytes, 'x', size))
        return error_at(error, 1, 1, "an x");
    if (memchr(bytes, '0', size))
        return error_at(error, 0, 0, "no place");
    if (memchr(bytes, '?', size))
        return error_at(error, 1, 1, "%s", "");
    for (size_t i = 0; i < size; i++) {
        instances[i] = (struct fuzzed){letters[i]};
        cases->instances[i] = &instances[i];
    }
    cases->count = size;
    return true;
}

/* p does not parse, n is two, i is another, b and B change places. */
static void format(const struct cases *cases, struct text *text)
{
    for (size_t i = 0; i < cases->count; i++) {
        char letter = ((const struct fuzzed *)cases->instances[i])->letter;

        text_string(text, letter == 'p'   ? "x"
                          : letter == 'n' ? "nn"
                          : letter == 'i' ? "j"
                          : letter == 'b' ? "B"
                          : letter == 'B' ? "b"
                                          : (char[]){letter, '\0'});
    }
}

static bool same(const void *instance, const void *other)
{
    char a = ((const struct fuzzed *)instance)->letter, b = ((const struct fuzzed *)other)->letter;

    return a == b || (strchr("bB", a) && strchr("bB", b));
}

static size_t answer_size(const void *instance)
{
    (void)instance;
    return 1;
}

static bool equal(const void *instance, const void *answer, const void *other)
{
    (void)instance;
    return *(const char *)answer == *(const char *)other;
}

static const char *check(const void *instance, const void *answer)
{
    (void)answer;
    return ((const struct fuzzed *)instance)->letter == 'c' ? "it never fits" : NULL;
}

/* ---- variants: all say the letter, but for what their names and the letter say ---- */

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

static const char *refuses_r(const void *instance)
{
    return strchr("rR", ((const struct fuzzed *)instance)->letter) ? "an r" : NULL;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    char letter = ((const struct fuzzed *)instance)->letter;

    (void)context;
    (void)work;
    *(char *)answer = letter == 'a' ? (char)asked++ : letter; /* otherwise each time */
    return letter == 'k' ? OUTCOME_CONTRADICTION : OUTCOME_SOLVED;
}

static enum outcome solve_other(void *context, const void *instance, struct work *work, void *answer)
{
    char letter = ((const struct fuzzed *)instance)->letter;
    enum outcome outcome = letter == 'a' ? OUTCOME_LIMIT : solve(context, instance, work, answer);

    *(char *)answer = letter == 'd' ? 'D' : letter;
    return letter == 'u' || letter == 'R' ? OUTCOME_UNSUPPORTED
           : letter == 'o'                ? OUTCOME_CONTRADICTION
                                          : outcome;
}

static enum outcome solve_soundly(void *context, const void *instance, struct work *work, void *answer)
{
    enum outcome outcome = solve_other(context, instance, work, answer);

    *(char *)answer = ((const struct fuzzed *)instance)->letter == 's' ? 'S' : *(char *)answer;
    return outcome == OUTCOME_UNSUPPORTED ? OUTCOME_SOLVED : outcome;
}

static void *open_keeper(void)
{
    static int keeper;
    const struct timespec millisecond = {0, 1000000};

    if (opens_slowly)
        nanosleep(&millisecond, NULL);
    return cannot_open ? NULL : &keeper;
}

static void close_keeper(void *context)
{
    (void)context;
}

static enum outcome keep(void *context, const void *instance, struct work *work, void *answer)
{
    if (!context)
        _exit(99);
    (void)work;
    *(char *)answer = ((const struct fuzzed *)instance)->letter;
    return OUTCOME_LIMIT;
}

static const struct variant one = {.name = "one", .claim = CLAIM_EXACT, .refuses = refuses, .solve = solve};
static const struct variant other = {
    .name = "other", .claim = CLAIM_EXACT, .refuses = refuses_r, .solve = solve_other};
static const struct variant sound = {
    .name = "sound", .claim = CLAIM_SOUND, .refuses = refuses, .solve = solve_soundly};
static const struct variant keeper = {.name = "keeper",
                                      .claim = CLAIM_EXACT,
                                      .refuses = refuses,
                                      .open = open_keeper,
                                      .close = close_keeper,
                                      .solve = keep};
static const struct variant *const variants[] = {&one, &other, &sound, &keeper, NULL};

const struct puzzle fuzzed_puzzle = {.name = "fuzzed",
                                     .variants = variants,
                                     .parse = parse,
                                     .format = format,
                                     .same = same,
                                     .answer_size = answer_size,
                                     .equal = equal,
                                     .refines = equal,
                                     .check = check};

/* ---- the process ---- */

static void on_abort(int number)
{
    (void)number;
    _exit(ABORTED);
}

/* words: how its input is run (quick, thorough, slow, shut, parse; a number: so manieth memory request
 * refused), the letters, if any. */
static int run_input(int count, char **words)
{
    const char *letters = count > 1 ? words[1] : "";
    uint64_t refused = strtoull(words[0], NULL, 10);
    char program[] = "target", parse_only[] = "--parse", *own[] = {program, parse_only, NULL},
         **arguments = own;
    int status, argument_count = strcmp(words[0], "parse") == 0 ? 2 : 1;
    pid_t child = fork();

    if (child == 0) {
        signal(SIGABRT, on_abort);
        opens_slowly = strcmp(words[0], "slow") == 0;
        if (strcmp(words[0], "thorough") == 0 || opens_slowly)
            fuzz_be_thorough();
        unit_refuse(words[0][0] == 'i' ? 1 : 0);
        LLVMFuzzerInitialize(&argument_count, &arguments);
        cannot_open = strcmp(words[0], "shut") == 0;
        unit_refuse(refused);
        LLVMFuzzerTestOneInput((const uint8_t *)letters, strlen(letters));
        _exit(refused && !unit_refused() ? REFUSED_MEMORY : 0);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect_well(const char *line)
{
    struct unit_said said = unit_run(run_input, line);

    assert_string_equal(said.err, "");
    assert_int_equal(said.status, 0);
}

static void expect_abort(const char *line, const char *message)
{
    struct unit_said said = unit_run(run_input, line);
    char expected[128];

    snprintf(expected, sizeof expected, "fuzz: fuzzed: %s\n", message);
    assert_string_equal(said.err, expected);
    assert_int_equal(said.status, ABORTED);
}

static void what_is_right_passes(void **state)
{
    static const char *const lines[] = {"quick e",    "thorough e", "thorough ef", "thorough eeeeeeeeeeee",
                                        "slow ef",    "quick x",    "quick M",     "thorough k",
                                        "thorough R", "parse ed"};

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        expect_well(lines[i]);
}

static void the_parser_is_held_to_its_contract(void **state)
{
    (void)state;
    expect_abort("quick", "accepted without a case");
    expect_abort("quick 0", "refused without a place");
    expect_abort("quick ?", "refused without a line that says why");
    expect_abort("quick ep", "what is printed does not parse");
    expect_abort("quick en", "printed and parsed, the number of cases is another");
    expect_abort("quick ei", "printed and parsed, an instance is another");
    expect_abort("quick eb", "printed, parsed and printed, the bytes are others");
}

static void the_variants_are_held_to_each_other(void **state)
{
    (void)state;
    expect_abort("thorough ed", "one and other disagree");
    expect_abort("thorough eo", "one and other disagree");
    expect_abort("thorough es", "one and sound disagree");
    expect_abort("thorough ec", "one fails the check: it never fits");
    expect_abort("thorough ea", "one answers otherwise when asked again");
    expect_abort("thorough eu", "other does not support what it does not refuse");
    expect_abort("thorough er", "other answers what it refuses");
    expect_abort("shut e", "no context of keeper");
}

/* It is said, or there is nothing to say. */
static void memory_that_runs_out_is_no_finding_of_another_name(void **state)
{
    char line[32];
    struct unit_said said;

    (void)state;
    expect_abort("init e", "no memory to solve");
    for (int k = 1;; k++) {
        snprintf(line, sizeof line, "%d ef", k);
        said = unit_run(run_input, line);
        if (said.status == REFUSED_MEMORY)
            break;
        if (said.status == ABORTED)
            assert_int_equal(strncmp(said.err, "fuzz: fuzzed: no memory", 23), 0);
        else
            assert_int_equal(said.status, 0);
    }
    assert_true(strcmp(line, "1 ef") != 0);
}

int unit_target(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_right_passes),
        cmocka_unit_test(the_parser_is_held_to_its_contract),
        cmocka_unit_test(the_variants_are_held_to_each_other),
        cmocka_unit_test(memory_that_runs_out_is_no_finding_of_another_name),
    };

    return cmocka_run_group_tests_name("target", tests, NULL, NULL);
}
