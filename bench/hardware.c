#include "hardware.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#if defined(__linux__)

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *hardware_counters(char buffer[HARDWARE_SIZE])
{
    struct perf_event_attr wanted = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof wanted,
        .config = PERF_COUNT_HW_INSTRUCTIONS,
        .disabled = 1,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    long descriptor = syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0);

    if (descriptor < 0) {
        snprintf(buffer, HARDWARE_SIZE, "absent: %s", strerror(errno));
        return buffer;
    }
    close((int)descriptor);
    snprintf(buffer, HARDWARE_SIZE, "present, not read");
    return buffer;
}

#else

const char *hardware_counters(char buffer[HARDWARE_SIZE])
{
    snprintf(buffer, HARDWARE_SIZE, "unknown on this system");
    return buffer;
}

#endif
