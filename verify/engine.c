/* Asking: who is asked about a case, in which context, and what is counted of it.
 *
 * With a budget, a participant that has used up its part of the time for instances of about this size is spared once all together
 * have used up half of it, so that a search
 * over all boards does not set the pace for a table look-up. The two that have been fastest are never spared: every case is
 * compared. How many cases each has answered is counted and told. A fixed share for each (settings->share) was not enough: what
 * a participant costs changes with the size by orders of magnitude. */
#include "engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/cli/file.h"

double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

uint64_t mix(uint64_t number)
{
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    return number ^ number >> 31;
}

bool is_in_share(uint64_t number, uint64_t share)
{
    return share == 1 || (share && mix(number) % share == 0);
}

enum { CLOCK_ALWAYS = 64, CLOCK_SHARE = 16 };

static double mean(const struct account *account)
{
    return account->runs ? account->nanoseconds / (double)account->runs : 0;
}

static bool is_in(uint64_t mask, int who)
{
    return mask >> who & 1;
}

void engine_open(struct engine *engine, const struct team *team, const struct settings *settings, struct board *board)
{
    *engine = (struct engine){.team = team, .settings = settings, .board = board, .class_index = SIZE_MAX, .base = -1};
    engine->began = seconds_now();
    engine->oracles = team_mask(team, ROLE_ORACLE);
    engine->output = stdout;
    for (size_t a = 0; a < team->count; a++) {
        const struct variant *variant = team->members[a].variant;

        for (size_t b = 0; variant->walk && b < team->count; b++) {
            const struct variant *other = team->members[b].variant;

            if (a != b && other->walk && strcmp(variant->walk, other->walk) == 0)
                engine->walk_group[a] |= (uint64_t)1 << b;
        }
    }
}

void engine_forget(struct engine *engine)
{
    for (size_t i = 0; i < engine->team->count; i++) {
        const struct variant *variant = engine->team->members[i].variant;

        if (is_in(engine->open, (int)i) && variant->close)
            variant->close(engine->contexts[i]);
        engine->contexts[i] = NULL;
    }
    engine->open = 0;
}

void engine_close(struct engine *engine)
{
    engine_forget(engine);
    for (size_t i = 0; i < engine->team->count; i++)
        text_free(&engine->asked[i].said);
    arena_free(&engine->instances);
    arena_free(&engine->answers);
    arena_free(&engine->scratch);
    text_free(&engine->text);
    text_free(&engine->text_again);
}

void engine_phase(struct engine *engine, int phase)
{
    __atomic_store_n(&engine->board->phase, phase, __ATOMIC_RELAXED);
    __atomic_store_n(&engine->board->beat, engine->board->beat + 1, __ATOMIC_RELAXED);
}

void engine_note(struct engine *engine, enum kind kind, int invariant, uint64_t wrong, const char *format, ...)
{
    struct signature signature = {.kind = kind, .invariant = invariant, .wrong = wrong};
    char detail[FINDING_DETAIL_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    board_note(engine->board, &signature, detail);
}

void engine_give_up(struct engine *engine)
{
    engine->board->unable = true;
    _exit(EXIT_UNABLE);
}

void *engine_context(struct engine *engine, int who, bool *failed)
{
    const struct variant *variant = engine->team->members[who].variant;

    *failed = false;
    if (variant->open && !is_in(engine->open, who)) {
        engine_phase(engine, who);
        engine->contexts[who] = variant->open();
        *failed = !engine->contexts[who];
        if (!*failed)
            engine->open |= (uint64_t)1 << who;
    }
    return engine->contexts[who];
}

/* How many calls the one in hand stands for: each is charged, the dear checks' too, but of those that take less than a microsecond one
 * in CLOCK_SHARE is timed for all, for the clock costs as much as they do. 0: not timed. */
static unsigned clock_weight(const struct engine *engine, int who)
{
    const struct account *account = &engine->accounts[who][engine->bucket];

    if (engine->settings->budget <= 0)
        return 0;
    if (account->runs < CLOCK_ALWAYS || mean(account) > 1000)
        return 1;
    return account->runs % CLOCK_SHARE ? 0 : CLOCK_SHARE;
}

static void charge(struct engine *engine, int who, double nanoseconds)
{
    engine->accounts[who][engine->bucket].nanoseconds += nanoseconds;
    engine->totals[engine->bucket].nanoseconds += nanoseconds;
}

enum outcome engine_solve(struct engine *engine, int who, void *context, const void *instance, void *answer, uint64_t *walked)
{
    const struct variant *variant = engine->team->members[who].variant;
    struct work work = work_start(&engine->scratch, engine->settings->steps);
    enum outcome outcome;
    unsigned weight = clock_weight(engine, who);
    double before = weight ? seconds_now() : 0;

    engine_phase(engine, who);
    outcome = variant->solve(context, instance, &work, answer);
    if (weight)
        charge(engine, who, (seconds_now() - before) * 1e9 * weight);
    engine_phase(engine, PHASE_COMPARE);
    if (variant->walk)
        *walked = work.counters.value[variant->walk_counter];
    arena_reset(&engine->scratch);
    return outcome;
}

static void ask_program(struct engine *engine, int who)
{
    const struct participant *participant = &engine->team->members[who];
    struct asked *asked = &engine->asked[who];
    static const enum kind kinds[] = {[ENDING_TIME] = KIND_TIME, [ENDING_MEMORY] = KIND_SPACE, [ENDING_OUTPUT] = KIND_OUTPUT,
                                      [ENDING_STATUS] = KIND_STATUS};
    char detail[ENDING_DETAIL_SIZE] = "";
    enum ending ending;

    engine_phase(engine, who);
    text_clear(&asked->said);
    asked->outcome = OUTCOME_SOLVED;
    ending = participant->say(participant->self, engine->instance, &asked->said, detail);
    asked->answered = ending == ENDING_ANSWER && !asked->said.failed;
    engine_phase(engine, PHASE_COMPARE);
    if (ending == ENDING_UNABLE)
        engine_give_up(engine);
    if (ending != ENDING_ANSWER)
        engine_note(engine, kinds[ending], 0, (uint64_t)1 << who, "%s", detail);
}

static void ask_variant(struct engine *engine, int who)
{
    struct asked *asked = &engine->asked[who];
    const uint64_t bit = (uint64_t)1 << who;
    void *context;
    bool failed;

    context = engine_context(engine, who, &failed);
    asked->answer = arena_alloc(&engine->answers, 1, engine->answer_size);
    asked->outcome = OUTCOME_NO_MEMORY;
    if (!failed && asked->answer)
        asked->outcome = engine_solve(engine, who, context, engine->instance, asked->answer, &asked->walked);
    asked->answered = asked->outcome == OUTCOME_SOLVED || asked->outcome == OUTCOME_CONTRADICTION;
    if (asked->outcome == OUTCOME_UNSUPPORTED)
        engine_note(engine, KIND_DOMAIN, 0, bit, "its domain test accepts an instance that solve calls unsupported");
    else if (asked->outcome == OUTCOME_NO_MEMORY)
        engine_note(engine, KIND_MEMORY, 0, bit, "out of memory");
    else if (asked->outcome == OUTCOME_LIMIT && engine->team->members[who].role == ROLE_ORACLE &&
             engine->settings->steps == WORK_STEPS_UNLIMITED)
        engine_note(engine, KIND_LIMIT, 0, bit, "the oracle met its work limit on an instance of its domain");
}

void engine_ask(struct engine *engine, int who)
{
    struct asked *asked = &engine->asked[who];

    if (engine->team->members[who].say)
        ask_program(engine, who);
    else
        ask_variant(engine, who);
    asked->ran = true;
    if (asked->answered)
        engine->answered |= (uint64_t)1 << who;
}

static bool refuses(struct engine *engine, int who)
{
    return participant_refuses(&engine->team->members[who], engine->instance) != NULL;
}

/* Are there two variants that answer this instance and have been faster at this size? */
static bool is_dispensable(struct engine *engine, int who)
{
    const size_t bucket = engine->bucket;
    double own = mean(&engine->accounts[who][bucket]);
    int faster = 0;

    for (size_t i = 0; i < engine->team->count && faster < 2; i++) {
        const struct account *account = &engine->accounts[i][bucket];

        faster += (int)i != who && engine->team->members[i].role == ROLE_VARIANT && account->runs &&
                  mean(account) < own && !is_in(engine->settings->left_out, (int)i) && !refuses(engine, (int)i);
    }
    return faster == 2;
}

static bool is_its_turn(struct engine *engine, int who)
{
    const size_t bucket = engine->bucket;
    const double grace = 1e6;
    const struct settings *settings = engine->settings;
    const struct account *account = &engine->accounts[who][bucket], *total = &engine->totals[bucket];
    double all;

    if (settings->share[who] > 1 && !is_in_share(engine->board->number, settings->share[who]))
        return false;
    if (settings->budget <= 0 || engine->team->members[who].say || is_in(settings->always, who))
        return true;
    all = settings->budget * (double)total->cases;
    return account->nanoseconds + mean(account) <= all / (double)engine->team->count + grace || total->nanoseconds <= all / 2 ||
           !is_dispensable(engine, who);
}

static void consider(struct engine *engine, int who)
{
    struct asked *asked = &engine->asked[who];

    engine_phase(engine, PHASE_REFUSES);
    asked->refuses = refuses(engine, who);
    if (asked->refuses || is_in(engine->banned, who) || !is_its_turn(engine, who))
        return;
    engine_ask(engine, who);
    engine->accounts[who][engine->bucket].runs++;
}

static void ask_all(struct engine *engine, const void *instance)
{
    uint64_t out = engine->settings->left_out | engine->settings->lazy;

    engine->instance = instance;
    engine->answered = 0;
    engine->base = -1;
    engine->bucket = 0;
    if (engine->settings->budget > 0)
        engine->bucket = 63 - (size_t)__builtin_clzll(engine->team->puzzle->measure(instance) | 1);
    engine->totals[engine->bucket].cases++;
    engine->answer_size = engine->team->puzzle->answer_size(instance);
    for (size_t i = 0; i < engine->team->count; i++) {
        engine->asked[i] = (struct asked){.said = engine->asked[i].said};
        if (!is_in(out, (int)i))
            consider(engine, (int)i);
    }
}

void engine_warm(struct engine *engine, const void *instance)
{
    ask_all(engine, instance);
}

/* Counted at the end, so that a case that is repeated because somebody died of it is counted once. */
static void count(struct engine *engine)
{
    struct board *board = engine->board;

    board->counts.cases++;
    for (size_t i = 0; i < engine->team->count; i++) {
        const struct asked *asked = &engine->asked[i];
        struct tally *tally = &board->counts.tallies[i];

        if (asked->refuses)
            tally->outcomes[OUTCOME_UNSUPPORTED]++;
        else if (asked->ran && asked->outcome == OUTCOME_SOLVED && !asked->answered)
            continue; /* a program that said nothing of use: a finding, not an answer */
        else if (asked->ran)
            tally->outcomes[asked->outcome]++;
        else
            tally->spared++;
    }
}

/* Whoever refuses must do so in solve as well. */
static void check_refusals(struct engine *engine)
{
    for (size_t i = 0; i < engine->team->count; i++) {
        const struct asked *asked = &engine->asked[i];
        uint64_t walked;
        void *context, *answer;
        bool failed;

        if (!asked->refuses || engine->team->members[i].say || is_in(engine->banned, (int)i))
            continue;
        context = engine_context(engine, (int)i, &failed);
        answer = arena_alloc(&engine->answers, 1, engine->answer_size);
        if (!failed && answer &&
            engine_solve(engine, (int)i, context, engine->instance, answer, &walked) != OUTCOME_UNSUPPORTED)
            engine_note(engine, KIND_DOMAIN, 0, (uint64_t)1 << i, "its domain test refuses an instance that solve does not");
    }
}

void engine_judge(struct engine *engine, const void *instance, bool deep)
{
    struct board *board = engine->board;

    ask_all(engine, instance);
    compare_answers(engine);
    if (deep) {
        bool due = engine->settings->thorough || (board->counts.deep & (board->counts.deep - 1)) == 0 ||
                   (board->counts.deep % 32 == 0 && engine->opening < (seconds_now() - engine->began) / 16);

        board->counts.deep++;
        check_round_trip(engine);
        check_refusals(engine);
        unstable_participants(engine, engine->answered, due);
        check_invariants(engine);
    }
    count_comparison(engine);
    count(engine);
}
