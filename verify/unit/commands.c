/* The commands of `assay` in this process, where their memory can be refused: each is done again and again with the k-th request refused,
 * for k = 1, 2 ... until none is. It is one line and exit 3, or what it is with memory to spare. What they write may fail too:
 * verify/cli/faults.bats. */
#include "unit.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/cli/amalgamate.h"
#include "core/cli/commands.h"
#include "core/cli/file.h"
#include "core/cli/package.h"

enum { WORDS_MAX = 16 };

static char folder[] = "/tmp/assay-commands-XXXXXX";

static void read_all(int memory, char *text, size_t size)
{
    ssize_t length = pread(memory, text, size - 1, 0);

    text[length < 0 ? 0 : length] = '\0';
    close(memory);
}

static struct unit_said run(unit_command *job, const char *line, uint64_t refused, bool *was_refused)
{
    char copy[512], *words[WORDS_MAX];
    struct unit_said said = {.status = 0};
    int count = 0, memory[2] = {memfd_create("out", 0), memfd_create("err", 0)};
    int kept[2] = {dup(STDOUT_FILENO), dup(STDERR_FILENO)};

    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        words[count++] = word;
    fflush(NULL);
    for (int i = 0; i < 2; i++)
        dup2(memory[i], STDOUT_FILENO + i);
    unit_refuse(refused);
    said.status = job(count, words);
    *was_refused = unit_refused();
    fflush(NULL);
    for (int i = 0; i < 2; i++) {
        dup2(kept[i], STDOUT_FILENO + i);
        close(kept[i]);
    }
    read_all(memory[0], said.out, sizeof said.out);
    read_all(memory[1], said.err, sizeof said.err);
    return said;
}

struct unit_said unit_run(unit_command *job, const char *line)
{
    bool refused;

    return run(job, line, 0, &refused);
}

static bool is_one_line(const char *text)
{
    const char *end = strchr(text, '\n');

    return end && !end[1];
}

/* From the hundredth request on a tenth is left out each time. */
void unit_refuse_each(unit_command *job, const char *line)
{
    bool refused;
    struct unit_said spare = run(job, line, 0, &refused), said;

    for (uint64_t k = 1;; k += 1 + k / 100 * 10) {
        said = run(job, line, k, &refused);
        if (!refused)
            break;
        if (said.status == EXIT_UNABLE && is_one_line(said.err) && strncmp(said.err, "assay: ", 7) == 0)
            continue;
        if (said.status == spare.status && strcmp(said.err, spare.err) == 0 && strstr(said.out, "no memory"))
            continue;
        if (said.status != spare.status || strcmp(said.err, spare.err) != 0 || strcmp(said.out, spare.out) != 0)
            fail_msg("%s: request %d refused: status %d, said '%s'", line, (int)k, said.status, said.err);
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
    unit_refuse_each(command_solve, line);
    unlink(path);
}

static void solving_without_memory(void **state)
{
    (void)state;
    solve("ticket", "ticket.in", "8\n?054??0?\n");
    solve("ticket --variant naive", "long.in", "16\n????????????????\n"); /* outside its domain, which is said */
    solve("adjacent --limit 1", "adjacent.in", "1\n3\n1 1\n2 2\n3 3\n"); /* `limit`, and why */
    solve("adjacent --variant multiset", "two.in", "2\n1\n1 1\n2\n1 2\n2 1\n"); /* whose context stays open */
    solve("meltdown --variant symbolic", "meltdown.in", "3 2\n0 1 1\n0\n0\n");
}

static void listing_and_generating_without_memory(void **state)
{
    char line[512];

    (void)state;
    unit_refuse_each(command_list, "");
    unit_refuse_each(command_list, "clueless");
    unit_refuse_each(command_list, "--names puzzles");
    unit_refuse_each(command_solve, "ticket --help");
    unit_refuse_each(command_generate, "clueless --count 1");
    unit_refuse_each(command_generate, "adjacent --count 3 --size 4");
    snprintf(line, sizeof line, "ticket --size 4 --count 1 --out %s", folder);
    unit_refuse_each(command_generate, line);
    snprintf(line, sizeof line, "%s/ticket-uniform-4-0.in", folder);
    unlink(line);
}

static void a_list_that_finds_no_memory_is_left_out(void **state)
{
    bool refused;
    struct unit_said said = run(command_list, "tickets", 1, &refused);

    (void)state;
    assert_true(refused);
    assert_int_equal(said.status, EXIT_USAGE);
    assert_string_equal(said.err, "assay list: puzzle 'tickets' is none of those that there are (see assay list --help)\n");
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
    unit_refuse_each(amalgamate_one, "ticket bitmask");
    unit_refuse_each(amalgamate_one, "clueless");
    unit_refuse_each(amalgamate_one, "meltdown symbolic");
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
        cmocka_unit_test(a_list_that_finds_no_memory_is_left_out),
        cmocka_unit_test(amalgamating_without_memory),
    };

    return cmocka_run_group_tests_name("commands", tests, make_folder, remove_folder);
}
