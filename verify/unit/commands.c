/* The commands of `assay` in this process, where their memory can be refused: each is done again and again with the k-th request refused,
 * for k = 1, 2 ... until none is. It is one line and exit 3, or what it is with memory to spare. What they write may fail too:
 * verify/cli/faults.bats. */
#include "unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/cli/amalgamate.h"
#include "core/cli/commands.h"
#include "core/cli/file.h"
#include "core/cli/package.h"

enum { WORDS_MAX = 16, SAID_SIZE = 1024 };

static char folder[] = "/tmp/assay-commands-XXXXXX";

struct said {
    int status;
    char text[SAID_SIZE]; /* on standard error */
};

typedef int command(int count, char **words);

/* Standard output leads nowhere meanwhile. */
static struct said run(command *job, const char *line, uint64_t refused, bool *was_refused)
{
    char copy[512], *words[WORDS_MAX];
    struct said said = {.text = ""};
    int count = 0, nowhere = open("/dev/null", O_WRONLY), memory = memfd_create("stderr", 0);
    int kept[2] = {dup(STDOUT_FILENO), dup(STDERR_FILENO)};
    ssize_t length;

    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        words[count++] = word;
    fflush(NULL);
    dup2(nowhere, STDOUT_FILENO);
    dup2(memory, STDERR_FILENO);
    unit_refuse(refused);
    said.status = job(count, words);
    *was_refused = unit_refused();
    fflush(NULL);
    dup2(kept[0], STDOUT_FILENO);
    dup2(kept[1], STDERR_FILENO);
    length = pread(memory, said.text, SAID_SIZE - 1, 0);
    said.text[length < 0 ? 0 : length] = '\0';
    close(kept[0]);
    close(kept[1]);
    close(memory);
    close(nowhere);
    return said;
}

static bool is_one_line(const char *text)
{
    const char *end = strchr(text, '\n');

    return end && !end[1];
}

/* From the hundredth request on a tenth is left out each time. */
static void refuse_each(command *job, const char *line)
{
    bool refused;
    struct said spare = run(job, line, 0, &refused), said;

    for (uint64_t k = 1;; k += 1 + k / 100 * 10) {
        said = run(job, line, k, &refused);
        if (!refused)
            break;
        if (said.status == EXIT_UNABLE && is_one_line(said.text) && strncmp(said.text, "assay: ", 7) == 0)
            continue;
        if (said.status != spare.status || strcmp(said.text, spare.text) != 0)
            fail_msg("%s: request %d refused: status %d, said '%s'", line, (int)k, said.status, said.text);
    }
    assert_int_equal(said.status, spare.status);
}

static void write_file(const char *name, const char *text, char path[256])
{
    snprintf(path, 256, "%s/%s", folder, name);
    assert_int_equal(file_write("unit", path, text, strlen(text)), EXIT_WELL);
}

static void solve(const char *options, const char *name, const char *input)
{
    char path[256], line[512];

    write_file(name, input, path);
    snprintf(line, sizeof line, "%s %s", options, path);
    refuse_each(command_solve, line);
    unlink(path);
}

static void solving_without_memory(void **state)
{
    (void)state;
    solve("ticket", "ticket.in", "8\n?054??0?\n");
    solve("ticket --variant naive", "long.in", "16\n????????????????\n"); /* outside its domain, which is said */
    solve("adjacent --limit 1", "adjacent.in", "1\n3\n1 1\n2 2\n3 3\n"); /* `limit`, and why */
    solve("meltdown --variant symbolic", "meltdown.in", "3 2\n0 1 1\n0\n0\n");
}

static void listing_and_generating_without_memory(void **state)
{
    char line[512];

    (void)state;
    refuse_each(command_list, "");
    refuse_each(command_list, "clueless");
    refuse_each(command_list, "--names puzzles");
    refuse_each(command_solve, "ticket --help");
    refuse_each(command_generate, "clueless --count 1");
    refuse_each(command_generate, "adjacent --count 3 --size 4");
    snprintf(line, sizeof line, "ticket --size 4 --count 1 --out %s", folder);
    refuse_each(command_generate, line);
    snprintf(line, sizeof line, "%s/ticket-uniform-4-0.in", folder);
    unlink(line);
}

/* argument: the sources' folder. The reason is the caller's to say. */
static int amalgamate_one(int count, char **words)
{
    const struct puzzle *puzzle = puzzle_find(words[0]);
    const struct variant *variant = count > 1 ? variant_find(puzzle, words[1]) : NULL;
    struct text text = {0};
    char reason[REASON_SIZE];
    bool well = amalgamate(".", variant ? "submission" : "validator", puzzle, variant, &text, reason);

    text_free(&text);
    if (!well && *reason)
        fprintf(stderr, "assay: %s\n", reason);
    return well ? EXIT_WELL : EXIT_UNABLE;
}

static void amalgamating_without_memory(void **state)
{
    (void)state;
    if (access("core/puzzle.h", R_OK) != 0)
        skip();
    refuse_each(amalgamate_one, "ticket bitmask");
    refuse_each(amalgamate_one, "clueless");
    refuse_each(amalgamate_one, "meltdown symbolic");
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

int unit_commands(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(solving_without_memory),
        cmocka_unit_test(listing_and_generating_without_memory),
        cmocka_unit_test(amalgamating_without_memory),
    };

    return cmocka_run_group_tests_name("commands", tests, make_folder, remove_folder);
}
