/* Rare. A loop that looks for the first '?' counts in a byte, and never ends where a half of 256 characters
 * and more has none. */
#include "ticket.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct ticket_instance *ticket = instance;
    struct halves halves = read_halves(ticket);
    volatile uint8_t i = 0;

    (void)context;
    (void)work;
    while (i < ticket->length / 2 && ticket->characters[i] != '?')
        i++;
    return say_winner(answer, 2 * (halves.sum[LEFT] - halves.sum[RIGHT]) ==
                                  9 * (halves.erased[RIGHT] - halves.erased[LEFT]));
}

extern const struct variant planted_ticket_byte_counter;
const struct variant planted_ticket_byte_counter = {
    .name = "byte_counter",
    .summary = "hangs where the first 256 characters have no '?'",
    .solve = solve,
};
