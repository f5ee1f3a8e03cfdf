/* The surplus of '?' is put on the wrong side of the equation, as in a public write-up. */
#include "ticket.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct halves halves = read_halves(instance);

    (void)context;
    (void)work;
    return say_winner(answer, 2 * (halves.sum[LEFT] - halves.sum[RIGHT]) ==
                                  9 * (halves.erased[LEFT] - halves.erased[RIGHT]));
}

extern const struct variant planted_ticket_sign_slip;
const struct variant planted_ticket_sign_slip = {
    .name = "sign_slip",
    .summary = "the surplus of '?' weighed on the wrong side",
    .solve = solve,
};
