/* Chocolate Fix as the rest of the project sees it. */
#include "parts.h"

#include <string.h>

static bool same(const void *instance, const void *other)
{
    return memcmp(instance, other, sizeof(struct chocolate_instance)) == 0;
}

static uint64_t measure(const void *instance)
{
    return ((const struct chocolate_instance *)instance)->count;
}

static size_t answer_size(const void *instance)
{
    (void)instance;
    return sizeof(struct chocolate_answer);
}

static bool equal(const void *instance, const void *answer, const void *other)
{
    (void)instance;
    return memcmp(answer, other, sizeof(struct chocolate_answer)) == 0;
}

static const char *flaw(const void *instance, const void *answer)
{
    static const char *const flaws[] = {"no board", NULL, "more than one board"};

    (void)instance;
    return flaws[((const struct chocolate_answer *)answer)->boards];
}

static bool promised(const void *instance, const struct result *result)
{
    (void)instance;
    return result->outcome == OUTCOME_SOLVED &&
           ((const struct chocolate_answer *)result->answer)->boards == CHOCOLATE_ONE;
}

#define VARIANT(name) extern const struct variant chocolate_##name;
#include "variants.def"
#undef VARIANT

static const struct variant *const variants[] = {
#define VARIANT(name) &chocolate_##name,
#include "variants.def"
#undef VARIANT
    NULL,
};

extern const struct puzzle chocolate_puzzle;
const struct puzzle chocolate_puzzle = {
    .name = "chocolate",
    .title = "Chocolate Fix",
    .source = "UCF Locals 2014, gym 102323H; the board game by ThinkFun",
    .summary = "nine pieces on a 3x3 board: on which board do all clues fit somewhere?",
    .notation = "t                  number of puzzles, then for each:\n"
                "c                  number of clues, 0 to 10, then for each:\n"
                "h w                rows and columns, 1 to 3 each\n"
                "h rows of w codes  shape S R T or _ (free), then flavour V S C or _\n",
    .variants = variants,
    .classes = chocolate_classes,
    .size = {"clues", 0, CHOCOLATE_CLUES_MAX, 5},
    .cases_per_file = CASES_MAX,
    .parse = chocolate_parse,
    .format = chocolate_format,
    .same = same,
    .measure = measure,
    .generate = chocolate_generate,
    .spaces = chocolate_spaces,
    .shrink = chocolate_shrink,
    .invariants = chocolate_invariants,
    .answer_size = answer_size,
    .equal = equal,
    .check = chocolate_check,
    .flaw = flaw,
    .print = chocolate_print,
    .promised = promised,
};
