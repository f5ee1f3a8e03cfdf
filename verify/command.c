/* What can be said on the command line, what holds where nothing is said, and what cannot be said together. */
#include "command.h"

#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "core/cli/commands.h"
#include "core/cli/file.h"

static const char about[] =
    "Do all implementations of a puzzle agree, and on which smallest input do they not? On FILEs, on all\n"
    "instances up to a size (--exhaustive), or else on random cases. Every fault is made small and kept with\n"
    "the input that shows it. Exit status: 0 they agree, 1 something is wrong, 2 usage or bad input, 3 the\n"
    "work could not be done.\n"
    "\n"
    "Programs (--with) read the puzzle's input and print its answers. They run under limits, and none of\n"
    "their processes is left behind, but this is no sandbox: run no program that you do not trust.\n";

static const char epilogue[] = "Random runs print the seed; seed, class, index and sizes give one case again.\n"
                               "Merging shards: assay verify --merge A.json B.json ...\n";

static struct command c = {
    .stride = 1,
    .seed = DEFAULT_SEED,
    .limit = 10,
    .deep = 8,
    .shrink = 20,
    .failures = "build/failures",
    .scale = "1",
    .root = ".",
    .corpus = "verify/corpus",
    .time_limit = "10",
    .memory_limit = 1024,
    .output_limit = 8,
    .batch = 100,
};

static const struct option options[] = {
    {.name = "exhaustive", .value = "SIZE", .summary = "all instances up to this size, smallest first", .number = &c.size,
     .most = UINT64_MAX, .given = &c.exhaustive},
    {.name = "space", .value = "NAME", .summary = "of this space (the puzzle's first)", .text = &c.space},
    {.name = "stride", .value = "K", .summary = "every K-th of them (1)", .number = &c.stride, .least = 1,
     .most = UINT64_MAX},
    {.name = "shard", .value = "I/N", .summary = "the I-th of N equal parts", .text = &c.shard},
    {.name = "checkpoint", .value = "FILE", .summary = "go on from FILE, and keep it up to date (with --all: a folder of such)", .text = &c.checkpoint},
    {.name = "merge", .summary = "one statement from the --json FILEs of shards", .flag = &c.merge},
    {.name = "cases", .value = "N", .summary = "so many random cases", .number = &c.cases, .least = 1, .most = UINT64_MAX},
    {.name = "seconds", .value = "S", .summary = "end after S seconds (10, for random cases)", .number = &c.seconds,
     .least = 1, .most = 1000000000},
    {.name = "seed", .value = "X", .summary = "master seed (1)", .number = &c.seed, .most = UINT64_MAX},
    {.name = "class", .value = "C", .summary = "cases of this class alone (all in turn)", .text = &c.class_name},
    {.name = "index", .value = "I", .summary = "case I of the class alone", .number = &c.index, .most = UINT64_MAX - 1,
     .given = &c.alone},
    {.name = "min-size", .value = "N", .summary = "sizes from N", .number = &c.least, .most = UINT64_MAX, .given = &c.sized},
    {.name = "max-size", .value = "N", .summary = "sizes up to N (what can be compared in 10 ms a case)",
     .number = &c.most, .least = 1, .most = UINT64_MAX, .given = &c.sized},
    {.name = "plain", .summary = "the generator's cases as they are: no swarm on top", .flag = &c.plain},
    {.name = "only", .value = "NAMES", .summary = "these participants, with commas between", .text = &c.only},
    {.name = "share", .value = "NAME=K", .summary = "ask NAME about every K-th case", .list = &c.shares},
    {.name = "deep", .value = "K", .summary = "every K-th case: round trip, determinism, invariants (8)",
     .number = &c.deep, .most = UINT64_MAX},
    {.name = "limit", .value = "S", .summary = "a call that takes longer is a hang (10 s)", .number = &c.limit, .least = 1,
     .most = 1000000},
    {.name = "steps", .value = "N", .summary = "work limit of a call, 0 for none (0; of random cases 2^20)", .number = &c.steps,
     .most = UINT64_MAX, .given = &c.stepped},
    {.name = "shrink", .value = "S", .summary = "seconds to make a fault small, and again to prove it smallest (20)",
     .number = &c.shrink, .most = 1000000},
    {.name = "failures", .value = "DIR", .summary = "where failure records go (build/failures)", .text = &c.failures},
    {.name = "replay", .value = "DIR", .summary = "repeat a failure record", .text = &c.replay},
    {.name = "promote", .value = "DIR", .summary = "make a failure record a regression case", .text = &c.promote},
    {.name = "name", .value = "NAME", .summary = "of the regression case (promoted)", .text = &c.name},
    {.name = "corpus", .value = "DIR", .summary = "where regression cases go (verify/corpus)", .text = &c.corpus},
    {.name = "with", .value = "COMMAND", .summary = "a program takes part, run by /bin/sh; repeatable", .list = &c.programs},
    {.name = "beyond", .summary = "ask programs also what the contest does not promise", .flag = &c.beyond},
    {.name = "package", .value = "DIR", .summary = "the submissions of a problem package (ICPC, Kattis) on its data", .text = &c.package},
    {.name = "time-limit", .value = "S", .summary = "CPU seconds of a run of a program; wall 2 S + 1 (10)", .text = &c.time_limit,
     .given = &c.timed},
    {.name = "memory-limit", .value = "MIB", .summary = "resident peak of its largest process, 0 for none (1024)",
     .number = &c.memory_limit, .most = 1 << 30},
    {.name = "output-limit", .value = "MIB", .summary = "of a run of a program (8)", .number = &c.output_limit, .least = 1,
     .most = 1 << 20},
    {.name = "batch", .value = "N", .summary = "cases a file where the format has many (100)", .number = &c.batch, .least = 1,
     .most = BATCH_MAX},
    {.name = "slowest", .value = "DIR", .summary = "keep the input on which each program is slowest", .text = &c.slowest},
    {.name = "all", .summary = "the suite: every puzzle, or PUZZLE, at sizes for a test", .flag = &c.all},
    {.name = "scale", .value = "X", .summary = "its size (1: about a minute)", .text = &c.scale},
    {.name = "root", .value = "DIR", .summary = "where its samples and corpus are found (.)", .text = &c.root},
    {.name = "bounds", .value = "FILE", .summary = "bounds that other programs have shown, for the table", .text = &c.bounds},
    {.name = "overhead", .summary = "what a case costs besides the solving", .flag = &c.overhead},
    {.name = "tap", .summary = "print TAP", .flag = &c.tap},
    {.name = "junit", .value = "FILE", .summary = "write JUnit XML", .text = &c.junit},
    {.name = "json", .value = "FILE", .summary = "write all figures, with the environment", .text = &c.json},
    {0},
};

static const struct usage usage = {.program = "assay verify",
                                   .synopsis = "assay verify PUZZLE [OPTION]... [FILE|DIR]...",
                                   .about = about,
                                   .options = options,
                                   .epilogue = epilogue};

/* One job a run. Silently left out, a second one, or a program in a job that asks none, would look as if all were well with it. */
static int check(int operands)
{
    const struct {
        const char *name;
        bool chosen, asks_programs;
    } jobs[] = {
        {"--exhaustive", c.exhaustive, true},       {"--replay", c.replay != NULL, true},
        {"--promote", c.promote != NULL, true},     {"FILEs", operands > 1 && !c.merge, true},
        {"--package", c.package != NULL, false},    {"--all", c.all, false},
        {"--merge", c.merge, false},                {"--overhead", c.overhead, false},
    };
    const char *first = NULL;

    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        if (!jobs[i].chosen)
            continue;
        if (first)
            return options_refuse(&usage, "%s or %s, one at a time", first, jobs[i].name);
        if (c.programs.count && !jobs[i].asks_programs)
            return options_refuse(&usage, "%s asks no program: --with has no part in it", jobs[i].name);
        first = jobs[i].name;
    }
    if (c.name && (*c.name == '.' || strchr(c.name, '/')))
        return options_refuse(&usage, "--name is the name of a file, without folder or ending: not '%s'", c.name);
    return c.merge && !operands ? options_refuse(&usage, "--merge which FILEs?") : EXIT_WELL;
}

bool command_read(int count, char **arguments, struct command **command, int *operands, int *status)
{
    enum options_result result;

    *command = &c;
    c.usage = &usage;
    c.shares.values = calloc((size_t)count + 1, sizeof *c.shares.values);
    c.programs.values = calloc((size_t)count + 1, sizeof *c.programs.values);
    if (!c.shares.values || !c.programs.values) {
        *status = verify_out_of_memory();
        return false;
    }
    result = options_parse(&usage, count, arguments, operands);
    *status = result == OPTIONS_RUN ? check(*operands) : command_help(&usage, result, *operands, arguments);
    return result == OPTIONS_RUN && *status == EXIT_WELL;
}

void command_free(struct command *command)
{
    free(command->shares.values);
    free(command->programs.values);
}
