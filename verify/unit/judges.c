/* What judges the variants is judged, for every puzzle: an invariant says no where an answer is missing, `same` is equality of the formatted
 * text, a rank is the inverse of unrank wherever it is given, and a work limit of k steps gives the answer or `limit` for every k. */
#include "unit.h"

#include "core/puzzle.h"

enum { STEPS = 1 << 16, COMPARED = 60 };

extern const struct puzzle template_puzzle;

static struct arena arena;

/* Each puzzle, the template last. */
static const struct puzzle *puzzle_at(size_t index)
{
    size_t count = 0;

    while (puzzles[count])
        count++;
    return index < count ? puzzles[index] : index == count ? &template_puzzle : NULL;
}

static const void *generate(const struct puzzle *puzzle, size_t class, size_t format, uint64_t size, uint64_t seed)
{
    struct recipe recipe = {.input_class = class, .format = format, .size = size, .rounds = puzzle->rounds.most ? 2 : 0};
    struct error error;
    struct rng rng;

    rng_seed(&rng, seed);
    return size > puzzle->size.most ? NULL : puzzle->generate(&rng, &recipe, &arena, &error);
}

static struct result solve(const struct puzzle *puzzle, const struct variant *variant, const void *instance, uint64_t steps)
{
    struct work work = work_start(&arena, steps);
    void *answer = arena_zalloc(&arena, 1, puzzle->answer_size(instance));
    void *context = variant->open ? variant->open() : NULL;
    struct result result = {variant->solve(context, instance, &work, answer), answer};

    if (variant->close)
        variant->close(context);
    return result;
}

/* Calls `judge` with instances of every class, format and three small sizes. */
static void each_instance(const struct puzzle *puzzle, void (*judge)(const struct puzzle *puzzle, const void *instance))
{
    for (size_t c = 0; puzzle->classes[c].name; c++)
        for (size_t f = 0; f == 0 || (puzzle->formats && puzzle->formats[f]); f++)
            for (uint64_t more = 0; more < 6; more += 2) {
                const void *instance = generate(puzzle, c, f, puzzle->size.least + more, c + 1);

                if (instance)
                    judge(puzzle, instance);
                arena_reset(&arena);
            }
}

static void each_puzzle(void (*judge)(const struct puzzle *puzzle, const void *instance))
{
    for (size_t p = 0; puzzle_at(p); p++)
        each_instance(puzzle_at(p), judge);
    arena_free(&arena);
}

static struct text text_of(const struct puzzle *puzzle, const void *instance)
{
    struct text text = {0};

    puzzle->format(&(struct cases){1, &instance}, &text);
    assert_false(text.failed);
    return text;
}

/* ---- same ---- */

static void compare(const struct puzzle *puzzle, const void *one, const void *other)
{
    struct text a = text_of(puzzle, one), b = text_of(puzzle, other);
    bool equal = a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;

    if (puzzle->same(one, other) != equal || puzzle->same(other, one) != equal)
        fail_msg("%s: same says %d of\n%.*sand\n%.*s", puzzle->name, !equal, (int)a.length, a.bytes, (int)b.length, b.bytes);
    text_free(&a);
    text_free(&b);
}

/* An instance beside everything that is one step away from it. */
static void compare_neighbours(const struct puzzle *puzzle, const void *instance)
{
    const void *neighbours[COMPARED];
    size_t count = 0;
    struct rng rng;

    rng_seed(&rng, 1);
    neighbours[count++] = instance;
    for (size_t step = 0; step < COMPARED / 2; step++)
        if ((neighbours[count] = puzzle->shrink(instance, step, &arena)))
            count++;
    for (const struct invariant *law = puzzle->invariants; law && law->name && count < COMPARED; law++) {
        const void *map;

        if ((neighbours[count] = law->change(instance, &rng, &arena, &map)))
            count++;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = i; j < count; j++)
            compare(puzzle, neighbours[i], neighbours[j]);
}

static void same_is_equality_of_the_text(void **state)
{
    (void)state;
    each_puzzle(compare_neighbours);
}

/* ---- ranks ---- */

static void expect_rank(const struct puzzle *puzzle, const struct space *space, const void *instance)
{
    uint64_t size, rank;

    if (!instance || !space->rank(instance, &size, &rank))
        return;
    assert_true(rank < space->count(size));
    compare(puzzle, instance, space->unrank(size, rank, &arena));
    assert_true(puzzle->same(instance, space->unrank(size, rank, &arena)));
}

/* In every class, up to three times the usual size: most are in no space. */
static void rank_larger(const struct puzzle *puzzle)
{
    for (size_t c = 0; puzzle->classes[c].name; c++)
        for (uint64_t factor = 1; factor < 4; factor++)
            for (const struct space *space = puzzle->spaces; space && space->name; space++) {
                expect_rank(puzzle, space, generate(puzzle, c, 0, factor * puzzle->size.usual, c + 1));
                arena_reset(&arena);
            }
}

static void rank_neighbours(const struct puzzle *puzzle, const void *instance)
{
    struct rng rng;

    rng_seed(&rng, 1);
    for (const struct space *space = puzzle->spaces; space && space->name; space++) {
        const void *map;

        expect_rank(puzzle, space, instance);
        for (size_t step = 0; step < COMPARED; step++)
            expect_rank(puzzle, space, puzzle->shrink(instance, step, &arena));
        for (const struct invariant *law = puzzle->invariants; law && law->name; law++)
            expect_rank(puzzle, space, law->change(instance, &rng, &arena, &map));
    }
}

/* What lies in a space and what lies just outside it. */
static void a_rank_is_the_inverse_where_there_is_one(void **state)
{
    (void)state;
    each_puzzle(rank_neighbours);
    for (size_t p = 0; puzzle_at(p); p++)
        rank_larger(puzzle_at(p));
    for (size_t p = 0; puzzle_at(p); p++)
        for (const struct space *space = puzzle_at(p)->spaces; space && space->name; space++)
            for (uint64_t size = space->first_size; size < space->first_size + 5 && size <= space->last_size; size++)
                for (uint64_t share = 0; share < unit_scaled(100) && space->count(size); share++) {
                    rank_neighbours(puzzle_at(p), space->unrank(size, space->count(size) / unit_scaled(100) * share, &arena));
                    arena_reset(&arena);
                }
    arena_free(&arena);
}

/* ---- invariants ---- */

static void miss_answers(const struct puzzle *puzzle, const void *instance)
{
    const struct result none = {OUTCOME_CONTRADICTION, NULL};
    const struct variant *variant = variant_choose(puzzle, instance, DETAIL_ANSWER);
    struct result before, after;
    struct rng rng;

    if (!variant)
        return;
    rng_seed(&rng, 1);
    before = solve(puzzle, variant, instance, WORK_STEPS_UNLIMITED);
    for (const struct invariant *law = puzzle->invariants; law && law->name; law++) {
        const void *map, *changed = law->change(instance, &rng, &arena, &map);

        if (!changed || before.outcome != OUTCOME_SOLVED)
            continue;
        after = solve(puzzle, variant_choose(puzzle, changed, DETAIL_ANSWER), changed, WORK_STEPS_UNLIMITED);
        if (after.outcome == OUTCOME_SOLVED) {
            /* More facts may contradict each other, and fewer may not any more: but not both. */
            assert_true(law->keeps(instance, &before, changed, &after, map));
            assert_false(law->keeps(instance, &none, changed, &after, map) && law->keeps(instance, &before, changed, &none, map));
        }
    }
}

static void an_invariant_misses_an_answer(void **state)
{
    (void)state;
    each_puzzle(miss_answers);
}

/* ---- work limits ---- */

static void limit_each(const struct puzzle *puzzle, const void *instance)
{
    for (size_t v = 0; puzzle->variants[v]; v++) {
        const struct variant *variant = puzzle->variants[v];
        struct result whole, part;

        if (variant->refuses(instance))
            continue;
        whole = solve(puzzle, variant, instance, STEPS);
        for (uint64_t steps = 1; steps < STEPS; steps += 1 + steps / 8) {
            struct arena_mark mark = arena_mark(&arena);

            part = solve(puzzle, variant, instance, steps);
            if (part.outcome != OUTCOME_LIMIT) {
                assert_int_equal(part.outcome, whole.outcome);
                assert_true(part.outcome != OUTCOME_SOLVED || puzzle->equal(instance, part.answer, whole.answer));
                break;
            }
            arena_release(&arena, mark);
        }
    }
}

static void a_limit_gives_the_answer_or_none(void **state)
{
    (void)state;
    each_puzzle(limit_each);
}

int unit_judges(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_is_equality_of_the_text),
        cmocka_unit_test(a_rank_is_the_inverse_where_there_is_one),
        cmocka_unit_test(an_invariant_misses_an_answer),
        cmocka_unit_test(a_limit_gives_the_answer_or_none),
    };

    return cmocka_run_group_tests_name("judges", tests, NULL, NULL);
}
