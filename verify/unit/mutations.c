/* Good files, damaged at random: whatever comes in, the parser accepts it or names a place, and what it
 * accepts no variant may crash on. Two tests: in this process (every mutant in a block of its exact size, so
 * that a sanitizer sees the first byte read too many), and through `assay solve` as a user runs it. The seed
 * is fixed; MUTATIONS=10000 makes both longer and then allows the program one second of processor time a
 * mutant. */
#include "unit.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/cli/file.h"
#include "core/puzzle.h"

enum {
    SEED = 20260101,
    GOOD_MAX = 64,
    STEPS = 20000,
    CASES_SOLVED = 8,
    SANITIZER_STATUS = 99,
    HANG_SECONDS = 10
};

/* A damaged copy grows in here; `length` bytes of it count. */
struct mutant {
    unsigned char bytes[1 << 16];
    size_t length;
};

static size_t how_many(size_t usual)
{
    const char *wish = getenv("MUTATIONS");

    return wish ? strtoul(wish, NULL, 10) : usual;
}

/* Samples, and one generated case of each class: as text. */
static size_t collect(const struct puzzle *puzzle, struct text good[GOOD_MAX])
{
    size_t count = 0;
    char pattern[128];
    glob_t found;

    snprintf(pattern, sizeof pattern, "core/%s/samples/*", puzzle->name);
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc && count < GOOD_MAX; i++) {
            struct file file;

            if (strstr(found.gl_pathv[i], ".ans") || file_read("unit", found.gl_pathv[i], &file) != EXIT_WELL)
                continue;
            text_put(&good[count++], file.bytes, file.size);
            file_free(&file);
        }
        globfree(&found);
    }
    for (size_t i = 0; puzzle->classes[i].name && count < GOOD_MAX; i++) {
        struct recipe recipe = {.input_class = i, .size = puzzle->size.usual, .rounds = puzzle->rounds.usual};
        struct arena arena = {0};
        struct error error;
        struct rng rng;
        const void *instance;

        for (recipe.format = 0; !recipe.format || (puzzle->formats && puzzle->formats[recipe.format]);
             recipe.format++) {
            rng_seed(&rng, SEED + i);
            instance = puzzle->generate(&rng, &recipe, &arena, &error);
            if (instance && count < GOOD_MAX)
                puzzle->format(&(struct cases){1, &instance}, &good[count++]);
        }
        arena_free(&arena);
    }
    return count;
}

static void replace(struct mutant *mutant, size_t at, size_t removed, const void *bytes, size_t added)
{
    unsigned char copy[256];

    if (added > sizeof copy || mutant->length - removed + added > sizeof mutant->bytes)
        return;
    memcpy(copy, bytes, added); /* it may lie in the mutant */
    memmove(mutant->bytes + at + added, mutant->bytes + at + removed, mutant->length - at - removed);
    memcpy(mutant->bytes + at, copy, added);
    mutant->length += added - removed;
}

/* The token at or after a random place; its length is 0 where there is none. */
static size_t find_token(const struct mutant *mutant, struct rng *rng, size_t *length)
{
    size_t at = rng_below(rng, mutant->length);

    while (at && mutant->bytes[at - 1] > ' ')
        at--;
    while (at < mutant->length && mutant->bytes[at] <= ' ')
        at++;
    for (*length = 0; at + *length < mutant->length && mutant->bytes[at + *length] > ' ' && *length < 200;)
        ++*length;
    return at;
}

static void damage(struct mutant *mutant, struct rng *rng)
{
    static const char *const tokens[] = {
        "-1", "0", "1", "2", "64", "2147483647", "4294967296", "99999999999999999999",
        "?",  "_", "x", "",  "-",  "\r",         "\f",         "#"};
    size_t at = rng_below(rng, mutant->length), from = rng_below(rng, mutant->length),
           length = 1 + rng_below(rng, 12), other;
    unsigned char byte = (unsigned char)rng_next(rng);

    if (length > mutant->length - at)
        length = mutant->length - at;
    switch (rng_below(rng, 7)) {
    case 0:
        mutant->bytes[at] ^= (unsigned char)(1 << rng_below(rng, 8));
        break;
    case 1:
        mutant->bytes[at] = byte;
        break;
    case 2:
        replace(mutant, at, length, "", 0);
        break;
    case 3:
        replace(mutant, from, 0, mutant->bytes + at, length);
        break;
    case 4:
        mutant->length = at;
        break;
    case 5: {
        const char *token = tokens[rng_below(rng, sizeof tokens / sizeof *tokens)];

        at = find_token(mutant, rng, &length);
        replace(mutant, at, length, token, strlen(token));
        break;
    }
    default:
        at = find_token(mutant, rng, &length);
        from = find_token(mutant, rng, &other);
        replace(mutant, at, length, mutant->bytes + from, other);
    }
}

/* One to four wounds, so that some mutants stay good and the others fail in every place. */
static void make_mutant(struct mutant *mutant, const struct text *good, struct rng *rng)
{
    mutant->length = good->length < sizeof mutant->bytes ? good->length : sizeof mutant->bytes;
    memcpy(mutant->bytes, good->bytes, mutant->length);
    for (uint64_t left = 1 + rng_below(rng, 4); left && mutant->length; left--)
        damage(mutant, rng);
}

static void solve_all(const struct puzzle *puzzle, const void *instance, void *const *contexts)
{
    struct arena arena = {0};
    struct text text = {0};
    const void *first = NULL;

    for (size_t i = 0; puzzle->variants[i]; i++) {
        const struct variant *variant = puzzle->variants[i];
        struct work work = work_start(&arena, STEPS);
        void *answer = arena_alloc(&arena, 1, puzzle->answer_size(instance));
        struct result result = {variant->solve(contexts[i], instance, &work, answer), answer};

        assert_true(result.outcome < OUTCOME_NO_MEMORY);
        assert_int_equal(variant->refuses(instance) != NULL, result.outcome == OUTCOME_UNSUPPORTED);
        puzzle->print(instance, &result, 1, DETAIL_ANSWER, &text);
        if (puzzle->explain && result.outcome == OUTCOME_CONTRADICTION)
            puzzle->explain(instance, result.outcome, variant, contexts[i], &arena, &text);
        if (result.outcome != OUTCOME_SOLVED || variant->claim != CLAIM_EXACT)
            continue;
        assert_true(!puzzle->check || !puzzle->check(instance, answer));
        assert_true(!first || puzzle->equal(instance, first, answer));
        first = answer;
    }
    text_free(&text);
    arena_free(&arena);
}

/* True when the parser accepts it. */
static bool try_mutant(const struct puzzle *puzzle, const struct mutant *mutant, void *const *contexts)
{
    void *bytes = malloc(mutant->length ? mutant->length : 1);
    struct arena arena = {0};
    struct cases cases;
    struct error error = {0};
    bool accepted;

    assert_non_null(bytes);
    memcpy(bytes, mutant->bytes, mutant->length);
    accepted = puzzle->parse(bytes, mutant->length, &arena, &cases, &error);
    if (!accepted) {
        assert_int_equal(error.kind, ERROR_INPUT);
        assert_true(error.line && error.column && *error.message && !strchr(error.message, '\n'));
    }
    for (size_t i = 0; accepted && i < cases.count && i < CASES_SOLVED; i++)
        solve_all(puzzle, cases.instances[i], contexts);
    arena_free(&arena);
    free(bytes);
    return accepted;
}

static void mutate_in_process(const struct puzzle *puzzle, size_t count)
{
    struct text good[GOOD_MAX] = {{0}};
    size_t files = collect(puzzle, good), accepted = 0;
    static struct mutant mutant;
    void *contexts[32] = {NULL};
    struct rng rng;

    assert_true(files > 0);
    for (size_t i = 0; puzzle->variants[i]; i++)
        if (puzzle->variants[i]->open)
            assert_non_null(contexts[i] = puzzle->variants[i]->open());
    for (size_t i = 0; i < count; i++) {
        rng_seed(&rng, rng_case_seed(SEED, puzzle->name, "mutant", i));
        make_mutant(&mutant, &good[rng_below(&rng, files)], &rng);
        accepted += try_mutant(puzzle, &mutant, contexts);
    }
    /* Were all refused, the variants would not have been tried; were none, nothing would have been damaged.
     */
    assert_in_range(accepted, 1, count - 1);
    for (size_t i = 0; puzzle->variants[i]; i++)
        if (puzzle->variants[i]->close)
            puzzle->variants[i]->close(contexts[i]);
    for (size_t i = 0; i < files; i++)
        text_free(&good[i]);
}

static void no_mutant_upsets_parser_or_variant(void **state)
{
    (void)state;
    for (size_t i = 0; puzzles[i]; i++)
        mutate_in_process(puzzles[i], how_many(400));
}

/* Not by file_write, which waits for the disk. */
static void write_input(const char *path, const struct mutant *mutant)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_int_equal(fwrite(mutant->bytes, 1, mutant->length, file), mutant->length);
    assert_int_equal(fclose(file), 0);
}

/* The program's wait status. */
static int run_assay(const char *program, const char *puzzle, const char *input, const char *output)
{
    pid_t child = fork();
    int status = -1;

    if (child == 0) {
        struct rlimit processor = {.rlim_cur = getenv("MUTATIONS") ? 1 : HANG_SECONDS,
                                   .rlim_max = HANG_SECONDS};

        /* Both outlive exec and end a hang: the time it worked, and, where it waits for something, the time
         * that went by. */
        setrlimit(RLIMIT_CPU, &processor);
        alarm(6 * HANG_SECONDS);
        setenv("ASAN_OPTIONS", "exitcode=99", 1);
        setenv("UBSAN_OPTIONS", "exitcode=99", 1);
        if (freopen(output, "w", stdout) && freopen("/dev/null", "w", stderr))
            execl(program, program, "solve", puzzle, input, (char *)NULL);
        _exit(SANITIZER_STATUS);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void mutate_through_program(const char *program, const struct puzzle *puzzle, const char *folder,
                                   size_t count)
{
    struct text good[GOOD_MAX] = {{0}};
    size_t files = collect(puzzle, good);
    static struct mutant mutant;
    char input[128], output[128];
    struct file printed;
    struct rng rng;

    assert_true(files > 0);
    snprintf(input, sizeof input, "%s/in", folder);
    snprintf(output, sizeof output, "%s/out", folder);
    for (size_t i = 0; i < count; i++) {
        int status;

        rng_seed(&rng, rng_case_seed(SEED, puzzle->name, "mutant", i));
        make_mutant(&mutant, &good[rng_below(&rng, files)], &rng);
        write_input(input, &mutant);
        status = run_assay(program, puzzle->name, input, output);
        if (!WIFEXITED(status) || WEXITSTATUS(status) > EXIT_USAGE)
            fail_msg("assay solve %s, mutant %zu (kept in %s): wait status %d", puzzle->name, i, input,
                     status);
        assert_int_equal(file_read("unit", output, &printed), EXIT_WELL);
        assert_int_equal(printed.size == 0, WEXITSTATUS(status) == EXIT_USAGE);
        file_free(&printed);
    }
    unlink(input);
    unlink(output);
    for (size_t i = 0; i < files; i++)
        text_free(&good[i]);
}

static void no_mutant_upsets_the_program(void **state)
{
    const char *program = getenv("ASSAY");
    char folder[] = "/tmp/assay-mutations-XXXXXX";

    (void)state;
    if (!program)
        skip(); /* no build is named, as make does */
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; puzzles[i]; i++)
        mutate_through_program(program, puzzles[i], folder, how_many(40));
    rmdir(folder);
}

int unit_mutations(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_mutant_upsets_parser_or_variant),
        cmocka_unit_test(no_mutant_upsets_the_program),
    };

    return cmocka_run_group_tests_name("mutations", tests, NULL, NULL);
}
