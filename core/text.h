/* Text that grows in memory: what a puzzle prints goes here, and its caller decides where the bytes end. */
#ifndef ASSAY_TEXT_H
#define ASSAY_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text of zeros is empty and ready. Once memory has run out (or printf could not do a text_format) `failed` is set,
 * the text keeps what it had and further calls do nothing: one look at the end is enough. */
struct text {
    char *bytes;
    size_t length;
    size_t capacity;
    bool failed;
};

void text_put(struct text *text, const void *bytes, size_t length);
void text_string(struct text *text, const char *string);
void text_char(struct text *text, char byte);
void text_unsigned(struct text *text, uint64_t value);
void text_signed(struct text *text, int64_t value);
void text_unsigned128(struct text *text, unsigned __int128 value);
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Makes it empty, keeps its memory. */
void text_clear(struct text *text);
void text_free(struct text *text);

#endif
