/* The suite: what `make test` asks of every registered puzzle. Sizes are chosen here and by no table of puzzles: in each space the
 * smallest size at which it holds its part of the instances wanted, or the largest that is not far too many; what is still
 * missing is drawn evenly from the next size. How many instances are compared does not depend on the clock; on which of them the slow
 * participants are asked does, and the run says on how many. */
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>

#include "core/cli/file.h"
#include "enumerate.h"
#include "modes.h"

static const double INSTANCES = 1e6, AT_LEAST = 1e5;        /* of a puzzle, in all its spaces */
static const double SECONDS = 7;                            /* for them: who would take longer gets a share */
static const double RANDOM_CASES = 300000, RANDOM_SECONDS = 3;
static const double FIT_SECONDS = 1e-3;

/* So that a search that is asked for once in a while takes a millisecond or so, not seconds. */
enum { RANDOM_STEPS = 1 << 16 };

enum { TOO_MANY = 5, SPACES_MAX = 16 };

/* Time grows with the scale's root: a hundred times the cases are for those that afford them, the slow ones answer ten times as many. It
 * shrinks with it more slowly too, for small scales are for slow builds. */
static double time_for(double scale)
{
    return scale > 1 ? sqrt(scale) : scale > 0.3 ? scale : 0.3;
}

static uint64_t total_up_to(const struct space *space, uint64_t size)
{
    struct enumeration enumeration;

    return enumeration_open(&enumeration, space, size, 1) ? enumeration.total : UINT64_MAX;
}

/* The smallest size that gives `wanted`, or the last before TOO_MANY times that; first_size - 1 where even the first is. */
static uint64_t choose_size(const struct space *space, double wanted)
{
    uint64_t size = space->first_size;

    while (size < space->last_size && (double)total_up_to(space, size) < wanted)
        size++;
    if ((double)total_up_to(space, size) > wanted * TOO_MANY)
        size--;
    while (size > space->first_size && space->count(size) == 0)
        size--;
    return size;
}

/* The next size that there are instances of; last_size + 1 where none is. */
static uint64_t next_size(const struct space *space, uint64_t size)
{
    do
        size++;
    while (size <= space->last_size && space->count(size) == 0);
    return size;
}

static void too_few(const struct desk *desk, const char *puzzle, uint64_t compared)
{
    struct text text = {0};

    text_format(&text, "%s: only %llu instances were compared exhaustively", puzzle, (unsigned long long)compared);
    report_check(desk->report, &(struct check){VERDICT_FAILED, puzzle, "exhaustive", text.failed ? puzzle : text.bytes, "", 0, 0});
    text_free(&text);
}

/* What is planned for one puzzle. */
struct plan {
    const struct desk *desk;
    const struct team *team;
    const struct settings *settings;
    const char *checkpoints; /* a folder, or NULL */
    double scale, longer, wanted;
    uint64_t before; /* compared by other puzzles */
    uint64_t sizes[SPACES_MAX];
    size_t spaces, bounded; /* spaces, and those that have more sizes than planned */
};

static double missing(const struct plan *plan)
{
    return plan->wanted - (double)(plan->desk->report->compared - plan->before);
}

static int exhaust_space(const struct plan *plan, size_t i, uint64_t size, uint64_t stride)
{
    struct exhaustive job = {.space = &plan->team->puzzle->spaces[i], .size = size, .stride = stride, .shard = 1, .shards = 1};
    struct settings own = *plan->settings;
    struct text path = {0};
    int status = EXIT_WELL;

    if (size < job.space->first_size || size > job.space->last_size || !stride || total_up_to(job.space, size) == 0)
        return EXIT_WELL;
    own.budget = SECONDS * plan->longer * 1e9 / (double)plan->spaces * (double)stride / (double)total_up_to(job.space, size);
    own.seconds = 0;
    if (plan->checkpoints) {
        text_format(&path, "%s/%s-%s-%llu-%llu", plan->checkpoints, plan->team->puzzle->name, job.space->name,
                    (unsigned long long)size, (unsigned long long)stride);
        if (path.failed)
            return verify_out_of_memory();
        job.checkpoint = path.bytes;
    }
    status = verify_exhaustive(plan->desk, plan->team, &own, &job);
    text_free(&path);
    return status;
}

/* Whole sizes of all spaces; then, where that is not enough, evenly spaced instances of the sizes that follow. */
static int exhaust(struct plan *plan)
{
    const struct space *spaces = plan->team->puzzle->spaces;
    double lacking;
    int status = EXIT_WELL;

    while (plan->spaces < SPACES_MAX && spaces && spaces[plan->spaces].name)
        plan->spaces++;
    for (size_t i = 0; i < plan->spaces; i++) {
        plan->sizes[i] = choose_size(&spaces[i], plan->wanted / (double)plan->spaces);
        plan->bounded += plan->sizes[i] < spaces[i].last_size;
    }
    for (size_t i = 0; i < plan->spaces && status == EXIT_WELL; i++)
        status = exhaust_space(plan, i, plan->sizes[i], 1);
    lacking = missing(plan) / (double)(plan->bounded + !plan->bounded);
    for (size_t i = 0; i < plan->spaces && status == EXIT_WELL && lacking > plan->wanted / 100; i++) {
        uint64_t next = next_size(&spaces[i], plan->sizes[i]);

        status = exhaust_space(plan, i, next, (uint64_t)((double)total_up_to(&spaces[i], next) / lacking));
    }
    if (status == EXIT_WELL && plan->wanted - missing(plan) < AT_LEAST * plan->scale)
        too_few(plan->desk, plan->team->puzzle->name, (uint64_t)(plan->wanted - missing(plan)));
    return status;
}

static int sample(const struct plan *plan, uint64_t seed)
{
    struct random_job job = {.cases = (uint64_t)(RANDOM_CASES * plan->scale) + 100, .fit = FIT_SECONDS, .laws = true};
    const struct puzzle *puzzle = plan->team->puzzle;
    struct settings own = *plan->settings;
    struct text path = {0};
    int status;

    if (!sampling_open(&job.sampling, puzzle, seed))
        return EXIT_UNABLE;
    own.seconds = RANDOM_SECONDS * plan->longer;
    own.steps = RANDOM_STEPS;
    own.budget = RANDOM_SECONDS * 1e9 / RANDOM_CASES;
    if (plan->checkpoints) {
        text_format(&path, "%s/%s-random-%llu", plan->checkpoints, puzzle->name, (unsigned long long)job.cases);
        job.checkpoint = path.bytes;
    }
    status = path.failed ? verify_out_of_memory() : verify_random(plan->desk, plan->team, &own, &job);
    text_free(&path);
    return status;
}

/* Samples, corpus, and the data beside the work tree where it is there. */
static int files(const struct desk *desk, const struct team *team, const struct settings *settings, const char *root)
{
    static const struct {
        const char *before, *after;
    } folders[] = {{"core/", "/samples"}, {"verify/corpus/", ""}, {"../shared/data/", ""}};
    const char *puzzle = team->puzzle->name;
    int status = EXIT_WELL;

    for (size_t i = 0; i < sizeof folders / sizeof *folders && status == EXIT_WELL; i++) {
        struct check check = {.verdict = VERDICT_SKIPPED, .puzzle = puzzle, .mode = "files"};
        struct text path = {0}, statement = {0};
        struct settings own = *settings;
        struct stat about;

        text_format(&path, "%s/%s%s%s", root, folders[i].before, puzzle, folders[i].after);
        text_format(&statement, "%s: %s: not there", puzzle, path.bytes);
        if (path.failed || statement.failed)
            return verify_out_of_memory();
        own.deep = 1;
        check.statement = statement.bytes;
        if (stat(path.bytes, &about) == 0) {
            status = verify_files(desk, team, &own, 1, &path.bytes, path.bytes);
            text_clear(&statement);
            text_format(&statement, "%s: %s: a file cannot be read", puzzle, path.bytes);
            check = (struct check){VERDICT_FAILED, puzzle, "files", statement.bytes, "", 0, 0};
        }
        if (check.verdict == VERDICT_SKIPPED || status == EXIT_USAGE) {
            report_check(desk->report, &check);
            status = EXIT_WELL;
        }
        text_free(&path);
        text_free(&statement);
    }
    return status;
}

int verify_suite(const struct desk *desk, const struct settings *settings, const char *root, uint64_t seed, double scale,
                 const char *checkpoints, const struct puzzle *only)
{
    int status = EXIT_WELL;

    for (size_t i = 0; puzzles[i] && status == EXIT_WELL; i++) {
        struct team team;
        struct plan plan;

        if (only && puzzles[i] != only)
            continue;
        if (!team_make(&team, puzzles[i], oracle_find(puzzles[i])))
            return EXIT_UNABLE;
        plan = (struct plan){.desk = desk,
                             .team = &team,
                             .settings = settings,
                             .scale = scale,
                             .wanted = INSTANCES * scale,
                             .checkpoints = checkpoints,
                             .longer = time_for(scale)};
        status = files(desk, &team, settings, root);
        plan.before = desk->report->compared;
        if (status == EXIT_WELL)
            status = exhaust(&plan);
        if (status == EXIT_WELL)
            status = sample(&plan, seed);
    }
    return status;
}
