/* The forked worker and its watchdog. The two share a board (board.h) and nothing else. */
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/cli/file.h"

/* Between two workers. */
struct keeper {
    struct run *run;
    uint64_t banned_number; /* `banned` are not asked about this case */
    uint64_t banned;
    uint64_t left_out;
    unsigned deaths[PARTICIPANTS_MAX];
};

static bool is_found(const struct run *run)
{
    const struct signature *wanted = run->settings.looking_for;

    for (size_t i = 0; wanted && i < run->board->finding_count; i++)
        if (signature_matches(wanted, &run->board->findings[i].signature))
            return true;
    return false;
}

/* False: the stream has ended. */
static bool work_on(struct engine *engine, struct run *run, uint64_t number)
{
    const struct stream *stream = &run->stream;
    struct cases cases;
    enum made made;

    if (stream->isolated) {
        engine_forget(engine);
        engine->board->opened = number;
    }
    engine_phase(engine, PHASE_MAKE);
    made = stream->make(stream->self, engine, number, &cases);
    if (made == MADE) {
        for (size_t i = 0; i + 1 < cases.count; i++) {
            engine_warm(engine, cases.instances[i]);
            arena_reset(&engine->answers);
        }
        engine_judge(engine, cases.instances[cases.count - 1], is_in_share(number, run->settings.deep));
        if (stream->after)
            stream->after(stream->self, engine, number);
    }
    engine->board->no_memory |= made == MADE_NO_MEMORY;
    arena_reset(&engine->instances);
    arena_reset(&engine->answers);
    return made != MADE_END && made != MADE_NO_MEMORY;
}

/* What a variant or its library prints must not stand among the results: the worker's standard output leads nowhere. The one that
 * there was. */
static FILE *silence(void)
{
    int kept = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY);
    FILE *output = kept >= 0 ? fdopen(kept, "w") : NULL;

    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        close(nowhere);
    }
    return output;
}

static void work(struct keeper *keeper, const struct settings *settings)
{
    static struct engine engine;
    struct run *run = keeper->run;
    struct board *board = run->board;

    engine_open(&engine, run->team, settings, board);
    engine.output = silence();
    board->opened = board->number;
    for (uint64_t number = board->number; number < run->end; number++) {
        bool more;

        __atomic_store_n(&board->number, number, __ATOMIC_RELAXED);
        engine.banned = number == keeper->banned_number ? keeper->banned : 0;
        engine.class_index = run->stream.class_of ? run->stream.class_of(run->stream.self, number) : SIZE_MAX;
        more = work_on(&engine, run, number);
        if (more)
            __atomic_store_n(&board->done, number + 1, __ATOMIC_RELEASE);
        if (__atomic_load_n(&board->snapshot_wanted, __ATOMIC_RELAXED)) {
            board->snapshot = board->counts;
            board->snapshot_done = board->done;
            __atomic_store_n(&board->snapshot_wanted, false, __ATOMIC_RELEASE);
        }
        if (!more || is_found(run) || __atomic_load_n(&board->stop, __ATOMIC_RELAXED))
            break;
    }
    board->finished = true;
    engine_close(&engine);
    if (engine.output)
        fclose(engine.output);
}

static void note_death(struct keeper *keeper, bool hung, int status)
{
    struct board *board = keeper->run->board;
    struct signature signature = {.kind = hung ? KIND_HANG : KIND_CRASH};
    static const char *const phases[] = {"", "making the case", "comparing answers", "printing and parsing",
                                         "changing the instance", "testing a domain", "parsing"};
    const char *where = board->phase >= 0 ? "solving" : phases[-board->phase];
    char detail[FINDING_DETAIL_SIZE];

    if (board->phase >= 0)
        signature.wrong = (uint64_t)1 << board->phase;
    if (hung)
        snprintf(detail, sizeof detail, "no end within %g s of %s", keeper->run->settings.limit, where);
    else if (WIFSIGNALED(status))
        snprintf(detail, sizeof detail, "%s while %s", strsignal(WTERMSIG(status)), where);
    else
        snprintf(detail, sizeof detail, "the process ended with status %d while %s", WEXITSTATUS(status), where);
    board_note(board, &signature, detail);
    if (board->phase < 0 || board->number != keeper->banned_number)
        keeper->banned = 0;
    keeper->banned_number = board->number;
    if (board->phase < 0) {
        board->done = ++board->number; /* nobody to leave out: the case is passed over */
        return;
    }
    keeper->banned |= signature.wrong;
    board->counts.tallies[board->phase].lost++;
    if (++keeper->deaths[board->phase] == DEATHS_MAX)
        keeper->left_out |= signature.wrong;
}

/* Waits for the worker's end; kills it when it hangs. */
static int watch(struct keeper *keeper, pid_t worker, bool *hung)
{
    struct run *run = keeper->run;
    struct board *board = run->board;
    struct timespec nap = {0, 200000};
    uint64_t beat = board->beat;
    double moved = seconds_now(), now, ticked = moved;
    int status;

    *hung = false;
    while (waitpid(worker, &status, WNOHANG) == 0) {
        nanosleep(&nap, NULL);
        if (nap.tv_nsec < 10000000)
            nap.tv_nsec *= 2;
        now = seconds_now();
        if (__atomic_load_n(&board->beat, __ATOMIC_RELAXED) != beat) {
            beat = __atomic_load_n(&board->beat, __ATOMIC_RELAXED);
            moved = now;
        } else if (now - moved > run->settings.limit && !*hung) {
            *hung = true;
            kill(worker, SIGKILL);
        }
        if (run->settings.seconds > 0 && run->before + now - run->began > run->settings.seconds && !board->stop) {
            run->out_of_time = true;
            __atomic_store_n(&board->stop, true, __ATOMIC_RELAXED);
        }
        if (run->tick && now - ticked > 0.2) {
            run->tick(run, run->watcher);
            if (board->unable)
                __atomic_store_n(&board->stop, true, __ATOMIC_RELAXED);
            ticked = now;
        }
    }
    return status;
}

static int work_once(struct keeper *keeper)
{
    struct run *run = keeper->run;
    struct settings settings = run->settings;
    pid_t parent = getpid(), worker;
    bool hung;
    int status;

    settings.left_out |= keeper->left_out;
    fflush(NULL);
    worker = fork();
    if (worker < 0) {
        fprintf(stderr, "assay-verify: fork: %s\n", strerror(errno));
        return EXIT_UNABLE;
    }
    if (worker == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(EXIT_UNABLE);
        work(keeper, &settings);
        _exit(0);
    }
    status = watch(keeper, worker, &hung);
    if (run->board->unable)
        return EXIT_UNABLE;
    if (!run->board->finished && (!run->board->stop || hung || !WIFEXITED(status) || WEXITSTATUS(status)))
        note_death(keeper, hung, status);
    return EXIT_WELL;
}

int run_start(struct run *run)
{
    struct keeper keeper = {.run = run, .banned_number = UINT64_MAX};
    int status = EXIT_WELL;

    run->began = seconds_now();
    if (!run->board)
        run->board = board_open(run->stream.classes);
    if (!run->board) {
        fprintf(stderr, "assay-verify: out of memory\n");
        return EXIT_UNABLE;
    }
    run->board->number = run->board->done = run->first;
    while (status == EXIT_WELL && run->board->number < run->end && !run->board->finished && !run->board->stop &&
           !is_found(run))
        status = work_once(&keeper);
    if (run->board->no_memory && status == EXIT_WELL) {
        fprintf(stderr, "assay-verify: %s: out of memory at case %llu\n", run->team->puzzle->name,
                (unsigned long long)run->board->number);
        status = EXIT_UNABLE;
    }
    run->seconds = run->before + seconds_now() - run->began;
    if (run->tick)
        run->tick(run, run->watcher);
    if (run->board->unable)
        status = EXIT_UNABLE;
    return status;
}
