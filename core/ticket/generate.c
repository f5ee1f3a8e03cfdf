/* Tickets at random.
 *
 * Almost every ticket drawn evenly is far from the threshold of the closed form, and then anything wins for
 * Monocarp. So the other classes build halves of equal weight (a digit d weighs 2d, a '?' 9) out of pieces
 * that weigh the same on both sides, and then, half of the time, move one character to its neighbour in the
 * order of weight. Each half is written round from a random place rather than shuffled: a ticket of 10^9
 * characters is made in seconds. */
#include "internal.h"

#include <string.h>

enum { UNIFORM, THRESHOLD, HARD, FEW, BOUNDARY };

const struct input_class ticket_classes[] = {
    [UNIFORM] = {"uniform", "each of the eleven characters equally likely"},
    [THRESHOLD] = {"threshold", "the halves weigh the same, or all but the same; any number erased"},
    [HARD] = {"hard", "at least half of the characters erased, evenly, the halves weigh the same"},
    [FEW] = {"few", "at most five erased, so that every variant affords it; else as threshold"},
    [BOUNDARY] = {"boundary", "halves of one character each, but for at most one other"},
    {NULL, NULL},
};

static const char eleven[] = "0123456789?";

/* Writes round a half. */
struct pen {
    unsigned char *half;
    size_t length;
    size_t at;
};

static void put(struct pen *pen, int byte)
{
    pen->half[pen->at] = (unsigned char)byte;
    pen->at = pen->at + 1 == pen->length ? 0 : pen->at + 1;
}

static int draw(struct rng *rng, int least, int most)
{
    return least + (int)rng_below(rng, (uint64_t)(most - least) + 1);
}

/* The same weight on both sides, made of '?': one on each, or two against a pair of digits. Returns its
 * width. */
static size_t put_erased(struct rng *rng, struct pen pens[2], bool paired)
{
    int digit = draw(rng, 0, 9);
    int side = draw(rng, 0, 1);

    if (!paired) {
        put(&pens[0], '?');
        put(&pens[1], '?');
        return 1;
    }
    put(&pens[side], '?');
    put(&pens[side], '?');
    put(&pens[1 - side], '0' + digit);
    put(&pens[1 - side], '9' - digit);
    return 2;
}

/* Two digits on each side with the same sum. */
static void put_digits(struct rng *rng, struct pen pens[2])
{
    int sum = draw(rng, 0, 9) + draw(rng, 0, 9);

    for (int side = 0; side < 2; side++) {
        int digit = draw(rng, sum > 9 ? sum - 9 : 0, sum < 9 ? sum : 9);

        put(&pens[side], '0' + digit);
        put(&pens[side], '0' + sum - digit);
    }
}

/* Two halves that weigh the same, with `erased` pieces of '?' as far as there is room. */
static void balance(struct rng *rng, unsigned char *characters, size_t half, size_t erased, bool pairs)
{
    struct pen pens[2] = {
        {characters, half, (size_t)rng_below(rng, half)},
        {characters + half, half, (size_t)rng_below(rng, half)},
    };
    size_t done = 0;
    int digit;

    for (size_t i = 0; i < erased && done < half; i++)
        done += put_erased(rng, pens, pairs && half - done > 1 && !rng_one_in(rng, 2));
    for (; half - done >= 2; done += 2)
        put_digits(rng, pens);
    if (done < half) {
        digit = draw(rng, '0', '9');
        put(&pens[0], digit);
        put(&pens[1], digit);
    }
}

/* Moves a character to its neighbour in the order of weight. */
static void tip(struct rng *rng, unsigned char *characters, size_t length)
{
    static const char by_weight[] = "01234?56789";
    unsigned char *character = &characters[rng_below(rng, length)];
    int place = (int)(strchr(by_weight, *character) - by_weight);

    if (place == 0 || (place < 10 && rng_one_in(rng, 2)))
        *character = (unsigned char)by_weight[place + 1];
    else
        *character = (unsigned char)by_weight[place - 1];
}

static void fill_with_one(struct rng *rng, unsigned char *half, size_t length)
{
    static const char likely[] = "09?";
    int most = rng_one_in(rng, 4) ? eleven[rng_below(rng, 11)] : likely[rng_below(rng, 3)];
    size_t place = rng_one_in(rng, 2) ? (size_t)rng_below(rng, length) : rng_one_in(rng, 2) ? 0 : length - 1;

    memset(half, most, length);
    if (rng_one_in(rng, 2))
        half[place] = (unsigned char)eleven[rng_below(rng, 11)];
}

static void fill(struct rng *rng, size_t input_class, unsigned char *characters, size_t length)
{
    size_t half = length / 2;

    switch (input_class) {
    case THRESHOLD:
        balance(rng, characters, half, (size_t)rng_below(rng, half + 1), true);
        if (rng_one_in(rng, 2))
            tip(rng, characters, length);
        break;
    case HARD:
        balance(rng, characters, half, (half + 1) / 2 + (size_t)rng_below(rng, half / 2 + 1), false);
        break;
    case FEW:
        /* Two pieces of two '?' each, and one may come of tipping. */
        balance(rng, characters, half, (size_t)rng_below(rng, 3), true);
        if (rng_one_in(rng, 2))
            tip(rng, characters, length);
        break;
    case BOUNDARY:
        fill_with_one(rng, characters, half);
        fill_with_one(rng, characters + half, half);
        break;
    default:
        for (size_t i = 0; i < length; i++)
            characters[i] = (unsigned char)eleven[rng_below(rng, 11)];
    }
}

const void *ticket_generate(struct rng *rng, const struct recipe *recipe, struct arena *arena,
                            struct error *error)
{
    size_t length = (size_t)recipe->size;
    unsigned char *characters;
    const struct ticket_instance *ticket;

    if (length % 2) {
        error_at(error, 0, 0, "a ticket has an even length");
        return NULL;
    }
    characters = arena_alloc(arena, length, 1);
    if (characters)
        fill(rng, recipe->input_class, characters, length);
    ticket = ticket_of(characters, length, arena);
    if (!ticket)
        error_out_of_memory(error);
    return ticket;
}
