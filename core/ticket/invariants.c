/* What may be done to a ticket without changing the winner. */
#include "internal.h"

#include <string.h>

static unsigned char *copy_of(const struct ticket_instance *ticket, struct arena *arena)
{
    unsigned char *characters = arena_alloc(arena, ticket->length, 1);

    if (characters)
        memcpy(characters, ticket->characters, ticket->length);
    return characters;
}

static const void *swap_halves(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    const struct ticket_instance *ticket = instance;
    size_t half = ticket->length / 2;
    unsigned char *characters = copy_of(ticket, arena);

    (void)rng;
    *map = NULL;
    if (characters) {
        memcpy(characters, ticket->characters + half, half);
        memcpy(characters + half, ticket->characters, half);
    }
    return ticket_of(characters, ticket->length, arena);
}

static void shuffle(struct rng *rng, unsigned char *characters, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)rng_below(rng, i);
        unsigned char kept = characters[i - 1];

        characters[i - 1] = characters[j];
        characters[j] = kept;
    }
}

static const void *permute_halves(const void *instance, struct rng *rng, struct arena *arena,
                                  const void **map)
{
    const struct ticket_instance *ticket = instance;
    unsigned char *characters = copy_of(ticket, arena);

    *map = NULL;
    if (characters) {
        shuffle(rng, characters, ticket->length / 2);
        shuffle(rng, characters + ticket->length / 2, ticket->length / 2);
    }
    return ticket_of(characters, ticket->length, arena);
}

/* A random character of the half that is, or is not, '?'; NULL where there is none. */
static unsigned char *pick(struct rng *rng, unsigned char *half, size_t length, bool erased)
{
    size_t count = 0, wanted;

    for (size_t i = 0; i < length; i++)
        count += (half[i] == '?') == erased;
    if (!count)
        return NULL;
    wanted = (size_t)rng_below(rng, count);
    for (size_t i = 0;; i++)
        if ((half[i] == '?') == erased && wanted-- == 0)
            return &half[i];
}

static const void *add_to_both(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    const struct ticket_instance *ticket = instance;
    unsigned char *characters = copy_of(ticket, arena);
    unsigned char *left, *right, least, most;
    int amount;

    *map = NULL;
    if (!characters)
        return NULL;
    left = pick(rng, characters, ticket->length / 2, false);
    right = pick(rng, characters + ticket->length / 2, ticket->length / 2, false);
    if (!left || !right)
        return NULL;
    least = *left < *right ? *left : *right;
    most = *left > *right ? *left : *right;
    if (least == '0' && most == '9')
        return NULL;
    do {
        amount = (int)rng_between(rng, '0' - least, '9' - most);
    } while (amount == 0);
    *left = (unsigned char)(*left + amount);
    *right = (unsigned char)(*right + amount);
    return ticket_of(characters, ticket->length, arena);
}

static const void *fill_in_both(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    const struct ticket_instance *ticket = instance;
    unsigned char *characters = copy_of(ticket, arena);
    unsigned char *left, *right;

    *map = NULL;
    if (!characters)
        return NULL;
    left = pick(rng, characters, ticket->length / 2, true);
    right = pick(rng, characters + ticket->length / 2, ticket->length / 2, true);
    if (!left || !right)
        return NULL;
    *left = *right = (unsigned char)('0' + rng_below(rng, 10));
    return ticket_of(characters, ticket->length, arena);
}

static bool keeps_winner(const void *instance, const struct result *before, const void *changed,
                         const struct result *after, const void *map)
{
    const struct ticket_answer *was = before->answer, *is = after->answer;

    (void)instance;
    (void)changed;
    (void)map;
    return before->outcome == after->outcome && was->winner == is->winner;
}

const struct invariant ticket_invariants[] = {
    {"swap-halves", "swapping the halves keeps the winner", swap_halves, keeps_winner},
    {"permute-halves", "permuting the characters inside each half keeps the winner", permute_halves,
     keeps_winner},
    {"add-to-both", "adding the same number to a known digit of each half keeps the winner", add_to_both,
     keeps_winner},
    {"fill-in-both", "replacing one '?' in each half by the same digit keeps the winner", fill_in_both,
     keeps_winner},
    {0},
};
