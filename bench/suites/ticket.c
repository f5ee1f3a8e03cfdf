/* Yardsticks for the Ticket Game: how fast are its bytes added up, without any weighing? And how fast is the closed form where
 * there is no AVX2? */
#include "core/ticket/bytes.h"
#include "core/ticket/ticket.h"

#include "bench/reference.h"

#if defined(__x86_64__)

#include <immintrin.h>

static const char *byte_sum_refuses(const void *instance)
{
    (void)instance;
    return __builtin_cpu_supports("avx2") ? NULL : "the processor has no AVX2";
}

/* Four sums, so that the additions of one do not wait for those of another. */
__attribute__((target("avx2"))) static uint64_t byte_sum(const unsigned char *bytes, size_t length)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i sums[4] = {zero, zero, zero, zero};
    uint64_t lanes[4], sum = 0;
    size_t i = 0;

    for (; i + sizeof sums <= length; i += sizeof sums)
        for (int k = 0; k < 4; k++)
            sums[k] = _mm256_add_epi64(
                sums[k], _mm256_sad_epu8(_mm256_loadu_si256((const __m256i *)(bytes + i + 32 * k)), zero));
    for (int k = 0; k < 4; k++) {
        _mm256_storeu_si256((__m256i *)lanes, sums[k]);
        sum += lanes[0] + lanes[1] + lanes[2] + lanes[3];
    }
    for (; i < length; i++)
        sum += bytes[i];
    return sum;
}

#else

static const char *byte_sum_refuses(const void *instance)
{
    (void)instance;
    return "the processor has no AVX2";
}

static uint64_t byte_sum(const unsigned char *bytes, size_t length)
{
    (void)bytes;
    return length;
}

#endif

static enum outcome solve_byte_sum(void *context, const void *instance, struct work *work, void *answer)
{
    const struct ticket_instance *ticket = instance;

    (void)context;
    (void)work;
    ((struct ticket_answer *)answer)->winner = (uint32_t)byte_sum(ticket->characters, ticket->length);
    return OUTCOME_SOLVED;
}

extern const struct reference ticket_byte_sum;
const struct reference ticket_byte_sum = {
    .puzzle = "ticket",
    .answers = false,
    .variant =
        {
            .name = "byte_sum",
            .summary = "the sum of the same bytes, by AVX2",
            .refuses = byte_sum_refuses,
            .solve = solve_byte_sum,
        },
};

static const char *portable_refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

static enum outcome solve_portable(void *context, const void *instance, struct work *work, void *answer)
{
    const struct ticket_instance *ticket = instance;
    size_t half = ticket->length / 2;
    bool wins = ticket_weigh_portable(ticket->characters, half) ==
                ticket_weigh_portable(ticket->characters + half, half);

    (void)context;
    (void)work;
    *(struct ticket_answer *)answer = (struct ticket_answer){wins ? TICKET_BICARP : TICKET_MONOCARP};
    return OUTCOME_SOLVED;
}

extern const struct reference ticket_portable;
const struct reference ticket_portable = {
    .puzzle = "ticket",
    .answers = true,
    .variant =
        {
            .name = "portable",
            .summary = "closed_form without AVX2",
            .refuses = portable_refuses,
            .solve = solve_portable,
        },
};
