/* The comparisons of outputs. */
#include "tokens.h"

#include <string.h>

static bool is_space(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

static bool next_token(const char **at, const char *end, const char **token, size_t *length)
{
    while (*at < end && is_space(**at))
        ++*at;
    *token = *at;
    while (*at < end && !is_space(**at))
        ++*at;
    *length = (size_t)(*at - *token);
    return *length > 0;
}

bool same_tokens(const char *a, size_t a_length, const char *b, size_t b_length)
{
    const char *a_end = a + a_length, *b_end = b + b_length, *token, *other;
    size_t length, other_length;
    bool more, more_other;

    do {
        more = next_token(&a, a_end, &token, &length);
        more_other = next_token(&b, b_end, &other, &other_length);
        if (more != more_other || length != other_length || (more && memcmp(token, other, length) != 0))
            return false;
    } while (more);
    return true;
}

static size_t trimmed(const char *from, size_t length)
{
    while (length && is_space(from[length - 1]))
        length--;
    return length;
}

static void next_line(const char **at, const char *end, const char **line, size_t *length)
{
    const char *newline = memchr(*at, '\n', (size_t)(end - *at));

    *line = *at;
    *at = newline ? newline + 1 : end;
    *length = trimmed(*line, (size_t)(*at - *line));
}

size_t differing_line(const char *a, size_t a_length, const char *b, size_t b_length)
{
    const char *a_end = a + trimmed(a, a_length), *b_end = b + trimmed(b, b_length), *line, *other;
    size_t length, other_length, number = 1;

    for (; a < a_end && b < b_end; number++) {
        next_line(&a, a_end, &line, &length);
        next_line(&b, b_end, &other, &other_length);
        if (length != other_length || memcmp(line, other, length) != 0)
            return number;
    }
    return a < a_end || b < b_end ? number : 0;
}
