/* assay-mutate: changes the meaning of a source file in every small way and sees which changes no check notices.
 *
 * All mutants of a file stand in one build and are chosen by number; what the compiler must know (a case label, a table) is built alone. Each
 * mutant is shown to the killers that reach its place, the one that killed last before the others, until one notices, none is left, or
 * MUTANT_SECONDS of processor time are spent. A survivor is compiled alone: the same code as the original's proves it equivalent.
 *
 * What is found is added line by line to FOLDER/results/<source>.tsv as it is found, under a hash of the source: a run that was killed goes on
 * there. `assay-mutate --report` makes build/results/mutation.json and a file for the mutation-testing-elements component of all of them.
 *
 * Running every mutant as a build of its own was rejected: two seconds each to compile and link, against some milliseconds to test. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/cli/file.h"
#include "core/cli/options.h"
#include "killers.h"
#include "mutants.h"
#include "results.h"

static const char program[] = "assay-mutate";
static const double MUTANT_SECONDS = 5;

struct setting {
    const char *compile; /* a command, to which -c SOURCE -o OBJECT is added */
    const char *flags;   /* for libclang */
    const char *unit;    /* objects and libraries of each program, to which the mutated object is added in front */
    const char *verify;
    const char *work;
    const char *groups; /* of unit tests */
    const char *folder;
    uint64_t sample, jobs, shard, shards;
};

static bool run_command(const char *format, ...) __attribute__((format(printf, 1, 2)));

enum { PATH_SIZE = 2 * COMMAND_SIZE };

/* A path that is too long ends the program: it would name another file. */
static void path_of(char path[PATH_SIZE], const char *format, ...) __attribute__((format(printf, 2, 3)));

static void path_of(char path[PATH_SIZE], const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(path, PATH_SIZE, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= PATH_SIZE)
        exit(EXIT_UNABLE);
}

static bool run_command(const char *format, ...)
{
    va_list arguments;
    char *command = NULL;
    bool well;

    va_start(arguments, format);
    well = vasprintf(&command, format, arguments) >= 0;
    va_end(arguments);
    well = well && system(command) == 0;
    free(command);
    return well;
}

/* The folder of a source, for its `#include "..."`. */
static void folder_of(const char *source, char folder[PATH_SIZE])
{
    path_of(folder, "%s", source);
    if (strrchr(folder, '/'))
        *strrchr(folder, '/') = '\0';
}

static bool write_text(const char *path, struct text *text)
{
    bool well = !text->failed && file_write(program, path, text->bytes, text->length) == EXIT_WELL;

    text_clear(text);
    return well;
}

/* Marks what stands on lines that the compiler refuses (a constant that must be known to it) to be built alone. False where there are none. */
static bool set_apart(struct mutants *mutants, const char *log, const char *name)
{
    FILE *file = fopen(log, "r");
    char line[4096];
    bool any = false;

    while (file && fgets(line, sizeof line, file)) {
        const char *found = strstr(line, name);
        unsigned at;

        if (!found || !strstr(line, "error:") || sscanf(found + strlen(name), ":%u", &at) != 1)
            continue;
        for (size_t i = 0; i < mutants->count; i++)
            if (!mutants->mutant[i].alone && mutants->mutant[i].line <= at && at <= mutants->mutant[i].end_line)
                any = mutants->mutant[i].alone = true;
    }
    if (file)
        fclose(file);
    return any;
}

static bool link_programs(const struct setting *setting, const char *folder)
{
    return run_command("gcc %s/mutated.o %s -o %s/unit", folder, setting->unit, folder) &&
           run_command("gcc %s/mutated.o %s -o %s/assay-verify", folder, setting->verify, folder) &&
           run_command("gcc %s/mutated.o %s -o %s/work", folder, setting->work, folder);
}

static bool build_all(const struct setting *setting, const char *source, struct mutants *mutants, const char *folder)
{
    char own[PATH_SIZE], path[PATH_SIZE];
    struct text text = {0};
    bool well = false;

    folder_of(source, own);
    do {
        path_of(path, "%s/mutated.c", folder);
        mutants_all(mutants, &text);
        if (!write_text(path, &text))
            break;
        well = run_command("%s -w -iquote %s -include ci/mutate/select.h -c %s -o %s/mutated.o 2>%s/log", setting->compile, own, path, folder,
                           folder);
        path_of(path, "%s/log", folder);
    } while (!well && set_apart(mutants, path, "mutated.c"));
    text_free(&text);
    return well && link_programs(setting, folder);
}

/* The optimised code of a source, without anything that names its lines. */
static bool assemble(const struct setting *setting, const char *source, const char *path, const char *output)
{
    char own[PATH_SIZE];

    folder_of(source, own);
    return run_command("%s -O2 -g0 -w -iquote %s -S %s -o - 2>/dev/null | grep -v '\\.file' >%s; test -s %s", setting->compile, own, path, output,
                       output);
}

struct bench {
    const struct setting *setting;
    const char *source;
    struct mutants mutants;
    struct killers killers;
    struct results results;
    char folder[PATH_SIZE];
};

/* Equal code, equal meaning. */
static bool is_equivalent(struct bench *bench, size_t index)
{
    char path[PATH_SIZE], output[PATH_SIZE];
    struct text text = {0};
    bool equal;

    path_of(path, "%s/one.%d.c", bench->folder, (int)getpid());
    path_of(output, "%s/one.%d.s", bench->folder, (int)getpid());
    mutants_one(&bench->mutants, index, &text);
    equal = write_text(path, &text) && assemble(bench->setting, bench->source, path, output) &&
            run_command("cmp -s %s/original.s %s", bench->folder, output);
    text_free(&text);
    return equal;
}

/* Builds the programs with this mutant alone, in a folder of this process. False: it does not compile. */
static bool build_one(struct bench *bench, size_t index, char folder[PATH_SIZE])
{
    char own[PATH_SIZE], path[PATH_SIZE];
    struct text text = {0};
    bool well;

    folder_of(bench->source, own);
    path_of(folder, "%s/alone.%d", bench->folder, (int)getpid());
    path_of(path, "%s/mutated.c", folder);
    mutants_one(&bench->mutants, index, &text);
    well = write_text(path, &text) &&
           run_command("%s -w -iquote %s -c %s -o %s/mutated.o 2>/dev/null", bench->setting->compile, own, path, folder) &&
           link_programs(bench->setting, folder);
    text_free(&text);
    return well;
}

/* The killer that has killed most is tried first. */
static void promote(struct killers *killers, size_t k)
{
    killers->killer[k].kills++;
    while (k && killers->killer[k - 1].kills < killers->killer[k].kills && !killers->killer[k].compared) {
        struct killer other = killers->killer[k - 1];

        killers->killer[k - 1] = killers->killer[k];
        killers->killer[k--] = other;
    }
}

static void judge(struct bench *bench, size_t index, struct result_line *line)
{
    const struct mutant *mutant = &bench->mutants.mutant[index];
    struct killers killers = bench->killers;
    char own[PATH_SIZE];
    bool reached = mutant->alone;

    *line = (struct result_line){.number = (unsigned)index + 1, .status = "Survived"};
    if (mutant->alone) {
        if (!build_one(bench, index, own)) {
            line->status = "CompileError";
            return;
        }
        killers.folder = own;
    }
    for (size_t k = 0; k < killers.count && line->seconds < MUTANT_SECONDS; k++) {
        enum verdict verdict;

        if (!mutant->alone && !killers.killer[k].reached[index + 1])
            continue;
        reached = true;
        verdict = killer_try(&killers, &killers.killer[k], (unsigned)index + 1, &line->seconds, line->kind);
        if (verdict == VERDICT_MISSED)
            continue;
        snprintf(line->killer, sizeof line->killer, "%s", killers.killer[k].name);
        line->status = verdict == VERDICT_SLOW ? "Timeout" : "Killed";
        line->crashed = verdict == VERDICT_CRASHED;
        promote(&bench->killers, k);
        return;
    }
    if (is_equivalent(bench, index))
        line->status = "Ignored";
    else if (!reached)
        line->status = "NoCoverage";
}

/* The mutants of one worker; each result is one write, so that workers share the file. */
static int work(struct bench *bench, uint64_t worker)
{
    const struct setting *setting = bench->setting;
    size_t stride = setting->sample && bench->mutants.count > setting->sample ? bench->mutants.count / setting->sample : 1, taken = 0;

    for (size_t i = 0; i < bench->mutants.count; i += stride, taken++) {
        struct result_line line;

        if (taken % setting->shards != setting->shard - 1 || taken / setting->shards % setting->jobs != worker)
            continue;
        if (setting->sample && taken >= setting->sample)
            break;
        if (results_has(&bench->results, (unsigned)i + 1))
            continue;
        judge(bench, i, &line);
        if (!results_add(&bench->results, &bench->mutants.mutant[i], &line))
            return EXIT_UNABLE;
    }
    return EXIT_WELL;
}

static int work_together(struct bench *bench)
{
    int worst = EXIT_WELL, status;

    fflush(NULL);
    for (uint64_t w = 0; w < bench->setting->jobs; w++)
        if (fork() == 0)
            _exit(work(bench, w));
    while (wait(&status) > 0)
        if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_WELL)
            worst = EXIT_UNABLE;
    return worst;
}

static int mutate(const struct setting *setting, const char *source)
{
    struct bench bench = {.setting = setting, .source = source};
    char flags[4096], path[PATH_SIZE];
    const char *flag[128];
    int count = 0, status = EXIT_UNABLE;

    path_of(bench.folder, "%s/%s", setting->folder, source);
    for (char *at = bench.folder + strlen(setting->folder) + 1; *at; at++)
        *at = *at == '/' || *at == '.' ? '-' : *at;
    snprintf(flags, sizeof flags, "%s", setting->flags);
    for (char *word = strtok(flags, " "); word && count < 128; word = strtok(NULL, " "))
        flag[count++] = word;
    if (!run_command("mkdir -p %s", bench.folder) || !mutants_find(&bench.mutants, source, flag, count))
        return EXIT_UNABLE;
    path_of(path, "%s/original.s", bench.folder);
    if (!build_all(setting, source, &bench.mutants, bench.folder) || !assemble(setting, source, source, path))
        fprintf(stderr, "%s: %s: the mutated source does not build: see %s/log\n", program, source, bench.folder);
    else if (!results_open(&bench.results, setting->folder, source, &bench.mutants.source, bench.mutants.count))
        fprintf(stderr, "%s: %s: no results can be kept in %s\n", program, source, setting->folder);
    else if (!killers_learn(&bench.killers, bench.folder, source, setting->groups) || !bench.killers.count)
        fprintf(stderr, "%s: %s: no check reaches it\n", program, source);
    else
        status = work_together(&bench);
    if (status == EXIT_WELL)
        printf("%s: %zu mutants, %zu killers\n", source, bench.mutants.count, bench.killers.count);
    results_close(&bench.results);
    mutants_free(&bench.mutants);
    return status;
}

int main(int count, char **arguments)
{
    struct setting setting = {.folder = "build/mutants", .jobs = 1, .shard = 1, .shards = 1, .groups = "", .flags = ""};
    const char *shard = NULL, *floors = NULL;
    bool report = false;
    const struct option options[] = {
        {.name = "compile", .value = "COMMAND", .summary = "how a source is compiled, without -c", .text = &setting.compile},
        {.name = "flags", .value = "FLAGS", .summary = "for libclang", .text = &setting.flags},
        {.name = "unit", .value = "FILES", .summary = "what the unit tests are linked of", .text = &setting.unit},
        {.name = "verify", .value = "FILES", .summary = "what assay-verify is linked of", .text = &setting.verify},
        {.name = "work", .value = "FILES", .summary = "what the counting program is linked of", .text = &setting.work},
        {.name = "groups", .value = "NAMES", .summary = "groups of unit tests", .text = &setting.groups},
        {.name = "sample", .value = "N", .summary = "so many mutants of each source, evenly spread", .number = &setting.sample, .most = MUTANTS_MAX},
        {.name = "jobs", .value = "N", .summary = "worker processes (1)", .number = &setting.jobs, .least = 1, .most = 64},
        {.name = "shard", .value = "I/N", .summary = "the I-th of N parts", .text = &shard},
        {.name = "report", .summary = "sum up what has been found", .flag = &report},
        {.name = "floors", .value = "FILE", .summary = "with --report: the least scores, `SOURCE PERCENT` a line", .text = &floors},
        {.name = NULL},
    };
    const struct usage usage = {.program = program, .synopsis = "assay-mutate [OPTION]... SOURCE...", .about = "", .options = options};
    int operands = 0, status = EXIT_WELL;
    enum options_result result = options_parse(&usage, count - 1, arguments + 1, &operands);
    unsigned i = 1, n = 1;

    if (result != OPTIONS_RUN)
        return options_finish(&usage, result);
    if (shard && (sscanf(shard, "%u/%u", &i, &n) != 2 || i < 1 || i > n))
        return options_refuse(&usage, "--shard is I/N, not '%s'", shard);
    setting.shard = i;
    setting.shards = n;
    if (!report && (!setting.compile || !setting.unit || !setting.verify || !setting.work))
        return options_refuse(&usage, "--compile, --unit, --verify and --work are needed (make mutate gives them)");
    for (int s = 0; s < operands && !report && status == EXIT_WELL; s++)
        status = mutate(&setting, arguments[1 + s]);
    return report ? results_report(setting.folder, floors, setting.flags) : status;
}
