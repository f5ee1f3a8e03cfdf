/* The arena: alignment, sizes that do not fit, its limit, and places to return to. */
#include "unit.h"

#include "core/arena.h"

static void memory_is_aligned_and_apart(void **state)
{
    static const size_t sizes[] = {1, 63, 64, 65, 1000, 70000, 3, 1 << 20, 7};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    unsigned char *pieces[COUNT];
    struct arena arena = {0};

    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        pieces[i] = arena_alloc(&arena, 1, sizes[i]);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % 64, 0);
        memset(pieces[i], (int)i + 1, sizes[i]);
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < sizes[i]; j++)
            assert_int_equal(pieces[i][j], i + 1);
    arena_free(&arena);
}

static void nothing_is_something(void **state)
{
    struct arena arena = {0};

    (void)state;
    assert_non_null(arena_alloc(&arena, 0, 8));
    assert_non_null(arena_alloc(&arena, 8, 0));
    assert_non_null(arena_zalloc(&arena, 0, 0));
    assert_int_equal(arena.used, 0);
    arena_free(&arena);
}

static void zeroed_memory_is_zero_even_when_used_before(void **state)
{
    struct arena arena = {0};
    unsigned char *bytes = arena_alloc(&arena, 1, 1000);

    (void)state;
    memset(bytes, 0xff, 1000);
    arena_reset(&arena);
    bytes = arena_zalloc(&arena, 100, 10);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(bytes[i], 0);
    arena_free(&arena);
}

static void sizes_that_overflow_are_refused(void **state)
{
    struct arena arena = {0};

    (void)state;
    assert_null(arena_alloc(&arena, SIZE_MAX, 2));
    assert_null(arena_alloc(&arena, (size_t)1 << 32, (size_t)1 << 32)); /* the product wraps to 0 */
    assert_null(arena_alloc(&arena, SIZE_MAX / 8 + 2, 8));              /* to 8 */
    assert_null(arena_zalloc(&arena, SIZE_MAX / 8 + 2, 8));
    assert_null(arena_alloc(&arena, 1, SIZE_MAX)); /* wraps when rounded up */
    assert_null(arena_alloc(&arena, 1, SIZE_MAX - 62));
    assert_null(arena_alloc(&arena, 1, SIZE_MAX - 64)); /* and with a header */
    assert_int_equal(arena.used, 0);
    assert_int_equal(arena.peak, 0);
    assert_non_null(arena_alloc(&arena, 1, 1)); /* and still it works */
    arena_free(&arena);
}

static void a_limit_is_never_passed(void **state)
{
    struct arena arena = {.limit = 256};

    (void)state;
    assert_non_null(arena_alloc(&arena, 3, 64));
    assert_null(arena_alloc(&arena, 1, 65));
    assert_null(arena_alloc(&arena, 1, SIZE_MAX - 200));
    assert_non_null(arena_alloc(&arena, 1, 64));
    assert_null(arena_alloc(&arena, 1, 1));
    assert_true(arena.used <= arena.limit && arena.peak <= arena.limit);
    arena_reset(&arena);
    assert_non_null(arena_alloc(&arena, 1, 256));
    arena_free(&arena);
    assert_int_equal(arena.limit, 256);
    assert_null(arena_alloc(&arena, 1, 257));
    arena_free(&arena);
}

static void used_and_peak(void **state)
{
    struct arena arena = {0};
    struct arena_mark mark;

    (void)state;
    arena_alloc(&arena, 1, 64);
    assert_int_equal(arena.used, 64);
    mark = arena_mark(&arena);
    arena_alloc(&arena, 1, 128);
    arena_release(&arena, mark);
    assert_int_equal(arena.used, 64);
    assert_int_equal(arena.peak, 192);
    arena.peak = arena.used;
    arena_alloc(&arena, 1, 64);
    assert_int_equal(arena.peak, 128);
    arena_reset(&arena);
    assert_int_equal(arena.used, 0);
    assert_int_equal(arena.peak, 128);
    arena_free(&arena);
}

/* Whatever lies between, a release gives back exactly what came after the mark, and what came before stays as
 * it was. */
static void a_mark_is_a_place_to_return_to(void **state)
{
    static const size_t between[] = {0, 1, 1000, 65536, 100000, 5000000};
    struct arena arena = {0};

    (void)state;
    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        for (size_t j = 0; j < sizeof between / sizeof *between; j++) {
            unsigned char *kept, *first, *again;
            struct arena_mark mark;

            kept = arena_alloc(&arena, 1, 100);
            memset(kept, 0x5a, 100);
            mark = arena_mark(&arena);
            first = arena_alloc(&arena, 1, 50);
            arena_alloc(&arena, 1, between[i]);
            arena_alloc(&arena, 1, between[j]);
            arena_release(&arena, mark);
            assert_int_equal(arena.used, mark.used);
            again = arena_alloc(&arena, 1, 50);
            assert_ptr_equal(first, again);
            for (size_t k = 0; k < 100; k++)
                assert_int_equal(kept[k], 0x5a);
        }
    }
    arena_free(&arena);
    assert_null(arena.block);
    assert_null(arena.spare);
}

static void a_mark_of_an_empty_arena_gives_back_everything(void **state)
{
    struct arena arena = {0};
    struct arena_mark mark = arena_mark(&arena);

    (void)state;
    arena_alloc(&arena, 1, 100000);
    arena_alloc(&arena, 1, 1000000);
    arena_release(&arena, mark);
    assert_int_equal(arena.used, 0);
    assert_null(arena.block);
    assert_non_null(arena.spare);
    arena_free(&arena);
}

/* A loop over cases asks the system once: after the first round the same block serves every round. */
static void one_block_is_kept_over_a_reset(void **state)
{
    struct arena arena = {0};
    void *first = arena_alloc(&arena, 1, 300000);

    (void)state;
    for (int round = 0; round < 100; round++) {
        arena_reset(&arena);
        assert_ptr_equal(arena_alloc(&arena, 1, 300000), first);
    }
    arena_free(&arena);
}

int unit_arena(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_aligned_and_apart),
        cmocka_unit_test(nothing_is_something),
        cmocka_unit_test(zeroed_memory_is_zero_even_when_used_before),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(a_limit_is_never_passed),
        cmocka_unit_test(used_and_peak),
        cmocka_unit_test(a_mark_is_a_place_to_return_to),
        cmocka_unit_test(a_mark_of_an_empty_arena_gives_back_everything),
        cmocka_unit_test(one_block_is_kept_over_a_reset),
    };

    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
