/* ticket naive: play the game to its end, every erased position with every digit.
 *
 * Bound: O(n + q! 10^q) time, O(q) memory, q the number of '?'. Domain: at most 6 '?', a million nodes at the
 * worst; 8 would be a hundred times that. A step is a node, a ticket as one of the players finds it.
 * Source: the statement.
 *
 * The known digits are added up once; a move changes the difference of the halves by its digit, so that the
 * end of a game is one comparison. A player stops at the first move that wins. */
#include "ticket.h"

enum { ERASED_MAX = 6 };

struct game {
    struct work *work;
    uint32_t erased;
    bool on_the_left[ERASED_MAX];
    bool filled[ERASED_MAX];
    bool limited;
};

static const char *refuses(const void *instance)
{
    const struct ticket_instance *ticket = instance;

    return ticket->erased > ERASED_MAX ? "more than 6 erased characters" : NULL;
}

/* Does Bicarp win with `left` erased positions to go and this difference, left half less right half? */
static bool bicarp_wins(struct game *game, uint32_t left, int64_t difference)
{
    bool his_turn = (game->erased ^ left) & 1; /* an odd number has been filled in */

    if (!work_spend(game->work, 1)) {
        game->limited = true;
        return false;
    }
    COUNT(game->work->counters, nodes, 1);
    if (left == 0)
        return difference == 0;
    for (uint32_t i = 0; i < game->erased; i++) {
        bool decided = false;

        if (game->filled[i])
            continue;
        game->filled[i] = true;
        for (int digit = 0; digit <= 9 && !decided; digit++)
            decided =
                bicarp_wins(game, left - 1, difference + (game->on_the_left[i] ? digit : -digit)) == his_turn;
        game->filled[i] = false;
        if (decided)
            return his_turn;
    }
    return !his_turn;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct ticket_instance *ticket = instance;
    struct game game = {.work = work};
    int64_t difference = 0;
    bool wins;

    (void)context;
    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    for (uint32_t i = 0; i < ticket->length; i++) {
        bool on_the_left = i < ticket->length / 2;

        if (ticket->characters[i] == '?')
            game.on_the_left[game.erased++] = on_the_left;
        else
            difference += on_the_left ? ticket->characters[i] - '0' : '0' - ticket->characters[i];
    }
    wins = bicarp_wins(&game, game.erased, difference);
    if (game.limited)
        return OUTCOME_LIMIT;
    *(struct ticket_answer *)answer = (struct ticket_answer){wins ? TICKET_BICARP : TICKET_MONOCARP};
    return OUTCOME_SOLVED;
}

extern const struct variant ticket_naive;
const struct variant ticket_naive = {
    .name = "naive",
    .summary = "play every erased position with every digit",
    .bound = "O(n + q! 10^q) time, O(q) memory, q the number of '?'",
    .domain = "at most 6 '?'",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
