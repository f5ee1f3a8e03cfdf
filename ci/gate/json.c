/* build/results/gate.json: everything that the other reports show, for programs. */
#include "gate.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/environment.h"
#include "core/cli/file.h"

static json_t *environment_json(void)
{
    struct environment environment;

    environment_read(&environment);
    return json_pack("{s:s, s:i, s:s, s:s, s:s, s:s, s:s, s:b, s:s, s:s}", "cpu", environment.cpu, "cpus",
                     environment.cpus, "kernel", environment.kernel, "compiler", environment.compiler, "flags",
                     environment.flags, "config", environment.config, "commit", environment.commit, "dirty",
                     environment.dirty, "date", environment.date, "host", environment.host);
}

static json_t *layers_json(const struct gate *gate)
{
    json_t *list = json_array();

    for (size_t i = 0; i < LAYER_COUNT; i++) {
        const struct layer_state *state = &gate->layers[i];

        json_array_append_new(list, json_pack("{s:s, s:s, s:b, s:I, s:f, s:s, s:b, s:s}", "layer", layer_names[i],
                                              "verdict", verdict_names[state->verdict], "blocking", !state->advisory,
                                              "compared", (json_int_t)state->compared, "seconds", state->seconds,
                                              "control", state->control, "control_fired", (int)state->fired, "note",
                                              state->note));
    }
    return list;
}

/* JSON has no infinity: a bound that is none is null. */
static json_t *bound_json(double log_ratio)
{
    return isfinite(log_ratio) ? json_real(expm1(log_ratio)) : json_null();
}

static json_t *benchmark_json(const struct benchmark *benchmark)
{
    json_t *object = json_pack("{s:s, s:s, s:s}", "name", benchmark->name, "base",
                               benchmark->base.there ? benchmark->base.state : "absent", "head",
                               benchmark->head.there ? benchmark->head.state : "absent");

    if (benchmark->base_instructions)
        json_object_set_new(object, "base_instructions", json_integer((json_int_t)benchmark->base_instructions));
    if (benchmark->head_instructions)
        json_object_set_new(object, "head_instructions", json_integer((json_int_t)benchmark->head_instructions));
    if (benchmark->timing.verdict != VERDICT_SKIPPED)
        json_object_set_new(object, "time",
                            json_pack("{s:s, s:I, s:o, s:o, s:o, s:f}", "verdict",
                                      verdict_names[benchmark->timing.verdict], "pairs",
                                      (json_int_t)benchmark->timing.pairs, "change", bound_json(benchmark->timing.change),
                                      "lower", bound_json(benchmark->timing.lower), "upper",
                                      bound_json(benchmark->timing.upper), "p", benchmark->timing.p));
    return object;
}

static json_t *findings_json(const struct gate *gate)
{
    json_t *list = json_array();

    for (size_t i = 0; i < gate->finding_count; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "layer", layer_names[gate->findings[i].layer],
                                              "verdict", verdict_names[gate->findings[i].verdict], "name",
                                              gate->findings[i].name, "text", gate->findings[i].text));
    return list;
}

/* The same in sentences, as every result file has them for the report. */
static json_t *runs_json(const struct gate *gate)
{
    json_t *list = json_array();

    json_array_append_new(list, json_pack("{s:s, s:o}", "mode", "gate", "statement",
                                          json_sprintf("%s against %s", conclusion(gate), gate->revision)));
    for (size_t i = 0; i < LAYER_COUNT; i++) {
        const struct layer_state *state = &gate->layers[i];

        json_array_append_new(
            list, json_pack("{s:s, s:o}", "mode", layer_names[i], "statement",
                            json_sprintf("%s%s: %zu compared in %.0f s%s%s%s%s", verdict_names[state->verdict],
                                         state->advisory ? " (advisory)" : "", state->compared, state->seconds,
                                         *state->control ? "; " : "", state->control, *state->note ? "; " : "",
                                         state->note)));
    }
    for (size_t i = 0; i < gate->finding_count; i++)
        json_array_append_new(list, json_pack("{s:s, s:o}", "mode", layer_names[gate->findings[i].layer], "statement",
                                              json_sprintf("%s: %s: %s", verdict_names[gate->findings[i].verdict],
                                                           gate->findings[i].name, gate->findings[i].text)));
    return list;
}

int write_json_report(const struct gate *gate, const char *path)
{
    json_t *benchmarks = json_array(), *root;
    char *text;
    int status;

    for (size_t i = 0; i < gate->benchmark_count; i++)
        json_array_append_new(benchmarks, benchmark_json(&gate->benchmarks[i]));
    root = json_pack("{s:i, s:f, s:o, s:s, s:s, s:s, s:i, s:I, s:o, s:o, s:o, s:o}", "schema", 1, "build_seconds",
                     gate->build_seconds, "environment", environment_json(),
                     "base", gate->revision, "base_commit", gate->commit, "toolchain", gate->toolchain, "status",
                     gate_status(gate), "seed", (json_int_t)gate->seed, "layers", layers_json(gate), "findings",
                     findings_json(gate), "runs", runs_json(gate), "benchmarks", benchmarks);
    text = root ? json_dumps(root, JSON_INDENT(1)) : NULL;
    if (!text)
        fprintf(stderr, "assay-gate: %s: out of memory\n", path);
    status = text ? file_write("assay-gate", path, text, strlen(text)) : EXIT_UNABLE;
    free(text);
    json_decref(root);
    return status;
}
