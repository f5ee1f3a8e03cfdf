/* What core/puzzle.h asks of every puzzle, of each that is registered: the fields that must be there, names
 * and tables, generated cases that come back from their text, sets that are numbered without a gap at their
 * ends, and smaller cases that come to an end. */
#include "unit.h"

#include <malloc.h>
#include <stdio.h>

#include "core/puzzle.h"

static void expect_names_apart(const char *name, const char *other)
{
    assert_true(*name && *other);
    assert_string_not_equal(name, other);
}

static void names_are_unique(void **state)
{
    (void)state;
    for (size_t i = 0; puzzles[i]; i++) {
        const struct puzzle *puzzle = puzzles[i];

        for (size_t j = 0; j < i; j++)
            expect_names_apart(puzzles[j]->name, puzzle->name);
        for (size_t j = 0; puzzle->variants[j]; j++)
            for (size_t k = 0; k < j; k++)
                expect_names_apart(puzzle->variants[k]->name, puzzle->variants[j]->name);
        for (size_t j = 0; puzzle->classes[j].name; j++)
            for (size_t k = 0; k < j; k++)
                expect_names_apart(puzzle->classes[k].name, puzzle->classes[j].name);
        for (size_t j = 0; puzzle->spaces[j].name; j++)
            for (size_t k = 0; k < j; k++)
                expect_names_apart(puzzle->spaces[k].name, puzzle->spaces[j].name);
        for (size_t j = 0; puzzle->invariants[j].name; j++)
            for (size_t k = 0; k < j; k++)
                expect_names_apart(puzzle->invariants[k].name, puzzle->invariants[j].name);
        for (size_t j = 0; puzzle->formats && puzzle->formats[j]; j++)
            for (size_t k = 0; k < j; k++)
                expect_names_apart(puzzle->formats[k], puzzle->formats[j]);
    }
}

static void expect_range(const struct range *range)
{
    assert_non_null(range->name);
    assert_true(range->least <= range->usual && range->usual <= range->most);
}

static void expect_variant(const struct puzzle *puzzle, const struct variant *variant)
{
    assert_true(variant->name && variant->summary && variant->bound && variant->domain);
    assert_true(variant->refuses && variant->solve);
    assert_true(!variant->open == !variant->close);
    assert_true(variant->detail <= puzzle->detail);
    assert_true(variant->claim == CLAIM_EXACT || puzzle->refines);
}

static void every_field_is_there(void **state)
{
    (void)state;
    for (size_t i = 0; puzzles[i]; i++) {
        const struct puzzle *puzzle = puzzles[i];

        assert_true(puzzle->name && puzzle->title && puzzle->source && puzzle->summary && puzzle->notation);
        assert_true(puzzle->variants && puzzle->classes && puzzle->spaces && puzzle->invariants);
        assert_true(puzzle->variants[0] && puzzle->classes[0].name && puzzle->spaces[0].name &&
                    puzzle->invariants[0].name);
        assert_true(puzzle->cases_per_file == 1 || puzzle->cases_per_file == CASES_MAX);
        assert_true(puzzle->parse && puzzle->format && puzzle->same && puzzle->measure && puzzle->generate);
        assert_true(puzzle->shrink && puzzle->answer_size && puzzle->equal && puzzle->print &&
                    puzzle->promised);
        expect_range(&puzzle->size);
        if (puzzle->rounds.most)
            expect_range(&puzzle->rounds);
        for (size_t j = 0; puzzle->variants[j]; j++)
            expect_variant(puzzle, puzzle->variants[j]);
        for (size_t j = 0; puzzle->classes[j].name; j++)
            assert_non_null(puzzle->classes[j].summary);
        for (size_t j = 0; puzzle->spaces[j].name; j++) {
            const struct space *space = &puzzle->spaces[j];

            assert_true(space->unit && space->count && space->unrank && space->rank);
            assert_true(space->first_size <= space->last_size);
        }
        for (size_t j = 0; puzzle->invariants[j].name; j++)
            assert_true(puzzle->invariants[j].summary && puzzle->invariants[j].change &&
                        puzzle->invariants[j].keeps);
    }
}

/* print → parse → print: the instance and the bytes come back. Returns the bytes. */
static struct text expect_round_trip(const struct puzzle *puzzle, const void *instance, struct arena *arena)
{
    struct text text = {0}, again = {0};
    struct cases cases = {1, &instance}, parsed;
    struct error error;

    puzzle->format(&cases, &text);
    assert_false(text.failed);
    if (!puzzle->parse(text.bytes, text.length, arena, &parsed, &error))
        fail_msg("%s: generated, but refused at %zu:%zu: %s", puzzle->name, error.line, error.column,
                 error.message);
    assert_int_equal(parsed.count, 1);
    assert_true(puzzle->same(instance, parsed.instances[0]) && puzzle->same(parsed.instances[0], instance));
    assert_int_equal(puzzle->measure(parsed.instances[0]), puzzle->measure(instance));
    puzzle->format(&parsed, &again);
    assert_int_equal(again.length, text.length);
    assert_memory_equal(again.bytes, text.bytes, text.length);
    text_free(&again);
    return text;
}

/* Two instances of a recipe from one seed are the same bytes. False where the class does not exist at this
 * size. */
static bool expect_generated(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t index)
{
    uint64_t seed = rng_case_seed(1, puzzle->name, puzzle->classes[recipe->input_class].name, index);
    struct text texts[2] = {{0}, {0}};
    struct arena arena = {0};
    bool exists = true;

    for (int i = 0; i < 2; i++) {
        struct error error = {.kind = ERROR_NONE};
        struct rng rng;
        const void *instance;

        rng_seed(&rng, seed);
        instance = puzzle->generate(&rng, recipe, &arena, &error);
        if (instance) {
            texts[i] = expect_round_trip(puzzle, instance, &arena);
        } else {
            assert_int_equal(error.kind, ERROR_INPUT);
            assert_true(error.message[0]);
            exists = false;
        }
    }
    assert_int_equal(texts[0].length, texts[1].length);
    if (texts[0].length)
        assert_memory_equal(texts[0].bytes, texts[1].bytes, texts[0].length);
    text_free(&texts[0]);
    text_free(&texts[1]);
    arena_free(&arena);
    return exists;
}

static void generated_cases_come_back_from_their_text(void **state)
{
    (void)state;
    for (size_t i = 0; puzzles[i]; i++) {
        const struct puzzle *puzzle = puzzles[i];

        for (size_t j = 0; puzzle->classes[j].name; j++) {
            for (size_t format = 0; format == 0 || (puzzle->formats && puzzle->formats[format]); format++) {
                struct recipe recipe = {.input_class = j, .rounds = puzzle->rounds.usual, .format = format};

                for (uint64_t index = 0; index < unit_scaled(20); index++) {
                    recipe.size = puzzle->size.least;
                    expect_generated(puzzle, &recipe, index);
                    recipe.size = puzzle->size.usual;
                    if (!expect_generated(puzzle, &recipe, index))
                        fail_msg("%s: class %s does not exist at the usual size", puzzle->name,
                                 puzzle->classes[j].name);
                }
            }
        }
    }
}

static void expect_rank(const struct puzzle *puzzle, const struct space *space, uint64_t size, uint64_t rank)
{
    struct arena arena = {0};
    const void *instance = space->unrank(size, rank, &arena);
    uint64_t found_size = ~size, found_rank = ~rank;
    struct text text;

    assert_non_null(instance);
    if (!space->rank(instance, &found_size, &found_rank) || found_size != size || found_rank != rank)
        fail_msg("%s: space %s: size %zu rank %zu comes back as size %zu rank %zu", puzzle->name, space->name,
                 (size_t)size, (size_t)rank, (size_t)found_size, (size_t)found_rank);
    text = expect_round_trip(puzzle, instance, &arena);
    text_free(&text);
    arena_free(&arena);
}

/* At the ends of every size, and at some places between. */
static void ranks_are_the_inverse_of_unrank(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    for (size_t i = 0; puzzles[i]; i++) {
        for (size_t j = 0; puzzles[i]->spaces[j].name; j++) {
            const struct space *space = &puzzles[i]->spaces[j];
            bool any = false;

            for (uint64_t size = space->first_size; size <= space->last_size; size++) {
                uint64_t count = space->count(size);

                for (uint64_t k = 0; k < 3 && k < count; k++) {
                    expect_rank(puzzles[i], space, size, k);
                    expect_rank(puzzles[i], space, size, count - 1 - k);
                    expect_rank(puzzles[i], space, size, rng_below(&rng, count));
                    any = true;
                }
            }
            assert_true(any);
        }
    }
}

/* Always the first smaller case: comes to an end, with cases that come back from their text on the way. */
static void shrinking_comes_to_an_end(void **state)
{
    (void)state;
    for (size_t i = 0; puzzles[i]; i++) {
        const struct puzzle *puzzle = puzzles[i];

        for (size_t j = 0; puzzle->classes[j].name; j++) {
            struct recipe recipe = {
                .input_class = j, .size = puzzle->size.usual, .rounds = puzzle->rounds.usual};
            struct arena arena = {0};
            struct error error;
            struct rng rng;
            const void *instance, *smaller;
            size_t steps = 0;

            rng_seed(&rng, j);
            instance = puzzle->generate(&rng, &recipe, &arena, &error);
            assert_non_null(instance);
            while ((smaller = puzzle->shrink(instance, 0, &arena))) {
                struct text text = expect_round_trip(puzzle, smaller, &arena);

                assert_false(puzzle->same(instance, smaller));
                text_free(&text);
                instance = smaller;
                assert_true(++steps < 100000);
            }
            arena_free(&arena);
        }
    }
}

/* FNV-1a, of what `assay generate PUZZLE --class CLASS --seed 1 --index I` prints for I = 0 .. 7, over all classes. */
static uint64_t signature_of(const struct puzzle *puzzle)
{
    uint64_t hash = 0xcbf29ce484222325;
    struct arena arena = {0};
    struct text text = {0};

    for (size_t c = 0; puzzle->classes[c].name; c++)
        for (uint64_t index = 0; index < 8; index++) {
            struct recipe recipe = {.input_class = c, .size = puzzle->size.usual, .rounds = puzzle->rounds.usual};
            struct error error;
            struct rng rng;
            const void *instance;

            rng_seed(&rng, rng_case_seed(1, puzzle->name, puzzle->classes[c].name, index));
            instance = puzzle->generate(&rng, &recipe, &arena, &error);
            assert_non_null(instance);
            puzzle->format(&(struct cases){1, &instance}, &text);
            arena_reset(&arena);
        }
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.bytes[i]) * 0x100000001b3;
    arena_free(&arena);
    text_free(&text);
    return hash;
}

/* The same seed gives the same cases on every machine and by every compiler: what gcc 12 made on x86-64. A generator that is changed on
 * purpose changes its line here. */
static void seeds_are_kept(void **state)
{
    static const struct {
        const char *puzzle;
        uint64_t signature;
    } kept[] = {
        {"ticket", 0x5ebca3b4e1649e14},
        {"chocolate", 0x0066872807994eb7},
        {"meltdown", 0xd6985f56f4c9f4d1},
        {"clueless", 0x0f8979814c488776},
        {"adjacent", 0xba130816163570ab},
    };

    (void)state;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        uint64_t signature = signature_of(puzzle_find(kept[i].puzzle));

        if (signature != kept[i].signature)
            print_error("%s: 0x%016llx\n", kept[i].puzzle, (unsigned long long)signature);
        assert_true(signature == kept[i].signature);
    }
}

/* Solves with a context of its own; what it spent is in *work. */
static enum outcome solve_alone(const struct variant *variant, const void *instance, uint64_t steps,
                                struct work *work, void *answer)
{
    void *context = variant->open ? variant->open() : NULL;
    enum outcome outcome;

    assert_true(!variant->open || context);
    *work = work_start(work->arena, steps);
    outcome = variant->solve(context, instance, work, answer);
    if (variant->close)
        variant->close(context);
    return outcome;
}

enum { SPARE = 32 };

/* Who spends s steps and is allowed s answers as before, whatever lay where the answer goes, and writes nothing behind
 * it; allowed s - 1 he says so. Returns s, or 0 where s is beyond `most`. */
static uint64_t expect_limit(const struct puzzle *puzzle, const struct variant *variant, const void *instance,
                             uint64_t most)
{
    struct arena arena = {0};
    size_t size = puzzle->answer_size(instance);
    unsigned char *first = arena_zalloc(&arena, 1, size), *second = arena_alloc(&arena, 1, size + SPARE);
    struct work work = {.arena = &arena};
    enum outcome outcome = solve_alone(variant, instance, most, &work, first);
    uint64_t spent = most - work.steps_left;

    memset(second, 0xa5, size + SPARE);
    if (outcome != OUTCOME_LIMIT) {
        assert_int_equal(solve_alone(variant, instance, spent ? spent : 1, &work, second), outcome);
        if (outcome == OUTCOME_SOLVED)
            assert_memory_equal(first, second, size);
        for (size_t i = 0; i < SPARE; i++)
            assert_int_equal(second[size + i], 0xa5);
        if (spent > 1 && solve_alone(variant, instance, spent - 1, &work, second) != OUTCOME_LIMIT)
            fail_msg("%s %s spends %zu steps but obeys no limit of %zu", puzzle->name, variant->name,
                     (size_t)spent, (size_t)spent - 1);
    }
    arena_free(&arena);
    return outcome == OUTCOME_LIMIT ? 0 : spent;
}

/* Small and usual cases of each class. Outside its domain a variant spends nothing. */
static void limits_are_obeyed_to_the_step(void **state)
{
    (void)state;
    for (size_t i = 0; puzzles[i]; i++) {
        const struct puzzle *puzzle = puzzles[i];

        for (size_t v = 0; puzzle->variants[v]; v++) {
            uint64_t spent = 0;

            for (uint64_t k = 0; k < 24; k++) {
                struct recipe recipe = {.size = puzzle->size.least +
                                                (puzzle->size.usual - puzzle->size.least) * (k % 8) / 7,
                                        .rounds = puzzle->rounds.most ? k % 8 : 0};
                struct arena arena = {0};
                struct error error;
                struct rng rng;
                const void *instance;

                while (puzzle->classes[recipe.input_class + 1].name && recipe.input_class < k % 5)
                    recipe.input_class++;
                rng_seed(&rng, k);
                instance = puzzle->generate(&rng, &recipe, &arena, &error);
                if (instance)
                    spent += expect_limit(puzzle, puzzle->variants[v], instance, 1 << 14);
                arena_free(&arena);
            }
            if (!spent)
                fail_msg("%s %s: no case was within its reach", puzzle->name, puzzle->variants[v]->name);
        }
    }
}

static size_t bytes_in_use(void)
{
    struct mallinfo2 info = mallinfo2();

    return info.uordblks + info.hblkhd;
}

/* With memory to spare, and with each request of opening refused. */
static void open_and_close(const struct variant *variant, const void *instance, void *answer)
{
    uint64_t request = 0;
    bool refused;
    void *context;

    do {
        struct arena arena = {0};
        struct work work = work_start(&arena, 1 << 16);

        unit_refuse(request);
        context = variant->open();
        refused = unit_refused() && request > 0;
        if (context && request == 0)
            (void)variant->solve(context, instance, &work, answer);
        if (context)
            variant->close(context);
        arena_free(&arena);
    } while (request++ == 0 || refused);
}

/* The sanitizers see the same in their own builds. */
static void contexts_are_given_back(void **state)
{
    struct arena arena = {0};

    (void)state;
    for (size_t i = 0; puzzles[i]; i++) {
        const struct puzzle *puzzle = puzzles[i];
        struct recipe recipe = {.size = puzzle->size.usual, .rounds = puzzle->rounds.usual};
        struct error error;
        struct rng rng;
        const void *instance;

        rng_seed(&rng, i);
        instance = puzzle->generate(&rng, &recipe, &arena, &error);
        assert_non_null(instance);
        for (size_t v = 0; puzzle->variants[v]; v++) {
            void *answer = arena_alloc(&arena, 1, puzzle->answer_size(instance));
            size_t before = 0;

            for (int round = 0; puzzle->variants[v]->open && round < 10; round++) {
                open_and_close(puzzle->variants[v], instance, answer);
                if (round == 8) /* up to seven of each size the system keeps by itself */
                    before = bytes_in_use();
                else if (round > 8)
                    assert_int_equal(bytes_in_use(), before);
            }
        }
    }
    arena_free(&arena);
}

int unit_contract(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(every_field_is_there),
        cmocka_unit_test(generated_cases_come_back_from_their_text),
        cmocka_unit_test(ranks_are_the_inverse_of_unrank),
        cmocka_unit_test(shrinking_comes_to_an_end),
        cmocka_unit_test(limits_are_obeyed_to_the_step),
        cmocka_unit_test(contexts_are_given_back),
        cmocka_unit_test(seeds_are_kept),
    };

    return cmocka_run_group_tests_name("contract", tests, NULL, NULL);
}
