/* assay generate: instances of a class and size in the input format. Case I of a run is a function of (seed,
 * puzzle, class, I) and of the size, so it can be made alone. */
#include "commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "file.h"
#include "package.h"

enum { DEFAULT_SEED = 1, INDEX_LAST = 999999999 };

struct job {
    const struct usage *usage;
    const struct puzzle *puzzle;
    struct recipe recipe;
    const char *class_name;
    uint64_t count;
    uint64_t seed;
    uint64_t index;
    const char *out; /* a folder; NULL: standard output */
    struct arena arena;
    struct text text;
};

static int give_up(void)
{
    fprintf(stderr, "assay: out of memory\n");
    return EXIT_UNABLE;
}

static int make(struct job *job, uint64_t index, const void **instance)
{
    struct rng rng;
    struct error error = {0};

    rng_seed(&rng, rng_case_seed(job->seed, job->puzzle->name, job->class_name, index));
    *instance = job->puzzle->generate(&rng, &job->recipe, &job->arena, &error);
    if (*instance)
        return EXIT_WELL;
    if (error.kind != ERROR_INPUT)
        return give_up();
    return options_refuse(job->usage, "%s %s of size %" PRIu64 ": %s", job->puzzle->name, job->class_name,
                          job->recipe.size, error.message);
}

static int make_one_file(struct job *job)
{
    const void **instances = arena_alloc(&job->arena, (size_t)job->count, sizeof *instances);
    int status;

    if (!instances)
        return give_up();
    for (uint64_t i = 0; i < job->count; i++)
        if ((status = make(job, job->index + i, &instances[i])))
            return status;
    job->puzzle->format(&(struct cases){(size_t)job->count, instances}, &job->text);
    return file_print("assay", &job->text);
}

/* A file per case: DIR/PUZZLE-CLASS-SIZE-INDEX.in; rounds and formats that are not the usual ones show in the
 * name. */
static int make_file(struct job *job, uint64_t index)
{
    struct text path = {0};
    const void *instance;
    int status = make(job, index, &instance);

    if (status)
        return status;
    text_clear(&job->text);
    job->puzzle->format(&(struct cases){1, &instance}, &job->text);
    text_format(&path, "%s/%s-%s-%" PRIu64, job->out, job->puzzle->name, job->class_name, job->recipe.size);
    if (job->recipe.rounds != job->puzzle->rounds.usual)
        text_format(&path, "x%" PRIu64, job->recipe.rounds);
    if (job->recipe.format)
        text_format(&path, "-%s", job->puzzle->formats[job->recipe.format]);
    text_format(&path, "-%" PRIu64 ".in", index);
    status = job->text.failed || path.failed
                 ? give_up()
                 : file_write("assay", path.bytes, job->text.bytes, job->text.length);
    text_free(&path);
    arena_reset(&job->arena);
    return status;
}

static int make_all(struct job *job)
{
    int status = EXIT_WELL;

    if (!job->out)
        status = make_one_file(job);
    for (uint64_t i = 0; job->out && i < job->count && !status; i++)
        status = make_file(job, job->index + i);
    arena_free(&job->arena);
    text_free(&job->text);
    return status;
}

/* The range is the puzzle's own, so the table of options cannot know it. */
static bool check_range(const struct job *job, const char *option, const struct range *range, bool given,
                        uint64_t *value)
{
    if (!given)
        *value = range->usual;
    if (given && !range->most)
        options_refuse(job->usage, "%s has no --%s", job->puzzle->name, option);
    else if (given && (*value < range->least || *value > range->most))
        options_refuse(job->usage,
                       "--%s of %s is a number from %" PRIu64 " to %" PRIu64 " (%s), not %" PRIu64, option,
                       job->puzzle->name, range->least, range->most, range->name, *value);
    else
        return true;
    return false;
}

/* Where it is not one case it is CASES_MAX, the most that --count takes. */
static int check_count(const struct job *job)
{
    if (!job->out && job->count > job->puzzle->cases_per_file)
        return options_refuse(job->usage, "a file of %s holds 1 case: --count %" PRIu64 " needs --out", job->puzzle->name,
                              job->count);
    return EXIT_WELL;
}

/* ---- the command line ---- */

static struct job job;

/* What is said of the job before the puzzle is known that it is for. */
static struct wishes {
    const char *class_name, *format, *package, *sources;
    bool sized, rounded, legacy;
} wishes;

static const struct option options[] = {
    {.name = "class",
     .value = "CLASS",
     .summary = "the kind of instance (assay list PUZZLE shows them)",
     .text = &wishes.class_name},
    {.name = "size",
     .value = "N",
     .summary = "the measure of the puzzle",
     .number = &job.recipe.size,
     .most = UINT64_MAX,
     .given = &wishes.sized},
    {.name = "rounds",
     .value = "N",
     .summary = "where the puzzle has rounds: how many",
     .number = &job.recipe.rounds,
     .most = UINT64_MAX,
     .given = &wishes.rounded},
    {.name = "format",
     .value = "FORMAT",
     .summary = "where the puzzle has more than one input format",
     .text = &wishes.format},
    {.name = "count",
     .value = "K",
     .summary = "so many cases (1)",
     .number = &job.count,
     .least = 1,
     .most = CASES_MAX},
    {.name = "seed",
     .value = "SEED",
     .summary = "the same seed gives the same cases on every machine (1)",
     .number = &job.seed,
     .most = UINT64_MAX},
    {.name = "index",
     .value = "I",
     .summary = "begin with case I of the seed's cases (0)",
     .number = &job.index,
     .most = INDEX_LAST},
    {.name = "out",
     .value = "DIR",
     .summary = "a file per case: DIR/PUZZLE-CLASS-SIZE-INDEX.in",
     .text = &job.out},
    {.name = "package",
     .value = "DIR",
     .summary = "a problem package (ICPC, Kattis) instead: data, validator, submissions",
     .text = &wishes.package},
    {.name = "legacy", .summary = "the package in the legacy format, not 2025-09", .flag = &wishes.legacy},
    {.name = "sources",
     .value = "DIR",
     .summary = "for --package: the folder that holds core/, where it is not found",
     .text = &wishes.sources},
    {0},
};

static const struct usage usage = {
    .program = "assay generate",
    .synopsis = "assay generate PUZZLE [OPTION]...",
    .about = "Makes valid instances in the puzzle's input format and prints them as one file.\n",
    .options = options,
    .epilogue = "`assay generate PUZZLE --help` shows the puzzle's classes and sizes.\n",
};

static int check_wishes(void)
{
    if (!wishes.package && (wishes.legacy || wishes.sources))
        return options_refuse(&usage, "--legacy and --sources are for --package");
    if (wishes.package && (wishes.class_name || wishes.format || wishes.sized || wishes.rounded || job.out))
        return options_refuse(&usage, "--package draws its data itself: no --class, --size, --rounds, --format, --out");
    return EXIT_WELL;
}

static int prepare(void)
{
    job.recipe.input_class = choose_name(&usage, job.puzzle, "class", wishes.class_name, class_name_at);
    if (job.recipe.input_class == SIZE_MAX)
        return EXIT_USAGE;
    job.class_name = job.puzzle->classes[job.recipe.input_class].name;
    if (wishes.format && !job.puzzle->formats)
        return options_refuse(&usage, "%s has no --format", job.puzzle->name);
    job.recipe.format = choose_name(&usage, job.puzzle, "format", wishes.format, format_name_at);
    if (job.recipe.format == SIZE_MAX ||
        !check_range(&job, "size", &job.puzzle->size, wishes.sized, &job.recipe.size) ||
        !check_range(&job, "rounds", &job.puzzle->rounds, wishes.rounded, &job.recipe.rounds))
        return EXIT_USAGE;
    return check_count(&job);
}

int command_generate(int count, char **arguments)
{
    enum options_result result;
    int operands, status;

    job = (struct job){.usage = &usage, .count = 1, .seed = DEFAULT_SEED};
    wishes = (struct wishes){0};
    result = options_parse(&usage, count, arguments, &operands);
    if (result != OPTIONS_RUN)
        return command_help(&usage, result, operands, arguments);
    if (!(job.puzzle = operand_puzzle(&usage, operands, arguments)))
        return EXIT_USAGE;
    if (operands > 1)
        return options_refuse(&usage, "one PUZZLE, but there is also '%s'", arguments[1]);
    if ((status = check_wishes()))
        return status;
    if (wishes.package)
        return package_write(job.puzzle, wishes.package, job.seed, wishes.legacy, wishes.sources);
    status = prepare();
    return status ? status : make_all(&job);
}
