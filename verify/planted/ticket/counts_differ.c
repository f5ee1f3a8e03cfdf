/* Halves with different numbers of '?' are given to Monocarp at once: a public write-up of the contest does
 * it. */
#include "ticket.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct halves halves = read_halves(instance);

    (void)context;
    (void)work;
    return say_winner(answer,
                      halves.erased[LEFT] == halves.erased[RIGHT] && halves.sum[LEFT] == halves.sum[RIGHT]);
}

extern const struct variant planted_ticket_counts_differ;
const struct variant planted_ticket_counts_differ = {
    .name = "counts_differ",
    .summary = "different counts of '?' taken for a win of Monocarp",
    .solve = solve,
};
