/* Thirty-two bytes at a time, where the processor has AVX2: asked when the program runs, so that one binary serves all.
 *
 * Weights come from a shuffle: the low nibble of a good byte, 0 to 9 or 15, is the index into a table of sixteen. */
#include "bytes.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

AVX2 static __m256i load(const unsigned char *bytes)
{
    return _mm256_loadu_si256((const __m256i *)bytes);
}

AVX2 static size_t check(const unsigned char *bytes, size_t length, size_t *erased)
{
    size_t done = 0, found = 0, after;

    for (; length - done >= 32; done += 32) {
        __m256i vector = load(bytes + done);
        __m256i value = _mm256_sub_epi8(vector, _mm256_set1_epi8('0'));
        __m256i digit = _mm256_cmpeq_epi8(_mm256_min_epu8(value, _mm256_set1_epi8(9)), value);
        unsigned digits = (unsigned)_mm256_movemask_epi8(digit);
        unsigned marks = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(vector, _mm256_set1_epi8('?')));

        if (~(digits | marks))
            break;
        found += (size_t)__builtin_popcount(marks);
    }
    done += ticket_bytes_portable.check(bytes + done, length - done, &after);
    *erased = found + after;
    return done;
}

AVX2 static __m256i weights(const unsigned char *bytes)
{
    const __m256i table = _mm256_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 0, 0, 0, 0, 0, 9,
                                           0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 0, 0, 0, 0, 0, 9);

    return _mm256_shuffle_epi8(table, load(bytes));
}

/* Four vectors are added as bytes (4 * 18 is still a byte) before the sum goes into 64 bits. */
AVX2 static uint64_t weigh(const unsigned char *bytes, size_t length)
{
    __m256i sums = _mm256_setzero_si256();
    uint64_t parts[4];
    size_t done = 0;

    for (; length - done >= 128; done += 128) {
        __m256i low = _mm256_add_epi8(weights(bytes + done), weights(bytes + done + 32));
        __m256i high = _mm256_add_epi8(weights(bytes + done + 64), weights(bytes + done + 96));

        sums = _mm256_add_epi64(sums, _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256()));
    }
    for (; length - done >= 32; done += 32)
        sums = _mm256_add_epi64(sums, _mm256_sad_epu8(weights(bytes + done), _mm256_setzero_si256()));
    _mm256_storeu_si256((__m256i *)parts, sums);
    return parts[0] + parts[1] + parts[2] + parts[3] + ticket_bytes_portable.weigh(bytes + done, length - done);
}

const struct ticket_bytes *ticket_bytes_avx2(void)
{
    static const struct ticket_bytes avx2 = {"avx2", check, weigh};

    return __builtin_cpu_supports("avx2") ? &avx2 : NULL;
}

#else

const struct ticket_bytes *ticket_bytes_avx2(void)
{
    return NULL;
}

#endif
