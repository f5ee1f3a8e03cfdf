/* The stream of random cases, in batches. The cases of a batch are made ahead and those that are promised go into one file; a
 * program that prints all its tokens rightly has answered each of them, and what it would print for one is known without another
 * run. Else the engine asks it case by case, finds the one that fails, and makes that small. A program that is wrong on the file
 * and right on each of its cases leaks from case to case, or cannot hold so many: the file itself is then the counterexample, and
 * is reduced here. Only too long a run of a whole file proves nothing, as the contest may have had fewer cases: the batch is halved. */
#include "batch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/cli/file.h"
#include "core/cli/promise.h"
#include "enumerate.h"
#include "tokens.h"

enum { STEPS_BIT = 24, REDUCE_RUNS = 100, TRIES = 64 };

struct batch {
    struct guests *guests;
    const struct team *team;
    struct sampling sampling;
    struct stream source;
    uint64_t masks[GUESTS_MAX]; /* each guest's bit in the team */
    const char *failures;
    double began;
    uint64_t wanted; /* cases that are asked about; 0: no end */
    struct board *board; /* of the run: its worker is who asks for files */
    /* In the worker. */
    struct engine *maker; /* makes the cases of the batch, and keeps them as long as it */
    struct exact exact;
    uint64_t size, first, count;         /* numbers of the batch in hand */
    const void *instances[BATCH_MAX];    /* NULL where there is none, or it is not promised */
    struct text answers[BATCH_MAX];      /* as for a file of this case alone */
    uint64_t passed, suspects;           /* one bit a guest: right on the file; wrong, and not yet on a case */
    struct text input, expected, output;
};

/* Participants that have a fault already. */
static uint64_t condemned(const struct board *board)
{
    uint64_t mask = 0;

    for (size_t i = 0; i < board->finding_count; i++) {
        const struct signature *signature = &board->findings[i].signature;

        mask |= signature->wrong;
        for (int who = 0; who < PARTICIPANTS_MAX; who++)
            mask |= (uint64_t)(signature->group[who] != 0) << who;
    }
    return mask;
}

static bool is_asked(struct batch *batch, const void *instance, struct result *result)
{
    bool promised = promise_holds(&batch->exact, instance, result);

    if (result->outcome != OUTCOME_SOLVED && result->outcome != OUTCOME_CONTRADICTION)
        return false;
    return promised || batch->guests->beyond;
}

/* ---- a file of cases ---- */

/* The file of these cases and what is to be printed for it. */
static void write_file(struct batch *batch, const struct cases *cases)
{
    const struct puzzle *puzzle = batch->guests->puzzle;

    text_clear(&batch->input);
    text_clear(&batch->expected);
    puzzle->format(cases, &batch->input);
    for (size_t i = 0; i < cases->count; i++) {
        struct result result = exact_solve(&batch->exact, cases->instances[i]);

        puzzle->print(cases->instances[i], &result, i + 1, DETAIL_ANSWER, &batch->expected);
    }
}

/* The board of the run, not the maker's. */
static void give_up(struct batch *batch)
{
    batch->board->unable = true;
    _exit(EXIT_UNABLE);
}

static bool passes(struct batch *batch, struct guest *guest, const struct cases *cases, struct program_run *run)
{
    write_file(batch, cases);
    batch->board->beat++; /* a program has its own time limit */
    *run = guest_run(guest, &batch->input, cases->count, &batch->output);
    batch->board->beat++;
    if (run->ending == ENDING_UNABLE)
        give_up(batch);
    return run->ending == ENDING_ANSWER && same_tokens(batch->output.bytes, batch->output.length, batch->expected.bytes,
                                                       batch->expected.length);
}

static struct cases promised_cases(struct batch *batch, const void **list)
{
    struct cases cases = {0, list};

    for (uint64_t i = 0; i < batch->count; i++)
        if (batch->instances[i])
            list[cases.count++] = batch->instances[i];
    return cases;
}

static void try_file(struct batch *batch, uint64_t dead)
{
    const void *list[BATCH_MAX];
    struct cases cases = promised_cases(batch, list);

    batch->passed = batch->suspects = 0;
    if (cases.count < 2)
        return;
    for (size_t i = 0; i < batch->guests->count; i++) {
        struct program_run run;

        if (dead & batch->masks[i])
            continue;
        if (passes(batch, &batch->guests->guest[i], &cases, &run))
            batch->passed |= (uint64_t)1 << i;
        else if (run.ending == ENDING_TIME)
            batch->size = batch->size > 1 ? batch->size / 2 : 1;
        else
            batch->suspects |= (uint64_t)1 << i;
    }
}

/* ---- making ---- */

static size_t class_of(void *self, uint64_t number)
{
    struct batch *batch = self;

    return batch->source.class_of(&batch->sampling, number);
}

static bool make_batch(struct batch *batch, uint64_t number, uint64_t dead)
{
    const struct puzzle *puzzle = batch->guests->puzzle;

    batch->first = number;
    batch->count = batch->size;
    arena_reset(&batch->maker->instances);
    for (uint64_t i = 0; i < batch->count; i++) {
        struct cases cases;
        struct result result;
        enum made made = batch->source.make(&batch->sampling, batch->maker, number + i, &cases);

        if (made == MADE_NO_MEMORY)
            return false;
        batch->instances[i] = NULL;
        if (made != MADE || !is_asked(batch, cases.instances[0], &result))
            continue;
        batch->instances[i] = cases.instances[0];
        text_clear(&batch->answers[i]);
        puzzle->print(batch->instances[i], &result, 1, DETAIL_ANSWER, &batch->answers[i]);
    }
    try_file(batch, dead);
    return true;
}

/* What makes the batch: its own engine, with a board where nobody looks. */
static bool open_maker(struct batch *batch, const struct settings *settings)
{
    static struct engine maker;
    struct board *board = board_open(batch->sampling.classes);

    if (!board)
        return false;
    engine_open(&maker, batch->team, settings, board);
    batch->maker = &maker;
    return true;
}

static enum made make(void *self, struct engine *engine, uint64_t number, struct cases *cases)
{
    struct batch *batch = self;
    struct guests *guests = batch->guests;
    enum made made;

    if (engine->board != batch->board) /* one case again, when the run is over */
        return batch->source.make(&batch->sampling, engine, number, cases);
    if (!batch->maker && !open_maker(batch, engine->settings))
        return MADE_NO_MEMORY;
    if (number < batch->first || number >= batch->first + batch->count)
        if (!make_batch(batch, number, condemned(engine->board)))
            return MADE_NO_MEMORY;
    if (!batch->instances[number - batch->first]) {
        engine->board->counts.classes[class_of(batch, number)].discarded++;
        return MADE_NOTHING;
    }
    made = batch->source.make(&batch->sampling, engine, number, cases);
    engine->banned |= condemned(engine->board);
    guests->known = made == MADE ? cases->instances[0] : NULL;
    guests->known_answer = &batch->answers[number - batch->first];
    guests->passed = batch->passed;
    return made;
}

/* ---- wrong on the file, right on its cases ---- */

/* Halves, then single cases, as long as the rest still fails. */
static void reduce(struct batch *batch, struct guest *guest, struct cases *cases)
{
    int runs = 0;

    for (size_t piece = cases->count / 2; piece > 0; piece /= 2) {
        for (size_t from = 0; from + piece <= cases->count && cases->count - piece >= 2 && runs < REDUCE_RUNS;) {
            const void *rest[BATCH_MAX];
            struct cases fewer = {cases->count - piece, rest};
            struct program_run run;

            memcpy(rest, cases->instances, from * sizeof *rest);
            memcpy(rest + from, cases->instances + from + piece, (fewer.count - from) * sizeof *rest);
            runs++;
            if (passes(batch, guest, &fewer, &run) || run.ending == ENDING_TIME) {
                from += piece;
                continue;
            }
            cases->count = fewer.count;
            memcpy(cases->instances, rest, fewer.count * sizeof *rest);
        }
    }
}

static void tell_batch_fault(struct batch *batch, struct engine *engine, size_t which)
{
    const void *list[BATCH_MAX];
    struct cases cases = promised_cases(batch, list);
    struct guest *guest = &batch->guests->guest[which];
    struct text path = {0};
    struct program_run run;
    int status;

    reduce(batch, guest, &cases);
    if (passes(batch, guest, &cases, &run))
        return; /* not a second time: nothing to show */
    text_format(&path, "%s/%s-%s-%s/file.in", batch->failures, batch->guests->puzzle->name, kind_names[KIND_BATCH], guest->name);
    status = path.failed ? EXIT_UNABLE : file_write("assay-verify", path.bytes, batch->input.bytes, batch->input.length);
    if (status == EXIT_WELL) {
        memcpy(path.bytes + path.length - 2, "an", 2);
        text_char(&path, 's');
        status = path.failed ? EXIT_UNABLE
                             : file_write("assay-verify", path.bytes, batch->expected.bytes, batch->expected.length);
    }
    if (status != EXIT_WELL)
        give_up(batch);
    engine_note(engine, KIND_BATCH, 0, batch->masks[which], "%s on a file of %zu cases (file.in), right on each alone%s%s",
                run.ending == ENDING_ANSWER ? "WA" : ending_name(run.ending), cases.count, *run.detail ? ": " : "", run.detail);
    text_free(&path);
}

/* At the end of a batch; and the run ends when nobody is left to ask, or with the case that was to be the last (which the engine has
 * counted already). */
static void after(void *self, struct engine *engine, uint64_t number)
{
    struct batch *batch = self;
    uint64_t dead = condemned(engine->board), all = 0;
    bool last = true;

    for (uint64_t i = number - batch->first + 1; i < batch->count && engine->board->counts.cases != batch->wanted; i++)
        last &= !batch->instances[i];
    for (size_t i = 0; i < batch->guests->count; i++) {
        if (last && batch->suspects >> i & 1 && !(dead & batch->masks[i]))
            tell_batch_fault(batch, engine, i);
        all |= batch->masks[i];
    }
    dead = condemned(engine->board);
    if ((dead & all) == all || engine->board->counts.cases == batch->wanted)
        engine->board->stop = true;
}

/* ---- the job ---- */

static void tell_origin(const struct run *run, uint64_t number, struct origin *origin)
{
    const struct batch *batch = run->stream.self;
    const struct sampling *sampling = &batch->sampling;
    size_t class_index;

    sampling_place(sampling, number, &class_index, &origin->index);
    origin->mode = "programs";
    origin->seed = sampling->seed;
    origin->class_name = sampling->puzzle->classes[class_index].name;
    snprintf(origin->text, sizeof origin->text, "seed %" PRIu64 ", class %s, index %" PRIu64 " (sizes %" PRIu64 " to %" PRIu64 ")",
             origin->seed, origin->class_name, origin->index, sampling->min_size, sampling->max_size);
    snprintf(origin->command, sizeof origin->command,
             "--seed %" PRIu64 " --class %s --index %" PRIu64 " --min-size %" PRIu64 " --max-size %" PRIu64 "%s", origin->seed,
             origin->class_name, origin->index, sampling->min_size, sampling->max_size, sampling->plain ? " --plain" : "");
}

static void tick(struct run *run, void *self)
{
    const struct batch *batch = self;

    report_progress(batch->guests->puzzle->name, run->board->counts.cases, batch->wanted, seconds_now() - batch->began,
                  run->settings.seconds);
}

static int run_batch(const struct desk *desk, struct run *run, struct batch *batch)
{
    struct text subject = {0};
    int status = run_start(run);

    if (status == EXIT_WELL) {
        text_grouped(&subject, run->board->counts.cases);
        text_format(&subject, " random cases%s, %s %" PRIu64 " to %" PRIu64 ", seed %" PRIu64,
                    batch->guests->beyond ? "" : " as promised", batch->sampling.puzzle->size.name, batch->sampling.min_size,
                    batch->sampling.max_size, batch->sampling.seed);
        status = subject.failed ? verify_out_of_memory()
                                : conclude(desk, run, "programs", subject.bytes, 0, tell_origin,
                                           json_pack("{sI sb}", "seed", (json_int_t)batch->sampling.seed, "beyond",
                                                     (int)batch->guests->beyond));
    }
    text_free(&subject);
    return status;
}

/* What is promised, or else what the variants afford: not what a program does, which is to be found out. */
static int choose_sizes(struct batch *batch, const struct settings *settings, double fit)
{
    struct sampling *sampling = &batch->sampling;
    struct settings own = *settings;

    own.left_out |= team_mask(batch->team, ROLE_PROGRAM);
    if (batch->guests->beyond)
        return sampling_fit(sampling, batch->team, &own, fit);
    sampling->max_size = promise_largest(&batch->exact, sampling->min_size, sampling->max_size);
    return EXIT_WELL;
}

int verify_programs(const struct desk *desk, const struct team *team, const struct settings *settings, struct guests *guests,
                    const struct random_job *job, uint64_t size)
{
    struct batch *batch = calloc(1, sizeof *batch);
    struct run run = {.team = team, .settings = *settings, .tick = tick, .watcher = batch};
    int status = EXIT_WELL;

    if (!batch)
        return verify_out_of_memory();
    *batch = (struct batch){.guests = guests, .team = team, .sampling = job->sampling, .failures = desk->failures};
    batch->exact = (struct exact){.puzzle = team->puzzle, .steps = (uint64_t)1 << STEPS_BIT};
    batch->wanted = job->alone ? 0 : job->cases;
    batch->sampling.malformed = 0;
    batch->source = sampling_stream(&batch->sampling);
    batch->size = job->alone ? 1 : size < team->puzzle->cases_per_file ? size : team->puzzle->cases_per_file;
    for (size_t i = 0; i < guests->count; i++)
        batch->masks[i] = (uint64_t)1 << team_find(team, guests->guest[i].name);
    if (job->fit > 0)
        status = choose_sizes(batch, settings, job->fit);
    exact_close(&batch->exact);
    run.stream = (struct stream){.self = batch, .make = make, .after = after, .class_of = class_of,
                                 .classes = batch->sampling.classes};
    run.first = job->alone ? job->index : 0;
    run.end = job->alone ? job->index + 1 : batch->wanted - 1 < UINT64_MAX / TRIES ? batch->wanted * TRIES : UINT64_MAX;
    run.settings.deep = 0;
    run.settings.lazy = team_mask(team, ROLE_ORACLE);
    batch->began = seconds_now();
    run.board = batch->board = board_open(batch->sampling.classes);
    if (!batch->board)
        status = verify_out_of_memory();
    if (status == EXIT_WELL)
        status = run_batch(desk, &run, batch);
    board_close(run.board);
    free(batch);
    return status;
}
