/* What a case costs besides the solving: measured with variants that do nothing but copy the answer that each has been found to give.
 * Generating and unranking stand apart. Processor time, and the best of some rounds: the figure is the program's, not the
 * machine's load. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/cli/file.h"
#include "modes.h"

/* What an idle variant answers; it is also its context. */
struct known {
    enum outcome outcome;
    size_t size;
    void *answer;
};

static struct known answers[PARTICIPANTS_MAX];

static enum outcome copy(void *context, const void *instance, struct work *work, void *answer)
{
    const struct known *known = context;

    (void)instance;
    (void)work;
    if (known->outcome == OUTCOME_SOLVED)
        memcpy(answer, known->answer, known->size);
    return known->outcome;
}

static const double SHARE = 0.05; /* seconds for each round */
enum { ROUNDS = 5 };

static double processor_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void tell(const char *what, double nanoseconds)
{
    printf("  %-40s %10.0f ns a case\n", what, nanoseconds);
}

/* The best round's; `once` is given the number of the case. */
static double measure(void (*once)(void *self, uint64_t number), void *self)
{
    double best = 0;

    for (int round = 0; round < ROUNDS; round++) {
        double began = processor_now(), each;
        uint64_t cases = 0;

        while (cases < 16 || cases % 16 || processor_now() - began < SHARE)
            once(self, cases++);
        each = (processor_now() - began) * 1e9 / (double)cases;
        best = round && best < each ? best : each;
    }
    return best;
}

/* What one round works on. */
struct subject {
    const struct puzzle *puzzle;
    struct arena arena;
    size_t class_index;
    const struct space *space;
    uint64_t size;
    struct engine *engine;
    const void *instance;
    bool deep;
};

static const void *generate(const struct puzzle *puzzle, size_t class_index, uint64_t index, struct arena *arena)
{
    struct recipe recipe = {.input_class = class_index, .size = puzzle->size.usual, .rounds = puzzle->rounds.usual};
    struct error error;
    struct rng rng;

    rng_seed(&rng, rng_case_seed(DEFAULT_SEED, puzzle->name, puzzle->classes[class_index].name, index));
    return puzzle->generate(&rng, &recipe, arena, &error);
}

static void generate_once(void *self, uint64_t number)
{
    struct subject *subject = self;

    generate(subject->puzzle, subject->class_index, number, &subject->arena);
    arena_reset(&subject->arena);
}

static void unrank_once(void *self, uint64_t number)
{
    struct subject *subject = self;

    subject->space->unrank(subject->size, number % subject->space->count(subject->size), &subject->arena);
    arena_reset(&subject->arena);
}

static void judge_once(void *self, uint64_t number)
{
    const struct subject *subject = self;

    subject->engine->board->number = number;
    engine_judge(subject->engine, subject->instance, subject->deep);
    arena_reset(&subject->engine->answers);
    arena_reset(&subject->engine->instances);
}

static void time_generation(const struct puzzle *puzzle)
{
    struct subject subject = {.puzzle = puzzle};
    char what[64];

    for (; puzzle->classes[subject.class_index].name; subject.class_index++) {
        snprintf(what, sizeof what, "generate %s", puzzle->classes[subject.class_index].name);
        tell(what, measure(generate_once, &subject));
    }
    for (subject.space = puzzle->spaces; subject.space && subject.space->name; subject.space++) {
        subject.size = subject.space->first_size;
        while (subject.size < subject.space->last_size && subject.space->count(subject.size) < 1000)
            subject.size++;
        snprintf(what, sizeof what, "unrank %s", subject.space->name);
        if (subject.space->count(subject.size))
            tell(what, measure(unrank_once, &subject));
    }
    arena_free(&subject.arena);
}

/* Has everybody answer the instance, and keeps what each said; who does not afford it says what the base does. False: nobody does. */
static bool learn(const struct team *team, const struct settings *settings, struct board *board, const void *instance,
                  struct arena *arena)
{
    static struct engine engine;
    bool learnt = true;

    engine_open(&engine, team, settings, board);
    engine_judge(&engine, instance, false);
    for (size_t i = 0; i < team->count && engine.base >= 0 && learnt; i++) {
        const struct asked *said = &engine.asked[engine.asked[i].answered ? i : (size_t)engine.base];

        answers[i] = (struct known){said->outcome, engine.answer_size, arena_alloc(arena, 1, engine.answer_size)};
        learnt = answers[i].answer;
        if (learnt && said->outcome == OUTCOME_SOLVED)
            memcpy(answers[i].answer, said->answer, engine.answer_size);
    }
    learnt = learnt && engine.base >= 0;
    engine_close(&engine);
    return learnt;
}

static void time_judging(const struct team *idlers, const struct settings *settings, struct board *board, const void *instance,
                         bool deep, const char *what)
{
    static struct engine engine;
    struct subject subject = {.engine = &engine, .instance = instance, .deep = deep};

    engine_open(&engine, idlers, settings, board);
    for (size_t i = 0; i < idlers->count; i++)
        engine.contexts[i] = &answers[i];
    tell(what, measure(judge_once, &subject));
    engine_close(&engine);
}

int verify_overhead(const struct team *team, const struct settings *settings, uint64_t seed)
{
    static struct variant idle[PARTICIPANTS_MAX];
    const struct puzzle *puzzle = team->puzzle;
    struct arena arena = {0};
    struct board *board = board_open(0);
    struct puzzle unchecked = *puzzle;
    struct team idlers = {.puzzle = &unchecked, .count = team->count};
    const void *instance = generate(puzzle, 0, seed, &arena);

    if (!board || !instance)
        return verify_out_of_memory();
    if (!learn(team, settings, board, instance, &arena)) {
        fprintf(stderr, "assay-verify: %s: nobody answers an instance of the usual size\n", puzzle->name);
        return EXIT_UNABLE;
    }
    for (size_t i = 0; i < team->count; i++) {
        idle[i] = *team->members[i].variant;
        idle[i].refuses = NULL;
        idle[i].open = NULL;
        idle[i].close = NULL;
        idle[i].solve = copy;
        idlers.members[i] = team->members[i];
        idlers.members[i].variant = &idle[i];
    }
    printf("%s, %zu participants that do nothing:\n", puzzle->name, idlers.count);
    unchecked.check = NULL;
    time_judging(&idlers, settings, board, instance, false, "compare and keep the books");
    unchecked.check = puzzle->check;
    time_judging(&idlers, settings, board, instance, false, "with the puzzle's own check");
    time_judging(&idlers, settings, board, instance, true, "with the dear checks");
    time_generation(puzzle);
    board_close(board);
    arena_free(&arena);
    return EXIT_WELL;
}
