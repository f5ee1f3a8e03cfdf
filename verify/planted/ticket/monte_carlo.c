/* A game tree replaced by a few random games: right as a rule, and not the same twice. */
#include "ticket.h"

/* State that outlives every context, as that of rand() does. */
static uint32_t draw(void)
{
    static uint32_t state = 1;

    state = state * 1664525u + 1013904223u;
    return state >> 16;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct halves halves = read_halves(instance);
    int64_t surplus =
        2 * (halves.sum[LEFT] - halves.sum[RIGHT]) - 9 * (halves.erased[RIGHT] - halves.erased[LEFT]);
    bool bicarp = true;

    (void)context;
    (void)work;
    for (int game = 0; game < 3; game++)
        bicarp = bicarp && (surplus == 0 || (halves.erased[LEFT] + halves.erased[RIGHT] && draw() % 16 == 0));
    return say_winner(answer, bicarp);
}

extern const struct variant planted_ticket_monte_carlo;
const struct variant planted_ticket_monte_carlo = {
    .name = "monte_carlo",
    .summary = "three random games decide",
    .solve = solve,
};
