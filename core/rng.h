/* The one source of randomness: xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number generators",
 * 2018), seeded by splitmix64 (Steele, Lea and Flood, OOPSLA 2014). Its stream is part of the contract: the same seed gives
 * the same cases on every machine, and a unit test holds the first values. */
#ifndef ASSAY_RNG_H
#define ASSAY_RNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rng {
    uint64_t state[4];
};

/* The four words of state are the first four outputs of splitmix64 started at `seed`. */
void rng_seed(struct rng *rng, uint64_t seed);

/* The seed of one case, so that case 17 of a run can be made alone. It is the master seed, then each byte of the puzzle's name,
 * a zero, each byte of the class's name, a zero, and the eight bytes of the index, low byte first: every step xors the byte
 * (the first step the master seed itself) into the state and takes it through the splitmix64 finaliser. */
uint64_t rng_case_seed(uint64_t master, const char *puzzle, const char *class_name, uint64_t index);

uint64_t rng_next(struct rng *rng);

/* Uniform on 0 .. bound - 1, without bias (Lemire's multiplication with rejection); bound 0 gives 0. */
uint64_t rng_below(struct rng *rng, uint64_t bound);

/* Uniform on low .. high, both included; low <= high. */
int64_t rng_between(struct rng *rng, int64_t low, int64_t high);

/* True once in `odds` times; odds >= 1. */
bool rng_one_in(struct rng *rng, uint64_t odds);

/* Fisher-Yates: every order equally likely. */
void rng_shuffle(struct rng *rng, uint32_t *values, size_t count);

#endif
