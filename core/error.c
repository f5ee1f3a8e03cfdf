/* Messages are cut to their room, never allocated: an error can be told when memory is what has run out. */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>

int error_at(struct error *error, size_t line, size_t column, const char *format, ...)
{
    va_list arguments;

    error->kind = ERROR_INPUT;
    error->line = line;
    error->column = column;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return 0;
}

int error_out_of_memory(struct error *error)
{
    *error = (struct error){.kind = ERROR_MEMORY};
    snprintf(error->message, sizeof error->message, "out of memory");
    return 0;
}
