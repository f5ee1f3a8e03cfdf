/* What is wrong with an input, and where. */
#ifndef ASSAY_ERROR_H
#define ASSAY_ERROR_H

#include <stddef.h>

enum { ERROR_MESSAGE_SIZE = 240 };

enum error_kind {
    ERROR_NONE,
    ERROR_INPUT, /* the bytes are not what the format asks for: line and column say where */
    ERROR_MEMORY /* the input may be fine, but there was no memory to hold it: no place */
};

/* Lines and columns count from 1, columns in bytes. A message is one line of text without a newline and without
 * bytes that a terminal would act on. */
struct error {
    enum error_kind kind;
    size_t line;
    size_t column;
    char message[ERROR_MESSAGE_SIZE];
};

/* Both fill *error and return 0, so that a parser can end with `return error_at(...)`. A message that is too long is cut. */
int error_at(struct error *error, size_t line, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int error_out_of_memory(struct error *error);

#endif
