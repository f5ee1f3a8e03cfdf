/* The folder is asked of the kernel: argv[0] may be anything, and what the user meant by it depends on his PATH. */
#include "beside.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void beside(const char *name, char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - BESIDE_MAX);

    path[0] = '/';
    path[length < 0 ? 1 : length] = '\0';
    snprintf(strrchr(path, '/') + 1, BESIDE_MAX, "%s", name);
}
