/* The environment of a run: what the machine says of itself now, and what make wrote down when the binary was
 * built (build/<config>/build.h, which only this file includes: a new commit makes one object again, not
 * all). */
#include "environment.h"

#include <ctype.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "build.h"

#if defined __clang__
#define COMPILER "clang " __clang_version__
#elif defined __GNUC__
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

static void put(char *buffer, size_t size, const char *text)
{
    size_t length = strnlen(text, size - 1);

    memcpy(buffer, text, length);
    while (length && isspace((unsigned char)buffer[length - 1]))
        length--;
    buffer[length] = '\0';
}

void environment_cpu(const char *path, const char *otherwise, char *name, size_t size)
{
    char line[256];
    FILE *info = fopen(path, "re");

    put(name, size, otherwise);
    while (info && fgets(line, sizeof line, info)) {
        if (strncmp(line, "model name", 10) == 0 || strncmp(line, "Model", 5) == 0) {
            const char *colon = strchr(line, ':');

            if (colon)
                put(name, size, colon + strspn(colon, ": "));
            break;
        }
    }
    if (info)
        fclose(info);
}

static int count_cpus(void)
{
    cpu_set_t set;

    /* More processors than a set holds: the call fails, and all of them are ours as far as we know. */
    return sched_getaffinity(0, sizeof set, &set) ? (int)sysconf(_SC_NPROCESSORS_ONLN) : CPU_COUNT(&set);
}

void environment_read(struct environment *environment)
{
    struct utsname names = {0};
    time_t now = time(NULL);
    struct tm utc = {0};

    *environment = (struct environment){.cpus = count_cpus(), .dirty = BUILD_DIRTY};
    uname(&names);
    environment_cpu("/proc/cpuinfo", names.machine, environment->cpu, sizeof environment->cpu);
    snprintf(environment->kernel, sizeof environment->kernel, "%.40s %.60s %.24s", names.sysname,
             names.release, names.machine);
    put(environment->compiler, sizeof environment->compiler, COMPILER);
    put(environment->flags, sizeof environment->flags, BUILD_FLAGS);
    put(environment->config, sizeof environment->config, BUILD_CONFIG);
    put(environment->commit, sizeof environment->commit, BUILD_COMMIT);
    put(environment->host, sizeof environment->host, names.nodename);
    gmtime_r(&now, &utc);
    strftime(environment->date, sizeof environment->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
}
