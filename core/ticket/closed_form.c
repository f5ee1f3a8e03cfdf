/* ticket closed_form: let a digit d weigh 2d and a '?' weigh 9; Bicarp wins if and only if the halves weigh
 * the same.
 *
 * Bound: O(n) time at the speed of memory, O(1) memory. Domain: all. A step is a character.
 * Source: the contest's editorial, in which Bicarp wins iff 2(L - R) = 9(qR - qL).
 *
 * Why: a digit d in the place of a '?' changes its half's weight by 2d - 9. Where the halves weigh the same
 * Bicarp undoes each of Monocarp's moves, by d in the other half or, where that has no '?', by 9 - d in the
 * same one (of which an odd number is left then). Where they do not, Monocarp writes 9 into the heavier half
 * or 0 into the lighter, which adds 9 to the difference, and Bicarp can take off no more. An odd number of
 * '?' makes the difference odd, so never 0.
 *
 * The weights of a half pass 2^32, so they are added in 64 bits. Only good characters are in an instance:
 * they are not checked again. */
#include "bytes.h"
#include "ticket.h"

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct ticket_instance *ticket = instance;
    size_t half = ticket->length / 2;
    bool wins;

    (void)context;
    if (!work_spend(work, ticket->length))
        return OUTCOME_LIMIT;
    COUNT(work->counters, words, (ticket->length + 7) / 8);
    wins = ticket_weigh(ticket->characters, half) == ticket_weigh(ticket->characters + half, half);
    *(struct ticket_answer *)answer = (struct ticket_answer){wins ? TICKET_BICARP : TICKET_MONOCARP};
    return OUTCOME_SOLVED;
}

extern const struct variant ticket_closed_form;
const struct variant ticket_closed_form = {
    .name = "closed_form",
    .summary = "weigh the halves: 2d for a digit, 9 for a '?'; Bicarp wins iff they weigh the same",
    .bound = "O(n) time, O(1) memory",
    .domain = "all",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
