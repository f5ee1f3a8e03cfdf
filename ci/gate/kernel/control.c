/* Arithmetic and a table that fills half a first-level cache. Never change it: times before and after would be those of two
 * programs. */
#include "control.h"

enum { WORDS = 2048 };

uint64_t control_run(uint64_t rounds)
{
    static uint64_t table[WORDS];
    uint64_t state = 88172645463325252U;

    for (uint64_t i = 0; i < rounds * 512; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        table[state % WORDS] += state;
    }
    return state + table[0];
}
