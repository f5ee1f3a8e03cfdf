/* Text that grows: numbers to their ends, growth, and what happens when memory has run out. */
#include "unit.h"

#include <wchar.h>

#include "core/text.h"

static void expect(struct text *text, const char *expected)
{
    assert_false(text->failed);
    assert_int_equal(text->length, strlen(expected));
    assert_memory_equal(text->bytes, expected, text->length);
    text_clear(text);
}

static void numbers(void **state)
{
    struct text text = {0};

    (void)state;
    text_unsigned(&text, 0);
    expect(&text, "0");
    text_unsigned(&text, 10);
    expect(&text, "10");
    text_unsigned(&text, UINT64_MAX);
    expect(&text, "18446744073709551615");
    text_signed(&text, 0);
    expect(&text, "0");
    text_signed(&text, -1);
    expect(&text, "-1");
    text_signed(&text, INT64_MAX);
    expect(&text, "9223372036854775807");
    text_signed(&text, INT64_MIN);
    expect(&text, "-9223372036854775808");
    text_unsigned128(&text, 0);
    expect(&text, "0");
    text_unsigned128(&text, (unsigned __int128)UINT64_MAX + 1);
    expect(&text, "18446744073709551616");
    text_unsigned128(&text, ~(unsigned __int128)0);
    expect(&text, "340282366920938463463374607431768211455");
    text_free(&text);
}

static void strings_and_bytes(void **state)
{
    struct text text = {0};

    (void)state;
    text_string(&text, "");
    text_put(&text, "", 0);
    text_put(&text, NULL, 0);
    assert_int_equal(text.length, 0);
    text_string(&text, "one");
    text_char(&text, ',');
    text_put(&text, "two\0three", 3);
    text_format(&text, ";%d;%s", -5, "six");
    expect(&text, "one,two;-5;six");
    text_put(&text, "a\0b", 3);
    assert_int_equal(text.length, 3);
    assert_memory_equal(text.bytes, "a\0b", 3);
    text_free(&text);
    assert_null(text.bytes);
    assert_int_equal(text.length, 0);
    text_string(&text, "again");
    expect(&text, "again");
    text_free(&text);
}

/* Every length around every growth, by each way to write. */
static void growth(void **state)
{
    struct text bytes = {0}, pieces = {0}, formatted = {0};

    (void)state;
    for (size_t i = 0; i < 5000; i++) {
        char byte = (char)('a' + i % 26);

        text_char(&bytes, byte);
        text_put(&pieces, &byte, 1);
        text_format(&formatted, "%c", byte);
        assert_int_equal(formatted.length, i + 1);
    }
    text_put(&pieces, bytes.bytes, bytes.length);
    text_format(&formatted, "%.*s", (int)bytes.length, bytes.bytes);
    assert_int_equal(pieces.length, 10000);
    assert_int_equal(formatted.length, 10000);
    for (size_t i = 0; i < 10000; i++) {
        assert_int_equal(pieces.bytes[i], 'a' + i % 5000 % 26);
        assert_int_equal(formatted.bytes[i], pieces.bytes[i]);
    }
    text_free(&bytes);
    text_free(&pieces);
    text_free(&formatted);
}

/* From 256 bytes on it doubles until there is room for the text and a zero. */
static void room_doubles(void **state)
{
    char bytes[600] = {0};

    (void)state;
    for (size_t length = 1; length < sizeof bytes; length++) {
        struct text text = {0}, formatted = {0};
        size_t room = length < 256 ? 256 : length < 512 ? 512 : 1024;

        memset(bytes, 'x', length);
        text_put(&text, bytes, length);
        assert_int_equal(text.capacity, room);
        text_format(&formatted, "%s", bytes);
        assert_int_equal(formatted.capacity, room);
        text_char(&text, 'y');
        assert_int_equal(text.capacity, length + 1 < room ? room : 2 * room);
        assert_int_equal(text.bytes[length + 1], '\0');
        text_free(&text);
        text_free(&formatted);
    }
}

static void failure_is_kept_until_it_is_cleared(void **state)
{
    struct text text = {0};

    (void)state;
    text_string(&text, "kept");
    text_put(&text, "never read", SIZE_MAX); /* no such size can be had: nothing is copied */
    assert_true(text.failed);
    text_string(&text, "more");
    text_char(&text, 'x');
    text_unsigned(&text, 5);
    text_format(&text, "%d", 5);
    assert_true(text.failed);
    assert_int_equal(text.length, 4);
    assert_memory_equal(text.bytes, "kept", 4);
    text_clear(&text);
    text_string(&text, "new");
    expect(&text, "new");
    text_free(&text);
}

static void a_format_that_fails_is_a_failure(void **state)
{
    struct text text = {0};

    (void)state;
    text_format(&text, "%lc", (wint_t)0x20ac); /* which the C locale cannot write */
    assert_true(text.failed);
    assert_int_equal(text.length, 0);
    text_free(&text);
}

int unit_text(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(strings_and_bytes),
        cmocka_unit_test(growth),
        cmocka_unit_test(room_doubles),
        cmocka_unit_test(failure_is_kept_until_it_is_cleared),
        cmocka_unit_test(a_format_that_fails_is_a_failure),
    };

    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
