/* probe PUZZLE VARIANT OBJECT FOLDER...: shows mutants of a variant a stock of cases whose answers are known
 * from another variant.
 *
 * Each line `NUMBER OBJECT` of standard input names a mutant: the object is a shared library of the variant's
 * source. A child loads it, chooses the mutant by its number and solves case after case, until an answer does
 * not fit. One line comes back: VERDICT PLACE KIND SECONDS. A mutant whose answers all fit may still show in
 * the work that it does: all counters, and the steps spent, are compared with those of OBJECT's mutant 0. So
 * does a loop that does not end, and without a clock: the blocks of code that a case takes are counted, the same
 * number in each run, and far more than mutant 0 takes are too many.
 *
 * One process serves all mutants of a file, so cases are made and other variants asked once; a mutant costs a
 * fork, and most end with the first cases. A process of the engine for each was rejected: it takes 10 to 100
 * times as long. */
#include "stock.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mutants.h"
#include "select.h"

enum { STEPS_MOST = 1 << 20, STEPS_SPARE = 1000, LIMITS_MOST = 8, LIMIT_EVERY = 16 };
static const double SECONDS[SOURCE_COUNT] = {
    0.16, 0.08, 0.16}; /* of the right program's time, for the cases of a source */

enum ended { ENDED_NOT, ENDED_FIT, ENDED_UNFIT, ENDED_UNLIMITED, ENDED_ENDLESS };

/* What the child has to say, in memory that both see: it may die at any place. */
struct said {
    enum ended ended;
    size_t at;
    size_t work_at; /* the first case with other work, + 1 */
    bool by_check;
};

/* What mutant 0 does. */
struct usual {
    uint64_t steps, blocks;
    double seconds;
    struct counters counters;
    bool left_out;
    bool obeys; /* allowed one step less it meets the limit */
    struct counters limited; /* what it has counted then */
};

struct probe {
    struct stock stock;
    char symbol[256];
    struct usual *usual;
    struct said *said;
    uint64_t *opening; /* blocks that mutant 0 takes to open its context */
    double seconds; /* of processor time, all cases */
};

static struct said *listener;

static void end_here(void)
{
    listener->ended = ENDED_ENDLESS;
    _exit(0);
}

static void allow_blocks(uint64_t usual)
{
    mutant_blocks_left = usual * BLOCKS_TIMES + BLOCKS_SPARE;
}

static double seconds_used(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static void *shared(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        exit(3);
    return memory;
}

static bool fits(const struct stock *stock, const struct variant *variant, const struct stocked *stocked,
                 const struct result *found)
{
    if (variant->claim == CLAIM_EXACT)
        return found->outcome == stocked->expected.outcome &&
               (found->outcome != OUTCOME_SOLVED ||
                stock->puzzle->equal(stocked->instance, stocked->expected.answer, found->answer));
    return stocked->expected.outcome == OUTCOME_CONTRADICTION ||
           (found->outcome == OUTCOME_SOLVED &&
            stock->puzzle->refines(stocked->instance, stocked->expected.answer, found->answer));
}

/* Solves a case; false where the answer does not fit. A search that takes far more steps than usual is cut
 * off: that is other work. */
static bool try_case(struct probe *probe, const struct variant *variant, void *context, size_t at,
                     struct arena *arena, bool *limited)
{
    const struct stocked *stocked = &probe->stock.cases[at];
    const struct usual *usual = &probe->usual[at];
    uint64_t limit = usual->steps * 4 + STEPS_SPARE;
    struct work work = work_start(arena, limit);
    size_t size = probe->stock.puzzle->answer_size(stocked->instance);
    void *answer = arena_alloc(arena, 1, size);
    struct result found = {.answer = answer};

    memset(answer, 0xa5, size); /* every byte is to be written */
    allow_blocks(usual->blocks);
    found.outcome = variant->solve(context, stocked->instance, &work, answer);
    *limited = found.outcome == OUTCOME_LIMIT && !work.steps_left;
    if (!*limited && !fits(&probe->stock, variant, stocked, &found)) {
        probe->said->by_check = found.outcome == OUTCOME_SOLVED && probe->stock.puzzle->check &&
                                probe->stock.puzzle->check(stocked->instance, answer);
        return false;
    }
    if (!probe->said->work_at && (limit - work.steps_left != usual->steps ||
                                  memcmp(&work.counters, &usual->counters, sizeof work.counters) != 0))
        probe->said->work_at = at + 1;
    return true;
}

/* Every so many cases: is it limited to one step less than mutant 0 needs? verify/unit/contract.c asks the
 * same. */
static bool obeys_limit(struct probe *probe, const struct variant *variant, void *context, size_t at,
                        struct arena *arena, struct counters *counted)
{
    const void *instance = probe->stock.cases[at].instance;
    struct work work = work_start(arena, probe->usual[at].steps - 1);
    void *answer = arena_zalloc(arena, 1, probe->stock.puzzle->answer_size(instance));
    enum outcome outcome;

    allow_blocks(probe->usual[at].blocks);
    outcome = variant->solve(context, instance, &work, answer);
    *counted = work.counters;
    return outcome == OUTCOME_LIMIT;
}

/* What goes on when the limit is met has counted more than mutant 0. */
static void try_limit(struct probe *probe, const struct variant *variant, void *context, size_t at,
                      struct arena *arena)
{
    struct said *said = probe->said;
    struct counters counted;

    if (probe->usual[at].obeys != obeys_limit(probe, variant, context, at, arena, &counted)) {
        said->ended = ENDED_UNLIMITED;
        _exit(0);
    }
    if (!said->work_at && memcmp(&counted, &probe->usual[at].limited, sizeof counted) != 0)
        said->work_at = at + 1;
}

static bool is_limit_asked(const struct probe *probe, size_t at)
{
    return at % LIMIT_EVERY == 0 && probe->usual[at].steps > 1;
}

static const struct variant *load(const struct probe *probe, const char *object, int number)
{
    void *handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);

    mutant_selected = number;
    return handle ? dlsym(handle, probe->symbol) : NULL;
}

static void judge(struct probe *probe, const char *object, int number)
{
    const struct variant *variant = load(probe, object, number);
    struct arena arena = {.limit = (size_t)1 << 31};
    void *context;
    int limits = 0;

    if (!variant)
        _exit(3);
    allow_blocks(*probe->opening);
    context = variant->open ? variant->open() : NULL;
    for (size_t i = 0; i < probe->stock.count && limits < LIMITS_MOST; i++) {
        bool limited;

        probe->said->at = i;
        if (!try_case(probe, variant, context, i, &arena, &limited)) {
            probe->said->ended = ENDED_UNFIT;
            _exit(0);
        }
        limits += limited;
        if (!limited && is_limit_asked(probe, i))
            try_limit(probe, variant, context, i, &arena);
        arena_reset(&arena);
    }
    if (variant->close)
        variant->close(context);
    probe->said->ended = ENDED_FIT;
    _exit(0);
}

/* What mutant 0 does, case by case. `some`: of each space the first cases, of other sources those that are
 * cheap, as long as the time of the source allows. False where an answer does not fit: then there is nothing
 * to compare with. */
static bool learn(struct probe *probe, const char *object, bool some)
{
    const struct variant *variant = load(probe, object, 0);
    struct arena arena = {0};
    double left[SOURCE_COUNT];
    const char *space = NULL;
    void *context;

    mutant_blocks_left = ULONG_MAX;
    context = variant && variant->open ? variant->open() : NULL;
    *probe->opening = ULONG_MAX - mutant_blocks_left;
    memcpy(left, SECONDS, sizeof left);
    for (size_t i = 0; variant && i < probe->stock.count; i++) {
        const struct stocked *stocked = &probe->stock.cases[i];
        struct usual *usual = &probe->usual[i];
        struct work work = work_start(&arena, STEPS_MOST);
        struct result found = {
            .answer = arena_zalloc(&arena, 1, probe->stock.puzzle->answer_size(stocked->instance))};
        double before = seconds_used();

        if (stocked->space != space)
            left[SOURCE_SPACE] = SECONDS[SOURCE_SPACE];
        space = stocked->space;
        *usual = (struct usual){.left_out = some && left[stocked->source] < 0};
        if (usual->left_out)
            continue;
        mutant_blocks_left = ULONG_MAX;
        found.outcome = variant->solve(context, stocked->instance, &work, (void *)found.answer);
        usual->blocks = ULONG_MAX - mutant_blocks_left;
        usual->seconds = seconds_used() - before;
        usual->steps = STEPS_MOST - work.steps_left;
        usual->counters = work.counters;
        usual->left_out = some && (found.outcome == OUTCOME_LIMIT ||
                                   (!space && usual->seconds > SECONDS[stocked->source] / 4));
        left[stocked->source] -= usual->seconds * (usual->left_out ? 0.2 : 1);
        if (!usual->left_out && !fits(&probe->stock, variant, stocked, &found))
            return fprintf(stderr, "probe: %s: case %zu does not fit\n", probe->symbol, i), false;
        if (!some && is_limit_asked(probe, i))
            usual->obeys = obeys_limit(probe, variant, context, i, &arena, &usual->limited);
        arena_reset(&arena);
    }
    if (variant && variant->close)
        variant->close(context);
    return variant;
}

/* In a child, so that libraries with a state of their own stay as they were. */
static bool learn_apart(struct probe *probe, const char *object, bool some)
{
    pid_t child = fork();
    int status;

    if (child == 0)
        _exit(learn(probe, object, some) ? 0 : 3);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void trim(struct probe *probe)
{
    size_t kept = 0;

    probe->seconds = 0;
    for (size_t i = 0; i < probe->stock.count; i++) {
        if (probe->usual[i].left_out)
            continue;
        probe->seconds += probe->usual[i].seconds;
        probe->stock.cases[kept++] = probe->stock.cases[i];
    }
    probe->stock.count = kept;
}

static bool is_hung(int status)
{
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
}

static void say(const struct probe *probe, const char *verdict, size_t at, const char *kind, double seconds)
{
    const struct stocked *stocked = &probe->stock.cases[at];

    if (stocked->source == SOURCE_SPACE)
        printf("%s exhaustive:%llu:%s %s %.4f\n", verdict, (unsigned long long)stocked->size, stocked->space,
               kind, seconds);
    else
        printf("%s %s %s %.4f\n", verdict, stocked->source == SOURCE_FILE ? "files" : "generated", kind,
               seconds);
}

/* Whose work was another before the time was over is known by that: no clock is asked. */
static void reply(const struct probe *probe, int status, double seconds)
{
    const struct said *said = probe->said;
    bool hung = is_hung(status);

    if (hung && !said->work_at)
        say(probe, "slow", said->at, "hang", seconds);
    else if (said->ended == ENDED_UNFIT)
        say(probe, "killed", said->at, said->by_check ? "check" : "disagree", seconds);
    else if (said->ended == ENDED_UNLIMITED)
        say(probe, "killed", said->at, "limit", seconds);
    else if (said->ended == ENDED_ENDLESS)
        say(probe, "killed", said->at, "endless", seconds);
    else if (said->work_at && (hung || said->ended == ENDED_FIT))
        say(probe, "work", said->work_at - 1, "work", seconds);
    else if (said->ended == ENDED_FIT)
        printf("missed - - %.4f\n", seconds);
    else if (WIFSIGNALED(status))
        say(probe, "killed", said->at, "crash", seconds);
    else
        printf("unable - - %.4f\n", seconds);
    fflush(stdout);
}

/* The time is there for what hangs outside the mutated source. */
static void show(struct probe *probe, int number, const char *object)
{
    double most = probe->seconds * 8 + 1;
    struct itimerval timer = {.it_value = {(time_t)most, (suseconds_t)((most - (double)(time_t)most) * 1e6)}};
    struct rusage usage;
    int status = -1;
    pid_t child;

    *probe->said = (struct said){.ended = ENDED_NOT};
    child = fork();

    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout)) /* a library may print; replies are ours */
            _exit(3);
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        setrlimit(RLIMIT_AS, &(struct rlimit){(rlim_t)4 << 30, (rlim_t)4 << 30});
        setitimer(ITIMER_PROF, &timer, NULL);
        judge(probe, object, number);
    }
    wait4(child, &status, 0, &usage);
    reply(probe, status,
          (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
              (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6);
}

int main(int count, char **names)
{
    struct probe probe = {.stock.puzzle = count > 3 ? puzzle_find(names[1]) : NULL};
    char object[4096];
    int number;

    if (!probe.stock.puzzle || !(probe.stock.subject = variant_find(probe.stock.puzzle, names[2])))
        return 2;
    snprintf(probe.symbol, sizeof probe.symbol, "%s_%s", names[1], names[2]);
    probe.usual = shared(STOCK_MAX * sizeof *probe.usual);
    probe.said = listener = shared(sizeof *probe.said);
    probe.opening = shared(sizeof *probe.opening);
    mutant_endless = end_here;
    if (!stock_fill(&probe.stock, names + 4, count - 4) || !learn_apart(&probe, names[3], true))
        return 3;
    trim(&probe);
    /* Again without those that were left out: what a context has learnt from them would show. */
    if (!learn_apart(&probe, names[3], false))
        return 3;
    printf("ready %zu cases %.3f s\n", probe.stock.count, probe.seconds);
    fflush(stdout);
    while (scanf("%d %4095s", &number, object) == 2)
        show(&probe, number, object);
    return 0;
}
