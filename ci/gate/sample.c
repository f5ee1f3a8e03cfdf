/* A fresh process a sample: what is random in a process (addresses, pages, the heap) is drawn anew each time and so becomes noise that
 * pairs average out. Workers that live on keep it, which is a bias: they call identical code different in a third of runs. */
#include "sample.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

/* A lap is longer by far than it takes to read the clock; a sample has laps enough for its quartile, but no more time than this for them. */
static const double LAP_NS = 5e4, LAPS_NS = 4e6;
enum { LAPS = 32 };

int sample_cpu(void)
{
    cpu_set_t set;
    int last = -1;

    if (sched_getaffinity(0, sizeof set, &set))
        return -1;
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET((size_t)i, &set))
            last = i;
    return last;
}

uint64_t sample_passes(const struct benchmark *benchmark)
{
    return benchmark->base.warm < LAP_NS ? (uint64_t)(LAP_NS / benchmark->base.warm) + 1 : 1;
}

static unsigned count_laps(const struct benchmark *benchmark)
{
    double laps = LAPS_NS / ((double)sample_passes(benchmark) * benchmark->base.warm);

    return laps < 1 ? 1 : laps < LAPS ? (unsigned)laps : LAPS;
}

static double run(const struct sampler *sampler, const char **arguments)
{
    char output[64];

    if (command_capture(&(struct command){.arguments = arguments, .cpu = sampler->cpu}, output, sizeof output))
        return 0;
    return strtod(output, NULL);
}

double sample_time(const struct sampler *sampler, const char *kernel, const char *plant,
                   const struct benchmark *benchmark)
{
    char puzzle[64], workload[128], variant[64], cases[24], passes[24], laps[24];
    const char *rest[] = {"time", sampler->gate->inputs, puzzle, workload, variant, cases, passes, laps, NULL};
    const char *arguments[16];
    size_t count = kernel_arguments(arguments, kernel, plant);

    benchmark_split(benchmark, puzzle, workload, variant);
    snprintf(cases, sizeof cases, "%zu", benchmark->base.fit);
    snprintf(passes, sizeof passes, "%llu", (unsigned long long)sample_passes(benchmark));
    snprintf(laps, sizeof laps, "%u", count_laps(benchmark));
    memcpy(arguments + count, rest, sizeof rest);
    return run(sampler, arguments);
}

double sample_control(const struct sampler *sampler, const char *kernel)
{
    const char *arguments[] = {kernel, "control", "50", "32", NULL};

    return run(sampler, arguments);
}
