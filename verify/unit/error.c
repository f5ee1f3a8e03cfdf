/* The error: a kind, a place and one line that is cut rather than overrun. */
#include "unit.h"

#include "core/error.h"

static void a_place_and_a_message(void **state)
{
    struct error error = {.kind = ERROR_MEMORY, .line = 7, .column = 8, .message = "old"};

    (void)state;
    assert_int_equal(error_at(&error, 2, 3, "expected %s, found %d", "x", 5), 0);
    assert_int_equal(error.kind, ERROR_INPUT);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 3);
    assert_string_equal(error.message, "expected x, found 5");
}

static void out_of_memory_has_no_place(void **state)
{
    struct error error = {.kind = ERROR_INPUT, .line = 7, .column = 8, .message = "old"};

    (void)state;
    assert_int_equal(error_out_of_memory(&error), 0);
    assert_int_equal(error.kind, ERROR_MEMORY);
    assert_int_equal(error.line, 0);
    assert_int_equal(error.column, 0);
    assert_string_equal(error.message, "out of memory");
}

static void a_long_message_is_cut(void **state)
{
    char text[ERROR_MESSAGE_SIZE + 50];
    struct error error;

    (void)state;
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    error_at(&error, 1, 1, "%s", text);
    assert_int_equal(strlen(error.message), ERROR_MESSAGE_SIZE - 1);
    assert_memory_equal(error.message, text, ERROR_MESSAGE_SIZE - 1);
}

int unit_error(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_and_a_message),
        cmocka_unit_test(out_of_memory_has_no_place),
        cmocka_unit_test(a_long_message_is_cut),
    };

    return cmocka_run_group_tests_name("error", tests, NULL, NULL);
}
