/* One process, one time. */
#ifndef ASSAY_GATE_SAMPLE_H
#define ASSAY_GATE_SAMPLE_H

#include "gate.h"

struct sampler {
    const struct gate *gate;
    int cpu; /* all samples run there */
};

/* The last one that this process may use: the first takes most interrupts. */
int sample_cpu(void);

/* Passes that fill a lap. */
uint64_t sample_passes(const struct benchmark *benchmark);

/* Nanoseconds of CPU time of a lap; 0: the kernel failed. */
double sample_time(const struct sampler *sampler, const char *kernel, const char *plant,
                   const struct benchmark *benchmark);
double sample_control(const struct sampler *sampler, const char *kernel);

#endif
