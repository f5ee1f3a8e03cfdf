/* Two rounds. In the first a variant's mutants go through the probe (probe.c): in one process, smallest cases
 * first. What it misses is compiled alone: the same code as the original's proves it equivalent. In the
 * second round what is left, and the mutants of all other files, is shown to the killers that reach its
 * place, the likeliest kill for the least time first, until one notices, none is left, or the time of a
 * mutant is spent. Programs for the second round are built only where there is something to show them. */
#include "judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "asking.h"
#include "core/cli/file.h"

/* Of processor time: for a mutant, and before equivalence is looked at. */
static const double MUTANT_SECONDS = 5, CHEAP_SECONDS = 0.2;

struct worker {
    struct bench *bench;
    struct asking asking;
    char folder[PATH_SIZE]; /* its own */
    struct {
        unsigned kills, tries;
    } record[KILLERS_MAX];
};

static bool same_code(const struct worker *worker, size_t index)
{
    const struct bench *bench = worker->bench;

    return is_equivalent(bench->setting, bench->source, &bench->mutants, index, bench->folder,
                         worker->folder);
}

/* False where it is left for the second round. */
static bool ask_probe(struct worker *worker, size_t index, struct result_line *line)
{
    const struct bench *bench = worker->bench;
    bool alone = bench->mutants.mutant[index].alone;
    char library[PATH_SIZE];
    enum verdict verdict;

    path_of(library, "%s/mutated.so", alone ? worker->folder : bench->folder);
    if (alone && !build_library(bench->setting, bench->source, &bench->mutants, index, worker->folder))
        return line->status = "CompileError", true;
    verdict = ask(&worker->asking, library, (unsigned)index + 1, line->killer, line->kind, &line->seconds);
    if (verdict == VERDICT_MISSED) {
        *line->killer = *line->kind = '\0';
        line->status = same_code(worker, index) ? "Ignored" : "Pending";
        return strcmp(line->status, "Ignored") == 0;
    }
    line->status = verdict == VERDICT_SLOW ? "Timeout" : "Killed";
    line->crashed = verdict == VERDICT_CRASHED;
    return true;
}

/* The killer of those not asked yet that promises most for its time, and does not need more than is left; or
 * -1. */
static int choose_killer(const struct worker *worker, size_t index, const bool *asked, double left)
{
    const struct killers *killers = &worker->bench->killers;
    bool alone = worker->bench->mutants.mutant[index].alone;
    double best = 0;
    int chosen = -1;

    for (size_t k = 0; k < killers->count; k++) {
        double promise = (worker->record[k].kills + 0.5) / (worker->record[k].tries + 1) /
                         (killers->killer[k].seconds + 0.004);

        if (!asked[k] && promise > best && killers->killer[k].seconds < left &&
            (alone || killers->killer[k].reached[index + 1])) {
            best = promise;
            chosen = (int)k;
        }
    }
    return chosen;
}

static void ask_killers(struct worker *worker, size_t index, struct result_line *line)
{
    const struct bench *bench = worker->bench;
    struct killers killers = bench->killers;
    bool asked[KILLERS_MAX] = {false}, compared = bench->variant,
         reached = bench->mutants.mutant[index].alone;
    enum verdict verdict = VERDICT_MISSED;
    int k;

    if (bench->mutants.mutant[index].alone) {
        killers.folder = worker->folder;
        if (!build_programs(bench->setting, bench->source, &bench->mutants, index, worker->folder)) {
            line->status = "CompileError";
            return;
        }
    }
    while (verdict == VERDICT_MISSED &&
           (k = choose_killer(worker, index, asked, MUTANT_SECONDS - line->seconds)) >= 0) {
        if (!compared && line->seconds > CHEAP_SECONDS) {
            compared = true;
            if (same_code(worker, index)) {
                line->status = "Ignored";
                return;
            }
        }
        verdict = killer_try(&killers, &killers.killer[k], (unsigned)index + 1, &line->seconds, line->kind);
        snprintf(line->killer, sizeof line->killer, "%s", killers.killer[k].name);
        asked[k] = reached = true;
        worker->record[k].tries++;
        worker->record[k].kills += verdict != VERDICT_MISSED;
    }
    line->crashed = verdict == VERDICT_CRASHED;
    line->status = verdict == VERDICT_SLOW ? "Timeout" : "Killed";
    if (verdict == VERDICT_MISSED) {
        *line->killer = *line->kind = '\0';
        line->status = !compared && same_code(worker, index) ? "Ignored"
                       : reached || bench->variant           ? "Survived"
                                                             : "NoCoverage";
    }
}

/* The mutants of the sample and of this shard, evenly spread. */
static bool is_wanted(const struct bench *bench, size_t index)
{
    const struct setting *setting = bench->setting;
    size_t stride = setting->sample && bench->mutants.count > setting->sample
                        ? bench->mutants.count / setting->sample
                        : 1;

    return index % stride == 0 && (!setting->sample || index / stride < setting->sample) &&
           index / stride % setting->shards == setting->shard - 1 &&
           !results_has(&bench->results, (unsigned)index + 1);
}

bool judge_is_done(const struct bench *bench)
{
    for (size_t i = 0; i < bench->mutants.count; i++)
        if (is_wanted(bench, i) && !(bench->setting->quick && results_is_pending(&bench->results, (unsigned)i + 1)))
            return false;
    return true;
}

static bool is_over(const struct setting *setting)
{
    return setting->end && time(NULL) > setting->end;
}

/* One worker's share of a round; each result is one write, so that workers share the file. `todo` is what all of
 * them were given, by which they share it out; `left` is theirs together: what the first round leaves. */
static int work(struct bench *bench, uint64_t number, bool first, const bool *todo, bool *left)
{
    static struct worker worker;
    char library[PATH_SIZE];
    uint64_t met = 0;

    worker.bench = bench;
    path_of(worker.folder, "%s/worker.%llu", bench->folder, (unsigned long long)number);
    path_of(library, "%s/mutated.so", bench->folder);
    if (!run_command("mkdir -p %s", worker.folder) ||
        (first && !asking_open(&worker.asking, bench->setting->probe, bench->source, library)))
        return EXIT_UNABLE;
    for (size_t i = 0; i < bench->mutants.count && !is_over(bench->setting); i++) {
        struct result_line line = {.number = (unsigned)i + 1};
        bool known = true;

        if (!todo[i] || met++ % bench->setting->jobs != number)
            continue;
        if (first && !results_is_pending(&bench->results, line.number))
            known = ask_probe(&worker, i, &line);
        else if (first)
            continue;
        else
            ask_killers(&worker, i, &line);
        left[i] = !known;
        if (!results_add(&bench->results, &bench->mutants.mutant[i], &line))
            return EXIT_UNABLE;
    }
    asking_close(&worker.asking);
    return EXIT_WELL;
}

static int work_together(struct bench *bench, bool first, bool *left)
{
    static bool todo[MUTANTS_MAX];
    int worst = EXIT_WELL, status;

    memcpy(todo, left, sizeof todo);
    fflush(NULL);
    for (uint64_t w = 0; w < bench->setting->jobs; w++)
        if (fork() == 0)
            _exit(work(bench, w, first, todo, left));
    while (wait(&status) > 0)
        if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_WELL)
            worst = EXIT_UNABLE;
    return worst;
}

static int second_round(struct bench *bench, bool *left)
{
    const struct setting *setting = bench->setting;

    if (setting->quick || is_over(setting) || !memchr(left, 1, bench->mutants.count))
        return EXIT_WELL;
    if (!build_killers(setting, bench->source, bench->folder)) {
        fprintf(stderr, "assay-mutate: %s: the mutated programs do not build: see %s/log\n", bench->source,
                bench->folder);
        return EXIT_UNABLE;
    }
    if (!killers_learn(&bench->killers, bench->folder, bench->source, setting->groups) ||
        !bench->killers.count) {
        fprintf(stderr, "assay-mutate: %s: no check reaches it\n", bench->source);
        return EXIT_UNABLE;
    }
    return work_together(bench, false, left);
}

int judge_all(struct bench *bench)
{
    bool *left = mmap(NULL, MUTANTS_MAX, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status = EXIT_WELL;

    if (left == MAP_FAILED)
        return EXIT_UNABLE;
    for (size_t i = 0; i < bench->mutants.count; i++)
        left[i] = is_wanted(bench, i);
    bench->variant = is_variant(bench->source);
    if (bench->variant)
        status = work_together(bench, true, left);
    if (status == EXIT_WELL)
        status = second_round(bench, left);
    munmap(left, MUTANTS_MAX);
    return status;
}
