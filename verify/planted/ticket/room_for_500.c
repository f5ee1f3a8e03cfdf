/* Rare. An assertion, or an array, that holds for 500 '?' in a half and no more; in random tickets one
 * character of eleven is erased, so lengths that can be compared do not reach it. */
#include "ticket.h"

#include <stdlib.h>

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct halves halves = read_halves(instance);

    (void)context;
    (void)work;
    if (halves.erased[LEFT] > 500)
        abort();
    return say_winner(answer, 2 * (halves.sum[LEFT] - halves.sum[RIGHT]) ==
                                  9 * (halves.erased[RIGHT] - halves.erased[LEFT]));
}

extern const struct variant planted_ticket_room_for_500;
const struct variant planted_ticket_room_for_500 = {
    .name = "room_for_500",
    .summary = "crashes at more than 500 '?' in the left half",
    .solve = solve,
};
