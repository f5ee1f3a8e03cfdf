/* The mutator as libFuzzer takes it. Half of the time the bytes are left to libFuzzer's own mutations, which know the dictionary and
 * the operands of comparisons. */
#include "target.h"

#include <stdlib.h>
#include <string.h>

#include "mutate.h"

enum { OWN_ODDS = 2 };

/* libFuzzer's. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t room);

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t room, unsigned int seed)
{
    struct rng rng;
    uint8_t *out;
    size_t length = 0;

    rng_seed(&rng, seed);
    if (rng_one_in(&rng, OWN_ODDS))
        return LLVMFuzzerMutate(bytes, size, room);
    out = malloc(room);
    if (out)
        length = mutate_input(&FUZZ_PUZZLE, (struct input){bytes, size}, (struct input){NULL, 0}, out, room, &rng);
    if (length)
        memcpy(bytes, out, length);
    free(out);
    return length ? length : LLVMFuzzerMutate(bytes, size, room);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *bytes, size_t size, const uint8_t *others, size_t other_size, uint8_t *out,
                                 size_t room, unsigned int seed)
{
    struct rng rng;

    rng_seed(&rng, seed);
    return mutate_input(&FUZZ_PUZZLE, (struct input){bytes, size}, (struct input){others, other_size}, out, room, &rng);
}
