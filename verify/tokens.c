/* The comparison of outputs by tokens. */
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
