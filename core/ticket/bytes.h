/* A ticket's bytes taken many at a time. There are two ways to do it, one for every machine and one for AVX2; a test holds them
 * equal. */
#ifndef ASSAY_TICKET_BYTES_H
#define ASSAY_TICKET_BYTES_H

#include <stddef.h>
#include <stdint.h>

struct ticket_bytes {
    const char *name;

    /* How many bytes come before the first that is neither a digit nor '?' (`length` when all are good), and how many of those
     * are '?'. */
    size_t (*check)(const unsigned char *bytes, size_t length, size_t *erased);

    /* The sum of the weights, 2d for a digit d and 9 for a '?', of bytes that have been checked. */
    uint64_t (*weigh)(const unsigned char *bytes, size_t length);
};

extern const struct ticket_bytes ticket_bytes_portable;

/* NULL where the processor has no AVX2. */
const struct ticket_bytes *ticket_bytes_avx2(void);

/* The faster of the two on this processor. */
static inline const struct ticket_bytes *ticket_bytes_best(void)
{
    const struct ticket_bytes *wide = ticket_bytes_avx2();

    return wide ? wide : &ticket_bytes_portable;
}

#endif
