/* Every file verify/bad/<puzzle>/<defect>.in is refused with exactly the line of <defect>.err: LINE:COLUMN: error: MESSAGE. The
 * working directory is the project's root. */
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

/* False, with a message, where the file is not refused as it should be. The bytes are copied to memory of their own size, so that
 * a sanitizer sees a parser that looks past the end. */
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

int unit_bad_input(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(refuses_every_bad_file)};

    return cmocka_run_group_tests_name("bad_input", tests, NULL, NULL);
}
