/* Monocarp is given one plan only, to raise the left half, and Bicarp answers on the right: a simulation in
 * place of a game. */
#include "ticket.h"

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct halves halves = read_halves(instance);
    int64_t left = halves.sum[LEFT], right = halves.sum[RIGHT];

    (void)context;
    (void)work;
    for (int64_t turn = 0; turn < halves.erased[LEFT] + halves.erased[RIGHT]; turn++) {
        if (turn % 2 == 0)
            left += 9;
        else
            right += 9;
    }
    return say_winner(answer, left == right);
}

extern const struct variant planted_ticket_one_strategy;
const struct variant planted_ticket_one_strategy = {
    .name = "one_strategy",
    .summary = "Monocarp only ever raises the left half",
    .solve = solve,
};
