/* Lord Ned in the Game Room: the puzzle's entry in the registry. */
#include "internal.h"

#define VARIANT(name) extern const struct variant clueless_##name;
#include "variants.def"
#undef VARIANT

static const struct variant *const variants[] = {
#define VARIANT(name) &clueless_##name,
#include "variants.def"
#undef VARIANT
    NULL,
};

static const char *const formats[] = {[CLUELESS_CONTEST] = "contest", [CLUELESS_LOG] = "log", NULL};

/* What is said is read; then what follows from it. */
static bool parse(const void *bytes, size_t size, struct arena *arena, struct cases *cases,
                  struct error *error)
{
    if (!clueless_parse(bytes, size, arena, cases, error))
        return false;
    if (!clueless_derive((struct clueless_instance *)cases->instances[0], arena))
        return error_out_of_memory(error);
    return true;
}

extern const struct puzzle clueless_puzzle;
const struct puzzle clueless_puzzle = {
    .name = "clueless",
    .title = "Lord Ned in the Game Room",
    .source = "MATLAB Cody Contest 2025; games of Clue",
    .summary = "who may hold which card, and what is in the envelope?",
    .notation = "contest:\n"
                "  n m pnum              cards per category, players, your number (from 1)\n"
                "  k  y_1 .. y_k         your cards (of 1..3n; everybody holds k)\n"
                "  c  z_1 .. z_c         open cards; c = 3n - 3 - m*k\n"
                "  t                     number of turns, then t times:\n"
                "  p a b c r             player asked, three cards, -1 (none), 0 (has one) or the card seen\n"
                "log (first word `clue`, one statement a line, # starts a comment):\n"
                "  suspects NAME..       weapons NAME..       rooms NAME..\n"
                "  player NAME SIZE|?    me NAME              hand NAME CARD..     table CARD..\n"
                "  suggest NAME CARD CARD CARD shown NAME [CARD] | none | every NAME..\n"
                "  has NAME|envelope CARD      lacks NAME|envelope CARD\n"
                "  accuse NAME CARD CARD CARD wrong|right\n",
    .variants = variants,
    .formats = formats,
    .classes = clueless_classes,
    .size = {"cards per category", CLUELESS_CATEGORY_LEAST, CLUELESS_CATEGORY_MOST, 6},
    .rounds = {"turns", 0, 1000, 20},
    .detail = DETAIL_COUNTS,
    .cases_per_file = 1,
    .parse = parse,
    .format = clueless_format,
    .same = clueless_same,
    .measure = clueless_measure,
    .generate = clueless_generate,
    .spaces = clueless_spaces,
    .shrink = clueless_shrink,
    .invariants = clueless_invariants,
    .answer_size = clueless_answer_size,
    .equal = clueless_equal,
    .refines = clueless_refines,
    .check = clueless_check,
    .flaw = clueless_flaw,
    .print = clueless_print,
    .explain = clueless_explain,
    .promised = clueless_promised,
};
