/* assay-verify: do all implementations agree, and on which smallest input do they not? From the command line (command.h) to the job. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/commands.h"
#include "core/cli/file.h"
#include "batch.h"
#include "bounds.h"
#include "command.h"
#include "enumerate.h"
#include "package.h"

/* Nanoseconds that a random case should cost in all; slower participants get a share of the cases. */
static const double BUDGET = 1e6;
enum { STEPS = 1 << 20 }; /* and their work limit */

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
    double longest;
    int status = set_limits(command, &guests->limits);

    if (status == EXIT_WELL)
        status = guests_join(guests, team, command->programs.values, command->programs.count);
    longest = program_longest(&guests->limits);
    if (guests->count && settings->limit < longest + 10)
        settings->limit = longest + 10;
    if (guests->count && guests->limits.seconds <= 0)
        settings->limit = 1e9;
    return status;
}

/* All that concerns one puzzle. */
static int run_puzzle(const struct command *command, const struct desk *all, const struct puzzle *puzzle, int operands,
                      char **arguments)
{
    struct settings settings = {.deep = command->deep,
                                .steps = command->steps,
                                .limit = (double)command->limit,
                                .seconds = (double)command->seconds,
                                .walks = COUNTING};
    struct guests guests = {.puzzle = puzzle, .beyond = command->beyond, .slowest = command->slowest};
    struct desk own = *all, *desk = &own;
    struct team team;
    int status;

    own.guests = &guests;
    if (!team_make(&team, puzzle, oracle_find(puzzle)))
        return EXIT_UNABLE;
    status = invite(command, &guests, &team, &settings);
    if (status == EXIT_WELL && command->package)
        return verify_package(desk->report, puzzle, command->package, &guests.limits, command->timed);
    if (status != EXIT_WELL)
        return status;
    if (command->only && !team_keep(&team, command->only))
        return options_refuse(command->usage, "--only names somebody who does not take part: '%s'", command->only);
    for (size_t i = 0; i < guests.count; i++)
        if (team_find(&team, guests.guest[i].name) < 0)
            return options_refuse(command->usage, "--only leaves out '%s', which --with brings in", guests.guest[i].name);
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
    return status > closed ? status : closed; /* a result that is lost weighs more than a fault that is found */
}

int main(int count, char **arguments)
{
    struct command *command;
    int operands, status = EXIT_WELL;

    if (command_read(count - 1, arguments + 1, &command, &operands, &status))
        status = run(command, operands, arguments + 1);
    command_free(command);
    return status;
}
