/* L2, instructions: callgrind counts what is executed inside solve, base against head on the same cases. Everything that could
 * move the count but the code is held: no environment, no address randomisation, glibc's choice of functions for the
 * processor. So identical code differs by 0, and a tenth of a percent is a finding. One run counts all kernels, one dump each:
 * start-up costs a second.
 *
 * Rejected: hardware counters, which most rented machines do not have; cachegrind's model of a cache, whose figures
 * are of no machine that anybody runs. */
#include "gate.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "core/cli/file.h"

/* Red, and better, from so much on. The absolute floor is for kernels of a few thousand instructions, whose count can
 * follow the heap's history. */
static const double SHARE = 0.001;
enum { FLOOR = 500 };

static const char blind_spots[] = "instructions do not see caches, branch prediction and the width of vectors: that is the time layer's";

/* Callgrind in the folder; its dumps are out.1, out.2 ... */
static pid_t profile_start(const struct gate *gate, const char *kernel, const char *plant, const char *inputs,
                           const char *list, const char *folder)
{
    const char *script =
        "rm -rf \"$1\" && mkdir -p \"$1\" && exec env -i PATH=\"$PATH\" "
        "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2_Usable,-AVX512F_Usable,-AVX512VL_Usable,-ERMS,-FSRM setarch -R "
        "valgrind --tool=callgrind --toggle-collect=gate_solve --callgrind-out-file=\"$1/out\" \"$2\" ${5:+--plant \"$5\"} "
        "profile \"$3\" \"$4\"";
    const char *arguments[] = {"sh", "-c", script, "sh", folder, kernel, inputs, list, plant, NULL};

    return command_start(&(struct command){.arguments = arguments, .output = gate->log, .log = gate->log, .cpu = -1});
}

/* "name<TAB>instructions" a dump. */
static int collect(const char *folder, const char *output)
{
    const char *script = "cat \"$0\"/out.* | awk '/^desc: Trigger: Client Request: / { name = $5 } "
                         "/^totals: / { print name \"\\t\" $2; name = \"\" }' | grep /";
    const char *arguments[] = {"sh", "-c", script, folder, NULL};

    return command_run(&(struct command){.arguments = arguments, .output = output, .cpu = -1});
}

static bool is_profiled(const struct benchmark *benchmark)
{
    return benchmark->base.fit && strcmp(benchmark->base.state, "ready") == 0 &&
           strcmp(benchmark->head.state, "ready") == 0;
}

/* Base's list decides how many cases: the same on both sides, and the same when base's result comes from the cache. */
static int write_list(struct gate *gate, const char *path, const struct benchmark *only)
{
    struct text text = {0};
    int status;

    for (size_t i = 0; i < gate->benchmark_count; i++) {
        const struct benchmark *benchmark = &gate->benchmarks[i];
        char puzzle[64], workload[128], variant[64];

        if (!is_profiled(benchmark) || (only && only != benchmark))
            continue;
        benchmark_split(benchmark, puzzle, workload, variant);
        text_format(&text, "%s %s %s %zu\n", puzzle, workload, variant, benchmark->base.fit);
    }
    status = text.failed ? EXIT_UNABLE : file_write("assay-gate", path, text.bytes ? text.bytes : "", text.length);
    text_free(&text);
    return status;
}

static bool read_counts(struct gate *gate, const char *path, enum side side)
{
    FILE *file = fopen(path, "re");
    char name[NAME_SIZE];
    uint64_t count;

    while (file && fscanf(file, "%319[^\t]\t%" SCNu64 "\n", name, &count) == 2) {
        struct benchmark *benchmark = gate_benchmark(gate, name);

        if (benchmark)
            *(side == SIDE_BASE ? &benchmark->base_instructions : &benchmark->head_instructions) = count;
    }
    if (file)
        fclose(file);
    return file != NULL;
}

static enum verdict judge(uint64_t base, uint64_t head)
{
    double change = (double)head - (double)base, least = fmax(SHARE * (double)base, FLOOR);

    return change > least ? VERDICT_RED : change < -least ? VERDICT_BETTER : VERDICT_GREEN;
}

static bool compare(struct gate *gate, const struct benchmark *benchmark)
{
    double base = (double)benchmark->base_instructions, head = (double)benchmark->head_instructions;
    enum verdict verdict = judge(benchmark->base_instructions, benchmark->head_instructions);

    if (!is_profiled(benchmark))
        return true;
    if (!benchmark->base_instructions || !benchmark->head_instructions)
        return gate_fail(gate, LAYER_INSTRUCTIONS, "callgrind left no count of %.200s", benchmark->name) == EXIT_WELL;
    gate->layers[LAYER_INSTRUCTIONS].compared++;
    return verdict == VERDICT_GREEN ||
           gate_find(gate, LAYER_INSTRUCTIONS, verdict, benchmark->name, "%.0f -> %.0f instructions (%+.2f%%)%s", base,
                     head, 100 * (head - base) / base, verdict == VERDICT_BETTER ? ": new floor" : "");
}

/* The probe's instructions with `amount` turns of an empty loop after each solve; 0: could not be counted. */
static uint64_t count_planted(struct gate *gate, const struct benchmark *probe, size_t amount)
{
    struct gate copy = {0};
    char plant[32], list[PATH_ROOM + 32], folder[PATH_ROOM + 32], output[PATH_ROOM + 32];
    uint64_t count = 0;

    snprintf(plant, sizeof plant, "spin:%zu", amount);
    snprintf(list, sizeof list, "%s.probe-list", gate->log);
    snprintf(folder, sizeof folder, "%s.callgrind-probe", gate->log);
    snprintf(output, sizeof output, "%s.instructions-probe", gate->log);
    if (write_list(gate, list, probe) == EXIT_WELL &&
        command_wait(profile_start(gate, gate->head_kernel, plant, gate->inputs, list, folder)) == 0 &&
        collect(folder, output) == 0 && read_counts(&copy, output, SIDE_HEAD) && copy.benchmark_count == 1)
        count = copy.benchmarks[0].head_instructions;
    free(copy.benchmarks);
    return count;
}

/* One percent of instructions more must be red. A turn of the loop takes two or three. */
static void prove(struct gate *gate)
{
    struct layer_state *state = &gate->layers[LAYER_INSTRUCTIONS];
    struct benchmark *probe = probe_choose(gate);
    double before, after;

    if (!probe)
        return;
    before = (double)probe->base_instructions;
    after = (double)count_planted(gate, probe, (size_t)(before / 200 / (double)probe->base.fit) + 1);
    state->fired = after > 0 && judge(probe->base_instructions, (uint64_t)after) == VERDICT_RED;
    snprintf(state->control, sizeof state->control, "%+.2f%% instructions planted in %.120s were %s",
             100 * (after - before) / before, probe->name, state->fired ? "seen" : "NOT seen");
}

static int profile_both(struct gate *gate, const char *base_path, const char *head_path)
{
    char list[PATH_ROOM + 32], base_folder[PATH_ROOM + 32], head_folder[PATH_ROOM + 32];
    pid_t base = 0, head;
    int status;

    snprintf(list, sizeof list, "%s.list", gate->log);
    snprintf(base_folder, sizeof base_folder, "%s.callgrind-base", gate->log);
    snprintf(head_folder, sizeof head_folder, "%s.callgrind-head", gate->log);
    status = write_list(gate, list, NULL);
    if (status != EXIT_WELL)
        return gate_fail(gate, LAYER_INSTRUCTIONS, "the list of kernels cannot be written");
    if (access(base_path, R_OK) != 0)
        base = profile_start(gate, gate->base_kernel, NULL, gate->inputs, list, base_folder);
    head = profile_start(gate, gate->head_kernel, gate->plant, gate->inputs, list, head_folder);
    if (base && command_wait(base))
        status = gate_fail(gate, LAYER_INSTRUCTIONS, "callgrind fails on base's kernel: see %s", gate->log);
    if (command_wait(head))
        status = gate_fail(gate, LAYER_INSTRUCTIONS, "callgrind fails on head's kernel: see %s", gate->log);
    if (status == EXIT_WELL && ((base && collect(base_folder, base_path)) || collect(head_folder, head_path)))
        status = gate_fail(gate, LAYER_INSTRUCTIONS, "callgrind left no dumps (is its header there at build time?)");
    return status;
}

int instructions_run(struct gate *gate)
{
    struct layer_state *state = &gate->layers[LAYER_INSTRUCTIONS];
    char base_path[PATH_ROOM + 32], head_path[PATH_ROOM + 32];
    int status;

    if (!command_exists("valgrind")) {
        gate_fail(gate, LAYER_INSTRUCTIONS, "valgrind is not installed: sh ci/deps.sh --all, or --skip-missing");
        state->verdict = gate->skip_missing ? VERDICT_SKIPPED : VERDICT_FAILED;
        return EXIT_WELL;
    }
    gate_progress(gate, "instructions");
    snprintf(base_path, sizeof base_path, "%s/instructions.tsv", gate->results);
    snprintf(head_path, sizeof head_path, "%s.instructions", gate->log);
    status = profile_both(gate, base_path, head_path);
    if (status != EXIT_WELL)
        return status;
    if (!read_counts(gate, base_path, SIDE_BASE) || !read_counts(gate, head_path, SIDE_HEAD))
        return gate_fail(gate, LAYER_INSTRUCTIONS, "the counts cannot be read");
    state->verdict = VERDICT_GREEN;
    snprintf(state->note, sizeof state->note, "%s", blind_spots);
    for (size_t i = 0; i < gate->benchmark_count; i++)
        if (!compare(gate, &gate->benchmarks[i]))
            return EXIT_UNABLE;
    prove(gate);
    return EXIT_WELL;
}
