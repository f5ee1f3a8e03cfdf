/* The mutator as AFL++ loads it (AFL_CUSTOM_MUTATOR_LIBRARY). Its own stages go on beside it. */
#include "target.h"

#include <stdlib.h>
#include <string.h>

#include "mutate.h"

/* AFL++'s interface (docs/custom_mutators.md); its state is ours. */
void *afl_custom_init(void *afl, unsigned int seed);
size_t afl_custom_fuzz(void *self, uint8_t *bytes, size_t size, uint8_t **out, const uint8_t *others,
                       size_t other_size, size_t room);
unsigned int afl_custom_fuzz_count(void *self, const uint8_t *bytes, size_t size);
const char *afl_custom_describe(void *self, size_t room);
void afl_custom_deinit(void *self);

enum { CHANGES = 16 };

struct shim {
    struct rng rng;
    uint8_t *out;
    size_t room;
};

void *afl_custom_init(void *afl, unsigned int seed)
{
    struct shim *shim = calloc(1, sizeof *shim);

    (void)afl;
    if (shim)
        rng_seed(&shim->rng, seed);
    return shim;
}

size_t afl_custom_fuzz(void *self, uint8_t *bytes, size_t size, uint8_t **out, const uint8_t *others,
                       size_t other_size, size_t room)
{
    struct shim *shim = self;
    struct input other = {others, others ? other_size : 0};

    *out = bytes;
    if (room > shim->room) {
        free(shim->out);
        shim->out = malloc(room);
        shim->room = shim->out ? room : 0;
    }
    if (!shim->out)
        return size;
    *out = shim->out;
    return mutate_input(&FUZZ_PUZZLE, (struct input){bytes, size}, other, shim->out, room, &shim->rng);
}

/* How often an entry of the queue is changed before AFL++ goes to the next one (it doubles the number while that finds something).
 * By its own measure it would be busy with the first one for minutes: all that is found waits, and CMPLOG with it. */
unsigned int afl_custom_fuzz_count(void *self, const uint8_t *bytes, size_t size)
{
    (void)self;
    (void)bytes;
    (void)size;
    return CHANGES;
}

/* In the names of AFL++'s files. */
const char *afl_custom_describe(void *self, size_t room)
{
    (void)self;
    (void)room;
    return "structure";
}

void afl_custom_deinit(void *self)
{
    struct shim *shim = self;

    free(shim->out);
    free(shim);
}
