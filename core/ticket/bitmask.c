/* ticket bitmask: for each (erased left, erased right) the set of all differences from which Bicarp wins, as
 * a bitset, from no erased characters up.
 *
 * Bound: O(n + a b (a + b) / 64) time, O(a (a + b) / 64) memory, a and b the numbers of '?' in the halves.
 * Domain: at most 2000 '?'. A step is a word of a bitset. Source: the statement; as in bit-parallel subset sums.
 *
 * Bit i of a set stands for the difference i - 9l, l the erased on the left: the ones that can still be made
 * up. A digit d on the left leads from bit i to bit i + d - 9 of the set with one erased less there, a digit
 * d on the right from i to i - d. So a set is, for both moves alike, made of the smaller sets shifted up by 0
 * to 9: on Bicarp's turn their union, on Monocarp's their intersection, taken as the complement of the union
 * of the complements.
 *
 * The sets of t erased characters take the place of those of t - 1: one layer is kept. */
#include "ticket.h"

enum { ERASED_MAX = 2000 };

static const char *refuses(const void *instance)
{
    const struct ticket_instance *ticket = instance;

    return ticket->erased > ERASED_MAX ? "more than 2000 erased characters" : NULL;
}

/* The upper word of the union of the two words shifted up by 0 to 9. */
static uint64_t unite_shifts(uint64_t upper, uint64_t lower)
{
    unsigned __int128 both = (unsigned __int128)upper << 64 | lower;

    both |= both << 1;
    both |= both << 2;
    both |= both << 4;
    both |= both << 2;
    return (uint64_t)(both >> 64);
}

/* The set before a move from the sets after it. `set` may be one of them: each word is written once it is no
 * longer needed. */
static void unite_moves(uint64_t *set, const uint64_t *after_left, const uint64_t *after_right, size_t words,
                        bool his_turn)
{
    uint64_t flip = his_turn ? 0 : UINT64_MAX;
    uint64_t upper = (after_left[words - 1] ^ flip) | (after_right[words - 1] ^ flip);

    for (size_t i = words - 1; i > 0; i--) {
        uint64_t lower = (after_left[i - 1] ^ flip) | (after_right[i - 1] ^ flip);

        set[i] = unite_shifts(upper, lower) ^ flip;
        upper = lower;
    }
    set[0] = unite_shifts(upper, flip) ^ flip;
}

static size_t words_for(uint32_t erased)
{
    return (9 * (size_t)erased + 1 + 63) / 64;
}

/* Leaves in sets[left * words_for(left + right)] the set of (left, right). */
static enum outcome fill(uint64_t *sets, uint32_t left, uint32_t right, struct work *work)
{
    size_t stride = words_for(left + right);

    sets[0] = 1; /* nothing erased: the difference 0 */
    for (uint32_t erased = 1; erased <= left + right; erased++) {
        bool his_turn = (left ^ right ^ erased) & 1; /* an odd number has been filled in */
        uint32_t least = erased > right ? erased - right : 0;
        uint32_t most = erased < left ? erased : left;
        size_t words = words_for(erased);

        for (uint32_t on_left = most + 1; on_left-- > least;) {
            uint64_t *set = sets + on_left * stride;
            const uint64_t *after_left = on_left ? set - stride : set;
            const uint64_t *after_right = on_left < erased ? set : after_left;

            if (!work_spend(work, words))
                return OUTCOME_LIMIT;
            COUNT(work->counters, words, words);
            unite_moves(set, after_left, after_right, words, his_turn);
        }
    }
    return OUTCOME_SOLVED;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct ticket_instance *ticket = instance;
    uint32_t middle = ticket->length / 2, left = 0;
    int64_t difference = 0, bit;
    uint64_t *sets;
    enum outcome outcome;
    bool wins = false;

    (void)context;
    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    for (uint32_t i = 0; i < ticket->length; i++) {
        int sign = i < middle ? 1 : -1;

        if (ticket->characters[i] == '?')
            left += i < middle;
        else
            difference += sign * (ticket->characters[i] - '0');
    }
    sets = arena_zalloc(work->arena, (left + 1) * words_for(ticket->erased), sizeof *sets);
    if (!sets)
        return OUTCOME_NO_MEMORY;
    outcome = fill(sets, left, ticket->erased - left, work);
    bit = difference + 9 * (int64_t)left;
    if (outcome == OUTCOME_SOLVED && bit >= 0 && bit <= 9 * (int64_t)ticket->erased)
        wins = sets[left * words_for(ticket->erased) + (size_t)bit / 64] >> (bit % 64) & 1;
    *(struct ticket_answer *)answer = (struct ticket_answer){wins ? TICKET_BICARP : TICKET_MONOCARP};
    return outcome;
}

extern const struct variant ticket_bitmask;
const struct variant ticket_bitmask = {
    .name = "bitmask",
    .summary = "the differences from which Bicarp wins, as bitsets: unions and intersections of shifts",
    .bound = "O(n + a b (a + b) / 64) time, O(a (a + b) / 64) memory, a and b the halves' numbers of '?'",
    .domain = "at most 2000 '?'",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
