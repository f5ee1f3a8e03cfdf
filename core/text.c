/* The room doubles, so that a million short pieces cost a few calls of the allocator; one byte more than the text is kept
 * for a final zero. */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for `extra` more bytes and a final zero. */
static bool reserve(struct text *text, size_t extra)
{
    size_t capacity = text->capacity ? text->capacity : 256;
    char *bytes;

    if (text->failed)
        return false;
    if (text->capacity > text->length && text->capacity - text->length > extra)
        return true;
    while (capacity - text->length <= extra) {
        if (capacity > SIZE_MAX / 2) {
            text->failed = true;
            return false;
        }
        capacity *= 2;
    }
    bytes = realloc(text->bytes, capacity);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void text_put(struct text *text, const void *bytes, size_t length)
{
    if (!length || !reserve(text, length))
        return;
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_string(struct text *text, const char *string)
{
    text_put(text, string, strlen(string));
}

void text_char(struct text *text, char byte)
{
    text_put(text, &byte, 1);
}

void text_unsigned128(struct text *text, unsigned __int128 value)
{
    char digits[39]; /* 2^128 - 1 has so many, 2^64 - 1 has 20 */
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value);
    text_put(text, digits + at, sizeof digits - at);
}

void text_unsigned(struct text *text, uint64_t value)
{
    char digits[20];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value);
    text_put(text, digits + at, sizeof digits - at);
}

void text_signed(struct text *text, int64_t value)
{
    if (value < 0)
        text_char(text, '-');
    text_unsigned(text, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void text_format(struct text *text, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        text->failed = true;
    if (length < 0 || !reserve(text, (size_t)length))
        return;
    va_start(arguments, format);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

void text_clear(struct text *text)
{
    text->length = 0;
    text->failed = false;
}

void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}
