/* The processor's own counters, in user space alone, of the repetitions that are timed: one group, so that
 * all of them are of the same instants. They are read where the machine has them; those that it has not are
 * named. */
#ifndef ASSAY_HARDWARE_H
#define ASSAY_HARDWARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HARDWARE_EVENTS = 5, HARDWARE_SIZE = 240 };

/* In the order of every array of HARDWARE_EVENTS. */
struct hardware_info {
    const char *name, *unit, *summary;
};
extern const struct hardware_info hardware_infos[HARDWARE_EVENTS];

struct hardware {
    int descriptors[HARDWARE_EVENTS]; /* -1: absent; the first one that is not leads the group */
    char words[HARDWARE_SIZE];        /* what is counted, what is absent and why */
};

/* What has been counted since the group was opened; `enabled` and `running` are times. */
struct hardware_reading {
    uint64_t enabled, running;
    uint64_t values[HARDWARE_EVENTS];
};

/* What belongs to one benchmark. */
struct hardware_sum {
    uint64_t iterations;
    uint64_t refused; /* repetitions in which others had the counters for a while */
    uint64_t values[HARDWARE_EVENTS];
};

/* Never fails: what cannot be had is absent. hardware_close afterwards. */
void hardware_open(struct hardware *hardware);
void hardware_close(struct hardware *hardware);

static inline bool hardware_has(const struct hardware *hardware, size_t event)
{
    return hardware->descriptors[event] >= 0;
}

/* All zero where nothing is counted. */
struct hardware_reading hardware_read(const struct hardware *hardware);

/* Adds what lies between two readings. */
void hardware_add(struct hardware_sum *sum, const struct hardware_reading *before,
                  const struct hardware_reading *after, uint64_t iterations);

#endif
