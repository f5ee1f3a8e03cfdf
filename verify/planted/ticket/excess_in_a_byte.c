/* Rare. The surplus of '?' is kept in a signed byte: right while it is at most 127, which random tickets
 * hardly ever pass and balanced at once. */
#include "ticket.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct halves halves = read_halves(instance);
    int8_t surplus = (int8_t)(halves.erased[RIGHT] - halves.erased[LEFT]);

    (void)context;
    (void)work;
    return say_winner(answer, 2 * (halves.sum[LEFT] - halves.sum[RIGHT]) == 9 * surplus);
}

extern const struct variant planted_ticket_excess_in_a_byte;
const struct variant planted_ticket_excess_in_a_byte = {
    .name = "excess_in_a_byte",
    .summary = "a surplus of more than 127 '?' wraps",
    .solve = solve,
};
