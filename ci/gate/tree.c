/* Base and head side by side: one toolchain builds both, one kernel source is compiled against each, and both get the workloads
 * that head's suites describe. Base lies in build/gate/base/<commit>-<what else its results depend on>, with its results. */
#include "gate.h"

#include <gnu/libc-version.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "core/cli/environment.h"
#include "core/cli/file.h"

/* Shows the end of the log, so that nobody has to look for it. */
static int complain(const struct gate *gate, const char *what, const char *which)
{
    const char *arguments[] = {"tail", "-n", "20", gate->log, NULL};
    char end[4096];

    command_capture(&(struct command){.arguments = arguments, .cpu = -1}, end, sizeof end);
    fprintf(stderr, "assay-gate: %s: %s; the end of %s:\n%s", which, what, gate->log, end);
    return EXIT_UNABLE;
}

static uint64_t hash_text(uint64_t hash, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211U;
    return hash;
}

/* Of a command's output: a shell lists what the results depend on. */
static uint64_t hash_command(const char *script, const char *folder)
{
    const char *arguments[] = {"sh", "-c", script, NULL};
    char output[4096];

    command_capture(&(struct command){.arguments = arguments, .folder = folder, .cpu = -1}, output, sizeof output);
    return hash_text(14695981039346656037U, output, strlen(output));
}

unsigned tree_hash_file(const char *path)
{
    const char *arguments[] = {"cksum", path, NULL};
    char output[PATH_ROOM + 64];

    command_capture(&(struct command){.arguments = arguments, .cpu = -1}, output, sizeof output);
    return (unsigned)strtoul(output, NULL, 10);
}

int tree_folders(struct gate *gate)
{
    char program[PATH_MAX], *resolved = realpath(gate->head_folder, NULL);
    const char *arguments[] = {"git", "rev-parse", "--show-toplevel", NULL};
    int status = command_capture(&(struct command){.arguments = arguments, .cpu = -1}, program, sizeof program);

    program[strcspn(program, "\n")] = '\0';
    if (status || !resolved) {
        free(resolved);
        fprintf(stderr, "assay-gate: %s\n", status ? "not inside a git work tree" : "--head is no folder");
        return EXIT_USAGE;
    }
    snprintf(gate->root, sizeof gate->root, "%.1500s", program);
    snprintf(gate->head, sizeof gate->head, "%.1500s", resolved);
    free(resolved);
    if (chdir(gate->root)) {
        fprintf(stderr, "assay-gate: %s: no such folder\n", gate->root);
        return EXIT_UNABLE;
    }
    snprintf(gate->log, sizeof gate->log, "%.1500s/build/gate/log", gate->root);
    snprintf(gate->inputs, sizeof gate->inputs, "%.1500s/build/gate/inputs", gate->root);
    snprintf(gate->head_kernel, sizeof gate->head_kernel, "%.1500s/build/gate/kernel-head", gate->root);
    snprintf(gate->count_kernel, sizeof gate->count_kernel, "%.1500s/build/gate/kernel-count", gate->root);
    return mkdir("build", 0777), mkdir("build/gate", 0777), mkdir("build/gate/base", 0777), EXIT_WELL;
}

/* The commit, and why there is none in words that help. */
static int find_commit(struct gate *gate)
{
    char name[256];
    const char *arguments[] = {"git", "rev-parse", "--verify", "--quiet", name, NULL};

    snprintf(name, sizeof name, "%.200s^{commit}", gate->revision);
    if (command_capture(&(struct command){.arguments = arguments, .cpu = -1}, gate->commit, sizeof gate->commit)) {
        fprintf(stderr,
                "assay-gate: there is no revision '%s' here (in a shallow clone: git fetch --unshallow --tags)\n",
                gate->revision);
        return EXIT_USAGE;
    }
    gate->commit[strcspn(gate->commit, "\n")] = '\0';
    return EXIT_WELL;
}

static double time_to_build(const struct gate *gate)
{
    return gate->whole ? gate_allow(gate, 1) : 0;
}

static int late(const struct gate *gate, const char *doing)
{
    fprintf(stderr, "assay-gate: %s: not ready when the budget of %.0f s was used up\n", doing, gate->budget);
    return EXIT_INCONCLUSIVE;
}

/* `what` is said where it fails. */
static int build(const struct gate *gate, const char *tree, const char *config, const char *target, const char *what)
{
    const char *arguments[] = {"sh", "ci/gate/build.sh", tree, config, target, NULL};
    int status = command_run(&(struct command){.arguments = arguments, .output = gate->log, .log = gate->log, .cpu = -1,
                                               .seconds = time_to_build(gate)});

    if (status == COMMAND_LATE)
        return late(gate, tree);
    return status ? complain(gate, what, tree) : EXIT_WELL;
}

int tree_link(const struct gate *gate, const char *tree, const char *config, uint64_t seed, const char *program)
{
    char number[24];
    const char *arguments[] = {"sh", "ci/gate/link.sh", tree, config, number, program, NULL};

    snprintf(number, sizeof number, "%u", (unsigned)(seed & 0xffffff));
    return command_run(&(struct command){.arguments = arguments, .output = gate->log, .log = gate->log, .cpu = -1})
               ? complain(gate, "the kernel cannot be linked", tree)
               : EXIT_WELL;
}

int tree_export(struct gate *gate)
{
    char program[PATH_ROOM + 32];
    const char *remove[] = {"rm", "-rf", gate->inputs, NULL};
    const char *arguments[] = {program, "--export", gate->inputs, gate->only ? "--filter" : NULL, gate->only, NULL};
    struct command command = {.arguments = arguments, .folder = gate->head, .output = gate->log, .log = gate->log,
                              .cpu = -1};
    int status = build(gate, gate->head, "release", "assay-bench", "head does not build");

    if (status != EXIT_WELL)
        return status;
    snprintf(program, sizeof program, "%s/build/release/assay-bench", gate->head);
    command_run(&(struct command){.arguments = remove, .cpu = -1});
    command.seconds = time_to_build(gate);
    status = command_run(&command);
    if (status == COMMAND_LATE)
        return late(gate, "writing the workloads");
    if (status == EXIT_USAGE) {
        complain(gate, "no benchmark is called so, or a suite is wrong", gate->only ? gate->only : "suites");
        return EXIT_USAGE;
    }
    return status ? complain(gate, "the workloads cannot be written", program) : EXIT_WELL;
}

/* What base's results depend on beside its commit. */
static void choose_base_folder(struct gate *gate)
{
    struct environment environment;
    uint64_t tools, inputs;
    const char *compiler = getenv("CC") ? getenv("CC") : "gcc";
    char script[256];

    environment_read(&environment);
    snprintf(script, sizeof script, "%.64s --version; cat ci/gate/kernel/* ci/gate/*.sh ci/config/" TIMED_CONFIG ".mk | cksum", compiler);
    tools = hash_command(script, gate->root);
    tools = hash_text(tools, environment.cpu, strlen(environment.cpu));
    tools = hash_text(tools, gnu_get_libc_version(), strlen(gnu_get_libc_version()));
    inputs = hash_command("find . -type f -exec cksum {} + | sort -k3 | cksum", gate->inputs);
    snprintf(gate->base, sizeof gate->base, "%.1500s/build/gate/base/%.12s-%08x", gate->root, gate->commit,
             (unsigned)(tools ^ tools >> 32));
    snprintf(gate->results, sizeof gate->results, "%.1600s/build/gate-%08x", gate->base,
             (unsigned)(inputs ^ inputs >> 32));
    snprintf(gate->base_kernel, sizeof gate->base_kernel, "%.1600s/build/kernel-base", gate->base);
    snprintf(gate->toolchain, sizeof gate->toolchain, "%.120s, glibc %.16s", environment.compiler,
             gnu_get_libc_version());
}

static int build_base(struct gate *gate)
{
    const char *arguments[] = {"sh", "ci/gate/checkout.sh", gate->commit, gate->base, NULL};
    int status;

    if (command_run(&(struct command){.arguments = arguments, .output = gate->log, .log = gate->log, .cpu = -1}))
        return complain(gate, "base cannot be checked out", gate->revision);
    status = build(gate, gate->base, TIMED_CONFIG, "", "base does not build with this toolchain and this revision's kernel");
    return status == EXIT_WELL ? tree_link(gate, gate->base, TIMED_CONFIG, 0, gate->base_kernel) : status;
}

int tree_prepare(struct gate *gate)
{
    int status = find_commit(gate);

    if (status == EXIT_WELL) {
        gate_progress(gate, "building head, writing its workloads");
        status = tree_export(gate);
    }
    if (status == EXIT_WELL)
        status = build(gate, gate->head, TIMED_CONFIG, "", "head does not build");
    if (status == EXIT_WELL)
        status = tree_link(gate, gate->head, TIMED_CONFIG, 0, gate->head_kernel);
    if (status != EXIT_WELL)
        return status;
    choose_base_folder(gate);
    gate_progress(gate, "building base %.12s", gate->commit);
    return build_base(gate);
}

int tree_count(struct gate *gate)
{
    int status = build(gate, gate->head, "count", "", "the counting build of head fails");

    return status == EXIT_WELL ? tree_link(gate, gate->head, "count", 0, gate->count_kernel) : status;
}
