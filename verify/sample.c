/* Random runs: the job around the stream of generated cases (random.c). */
#include <inttypes.h>
#include <stdio.h>

#include "checkpoint.h"
#include "core/cli/file.h"
#include "enumerate.h"
#include "modes.h"

struct watcher {
    struct checkpoint checkpoint;
    const char *what;
};

static void tick(struct run *run, void *self)
{
    const struct watcher *watcher = self;
    uint64_t total = run->end == UINT64_MAX ? 0 : run->end - run->first;

    report_progress(watcher->what, run->board->done - run->first, total, seconds_now() - run->began, run->settings.seconds);
    checkpoint_tick(&watcher->checkpoint, run);
}

static void tell_origin(const struct run *run, uint64_t number, struct origin *origin)
{
    const struct sampling *sampling = run->stream.self;
    size_t class_index;

    sampling_place(sampling, number, &class_index, &origin->index);
    origin->mode = "random";
    origin->seed = sampling->seed;
    origin->class_name = sampling->puzzle->classes[class_index].name;
    snprintf(origin->text, sizeof origin->text, "seed %" PRIu64 ", class %s, index %" PRIu64 " (sizes %" PRIu64 " to %" PRIu64 ")",
             origin->seed, origin->class_name, origin->index, sampling->min_size, sampling->max_size);
    snprintf(origin->command, sizeof origin->command,
             "--seed %" PRIu64 " --class %s --index %" PRIu64 " --min-size %" PRIu64 " --max-size %" PRIu64 "%s", origin->seed,
             origin->class_name, origin->index, sampling->min_size, sampling->max_size, sampling->plain ? " --plain" : "");
}

/* After so many cases an invariant that applies to one in ten has been tried, but for one time in forty thousand. A slow build on a busy machine
 * ends before: what it leaves untried is luck, and skipped. */
enum { LAWS_AFTER = 100 };

static void note_untried_laws(const struct run *run, const struct desk *desk)
{
    const struct invariant *law = run->team->puzzle->invariants;
    uint64_t cases = run->board->counts.cases;
    struct text text = {0};

    for (size_t i = 0; law && law[i].name && i < INVARIANTS_MAX; i++) {
        if (run->board->counts.changed[i])
            continue;
        text_clear(&text);
        text_format(&text, "%s: invariant %s was never tried in %" PRIu64 " cases", run->team->puzzle->name, law[i].name, cases);
        if (!text.failed)
            report_check(desk->report, &(struct check){.verdict = cases < LAWS_AFTER ? VERDICT_SKIPPED : VERDICT_FAILED,
                                                       .puzzle = run->team->puzzle->name,
                                                       .mode = "random",
                                                       .statement = text.bytes});
    }
    text_free(&text);
}

static void describe(const struct run *run, const struct sampling *sampling, struct text *text)
{
    text_grouped(text, run->board->counts.cases);
    text_string(text, " random cases of ");
    if (sampling->only == SIZE_MAX)
        text_format(text, "%zu classes", sampling->classes);
    else
        text_format(text, "class %s", sampling->puzzle->classes[sampling->only].name);
    text_format(text, ", %s %" PRIu64 " to %" PRIu64 ", seed %" PRIu64, sampling->puzzle->size.name, sampling->min_size,
                sampling->max_size, sampling->seed);
}

/* Sizes depend on what this machine affords, and on nothing else than the first time it was asked. */
static int choose_sizes(struct run *run, struct sampling *sampling, double fit)
{
    int status = EXIT_WELL;

    if (run->board->fit)
        sampling->max_size = run->board->fit;
    else if (fit > 0)
        status = sampling_fit(sampling, run->team, &run->settings, fit);
    run->board->fit = sampling->max_size;
    return status;
}

int verify_random(const struct desk *desk, const struct team *team, const struct settings *settings,
                  const struct random_job *job)
{
    struct sampling sampling = job->sampling;
    struct watcher watcher = {.what = team->puzzle->name};
    struct run run = {.team = team, .settings = *settings, .tick = tick, .watcher = &watcher};
    struct text subject = {0}, identity = {0};
    int status;

    run.stream = sampling_stream(&sampling);
    run.first = job->alone ? job->index : 0;
    run.end = job->alone ? job->index + 1 : job->cases ? job->cases : UINT64_MAX;
    if (job->alone)
        run.settings.deep = run.settings.thorough = 1;
    text_format(&identity, "%s random, seed %" PRIu64, team->puzzle->name, sampling.seed);
    if (identity.failed)
        return verify_out_of_memory();
    watcher.checkpoint = (struct checkpoint){job->checkpoint, identity.bytes};
    status = checkpoint_read(&watcher.checkpoint, &run);
    if (status == EXIT_WELL)
        status = choose_sizes(&run, &sampling, job->fit);
    if (status == EXIT_WELL)
        status = run_start(&run);
    if (status == EXIT_WELL) {
        if (job->laws && !board_found(run.board))
            note_untried_laws(&run, desk);
        describe(&run, &sampling, &subject);
        status = conclude(desk, &run, "random", subject.bytes, 0, tell_origin,
                          json_pack("{sI sI sI}", "seed", (json_int_t)sampling.seed, "min_size",
                                    (json_int_t)sampling.min_size, "max_size", (json_int_t)sampling.max_size));
    }
    board_close(run.board);
    text_free(&subject);
    text_free(&identity);
    return status;
}
