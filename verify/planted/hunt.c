/* One planted bug among the right variants and the oracle, under the conditions of `make test`: how long
 * until the engine sees it, whom does it blame, and how small does the counterexample become? */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/cli/file.h"
#include "planted.h"
#include "verify/enumerate.h"

/* As verify/suite.c has them. */
static const double FIT_SECONDS = 1e-3, BUDGET = 1e4, RANDOM_SECONDS = 4, SPACE_SECONDS = 2;
enum { STEPS = 1 << 16, DEEP = 8, INSTANCES = 1000000 };

/* A busy machine makes a size seem dear: the largest of so many fits is taken. */
enum { FITS = 5 };

/* With nobody wrong: so many cases that everybody answers, a search over all boards too; and the share of
 * random ones. */
enum { THOROUGH = 10000, THOROUGH_STEPS = 1 << 19, THOROUGH_DEEP = 64, RANDOM_SHARE = 100 };

/* A stream that ends with the first finding. */
struct first_finding {
    struct stream inner;
};

static enum made make(void *self, struct engine *engine, uint64_t number, struct cases *cases)
{
    const struct stream *inner = &((struct first_finding *)self)->inner;

    return engine->board->finding_count ? MADE_END : inner->make(inner->self, engine, number, cases);
}

static void after(void *self, struct engine *engine, uint64_t number)
{
    const struct stream *inner = &((struct first_finding *)self)->inner;

    if (inner->after)
        inner->after(inner->self, engine, number);
}

static size_t class_of(void *self, uint64_t number)
{
    const struct stream *inner = &((struct first_finding *)self)->inner;

    return inner->class_of ? inner->class_of(inner->self, number) : SIZE_MAX;
}

static struct stream until_found(struct first_finding *self)
{
    return (struct stream){
        .self = self, .make = make, .after = after, .class_of = class_of, .classes = self->inner.classes};
}

int ground_open(struct ground *ground, const struct puzzle *puzzle, double hang, double patience)
{
    struct sampling fitted;
    int status = EXIT_WELL;

    *ground = (struct ground){.settings = {.deep = DEEP, .steps = STEPS, .limit = hang, .budget = BUDGET},
                              .patience = patience};
    if (!team_make(&ground->team, puzzle, oracle_find(puzzle)) ||
        !sampling_open(&fitted, puzzle, DEFAULT_SEED))
        return EXIT_UNABLE;
    for (int i = 0; i < FITS && status == EXIT_WELL; i++) {
        struct sampling sampling = fitted;

        status = sampling_fit(&sampling, &ground->team, &ground->settings, FIT_SECONDS);
        if (i == 0 || sampling.max_size > ground->sampling.max_size)
            ground->sampling = sampling;
    }
    return status;
}

static bool is_about(const struct finding *finding, size_t who)
{
    return finding->signature.wrong >> who & 1 ||
           (!finding->signature.wrong && finding->signature.group[who]);
}

/* The first finding about the bug, the last of the team. */
static const struct finding *read_findings(const struct board *board, const struct team *team,
                                           struct hunt *hunt)
{
    const struct finding *found = NULL;

    for (size_t i = 0; i < board->finding_count; i++) {
        const struct finding *finding = &board->findings[i];

        if (!is_about(finding, team->count - 1) || finding->signature.wrong & (finding->signature.wrong - 1))
            hunt->accused = true;
        else if (!found)
            found = finding;
    }
    return found;
}

static int shrink(const struct run *run, const struct finding *finding, double seconds, struct hunt *hunt)
{
    static struct engine maker;
    struct board *board = board_open(run->stream.classes);
    struct counterexample example;
    int status = EXIT_UNABLE;

    if (!board)
        return status;
    engine_open(&maker, run->team, &run->settings, board);
    status = shrink_finding(run, finding, &maker, seconds, &example);
    hunt->label = example.label;
    if (status == EXIT_WELL && example.cases.count) {
        hunt->others = example.cases.count - 1;
        hunt->size = run->team->puzzle->measure(example.cases.instances[hunt->others]);
    }
    engine_close(&maker);
    board_close(board);
    return status;
}

/* Runs a stream up to its first finding. */
static int hunt_in(const struct team *team, const struct settings *settings, struct stream stream,
                   uint64_t end, double shrink_seconds, struct hunt *hunt)
{
    struct first_finding self = {stream};
    struct run run = {.team = team, .settings = *settings, .stream = until_found(&self), .end = end};
    const struct finding *finding;
    int status;

    status = run_start(&run);
    if (status != EXIT_WELL)
        return status;
    finding = read_findings(run.board, team, hunt);
    hunt->seconds += run.seconds;
    hunt->cases += finding ? finding->number + 1 : run.board->done;
    hunt->label = LABEL_FOUND;
    if (finding) {
        hunt->found = true;
        hunt->finding = *finding;
        run.stream = stream;
        if (shrink_seconds > 0)
            status = shrink(&run, finding, shrink_seconds, hunt);
    }
    board_close(run.board);
    return status;
}

/* The largest size up to which a space has no more than so many instances. */
static bool open_space(const struct space *space, uint64_t most, struct enumeration *enumeration)
{
    bool open = false;
    struct enumeration larger;

    for (uint64_t size = space->first_size; size <= space->last_size; size++) {
        if (!enumeration_open(&larger, space, size, 1) || (open && larger.total > most))
            break;
        *enumeration = larger;
        open = true;
    }
    return open;
}

static bool set_up(const struct ground *ground, const struct planted *bug, struct team *team)
{
    *team = ground->team;
    return team_add(team, (struct participant){.name = bug->variant->name, .variant = bug->variant});
}

int hunt_down(const struct ground *ground, const struct planted *bug, double shrink_seconds,
              struct hunt *hunt)
{
    const struct puzzle *puzzle = ground->team.puzzle;
    struct sampling sampling = ground->sampling;
    struct settings settings = ground->settings;
    struct team team;
    int status;

    *hunt = (struct hunt){.bug = bug, .largest = ground->sampling.max_size};
    if (!set_up(ground, bug, &team))
        return EXIT_UNABLE;
    settings.seconds = RANDOM_SECONDS * ground->patience;
    settings.always = (uint64_t)1 << (team.count - 1);
    status = hunt_in(&team, &settings, sampling_stream(&sampling), UINT64_MAX, shrink_seconds, hunt);
    settings.seconds = SPACE_SECONDS * ground->patience;
    if (hunt->found)
        snprintf(
            hunt->place, sizeof hunt->place, "class %s",
            puzzle
                ->classes[class_of(&(struct first_finding){sampling_stream(&sampling)}, hunt->finding.number)]
                .name);
    for (const struct space *space = puzzle->spaces;
         space && space->name && status == EXIT_WELL && !hunt->found; space++) {
        struct enumeration enumeration;

        if (!open_space(space, INSTANCES, &enumeration))
            continue;
        status = hunt_in(&team, &settings, enumeration_stream(&enumeration), enumeration.total,
                         shrink_seconds, hunt);
        if (hunt->found)
            snprintf(hunt->place, sizeof hunt->place, "space %s", space->name);
    }
    return status;
}

int hunt_uniformly(const struct ground *ground, uint64_t cases, double seconds, struct hunt *hunt)
{
    struct hunt uniform = {.bug = hunt->bug};
    struct sampling sampling = ground->sampling;
    struct settings settings = ground->settings;
    struct team team;
    int status;

    settings.deep = 0;
    settings.seconds = seconds;
    sampling.only = 0;
    sampling.plain = true;
    sampling.malformed = 0;
    if (!set_up(ground, hunt->bug, &team))
        return EXIT_UNABLE;
    settings.always = (uint64_t)1 << (team.count - 1);
    status = hunt_in(&team, &settings, sampling_stream(&sampling), cases, 0, &uniform);
    hunt->uniform = uniform.cases;
    hunt->uniform_found = uniform.found;
    hunt->accused |= uniform.accused;
    return status;
}

/* Adds the cases that were compared, and tells of everything found. */
static int watch(const struct ground *ground, const struct settings *settings, struct stream stream,
                 uint64_t end, uint64_t *compared, bool *accused)
{
    struct run run = {.team = &ground->team, .settings = *settings, .stream = stream, .end = end};
    int status = run_start(&run);

    if (status != EXIT_WELL)
        return status;
    *compared += run.board->counts.compared;
    *accused |= run.board->finding_count > 0;
    for (size_t i = 0; i < run.board->finding_count; i++)
        fprintf(stderr, "%s: case %" PRIu64 ": %s: %s\n", run.team->puzzle->name,
                run.board->findings[i].number, kind_names[run.board->findings[i].signature.kind],
                run.board->findings[i].detail);
    board_close(run.board);
    return status;
}

int watch_the_right(const struct ground *ground, uint64_t cases, uint64_t *compared, bool *accused)
{
    const struct space *spaces = ground->team.puzzle->spaces;
    struct sampling sampling = ground->sampling;
    struct settings settings = ground->settings, thorough = settings;
    int status;

    settings.limit = thorough.limit = 60;
    thorough.budget = 0;
    thorough.steps = THOROUGH_STEPS;
    thorough.deep = THOROUGH_DEEP;
    status = watch(ground, &thorough, sampling_stream(&sampling), THOROUGH, compared, accused);
    if (status == EXIT_WELL)
        status =
            watch(ground, &settings, sampling_stream(&sampling), cases / RANDOM_SHARE, compared, accused);
    for (size_t i = 0; spaces && spaces[i].name && status == EXIT_WELL; i++) {
        struct enumeration enumeration;

        if (open_space(&spaces[i], cases, &enumeration))
            status = watch(ground, &settings, enumeration_stream(&enumeration), enumeration.total, compared,
                           accused);
    }
    return status;
}
