/* Small tickets by number: all of a length, and one for each state of the game that the rules can tell apart.
 *
 * `tickets`: the length is the size; the characters are the digits of the rank to the base 11, '?' the
 * greatest, the first character first. An odd length has none.
 *
 * `states`: the number of '?' is the size; a state is how many of them are on the left, and a difference of
 * the halves' known digits from -60 to 60. It is made a ticket as short as can be: the '?' of each half
 * first, then the difference in the half to which it belongs, in nines and a rest, then zeros up to the
 * longer half's length (at least one character). */
#include "internal.h"

#include <string.h>

enum { ELEVEN = 11, LENGTH_MAX = 18 };
enum { ERASED_MAX = 14, DIFFERENCE_MAX = 60, DIFFERENCES = 2 * DIFFERENCE_MAX + 1 };
enum { HALF_MAX = ERASED_MAX + (DIFFERENCE_MAX + 8) / 9 };

static uint64_t count_tickets(uint64_t length)
{
    uint64_t count = 1;

    if (length % 2)
        return 0;
    for (uint64_t i = 0; i < length; i++)
        count *= ELEVEN;
    return count;
}

static const void *unrank_ticket(uint64_t length, uint64_t rank, struct arena *arena)
{
    unsigned char *characters = arena_alloc(arena, (size_t)length, 1);

    for (size_t i = (size_t)length; characters && i-- > 0; rank /= ELEVEN)
        characters[i] = (unsigned char)"0123456789?"[rank % ELEVEN];
    return ticket_of(characters, (size_t)length, arena);
}

static bool rank_ticket(const void *instance, uint64_t *size, uint64_t *rank)
{
    const struct ticket_instance *ticket = instance;

    if (ticket->length > LENGTH_MAX)
        return false;
    *size = ticket->length;
    *rank = 0;
    for (uint32_t i = 0; i < ticket->length; i++) {
        unsigned char character = ticket->characters[i];

        *rank = *rank * ELEVEN + (character == '?' ? ELEVEN - 1 : (uint64_t)(character - '0'));
    }
    return true;
}

static uint64_t count_states(uint64_t erased)
{
    return (erased + 1) * DIFFERENCES;
}

/* `erased` times '?', then digits that add up to `sum`. Returns how many characters that takes. */
static size_t write_half(unsigned char *half, uint64_t erased, int64_t sum)
{
    size_t length = (size_t)erased;

    memset(half, '?', length);
    for (; sum > 0; sum -= 9)
        half[length++] = (unsigned char)(sum < 9 ? '0' + sum : '9');
    return length;
}

static const void *unrank_state(uint64_t erased, uint64_t rank, struct arena *arena)
{
    uint64_t erased_left = rank / DIFFERENCES;
    int64_t difference = (int64_t)(rank % DIFFERENCES) - DIFFERENCE_MAX;
    unsigned char halves[2][HALF_MAX];
    unsigned char *characters;
    size_t left, right, half;

    memset(halves, '0', sizeof halves);
    left = write_half(halves[0], erased_left, difference);
    right = write_half(halves[1], erased - erased_left, -difference);
    half = left > right ? left : right;
    half += half == 0;
    characters = arena_alloc(arena, 2 * half, 1);
    if (!characters)
        return NULL;
    memcpy(characters, halves[0], half);
    memcpy(characters + half, halves[1], half);
    return ticket_of(characters, 2 * half, arena);
}

/* Reads the state off a half, which has ERASED_MAX '?' at most, as write_half wrote it; false where it is written otherwise. */
static bool read_half(const unsigned char *half, size_t length, uint64_t *erased, int64_t *sum)
{
    unsigned char again[HALF_MAX];

    *erased = 0;
    *sum = 0;
    for (size_t i = 0; i < length; i++) {
        *erased += half[i] == '?';
        *sum += half[i] == '?' ? 0 : half[i] - '0';
    }
    if (*sum > DIFFERENCE_MAX)
        return false;
    memset(again, '0', sizeof again);
    write_half(again, *erased, *sum);
    return memcmp(again, half, length) == 0;
}

static bool rank_state(const void *instance, uint64_t *size, uint64_t *rank)
{
    const struct ticket_instance *ticket = instance;
    size_t half = ticket->length / 2;
    uint64_t left, right;
    int64_t left_sum, right_sum;

    if (half > HALF_MAX || ticket->erased > ERASED_MAX)
        return false;
    if (!read_half(ticket->characters, half, &left, &left_sum) ||
        !read_half(ticket->characters + half, half, &right, &right_sum) || (left_sum && right_sum))
        return false;
    if (half > 1 && ticket->characters[half - 1] == '0' && ticket->characters[2 * half - 1] == '0')
        return false; /* a shorter ticket stands for the state */
    *size = left + right;
    *rank = left * DIFFERENCES + (uint64_t)(left_sum - right_sum + DIFFERENCE_MAX);
    return true;
}

const struct space ticket_spaces[] = {
    {"tickets", "tickets of length", 2, LENGTH_MAX, count_tickets, unrank_ticket, rank_ticket},
    {"states", "states with a difference to 60 and a number of '?'", 0, ERASED_MAX, count_states, unrank_state,
     rank_state},
    {0},
};
