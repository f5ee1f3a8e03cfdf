/* ticket pruned: minimax over what matters of a ticket, the difference of the halves' known digits and the
 * number of '?' in each half, with a memo; a state is cut where the difference can no longer be made up, more
 * than 9 for each '?' of the lighter half.
 *
 * Bound: O(n + a b (a + b)) time, times 20 moves, and O(a b (a + b)) memory, a and b the numbers of '?' in
 * the halves. Domain: at most 200 '?' (18 MB). A step is a node. Source: the statement.
 *
 * The memo is an array: what the cut leaves of the differences is so dense that a hash table would be
 * larger. */
#include "ticket.h"

enum { ERASED_MAX = 200 };

enum { UNKNOWN, LOST, WON };

struct search {
    struct work *work;
    unsigned char *memo; /* by erased left, erased right, difference + 9 erased left */
    int erased;
    int right; /* of them in the right half */
    int width; /* of a memo's row: differences */
    bool limited;
};

static const char *refuses(const void *instance)
{
    const struct ticket_instance *ticket = instance;

    return ticket->erased > ERASED_MAX ? "more than 200 erased characters" : NULL;
}

static bool bicarp_wins(struct search *search, int64_t difference, int left, int right);

/* Has the player at turn a move to a state that he wins? Else the other one wins. */
static bool play(struct search *search, int64_t difference, int left, int right)
{
    bool his_turn = (search->erased ^ left ^ right) & 1; /* an odd number has been filled in */

    for (int digit = 0; digit <= 9; digit++) {
        if (left && bicarp_wins(search, difference + digit, left - 1, right) == his_turn)
            return his_turn;
        if (right && bicarp_wins(search, difference - digit, left, right - 1) == his_turn)
            return his_turn;
    }
    return !his_turn;
}

static unsigned char *find(struct search *search, int64_t difference, int left, int right)
{
    int row = left * (search->right + 1) + right;

    return search->memo + row * search->width + difference + 9 * left;
}

static bool bicarp_wins(struct search *search, int64_t difference, int left, int right)
{
    unsigned char *known;
    bool wins;

    if (!work_spend(search->work, 1)) {
        search->limited = true;
        return false;
    }
    COUNT(search->work->counters, nodes, 1);
    if (difference < -9 * left || difference > 9 * right) {
        COUNT(search->work->counters, cuts, 1);
        return false;
    }
    if (left + right == 0)
        return true;
    known = find(search, difference, left, right);
    COUNT(search->work->counters, memo_lookups, 1);
    if (*known != UNKNOWN) {
        COUNT(search->work->counters, memo_hits, 1);
        return *known == WON;
    }
    wins = play(search, difference, left, right);
    *known = wins ? WON : LOST;
    return wins;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct ticket_instance *ticket = instance;
    struct search search = {.work = work, .erased = (int)ticket->erased};
    int64_t sums[] = {0, 0};
    int erased[] = {0, 0};
    bool wins;

    (void)context;
    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    for (uint32_t i = 0; i < ticket->length; i++) {
        bool half = i >= ticket->length / 2;
        bool mark = ticket->characters[i] == '?';

        erased[half] += mark;
        sums[half] += mark ? 0 : ticket->characters[i] - '0';
    }
    search.right = erased[1];
    search.width = 9 * search.erased + 1;
    search.memo = arena_zalloc(work->arena, ((size_t)erased[0] + 1) * ((size_t)erased[1] + 1), (size_t)search.width);
    if (!search.memo)
        return OUTCOME_NO_MEMORY;
    wins = bicarp_wins(&search, sums[0] - sums[1], erased[0], erased[1]);
    if (search.limited)
        return OUTCOME_LIMIT;
    *(struct ticket_answer *)answer = (struct ticket_answer){wins ? TICKET_BICARP : TICKET_MONOCARP};
    return OUTCOME_SOLVED;
}

extern const struct variant ticket_pruned;
const struct variant ticket_pruned = {
    .name = "pruned",
    .summary = "minimax over (difference, '?' left, '?' right) with a memo, cut where out of reach",
    .bound = "O(n + a b (a + b)) time, O(a b (a + b)) memory, a and b the halves' numbers of '?'",
    .domain = "at most 200 '?'",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
