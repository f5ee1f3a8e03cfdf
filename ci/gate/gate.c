#include "gate.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/cli/file.h"

const char *const layer_names[LAYER_COUNT] = {"answers", "work", "instructions", "time"};

const char *const verdict_names[] = {
    [VERDICT_SKIPPED] = "skipped", [VERDICT_GREEN] = "green",
    [VERDICT_BETTER] = "better",   [VERDICT_UNCONFIRMED] = "unconfirmed",
    [VERDICT_RED] = "red",         [VERDICT_INCONCLUSIVE] = "inconclusive",
    [VERDICT_FAILED] = "failed",
};

/* Grows by doubling: *list has room for the next power of two. */
static bool grow(void **list, size_t count, size_t size)
{
    void *larger;

    if (count & (count - 1))
        return true;
    larger = realloc(*list, (count ? 2 * count : 1) * size);
    if (!larger) {
        fprintf(stderr, "assay-gate: out of memory\n");
        return false;
    }
    *list = larger;
    return true;
}

bool gate_find(struct gate *gate, enum layer layer, enum verdict verdict, const char *name, const char *format, ...)
{
    struct layer_state *state = &gate->layers[layer];
    void *list = gate->findings;
    struct finding *finding;
    va_list arguments;

    if (!grow(&list, gate->finding_count, sizeof *gate->findings))
        return false;
    gate->findings = list;
    finding = &gate->findings[gate->finding_count++];
    *finding = (struct finding){.layer = layer, .verdict = verdict};
    snprintf(finding->name, sizeof finding->name, "%s", name);
    va_start(arguments, format);
    vsnprintf(finding->text, sizeof finding->text, format, arguments);
    va_end(arguments);
    if (verdict > state->verdict)
        state->verdict = verdict;
    return true;
}

int gate_fail(struct gate *gate, enum layer layer, const char *format, ...)
{
    struct layer_state *state = &gate->layers[layer];
    va_list arguments;

    if (state->verdict == VERDICT_FAILED)
        return EXIT_UNABLE; /* the first reason is the one */
    state->verdict = VERDICT_FAILED;
    va_start(arguments, format);
    vsnprintf(state->note, sizeof state->note, format, arguments);
    va_end(arguments);
    return EXIT_UNABLE;
}

struct benchmark *gate_benchmark(struct gate *gate, const char *name)
{
    void *list = gate->benchmarks;

    for (size_t i = 0; i < gate->benchmark_count; i++)
        if (strcmp(gate->benchmarks[i].name, name) == 0)
            return &gate->benchmarks[i];
    if (!grow(&list, gate->benchmark_count, sizeof *gate->benchmarks))
        return NULL;
    gate->benchmarks = list;
    gate->benchmarks[gate->benchmark_count] = (struct benchmark){0};
    snprintf(gate->benchmarks[gate->benchmark_count].name, NAME_SIZE, "%s", name);
    return &gate->benchmarks[gate->benchmark_count++];
}

struct solved *benchmark_side(struct benchmark *benchmark, enum side side)
{
    return side == SIDE_BASE ? &benchmark->base : side == SIDE_HEAD ? &benchmark->head : &benchmark->counted;
}

double percent_of(double log_ratio)
{
    return 100 * expm1(log_ratio);
}

double gate_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double gate_left(const struct gate *gate)
{
    return gate->begun + gate->budget - gate_now();
}

double gate_allow(const struct gate *gate, double share)
{
    return fmax(share * gate_left(gate), 1);
}

void gate_progress(const struct gate *gate, const char *format, ...)
{
    va_list arguments;
    double left = gate_left(gate);

    fprintf(stderr, "gate: ");
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, " (at most %.0f s left)\n", left > 0 ? left : 0);
}

/* An answer that differs weighs more than a layer that could not work, and that more than what is merely slower. */
int gate_status(const struct gate *gate)
{
    bool worse = false, open = false, failed = false;

    if (gate->layers[LAYER_ANSWERS].verdict == VERDICT_RED)
        return EXIT_FOUND;
    for (size_t i = 0; i < LAYER_COUNT; i++) {
        const struct layer_state *state = &gate->layers[i];

        failed = failed || state->verdict == VERDICT_FAILED || (*state->control && !state->fired);
        worse = worse || (state->verdict == VERDICT_RED && !state->advisory);
        open = open || (state->verdict == VERDICT_INCONCLUSIVE && !state->advisory);
    }
    return failed ? EXIT_UNABLE : worse ? EXIT_WORSE : open ? EXIT_INCONCLUSIVE : EXIT_WELL;
}
