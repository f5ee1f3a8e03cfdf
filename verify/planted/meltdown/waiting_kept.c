/* State left from the case before: who has announced is a table that is made new only where the number of
 * players has changed. */
#include "meltdown.h"

#include <stdlib.h>

struct memory {
    uint32_t n;
    uint32_t waiting;
};

static void *open(void)
{
    return calloc(1, sizeof(struct memory));
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct memory *memory = context;
    struct ring ring;

    if (refuses_more(instance))
        return OUTCOME_UNSUPPORTED;
    if (!open_ring(&ring, instance, work, answer))
        return OUTCOME_NO_MEMORY;
    if (memory->n == ring.n)
        ring.waiting = memory->waiting;
    for (; ring.round < ring.game->round_count && ring.waiting; ring.round++) {
        if (!spend_round(&ring, work))
            return OUTCOME_LIMIT;
        hear(&ring, right_truth);
        note(&ring, announce(&ring, right_knowledge), answer);
    }
    *memory = (struct memory){ring.n, ring.waiting};
    return OUTCOME_SOLVED;
}

extern const struct variant planted_meltdown_waiting_kept;
const struct variant planted_meltdown_waiting_kept = {
    .name = "waiting_kept",
    .summary = "who announced in the last game of this size does not in this one",
    .refuses = refuses_more,
    .solve = solve,
    .open = open,
    .close = free,
};
