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
static const double TIME_SHARE = 0.5; /* of the time left */

static const char blind_spots[] = "instructions do not see caches, branch prediction and the width of vectors: that is the time layer's";

/* Containers forbid it as a rule. */
static bool can_fix_addresses(void)
{
    const char *arguments[] = {"setarch", "-R", "true", NULL};

    return command_run(&(struct command){.arguments = arguments, .cpu = -1}) == 0;
}

/* Callgrind in the folder; its dumps are out.1, out.2 ... */
static struct process profile_start(const struct gate *gate, const char *kernel, const char *plant, const char *list,
                                    const char *folder)
{
    const char *script =
        "rm -rf \"$1\" && mkdir -p \"$1\" && exec env -i PATH=\"$PATH\" "
        "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2_Usable,-AVX512F_Usable,-AVX512VL_Usable,-ERMS,-FSRM $6 "
        "valgrind --tool=callgrind --toggle-collect=gate_solve --callgrind-out-file=\"$1/out\" \"$2\" ${5:+--plant \"$5\"} "
        "profile \"$3\" \"$4\"";
    const char *arguments[] = {"sh", "-c", script, "sh", folder, kernel, gate->inputs, list, plant ? plant : "",
                               can_fix_addresses() ? "setarch -R" : "", NULL};

    return command_start(&(struct command){.arguments = arguments, .output = gate->log, .log = gate->log, .cpu = -1,
                                           .seconds = gate_allow(gate, TIME_SHARE)});
}

/* "name<TAB>instructions" a dump. */
static int collect(const char *folder, const char *output)
{
    const char *script = "cat \"$0\"/out.* | awk '/^desc: Trigger: Client Request: / { name = $5 } "
                         "/^totals: / { print name \"\\t\" $2; name = \"\" }' | grep /";
    const char *arguments[] = {"sh", "-c", script, folder, NULL};

    return command_run(&(struct command){.arguments = arguments, .output = output, .cpu = -1});
}

static void write_line(const struct benchmark *benchmark, struct text *text)
{
    char puzzle[64], workload[128], variant[64];

    benchmark_split(benchmark, puzzle, workload, variant);
    text_format(text, "%s %s %s %zu\n", puzzle, workload, variant, benchmark->base.fit);
}

/* The most telling kernels first. Base's answers say how many cases: the same on both sides, and the same when base's result
 * comes from the cache. */
static int write_list(struct gate *gate, const char *path, const struct benchmark *only)
{
    struct text text = {0};
    struct benchmark **order;
    size_t count = plan_order(gate, &order);
    int status;

    for (size_t i = 0; i < count; i++)
        if (!only || only == order[i])
            write_line(order[i], &text);
    status = text.failed || !order ? EXIT_UNABLE
                                   : file_write("assay-gate", path, text.bytes ? text.bytes : "", text.length);
    free(order);
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

static bool is_counted(const struct benchmark *benchmark)
{
    return benchmark->base_instructions && benchmark->head_instructions;
}

static bool compare(struct gate *gate, const struct benchmark *benchmark)
{
    double base = (double)benchmark->base_instructions, head = (double)benchmark->head_instructions;
    enum verdict verdict = judge(benchmark->base_instructions, benchmark->head_instructions);

    gate->layers[LAYER_INSTRUCTIONS].compared++;
    return verdict == VERDICT_GREEN ||
           gate_find(gate, LAYER_INSTRUCTIONS, verdict, benchmark->name, "%.0f -> %.0f instructions (%+.2f%%)%s", base,
                     head, 100 * (head - base) / base, verdict == VERDICT_BETTER ? ": new floor" : "");
}

static bool is_same_variant(const struct benchmark *one, const struct benchmark *other)
{
    char puzzle[2][64], workload[128], variant[2][64];

    benchmark_split(one, puzzle[0], workload, variant[0]);
    benchmark_split(other, puzzle[1], workload, variant[1]);
    return strcmp(puzzle[0], puzzle[1]) == 0 && strcmp(variant[0], variant[1]) == 0;
}

static bool has_counted_variant(struct benchmark *const *order, size_t count, const struct benchmark *benchmark)
{
    for (size_t i = 0; i < count; i++)
        if (is_counted(order[i]) && is_same_variant(order[i], benchmark))
            return true;
    return false;
}

/* Where the time was up: fewer workloads of a variant are a smaller net, a variant without any has not been looked at. */
static bool note_late(struct gate *gate, struct benchmark *const *order, size_t count)
{
    struct text text = {0};
    bool all = true, well;
    size_t left_out = 0;

    for (size_t i = 0; i < count; i++) {
        if (is_counted(order[i]))
            continue;
        if (left_out++ < 5)
            text_format(&text, "%s %s", left_out > 1 ? "," : "", order[i]->name);
        all = all && has_counted_variant(order, count, order[i]);
    }
    well = !left_out || gate_find(gate, LAYER_INSTRUCTIONS, all ? VERDICT_GREEN : VERDICT_INCONCLUSIVE, "budget",
                                  "used up: %zu of %zu kernels were not counted:%s%s", left_out, count,
                                  text.failed ? "" : text.bytes, left_out > 5 ? " ..." : "");
    text_free(&text);
    return well;
}

static int compare_all(struct gate *gate, bool late)
{
    struct benchmark **order;
    size_t count = plan_order(gate, &order);
    int status = order ? EXIT_WELL : gate_fail(gate, LAYER_INSTRUCTIONS, "out of memory");

    for (size_t i = 0; i < count && status == EXIT_WELL; i++) {
        if (is_counted(order[i]) && !compare(gate, order[i]))
            status = EXIT_UNABLE;
        if (!is_counted(order[i]) && !late)
            status = gate_fail(gate, LAYER_INSTRUCTIONS, "callgrind left no count of %.200s", order[i]->name);
    }
    if (status == EXIT_WELL && late && !note_late(gate, order, count))
        status = EXIT_UNABLE;
    free(order);
    return status;
}

/* The probe's instructions by base's kernel, which head's changes do not touch, with `amount` turns of an empty loop after each solve; 0:
 * could not be counted. */
static uint64_t count_planted(struct gate *gate, const struct benchmark *probe, size_t amount, bool *late)
{
    struct gate copy = {0};
    char plant[32], list[PATH_ROOM + 32], folder[PATH_ROOM + 32], output[PATH_ROOM + 32];
    uint64_t count = 0;
    int status;

    snprintf(plant, sizeof plant, "spin:%zu", amount);
    snprintf(list, sizeof list, "%s.probe-list", gate->log);
    snprintf(folder, sizeof folder, "%s.callgrind-probe", gate->log);
    snprintf(output, sizeof output, "%s.instructions-probe", gate->log);
    status = write_list(gate, list, probe);
    if (status == EXIT_WELL)
        status = command_wait(profile_start(gate, gate->base_kernel, plant, list, folder));
    *late = status == COMMAND_LATE;
    if (status == 0 && collect(folder, output) == 0 && read_counts(&copy, output, SIDE_HEAD) && copy.benchmark_count == 1)
        count = copy.benchmarks[0].head_instructions;
    free(copy.benchmarks);
    return count;
}

/* One percent of instructions more must be red. A turn of the loop takes three. */
static void prove(struct gate *gate)
{
    struct layer_state *state = &gate->layers[LAYER_INSTRUCTIONS];
    struct benchmark *probe = probe_choose(gate);
    double before, after;
    bool late;

    if (!probe || !probe->base_instructions)
        return;
    before = (double)probe->base_instructions;
    after = (double)count_planted(gate, probe, (size_t)(before / 300 / (double)probe->base.fit) + 1, &late);
    if (late)
        return;
    state->fired = after > 0 && judge(probe->base_instructions, (uint64_t)after) == VERDICT_RED;
    snprintf(state->control, sizeof state->control, "%+.2f%% instructions planted in %.120s were %s",
             100 * (after - before) / before, probe->name, state->fired ? "seen" : "NOT seen");
}

/* Are all kernels in what was kept of base? Head may have lacked one then. */
static bool is_kept(struct gate *gate, const char *path)
{
    bool all = access(path, R_OK) == 0 && read_counts(gate, path, SIDE_BASE);

    for (size_t i = 0; i < gate->benchmark_count; i++)
        all = all && (!benchmark_repeats(&gate->benchmarks[i]) || gate->benchmarks[i].base_instructions);
    return all;
}

/* What callgrind left of one side becomes counts. Those of base are kept if they are all there. */
static int finish(struct gate *gate, struct process process, const char *folder, enum side side, bool *late)
{
    char path[PATH_ROOM + 64], kept[PATH_ROOM + 32];
    int status = command_wait(process);
    const char *which = side == SIDE_BASE ? "base" : "head";

    snprintf(path, sizeof path, "%s.instructions-%s", gate->log, which);
    snprintf(kept, sizeof kept, "%s/instructions.tsv", gate->results);
    *late = *late || status == COMMAND_LATE;
    if (status && status != COMMAND_LATE)
        return gate_fail(gate, LAYER_INSTRUCTIONS, "callgrind fails on %s's kernel: see %s", which, gate->log);
    if (collect(folder, path) && status == 0)
        return gate_fail(gate, LAYER_INSTRUCTIONS, "callgrind left no dumps (is its header there at build time?)");
    if (!read_counts(gate, path, side))
        return gate_fail(gate, LAYER_INSTRUCTIONS, "the counts cannot be read");
    if (side == SIDE_BASE && status == 0 && rename(path, kept))
        return gate_fail(gate, LAYER_INSTRUCTIONS, "%s cannot be written", kept);
    return EXIT_WELL;
}

static int profile_both(struct gate *gate, bool *late)
{
    char list[PATH_ROOM + 32], kept[PATH_ROOM + 32], folders[2][PATH_ROOM + 32];
    struct process base = {0}, head;
    bool runs;
    int status, other;

    snprintf(list, sizeof list, "%s.list", gate->log);
    snprintf(kept, sizeof kept, "%s/instructions.tsv", gate->results);
    snprintf(folders[0], sizeof folders[0], "%s.callgrind-base", gate->log);
    snprintf(folders[1], sizeof folders[1], "%s.callgrind-head", gate->log);
    if (write_list(gate, list, NULL) != EXIT_WELL)
        return gate_fail(gate, LAYER_INSTRUCTIONS, "the list of kernels cannot be written");
    runs = !is_kept(gate, kept);
    if (runs)
        base = profile_start(gate, gate->base_kernel, NULL, list, folders[0]);
    head = profile_start(gate, gate->head_kernel, gate->plant, list, folders[1]);
    status = runs ? finish(gate, base, folders[0], SIDE_BASE, late) : EXIT_WELL;
    other = finish(gate, head, folders[1], SIDE_HEAD, late);
    return status == EXIT_WELL ? other : status;
}

int instructions_run(struct gate *gate)
{
    struct layer_state *state = &gate->layers[LAYER_INSTRUCTIONS];
    bool late = false;
    int status;

    if (!command_exists("valgrind")) {
        gate_fail(gate, LAYER_INSTRUCTIONS, "valgrind is not installed: sh ci/deps.sh --all, or --skip-missing");
        state->verdict = gate->skip_missing ? VERDICT_SKIPPED : VERDICT_FAILED;
        return EXIT_WELL;
    }
    gate_progress(gate, "instructions");
    status = profile_both(gate, &late);
    if (status != EXIT_WELL)
        return status;
    state->verdict = VERDICT_GREEN;
    snprintf(state->note, sizeof state->note, "%s%s", can_fix_addresses() ? "" : "addresses are random here: that cannot be switched off; ",
             blind_spots);
    status = compare_all(gate, late);
    if (status == EXIT_WELL)
        prove(gate);
    return status;
}
