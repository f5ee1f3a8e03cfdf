/* A token is found by one look at each byte in a table of kinds. Numbers, nearly all of a large input, have a path
 * of their own, which knows no places: the line is counted where one ends, the column worked out for a message. */
#include "reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum byte_kind { BYTE_TOKEN, BYTE_SPACE, BYTE_LINE_FEED, BYTE_CARRIAGE_RETURN, BYTE_FORBIDDEN, BYTE_COMMENT };

static const unsigned char byte_kinds[256] = {
    [0] = BYTE_FORBIDDEN,     ['\f'] = BYTE_FORBIDDEN,       [' '] = BYTE_SPACE,   ['\t'] = BYTE_SPACE,
    ['\n'] = BYTE_LINE_FEED,  ['\r'] = BYTE_CARRIAGE_RETURN, ['#'] = BYTE_COMMENT,
};

void reader_open(struct reader *reader, const void *bytes, size_t size, struct error *error)
{
    static const unsigned char empty[1];
    const unsigned char *start = bytes ? bytes : empty;

    *error = (struct error){.kind = ERROR_NONE};
    *reader = (struct reader){.at = start, .end = start + size, .line = 1, .error = error};
    if (size >= 3 && memcmp(start, "\xef\xbb\xbf", 3) == 0)
        reader->at += 3;
    reader->line_start = reader->at;
}

bool reader_is_space(unsigned char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

size_t reader_column(const struct reader *reader, const unsigned char *at)
{
    return (size_t)(at - reader->line_start) + 1;
}

static bool refuse_byte(struct reader *reader, const unsigned char *at)
{
    const char *name = *at == 0 ? "a NUL byte" : *at == '\f' ? "a form feed" : "a carriage return without a line feed";

    return error_at(reader->error, reader->line, reader_column(reader, at), "%s is not allowed, expected text", name);
}

static bool is_line_end(const struct reader *reader, const unsigned char *at)
{
    return at + 1 < reader->end && at[1] == '\n';
}

/* Over a comment, up to its line end; what is forbidden elsewhere is forbidden here too. */
static bool skip_comment(struct reader *reader)
{
    for (; reader->at < reader->end && *reader->at != '\n'; reader->at++) {
        unsigned char kind = byte_kinds[*reader->at];

        if (kind == BYTE_CARRIAGE_RETURN && is_line_end(reader, reader->at))
            return true;
        if (kind == BYTE_FORBIDDEN || kind == BYTE_CARRIAGE_RETURN)
            return refuse_byte(reader, reader->at);
    }
    return true;
}

static bool skip_space(struct reader *reader, bool over_lines)
{
    while (reader->at < reader->end) {
        switch (byte_kinds[*reader->at]) {
        case BYTE_SPACE:
            reader->at++;
            break;
        case BYTE_LINE_FEED:
            if (!over_lines)
                return true;
            reader->line_start = ++reader->at;
            reader->line++;
            break;
        case BYTE_CARRIAGE_RETURN:
            if (!is_line_end(reader, reader->at))
                return refuse_byte(reader, reader->at);
            if (!over_lines)
                return true;
            reader->at++;
            break;
        case BYTE_FORBIDDEN:
            return refuse_byte(reader, reader->at);
        case BYTE_COMMENT:
            if (!reader->comments)
                return true;
            if (!skip_comment(reader))
                return false;
            break;
        default:
            return true;
        }
    }
    return true;
}

bool reader_skip_space(struct reader *reader)
{
    return skip_space(reader, true);
}

void reader_take(struct reader *reader, size_t length)
{
    reader->at += length;
}

static bool take_token(struct reader *reader, struct token *token)
{
    const unsigned char *at = reader->at;

    while (at < reader->end && (byte_kinds[*at] == BYTE_TOKEN || (byte_kinds[*at] == BYTE_COMMENT && !reader->comments)))
        at++;
    token->bytes = reader->at;
    token->length = (size_t)(at - reader->at);
    token->line = reader->line;
    token->column = reader_column(reader, reader->at);
    if (at < reader->end &&
        (byte_kinds[*at] == BYTE_FORBIDDEN || (byte_kinds[*at] == BYTE_CARRIAGE_RETURN && !is_line_end(reader, at))))
        return refuse_byte(reader, at);
    reader->at = at;
    return true;
}

bool reader_next(struct reader *reader, struct token *token)
{
    return skip_space(reader, true) && take_token(reader, token);
}

bool reader_next_on_line(struct reader *reader, struct token *token)
{
    return skip_space(reader, false) && take_token(reader, token);
}

bool token_is(const struct token *token, const char *word)
{
    return token->length == strlen(word) && memcmp(token->bytes, word, token->length) == 0;
}

const char *token_quote(const struct token *token, char buffer[TOKEN_QUOTE_SIZE])
{
    size_t used = 0;

    if (!token->length)
        return strcpy(buffer, "the end of the input");
    buffer[used++] = '\'';
    for (size_t i = 0; i < token->length; i++) {
        unsigned char byte = token->bytes[i];

        if (used > 40) {
            used += (size_t)sprintf(buffer + used, "...");
            break;
        }
        if (byte > ' ' && byte < 0x7f)
            buffer[used++] = (char)byte;
        else
            used += (size_t)sprintf(buffer + used, "\\x%02x", byte);
    }
    buffer[used++] = '\'';
    buffer[used] = '\0';
    return buffer;
}

static bool refuse_integer(const struct token *token, const char *what, int64_t low, int64_t high, struct error *error)
{
    char quote[TOKEN_QUOTE_SIZE];

    return error_at(error, token->line, token->column,
                    "expected %s, an integer from %" PRId64 " to %" PRId64 ", found %s", what, low, high,
                    token_quote(token, quote));
}

bool token_integer(const struct token *token, const char *what, int64_t low, int64_t high, int64_t *value, struct error *error)
{
    const unsigned char *at = token->bytes;
    const unsigned char *end = at + token->length;
    bool negative = at < end && *at == '-';
    int64_t result = 0;

    at += negative;
    if (at == end)
        return refuse_integer(token, what, low, high, error);
    for (; at < end; at++) {
        int digit = *at - '0';

        /* Built up on the negative side, which reaches one further than the positive. */
        if (digit < 0 || digit > 9 || __builtin_mul_overflow(result, 10, &result) ||
            __builtin_sub_overflow(result, digit, &result))
            return refuse_integer(token, what, low, high, error);
    }
    if (!negative && __builtin_sub_overflow(0, result, &result))
        return refuse_integer(token, what, low, high, error);
    if (result < low || result > high)
        return refuse_integer(token, what, low, high, error);
    *value = result;
    return true;
}

/* An integer of at most 18 digits, which cannot overflow, with white space behind it: nearly all of a large input, taken without the
 * token that only a message would need. False where anything is otherwise; nothing has been taken then. */
static bool take_plain_integer(struct reader *reader, int64_t low, int64_t high, int64_t *value)
{
    const unsigned char *at = reader->at;
    bool negative = at < reader->end && *at == '-';
    const unsigned char *digits = at += negative;
    int64_t result = 0;

    for (; at < reader->end && at - digits < 18 && *at >= '0' && *at <= '9'; at++)
        result = result * 10 + (*at - '0');
    if (at == digits || at == reader->end || (*at != ' ' && *at != '\n' && *at != '\t'))
        return false;
    if (negative)
        result = -result;
    if (result < low || result > high)
        return false;
    reader->at = at;
    *value = result;
    return true;
}

bool reader_integer(struct reader *reader, const char *what, int64_t low, int64_t high, int64_t *value)
{
    struct token token;

    if (!skip_space(reader, true))
        return false;
    if (take_plain_integer(reader, low, high, value))
        return true;
    return take_token(reader, &token) && token_integer(&token, what, low, high, value, reader->error);
}

bool reader_finish(struct reader *reader, const char *last)
{
    struct token token;
    char quote[TOKEN_QUOTE_SIZE];

    if (!reader_next(reader, &token))
        return false;
    if (token.length)
        return error_at(reader->error, token.line, token.column, "expected the end of the input after %s, found %s", last,
                        token_quote(&token, quote));
    return true;
}
