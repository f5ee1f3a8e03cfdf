/* assay-bench: every variant on every workload of its domain, answers compared first, then timed all together
 * in random order. The build with counters (CONFIG=count) counts instead; `make bench` runs both. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/file.h"
#include "export.h"
#include "load.h"
#include "plan.h"
#include "prepare.h"
#include "result.h"
#include "share.h"
#include "timing.h"

static const char about[] =
    "Times every variant on the workloads of its domain, after all answers have been compared.\n"
    "Suites say what the workloads are: bench/suites/, format in bench/suite.h.\n";

static const char epilogue[] = "How to read the tables: bench/README.md. Exit status: 0 all is well; 1 "
                               "variants disagreed; 2 usage or a bad suite;\n"
                               "3 the program could not do its work.\n";

static struct {
    struct option_list suites;
    const char *workload, *filter, *min_time, *counts, *merge, *share, *out, *export;
    uint64_t repetitions, budget;
    bool list;
} chosen = {.repetitions = 9, .budget = 60, .out = "build/results/bench.json"};

static const struct option options[] = {
    {"suite", "FILE", "take this suite in the place of those in bench/suites/; may be repeated",
     .list = &chosen.suites},
    {"workload", "NAME", "only this workload", .text = &chosen.workload},
    {"filter", "REGEX", "only names that match; a name is puzzle/workload/variant", .text = &chosen.filter},
    {"list", NULL, "list the names and stop", .flag = &chosen.list},
    {"budget", "SECONDS", "time for all repetitions together; default 60", .number = &chosen.budget,
     .least = 1, .most = 1000000},
    {"min-time", "SECONDS", "the length of a repetition, in the place of a budget", .text = &chosen.min_time},
    {"repetitions", "N", "repetitions of each benchmark, fewer of slow ones; default 9",
     .number = &chosen.repetitions, .least = 1, .most = 10000},
    {"counts", "FILE", "count, do not time, and write the counts here; for the build with CONFIG=count",
     .text = &chosen.counts},
    {"merge", "FILE", "take the counts from such a file", .text = &chosen.merge},
    {"share", "FILE", "solve a fixed share once and list it; for bench/instructions.sh", .text = &chosen.share},
    {"out", "FILE", "the result file; default build/results/bench.json", .text = &chosen.out},
    {"export", "FOLDER", "write the workloads as files here, with an index.tsv, and stop", .text = &chosen.export},
    {0},
};

static const struct usage usage = {
    .program = "assay-bench",
    .synopsis = "assay-bench [PUZZLE]... [OPTION]...",
    .about = about,
    .options = options,
    .epilogue = epilogue,
};

static size_t print_list(const struct bench *benches, size_t count, const struct selection *selection,
                         struct text *text)
{
    size_t listed = 0;

    for (size_t i = 0; i < count; i++) {
        const struct suite *suite = &benches[i].suite;

        for (size_t k = 0; k < suite->workload_count; k++) {
            for (size_t c = 0; c < suite->column_count; c++) {
                char name[CELL_NAME_SIZE];

                if (!(suite->workloads[k].columns >> c & 1) ||
                    !is_selected(selection, suite, &suite->workloads[k], c, name))
                    continue;
                text_format(text, "%s\n", name);
                listed++;
            }
        }
    }
    return listed;
}

static int time_and_print(struct bench *benches, size_t count, int found, double min_time, const struct text *command)
{
    struct hardware hardware;
    struct timing timing = {(double)chosen.budget, min_time, (int)chosen.repetitions, &hardware};
    struct text text = {0};
    double seconds;
    char *json;
    int status = chosen.merge ? result_read_counts("assay-bench", chosen.merge, benches, count) : EXIT_WELL;

    if (status != EXIT_WELL)
        return status;
    hardware_open(&hardware);
    json = time_all("assay-bench", benches, count, &timing, &seconds);
    hardware_close(&hardware);
    if (!json)
        return EXIT_UNABLE;
    status = result_take_times("assay-bench", json, benches, count);
    for (size_t i = 0; i < count && status == EXIT_WELL; i++)
        table_print(&benches[i], &text);
    if (status == EXIT_WELL && !(min_time > 0) && seconds > timing.budget * 1.05)
        text_format(
            &text,
            "%d repetitions of each did not fit into the budget of %.0f s: the timing took about %.0f s\n",
            PLAN_LEAST, timing.budget, seconds);
    if (status == EXIT_WELL)
        status = file_print("assay-bench", &text);
    text_free(&text);
    /* A run in which something was wrong does not replace the results of one in which all was well. */
    if (status == EXIT_WELL && found == EXIT_WELL)
        status = result_write_times("assay-bench", command->bytes, &hardware, chosen.out, json, benches, count);
    free(json);
    return status;
}

static int run(struct bench *benches, size_t count, const struct selection *selection, double min_time,
               const struct text *command)
{
    struct text text = {0};
    size_t listed = print_list(benches, count, selection, &text);
    int status = EXIT_WELL, found;

    if (chosen.list)
        status = file_print("assay-bench", &text);
    text_free(&text);
    if (!listed)
        return options_refuse(&usage, "no benchmark is called so");
    if (chosen.list)
        return status;
    if (chosen.share)
        return share_run("assay-bench", chosen.share, benches, count, selection);
    if (chosen.export)
        return export_all("assay-bench", chosen.export, benches, count, selection);
    found = prepare_all("assay-bench", benches, count, selection);
    if (found != EXIT_WELL && found != EXIT_FOUND)
        return found;
    if (chosen.counts)
        status =
            found == EXIT_WELL ? result_write_counts("assay-bench", chosen.counts, benches, count) : found;
    else
        status = time_and_print(benches, count, found, min_time, command);
    return status == EXIT_WELL ? found : status;
}

/* What is wrong with the options beyond their form. */
static int check(double *min_time)
{
    char *end;

    if (chosen.counts && !COUNTING)
        return options_refuse(&usage, "this build does not count: make CONFIG=count");
    if (chosen.counts && chosen.merge)
        return options_refuse(&usage, "--counts writes counts and --merge reads them: one of the two");
    if (!chosen.min_time)
        return EXIT_WELL;
    *min_time = strtod(chosen.min_time, &end);
    if (end == chosen.min_time || *end || !(*min_time > 0) || *min_time > 1e6)
        return options_refuse(&usage, "--min-time wants seconds, found '%s'", chosen.min_time);
    return EXIT_WELL;
}

/* What was typed, for the result file; ends with a zero. */
static void write_command(int count, char **arguments, struct text *command)
{
    text_string(command, "assay bench");
    for (int i = 1; i < count; i++)
        text_format(command, strpbrk(arguments[i], " '\"*?|()[]$&;<>\\") ? " '%s'" : " %s", arguments[i]);
    text_char(command, '\0');
}

static int bench(char **operands, size_t count, struct arena *arena, const struct text *command)
{
    struct selection selection = {.workload = chosen.workload};
    struct bench *benches;
    regex_t filter;
    size_t bench_count = 0;
    double min_time = 0;
    int status = check(&min_time);

    if (status != EXIT_WELL)
        return status;
    if (chosen.filter) {
        if (regcomp(&filter, chosen.filter, REG_EXTENDED | REG_NOSUB) != 0)
            return options_refuse(&usage, "--filter is no regular expression: '%s'", chosen.filter);
        selection.filter = &filter;
    }
    status = load_suites(&usage, &chosen.suites, (const char *const *)operands, count, arena, &benches, &bench_count);
    if (status == EXIT_WELL)
        status = run(benches, bench_count, &selection, min_time, command);
    for (size_t i = 0; i < bench_count; i++)
        for (size_t k = 0; k < benches[i].suite.workload_count; k++)
            workload_unload(&benches[i].workloads[k]);
    if (chosen.filter)
        regfree(&filter);
    return status;
}

int main(int count, char **arguments)
{
    struct arena arena = {0};
    struct text command = {0};
    int operands, status = EXIT_UNABLE;
    enum options_result result;

    signal(SIGPIPE, SIG_IGN);
    chosen.suites.values = arena_alloc(&arena, (size_t)count, sizeof *chosen.suites.values);
    write_command(count, arguments, &command);
    if (chosen.suites.values && !command.failed) {
        result = options_parse(&usage, count - 1, arguments + 1, &operands);
        status = result == OPTIONS_RUN ? bench(arguments + 1, (size_t)operands, &arena, &command)
                                       : options_finish(&usage, result);
    }
    text_free(&command);
    arena_free(&arena);
    return status;
}
