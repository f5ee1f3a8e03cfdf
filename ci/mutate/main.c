/* assay-mutate: changes the meaning of a source file in every small way and sees which changes no check
 * notices. What becomes of a mutant: judge.c.
 *
 * What is found is added line by line to FOLDER/results/<source>.tsv as it is found, under a hash of the
 * source: a run that was killed goes on there. `assay-mutate --report` makes build/results/mutation.json and
 * a file for the mutation-testing-elements component of all of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "core/cli/file.h"
#include "core/cli/options.h"
#include "judge.h"
#include "report.h"

static const char program[] = "assay-mutate";

/* Of all processes that have ended: compilers, mutants. */
static double seconds_used(void)
{
    struct rusage usage;

    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
}

static int mutate(const struct setting *setting, const char *source)
{
    struct bench bench = {.setting = setting, .source = source};
    char flags[4096], *rest;
    const char *flag[128];
    int count = 0, status = EXIT_UNABLE;
    double before = seconds_used();

    path_of(bench.folder, "%s/%s", setting->folder, source);
    for (char *at = bench.folder + strlen(setting->folder) + 1; *at; at++)
        *at = *at == '/' || *at == '.' ? '-' : *at;
    snprintf(flags, sizeof flags, "%s", setting->flags);
    for (char *word = strtok_r(flags, " ", &rest); word && count < 128; word = strtok_r(NULL, " ", &rest))
        flag[count++] = word;
    if (!run_command("mkdir -p %s %s/results", bench.folder, setting->folder) ||
        !mutants_find(&bench.mutants, source, flag, count))
        return EXIT_UNABLE;
    if (!results_open(&bench.results, setting->folder, source, &bench.mutants.source, bench.mutants.count,
                      setting->again))
        fprintf(stderr, "%s: %s: no results can be kept in %s\n", program, source, setting->folder);
    else if (judge_is_done(&bench))
        status = EXIT_WELL;
    else if (!build_all(setting, source, &bench.mutants, bench.folder))
        fprintf(stderr, "%s: %s: the mutated source does not build: see %s/log\n", program, source,
                bench.folder);
    else
        status = judge_all(&bench);
    if (status == EXIT_WELL)
        printf("%s: %zu mutants, %.0f s of processor time\n", source, bench.mutants.count, seconds_used() - before);
    fflush(stdout);
    results_close(&bench.results);
    mutants_free(&bench.mutants);
    return status;
}

int main(int count, char **arguments)
{
    struct setting setting = {
        .folder = "build/mutants", .jobs = 1, .shard = 1, .shards = 1, .groups = "", .flags = ""};
    const char *reasons = NULL;
    bool sum_up = false;
    const struct option options[] = {
        {.name = "compile", .value = "COMMAND", .summary = "compiles a source, without -c", .text = &setting.compile},
        {.name = "flags", .value = "FLAGS", .summary = "for libclang", .text = &setting.flags},
        {.name = "unit", .value = "FILES", .summary = "what the unit tests are linked of", .text = &setting.unit},
        {.name = "verify", .value = "FILES", .summary = "what assay-verify is linked of", .text = &setting.verify},
        {.name = "probe", .value = "FILE", .summary = "the program that tries variants", .text = &setting.probe},
        {.name = "groups", .value = "NAMES", .summary = "groups of unit tests", .text = &setting.groups},
        {.name = "folder", .value = "DIR", .summary = "of the results (build/mutants)", .text = &setting.folder},
        {.name = "sample", .value = "N", .summary = "so many of each source, evenly spread",
         .number = &setting.sample, .most = MUTANTS_MAX},
        {.name = "jobs", .value = "N", .summary = "worker processes (1)",
         .number = &setting.jobs, .least = 1, .most = 64},
        {.name = "shard", .value = "I/N", .summary = "the I-th of N parts", .text = &setting.part},
        {.name = "seconds", .value = "S", .summary = "begin no mutant after S seconds",
         .number = &setting.seconds, .most = 1000000},
        {.name = "again", .summary = "survivors once more: there are new tests", .flag = &setting.again},
        {.name = "quick", .summary = "the first round alone: variants, by the probe", .flag = &setting.quick},
        {.name = "report", .summary = "sum up what has been found", .flag = &sum_up},
        {.name = "reasons", .value = "FILE", .summary = "for --report: why survivors may live", .text = &reasons},
        {.name = NULL},
    };
    const struct usage usage = {.program = program,
                                .synopsis = "assay-mutate [OPTION]... SOURCE...",
                                .about = "",
                                .options = options};
    int operands = 0, status = EXIT_WELL;
    enum options_result result = options_parse(&usage, count - 1, arguments + 1, &operands);
    time_t began = time(NULL);
    unsigned i = 1, n = 1;

    if (result != OPTIONS_RUN)
        return options_finish(&usage, result);
    if (setting.part && (sscanf(setting.part, "%u/%u", &i, &n) != 2 || i < 1 || i > n))
        return options_refuse(&usage, "--shard is I/N, not '%s'", setting.part);
    setting.shard = i;
    setting.shards = n;
    setting.end = setting.seconds ? time(NULL) + (time_t)setting.seconds : 0;
    if (!sum_up && (!setting.compile || !setting.unit || !setting.verify || !setting.probe))
        return options_refuse(&usage,
                              "--compile, --unit, --verify and --probe are needed (make mutate gives them)");
    for (int s = 0; s < operands && !sum_up && status == EXIT_WELL && (!setting.seconds || time(NULL) < setting.end);
         s++)
        status = mutate(&setting, arguments[1 + s]);
    if (!sum_up)
        printf("all in %ld s, %.0f s of processor time\n", (long)(time(NULL) - began), seconds_used());
    return sum_up ? report(setting.folder, reasons) : status;
}
