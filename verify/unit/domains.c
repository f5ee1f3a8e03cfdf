/* Where domains end, to the unit: what a variant's summary promises it takes, and the next larger instance it
 * refuses, before solving and when it is asked all the same. The numbers are those of the summaries (`assay
 * list`), written down again by hand. */
#include "unit.h"

#include <stdio.h>

#include "core/puzzle.h"

/* `count` erased characters and as many zeros as make an even length. */
static const void *make_ticket(const struct puzzle *puzzle, size_t count, struct arena *arena)
{
    struct text text = {0};
    struct error error;
    struct cases cases;
    char *bytes;

    text_format(&text, "%zu\n", count + count % 2);
    for (size_t i = 0; i < count + count % 2; i++)
        text_char(&text, i < count ? '?' : '0');
    text_char(&text, '\n');
    assert_non_null(bytes = arena_alloc(arena, text.length, 1));
    memcpy(bytes, text.bytes, text.length);
    assert_true(puzzle->parse(bytes, text.length, arena, &cases, &error));
    text_free(&text);
    return cases.instances[0];
}

static const void *make_of_size(const struct puzzle *puzzle, size_t count, struct arena *arena)
{
    struct recipe recipe = {.size = count, .rounds = puzzle->rounds.most ? 1 : 0};
    struct error error;
    struct rng rng;
    const void *instance;

    rng_seed(&rng, count);
    instance = puzzle->generate(&rng, &recipe, arena, &error);
    assert_non_null(instance);
    assert_int_equal(puzzle->measure(instance), count);
    return instance;
}

/* Five cards a category; nobody knows anything but that p lacks a1, said so often: 5^3 envelopes, the other 12 cards to hands of 4 and 8 in 495 ways,
 * and 61875 deals with a look at each fact, and at one, may be 2^27 looks. */
static const void *make_repetitive(const struct puzzle *puzzle, size_t count, struct arena *arena)
{
    struct text text = {0};
    struct error error;
    struct cases cases;
    char *bytes;

    text_string(&text, "clue\nsuspects a1 a2 a3 a4 a5\nweapons b1 b2 b3 b4 b5\nrooms c1 c2 c3 c4 c5\nplayer p 4\nplayer q 8\n");
    for (size_t i = 0; i < count; i++)
        text_string(&text, "lacks p a1\n");
    assert_non_null(bytes = arena_alloc(arena, text.length, 1));
    memcpy(bytes, text.bytes, text.length);
    assert_true(puzzle->parse(bytes, text.length, arena, &cases, &error));
    text_free(&text);
    return cases.instances[0];
}

static void expect_edge(const struct puzzle *puzzle, const struct variant *variant, const void *largest,
                        const void *next, struct arena *arena)
{
    void *answer = arena_zalloc(arena, 1, puzzle->answer_size(next));
    void *context = variant->open ? variant->open() : NULL;
    struct work work = work_start(arena, WORK_STEPS_UNLIMITED);

    if (variant->refuses(largest))
        fail_msg("%s %s refuses what it promises", puzzle->name, variant->name);
    if (!variant->refuses(next) || variant->solve(context, next, &work, answer) != OUTCOME_UNSUPPORTED)
        fail_msg("%s %s does not end where it says", puzzle->name, variant->name);
    if (variant->close)
        variant->close(context);
}

static void domains_end_where_they_say(void **state)
{
    static const struct {
        const char *puzzle, *variant;
        size_t most;
        const void *(*make)(const struct puzzle *puzzle, size_t count, struct arena *arena);
    } edges[] = {
        {"ticket", "naive", 6, make_ticket},
        {"ticket", "pruned", 200, make_ticket},
        {"ticket", "bitmask", 2000, make_ticket},
        {"adjacent", "naive", 6, make_of_size},
        {"adjacent", "pruned", 10, make_of_size},
        {"adjacent", "bitmask", 12, make_of_size},
        {"adjacent", "multiset", 50, make_of_size},
        {"adjacent", "reduced", 200, make_of_size},
        {"adjacent", "closed_form", 10000, make_of_size},
        {"clueless", "naive", (1 << 27) / 61875 - 1, make_repetitive},
        {"meltdown", "naive", 10, make_of_size},
        {"meltdown", "pruned", 24, make_of_size},
        {"meltdown", "bitmask", 30, make_of_size},
    };

    (void)state;
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        const struct puzzle *puzzle = puzzle_find(edges[i].puzzle);
        struct arena arena = {0};

        expect_edge(puzzle, variant_find(puzzle, edges[i].variant),
                    edges[i].make(puzzle, edges[i].most, &arena),
                    edges[i].make(puzzle, edges[i].most + 1, &arena), &arena);
        arena_free(&arena);
    }
}

int unit_domains(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(domains_end_where_they_say),
    };

    return cmocka_run_group_tests_name("domains", tests, NULL, NULL);
}
