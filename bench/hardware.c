/* The group runs from the beginning to the end and is only read before and after a repetition: nothing is
 * switched on or off in the timed loop. When others want the same counters the kernel takes turns
 * (multiplexing); a repetition in which ours did not run all the time is refused. Rejected: scaling it up,
 * which takes the part that was seen for the rest; and the library's own counters, which Debian builds
 * without. Page faults are the kernel's, and there on machines whose processor shows nothing. */
#include "hardware.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const struct hardware_info hardware_infos[HARDWARE_EVENTS] = {
    {"cpu_cycles", "cycles", "processor cycles in user space"},
    {"cpu_instructions", "instructions", "instructions retired in user space"},
    {"branch_misses", "misses", "branches that were predicted wrongly"},
    {"cache_misses", "misses", "accesses that the last level of cache did not hold"},
    {"page_faults", "faults", "pages that the kernel had to supply"},
};

#if defined(__linux__)

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    uint32_t type;
    uint64_t config;
} events[HARDWARE_EVENTS] = {
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES}, {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
};

static int open_event(size_t event, int leader)
{
    struct perf_event_attr wanted = {
        .type = events[event].type,
        .size = sizeof wanted,
        .config = events[event].config,
        .read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };

    return (int)syscall(SYS_perf_event_open, &wanted, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

static int leader_of(const struct hardware *hardware)
{
    size_t i = 0;

    while (i + 1 < HARDWARE_EVENTS && hardware->descriptors[i] < 0)
        i++;
    return hardware->descriptors[i];
}

struct hardware_reading hardware_read(const struct hardware *hardware)
{
    struct hardware_reading reading = {0};
    struct {
        uint64_t count, enabled, running, values[HARDWARE_EVENTS];
    } raw;
    int leader = leader_of(hardware);
    size_t taken = 0;

    if (leader < 0 || read(leader, &raw, sizeof raw) < 3 * (ssize_t)sizeof raw.count)
        return reading;
    reading.enabled = raw.enabled;
    reading.running = raw.running;
    for (size_t i = 0; i < HARDWARE_EVENTS && taken < raw.count; i++)
        if (hardware_has(hardware, i))
            reading.values[i] = raw.values[taken++];
    return reading;
}

void hardware_close(struct hardware *hardware)
{
    for (size_t i = 0; i < HARDWARE_EVENTS; i++)
        if (hardware_has(hardware, i))
            close(hardware->descriptors[i]);
}

#else

static int open_event(size_t event, int leader)
{
    (void)event;
    (void)leader;
    errno = ENOSYS;
    return -1;
}

struct hardware_reading hardware_read(const struct hardware *hardware)
{
    (void)hardware;
    return (struct hardware_reading){0};
}

void hardware_close(struct hardware *hardware)
{
    (void)hardware;
}

#endif

static void say(struct hardware *hardware, const char *words)
{
    size_t length = strlen(hardware->words);

    snprintf(hardware->words + length, sizeof hardware->words - length, "%s", words);
}

/* "page_faults counted; absent (No such file or directory): cpu_cycles, cpu_instructions" */
static void describe(struct hardware *hardware, const int reasons[HARDWARE_EVENTS])
{
    int last = 0;
    bool any = false;

    for (size_t i = 0; i < HARDWARE_EVENTS; i++) {
        if (!hardware_has(hardware, i))
            continue;
        say(hardware, any ? ", " : "");
        say(hardware, hardware_infos[i].name);
        any = true;
    }
    say(hardware, any ? " counted" : "none counted");
    for (size_t i = 0; i < HARDWARE_EVENTS; i++) {
        if (hardware_has(hardware, i))
            continue;
        if (reasons[i] == last) {
            say(hardware, ", ");
        } else {
            say(hardware, "; absent (");
            say(hardware, strerror(reasons[i]));
            say(hardware,
                reasons[i] == EACCES || reasons[i] == EPERM ? ", kernel.perf_event_paranoid): " : "): ");
        }
        say(hardware, hardware_infos[i].name);
        last = reasons[i];
    }
}

void hardware_open(struct hardware *hardware)
{
    int reasons[HARDWARE_EVENTS] = {0}, leader = -1;

    hardware->words[0] = '\0';
    for (size_t i = 0; i < HARDWARE_EVENTS; i++) {
        hardware->descriptors[i] = open_event(i, leader);
        reasons[i] = hardware_has(hardware, i) ? 0 : errno;
        leader = leader < 0 ? hardware->descriptors[i] : leader;
    }
    describe(hardware, reasons);
}

void hardware_add(struct hardware_sum *sum, const struct hardware_reading *before,
                  const struct hardware_reading *after, uint64_t iterations)
{
    uint64_t enabled = after->enabled - before->enabled, running = after->running - before->running;

    /* A group that was never on counts nothing and is no proof of zero. The two clocks may be read a moment
     * apart. */
    if (!running || running + enabled / 1000 < enabled) {
        sum->refused++;
        return;
    }
    for (size_t i = 0; i < HARDWARE_EVENTS; i++)
        sum->values[i] += after->values[i] - before->values[i];
    sum->iterations += iterations;
}
