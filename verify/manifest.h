/* What a problem package says of itself: problem.yaml, in the legacy format and in that of 2025-09, and the places where legacy
 * packages keep their time limit. */
#ifndef ASSAY_MANIFEST_H
#define ASSAY_MANIFEST_H

#include <stdbool.h>
#include <stdint.h>

struct manifest {
    bool legacy;
    bool custom;        /* it wants an output validator of its own */
    double time_limit;  /* seconds; 0: to be derived from the accepted submissions */
    double multiplier;  /* the slowest of them times this, */
    double resolution;  /* and up to a multiple of this */
    uint64_t memory, output; /* MiB */
};

/* An EXIT_ status, with a message. */
int manifest_read(const char *folder, struct manifest *manifest);

/* The time limit that follows from the slowest accepted run: up, never to the nearest. */
double manifest_derive(const struct manifest *manifest, double slowest);

#endif
