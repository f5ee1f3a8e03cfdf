/* Nine for each pair of surplus '?', with a division that forgets the odd one: who relies on the contest's
 * promise that their number is even writes this. */
#include "ticket.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct halves halves = read_halves(instance);

    (void)context;
    (void)work;
    return say_winner(answer, halves.sum[LEFT] - halves.sum[RIGHT] ==
                                  9 * ((halves.erased[RIGHT] - halves.erased[LEFT]) / 2));
}

extern const struct variant planted_ticket_whole_pairs;
const struct variant planted_ticket_whole_pairs = {
    .name = "whole_pairs",
    .summary = "an odd surplus of '?' rounded down to whole pairs",
    .solve = solve,
};
