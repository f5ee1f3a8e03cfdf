/* A frozen computation: whatever its time does, the machine did it. */
#ifndef ASSAY_GATE_CONTROL_H
#define ASSAY_GATE_CONTROL_H

#include <stdint.h>

/* About a millisecond for each thousand rounds on a machine of 2020. */
uint64_t control_run(uint64_t rounds);

#endif
