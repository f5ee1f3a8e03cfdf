/* Rare. A cut that bites deep: with only one half left to fill, and twelve or more '?' in it, what is missing
 * is thought out of reach from four a '?' on. All balanced states are at 4.5. */
#include "ticket.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct halves halves = read_halves(instance);
    int64_t missing = halves.sum[LEFT] - halves.sum[RIGHT];
    int64_t surplus = halves.erased[RIGHT] - halves.erased[LEFT];

    (void)context;
    (void)work;
    if ((!halves.erased[LEFT] || !halves.erased[RIGHT]) && (surplus >= 12 || surplus <= -12) &&
        (missing > 4 * surplus || missing < -4 * surplus))
        return say_winner(answer, false);
    return say_winner(answer, 2 * missing == 9 * surplus);
}

extern const struct variant planted_ticket_one_sided_cut;
const struct variant planted_ticket_one_sided_cut = {
    .name = "one_sided_cut",
    .summary = "a wrong cut where one half alone has 12 '?' or more",
    .solve = solve,
};
