/* Terminal and TAP, JUnit, JSON. */
#include "report.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bounds.h"
#include "core/cli/environment.h"
#include "core/cli/file.h"
#include "core/version.h"
#include "enumerate.h"

static const char program[] = "assay-verify";

void report_open(struct report *report)
{
    report->runs = json_array();
}

static void print_notes(const char *notes, const char *prefix)
{
    while (*notes) {
        int length = (int)strcspn(notes, "\n");

        printf("%s%.*s\n", prefix, length, notes);
        notes += length + (notes[length] != 0);
    }
}

/* TAP takes `#` for a directive. */
static void print_tap(const struct check *check, size_t number)
{
    printf("%sok %zu - ", check->verdict == VERDICT_FAILED ? "not " : "", number);
    for (const char *at = check->statement; *at; at++)
        putchar(*at == '#' ? '.' : *at);
    printf("%s\n", check->verdict == VERDICT_SKIPPED ? " # SKIP" : "");
    print_notes(check->notes, "# ");
}

/* What follows sets errno anew, and the stream remembers only that something failed. */
static void flush(struct report *report)
{
    if (fflush(stdout) != 0 && !report->error)
        report->error = errno;
}

void report_check(struct report *report, const struct check *check)
{
    static const char *const words[] = {"", "FAILED: ", "skipped: "};
    struct check *checks = realloc(report->checks, (report->count + 1) * sizeof *checks);
    struct check *kept;

    if (!checks)
        abort();
    report->checks = checks;
    kept = &checks[report->count++];
    *kept = *check;
    kept->statement = strdup(check->statement);
    kept->notes = strdup(check->notes ? check->notes : "");
    if (!kept->statement || !kept->notes)
        abort();
    report->passed += check->verdict == VERDICT_PASSED;
    report->failed += check->verdict == VERDICT_FAILED;
    report->skipped += check->verdict == VERDICT_SKIPPED;
    report_progress_end();
    if (report->tap) {
        print_tap(kept, report->count);
    } else {
        printf("%s%s\n", words[check->verdict], kept->statement);
        print_notes(kept->notes, "  ");
    }
    flush(report);
}

/* ---- JSON ---- */

static json_t *participants(const struct run *run)
{
    static const char *const roles[] = {"variant", "oracle", "program"};
    json_t *array = json_array();

    for (size_t i = 0; i < run->team->count; i++) {
        const struct tally *tally = &run->board->counts.tallies[i];
        json_t *object = json_pack("{ss ss sI sI sI sI}", "name", run->team->members[i].name, "role",
                                   roles[run->team->members[i].role], "spared", (json_int_t)tally->spared, "again",
                                   (json_int_t)tally->again, "fresh", (json_int_t)tally->fresh, "lost",
                                   (json_int_t)tally->lost);

        for (int outcome = 0; outcome < OUTCOME_COUNT; outcome++)
            json_object_set_new(object, outcome_names[outcome], json_integer((json_int_t)tally->outcomes[outcome]));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *classes(const struct run *run)
{
    json_t *array = json_array();

    for (size_t i = 0; i < run->board->class_count; i++) {
        const struct class_tally *class = &run->board->counts.classes[i];

        if (class->made || class->discarded)
            json_array_append_new(
                array, json_pack("{ss sI sI sI sI sI sI sI sI}", "name", run->team->puzzle->classes[i].name, "made",
                                 (json_int_t)class->made, "discarded", (json_int_t)class->discarded, "looked_at",
                                 (json_int_t)class->looked_at, "distinct", (json_int_t)class->distinct, "least",
                                 (json_int_t)class->least, "most", (json_int_t)class->most, "at_least",
                                 (json_int_t)class->at_least, "at_most", (json_int_t)class->at_most));
    }
    return array;
}

static json_t *invariants(const struct run *run)
{
    const struct invariant *law = run->team->puzzle->invariants;
    json_t *object = json_object();

    for (size_t i = 0; law && law[i].name && i < INVARIANTS_MAX; i++)
        json_object_set_new(object, law[i].name, json_integer((json_int_t)run->board->counts.changed[i]));
    return object;
}

static json_t *findings(const struct run *run)
{
    json_t *array = json_array();

    for (size_t i = 0; i < run->board->finding_count; i++) {
        const struct finding *finding = &run->board->findings[i];
        struct text name = {0};

        signature_name(&finding->signature, run->team, &name);
        if (!name.failed)
            json_array_append_new(array, json_pack("{ss ss ss sI sI}", "signature", name.bytes, "kind",
                                                   kind_names[finding->signature.kind], "detail", finding->detail,
                                                   "number", (json_int_t)finding->number, "cases",
                                                   (json_int_t)finding->count));
        text_free(&name);
    }
    return array;
}

void report_run(struct report *report, const struct run *run, const char *mode, const char *statement, json_t *more)
{
    const struct counts *counts = &run->board->counts;
    json_t *object = json_pack(
        "{ss ss ss sf sI sI sI sI sI sI sI sI sI so so so so}", "puzzle", run->team->puzzle->name, "mode", mode, "statement",
        statement, "seconds", run->seconds, "cases", (json_int_t)counts->cases, "compared", (json_int_t)counts->compared,
        "by_oracle", (json_int_t)counts->by_oracle, "beyond_oracle", (json_int_t)counts->beyond, "unchecked",
        (json_int_t)counts->alone, "deep", (json_int_t)counts->deep, "damaged", (json_int_t)counts->mutated, "accepted",
        (json_int_t)counts->accepted, "refused", (json_int_t)counts->refused_well, "participants", participants(run),
        "classes", classes(run), "invariants", invariants(run), "findings", findings(run));

    if (more) {
        json_object_update(object, more);
        json_decref(more);
    }
    json_array_append_new(report->runs, object);
    report->compared += counts->compared;
}

static int write_json(const struct report *report)
{
    struct environment e;
    struct text text = {0};
    json_t *root;
    char *dump;
    int status;

    environment_read(&e);
    root = json_pack("{ss ss s{ss si ss ss ss ss ss sb ss ss} sI sI sI so sO}", "program", program, "version", ASSAY_VERSION,
                     "environment", "cpu", e.cpu, "cpus", e.cpus, "kernel", e.kernel, "compiler", e.compiler, "flags",
                     e.flags, "config", e.config, "commit", e.commit, "dirty", (int)e.dirty, "date", e.date, "host", e.host,
                     "passed", (json_int_t)report->passed, "failed", (json_int_t)report->failed, "skipped",
                     (json_int_t)report->skipped, "bounds", bounds_json(report), "runs", report->runs);
    dump = root ? json_dumps(root, JSON_INDENT(2)) : NULL;
    json_decref(root);
    if (!dump) {
        fprintf(stderr, "%s: out of memory\n", program);
        return EXIT_UNABLE;
    }
    text_format(&text, "%s\n", dump);
    free(dump);
    status = text.failed ? EXIT_UNABLE : file_write(program, report->json, text.bytes, text.length);
    text_free(&text);
    return status;
}

/* ---- JUnit ---- */

static void put_xml(struct text *text, const char *string)
{
    for (; *string; string++) {
        unsigned char byte = (unsigned char)*string;

        if (byte == '&')
            text_string(text, "&amp;");
        else if (byte == '<')
            text_string(text, "&lt;");
        else if (byte == '>')
            text_string(text, "&gt;");
        else if (byte == '"')
            text_string(text, "&quot;");
        else if (byte >= 0x20 || byte == '\n' || byte == '\t')
            text_char(text, *string);
        else
            text_char(text, '?');
    }
}

static int write_junit(const struct report *report)
{
    struct text text = {0};
    int status;

    text_format(&text,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<testsuites>\n<testsuite name=\"%s\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n",
                program, report->count, report->failed, report->skipped);
    for (size_t i = 0; i < report->count; i++) {
        const struct check *check = &report->checks[i];

        text_format(&text, "<testcase classname=\"%s.%s\" name=\"", check->puzzle, check->mode);
        put_xml(&text, check->statement);
        text_format(&text, "\" time=\"%.3f\">", check->seconds);
        if (check->verdict == VERDICT_FAILED) {
            text_string(&text, "<failure message=\"");
            put_xml(&text, check->statement);
            text_string(&text, "\">");
            put_xml(&text, check->notes);
            text_string(&text, "</failure>");
        } else if (check->verdict == VERDICT_SKIPPED) {
            text_string(&text, "<skipped/>");
        }
        text_string(&text, "</testcase>\n");
    }
    text_string(&text, "</testsuite>\n</testsuites>\n");
    status = text.failed ? EXIT_UNABLE : file_write(program, report->junit, text.bytes, text.length);
    text_free(&text);
    return status;
}

int report_close(struct report *report)
{
    int status = report->failed ? EXIT_FOUND : EXIT_WELL;

    bounds_print(report);
    if (report->tap)
        printf("1..%zu\n", report->count);
    if (report->junit && write_junit(report) != EXIT_WELL)
        status = EXIT_UNABLE;
    if (report->json && write_json(report) != EXIT_WELL)
        status = EXIT_UNABLE;
    flush(report);
    if (report->error || ferror(stdout)) {
        fprintf(stderr, "%s: <stdout>: %s\n", program, strerror(report->error ? report->error : EIO));
        status = EXIT_UNABLE;
    }
    for (size_t i = 0; i < report->count; i++) {
        free((char *)report->checks[i].statement);
        free((char *)report->checks[i].notes);
    }
    free(report->checks);
    json_decref(report->runs);
    return status;
}

/* ---- progress ---- */

void report_progress_end(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

void report_progress(const char *what, uint64_t done, uint64_t total, double seconds, double seconds_in_all)
{
    double rate = seconds > 0 ? (double)done / seconds : 0;
    double left = total && rate > 0 ? (double)(total - done) / rate : HUGE_VAL;
    struct text text = {0};

    if (!isatty(STDERR_FILENO))
        return;
    if (seconds_in_all > 0 && seconds_in_all - seconds < left)
        left = seconds_in_all > seconds ? seconds_in_all - seconds : 0;
    text_grouped(&text, done);
    if (total) {
        text_string(&text, " of ");
        text_grouped(&text, total);
    }
    text_string(&text, " cases, ");
    text_grouped(&text, (uint64_t)rate);
    text_string(&text, "/s");
    if (left < 1e9)
        text_format(&text, ", %.0f s left", left);
    if (!text.failed)
        fprintf(stderr, "\r\033[K%s: %s", what, text.bytes);
    text_free(&text);
}
