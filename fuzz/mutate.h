/* Structure-aware mutation, over struct puzzle alone. */
#ifndef ASSAY_FUZZ_MUTATE_H
#define ASSAY_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

#include "core/puzzle.h"

struct input {
    const uint8_t *bytes;
    size_t size;
};

/* Writes a changed input to `out`, which has room for `room` bytes and overlaps neither. `other` is material from elsewhere, or
 * empty. Returns its size; 0 where nothing came out that fits. */
size_t mutate_input(const struct puzzle *puzzle, struct input input, struct input other, uint8_t *out, size_t room,
                    struct rng *rng);

#endif
