/* Every file verify/bad/<puzzle>/<defect>.in is refused with exactly the line of <defect>.err: LINE:COLUMN:
 * error: MESSAGE (the working directory is the project's root); and files that a few random changes have
 * spoilt are refused at a place inside them, or stand for cases that come back from their own text. */
#include "unit.h"

#include <dirent.h>
#include <stdio.h>

#include "core/cli/file.h"

/* The whole file, which must be there. */
static struct file read_file(const char *folder, const char *name)
{
    char path[1024];
    struct file file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(file_read("unit", path, &file), EXIT_WELL);
    return file;
}

static void describe(const struct error *error, bool parsed, char *line, size_t size)
{
    if (parsed)
        snprintf(line, size, "accepted");
    else if (error->kind == ERROR_INPUT)
        snprintf(line, size, "%zu:%zu: error: %s", error->line, error->column, error->message);
    else
        snprintf(line, size, "refused, but not as bad input");
}

/* False, with a message, where the file is not refused as it should be. The bytes are copied to memory of
 * their own size, so that a sanitizer sees a parser that looks past the end. */
static bool is_refused(const struct puzzle *puzzle, const char *folder, const char *name)
{
    struct file input = read_file(folder, name), expected;
    char other[512], line[ERROR_MESSAGE_SIZE + 64];
    char *bytes = malloc(input.size + !input.size);
    struct arena arena = {0};
    struct cases cases;
    struct error error = {.kind = ERROR_NONE};
    size_t length;
    bool right;

    assert_non_null(bytes);
    memcpy(bytes, input.bytes, input.size);
    snprintf(other, sizeof other, "%.*s.err", (int)(strlen(name) - strlen(".in")), name);
    expected = read_file(folder, other);
    describe(&error, puzzle->parse(bytes, input.size, &arena, &cases, &error), line, sizeof line);
    length = strlen(line);
    right = expected.size == length + 1 && memcmp(expected.bytes, line, length) == 0 &&
            ((const char *)expected.bytes)[length] == '\n';
    if (!right)
        print_error("%s/%s:\n  found    %s\n  expected %.*s\n", folder, name, line, (int)expected.size,
                    (const char *)expected.bytes);
    file_free(&input);
    file_free(&expected);
    free(bytes);
    arena_free(&arena);
    return right;
}

static bool ends_with(const char *name, const char *end)
{
    return strlen(name) > strlen(end) && strcmp(name + strlen(name) - strlen(end), end) == 0;
}

/* How many of the folder's files are wrong; an empty folder, or a file without its other half, is one. */
static size_t count_wrong(const struct puzzle *puzzle)
{
    size_t inputs = 0, errors = 0, wrong = 0;
    char folder[256];
    struct dirent *entry;
    DIR *directory;

    snprintf(folder, sizeof folder, "verify/bad/%s", puzzle->name);
    directory = opendir(folder);
    while (directory && (entry = readdir(directory))) {
        errors += ends_with(entry->d_name, ".err");
        if (ends_with(entry->d_name, ".in")) {
            wrong += !is_refused(puzzle, folder, entry->d_name);
            inputs++;
        }
    }
    if (directory)
        closedir(directory);
    if (inputs && inputs == errors)
        return wrong;
    print_error("%s: %zu files .in, %zu files .err\n", folder, inputs, errors);
    return wrong + 1;
}

static void refuses_every_bad_file(void **state)
{
    size_t wrong = 0;

    (void)state;
    for (size_t i = 0; puzzles[i]; i++)
        wrong += count_wrong(puzzles[i]);
    assert_int_equal(wrong, 0);
}

/* Changes a byte, leaves one out, doubles one or cuts the file short. */
static void spoil(struct rng *rng, struct text *text)
{
    static const char likely[] = "0123456789-+ \t\n\r?#.ABCabc\0\f\x80\xff";
    size_t place = (size_t)rng_below(rng, text->length);

    switch (rng_below(rng, 4)) {
    case 0:
        text->bytes[place] = likely[rng_below(rng, sizeof likely)];
        break;
    case 1:
        memmove(text->bytes + place, text->bytes + place + 1, text->length - place - 1);
        text->length--;
        break;
    case 2:
        text_char(text, '\0');
        memmove(text->bytes + place + 1, text->bytes + place, text->length - place - 1);
        break;
    default:
        if (rng_one_in(rng, 8))
            text->length = place;
    }
}

static void expect_cases_come_back(const struct puzzle *puzzle, const struct cases *cases,
                                   struct arena *arena)
{
    struct text text = {0};
    struct cases again;
    struct error error;

    puzzle->format(cases, &text);
    assert_true(puzzle->parse(text.bytes, text.length, arena, &again, &error));
    assert_int_equal(again.count, cases->count);
    for (size_t i = 0; i < cases->count; i++)
        assert_true(puzzle->same(cases->instances[i], again.instances[i]));
    text_free(&text);
}

static void expect_place_inside(const struct error *error, const char *bytes, size_t size)
{
    size_t line = 1, start = 0;

    assert_int_equal(error->kind, ERROR_INPUT);
    for (size_t i = 0; i < size && line < error->line; i++) {
        if (bytes[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
    assert_int_equal(line, error->line);
    assert_in_range(error->column, 1, size - start + 1);
}

/* The bytes lie in memory of just their size, so that a sanitizer sees a parser that looks past the end. */
static void expect_refused_or_sound(const struct puzzle *puzzle, const struct text *text)
{
    struct arena arena = {0};
    struct cases cases;
    struct error error;
    char *bytes = malloc(text->length + !text->length);

    assert_non_null(bytes);
    memcpy(bytes, text->bytes, text->length);
    if (puzzle->parse(bytes, text->length, &arena, &cases, &error))
        expect_cases_come_back(puzzle, &cases, &arena);
    else
        expect_place_inside(&error, bytes, text->length);
    arena_free(&arena);
    free(bytes);
}

static void spoilt_files_are_refused_or_sound(void **state)
{
    (void)state;
    for (size_t i = 0; puzzles[i]; i++) {
        const struct puzzle *puzzle = puzzles[i];
        struct recipe recipe = {.size = puzzle->size.usual, .rounds = puzzle->rounds.usual};
        struct arena arena = {0};
        struct rng rng;

        for (uint64_t index = 0; index < unit_scaled(2000); index++) {
            struct text text = {0};
            struct cases cases;
            struct error error;
            const void *instance;

            rng_seed(&rng, rng_case_seed(1, puzzle->name, "spoilt", index));
            for (recipe.format = 0;
                 puzzle->formats && puzzle->formats[recipe.format + 1] && rng_one_in(&rng, 2);)
                recipe.format++;
            instance = puzzle->generate(&rng, &recipe, &arena, &error);
            assert_non_null(instance);
            cases = (struct cases){1, &instance};
            puzzle->format(&cases, &text);
            for (uint64_t changes = 1 + rng_below(&rng, 3); changes > 0 && text.length; changes--)
                spoil(&rng, &text);
            expect_refused_or_sound(puzzle, &text);
            text_free(&text);
            arena_reset(&arena);
        }
        arena_free(&arena);
    }
}

int unit_bad_input(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_every_bad_file),
        cmocka_unit_test(spoilt_files_are_refused_or_sound),
    };

    return cmocka_run_group_tests_name("bad_input", tests, NULL, NULL);
}
