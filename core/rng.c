/* xoshiro256** word by word as published. A number below a bound is D. Lemire's multiplication ("Fast random
 * integer generation in an interval", ACM TOMACS 2019): exact, and hardly ever a division. */
#include "rng.h"

static uint64_t finalise(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

void rng_seed(struct rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15U;
        rng->state[i] = finalise(seed);
    }
}

static uint64_t absorb(uint64_t state, uint64_t value)
{
    return finalise((state ^ value) + 0x9e3779b97f4a7c15U);
}

static uint64_t absorb_string(uint64_t state, const char *string)
{
    for (; *string; string++)
        state = absorb(state, (unsigned char)*string);
    return absorb(state, 0);
}

uint64_t rng_case_seed(uint64_t master, const char *puzzle, const char *class_name, uint64_t index)
{
    uint64_t state = absorb(0, master);

    state = absorb_string(state, puzzle);
    state = absorb_string(state, class_name);
    for (int i = 0; i < 8; i++)
        state = absorb(state, (index >> (8 * i)) & 0xff);
    return state;
}

static uint64_t rotate_left(uint64_t value, int count)
{
    return (value << count) | (value >> (64 - count));
}

uint64_t rng_next(struct rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint64_t rng_below(struct rng *rng, uint64_t bound)
{
    unsigned __int128 product = (unsigned __int128)rng_next(rng) * bound;

    if ((uint64_t)product < bound) {
        uint64_t least = (0 - bound) % bound;
        while ((uint64_t)product < least)
            product = (unsigned __int128)rng_next(rng) * bound;
    }
    return (uint64_t)(product >> 64);
}

int64_t rng_between(struct rng *rng, int64_t low, int64_t high)
{
    uint64_t span = (uint64_t)high - (uint64_t)low;
    uint64_t offset = span == UINT64_MAX ? rng_next(rng) : rng_below(rng, span + 1);

    return (int64_t)((uint64_t)low + offset);
}

bool rng_one_in(struct rng *rng, uint64_t odds)
{
    return rng_below(rng, odds) == 0;
}

void rng_shuffle(struct rng *rng, uint32_t *values, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)rng_below(rng, i);
        uint32_t kept = values[i - 1];

        values[i - 1] = values[j];
        values[j] = kept;
    }
}
