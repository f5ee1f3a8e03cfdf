/* assay-selftest: does the engine find every planted bug, and accuse nobody else? With --solve it is one of
 * the bugs itself, a program that reads a file of the puzzle from standard input and prints answers, for
 * `assay verify --with`. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/environment.h"
#include "core/cli/file.h"
#include "core/cli/options.h"
#include "state.h"
#include "table.h"

static const char program[] = "assay-selftest";

#define PLANTED(puzzle, bug) extern const struct variant planted_##puzzle##_##bug;
#include "verify/planted.def"
#undef PLANTED

const struct planted planted[] = {
#define PLANTED(puzzle, bug) {#puzzle, &planted_##puzzle##_##bug},
#include "verify/planted.def"
#undef PLANTED
    {NULL, NULL},
};

struct command {
    const struct usage *usage;
    const char *solve, *page, *command, *state;
    uint64_t uniform, right, shrink, hang, every, largest, uniform_seconds;
    bool tap, list;
};

/* A test must not fail because the machine is busy; the table's times are to be kept. */
static const double SECONDS_MOST = 10, PATIENCE = 5;

/* "puzzle" or "puzzle/bug". */
static bool is_named(const struct planted *bug, const char *name)
{
    size_t length = strlen(bug->puzzle);

    return strncmp(name, bug->puzzle, length) == 0 &&
           (!name[length] || (name[length] == '/' && strcmp(name + length + 1, bug->variant->name) == 0));
}

static bool is_wanted(const struct planted *bug, int operands, char **arguments)
{
    bool wanted = operands == 0;

    for (int i = 0; i < operands; i++)
        wanted |= is_named(bug, arguments[i]);
    return wanted;
}

/* ---- one of them as a program ---- */

static int solve_all(const struct planted *bug, const struct cases *cases)
{
    const struct puzzle *puzzle = puzzle_find(bug->puzzle);
    void *context = bug->variant->open ? bug->variant->open() : NULL;
    struct arena scratch = {0};
    struct text text = {0};
    int status;

    for (size_t i = 0; i < cases->count; i++) {
        struct work work = work_start(&scratch, WORK_STEPS_UNLIMITED);
        void *answer = arena_alloc(&scratch, 1, puzzle->answer_size(cases->instances[i]));
        struct result result = {OUTCOME_NO_MEMORY, answer};

        if (answer)
            result.outcome = bug->variant->solve(context, cases->instances[i], &work, answer);
        puzzle->print(cases->instances[i], &result, i + 1, DETAIL_ANSWER, &text);
        arena_reset(&scratch);
    }
    status = file_print(program, &text);
    if (bug->variant->close)
        bug->variant->close(context);
    text_free(&text);
    arena_free(&scratch);
    return status;
}

static int solve(const struct command *command)
{
    struct arena arena = {0};
    struct file file;
    struct cases cases;
    size_t i = 0;
    int status;

    while (planted[i].puzzle && !(is_named(&planted[i], command->solve) && strchr(command->solve, '/')))
        i++;
    if (!planted[i].puzzle)
        return options_refuse(command->usage, "--solve is PUZZLE/BUG, as --list has them: not '%s'",
                              command->solve);
    status = file_parse(program, puzzle_find(planted[i].puzzle), "-", &arena, &file, &cases);
    if (status == EXIT_WELL) {
        status = solve_all(&planted[i], &cases);
        file_free(&file);
    }
    arena_free(&arena);
    return status;
}

/* ---- the self-test ---- */

static void tell(const struct command *command, const struct hunt *hunt, size_t number, bool passed)
{
    struct text verdict = {0};

    describe_verdict(hunt, &verdict);
    if (command->tap)
        printf("%s %zu - planted %s/%s: %s\n", passed ? "ok" : "not ok", number, hunt->bug->puzzle,
               hunt->bug->variant->name, verdict.failed ? "" : verdict.bytes);
    else
        printf("%-10s %-26s %8.2f s %10" PRIu64 " cases  %-18s size %-6" PRIu64 " %-10s %8" PRIu64
               " uniform %s  %s\n",
               hunt->bug->puzzle, hunt->bug->variant->name, hunt->seconds, hunt->cases, hunt->place,
               hunt->size, label_names[hunt->label], hunt->uniform, hunt->uniform_found ? "seen" : "-   ",
               verdict.failed ? "" : verdict.bytes);
    fflush(stdout);
    text_free(&verdict);
}

static void name_commit(char commit[COMMIT_SIZE])
{
    struct environment environment;

    environment_read(&environment);
    snprintf(commit, COMMIT_SIZE, "%.11s%s", environment.commit, environment.dirty ? "+" : "");
}

/* The ground is laid out when the first bug of its puzzle is to be hunted. */
static int lay_out(const struct command *command, const char *puzzle, struct ground *ground)
{
    int status = EXIT_WELL;

    if (!ground->team.puzzle || strcmp(ground->team.puzzle->name, puzzle) != 0)
        status = ground_open(ground, puzzle_find(puzzle), (double)command->hang, command->tap ? PATIENCE : 1);
    if (command->largest)
        ground->sampling.max_size = command->largest;
    return status;
}

static int test_one(const struct command *command, struct ground *ground, struct state *state,
                    const struct planted *bug, struct selftest *test, bool *passed)
{
    struct hunt *hunt = &test->hunts[test->count];
    int status = EXIT_WELL;
    bool good;

    *hunt = (struct hunt){.bug = bug};
    if (!state_find_hunt(state, hunt)) {
        status = lay_out(command, bug->puzzle, ground);
        if (status == EXIT_WELL)
            status = hunt_down(ground, bug, (double)command->shrink, hunt);
        if (status == EXIT_WELL && command->uniform)
            status = hunt_uniformly(ground, command->uniform, (double)command->uniform_seconds, hunt);
        name_commit(hunt->commit);
        if (status == EXIT_WELL)
            status = state_add_hunt(state, hunt);
    }
    test_commit(test, hunt->commit);
    good = hunt->found && !hunt->accused && (command->tap || hunt->seconds < SECONDS_MOST);
    *passed &= good;
    test->count++;
    if (status == EXIT_WELL)
        tell(command, hunt, test->count, good);
    return status;
}

static int test_right(const struct command *command, struct ground *ground, struct state *state, const char *puzzle,
                      struct selftest *test)
{
    double before = seconds_now();
    struct right right = {0};
    int status = EXIT_WELL;

    if (!state_find_right(state, puzzle, &right)) {
        status = lay_out(command, puzzle, ground);
        if (status == EXIT_WELL)
            status = watch_the_right(ground, command->right, &right.cases, &right.accused);
        right.seconds = seconds_now() - before;
        name_commit(right.commit);
        if (status == EXIT_WELL)
            status = state_add_right(state, puzzle, &right);
    }
    test_commit(test, right.commit);
    test->right_cases += right.cases;
    test->right_seconds += right.seconds;
    test->right_accused |= right.accused;
    printf("%-10s nobody wrong: %" PRIu64 " cases compared, %.0f s\n", puzzle, right.cases, right.seconds);
    fflush(stdout);
    return status;
}

static int test_all(const struct command *command, int operands, char **arguments, struct state *state,
                    struct selftest *test, bool *passed)
{
    const struct planted *last = NULL;
    static struct ground ground;
    uint64_t number = 0;
    int status = EXIT_WELL;

    for (const struct planted *bug = planted; bug->puzzle && status == EXIT_WELL; bug++) {
        bool first = !last || strcmp(last->puzzle, bug->puzzle) != 0;

        if (!is_wanted(bug, operands, arguments) || number++ % command->every)
            continue;
        if (first && command->right)
            status = test_right(command, &ground, state, bug->puzzle, test);
        if (status == EXIT_WELL)
            status = test_one(command, &ground, state, bug, test, passed);
        last = bug;
    }
    return status;
}

static int run_test(const struct command *command, int operands, char **arguments)
{
    size_t all = sizeof planted / sizeof *planted - 1;
    struct selftest test = {.hunts = calloc(all, sizeof *test.hunts),
                            .uniform = command->uniform,
                            .command = command->command ? command->command : program};
    struct text page = {0};
    struct state state;
    char identity[128];
    bool passed = true;
    int status;

    snprintf(identity, sizeof identity, "assay-selftest: shrink %" PRIu64 ", uniform %" PRIu64 ", right %" PRIu64, command->shrink,
             command->uniform, command->right);
    status = state_open(&state, command->state, identity);
    if (status == EXIT_WELL)
        status = test.hunts ? test_all(command, operands, arguments, &state, &test, &passed) : EXIT_UNABLE;

    if (status == EXIT_WELL && !test.count)
        status = options_refuse(command->usage, "there is no such bug: --list has them");
    else if (status == EXIT_WELL)
        printf(command->tap ? "1..%zu\n# median %.2f s\n" : "%zu bugs, median %.2f s\n", test.count,
               median_seconds(&test));
    if (status == EXIT_WELL && command->page) {
        write_page(&test, &page);
        status = page.failed ? EXIT_UNABLE : file_write(program, command->page, page.bytes, page.length);
        text_free(&page);
    }
    free(test.hunts);
    text_free(&test.commits);
    text_free(&state.text);
    return status != EXIT_WELL ? status : passed && !test.right_accused ? EXIT_WELL : EXIT_FOUND;
}

static int list(int operands, char **arguments)
{
    for (size_t i = 0; planted[i].puzzle; i++)
        if (is_wanted(&planted[i], operands, arguments))
            printf("%s/%s: %s\n", planted[i].puzzle, planted[i].variant->name, planted[i].variant->summary);
    return EXIT_WELL;
}

static struct command c = {.shrink = 2, .hang = 2, .every = 1, .uniform_seconds = 600};

static const struct option options[] = {
    {.name = "solve",
     .value = "PUZZLE/BUG",
     .summary = "be that bug: read standard input, print its answers",
     .text = &c.solve},
    {.name = "list", .summary = "what is planted", .flag = &c.list},
    {.name = "shrink-seconds",
     .value = "S",
     .summary = "for making each counterexample small, 0: as found (2)",
     .number = &c.shrink,
     .most = 1000},
    {.name = "uniform",
     .value = "N",
     .summary = "would N cases of class uniform alone have found it?",
     .number = &c.uniform,
     .most = UINT32_MAX},
    {.name = "uniform-seconds",
     .value = "S",
     .summary = "for that, a bug (600)",
     .number = &c.uniform_seconds,
     .least = 1,
     .most = 100000},
    {.name = "right",
     .value = "N",
     .summary = "about N cases of each space with nobody wrong",
     .number = &c.right,
     .most = UINT32_MAX},
    {.name = "hang",
     .value = "S",
     .summary = "a call longer than this is a hang (2)",
     .number = &c.hang,
     .least = 1,
     .most = 1000},
    {.name = "max-size",
     .value = "N",
     .summary = "random cases of at most this size (what a millisecond allows)",
     .number = &c.largest,
     .least = 1,
     .most = UINT32_MAX},
    {.name = "every",
     .value = "K",
     .summary = "every K-th bug only",
     .number = &c.every,
     .least = 1,
     .most = 1000},
    {.name = "state",
     .value = "FILE",
     .summary = "go on from FILE, and keep it up to date: a line a bug",
     .text = &c.state},
    {.name = "page", .value = "FILE", .summary = "the table as Markdown", .text = &c.page},
    {.name = "command", .value = "TEXT", .summary = "what the page says has made it", .text = &c.command},
    {.name = "tap", .summary = "TAP, as `make test` reads it", .flag = &c.tap},
    {0},
};

static const struct usage usage = {.program = program,
                            .synopsis = "assay-selftest [OPTION]... [PUZZLE[/BUG]]...",
                            .about = "Does the engine find every planted bug, and accuse nobody else? "
                                     "Exit status 1 where it does not.\n",
                            .options = options};

int main(int count, char **arguments)
{
    int operands;
    enum options_result result = options_parse(&usage, count - 1, arguments + 1, &operands);

    c.usage = &usage;
    if (result != OPTIONS_RUN)
        return options_finish(&usage, result);
    if (c.list)
        return list(operands, arguments + 1);
    return c.solve ? solve(&c) : run_test(&c, operands, arguments + 1);
}
