/* assay-gate: is this change wrong, or worse than its base? Four layers, each with a verdict of its own: ci/gate/gate.h,
 * and ci/README.md for how they decide and how often they err. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/cli/file.h"
#include "core/cli/options.h"
#include "gate.h"

static const char about[] =
    "Builds a base revision and the work tree with one toolchain and compares them, layer by layer:\n"
    "  answers        equal between variants and equal to base's, on exactly what is benchmarked\n"
    "  work           the counters are those of ci/work.tsv\n"
    "  instructions   of each solve, by callgrind, base against head\n"
    "  time           pairs of processes in random order, with tests that keep their error over all benchmarks\n";

static const char epilogue[] =
    "Each layer also gets a fault planted that it must see. Exit status: 0 pass; 1 answers differ; 2 usage; 3 the gate\n"
    "could not work; 4 regression; 5 inconclusive. Results: build/results/gate.json, gate.md, gate.xml (JUnit); on\n"
    "GitHub annotations too. How it decides, and how often it errs: ci/README.md.\n";

static struct {
    const char *base, *release, *head, *only, *layers, *plant, *raw;
    uint64_t budget, seed;
    bool skip_missing, update_work;
} chosen = {.head = ".", .budget = 300, .seed = 1};

static const struct option options[] = {
    {"base", "REVISION", "compare with this revision; default HEAD~1", .text = &chosen.base},
    {"release", "TAG", "compare with a release: what many small changes add up to", .text = &chosen.release},
    {"only", "REGEX", "only benchmarks whose puzzle/workload/variant matches", .text = &chosen.only},
    {"layers", "NAMES", "only these, between commas: answers,work,instructions,time", .text = &chosen.layers},
    {"budget", "SECONDS", "time for everything, with --layers for those alone; default 300", .number = &chosen.budget, .least = 1, .most = 1000000},
    {"skip-missing", NULL, "skip a layer whose tool is not installed", .flag = &chosen.skip_missing},
    {"seed", "N", "of the order in which pairs run, and of the relinks; default 1", .number = &chosen.seed, .least = 0,
     .most = UINT32_MAX},
    {"head", "FOLDER", "the tree to judge; default the work tree", .text = &chosen.head},
    {"plant", "FAULT", "plant answer, work, spin:N, repeat:N or far:N in head's kernel (ci/gate/kernel/plant.h)",
     .text = &chosen.plant},
    {"raw", "FILE", "append all pairs and what other tests would say of them", .text = &chosen.raw},
    {"update-work", NULL, "write ci/work.tsv anew, and stop", .flag = &chosen.update_work},
    {0},
};

static const struct usage usage = {
    .program = "assay-gate",
    .synopsis = "assay-gate [OPTION]...",
    .about = about,
    .options = options,
    .epilogue = epilogue,
};

/* NULL: all. Answers are solved in any case: the layers below stand on them. */
static int choose_layers(struct gate *gate, const char *names)
{
    char copy[128], *rest;

    for (size_t i = 0; i < LAYER_COUNT; i++)
        gate->layers[i].wanted = names == NULL;
    if (!names)
        return EXIT_WELL;
    snprintf(copy, sizeof copy, "%s", names);
    for (char *name = strtok_r(copy, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        size_t i = 0;

        while (i < LAYER_COUNT && strcmp(layer_names[i], name) != 0)
            i++;
        if (i == LAYER_COUNT)
            return options_refuse(&usage, "--layers knows answers, work, instructions and time, not '%s'", name);
        gate->layers[i].wanted = true;
    }
    return EXIT_WELL;
}

/* Where answers differ, what is cheaper is of no interest. */
static void run_layers(struct gate *gate)
{
    static int (*const layers[LAYER_COUNT])(struct gate *) = {answers_run, work_run, instructions_run, time_run};
    int status = EXIT_WELL;

    for (size_t i = 0; i < LAYER_COUNT && status != EXIT_UNABLE; i++) {
        double begun = gate_now();

        if (i != LAYER_ANSWERS && !gate->layers[i].wanted)
            continue;
        if (gate->layers[LAYER_ANSWERS].verdict == VERDICT_RED) {
            snprintf(gate->layers[i].note, sizeof gate->layers[i].note, "not looked at: answers differ");
            continue;
        }
        status = layers[i](gate);
        gate->layers[i].seconds = gate_now() - begun;
        if (!gate->layers[i].wanted)
            gate->begun += gate->layers[i].seconds;
    }
}

static int write_text(const char *path, void (*report)(const struct gate *, struct text *), const struct gate *gate)
{
    struct text text = {0};
    int status;

    report(gate, &text);
    status = text.failed ? EXIT_UNABLE : file_write("assay-gate", path, text.bytes, text.length);
    text_free(&text);
    return status;
}

/* GitHub shows what is appended to this file on the page of the run. */
static void append_summary(const struct gate *gate)
{
    const char *path = getenv("GITHUB_STEP_SUMMARY");
    FILE *file = path ? fopen(path, "ae") : NULL;
    struct text text = {0};

    if (file) {
        report_markdown(gate, &text);
        fwrite(text.bytes, 1, text.length, file);
        fclose(file);
    }
    text_free(&text);
}

static int report(const struct gate *gate)
{
    struct text text = {0};
    int status, first;

    status = write_json_report(gate, "build/results/gate.json");
    first = write_text("build/results/gate.md", report_markdown, gate);
    status = status ? status : first;
    first = write_text("build/results/gate.xml", report_junit, gate);
    status = status ? status : first;
    if (getenv("GITHUB_ACTIONS")) {
        report_annotations(gate, &text);
        append_summary(gate);
    }
    report_terminal(gate, &text);
    first = file_print("assay-gate", &text);
    text_free(&text);
    return status ? status : first ? first : gate_status(gate);
}

/* What an earlier run left must not be taken for this one's. */
static void remove_results(void)
{
    unlink("build/results/gate.json");
    unlink("build/results/gate.md");
    unlink("build/results/gate.xml");
}

static int compare(struct gate *gate)
{
    int status;

    remove_results();
    status = tree_prepare(gate);
    gate->build_seconds = gate_now() - gate->begun;
    if (status == EXIT_INCONCLUSIVE) {
        gate_find(gate, LAYER_ANSWERS, VERDICT_INCONCLUSIVE, "budget", "used up before both revisions were built");
        return report(gate);
    }
    if (status != EXIT_WELL)
        return status;
    if (!gate->whole)
        gate->begun = gate_now();
    run_layers(gate);
    for (size_t i = 0; i < LAYER_COUNT; i++)
        if (gate->layers[i].verdict == VERDICT_FAILED)
            fprintf(stderr, "assay-gate: %s: %s\n", layer_names[i], gate->layers[i].note);
    return report(gate);
}

int main(int count, char **arguments)
{
    static struct gate gate;
    int operands, status;
    enum options_result result;

    signal(SIGPIPE, SIG_IGN);
    result = options_parse(&usage, count - 1, arguments + 1, &operands);
    if (result != OPTIONS_RUN)
        return options_finish(&usage, result);
    if (operands)
        return options_refuse(&usage, "'%s' is no option", arguments[1]);
    if (chosen.base && chosen.release)
        return options_refuse(&usage, "--base or --release: one of the two");
    gate = (struct gate){.revision = chosen.release ? chosen.release : chosen.base ? chosen.base : "HEAD~1",
                         .head_folder = chosen.head,
                         .only = chosen.only,
                         .plant = chosen.plant,
                         .raw = chosen.raw,
                         .skip_missing = chosen.skip_missing,
                         .whole = !chosen.layers && !chosen.update_work,
                         .budget = (double)chosen.budget,
                         .seed = chosen.seed,
                         .begun = gate_now()};
    status = choose_layers(&gate, chosen.layers);
    if (status == EXIT_WELL)
        status = tree_folders(&gate);
    if (status == EXIT_WELL)
        status = chosen.update_work ? work_update(&gate) : compare(&gate);
    free(gate.benchmarks);
    free(gate.findings);
    return status;
}
