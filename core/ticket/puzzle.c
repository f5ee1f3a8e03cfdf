/* The Ticket Game. A ticket of even length lost some of its digits; Monocarp and Bicarp, in turn and Monocarp
 * first, write a digit in place of a '?'. When none is left Bicarp wins if the halves' digit sums are equal,
 * else Monocarp wins. Who wins? */
#include "internal.h"

#include <string.h>

enum { CONTEST_LENGTH_MAX = 200000 };

static bool same(const void *instance, const void *other)
{
    const struct ticket_instance *a = instance, *b = other;

    return a->length == b->length && memcmp(a->characters, b->characters, a->length) == 0;
}

static uint64_t measure(const void *instance)
{
    return ((const struct ticket_instance *)instance)->length;
}

static size_t answer_size(const void *instance)
{
    (void)instance;
    return sizeof(struct ticket_answer);
}

static bool equal(const void *instance, const void *answer, const void *other)
{
    (void)instance;
    return memcmp(answer, other, sizeof(struct ticket_answer)) == 0;
}

/* What the theorem behind closed_form demands, character by character; where a shorter reason will do it is
 * named. */
static const char *check(const void *instance, const void *answer)
{
    const struct ticket_instance *ticket = instance;
    int64_t digits = 0, erased = 0; /* left less right */
    bool bicarp = ((const struct ticket_answer *)answer)->winner == TICKET_BICARP;

    if (!bicarp && ((const struct ticket_answer *)answer)->winner != TICKET_MONOCARP)
        return "neither player wins";
    for (uint32_t i = 0; i < ticket->length; i++) {
        int sign = i < ticket->length / 2 ? 1 : -1;
        bool mark = ticket->characters[i] == '?';

        erased += mark ? sign : 0;
        digits += mark ? 0 : sign * (ticket->characters[i] - '0');
    }
    if (bicarp && ticket->erased % 2)
        return "Bicarp cannot win: Monocarp moves last";
    if (bicarp && 2 * digits != -9 * erased)
        return ticket->erased ? "Bicarp cannot win: the halves do not weigh the same"
                              : "Bicarp did not win: the sums differ";
    if (!bicarp && 2 * digits == -9 * erased)
        return ticket->erased ? "Monocarp cannot win: the halves weigh the same"
                              : "Monocarp did not win: the sums are equal";
    return NULL;
}

static void print(const void *instance, const struct result *result, size_t number, enum detail detail,
                  struct text *text)
{
    (void)instance;
    (void)number;
    (void)detail;
    if (result->outcome != OUTCOME_SOLVED)
        text_string(text, outcome_names[result->outcome]);
    else if (((const struct ticket_answer *)result->answer)->winner == TICKET_BICARP)
        text_string(text, "Bicarp");
    else
        text_string(text, "Monocarp");
    text_char(text, '\n');
}

/* An even number of '?' (so that Bicarp moves last), and no more characters than the contest has. */
static bool promised(const void *instance, const struct result *result)
{
    const struct ticket_instance *ticket = instance;

    return result->outcome == OUTCOME_SOLVED && ticket->length <= CONTEST_LENGTH_MAX &&
           ticket->erased % 2 == 0;
}

#define VARIANT(name) extern const struct variant ticket_##name;
#include "variants.def"
#undef VARIANT

static const struct variant *const variants[] = {
#define VARIANT(name) &ticket_##name,
#include "variants.def"
#undef VARIANT
    NULL,
};

extern const struct puzzle ticket_puzzle;
const struct puzzle ticket_puzzle = {
    .name = "ticket",
    .title = "Ticket Game",
    .source = "Codeforces 1215D, gym 102348D",
    .summary = "who wins when two players fill in a ticket, and one wants its halves to have equal sums?",
    .notation = "n   even, 2 to 2147483646\n"
                "s   n characters, each 0 to 9, or ? where the digit is erased\n",
    .variants = variants,
    .classes = ticket_classes,
    .size = {"characters", 2, TICKET_LENGTH_MAX, 20},
    .cases_per_file = 1,
    .parse = ticket_parse,
    .format = ticket_format,
    .same = same,
    .measure = measure,
    .generate = ticket_generate,
    .spaces = ticket_spaces,
    .shrink = ticket_shrink,
    .invariants = ticket_invariants,
    .answer_size = answer_size,
    .equal = equal,
    .check = check,
    .print = print,
    .promised = promised,
};
