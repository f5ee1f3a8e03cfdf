/* Exhaustive runs. All that a run has to know to go on is one number, how many cases are behind it. */
#include <inttypes.h>
#include <stdio.h>

#include "checkpoint.h"
#include "core/cli/file.h"
#include "enumerate.h"
#include "modes.h"

static const char program[] = "assay-verify";

struct watcher {
    struct checkpoint checkpoint;
    const char *what;
};

static void tick(struct run *run, void *self)
{
    const struct watcher *watcher = self;

    report_progress(watcher->what, run->board->done - run->first, run->end - run->first, seconds_now() - run->began,
                  run->settings.seconds);
    checkpoint_tick(&watcher->checkpoint, run);
}

static void tell_origin(const struct run *run, uint64_t number, struct origin *origin)
{
    struct enumeration *enumeration = run->stream.self;
    uint64_t size, rank;

    enumeration_place(enumeration, number, &size, &rank);
    origin->mode = "exhaustive";
    snprintf(origin->text, sizeof origin->text, "%s: size %" PRIu64 ", rank %" PRIu64, enumeration->space->name, size, rank);
    snprintf(origin->command, sizeof origin->command, "--exhaustive %" PRIu64 " --space %s", size, enumeration->space->name);
}

static json_t *describe(const struct enumeration *enumeration, const struct exhaustive *job, uint64_t first,
                        uint64_t done)
{
    return json_pack("{ss sI sI sI sI sI sI sI ss}", "space", enumeration->space->name, "size", (json_int_t)job->size,
                     "stride", (json_int_t)job->stride, "total", (json_int_t)enumeration->total, "first",
                     (json_int_t)first, "end", (json_int_t)done, "shard", (json_int_t)job->shard, "shards",
                     (json_int_t)job->shards, "unit", enumeration->space->unit);
}

int verify_exhaustive(const struct desk *desk, const struct team *team, const struct settings *settings,
                      const struct exhaustive *job)
{
    struct enumeration enumeration;
    struct watcher watcher = {.what = team->puzzle->name};
    struct run run = {.team = team, .settings = *settings, .whole = job->stride == 1, .tick = tick, .watcher = &watcher};
    struct text subject = {0}, identity = {0};
    uint64_t shard_first, done;
    int status;

    if (!enumeration_open(&enumeration, job->space, job->size, job->stride)) {
        fprintf(stderr, "%s: %s: %s: sizes are %" PRIu64 " to %" PRIu64 "\n", program, team->puzzle->name, job->space->name,
                job->space->first_size, job->space->last_size);
        return EXIT_USAGE;
    }
    shard_range(enumeration.total, job->shard, job->shards, &shard_first, &run.end);
    run.first = shard_first;
    run.stream = enumeration_stream(&enumeration);
    text_format(&identity, "%s %s %" PRIu64 " stride %" PRIu64 " shard %" PRIu64 "/%" PRIu64, team->puzzle->name,
                job->space->name, job->size, job->stride, job->shard, job->shards);
    if (identity.failed)
        return verify_out_of_memory();
    watcher.checkpoint = (struct checkpoint){job->checkpoint, identity.bytes};
    status = checkpoint_read(&watcher.checkpoint, &run);
    if (status == EXIT_WELL)
        status = run_start(&run);
    if (status == EXIT_WELL) {
        done = run.board->done;
        enumeration_describe(&enumeration, shard_first, done, &subject);
        status = conclude(desk, &run, "exhaustive", subject.bytes, job->least, tell_origin,
                          describe(&enumeration, job, shard_first, done));
    }
    board_close(run.board);
    text_free(&subject);
    text_free(&identity);
    return status;
}
