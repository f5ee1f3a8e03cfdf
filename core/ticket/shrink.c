/* Smaller tickets, in three rounds: the same stretch of both halves is left out, of half a half's length,
 * then of half of that, down to one character; a character is lowered ('?' to 0, a digit to 0, its half, one
 * less); a character of the left half and one of the right, in different places, are left out.
 *
 * Every step makes the ticket shorter, or leaves its length and makes the sum of its characters smaller, '?'
 * counting 10: no descent is infinite. The last round is as long as the half squared, so it comes last. */
#include "internal.h"

#include <string.h>

/* The half without `width` characters from `from` on. Returns what follows the copy. */
static unsigned char *copy_without(unsigned char *to, const unsigned char *half, size_t length, size_t from,
                                   size_t width)
{
    memcpy(to, half, from);
    memcpy(to + from, half + from + width, length - from - width);
    return to + length - width;
}

static const void *leave_out(const struct ticket_instance *ticket, size_t left, size_t right, size_t width,
                             struct arena *arena)
{
    size_t half = ticket->length / 2;
    unsigned char *characters = arena_alloc(arena, 2 * (half - width), 1);

    if (!characters)
        return NULL;
    copy_without(copy_without(characters, ticket->characters, half, left, width), ticket->characters + half,
                 half, right, width);
    return ticket_of(characters, 2 * (half - width), arena);
}

/* The step-th value below a character, '\0' past the last one: 0, the half, one less, each once. */
static unsigned char lower(unsigned char character, size_t step)
{
    unsigned char value = character == '?' ? 1 : (unsigned char)(character - '0');
    unsigned char values[3] = {0, value / 2, value - 1};
    size_t count = value < 3 ? value : 3;

    return step < count ? (unsigned char)('0' + values[step]) : 0;
}

static size_t count_lower(unsigned char character)
{
    size_t count = 0;

    while (lower(character, count))
        count++;
    return count;
}

static const void *lower_one(const struct ticket_instance *ticket, size_t place, size_t step,
                             struct arena *arena)
{
    unsigned char *characters = arena_alloc(arena, ticket->length, 1);

    if (!characters)
        return NULL;
    memcpy(characters, ticket->characters, ticket->length);
    characters[place] = lower(characters[place], step);
    return ticket_of(characters, ticket->length, arena);
}

const void *ticket_shrink(const void *instance, size_t step, struct arena *arena)
{
    const struct ticket_instance *ticket = instance;
    size_t half = ticket->length / 2;

    for (size_t width = half / 2; width > 0; width /= 2) {
        size_t stretches = half / width;

        if (step < stretches)
            return leave_out(ticket, step * width, step * width, width, arena);
        step -= stretches;
    }
    for (size_t place = 0; place < ticket->length; place++) {
        size_t count = count_lower(ticket->characters[place]);

        if (step < count)
            return lower_one(ticket, place, step, arena);
        step -= count;
    }
    if (step < half * (half - 1)) {
        size_t left = step / (half - 1), right = step % (half - 1);

        return leave_out(ticket, left, right + (right >= left), 1, arena);
    }
    return NULL;
}
