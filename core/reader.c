/* A token is found by one look at each byte in a table of kinds. Numbers, nearly all of a large input, are taken
 * without the token that only a message would need: the line is counted where one ends, the column worked out for a
 * message.
 *
 * A byte is read where its index, or the pointer to it, has just been compared with the end. So every loop carries
 * its own bounds, and `make prove` needs to be told none. */
#include "reader.h"

#include <inttypes.h>
#include <string.h>

/* With ASSAY_SEPARATE a line is there once, so that it can be counted. */
#ifdef ASSAY_SEPARATE
#define INLINE static
#else
#define INLINE static inline __attribute__((always_inline))
#endif

/* What a comment may hold comes first. */
enum byte_kind { BYTE_TOKEN, BYTE_SPACE, BYTE_COMMENT, BYTE_LINE_FEED, BYTE_CARRIAGE_RETURN, BYTE_FORBIDDEN };

static const unsigned char byte_kinds[256] = {
    [0] = BYTE_FORBIDDEN,     ['\f'] = BYTE_FORBIDDEN,       [' '] = BYTE_SPACE,   ['\t'] = BYTE_SPACE,
    ['\n'] = BYTE_LINE_FEED,  ['\r'] = BYTE_CARRIAGE_RETURN, ['#'] = BYTE_COMMENT,
};

void reader_open(struct reader *reader, const void *bytes, size_t size, struct error *error)
{
    *error = (struct error){.kind = ERROR_NONE};
    *reader = (struct reader){.bytes = bytes ? bytes : "", .size = size, .line = 1, .error = error};
    if (size >= 3 && memcmp(reader->bytes, "\xef\xbb\xbf", 3) == 0)
        reader->at = 3;
    reader->line_start = reader->at;
}

bool reader_is_space(unsigned char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

size_t reader_column(const struct reader *reader, size_t at)
{
    return at - reader->line_start + 1;
}

size_t reader_token_column(const struct reader *reader)
{
    size_t at = reader->at;

    while (at > reader->line_start && !reader_is_space(reader->bytes[at - 1]))
        at--;
    return reader_column(reader, at);
}

static bool refuse_byte(struct reader *reader, size_t at)
{
    unsigned char byte = reader->bytes[at];
    const char *name = byte == 0 ? "a NUL byte" : byte == '\f' ? "a form feed" : "a carriage return without a line feed";

    return error_at(reader->error, reader->line, reader_column(reader, at), "%s is not allowed, expected text", name);
}

/* Does the line end behind the carriage return at `at`? */
static bool is_line_end(const struct reader *reader, size_t at)
{
    return at + 1 < reader->size && reader->bytes[at + 1] == '\n';
}

/* Where the comment at `at` ends: at a line end, or at a byte that is forbidden in it too. */
static size_t pass_comment(const struct reader *reader, size_t at)
{
    while (at < reader->size && byte_kinds[reader->bytes[at]] < BYTE_LINE_FEED)
        at++;
    return at;
}

static bool skip_space(struct reader *reader, bool over_lines)
{
    const unsigned char *bytes = reader->bytes;
    size_t size = reader->size, at = reader->at;

    while (at < size) {
        switch (byte_kinds[bytes[at]]) {
        case BYTE_SPACE:
            at++;
            continue;
        case BYTE_LINE_FEED:
            if (!over_lines)
                break;
            at++;
            reader->line_start = at;
            reader->line++;
            continue;
        case BYTE_CARRIAGE_RETURN:
            if (!is_line_end(reader, at))
                return refuse_byte(reader, at);
            if (!over_lines)
                break;
            at++;
            continue;
        case BYTE_FORBIDDEN:
            return refuse_byte(reader, at);
        case BYTE_COMMENT:
            if (!reader->comments)
                break;
            at = pass_comment(reader, at);
            continue;
        default:
            break;
        }
        break;
    }
    reader->at = at;
    return true;
}

bool reader_skip_space(struct reader *reader)
{
    return skip_space(reader, true);
}

static bool take_token(struct reader *reader, struct token *token)
{
    const unsigned char *bytes = reader->bytes;
    size_t size = reader->size, at = reader->at;

    while (at < size && (byte_kinds[bytes[at]] == BYTE_TOKEN || (byte_kinds[bytes[at]] == BYTE_COMMENT && !reader->comments)))
        at++;
    token->bytes = bytes + reader->at;
    token->end = bytes + at;
    token->line = reader->line;
    token->column = reader_column(reader, reader->at);
    if (at < size && (byte_kinds[bytes[at]] == BYTE_FORBIDDEN ||
                      (byte_kinds[bytes[at]] == BYTE_CARRIAGE_RETURN && !is_line_end(reader, at))))
        return refuse_byte(reader, at);
    reader->at = at;
    return true;
}

bool reader_next(struct reader *reader, struct token *token)
{
    bool clean = skip_space(reader, true);

    return take_token(reader, token) && clean;
}

bool reader_next_on_line(struct reader *reader, struct token *token)
{
    bool clean = skip_space(reader, false);

    return take_token(reader, token) && clean;
}

bool token_is(const struct token *token, const char *word)
{
    const unsigned char *at = token->bytes;

    for (; *word && at < token->end && *at == (unsigned char)*word; word++)
        at++;
    return at == token->end && !*word;
}

const char *token_quote(const struct token *token, char buffer[TOKEN_QUOTE_SIZE])
{
    static const char digits[] = "0123456789abcdef", end[] = "the end of the input";
    size_t used = 0;

    if (token_is_empty(token))
        return memcpy(buffer, end, sizeof end);
    buffer[used++] = '\'';
    for (const unsigned char *at = token->bytes; at < token->end; at++) {
        if (used > 40) {
            for (int i = 0; i < 3; i++)
                buffer[used++] = '.';
            break;
        }
        if (*at > ' ' && *at < 0x7f) {
            buffer[used++] = (char)*at;
        } else {
            buffer[used++] = '\\';
            buffer[used++] = 'x';
            buffer[used++] = digits[*at >> 4];
            buffer[used++] = digits[*at & 15];
        }
    }
    buffer[used++] = '\'';
    buffer[used] = '\0';
    return buffer;
}

/* Past at most `most` digits, of which 19 always fit, and their number. */
INLINE const unsigned char *
take_digits(const unsigned char *at, const unsigned char *end, int most, uint64_t *number)
{
    uint64_t value = 0;

    for (int i = 0; i < most && at < end; i++) {
        unsigned digit = (unsigned)*at - (unsigned)'0';

        if (digit > 9)
            break;
        value = value * 10 + digit;
        at++;
    }
    *number = value;
    return at;
}

/* The end of the integer in low .. high that begins at `at`; NULL where there is none. Of any integer: zeros are passed, and
 * the digits after them are at most 19, whose number fits into 64 bits. Else of one that has at most 18 digits. What is left
 * over does not end where the caller wants. Inline: the call alone costs large inputs a tenth of their time. */
INLINE const unsigned char *
scan_integer(const unsigned char *at, const unsigned char *end, bool any, int64_t low, int64_t high, int64_t *value)
{
    bool negative = at < end && *at == '-';
    const unsigned char *first = at + negative;
    uint64_t size;
    int64_t number;

    at = first;
    while (any && at < end && *at == '0')
        at++;
    at = take_digits(at, end, any ? 19 : 18, &size);
    if (at == first || (any && size > (uint64_t)INT64_MAX + negative))
        return NULL;
    number = (int64_t)(negative ? 0 - size : size);
    if (number < low || number > high)
        return NULL;
    *value = number;
    return at;
}

bool token_integer(const struct token *token, const char *what, int64_t low, int64_t high, int64_t *value, struct error *error)
{
    char quote[TOKEN_QUOTE_SIZE];

    *value = low;
    if (scan_integer(token->bytes, token->end, true, low, high, value) != token->end)
        return error_at(error, token->line, token->column,
                        "expected %s, an integer from %" PRId64 " to %" PRId64 ", found %s", what, low, high,
                        token_quote(token, quote));
    return true;
}

/* Nearly all of a large input is integers with white space behind them: they need no token, which only a message would show. */
bool reader_integer(struct reader *reader, const char *what, int64_t low, int64_t high, int64_t *value)
{
    const unsigned char *at, *end = reader->bytes + reader->size;
    struct token token;

    *value = low;
    if (!skip_space(reader, true))
        return false;
    at = scan_integer(reader->bytes + reader->at, end, false, low, high, value);
    if (at && at < end && (*at == ' ' || *at == '\n' || *at == '\t')) {
        reader->at = (size_t)(at - reader->bytes);
        return true;
    }
    if (!take_token(reader, &token))
        return false;
    return token_integer(&token, what, low, high, value, reader->error);
}

bool reader_finish(struct reader *reader, const char *last)
{
    struct token token;
    char quote[TOKEN_QUOTE_SIZE];

    if (!reader_next(reader, &token))
        return false;
    if (!token_is_empty(&token))
        return error_at(reader->error, token.line, token.column, "expected the end of the input after %s, found %s", last,
                        token_quote(&token, quote));
    return true;
}
