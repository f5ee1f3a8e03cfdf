/* A ticket's bytes taken many at a time: the parser checks them, closed_form weighs them. Each is written
 * twice, for every machine and for AVX2, which is asked for when the program runs so that one binary serves
 * all; a test holds the two equal. They are in a header, so that closed_form shares no function with anybody
 * and a test can still reach both.
 *
 * Rejected: a table of 256 weights, byte by byte (1.4 GB/s where AVX2 does 25), and a branch on '?' (0.6). */
#ifndef ASSAY_TICKET_BYTES_H
#define ASSAY_TICKET_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define TICKET_ONES UINT64_C(0x0101010101010101)

static inline uint64_t ticket_load(const unsigned char *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return word;
}

/* The index of the first byte from `at` on, before `end`, that is neither a digit nor '?' (`end` where all are good);
 * *erased: how many of those before it are '?'.
 *
 * A good byte xored with '0' is 0 to 9 for a digit and 15 for '?'. Adding 6 carries out of such a nibble from
 * 10 on, adding 1 at 15 alone: the two sums tell the eleven good values from the five between them. A byte
 * that carries on into its neighbour is bad itself, and one bad byte is enough to leave the word to the last
 * loop, which finds the place. */
static inline size_t ticket_check_portable(const unsigned char *bytes, size_t at, size_t end,
                                           size_t *erased)
{
    size_t found = 0;

    for (; at + 8 <= end; at += 8) {
        uint64_t word = ticket_load(bytes + at) ^ TICKET_ONES * '0';
        uint64_t from_ten = word + TICKET_ONES * 6, from_fifteen = word + TICKET_ONES;

        if ((word & TICKET_ONES * 0xf0) || (from_ten & ~from_fifteen & TICKET_ONES * 0x10))
            break;
        found += (size_t)__builtin_popcountll(from_fifteen & TICKET_ONES * 0x10);
    }
    for (; at < end && ((bytes[at] >= '0' && bytes[at] <= '9') || bytes[at] == '?'); at++)
        found += bytes[at] == '?';
    *erased = found;
    return at;
}

/* The sum of the eight bytes of a word. */
static inline uint64_t ticket_add_up(uint64_t word)
{
    const uint64_t pairs = UINT64_C(0x00ff00ff00ff00ff);

    return ((word & pairs) + (word >> 8 & pairs)) * UINT64_C(0x0001000100010001) >> 48;
}

/* The sum of the weights, 2d for a digit d and 9 for a '?', of bytes that have been checked.
 *
 * 2d is twice the low nibble. That of '?' is 15, which makes 21 too many, and is the only one with the bits 4
 * and 8. Sixteen words go into one before it is added up: 16 * 15 is still a byte. */
static inline uint64_t ticket_weigh_portable(const unsigned char *bytes, size_t length)
{
    uint64_t nibbles = 0, erased = 0;
    size_t done = 0;

    for (; length - done >= 128; done += 128) {
        uint64_t nibble_sums = 0, fours = 0;

        for (size_t i = 0; i < 128; i += 8) {
            uint64_t word = ticket_load(bytes + done + i);

            nibble_sums += word & TICKET_ONES * 15;
            fours += word & word >> 1 & TICKET_ONES * 4;
        }
        nibbles += ticket_add_up(nibble_sums);
        erased += ticket_add_up(fours) / 4;
    }
    for (; done < length; done++) {
        nibbles += bytes[done] & 15;
        erased += bytes[done] == '?';
    }
    return 2 * nibbles - 21 * erased;
}

#if defined(__x86_64__)

#include <immintrin.h>

static inline bool ticket_has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

__attribute__((target("avx2"))) static inline size_t
ticket_check_avx2(const unsigned char *bytes, size_t at, size_t end, size_t *erased)
{
    size_t found = 0, after;

    for (; at + 32 <= end; at += 32) {
        __m256i vector = _mm256_loadu_si256((const __m256i *)(bytes + at));
        __m256i value = _mm256_sub_epi8(vector, _mm256_set1_epi8('0'));
        __m256i digit = _mm256_cmpeq_epi8(_mm256_min_epu8(value, _mm256_set1_epi8(9)), value);
        unsigned digits = (unsigned)_mm256_movemask_epi8(digit);
        unsigned marks = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(vector, _mm256_set1_epi8('?')));

        if (~(digits | marks))
            break;
        found += (size_t)__builtin_popcount(marks);
    }
    at = ticket_check_portable(bytes, at, end, &after);
    *erased = found + after;
    return at;
}

/* The weights of 32 bytes: their low nibbles, 0 to 9 or 15, are indices into a table of sixteen. */
__attribute__((target("avx2"))) static inline __m256i ticket_weights(const unsigned char *bytes)
{
    const __m128i table = _mm_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 0, 0, 0, 0, 0, 9);

    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), _mm256_loadu_si256((const __m256i *)bytes));
}

/* Four vectors are added as bytes (4 * 18 is still a byte) before the sum goes into 64 bits. */
__attribute__((target("avx2"))) static inline uint64_t
ticket_weigh_avx2(const unsigned char *bytes, size_t length)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i sums = zero;
    uint64_t parts[4];
    size_t done = 0;

    for (; length - done >= 128; done += 128) {
        __m256i low = _mm256_add_epi8(ticket_weights(bytes + done), ticket_weights(bytes + done + 32));
        __m256i high = _mm256_add_epi8(ticket_weights(bytes + done + 64), ticket_weights(bytes + done + 96));

        sums = _mm256_add_epi64(sums, _mm256_sad_epu8(_mm256_add_epi8(low, high), zero));
    }
    for (; length - done >= 32; done += 32)
        sums = _mm256_add_epi64(sums, _mm256_sad_epu8(ticket_weights(bytes + done), zero));
    _mm256_storeu_si256((__m256i *)parts, sums);
    return parts[0] + parts[1] + parts[2] + parts[3] + ticket_weigh_portable(bytes + done, length - done);
}

#else

static inline bool ticket_has_avx2(void)
{
    return false;
}

#define ticket_check_avx2 ticket_check_portable
#define ticket_weigh_avx2 ticket_weigh_portable

#endif

static inline size_t ticket_check(const unsigned char *bytes, size_t at, size_t end, size_t *erased)
{
    return ticket_has_avx2() ? ticket_check_avx2(bytes, at, end, erased)
                             : ticket_check_portable(bytes, at, end, erased);
}

static inline uint64_t ticket_weigh(const unsigned char *bytes, size_t length)
{
    return ticket_has_avx2() ? ticket_weigh_avx2(bytes, length) : ticket_weigh_portable(bytes, length);
}

#endif
