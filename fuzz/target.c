/* One input under the four oracles, in order: the parser neither crashes nor hangs, and refuses with a place; what it accepts
 * survives print, parse, print; all variants whose domain holds a case and whose work limit suffices give answers that fit;
 * every answer passes the puzzle's own check, and comes out again when it is asked for again.
 *
 * What happens depends on the bytes alone. So that a slow variant is no hang, the work limit is short for half of the inputs,
 * twice that for half of the rest and so on, as a hash of the bytes says: each length gets the same share of the time. Nothing
 * is kept between inputs but empty memory, poisoned, which asking the system for each time took half of the time; and contexts
 * that are dear to open: those are tables. (One that is cheap to open may be a memo that grows, so it is opened for each
 * input.) Rejected: everything opened for each input; a table of 20 ms would leave 50 inputs a second.
 *
 * The asserts are the purpose: there is no build of this file without them. */
#include "target.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#ifdef NDEBUG
#error "the fuzz target is its asserts: build it without NDEBUG"
#endif

enum {
    VARIANTS_MAX = 16,
    CASES_ASKED = 8, /* of one input; all are parsed and printed */
    STEPS_LEAST = 1 << 8,
    DOUBLINGS = 11,
    LONE_LEVEL = 6, /* from this many doublings on an answer that nobody can contradict is asked for too */
    AGAIN_ODDS = 4,
    MEMORY_PARSE = 1 << 26, /* bytes */
    MEMORY_SOLVE = 1 << 24,
    DEAR_NANOSECONDS = 500000,
    PATTERN = 0x5a
};

struct given {
    bool asked;
    enum outcome outcome;
    void *answer;
};

struct trial {
    struct arena instances; /* and answers */
    struct text text;
    uint64_t hash;
    unsigned level; /* how often the work limit is doubled */
    void *contexts[VARIANTS_MAX];
    struct cases cases;
    size_t asked; /* cases */
    struct given given[CASES_ASKED][VARIANTS_MAX];
};

/* The engines' interface hands nothing through. */
static struct {
    bool thorough;
    bool parse_only;
    pid_t process; /* in which this is */
    struct arena scratch;
    size_t count;
    void *tables[VARIANTS_MAX]; /* contexts that stay open; NULL where there is none or it is cheap */
} session;

void fuzz_be_thorough(void)
{
    session.thorough = true;
}

/* The first line is the finding's signature, so it holds nothing that a smaller input would change. */
__attribute__((format(printf, 1, 2))) static _Noreturn void fail(const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "fuzz: %s: ", FUZZ_PUZZLE.name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    abort();
}

/* AFL++'s fork server and its child, which waits stopped, would outlive an afl-fuzz that was killed, and keep its
 * folder locked. */
static void die_with_parent(void)
{
    if (session.process != getpid())
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    session.process = getpid();
}

static uint64_t nanoseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

static void *open_context(const struct variant *variant)
{
    void *context = variant->open();

    if (!context)
        fail("no context of %s", variant->name);
    return context;
}

/* The quickest of three, so that a busy machine makes nothing dear. */
static bool is_dear(const struct variant *variant)
{
    uint64_t least = UINT64_MAX;

    for (int i = 0; i < 3; i++) {
        uint64_t start = nanoseconds(), took;

        variant->close(open_context(variant));
        took = nanoseconds() - start;
        least = took < least ? took : least;
    }
    return least > DEAR_NANOSECONDS;
}

int LLVMFuzzerInitialize(int *argument_count, char ***arguments)
{
    for (int i = 1; i < *argument_count; i++)
        session.parse_only |= strcmp((*arguments)[i], "--parse") == 0;
    die_with_parent();
    /* One block for whatever comes, so that what came before does not show in how memory is found. */
    if (!arena_alloc(&session.scratch, 2, MEMORY_SOLVE))
        fail("no memory to solve");
    arena_reset(&session.scratch);
    session.scratch.limit = MEMORY_SOLVE;
    for (; FUZZ_PUZZLE.variants[session.count]; session.count++) {
        const struct variant *variant = FUZZ_PUZZLE.variants[session.count];

        if (session.count == VARIANTS_MAX)
            fail("more than %d variants", VARIANTS_MAX);
        if (variant->open && is_dear(variant))
            session.tables[session.count] = open_context(variant);
    }
    return 0;
}

static uint64_t hash_bytes(const uint8_t *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325U;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3U;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93U;
    return hash ^ hash >> 32;
}

static void check_refusal(const struct error *error)
{
    if (error->kind == ERROR_MEMORY)
        return;
    if (error->kind != ERROR_INPUT || !error->line || !error->column)
        fail("refused without a place");
    if (!error->message[0] || memchr(error->message, '\n', sizeof error->message))
        fail("refused without a line that says why");
}

/* Prints to the end of the text; returns how many bytes. */
static size_t print_cases(const struct cases *cases, struct text *text)
{
    size_t before = text->length;

    FUZZ_PUZZLE.format(cases, text);
    if (text->failed)
        fail("no memory to print");
    return text->length - before;
}

static void check_round_trip(struct trial *trial)
{
    struct text *text = &trial->text;
    size_t length = print_cases(&trial->cases, text);
    struct cases again;
    struct error error = {0};
    char *copy;

    /* On its own: the next print may move the text, and a read past its end is to be seen. */
    copy = malloc(length);
    if (!copy)
        fail("no memory to print");
    memcpy(copy, text->bytes, length);
    if (!FUZZ_PUZZLE.parse(copy, length, &trial->instances, &again, &error)) {
        if (error.kind == ERROR_INPUT)
            fail("what is printed does not parse");
    } else {
        if (again.count != trial->cases.count)
            fail("printed and parsed, the number of cases is another");
        for (size_t i = 0; i < again.count; i++)
            if (!FUZZ_PUZZLE.same(trial->cases.instances[i], again.instances[i]))
                fail("printed and parsed, an instance is another");
        if (print_cases(&again, text) != length || memcmp(text->bytes + length, copy, length) != 0)
            fail("printed, parsed and printed, the bytes are others");
    }
    free(copy);
}

static void *context_of(struct trial *trial, size_t who)
{
    const struct variant *variant = FUZZ_PUZZLE.variants[who];

    if (session.tables[who] || !variant->open)
        return session.tables[who];
    if (!trial->contexts[who])
        trial->contexts[who] = open_context(variant);
    return trial->contexts[who];
}

static void close_contexts(struct trial *trial)
{
    for (size_t who = 0; who < session.count; who++) {
        if (trial->contexts[who])
            FUZZ_PUZZLE.variants[who]->close(trial->contexts[who]);
        trial->contexts[who] = NULL;
    }
}

/* The answer's room is the size that it says, with nothing behind it, and filled, so that bytes that are never written show. */
static struct given ask(struct trial *trial, size_t who, const void *instance, int pattern)
{
    const struct variant *variant = FUZZ_PUZZLE.variants[who];
    size_t size = FUZZ_PUZZLE.answer_size(instance);
    struct work work = work_start(&session.scratch, (uint64_t)STEPS_LEAST << trial->level);
    struct given given = {.asked = true, .answer = arena_alloc(&trial->instances, 1, size)};
    bool refuses = variant->refuses(instance) != NULL;

    if (!given.answer)
        fail("no memory for answers");
    memset(given.answer, pattern, size);
    given.outcome = variant->solve(context_of(trial, who), instance, &work, given.answer);
    arena_release(&session.scratch, (struct arena_mark){NULL, 0, 0});
    if (refuses != (given.outcome == OUTCOME_UNSUPPORTED))
        fail(refuses ? "%s answers what it refuses" : "%s does not support what it does not refuse", variant->name);
    return given;
}

static bool answered(const struct given *given)
{
    return given->asked && (given->outcome == OUTCOME_SOLVED || given->outcome == OUTCOME_CONTRADICTION);
}

/* An answer that nobody can contradict is worth its time on a share of the inputs only. */
static void ask_all(struct trial *trial, size_t number)
{
    const void *instance = trial->cases.instances[number];
    struct given *given = trial->given[number];
    size_t left = 0, answers = 0;

    for (size_t who = 0; who < session.count; who++)
        left += FUZZ_PUZZLE.variants[who]->refuses(instance) == NULL;
    for (size_t who = 0; who < session.count; who++) {
        bool refuses = FUZZ_PUZZLE.variants[who]->refuses(instance) != NULL;

        if (!refuses && answers == 0 && left == 1 && trial->level < LONE_LEVEL)
            break;
        given[who] = ask(trial, who, instance, PATTERN);
        left -= !refuses;
        answers += answered(&given[who]);
    }
}

/* The exact answer that says most, as in verify: equal is transitive among answers of falling detail. */
static size_t choose_base(const struct given *given)
{
    size_t base = SIZE_MAX;

    for (size_t who = 0; who < session.count; who++) {
        const struct variant *variant = FUZZ_PUZZLE.variants[who];

        if (answered(&given[who]) && variant->claim == CLAIM_EXACT &&
            (base == SIZE_MAX || variant->detail > FUZZ_PUZZLE.variants[base]->detail))
            base = who;
    }
    return base;
}

static bool fits(const void *instance, const struct given *base, const struct given *other, enum claim claim)
{
    if (claim == CLAIM_SOUND) /* which may miss a contradiction */
        return base->outcome == OUTCOME_CONTRADICTION ||
               (other->outcome == OUTCOME_SOLVED && FUZZ_PUZZLE.refines(instance, base->answer, other->answer));
    if (base->outcome != other->outcome)
        return false;
    return base->outcome == OUTCOME_CONTRADICTION || FUZZ_PUZZLE.equal(instance, base->answer, other->answer);
}

static void compare(const void *instance, const struct given *given)
{
    size_t base = choose_base(given);

    for (size_t who = 0; base != SIZE_MAX && who < session.count; who++) {
        const struct variant *variant = FUZZ_PUZZLE.variants[who];

        if (who != base && answered(&given[who]) && !fits(instance, &given[base], &given[who], variant->claim))
            fail("%s and %s disagree", FUZZ_PUZZLE.variants[base]->name, variant->name);
    }
}

static void check_answers(const void *instance, const struct given *given)
{
    for (size_t who = 0; FUZZ_PUZZLE.check && who < session.count; who++) {
        const char *wrong = NULL;

        if (given[who].asked && given[who].outcome == OUTCOME_SOLVED)
            wrong = FUZZ_PUZZLE.check(instance, given[who].answer);
        if (wrong)
            fail("%s fails the check: %s", FUZZ_PUZZLE.variants[who]->name, wrong);
    }
}

/* Asked again, after the other cases and (where that is cheap) in a fresh context, nobody may say anything else. */
static void ask_again(struct trial *trial, size_t number)
{
    const void *instance = trial->cases.instances[number];
    size_t size = FUZZ_PUZZLE.answer_size(instance);

    close_contexts(trial);
    for (size_t who = 0; who < session.count; who++) {
        const struct given *before = &trial->given[number][who];
        struct given after;

        if (!answered(before))
            continue;
        after = ask(trial, who, instance, ~PATTERN & 0xff);
        /* With a fresh memo the limit may be met now. */
        if (answered(&after) && (after.outcome != before->outcome || (after.outcome == OUTCOME_SOLVED &&
                                                                      memcmp(before->answer, after.answer, size) != 0)))
            fail("%s answers otherwise when asked again", FUZZ_PUZZLE.variants[who]->name);
    }
}

static void solve_cases(struct trial *trial)
{
    trial->asked = trial->cases.count < CASES_ASKED ? trial->cases.count : CASES_ASKED;
    for (size_t i = 0; i < trial->asked; i++) {
        ask_all(trial, i);
        compare(trial->cases.instances[i], trial->given[i]);
        check_answers(trial->cases.instances[i], trial->given[i]);
    }
    if (trial->level == DOUBLINGS || trial->asked > 1 || (trial->hash >> 32) % AGAIN_ODDS == 0)
        ask_again(trial, trial->asked - 1);
    if (trial->asked > 1)
        ask_again(trial, 0);
}

static void try_cases(struct trial *trial, const uint8_t *bytes, size_t size)
{
    trial->hash = hash_bytes(bytes, size);
    trial->level = session.thorough ? DOUBLINGS : (unsigned)__builtin_ctzll(trial->hash | 1U << DOUBLINGS);
    check_round_trip(trial);
    solve_cases(trial);
    close_contexts(trial);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct trial trial = {.instances = {.limit = MEMORY_PARSE}};
    struct error error = {0};

    die_with_parent();
    if (FUZZ_PUZZLE.parse(bytes, size, &trial.instances, &trial.cases, &error)) {
        if (!trial.cases.count)
            fail("accepted without a case");
        if (!session.parse_only)
            try_cases(&trial, bytes, size);
    } else {
        check_refusal(&error);
    }
    text_free(&trial.text);
    arena_free(&trial.instances);
    return 0;
}
