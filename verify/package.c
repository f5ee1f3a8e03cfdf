/* A submission's verdict is that of the first file on which it is not right, sample before secret, in the order of names; outputs
 * are compared by tokens, with case. Where the package names no time limit it is derived from the accepted submissions, always
 * upwards. Validators of the package are not run: the puzzle's own parser is the judge of input, and its answers of answers. */
#include "package.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/cli/exact.h"
#include "core/cli/file.h"
#include "manifest.h"
#include "record.h"
#include "submission.h"
#include "tokens.h"

static const char program[] = "assay-verify";

struct datum {
    char *path; /* from the package's folder */
    struct file input, answer;
};

struct package {
    struct report *report;
    const struct puzzle *puzzle;
    const char *folder;
    struct manifest manifest;
    struct program_limits limits;
    bool timed; /* the time limit is known */
    size_t count;
    struct datum *data;
    struct submissions submissions;
};

/* What became of one submission. */
struct trial {
    unsigned verdict;
    const char *where; /* the file on which it was not right */
    char detail[ENDING_DETAIL_SIZE];
    double seconds;
    uint64_t memory;
};

static void say(struct package *package, enum verdict verdict, const struct text *line, double seconds)
{
    report_check(package->report, &(struct check){verdict, package->puzzle->name, "package",
                                                  line->failed ? "out of memory" : line->bytes, "", seconds, 0});
}

/* ---- data ---- */

static bool has_ending(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);

    return length > tail && strcmp(name + length - tail, ending) == 0;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* data/sample/1.in with data/sample/1.ans */
static int add_file(struct package *package, const char *path)
{
    struct datum *data = realloc(package->data, (package->count + 1) * sizeof *data);
    char *copy = strdup(path);
    struct text full = {0};
    struct datum *datum;
    int status;

    if (data)
        package->data = data;
    text_format(&full, "%s/%s", package->folder, path);
    if (!data || !copy || full.failed) {
        free(copy);
        return verify_out_of_memory();
    }
    datum = &data[package->count++];
    *datum = (struct datum){.path = copy};
    status = file_read(program, full.bytes, &datum->input);
    text_clear(&full);
    text_format(&full, "%s/%.*s.ans", package->folder, (int)(strlen(path) - strlen(".in")), path);
    if (status == EXIT_WELL)
        status = full.failed ? verify_out_of_memory() : file_read(program, full.bytes, &datum->answer);
    text_free(&full);
    return status;
}

/* Folders in folders are groups; links to folders may lead back. */
static int add_folder(struct package *package, const char *path)
{
    struct text full = {0};
    struct dirent **entries;
    int count, status = EXIT_WELL;

    text_format(&full, "%s/%s", package->folder, path);
    if (full.failed)
        return verify_out_of_memory();
    count = scandir(full.bytes, &entries, is_visible, versionsort);
    for (int i = 0; i < count; i++) {
        struct text below = {0};
        struct stat about;

        text_format(&below, "%s/%s", path, entries[i]->d_name);
        text_clear(&full);
        text_format(&full, "%s/%s", package->folder, below.bytes);
        if (status == EXIT_WELL && lstat(full.bytes, &about) == 0 && S_ISDIR(about.st_mode))
            status = add_folder(package, below.bytes);
        else if (status == EXIT_WELL && has_ending(entries[i]->d_name, ".in"))
            status = add_file(package, below.bytes);
        text_free(&below);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    text_free(&full);
    return status;
}

/* NULL, or what is wrong with it. */
static const char *check_datum(struct package *package, const struct datum *datum, char where[32])
{
    struct arena arena = {0};
    struct exact exact = {.puzzle = package->puzzle};
    struct cases cases;
    struct error error = {0};
    struct text text = {0};
    const char *wrong = NULL;

    if (!package->puzzle->parse(datum->input.bytes, datum->input.size, &arena, &cases, &error)) {
        snprintf(where, 32, ":%zu:%zu", error.line, error.column);
        wrong = "is no valid input";
    }
    for (size_t i = 0; !wrong && i < cases.count; i++) {
        struct result result = exact_solve(&exact, cases.instances[i]);

        package->puzzle->print(cases.instances[i], &result, i + 1, DETAIL_ANSWER, &text);
    }
    if (!wrong && !same_tokens(text.bytes, text.length, datum->answer.bytes, datum->answer.size))
        wrong = "has another answer beside it than ours";
    text_free(&text);
    exact_close(&exact);
    arena_free(&arena);
    return wrong;
}

static void check_data(struct package *package)
{
    struct text line = {0};
    size_t wrong = 0;

    for (size_t i = 0; i < package->count; i++) {
        char where[32] = "";
        const char *reason = check_datum(package, &package->data[i], where);

        if (!reason)
            continue;
        wrong++;
        text_clear(&line);
        text_format(&line, "%s: %s%s %s", package->puzzle->name, package->data[i].path, where, reason);
        say(package, VERDICT_FAILED, &line, 0);
    }
    text_clear(&line);
    text_format(&line, "%s: %zu %s of data, %zu valid and with the right answer%s", package->puzzle->name, package->count,
                package->count == 1 ? "file" : "files", package->count - wrong,
                package->manifest.custom ? "; output_validators: not run, outputs are compared by tokens" : "");
    say(package, wrong || !package->count ? VERDICT_FAILED : VERDICT_PASSED, &line, 0);
    text_free(&line);
}

/* ---- submissions ---- */

static int run_one(struct package *package, const struct submission *submission, struct trial *trial)
{
    static const unsigned verdicts[] = {[ENDING_ANSWER] = EXPECT_AC, [ENDING_TIME] = EXPECT_TLE, [ENDING_MEMORY] = EXPECT_MLE,
                                        [ENDING_OUTPUT] = EXPECT_OLE, [ENDING_STATUS] = EXPECT_RTE};
    struct text output = {0};
    int status = EXIT_WELL;

    *trial = (struct trial){.verdict = submission->compiles ? EXPECT_AC : EXPECT_CE};
    for (size_t i = 0; i < package->count && trial->verdict == EXPECT_AC && status == EXIT_WELL; i++) {
        const struct datum *datum = &package->data[i];
        struct program_run run;

        if (!program_run(submission->command.bytes, &package->limits, datum->input.bytes, datum->input.size, &output, &run)) {
            status = EXIT_UNABLE;
            break;
        }
        trial->seconds = run.cpu > trial->seconds ? run.cpu : trial->seconds;
        trial->memory = run.memory > trial->memory ? run.memory : trial->memory;
        trial->verdict = verdicts[run.ending];
        if (run.ending == ENDING_ANSWER &&
            !same_tokens(output.bytes, output.length, datum->answer.bytes, datum->answer.size))
            trial->verdict = EXPECT_WA;
        trial->where = datum->path;
        memcpy(trial->detail, run.detail, sizeof trial->detail);
    }
    text_free(&output);
    return status;
}

static void tell(struct package *package, const struct submission *submission, const struct trial *trial)
{
    bool right = submission->expected & trial->verdict;
    struct text line = {0}, verdict = {0}, expected = {0};

    expected_names(trial->verdict, &verdict);
    expected_names(submission->expected, &expected);
    text_format(&line, "%s: %s: %s", package->puzzle->name, submission->path, verdict.bytes);
    if (trial->verdict != EXPECT_AC && trial->where)
        text_format(&line, " on %s%s%s", trial->where, *trial->detail ? ": " : "", trial->detail);
    if (right)
        text_string(&line, ", as expected");
    else
        text_format(&line, ", expected %s", expected.bytes);
    text_format(&line, " (%.3f s of %g s, %.1f MiB)", trial->seconds, package->limits.seconds,
                (double)trial->memory / (1 << 20));
    say(package, right ? VERDICT_PASSED : VERDICT_FAILED, &line, trial->seconds);
    json_array_append_new(package->report->runs,
                          json_pack("{ss ss ss ss ss sb sf sI}", "puzzle", package->puzzle->name, "mode", "package",
                                    "submission", submission->path, "verdict", verdict.bytes, "expected", expected.bytes,
                                    "as_expected", (int)right, "seconds", trial->seconds, "memory",
                                    (json_int_t)trial->memory));
    text_free(&line);
    text_free(&verdict);
    text_free(&expected);
}

/* Accepted ones come first, and set the time limit where there is none. */
static int run_all(struct package *package)
{
    struct submissions *submissions = &package->submissions;
    struct trial *trials = calloc(submissions->count + 1, sizeof *trials);
    double slowest = 0;
    int status = EXIT_WELL;

    if (!trials)
        return verify_out_of_memory();
    for (size_t i = 0; i < submissions->count && status == EXIT_WELL; i++) {
        struct submission *submission = &submissions->list[i];

        if (!package->timed && strstr(submission->path, "submissions/accepted/") != submission->path) {
            package->limits.seconds = manifest_derive(&package->manifest, slowest);
            package->timed = true;
        }
        status = submission_build(package->folder, submissions, i);
        if (status == EXIT_WELL && !submission->skipped)
            status = run_one(package, submission, &trials[i]);
        slowest = trials[i].seconds > slowest ? trials[i].seconds : slowest;
    }
    if (!package->timed)
        package->limits.seconds = manifest_derive(&package->manifest, slowest);
    for (size_t i = 0; i < submissions->count && status == EXIT_WELL; i++) {
        struct text line = {0};

        if (!submissions->list[i].skipped) {
            tell(package, &submissions->list[i], &trials[i]);
            continue;
        }
        text_format(&line, "%s: %s: %s", package->puzzle->name, submissions->list[i].path, submissions->list[i].skipped);
        say(package, VERDICT_SKIPPED, &line, 0);
        text_free(&line);
    }
    free(trials);
    return status;
}

static void close_package(struct package *package)
{
    for (size_t i = 0; i < package->count; i++) {
        file_free(&package->data[i].input);
        file_free(&package->data[i].answer);
        free(package->data[i].path);
    }
    free(package->data);
    submissions_free(&package->submissions);
}

int verify_package(struct report *report, const struct puzzle *puzzle, const char *folder, const struct program_limits *limits,
                   bool timed)
{
    struct package package = {.report = report, .puzzle = puzzle, .folder = folder, .limits = *limits, .timed = timed};
    int status = program_ready() ? manifest_read(folder, &package.manifest) : EXIT_UNABLE;

    if (status == EXIT_WELL) {
        if (!timed && package.manifest.time_limit > 0) {
            package.limits.seconds = package.manifest.time_limit;
            package.timed = true;
        }
        package.limits.memory = package.manifest.memory << 20;
        package.limits.output = package.manifest.output << 20;
        status = add_folder(&package, "data/sample");
    }
    if (status == EXIT_WELL)
        status = add_folder(&package, "data/secret");
    if (status == EXIT_WELL)
        status = submissions_find(folder, &package.submissions);
    if (status == EXIT_WELL) {
        check_data(&package);
        status = package.count ? run_all(&package) : EXIT_WELL; /* nobody is right about nothing */
    }
    close_package(&package);
    return status;
}
