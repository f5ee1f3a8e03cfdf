/* The tokenizer: where tokens begin, what is refused and where, and integers up to the ends of 64 bits. */
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/reader.h"

/* Opens a string literal, its NUL at the end left out. */
#define OPEN(reader, literal, error) reader_open(reader, literal, sizeof(literal) - 1, error)

static void expect_token(struct reader *reader, const char *word, size_t line, size_t column)
{
    struct token token;

    assert_true(reader_next(reader, &token));
    assert_int_equal(token_length(&token), strlen(word));
    assert_memory_equal(token.bytes, word, strlen(word));
    assert_int_equal(token.line, line);
    assert_int_equal(token.column, column);
}

static void expect_error(const struct error *error, size_t line, size_t column, const char *message)
{
    assert_int_equal(error->kind, ERROR_INPUT);
    assert_int_equal(error->line, line);
    assert_int_equal(error->column, column);
    assert_string_equal(error->message, message);
}

static void tokens_have_places(void **state)
{
    struct reader reader;
    struct error error;

    (void)state;
    OPEN(&reader, "ab  c\n\n\td#e \n f", &error);
    expect_token(&reader, "ab", 1, 1);
    expect_token(&reader, "c", 1, 5);
    expect_token(&reader, "d#e", 3, 2); /* a tab is one byte */
    expect_token(&reader, "f", 4, 2);
    expect_token(&reader, "", 4, 3);
    expect_token(&reader, "", 4, 3);
    assert_int_equal(error.kind, ERROR_NONE);
}

static void an_end_of_input_is_just_after_the_last_byte(void **state)
{
    struct reader reader;
    struct error error;

    (void)state;
    OPEN(&reader, "", &error);
    expect_token(&reader, "", 1, 1);
    reader_open(&reader, NULL, 0, &error);
    expect_token(&reader, "", 1, 1);
    OPEN(&reader, " \n  ", &error);
    expect_token(&reader, "", 2, 3);
    OPEN(&reader, "a\n", &error);
    expect_token(&reader, "a", 1, 1);
    expect_token(&reader, "", 2, 1);
}

static void cr_lf_is_one_line_end(void **state)
{
    struct reader reader;
    struct error error;

    (void)state;
    OPEN(&reader, "a\r\n\r\nb \r\n c\r\n", &error);
    expect_token(&reader, "a", 1, 1);
    expect_token(&reader, "b", 3, 1);
    expect_token(&reader, "c", 4, 2);
    expect_token(&reader, "", 5, 1);
}

static void a_byte_order_mark_has_no_column(void **state)
{
    struct reader reader;
    struct error error;

    (void)state;
    OPEN(&reader,
         "\xef\xbb\xbf"
         "a",
         &error);
    expect_token(&reader, "a", 1, 1);
    OPEN(&reader, "\xef\xbb\xbf", &error);
    expect_token(&reader, "", 1, 1);
    OPEN(&reader, "\xef\xbb", &error); /* half of one is a token */
    expect_token(&reader, "\xef\xbb", 1, 1);
    reader_open(&reader, "\xef\xbb\xbf", 2, &error); /* the rest lies behind the end */
    expect_token(&reader, "\xef\xbb", 1, 1);
    OPEN(&reader, "\xef\xbb" "1", &error); /* nor do two of its bytes make one */
    expect_token(&reader, "\xef\xbb" "1", 1, 1);
    OPEN(&reader, "a\n\xef\xbb\xbf", &error); /* and elsewhere it is one too */
    expect_token(&reader, "a", 1, 1);
    expect_token(&reader, "\xef\xbb\xbf", 2, 1);
}

static void bytes_that_are_refused_anywhere(void **state)
{
    static const struct {
        const char *bytes;
        size_t size, line, column;
        const char *message;
    } cases[] = {
        {"\0", 1, 1, 1, "a NUL byte is not allowed, expected text"},
        {" \n \0", 4, 2, 2, "a NUL byte is not allowed, expected text"},
        {"ab\0c", 4, 1, 3, "a NUL byte is not allowed, expected text"},
        {"\f", 1, 1, 1, "a form feed is not allowed, expected text"},
        {"ab\f", 3, 1, 3, "a form feed is not allowed, expected text"},
        {"\r", 1, 1, 1, "a carriage return without a line feed is not allowed, expected text"},
        {"a\r", 2, 1, 2, "a carriage return without a line feed is not allowed, expected text"},
        {"a\r\n", 2, 1, 2, "a carriage return without a line feed is not allowed, expected text"}, /* it ends before the line feed */
        {"a\rb\n", 4, 1, 2, "a carriage return without a line feed is not allowed, expected text"},
        {"\n\r\r\n", 4, 2, 1, "a carriage return without a line feed is not allowed, expected text"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reader reader;
        struct error error;
        struct token token;

        reader_open(&reader, cases[i].bytes, cases[i].size, &error);
        assert_false(reader_next(&reader, &token));
        expect_error(&error, cases[i].line, cases[i].column, cases[i].message);
    }
}

static void a_line_ends_where_it_ends(void **state)
{
    static const char bytes[] = "a b\r\nc\n";
    struct reader reader;
    struct error error;
    struct token token;

    (void)state;
    OPEN(&reader, bytes, &error);
    assert_true(reader_next_on_line(&reader, &token) && token_is(&token, "a"));
    assert_true(reader_next_on_line(&reader, &token) && token_is(&token, "b"));
    for (int again = 0; again < 2; again++) {
        assert_true(reader_next_on_line(&reader, &token));
        assert_true(token_is_empty(&token));
        assert_int_equal(token.line, 1);
        assert_int_equal(token.column, 4);
    }
    expect_token(&reader, "c", 2, 1);
    assert_true(reader_next_on_line(&reader, &token) && token_is_empty(&token) && token.line == 2 &&
                token.column == 2);
    assert_true(reader_skip_space(&reader));
    assert_int_equal(reader.at, reader.size);
    OPEN(&reader, " \r", &error);
    assert_false(reader_next_on_line(&reader, &token));
    expect_error(&error, 1, 2, "a carriage return without a line feed is not allowed, expected text");
}

static void comments_are_white_space_where_they_are_wanted(void **state)
{
    struct reader reader;
    struct error error;
    struct token token;

    (void)state;
    OPEN(&reader, "#x\r\n a#b c\n#\n#end", &error);
    reader.comments = true;
    expect_token(&reader, "a", 2, 2);
    assert_true(reader_next_on_line(&reader, &token));
    assert_true(token_is_empty(&token));
    assert_int_equal(token.line, 2);
    expect_token(&reader, "", 4, 5);

    reader_open(&reader, "#xy", 2, &error); /* the comment ends where the input does */
    reader.comments = true;
    expect_token(&reader, "", 1, 3);

    OPEN(&reader, "a #\0\n", &error);
    reader.comments = true;
    expect_token(&reader, "a", 1, 1);
    token = (struct token){.bytes = reader.bytes, .end = reader.bytes + 1};
    assert_false(reader_next(&reader, &token));
    assert_true(token_is_empty(&token));
    expect_error(&error, 1, 4, "a NUL byte is not allowed, expected text");

    OPEN(&reader, "#x\ry\n", &error);
    reader.comments = true;
    assert_false(reader_next(&reader, &token));
    expect_error(&error, 1, 3, "a carriage return without a line feed is not allowed, expected text");

    OPEN(&reader, " #x y\n", &error); /* elsewhere the sign is text */
    expect_token(&reader, "#x", 1, 2);
}

static void a_parser_may_take_bytes_itself(void **state)
{
    struct reader reader;
    struct error error;

    (void)state;
    OPEN(&reader, " \n  abcd e", &error);
    assert_true(reader_skip_space(&reader));
    assert_int_equal(reader.bytes[reader.at], 'a');
    assert_int_equal(reader_column(&reader, reader.at), 3);
    reader.at += 4;
    assert_int_equal(reader_column(&reader, reader.at), 7);
    expect_token(&reader, "e", 2, 8);
}

static void the_token_just_read_has_a_column(void **state)
{
    struct reader reader;
    struct error error;
    struct token token;
    int64_t value;

    (void)state;
    OPEN(&reader, "\xef\xbb\xbf" "12 345\r\n\t0000000000000000000006#7\nab", &error);
    reader.comments = true;
    assert_true(reader_integer(&reader, "a number", 0, 999, &value));
    assert_int_equal(reader_token_column(&reader), 1);
    assert_true(reader_integer(&reader, "a number", 0, 999, &value));
    assert_int_equal(reader_token_column(&reader), 4);
    assert_true(reader_integer(&reader, "a number", 0, 999, &value)); /* too long for the short way */
    assert_int_equal(reader_token_column(&reader), 2);
    assert_true(reader_next(&reader, &token));
    assert_int_equal(reader_token_column(&reader), 1);
    assert_int_equal(reader.line, 3);
}

static void white_space_is_four_bytes(void **state)
{
    (void)state;
    for (int byte = 0; byte < 256; byte++)
        assert_int_equal(reader_is_space((unsigned char)byte),
                         byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r');
}

/* Both ways to read an integer, from the reader with something behind it and from a token. */
static void expect_integer(const char *text, int64_t low, int64_t high, int64_t expected)
{
    static const char *const behind[] = {"", " ", "\n", "\r\n", "\t7", "\n7"};
    struct reader reader;
    struct error error;
    struct token token;
    char bytes[64];
    int64_t value;

    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
        int length = snprintf(bytes, sizeof bytes, " %s%s", text, behind[i]);

        reader_open(&reader, bytes, (size_t)length, &error);
        value = ~expected;
        assert_true(reader_integer(&reader, "a number", low, high, &value));
        assert_true(value == expected);
        assert_int_equal(reader_column(&reader, reader.at), 2 + strlen(text));
        reader_open(&reader, bytes, (size_t)length, &error);
        assert_true(reader_next(&reader, &token) &&
                    token_integer(&token, "a number", low, high, &value, &error));
        assert_true(value == expected);
    }
}

static void expect_no_integer(const char *text, int64_t low, int64_t high, const char *found)
{
    struct reader reader;
    struct error error;
    struct token token;
    char bytes[128], message[ERROR_MESSAGE_SIZE];
    int64_t value = 77;
    int length = snprintf(bytes, sizeof bytes, "\n %s\n", text);

    snprintf(message, sizeof message,
             "expected a number, an integer from %" PRId64 " to %" PRId64 ", found %s", low, high, found);
    reader_open(&reader, bytes, (size_t)length, &error);
    assert_false(reader_integer(&reader, "a number", low, high, &value));
    expect_error(&error, 2, 2, message);
    assert_true(value >= low && value <= high);
    reader_open(&reader, bytes, (size_t)length, &error);
    assert_true(reader_next(&reader, &token));
    value = high < INT64_MAX ? high + 1 : low;
    assert_false(token_integer(&token, "a number", low, high, &value, &error));
    expect_error(&error, 2, 2, message);
    assert_true(value >= low && value <= high);
}

static void integers(void **state)
{
    (void)state;
    expect_integer("0", 0, 0, 0);
    expect_integer("-0", 0, 0, 0);
    expect_integer("7", -7, 7, 7);
    expect_integer("-7", -7, 7, -7);
    expect_integer("0000000000000000000000000000000000000042", 0, 100, 42);
    expect_integer("-000000000000000000000000000000000000042", -100, 0, -42);
    expect_integer("999999999999999999", INT64_MIN, INT64_MAX, 999999999999999999);
    expect_integer("1000000000000000000", INT64_MIN, INT64_MAX, 1000000000000000000);
    expect_integer("9223372036854775807", INT64_MIN, INT64_MAX, INT64_MAX);
    expect_integer("-9223372036854775808", INT64_MIN, INT64_MAX, INT64_MIN);
}

static void what_is_no_integer(void **state)
{
    (void)state;
    expect_no_integer("+5", 0, 9, "'+5'");
    expect_no_integer("5.0", 0, 9, "'5.0'");
    expect_no_integer("0x5", 0, 9, "'0x5'");
    expect_no_integer("5a", 0, 9, "'5a'");
    expect_no_integer("1/", 0, 9, "'1/'"); /* just below the digits */
    expect_no_integer("1:", 0, 20, "'1:'"); /* just above */
    expect_no_integer("-", -9, 9, "'-'");
    expect_no_integer("--5", -9, 9, "'--5'");
    expect_no_integer("5-", -9, 9, "'5-'");
    expect_no_integer("1,000", 0, 9999, "'1,000'");
    expect_no_integer("1e3", 0, 9999, "'1e3'");
    expect_no_integer("10", 0, 9, "'10'");
    expect_no_integer("-1", 0, 9, "'-1'");
    expect_no_integer("9223372036854775808", INT64_MIN, INT64_MAX, "'9223372036854775808'");
    expect_no_integer("-9223372036854775809", INT64_MIN, INT64_MAX, "'-9223372036854775809'");
    expect_no_integer("18446744073709551617", 0, 9, "'18446744073709551617'"); /* 2^64 + 1 */
    expect_no_integer("\xd9\xa3", 0, 9, "'\\xd9\\xa3'");                       /* an Arabic-Indic digit */
}

/* A digit and each of the other bytes behind it: white space ends an integer, a digit goes on, all else is refused. */
static void what_ends_an_integer(void **state)
{
    struct reader reader;
    struct error error;
    int64_t value;

    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        const char bytes[] = {'5', (char)byte, '\n'}; /* CR LF is a line end */
        bool digit = byte >= '0' && byte <= '9', taken = digit || reader_is_space((unsigned char)byte);

        reader_open(&reader, bytes, sizeof bytes, &error);
        assert_int_equal(reader_integer(&reader, "a number", 0, 99, &value), taken);
        if (taken)
            assert_int_equal(value, digit ? 50 + byte - '0' : 5);
    }
}

static void an_integer_that_is_missing(void **state)
{
    struct reader reader;
    struct error error;
    int64_t value = 77;

    (void)state;
    OPEN(&reader, "\f", &error);
    assert_false(reader_integer(&reader, "a number", 0, 9, &value));
    assert_int_equal(value, 0); /* in range all the same */
    OPEN(&reader, "5\n\n", &error);
    assert_true(reader_integer(&reader, "a number", 0, 9, &value));
    assert_false(reader_integer(&reader, "a number", 0, 9, &value));
    expect_error(&error, 3, 1, "expected a number, an integer from 0 to 9, found the end of the input");
    OPEN(&reader, "5\f", &error);
    assert_false(reader_integer(&reader, "a number", 0, 9, &value));
    expect_error(&error, 1, 2, "a form feed is not allowed, expected text");
    OPEN(&reader, "5\r6", &error);
    assert_false(reader_integer(&reader, "a number", 0, 9, &value));
    expect_error(&error, 1, 2, "a carriage return without a line feed is not allowed, expected text");
}

static void an_integer_before_a_comment(void **state)
{
    struct reader reader;
    struct error error;
    int64_t value;

    (void)state;
    OPEN(&reader, "5#6\n7", &error);
    reader.comments = true;
    assert_true(reader_integer(&reader, "a number", 0, 9, &value) && value == 5);
    assert_true(reader_integer(&reader, "a number", 0, 9, &value) && value == 7);
    OPEN(&reader, "5#6\n7", &error);
    assert_false(reader_integer(&reader, "a number", 0, 9, &value));
    expect_error(&error, 1, 1, "expected a number, an integer from 0 to 9, found '5#6'");
}

static void nothing_may_follow_the_end(void **state)
{
    struct reader reader;
    struct error error;

    (void)state;
    OPEN(&reader, " \r\n\t\n", &error);
    assert_true(reader_finish(&reader, "the last case"));
    OPEN(&reader, " \n x", &error);
    assert_false(reader_finish(&reader, "the last case"));
    expect_error(&error, 2, 2, "expected the end of the input after the last case, found 'x'");
    OPEN(&reader, " \n\0", &error);
    assert_false(reader_finish(&reader, "the last case"));
    expect_error(&error, 2, 1, "a NUL byte is not allowed, expected text");
}

static void words_are_compared_whole(void **state)
{
    static const unsigned char bytes[] = "worlds";
    struct token token = {.bytes = bytes, .end = bytes + 5};

    (void)state;
    assert_true(token_is(&token, "world"));
    assert_false(token_is(&token, "worlds"));
    assert_false(token_is(&token, "worl"));
    assert_false(token_is(&token, "World"));
}

static void tokens_are_quoted_for_a_terminal(void **state)
{
    unsigned char bytes[1000];
    struct token token = {.bytes = bytes, .end = bytes};
    char buffer[TOKEN_QUOTE_SIZE];

    (void)state;
    assert_string_equal(token_quote(&token, buffer), "the end of the input");
    memcpy(bytes, "a\x1b\x7f\xff", 4);
    token.end = bytes + 4;
    assert_string_equal(token_quote(&token, buffer), "'a\\x1b\\x7f\\xff'");
    memcpy(bytes, " !~\x7f", 4); /* the ends of what is shown as it is */
    assert_string_equal(token_quote(&token, buffer), "'\\x20!~\\x7f'");
    for (int byte = 0; byte < 256; byte++) {
        memset(bytes, byte, sizeof bytes);
        for (token.end = bytes + 1; token.end <= bytes + 100; token.end++) {
            const char *quote = token_quote(&token, buffer);

            assert_true(strlen(quote) < TOKEN_QUOTE_SIZE);
            for (; *quote; quote++)
                assert_true(*quote >= ' ' && *quote < 0x7f);
        }
    }
}

int unit_reader(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_have_places),
        cmocka_unit_test(an_end_of_input_is_just_after_the_last_byte),
        cmocka_unit_test(cr_lf_is_one_line_end),
        cmocka_unit_test(a_byte_order_mark_has_no_column),
        cmocka_unit_test(bytes_that_are_refused_anywhere),
        cmocka_unit_test(a_line_ends_where_it_ends),
        cmocka_unit_test(comments_are_white_space_where_they_are_wanted),
        cmocka_unit_test(a_parser_may_take_bytes_itself),
        cmocka_unit_test(the_token_just_read_has_a_column),
        cmocka_unit_test(white_space_is_four_bytes),
        cmocka_unit_test(integers),
        cmocka_unit_test(what_is_no_integer),
        cmocka_unit_test(what_ends_an_integer),
        cmocka_unit_test(an_integer_that_is_missing),
        cmocka_unit_test(an_integer_before_a_comment),
        cmocka_unit_test(nothing_may_follow_the_end),
        cmocka_unit_test(words_are_compared_whole),
        cmocka_unit_test(tokens_are_quoted_for_a_terminal),
    };

    return cmocka_run_group_tests_name("reader", tests, NULL, NULL);
}
