/* L0, answers: every variant solves exactly what is benchmarked; equal between the variants of head, and equal to base's. */
#include "gate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "core/cli/file.h"

static const double SHARE = 0.5; /* of the time left */

size_t kernel_arguments(const char **arguments, const char *kernel, const char *plant)
{
    size_t count = 0;

    arguments[count++] = kernel;
    if (plant) {
        arguments[count++] = "--plant";
        arguments[count++] = plant;
    }
    return count;
}

static struct command solve_command(const char **arguments, const char *kernel, const char *plant, const char *folder)
{
    size_t count = kernel_arguments(arguments, kernel, plant);

    arguments[count++] = "answers";
    arguments[count++] = folder;
    arguments[count] = NULL;
    return (struct command){.arguments = arguments, .cpu = -1};
}

int answers_solve(const struct gate *gate, const char *kernel, const char *plant, const char *folder,
                  const char *output, double seconds)
{
    const char *arguments[6];
    struct command command = solve_command(arguments, kernel, plant, folder);

    command.output = output;
    command.log = gate->log;
    command.seconds = seconds;
    return command_run(&command);
}

static bool read_cell(struct gate *gate, const char *line, enum side side)
{
    struct solved solved = {.there = true};
    char name[NAME_SIZE], origin[16];
    struct benchmark *benchmark;
    double fresh;

    if (sscanf(line, "cell\t%319[^\t]\t%15[^\t]\t%15[^\t]\t%zu\t%23[^\t]\t%zu\t%lf\t%lf\t%511[^\n]", name, origin,
               solved.state, &solved.cases, solved.hash, &solved.fit, &fresh, &solved.warm, solved.counts) != 9)
        return false;
    benchmark = gate_benchmark(gate, name);
    if (!benchmark)
        return false;
    benchmark->tree = strcmp(origin, "tree") == 0;
    *benchmark_side(benchmark, side) = solved;
    return true;
}

/* Variants of head that disagree are found by the kernel; of base that is history. */
static bool read_difference(struct gate *gate, const char *line, enum side side)
{
    char name[NAME_SIZE], other[64], number[24], what[128];

    if (sscanf(line, "differs\t%319[^\t]\t%63[^\t]\t%23[^\t]\t%127[^\n]", name, other, number, what) != 4)
        return false;
    return side != SIDE_HEAD || gate_find(gate, LAYER_ANSWERS, VERDICT_RED, name, "case %s: not the answer of %s: %s",
                                          number, other, what);
}

/* The last line has no end where the kernel was ended in the middle of it. */
int answers_read(struct gate *gate, const char *path, enum side side)
{
    FILE *file = fopen(path, "re");
    char line[2048];
    bool well = file != NULL;

    while (well && fgets(line, sizeof line, file) && strchr(line, '\n'))
        well = strncmp(line, "cell\t", 5) == 0 ? read_cell(gate, line, side) : read_difference(gate, line, side);
    if (file)
        fclose(file);
    return well ? EXIT_WELL : gate_fail(gate, LAYER_ANSWERS, "%s cannot be read", path);
}

/* The first case whose line of `cases` differs; 0: none. */
static size_t first_difference(const char *one, const char *other)
{
    FILE *left = fopen(one, "re"), *right = fopen(other, "re");
    char a[128], b[128];
    size_t number = 0;
    bool same = left && right;

    while (same && fgets(a, sizeof a, left) && fgets(b, sizeof b, right)) {
        number++;
        same = strcmp(a, b) == 0;
    }
    if (left)
        fclose(left);
    if (right)
        fclose(right);
    return left && right && !same ? number : 0;
}

void benchmark_split(const struct benchmark *benchmark, char puzzle[64], char workload[128], char variant[64])
{
    sscanf(benchmark->name, "%63[^/]/%127[^/]/%63s", puzzle, workload, variant);
}

/* `cases` into a file, or with a number the first line of `show` into *shown. */
static void ask(const struct gate *gate, const struct benchmark *benchmark, enum side side, const char *path,
                const char *number, char *shown, size_t size)
{
    char puzzle[64], workload[128], variant[64];
    const char *arguments[12];
    size_t count = kernel_arguments(arguments, side == SIDE_BASE ? gate->base_kernel : gate->head_kernel,
                                    side == SIDE_BASE ? NULL : gate->plant);
    const char *rest[] = {number ? "show" : "cases", gate->inputs, puzzle, workload, variant, number, NULL};
    struct command command = {.arguments = arguments, .output = path, .cpu = -1};

    benchmark_split(benchmark, puzzle, workload, variant);
    memcpy(arguments + count, rest, sizeof rest);
    if (!number) {
        command_run(&command);
        return;
    }
    command_capture(&command, shown, size);
    shown[strcspn(shown, "\n")] = '\0';
}

static void describe(const struct gate *gate, const struct benchmark *benchmark, char *text, size_t size)
{
    char number[24], shown[2][120], path[2][PATH_ROOM + 8];
    size_t first;

    for (size_t i = 0; i < 2; i++) {
        snprintf(path[i], sizeof path[i], "%s.%zu", gate->log, i);
        ask(gate, benchmark, (enum side)i, path[i], NULL, NULL, 0);
    }
    first = first_difference(path[0], path[1]);
    snprintf(number, sizeof number, "%zu", first);
    for (size_t i = 0; i < 2; i++)
        ask(gate, benchmark, (enum side)i, NULL, number, shown[i], sizeof shown[i]);
    snprintf(text, size, "case %zu of %zu: base says \"%s\", head \"%s\"", first, benchmark->head.cases, shown[0],
             shown[1]);
}

static bool compare(struct gate *gate, struct benchmark *benchmark, bool late)
{
    const struct solved *base = &benchmark->base, *head = &benchmark->head;
    char text[400];

    if (late && !(base->there && head->there))
        return true;
    if (!base->there && head->there)
        return gate_find(gate, LAYER_ANSWERS, VERDICT_GREEN, benchmark->name, "new: base has no such benchmark");
    if (base->there && !head->there)
        return gate_find(gate, LAYER_ANSWERS, VERDICT_GREEN, benchmark->name, "gone: head has no such variant");
    gate->layers[LAYER_ANSWERS].compared++;
    if (strcmp(base->state, head->state) != 0) {
        bool lost = strcmp(base->state, "ready") == 0;

        return gate_find(gate, LAYER_ANSWERS, lost ? VERDICT_RED : VERDICT_GREEN, benchmark->name,
                         "%s in base, %s in head", base->state, head->state);
    }
    if (strcmp(base->state, "ready") != 0 || strcmp(base->hash, head->hash) == 0)
        return true;
    describe(gate, benchmark, text, sizeof text);
    return gate_find(gate, LAYER_ANSWERS, VERDICT_RED, benchmark->name, "%s", text);
}

/* The better, the more cases up to a hundred, then the nearer to a millisecond a pass. */
static double suits(const struct benchmark *benchmark)
{
    size_t cases = benchmark->base.fit < 100 ? benchmark->base.fit : 100;

    return 100 * (double)cases - fabs(log(benchmark->base.warm / 1e6));
}

struct benchmark *probe_choose(const struct gate *gate)
{
    struct benchmark *best = NULL;

    for (size_t i = 0; i < gate->benchmark_count; i++) {
        struct benchmark *benchmark = &gate->benchmarks[i];

        if (strcmp(benchmark->base.state, "ready") != 0 || strcmp(benchmark->head.state, "ready") != 0)
            continue;
        if (benchmark->base.fit && benchmark->base.warm > 0 && (!best || suits(benchmark) > suits(best)))
            best = benchmark;
    }
    return best;
}

int probe_make(const struct gate *gate, const struct benchmark *benchmark, char folder[PATH_ROOM])
{
    char puzzle[64], workload[128], variant[64], line[512];
    const char *script = "rm -rf \"$1\" && mkdir -p \"$1\" && ln -s \"../$2\" \"$1/$2\" && awk -F '\t' -v OFS='\t' -v p=\"$2\" "
                         "-v w=\"$3\" -v v=\"$4\" '$1 == p && $2 == w { $6 = v; print }' \"$1/../index.tsv\" >\"$1/index.tsv\"";
    const char *arguments[] = {"sh", "-c", script, "sh", folder, puzzle, workload, variant, NULL};

    benchmark_split(benchmark, puzzle, workload, variant);
    snprintf(folder, PATH_ROOM, "%.1800s/probe", gate->inputs);
    return command_capture(&(struct command){.arguments = arguments, .cpu = -1}, line, sizeof line);
}

/* A wrong answer planted in head's kernel must change what this layer compares. */
static int prove(struct gate *gate)
{
    struct layer_state *state = &gate->layers[LAYER_ANSWERS];
    struct benchmark *probe = probe_choose(gate);
    struct gate copy = {0};
    char folder[PATH_ROOM], path[PATH_ROOM + 32];
    int status = EXIT_UNABLE;

    if (!probe)
        return EXIT_WELL;
    snprintf(path, sizeof path, "%s.probe", gate->log);
    if (probe_make(gate, probe, folder) == 0 && answers_solve(gate, gate->head_kernel, "answer", folder, path, gate_allow(gate, 1)) == 0)
        status = answers_read(&copy, path, SIDE_HEAD);
    state->fired = status == EXIT_WELL && copy.benchmark_count == 1 &&
                   strcmp(copy.benchmarks[0].head.hash, probe->base.hash) != 0;
    snprintf(state->control, sizeof state->control, "a wrong answer planted in %.120s was %s", probe->name,
             state->fired ? "seen" : "NOT seen");
    free(copy.benchmarks);
    free(copy.findings);
    return EXIT_WELL;
}

static bool is_done(int status)
{
    return status == 0 || status == COMMAND_LATE;
}

/* One side: its answers are kept in `path` once they are all there. What is there when the time is up lies in `path`.new. */
struct solving {
    struct command command;
    const char *arguments[6];
    char path[PATH_ROOM + 32], now[PATH_ROOM + 64];
    struct process process;
    bool runs;
    int status;
};

/* There, and in the format of this gate: an older one may have kept it. */
static bool is_kept(const char *path)
{
    struct gate copy = {0};
    bool kept = access(path, R_OK) == 0 && answers_read(&copy, path, SIDE_BASE) == EXIT_WELL;

    free(copy.benchmarks);
    free(copy.findings);
    return kept;
}

static void solving_start(struct gate *gate, struct solving *side, const char *kernel, const char *plant, bool again)
{
    side->runs = again || !is_kept(side->path);
    snprintf(side->now, sizeof side->now, "%s%s", side->path, side->runs ? ".new" : "");
    if (!side->runs)
        return;
    side->command = solve_command(side->arguments, kernel, plant, gate->inputs);
    side->command.output = side->now;
    side->command.log = gate->log;
    side->command.seconds = gate->layers[LAYER_ANSWERS].wanted ? gate_allow(gate, SHARE) : 0;
    side->process = command_start(&side->command);
}

static void solving_wait(struct solving *side)
{
    if (!side->runs)
        return;
    side->status = command_wait(side->process);
    if (side->status == 0 && rename(side->now, side->path))
        side->status = 127;
    if (side->status == 0)
        snprintf(side->now, sizeof side->now, "%s", side->path);
}

/* With what is kept only head runs; head too only where this layer was asked for, or the others lack it. */
static int solve_both(struct gate *gate, struct solving *base, struct solving *head)
{
    snprintf(base->path, sizeof base->path, "%s/answers.tsv", gate->results);
    snprintf(head->path, sizeof head->path, "%s/head-%08x.tsv", gate->results, tree_hash_file(gate->head_kernel));
    if (gate->plant)
        snprintf(head->path, sizeof head->path, "%s.answers", gate->log);
    mkdir(gate->results, 0777);
    solving_start(gate, base, gate->base_kernel, NULL, false);
    solving_start(gate, head, gate->head_kernel, gate->plant, gate->layers[LAYER_ANSWERS].wanted || gate->plant);
    solving_wait(base);
    solving_wait(head);
    if (!is_done(base->status))
        return gate_fail(gate, LAYER_ANSWERS, "base's kernel ended with status %d on the workloads", base->status);
    if (head->status > 128) {
        gate_find(gate, LAYER_ANSWERS, VERDICT_RED, "head", "its kernel died of signal %d", head->status - 128);
        return EXIT_UNABLE;
    }
    return is_done(head->status) ? EXIT_WELL
                                 : gate_fail(gate, LAYER_ANSWERS, "head's kernel ended with status %d", head->status);
}

/* What has not been looked at is not green. */
static bool note_late(struct gate *gate)
{
    const char *last = "nothing";

    for (size_t i = 0; i < gate->benchmark_count; i++)
        if (gate->benchmarks[i].base.there && gate->benchmarks[i].head.there)
            last = gate->benchmarks[i].name;
    return gate_find(gate, LAYER_ANSWERS, VERDICT_INCONCLUSIVE, "budget", "used up: nothing is known of what comes after %s", last);
}

int answers_run(struct gate *gate)
{
    struct layer_state *state = &gate->layers[LAYER_ANSWERS];
    struct solving base = {0}, head = {0};
    bool late;
    int status;

    gate_progress(gate, "answers of every variant");
    status = solve_both(gate, &base, &head);
    late = base.status == COMMAND_LATE || head.status == COMMAND_LATE;
    state->verdict = status == EXIT_WELL ? VERDICT_GREEN : state->verdict;
    if (status == EXIT_WELL)
        status = answers_read(gate, base.now, SIDE_BASE);
    if (status == EXIT_WELL)
        status = answers_read(gate, head.now, SIDE_HEAD);
    for (size_t i = 0; i < gate->benchmark_count && status == EXIT_WELL; i++)
        if (!compare(gate, &gate->benchmarks[i], late))
            status = EXIT_UNABLE;
    if (late && !note_late(gate))
        status = EXIT_UNABLE;
    return status == EXIT_WELL ? prove(gate) : status;
}
