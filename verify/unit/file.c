/* Files in and out, where the command line cannot reach: a mapped file that is cut short, a file replaced by
 * rename. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/cli/environment.h"
#include "core/cli/file.h"

enum { LARGE = 3 << 20 };

static char folder[] = "/tmp/assay-file-XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"large", "small", "target", "link", "a/b/deep"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(in_folder(names[i]));
    rmdir(in_folder("a/b"));
    rmdir(in_folder("a"));
    return rmdir(folder);
}

static void write_large(const char *path)
{
    char *bytes = malloc(LARGE);

    assert_non_null(bytes);
    memset(bytes, '7', LARGE);
    assert_int_equal(file_write("unit", path, bytes, LARGE), EXIT_WELL);
    free(bytes);
}

static void large_files_are_mapped_small_ones_are_not(void **state)
{
    struct file file;

    (void)state;
    write_large(in_folder("large"));
    assert_int_equal(file_read("unit", in_folder("large"), &file), EXIT_WELL);
    assert_int_equal(file.size, LARGE);
    assert_int_equal(file.mapped, LARGE);
    assert_int_equal(((const char *)file.bytes)[LARGE - 1], '7');
    file_free(&file);
    assert_int_equal(file_write("unit", in_folder("small"), "abc", 3), EXIT_WELL);
    assert_int_equal(file_read("unit", in_folder("small"), &file), EXIT_WELL);
    assert_int_equal(file.size, 3);
    assert_int_equal(file.mapped, 0);
    assert_memory_equal(file.bytes, "abc", 3);
    file_free(&file);
}

/* In a child: the program ends there. */
static void read_past_the_cut(int out)
{
    struct file file;

    dup2(out, STDERR_FILENO);
    if (file_read("unit", in_folder("large"), &file) || truncate(in_folder("large"), 4096))
        _exit(99);
    _exit(((const volatile char *)file.bytes)[LARGE - 1] ? 98 : 97);
}

static void a_mapped_file_that_shrinks_is_one_line_and_exit_3(void **state)
{
    char expected[512], said[512] = "";
    int ends[2], status;
    pid_t child;

    (void)state;
    write_large(in_folder("large"));
    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0)
        read_past_the_cut(ends[1]);
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EXIT_UNABLE);
    assert_true(read(ends[0], said, sizeof said - 1) > 0);
    close(ends[0]);
    snprintf(expected, sizeof expected,
             "unit: %s: the file shrank, or could not be read, while it was in use\n", in_folder("large"));
    assert_string_equal(said, expected);
}

static void a_write_makes_folders_and_leaves_nothing_beside(void **state)
{
    struct stat status;
    mode_t mask = umask(022);

    (void)state;
    assert_int_equal(file_write("unit", in_folder("a/b/deep"), "1", 1), EXIT_WELL);
    assert_int_equal(file_write("unit", in_folder("a/b/deep"), "22", 2), EXIT_WELL);
    umask(mask);
    assert_int_equal(stat(in_folder("a/b/deep"), &status), 0);
    assert_int_equal(status.st_size, 2);
    assert_int_equal(status.st_mode & 07777, 0644);
    /* The folder goes only if it is empty: remove_folder fails where a temporary file was left. */
}

static void links_and_devices_are_written_where_they_stand(void **state)
{
    char target[256];
    struct stat status;

    (void)state;
    snprintf(target, sizeof target, "%s", in_folder("target"));
    assert_int_equal(file_write("unit", target, "old", 3), EXIT_WELL);
    assert_int_equal(symlink(target, in_folder("link")), 0);
    assert_int_equal(file_write("unit", in_folder("link"), "newer", 5), EXIT_WELL);
    assert_int_equal(lstat(in_folder("link"), &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(stat(target, &status), 0);
    assert_int_equal(status.st_size, 5);
    assert_int_equal(file_write("unit", "/dev/null", "x", 1), EXIT_WELL);
    assert_int_equal(stat("/dev/null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
}

static void the_environment_is_filled_in(void **state)
{
    struct environment environment;

    (void)state;
    environment_read(&environment);
    assert_true(*environment.cpu && *environment.kernel && *environment.host);
    assert_true(environment.cpus >= 1);
    assert_true(strncmp(environment.compiler, "gcc ", 4) == 0 ||
                strncmp(environment.compiler, "clang ", 6) == 0);
    assert_non_null(strstr(environment.flags, "-std=c17"));
    assert_true(strlen(environment.commit) == 40 || strcmp(environment.commit, "unknown") == 0);
    /* As in 2026-01-31T23:59:59Z. */
    assert_int_equal(strlen(environment.date), 20);
    assert_true(environment.date[10] == 'T' && environment.date[19] == 'Z');
}

int unit_file(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_files_are_mapped_small_ones_are_not),
        cmocka_unit_test(a_mapped_file_that_shrinks_is_one_line_and_exit_3),
        cmocka_unit_test(a_write_makes_folders_and_leaves_nothing_beside),
        cmocka_unit_test(links_and_devices_are_written_where_they_stand),
        cmocka_unit_test(the_environment_is_filled_in),
    };

    return cmocka_run_group_tests_name("file", tests, make_folder, remove_folder);
}
