/* State left from the case before: the '?' are counted again only where the length has changed. */
#include "ticket.h"

#include <stdlib.h>

struct memory {
    uint32_t length;
    int64_t surplus;
};

static void *open(void)
{
    return calloc(1, sizeof(struct memory));
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct ticket_instance *ticket = instance;
    struct halves halves = read_halves(ticket);
    struct memory *memory = context;

    (void)work;
    if (memory->length != ticket->length)
        *memory = (struct memory){ticket->length, halves.erased[RIGHT] - halves.erased[LEFT]};
    return say_winner(answer, 2 * (halves.sum[LEFT] - halves.sum[RIGHT]) == 9 * memory->surplus);
}

extern const struct variant planted_ticket_count_kept;
const struct variant planted_ticket_count_kept = {
    .name = "count_kept",
    .summary = "keeps the count of '?' of the last ticket of the same length",
    .solve = solve,
    .open = open,
    .close = free,
};
