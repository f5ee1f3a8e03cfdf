/* assay-verify: do all implementations agree, and on which smallest input do they not? This file reads the command line and picks
 * the job. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/commands.h"
#include "core/cli/file.h"
#include "batch.h"
#include "bounds.h"
#include "enumerate.h"
#include "package.h"

/* Nanoseconds that a random case should cost in all; slower participants get a share of the cases. */
static const double BUDGET = 1e6;
enum { STEPS = 1 << 20 }; /* and their work limit */

struct command {
    const struct usage *usage;
    uint64_t size, stride, seed, index, cases, seconds, limit, deep, steps, least, most, shrink;
    uint64_t memory_limit, output_limit, batch;
    bool exhaustive, alone, all, tap, plain, overhead, merge, sized, stepped, beyond, timed;
    const char *space, *shard, *checkpoint, *class_name, *only, *junit, *json, *failures, *replay, *promote, *name, *scale,
        *root, *bounds, *corpus, *time_limit, *slowest, *package;
    struct option_list shares, programs;
};

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

static void set_defaults(struct command *command)
{
    *command = (struct command){
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
}

/* "naive=1000": asked on every 1000th case. */
static int set_shares(const struct command *command, const struct team *team, struct settings *settings)
{
    for (size_t i = 0; i < command->shares.count; i++) {
        const char *value = command->shares.values[i], *equals = strchr(value, '=');
        struct text name = {0};
        uint64_t share;
        int who;

        text_put(&name, value, equals ? (size_t)(equals - value) : 0);
        who = name.length && !name.failed ? team_find(team, name.bytes) : -1;
        text_free(&name);
        if (who < 0 || !options_number(equals + 1, &share))
            return options_refuse(command->usage, "--share is NAME=K, with a participant's name: not '%s'", value);
        settings->share[who] = share;
    }
    return EXIT_WELL;
}

static int run_exhaustive(const struct command *command, const struct desk *desk, const struct team *team,
                          const struct settings *settings)
{
    struct exhaustive job = {.space = space_find(team->puzzle, command->space),
                             .size = command->size,
                             .stride = command->stride,
                             .shard = 1,
                             .shards = 1,
                             .checkpoint = command->checkpoint};
    struct text shard = {0};
    const char *slash = command->shard ? strchr(command->shard, '/') : NULL;
    bool good = !command->shard;

    if (!job.space)
        return options_refuse(command->usage, "%s has no space '%s'", team->puzzle->name, command->space ? command->space : "");
    if (slash) {
        text_put(&shard, command->shard, (size_t)(slash - command->shard));
        good = shard.length && options_number(shard.bytes, &job.shard) && options_number(slash + 1, &job.shards) &&
               job.shard >= 1 && job.shard <= job.shards;
        text_free(&shard);
    }
    if (!good)
        return options_refuse(command->usage, "--shard is I/N with 1 <= I <= N: not '%s'", command->shard);
    return verify_exhaustive(desk, team, settings, &job);
}

static int run_random(const struct command *command, const struct desk *desk, const struct team *team,
                      const struct settings *settings, struct guests *guests)
{
    struct random_job job = {.cases = command->cases, .index = command->index, .alone = command->alone, .fit = 10e-3};
    const struct range *range = &team->puzzle->size;
    struct settings own = *settings;

    if (!sampling_open(&job.sampling, team->puzzle, command->seed))
        return EXIT_UNABLE;
    job.sampling.plain = command->plain;
    if (command->class_name) {
        job.sampling.only = choose_name(command->usage, team->puzzle, "class", command->class_name, class_name_at);
        if (job.sampling.only == SIZE_MAX)
            return EXIT_USAGE;
    }
    if (command->alone && !command->class_name)
        return options_refuse(command->usage, "--index needs the --class that it counts in");
    if (command->sized) {
        if (command->least > job.sampling.min_size)
            job.sampling.min_size = command->least;
        if (command->most && command->most < job.sampling.max_size)
            job.sampling.max_size = command->most;
        if (job.sampling.min_size > job.sampling.max_size || command->most > range->most)
            return options_refuse(command->usage, "sizes of %s are %" PRIu64 " to %" PRIu64, team->puzzle->name, range->least,
                                  range->most);
        job.fit = command->most ? 0 : job.fit;
    }
    if (command->alone)
        job.fit = command->most ? 0 : job.fit;
    if (!command->cases && !command->seconds)
        own.seconds = 10;
    if (!command->alone) {
        own.budget = BUDGET;
        own.steps = command->stepped ? command->steps : STEPS;
    }
    if (guests->count)
        return verify_programs(desk, team, &own, guests, &job, command->batch);
    return verify_random(desk, team, &own, &job);
}

static int set_limits(const struct command *command, struct program_limits *limits)
{
    char *end;

    limits->seconds = strtod(command->time_limit, &end);
    if (*end || end == command->time_limit || !(limits->seconds >= 0 && limits->seconds <= 1e6))
        return options_refuse(command->usage, "--time-limit is seconds, 0 for none: not '%s'", command->time_limit);
    limits->memory = command->memory_limit << 20;
    limits->output = command->output_limit << 20;
    return EXIT_WELL;
}

/* Programs take part; a call of one is no hang before its own limit has ended it. */
static int invite(const struct command *command, struct guests *guests, struct team *team, struct settings *settings)
{
    double wall;
    int status = set_limits(command, &guests->limits);

    if (status == EXIT_WELL)
        status = guests_join(guests, team, command->programs.values, command->programs.count);
    wall = program_wall(&guests->limits);
    if (guests->count && settings->limit < 2 * wall + 10)
        settings->limit = 2 * wall + 10;
    if (guests->count && guests->limits.seconds <= 0)
        settings->limit = 1e9;
    return status;
}

/* All that concerns one puzzle. */
static int run_puzzle(const struct command *command, struct desk *desk, const struct puzzle *puzzle, int operands,
                      char **arguments)
{
    struct settings settings = {.deep = command->deep,
                                .steps = command->steps,
                                .limit = (double)command->limit,
                                .seconds = (double)command->seconds,
                                .walks = COUNTING};
    struct guests guests = {.puzzle = puzzle, .beyond = command->beyond, .slowest = command->slowest};
    struct team team;
    int status;

    if (!team_make(&team, puzzle, oracle_find(puzzle)))
        return EXIT_UNABLE;
    status = invite(command, &guests, &team, &settings);
    desk->guests = &guests;
    if (status == EXIT_WELL && command->package)
        return verify_package(desk->report, puzzle, command->package, &guests.limits, command->timed);
    if (status != EXIT_WELL)
        return status;
    if (command->only && !team_keep(&team, command->only))
        return options_refuse(command->usage, "--only names somebody who does not take part: '%s'", command->only);
    status = set_shares(command, &team, &settings);
    if (status != EXIT_WELL)
        return status;
    if (command->overhead)
        return verify_overhead(&team, &settings, command->seed);
    if (command->replay)
        return record_replay(&team, &settings, command->replay);
    if (command->promote)
        return record_promote(&team, &settings, command->promote, command->corpus, command->name ? command->name : "promoted");
    if (operands) {
        settings.deep = 1;
        return verify_files(desk, &team, &settings, operands, arguments, operands == 1 ? arguments[0] : "the command line");
    }
    if (command->exhaustive)
        return run_exhaustive(command, desk, &team, &settings);
    return run_random(command, desk, &team, &settings, &guests);
}

static int run_all(const struct command *command, const struct desk *desk, const struct puzzle *only)
{
    struct settings settings = {
        .deep = command->deep, .steps = command->steps, .limit = (double)command->limit, .walks = COUNTING};
    char *end;
    double scale = strtod(command->scale, &end);

    if (*end || end == command->scale || !(scale > 0 && scale <= 1000))
        return options_refuse(command->usage, "--scale is a number above 0: not '%s'", command->scale);
    if (command->bounds && bounds_read(desk->report, command->bounds) != EXIT_WELL)
        return EXIT_USAGE;
    return verify_suite(desk, &settings, command->root, command->seed, scale, command->checkpoint, only);
}

static int run(const struct command *command, int operands, char **arguments)
{
    struct report report = {.tap = command->tap, .junit = command->junit, .json = command->json};
    struct desk desk = {&report, command->failures, (double)command->shrink, NULL};
    const struct puzzle *puzzle = NULL;
    bool quiet = command->overhead || command->replay || command->promote;
    int status, closed;

    if (command->merge && !operands)
        return options_refuse(command->usage, "--merge which FILEs?");
    if (!command->merge && (operands || !command->all) && !(puzzle = operand_puzzle(command->usage, operands, arguments)))
        return EXIT_USAGE;
    report_open(&report);
    if (command->merge)
        status = verify_merge(&desk, operands, arguments);
    else if (command->all)
        status = run_all(command, &desk, puzzle);
    else
        status = run_puzzle(command, &desk, puzzle, operands - 1, arguments + 1);
    report.tap = report.tap && !quiet;
    if (status != EXIT_WELL && !report.count) {
        report.tap = false;
        report.junit = report.json = NULL;
    }
    closed = report_close(&report);
    return status != EXIT_WELL ? status : closed;
}

int main(int count, char **arguments)
{
    struct command c;
    const struct option options[] = {
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
    const struct usage usage = {.program = "assay verify",
                                .synopsis = "assay verify PUZZLE [OPTION]... [FILE|DIR]...",
                                .about = about,
                                .options = options,
                                .epilogue = epilogue};
    enum options_result result;
    int operands, status;

    set_defaults(&c);
    c.usage = &usage;
    c.shares.values = calloc((size_t)count, sizeof *c.shares.values);
    c.programs.values = calloc((size_t)count, sizeof *c.programs.values);
    if (!c.shares.values || !c.programs.values)
        return verify_out_of_memory();
    result = options_parse(&usage, count - 1, arguments + 1, &operands);
    if (result != OPTIONS_RUN)
        status = command_help(&usage, result, operands, arguments + 1);
    else
        status = run(&c, operands, arguments + 1);
    free(c.shares.values);
    free(c.programs.values);
    return status;
}
