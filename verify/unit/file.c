/* Files in and out, where the command line cannot reach: a mapped file that is cut short, a file replaced by
 * rename. */
#include "unit.h"

#include <fcntl.h>
#include <signal.h>
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

/* A signal that somebody sends is no fault of the mapping: it ends the program as ever. */
static void another_bus_error_is_not_spoken_of(void **state)
{
    int status;
    pid_t child;

    (void)state;
    write_large(in_folder("large"));
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct file file;

        _exit(file_read("unit", in_folder("large"), &file) || raise(SIGBUS) ? 99 : 98);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGBUS);
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

/* words: the path, as often as the number says; without them it is empty. */
static int write_one(int count, char **words)
{
    char path[5000] = "";
    size_t length = count ? strlen(words[0]) : 0;

    for (int i = 0; count && i < atoi(words[1]); i++)
        memcpy(path + (size_t)i * length, words[0], length);
    return file_write("unit", path, "1", 1);
}

static void expect_unwritten(const char *line, const char *err)
{
    struct unit_said said = unit_run(write_one, line);

    assert_int_equal(said.status, EXIT_UNABLE);
    assert_string_equal(said.err, err);
}

static void what_cannot_be_written_is_said(void **state)
{
    char line[512], expected[512];
    struct stat status;

    (void)state;
    expect_unwritten("", "unit: : No such file or directory\n");
    expect_unwritten("/dev/full 1", "unit: /dev/full: No space left on device\n");
    unlink(in_folder("link"));
    assert_int_equal(symlink("/nowhere/at/all", in_folder("link")), 0);
    snprintf(line, sizeof line, "%s 1", in_folder("link"));
    snprintf(expected, sizeof expected, "unit: %s: No such file or directory\n", in_folder("link"));
    expect_unwritten(line, expected);
    assert_int_equal(unit_run(write_one, "aaaaaaaaa/ 410").status, EXIT_UNABLE); /* longer than any path may be */
    assert_int_equal(lstat(in_folder("link"), &status), 0);
    assert_true(S_ISLNK(status.st_mode));
}

/* More than memory is asked for at first, through a pipe that holds it all. */
static int read_pipe(uint64_t refused, struct file *file)
{
    int ends[2], status;
    char path[32], bytes[70000];

    memset(bytes, '7', sizeof bytes);
    assert_int_equal(pipe(ends), 0);
    assert_true(fcntl(ends[1], F_SETPIPE_SZ, 1 << 17) >= (int)sizeof bytes);
    assert_int_equal(write(ends[1], bytes, sizeof bytes), sizeof bytes);
    close(ends[1]);
    snprintf(path, sizeof path, "/proc/self/fd/%d", ends[0]);
    unit_refuse(refused);
    status = file_read("unit", path, file);
    assert_true(unit_refused());
    close(ends[0]);
    return status;
}

static void a_pipe_is_read_into_memory_that_grows(void **state)
{
    struct file file;

    (void)state;
    assert_int_equal(read_pipe(0, &file), EXIT_WELL);
    assert_int_equal(file.size, 70000);
    assert_int_equal(((const char *)file.bytes)[69999], '7');
    file_free(&file);
    assert_int_equal(read_pipe(1, &file), EXIT_UNABLE);
    assert_int_equal(read_pipe(2, &file), EXIT_UNABLE);
}

static void a_large_file_is_read_from_where_it_stands(void **state)
{
    int kept = dup(STDIN_FILENO), large;
    struct file file;

    (void)state;
    write_large(in_folder("large"));
    large = open(in_folder("large"), O_RDONLY);
    assert_int_equal(lseek(large, 10, SEEK_SET), 10);
    dup2(large, STDIN_FILENO);
    close(large);
    assert_int_equal(file_read("unit", "-", &file), EXIT_WELL);
    dup2(kept, STDIN_FILENO);
    close(kept);
    assert_int_equal(file.size, LARGE - 10);
    assert_int_equal(file.mapped, 0);
    file_free(&file);
}

static void expect_cpu(const char *info, const char *expected)
{
    char name[16];

    assert_int_equal(file_write("unit", in_folder("small"), info, strlen(info)), EXIT_WELL);
    environment_cpu(in_folder("small"), "other", name, sizeof name);
    assert_string_equal(name, expected);
}

static void the_processor_has_a_name_or_its_machine_s(void **state)
{
    char name[16];

    (void)state;
    expect_cpu("processor\t: 0\nmodel\t\t: 1\n\nmodel name\t: AMD EPYC \nmodel name\t: B\n", "AMD EPYC");
    expect_cpu("processor\t: 0\nBogoMIPS\t: 108.00\n\nModel\t\t: Raspberry Pi 4 Model B\n", "Raspberry Pi 4");
    expect_cpu("Model\n", "other");
    expect_cpu("processor\t: 0\n", "other");
    expect_cpu("", "other");
    environment_cpu(in_folder("nowhere"), "other", name, sizeof name);
    assert_string_equal(name, "other");
    environment_cpu(in_folder("nowhere"), "", name, sizeof name);
    assert_string_equal(name, "");
}

int unit_file(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_files_are_mapped_small_ones_are_not),
        cmocka_unit_test(a_mapped_file_that_shrinks_is_one_line_and_exit_3),
        cmocka_unit_test(another_bus_error_is_not_spoken_of),
        cmocka_unit_test(a_write_makes_folders_and_leaves_nothing_beside),
        cmocka_unit_test(links_and_devices_are_written_where_they_stand),
        cmocka_unit_test(what_cannot_be_written_is_said),
        cmocka_unit_test(a_pipe_is_read_into_memory_that_grows),
        cmocka_unit_test(a_large_file_is_read_from_where_it_stands),
        cmocka_unit_test(the_environment_is_filled_in),
        cmocka_unit_test(the_processor_has_a_name_or_its_machine_s),
    };

    return cmocka_run_group_tests_name("file", tests, make_folder, remove_folder);
}
