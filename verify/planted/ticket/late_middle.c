/* Off by one at the middle: the first character of the right half is added to the left one. */
#include "ticket.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct ticket_instance *ticket = instance;
    int64_t weight = 0;

    (void)context;
    (void)work;
    for (uint32_t i = 0; i < ticket->length; i++) {
        int64_t own = ticket->characters[i] == '?' ? 9 : 2 * (ticket->characters[i] - '0');

        weight += i <= ticket->length / 2 ? own : -own;
    }
    return say_winner(answer, weight == 0);
}

extern const struct variant planted_ticket_late_middle;
const struct variant planted_ticket_late_middle = {
    .name = "late_middle",
    .summary = "the middle lies one character late",
    .solve = solve,
};
