/* Meltdown: in which round does each player of a ring announce what he knows of his neighbours' cards? */
#include "internal.h"

#include <string.h>

static bool is_same_round(const struct meltdown_round *a, const struct meltdown_round *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->statements[i].players != b->statements[i].players ||
            a->statements[i].value != b->statements[i].value)
            return false;
    return true;
}

static bool same(const void *instance, const void *other)
{
    const struct meltdown_instance *a = instance, *b = other;

    if (a->player_count != b->player_count || a->round_count != b->round_count || a->cards != b->cards)
        return false;
    for (uint32_t r = 0; r < a->round_count; r++)
        if (!is_same_round(&a->rounds[r], &b->rounds[r]))
            return false;
    return true;
}

static uint64_t measure(const void *instance)
{
    return ((const struct meltdown_instance *)instance)->player_count;
}

static size_t answer_size(const void *instance)
{
    (void)instance;
    return sizeof(struct meltdown_answer);
}

static bool equal(const void *instance, const void *answer, const void *other)
{
    (void)instance;
    return memcmp(answer, other, sizeof(struct meltdown_answer)) == 0;
}

/* The public solution's tables end at 16 players. */
static bool promised(const void *instance, const struct result *result)
{
    const struct meltdown_instance *game = instance;

    return game->player_count <= 16 && game->round_count >= 1 && result->outcome == OUTCOME_SOLVED;
}

#define VARIANT(name) extern const struct variant meltdown_##name;
#include "variants.def"
#undef VARIANT

static const struct variant *const variants[] = {
#define VARIANT(name) &meltdown_##name,
#include "variants.def"
#undef VARIANT
    NULL,
};

extern const struct puzzle meltdown_puzzle;
const struct puzzle meltdown_puzzle = {
    .name = "meltdown",
    .title = "炉心融解",
    .source = "Luogu",
    .summary = "in which round does each player of a ring announce what he knows of his neighbours' cards?",
    .notation = "n m                    players (3 to 64) and rounds (0 to 1000)\n"
                "x_0 ... x_{n-1}        the real cards, each 0 or 1\n"
                "for each round:\n"
                "  T                    how many statements (0 to 1000)\n"
                "  T times: p a_1 ... a_p w   one of the p players a_i (from 0, distinct) holds the card w;\n"
                "                       it must be so: the place of one that is false is that of its w\n",
    .variants = variants,
    .classes = meltdown_classes,
    .size = {"players", MELTDOWN_PLAYERS_MIN, MELTDOWN_PLAYERS_MAX, 10},
    .rounds = {"rounds", 0, MELTDOWN_ROUNDS_MAX, 8},
    .cases_per_file = 1,
    .parse = meltdown_parse,
    .format = meltdown_format,
    .same = same,
    .measure = measure,
    .generate = meltdown_generate,
    .spaces = meltdown_spaces,
    .shrink = meltdown_shrink,
    .invariants = meltdown_invariants,
    .answer_size = answer_size,
    .equal = equal,
    .check = meltdown_check,
    .print = meltdown_print,
    .explain = meltdown_explain,
    .promised = promised,
};
