/* A '?' is worth 4.5 on the average, which integers round up. */
#include "ticket.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct halves halves = read_halves(instance);

    (void)context;
    (void)work;
    return say_winner(answer, halves.sum[LEFT] + 5 * halves.erased[LEFT] ==
                                  halves.sum[RIGHT] + 5 * halves.erased[RIGHT]);
}

extern const struct variant planted_ticket_average_five;
const struct variant planted_ticket_average_five = {
    .name = "average_five",
    .summary = "a '?' taken for 5 instead of 4.5",
    .solve = solve,
};
