/* The package: problem.yaml, a statement to be written, data of every class with the exact answers, an input validator made of the
 * puzzle's parser, and the variants as submissions, each one C file. Data are what the contest promises. A variant is accepted
 * where it answers all of the data in a quarter of the time limit, and one that is too slow where it needs four times the limit; what
 * lies between would be a verdict by the speed of the judge's machine, and is left out. */
#include "package.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "amalgamate.h"
#include "beside.h"
#include "file.h"
#include "promise.h"

enum { CASES = 20, TRIES = 400, SAMPLES = 3, FILES_MAX = 64, TIME_LIMIT = 1, MARGIN = 4 };

static const uint64_t STEPS = 1 << 26;

struct data {
    const char *folder; /* "sample", "secret" */
    char name[96];
    struct cases cases;
};

struct writer {
    const struct puzzle *puzzle;
    const char *folder;
    uint64_t seed;
    bool legacy;
    char sources[PATH_MAX];
    struct exact exact;
    struct arena arena; /* of all data */
    size_t count;
    struct data data[FILES_MAX];
    struct text text, said;
};

static int give_up(void)
{
    fprintf(stderr, "assay: out of memory\n");
    return EXIT_UNABLE;
}

/* writer->text to FOLDER/PATH. Data that memory made fewer are not written. */
static int put(struct writer *writer, const char *path)
{
    struct text full = {0};
    int status;

    text_format(&full, "%s/%s", writer->folder, path);
    status = full.failed || writer->text.failed || writer->exact.no_memory
                 ? give_up()
                 : file_write("assay", full.bytes, writer->text.bytes, writer->text.length);
    text_free(&full);
    text_clear(&writer->text);
    return status;
}

/* ---- data ---- */

/* Promised cases of a class and size, as many as a file may hold; none where the class has none. */
static int draw(struct writer *writer, const char *folder, size_t class, uint64_t size, size_t most)
{
    const struct puzzle *puzzle = writer->puzzle;
    struct data *data = &writer->data[writer->count];
    struct recipe recipe = {.input_class = class, .size = size, .rounds = puzzle->rounds.usual};

    if (writer->count == FILES_MAX)
        return EXIT_WELL;
    *data = (struct data){.folder = folder, .cases.instances = arena_alloc(&writer->arena, most, sizeof(void *))};
    if (!data->cases.instances)
        return give_up();
    for (uint64_t index = 0; index < TRIES && data->cases.count < most; index++) {
        struct error error = {0};
        struct arena_mark mark = arena_mark(&writer->arena);
        struct result result;
        struct rng rng;
        const void *instance;

        rng_seed(&rng, rng_case_seed(writer->seed, puzzle->name, puzzle->classes[class].name, index));
        instance = puzzle->generate(&rng, &recipe, &writer->arena, &error);
        if (!instance && error.kind == ERROR_MEMORY)
            return give_up();
        if (instance && promise_holds(&writer->exact, instance, &result))
            data->cases.instances[data->cases.count++] = instance;
        else
            arena_release(&writer->arena, mark);
        if (!instance)
            break;
    }
    snprintf(data->name, sizeof data->name, "%02zu-%s-%" PRIu64, writer->count + 1, puzzle->classes[class].name, size);
    writer->count += data->cases.count > 0;
    return EXIT_WELL;
}

/* Small, usual and large ones of every class; even sizes, as some things come in pairs. */
static int draw_all(struct writer *writer)
{
    const struct puzzle *puzzle = writer->puzzle;
    uint64_t least = puzzle->size.least + 2, most = promise_largest(&writer->exact, puzzle->size.least, puzzle->size.most);
    size_t cases = puzzle->cases_per_file < CASES ? puzzle->cases_per_file : CASES;
    const uint64_t sizes[] = {least, puzzle->size.usual < most ? puzzle->size.usual : most, most - most / 5};
    int status = EXIT_WELL;

    for (size_t class = 0; puzzle->classes[class].name && !writer->count && status == EXIT_WELL; class++)
        for (uint64_t more = 0; more < SAMPLES && status == EXIT_WELL; more++)
            status = draw(writer, "sample", class, least + more, 1);
    for (size_t class = 0; puzzle->classes[class].name && status == EXIT_WELL; class++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes && status == EXIT_WELL; i++)
            status = draw(writer, "secret", class, sizes[i] & ~(uint64_t)1, cases);
    return status;
}

static int write_data(struct writer *writer)
{
    const struct puzzle *puzzle = writer->puzzle;
    char path[160];
    int status = EXIT_WELL;

    for (size_t i = 0; i < writer->count && status == EXIT_WELL; i++) {
        const struct data *data = &writer->data[i];

        snprintf(path, sizeof path, "data/%s/%s.in", data->folder, data->name);
        puzzle->format(&data->cases, &writer->text);
        status = put(writer, path);
        for (size_t k = 0; k < data->cases.count; k++) {
            struct result result = exact_solve(&writer->exact, data->cases.instances[k]);

            puzzle->print(data->cases.instances[k], &result, k + 1, DETAIL_ANSWER, &writer->text);
        }
        snprintf(path, sizeof path, "data/%s/%s.ans", data->folder, data->name);
        if (status == EXIT_WELL)
            status = put(writer, path);
    }
    return status;
}

/* ---- what describes it ---- */

/* Of version 4 in its form; the same package has the same one. */
static void put_uuid(struct text *text, uint64_t seed, const char *name)
{
    uint64_t high = rng_case_seed(seed, name, "uuid", 0), low = rng_case_seed(seed, name, "uuid", 1);

    text_format(text, "%08" PRIx64 "-%04" PRIx64 "-4%03" PRIx64 "-%04" PRIx64 "-%012" PRIx64, high >> 32, high >> 16 & 0xffff,
                high & 0xfff, (low >> 48 & 0x3fff) | 0x8000, low & 0xffffffffffff);
}

static int write_manifest(struct writer *writer)
{
    const struct puzzle *puzzle = writer->puzzle;
    struct text *text = &writer->text;
    int status = EXIT_WELL;

    text_format(text, "problem_format_version: %s\nname: %s\nsource: \"%s\"\n", writer->legacy ? "legacy" : "2025-09",
                puzzle->title, puzzle->source);
    if (writer->legacy) {
        text_string(text, "license: unknown\nvalidation: default\nvalidator_flags: case_sensitive\n");
    } else {
        text_string(text, "uuid: ");
        put_uuid(text, writer->seed, puzzle->name);
        text_format(text, "\nlicense: unknown\nlimits:\n  time_limit: %d\n", TIME_LIMIT);
    }
    status = put(writer, "problem.yaml");
    if (writer->legacy && status == EXIT_WELL) {
        text_format(text, "%d\n", TIME_LIMIT);
        status = put(writer, ".timelimit");
    }
    return status;
}

static int write_statement(struct writer *writer)
{
    const struct puzzle *puzzle = writer->puzzle;
    struct text *text = &writer->text;

    if (!writer->legacy) {
        text_format(text, "%s\n\n## Input\n\n```\n%s\n```\n\n## Output\n\nTo be written.\n", puzzle->summary, puzzle->notation);
        return put(writer, "statement/problem.en.md");
    }
    text_format(text,
                "\\problemname{%s}\n\n%s\n\n\\section*{Input}\n\\begin{verbatim}\n%s\n\\end{verbatim}\n\n"
                "\\section*{Output}\nTo be written.\n",
                puzzle->title, puzzle->summary, puzzle->notation);
    return put(writer, "problem_statement/problem.en.tex");
}

static int write_validator(struct writer *writer)
{
    char reason[REASON_SIZE];

    if (!amalgamate(writer->sources, "validator", writer->puzzle, NULL, &writer->text, reason)) {
        if (*reason)
            fprintf(stderr, "assay: the validator: %s\n", reason);
        return EXIT_UNABLE;
    }
    return put(writer, "input_validators/validator.c");
}

/* ---- submissions ---- */

static double seconds_used(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The seconds for one file, ended early where they are too many; *reason where a case has no answer. */
static double time_file(struct writer *writer, const struct variant *variant, const struct cases *cases, const char **reason)
{
    void *context = variant->open ? variant->open() : NULL;
    struct arena arena = {0};
    double began = seconds_used(), taken = 0;

    for (size_t i = 0; i < cases->count && !*reason && taken <= MARGIN * TIME_LIMIT; i++) {
        struct work work = work_start(&arena, STEPS);
        void *answer;
        enum outcome outcome = OUTCOME_NO_MEMORY;

        *reason = variant->refuses(cases->instances[i]);
        answer = *reason ? NULL : arena_alloc(&arena, 1, writer->puzzle->answer_size(cases->instances[i]));
        if (answer && (context || !variant->open))
            outcome = variant->solve(context, cases->instances[i], &work, answer);
        if (!*reason && outcome != OUTCOME_SOLVED && outcome != OUTCOME_CONTRADICTION)
            *reason = outcome == OUTCOME_LIMIT ? "meets its work limit" : outcome_names[outcome];
        arena_reset(&arena);
        taken = seconds_used() - began;
    }
    arena_free(&arena);
    if (context)
        variant->close(context);
    return taken;
}

/* The folder that it belongs to; NULL with *reason. */
static const char *place(struct writer *writer, const struct variant *variant, const char **reason)
{
    double slowest = 0;

    *reason = variant->claim == CLAIM_EXACT ? NULL : "does not claim to be exact";
    for (size_t i = 0; i < writer->count && !*reason && slowest <= MARGIN * TIME_LIMIT; i++) {
        double taken = time_file(writer, variant, &writer->data[i].cases, reason);

        slowest = taken > slowest ? taken : slowest;
    }
    if (*reason)
        return NULL;
    if (slowest > MARGIN * TIME_LIMIT)
        return "time_limit_exceeded";
    if (slowest > (double)TIME_LIMIT / MARGIN)
        *reason = "too near the time limit";
    return *reason ? NULL : "accepted";
}

static int write_submission(struct writer *writer, const struct variant *variant)
{
    char path[160], why[REASON_SIZE];
    const char *reason, *folder;

    if (!amalgamate(writer->sources, "submission", writer->puzzle, variant, &writer->text, why)) {
        if (!*why)
            return EXIT_UNABLE;
        folder = NULL;
        reason = why;
    } else {
        folder = place(writer, variant, &reason);
    }
    if (!folder) {
        text_format(&writer->said, "%s: left out: %s\n", variant->name, reason);
        text_clear(&writer->text);
        return EXIT_WELL;
    }
    snprintf(path, sizeof path, "submissions/%s/%s.c", folder, variant->name);
    text_format(&writer->said, "%s: %s\n", variant->name, path);
    return put(writer, path);
}

/* ---- the job ---- */

/* Where the sources lie: installed, or in the work tree that this program was built in. */
static bool find_sources(char folder[PATH_MAX])
{
    static const char *const places[] = {"../share/assay", "../.."};
    static const char sign[] = "/core/puzzle.h";

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        size_t length;

        beside(places[i], folder);
        length = strlen(folder);
        memcpy(folder + length, sign, sizeof sign);
        if (access(folder, R_OK) == 0) {
            folder[length] = '\0';
            return true;
        }
    }
    return false;
}

int package_write(const struct puzzle *puzzle, const char *folder, uint64_t seed, bool legacy, const char *sources)
{
    struct writer *writer = calloc(1, sizeof *writer);
    int status;

    if (!writer)
        return give_up();
    *writer = (struct writer){.puzzle = puzzle, .folder = folder, .seed = seed, .legacy = legacy,
                              .exact = {.puzzle = puzzle, .steps = STEPS}};
    snprintf(writer->sources, sizeof writer->sources, "%s", sources ? sources : "");
    if (!sources && !find_sources(writer->sources)) {
        fprintf(stderr, "assay: the sources of assay are not beside this program: say where with --sources\n");
        free(writer);
        return EXIT_UNABLE;
    }
    status = draw_all(writer);
    if (status == EXIT_WELL && !writer->count) {
        fprintf(stderr, "assay: %s: no case was found that is promised\n", puzzle->name);
        status = EXIT_UNABLE;
    }
    status = status == EXIT_WELL ? write_data(writer) : status;
    status = status == EXIT_WELL ? write_manifest(writer) : status;
    status = status == EXIT_WELL ? write_statement(writer) : status;
    status = status == EXIT_WELL ? write_validator(writer) : status;
    for (size_t i = 0; puzzle->variants[i] && status == EXIT_WELL; i++)
        status = write_submission(writer, puzzle->variants[i]);
    status = status == EXIT_WELL ? file_print("assay", &writer->said) : status;
    exact_close(&writer->exact);
    arena_free(&writer->arena);
    text_free(&writer->text);
    text_free(&writer->said);
    free(writer);
    return status;
}
