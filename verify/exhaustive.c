/* Exhaustive runs. All that a run has to know to go on is one number, how many cases are behind it: it is the first line of the
 * checkpoint, written at least once a second by rename, so a run killed at any moment repeats a second of work at most. The other
 * lines say what run it is of, and who had answered how many cases, for the statement at the end. Once a fault has been found the
 * checkpoint stays where it is: going on from it finds the fault again. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/cli/file.h"
#include "enumerate.h"
#include "modes.h"

static const char program[] = "assay-verify";

struct watcher {
    const struct exhaustive *job;
    struct text identity;
    double began;
    const char *what;
};

static void put_counts(const struct team *team, const struct counts *counts, struct text *text)
{
    text_format(text, "cases %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", counts->cases,
                counts->compared, counts->by_oracle, counts->beyond, counts->alone, counts->deep);
    for (size_t i = 0; i < team->count; i++) {
        const struct tally *tally = &counts->tallies[i];

        text_format(text, "%s", team->members[i].name);
        for (int outcome = 0; outcome < OUTCOME_COUNT; outcome++)
            text_format(text, " %" PRIu64, tally->outcomes[outcome]);
        text_format(text, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", tally->spared, tally->again, tally->fresh,
                    tally->lost);
    }
}

static void write_checkpoint(struct run *run, const struct watcher *watcher, uint64_t done, const struct counts *counts)
{
    struct text text = {0};

    text_format(&text, "%" PRIu64 "\n%s\n", done, watcher->identity.bytes);
    put_counts(run->team, counts, &text);
    if (!text.failed)
        file_write(program, watcher->job->checkpoint, text.bytes, text.length);
    text_free(&text);
}

static void tick(struct run *run, void *self)
{
    struct watcher *watcher = self;
    struct board *board = run->board;
    double now = seconds_now();

    progress_show(watcher->what, board->done - run->first, run->end - run->first, now - watcher->began, run->settings.seconds);
    if (!watcher->job->checkpoint || board->finding_count)
        return;
    if (board->finished || board->done == run->end) {
        write_checkpoint(run, watcher, board->done, &board->counts);
    } else if (!__atomic_load_n(&board->snapshot_wanted, __ATOMIC_ACQUIRE)) {
        if (board->snapshot_done > run->first)
            write_checkpoint(run, watcher, board->snapshot_done, &board->snapshot);
        __atomic_store_n(&board->snapshot_wanted, true, __ATOMIC_RELEASE);
    }
}

/* A line of numbers after its name. */
static bool take_numbers(const char **at, const char *name, uint64_t *const values[], int count)
{
    size_t length = strlen(name);
    int taken;

    if (strncmp(*at, name, length) != 0 || (*at)[length] != ' ')
        return false;
    *at += length;
    for (int i = 0; i < count; i++) {
        if (sscanf(*at, " %" SCNu64 "%n", values[i], &taken) != 1)
            return false;
        *at += taken;
    }
    *at += **at == '\n';
    return true;
}

static bool take_counts(const char *at, const struct team *team, struct counts *counts)
{
    uint64_t *const heads[] = {&counts->cases,  &counts->compared, &counts->by_oracle,
                               &counts->beyond, &counts->alone,    &counts->deep};

    if (!take_numbers(&at, "cases", heads, 6))
        return false;
    for (size_t i = 0; i < team->count; i++) {
        struct tally *tally = &counts->tallies[i];
        uint64_t *const values[] = {&tally->outcomes[0], &tally->outcomes[1], &tally->outcomes[2], &tally->outcomes[3],
                                    &tally->outcomes[4], &tally->spared,      &tally->again,       &tally->fresh,
                                    &tally->lost};

        if (!take_numbers(&at, team->members[i].name, values, OUTCOME_COUNT + 4))
            return false;
    }
    return *at == '\0';
}

/* Sets run->first and the counts from the checkpoint; there need not be one yet. */
static int read_checkpoint(struct run *run, const struct watcher *watcher)
{
    struct stat about;
    struct file file;
    struct text text = {0};
    const char *at;
    int taken = 0, status;

    if (stat(watcher->job->checkpoint, &about) != 0)
        return EXIT_WELL;
    status = file_read(program, watcher->job->checkpoint, &file);
    if (status != EXIT_WELL)
        return status;
    text_put(&text, file.bytes, file.size);
    file_free(&file);
    at = text.length ? text.bytes : "";
    if (sscanf(at, "%" SCNu64 "%n", &run->first, &taken) != 1 || at[taken] != '\n' || run->first > run->end) {
        fprintf(stderr, "%s:1:1: error: not a checkpoint: expected the number of cases done\n", watcher->job->checkpoint);
        status = EXIT_USAGE;
    } else if (strncmp(at + taken + 1, watcher->identity.bytes, watcher->identity.length) != 0 ||
               at[(size_t)taken + 1 + watcher->identity.length] != '\n') {
        fprintf(stderr, "%s:2:1: error: of another run: expected '%s'\n", watcher->job->checkpoint,
                watcher->identity.bytes);
        status = EXIT_USAGE;
    } else if (!take_counts(at + taken + watcher->identity.length + 2, run->team, &run->board->counts)) {
        fprintf(stderr, "%s:3:1: error: expected the counts of these participants\n", watcher->job->checkpoint);
        status = EXIT_USAGE;
    }
    text_free(&text);
    return status;
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
    struct watcher watcher = {.job = job, .began = seconds_now(), .what = team->puzzle->name};
    struct run run = {.team = team, .settings = *settings, .tick = tick, .watcher = &watcher};
    struct text subject = {0};
    uint64_t shard_first, done;
    int status = EXIT_WELL;

    if (!enumeration_open(&enumeration, job->space, job->size, job->stride)) {
        fprintf(stderr, "%s: %s: %s: sizes are %" PRIu64 " to %" PRIu64 "\n", program, team->puzzle->name, job->space->name,
                job->space->first_size, job->space->last_size);
        return EXIT_USAGE;
    }
    shard_range(enumeration.total, job->shard, job->shards, &shard_first, &run.end);
    run.first = shard_first;
    run.stream = enumeration_stream(&enumeration);
    run.board = board_open(0);
    text_format(&watcher.identity, "%s %s %" PRIu64 " stride %" PRIu64 " shard %" PRIu64 "/%" PRIu64, team->puzzle->name,
                job->space->name, job->size, job->stride, job->shard, job->shards);
    if (!run.board || watcher.identity.failed)
        return verify_out_of_memory();
    if (job->checkpoint)
        status = read_checkpoint(&run, &watcher);
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
    text_free(&watcher.identity);
    return status;
}
