#include "progress.h"

#include <stdio.h>
#include <unistd.h>

void progress_show(const char *program, const char *what, const char *name)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K%s: %s %s", program, what, name);
}

void progress_end(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}
