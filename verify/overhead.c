/* What a case costs besides the solving: measured with variants that do nothing but copy an answer that is known. Generating and
 * unranking stand apart. */
#include <stdio.h>
#include <string.h>

#include "core/cli/file.h"
#include "modes.h"

/* What the idle variants answer: solve has no other way to know. */
static struct {
    enum outcome outcome;
    size_t size;
    const void *answer;
} known;

static enum outcome copy(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    (void)instance;
    (void)work;
    memcpy(answer, known.answer, known.size);
    return known.outcome;
}

static const double SHARE = 0.2; /* seconds for each figure */

static void tell(const char *what, double began, uint64_t cases)
{
    printf("  %-40s %10.0f ns a case\n", what, (seconds_now() - began) * 1e9 / (double)cases);
}

static const void *generate(const struct puzzle *puzzle, size_t class_index, uint64_t index, struct arena *arena)
{
    struct recipe recipe = {.input_class = class_index, .size = puzzle->size.usual, .rounds = puzzle->rounds.usual};
    struct error error;
    struct rng rng;

    rng_seed(&rng, rng_case_seed(DEFAULT_SEED, puzzle->name, puzzle->classes[class_index].name, index));
    return puzzle->generate(&rng, &recipe, arena, &error);
}

static void time_generation(const struct puzzle *puzzle)
{
    struct arena arena = {0};
    struct text what = {0};

    for (size_t i = 0; puzzle->classes[i].name; i++) {
        double began = seconds_now();
        uint64_t cases = 0;

        while (cases < 16 || seconds_now() - began < SHARE) {
            generate(puzzle, i, cases++, &arena);
            arena_reset(&arena);
        }
        text_clear(&what);
        text_format(&what, "generate %s", puzzle->classes[i].name);
        tell(what.failed ? "generate" : what.bytes, began, cases);
    }
    for (const struct space *space = puzzle->spaces; space && space->name; space++) {
        uint64_t size = space->first_size, cases = 0;
        double began;

        while (size < space->last_size && space->count(size) < 1000)
            size++;
        began = seconds_now();
        while (space->count(size) && (cases < 16 || cases % 64 || seconds_now() - began < SHARE)) {
            space->unrank(size, cases++ % space->count(size), &arena);
            arena_reset(&arena);
        }
        text_clear(&what);
        text_format(&what, "unrank %s", space->name);
        tell(what.failed ? "unrank" : what.bytes, began, cases + !cases);
    }
    text_free(&what);
    arena_free(&arena);
}

static void time_judging(struct engine *engine, const void *instance, bool deep, const char *what)
{
    double began = seconds_now();
    uint64_t cases = 0;

    while (cases < 16 || cases % 64 || seconds_now() - began < SHARE) {
        engine->board->number = cases++;
        engine_judge(engine, instance, deep);
        arena_reset(&engine->answers);
        arena_reset(&engine->instances);
    }
    tell(what, began, cases);
}

int verify_overhead(const struct team *team, const struct settings *settings, uint64_t seed)
{
    static struct engine engine;
    static struct variant idle[PARTICIPANTS_MAX];
    const struct puzzle *puzzle = team->puzzle;
    struct arena arena = {0};
    struct board *board = board_open(0);
    struct puzzle unchecked = *puzzle;
    struct team idlers = {.puzzle = &unchecked, .count = team->count};
    const void *instance = generate(puzzle, 0, seed, &arena);

    if (!board || !instance)
        return verify_out_of_memory();
    engine_open(&engine, team, settings, board);
    engine_judge(&engine, instance, false);
    known.size = puzzle->answer_size(instance);
    known.answer = arena_alloc(&arena, 1, known.size);
    if (engine.base < 0 || !known.answer) {
        fprintf(stderr, "assay-verify: %s: nobody answers an instance of the usual size\n", puzzle->name);
        return EXIT_UNABLE;
    }
    known.outcome = engine.asked[engine.base].outcome;
    memcpy((void *)(uintptr_t)known.answer, engine.asked[engine.base].answer, known.size);
    engine_close(&engine);
    for (size_t i = 0; i < team->count; i++) {
        idle[i] = *team->members[i].variant;
        idle[i].refuses = NULL;
        idle[i].open = NULL;
        idle[i].close = NULL;
        idle[i].claim = CLAIM_EXACT;
        idle[i].solve = copy;
        idlers.members[i] = team->members[i];
        idlers.members[i].variant = &idle[i];
    }
    printf("%s, %zu participants that do nothing:\n", puzzle->name, idlers.count);
    unchecked.check = NULL;
    engine_open(&engine, &idlers, settings, board);
    time_judging(&engine, instance, false, "compare and keep the books");
    unchecked.check = puzzle->check;
    time_judging(&engine, instance, false, "with the puzzle's own check");
    time_judging(&engine, instance, true, "with the dear checks");
    engine_close(&engine);
    time_generation(puzzle);
    board_close(board);
    arena_free(&arena);
    return EXIT_WELL;
}
