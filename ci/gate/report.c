/* What people read: the table on the terminal, Markdown for a pull request, GitHub's annotations, JUnit for everybody else. */
#include "gate.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *conclusion(const struct gate *gate)
{
    static const char *const words[] = {"pass", "answers differ", "usage", "the gate could not work", "regression",
                                        "inconclusive"};

    return words[gate_status(gate)];
}

static void state_line(const struct gate *gate, size_t i, const char *format, struct text *text)
{
    const struct layer_state *state = &gate->layers[i];
    char seconds[32];

    snprintf(seconds, sizeof seconds, "%.0f s", state->seconds);
    if (strcmp(format, "markdown") == 0)
        text_format(text, "| %s | %s%s | %zu | %s | %s%s%s |\n", layer_names[i], verdict_names[state->verdict],
                    state->advisory ? " (advisory)" : "", state->compared, seconds, state->control,
                    *state->control && *state->note ? "; " : "", state->note);
    else
        text_format(text, "  %-13s %-12s %s%5zu compared %7s  %s%s%s\n", layer_names[i], verdict_names[state->verdict],
                    state->advisory ? "(advisory) " : "", state->compared, seconds, state->control,
                    *state->control && *state->note ? "\n                " : "", state->note);
}

/* The worst first; what is merely new or gone last. */
static void each_finding(const struct gate *gate, const char *format, struct text *text)
{
    for (int verdict = VERDICT_FAILED; verdict >= VERDICT_GREEN; verdict--)
        for (size_t i = 0; i < gate->finding_count; i++)
            if (gate->findings[i].verdict == (enum verdict)verdict)
                text_format(text, format, layer_names[gate->findings[i].layer], verdict_names[verdict],
                            gate->findings[i].name, gate->findings[i].text);
}

void report_terminal(const struct gate *gate, struct text *text)
{
    text_format(text, "gate: %s against %s (%.12s), built in %.0f s\n", gate->head, gate->revision, gate->commit,
                gate->build_seconds);
    for (size_t i = 0; i < LAYER_COUNT; i++)
        state_line(gate, i, "terminal", text);
    each_finding(gate, "%s: %s: %s: %s\n", text);
    text_format(text, "gate: %s (exit status %d)\n", conclusion(gate), gate_status(gate));
}

void report_markdown(const struct gate *gate, struct text *text)
{
    bool open = false;

    text_format(text, "### Regression gate: %s\n\nAgainst `%s` (%.12s), %s; built in %.0f s.\n\n", conclusion(gate), gate->revision,
                gate->commit, gate->toolchain, gate->build_seconds);
    text_string(text, "| layer | verdict | compared | took | |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < LAYER_COUNT; i++)
        state_line(gate, i, "markdown", text);
    if (gate->finding_count) {
        text_string(text, "\n| layer | verdict | puzzle/workload/variant | |\n|---|---|---|---|\n");
        each_finding(gate, "| %s | %s | %s | %s |\n", text);
    }
    for (size_t i = 0; i < gate->benchmark_count; i++) {
        const struct benchmark *benchmark = &gate->benchmarks[i];
        const struct timing *timing = &benchmark->timing;

        if (timing->verdict == VERDICT_SKIPPED)
            continue;
        if (!open)
            text_string(text, "\n<details><summary>times</summary>\n\n| puzzle/workload/variant | verdict | pairs | change | 99% "
                              "bounds |\n|---|---|---|---|---|\n");
        open = true;
        text_format(text, "| %s | %s | %zu | %+.1f%% | %+.1f%% .. %+.1f%% |\n", benchmark->name,
                    verdict_names[timing->verdict], timing->pairs, percent_of(timing->change), percent_of(timing->lower),
                    percent_of(timing->upper));
    }
    if (open)
        text_string(text, "\n</details>\n");
}

/* A workflow command ends at the line end; `%` begins an escape. */
static void annotation_text(struct text *text, const char *string)
{
    for (; *string; string++) {
        if (*string == '%')
            text_string(text, "%25");
        else
            text_char(text, *string == '\n' ? ' ' : *string);
    }
}

void report_annotations(const struct gate *gate, struct text *text)
{
    for (size_t i = 0; i < gate->finding_count; i++) {
        const struct finding *finding = &gate->findings[i];
        const char *level = finding->verdict < VERDICT_INCONCLUSIVE                                      ? "notice"
                            : gate->layers[finding->layer].advisory || finding->verdict != VERDICT_RED ? "warning"
                                                                                                       : "error";

        text_format(text, "::%s title=gate %s::", level, layer_names[finding->layer]);
        annotation_text(text, finding->name);
        text_string(text, ": ");
        annotation_text(text, finding->text);
        text_char(text, '\n');
    }
    for (size_t i = 0; i < LAYER_COUNT; i++) {
        if (gate->layers[i].verdict != VERDICT_FAILED)
            continue;
        text_format(text, "::error title=gate %s::", layer_names[i]);
        annotation_text(text, gate->layers[i].note);
        text_char(text, '\n');
    }
}

static void xml_text(struct text *text, const char *string)
{
    for (; *string; string++) {
        switch (*string) {
        case '<': text_string(text, "&lt;"); break;
        case '>': text_string(text, "&gt;"); break;
        case '&': text_string(text, "&amp;"); break;
        case '"': text_string(text, "&quot;"); break;
        default: text_char(text, (unsigned char)*string < ' ' ? ' ' : *string);
        }
    }
}

static bool fails(const struct finding *finding)
{
    return finding->verdict >= VERDICT_INCONCLUSIVE;
}

static void junit_layer(const struct gate *gate, size_t layer, struct text *text)
{
    const struct layer_state *state = &gate->layers[layer];
    bool failed = state->verdict == VERDICT_FAILED || (*state->control && !state->fired);

    text_format(text, "    <testcase classname=\"gate\" name=\"%s\" time=\"%.1f\">", layer_names[layer], state->seconds);
    if (state->verdict == VERDICT_SKIPPED)
        text_string(text, "<skipped/>");
    if (failed) {
        text_string(text, "<error message=\"");
        xml_text(text, state->verdict == VERDICT_FAILED ? state->note : state->control);
        text_string(text, "\"/>");
    }
    text_string(text, "</testcase>\n");
}

void report_junit(const struct gate *gate, struct text *text)
{
    size_t failures = 0, errors = 0, skipped = 0;

    for (size_t i = 0; i < gate->finding_count; i++)
        failures += fails(&gate->findings[i]) && !gate->layers[gate->findings[i].layer].advisory;
    for (size_t i = 0; i < LAYER_COUNT; i++) {
        errors += gate->layers[i].verdict == VERDICT_FAILED || (*gate->layers[i].control && !gate->layers[i].fired);
        skipped += gate->layers[i].verdict == VERDICT_SKIPPED;
    }
    text_format(text,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"gate\" tests=\"%zu\" "
                "failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\">\n",
                failures + LAYER_COUNT, failures, errors, skipped);
    for (size_t i = 0; i < LAYER_COUNT; i++)
        junit_layer(gate, i, text);
    for (size_t i = 0; i < gate->finding_count; i++) {
        const struct finding *finding = &gate->findings[i];

        if (!fails(finding) || gate->layers[finding->layer].advisory)
            continue;
        text_format(text, "    <testcase classname=\"gate.%s\" name=\"", layer_names[finding->layer]);
        xml_text(text, finding->name);
        text_format(text, "\"><failure message=\"%s: ", verdict_names[finding->verdict]);
        xml_text(text, finding->text);
        text_string(text, "\"/></testcase>\n");
    }
    text_string(text, "  </testsuite>\n</testsuites>\n");
}
