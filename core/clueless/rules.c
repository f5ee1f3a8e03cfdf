/* clueless rules: the knowledge matrix as the contest's write-up fills it in.
 *
 * A matrix of marks, YES, NO or MAYBE for each card and holder, and rules that add marks until none adds
 * another: one pass over the turns is not enough, since later turns unlock earlier ones. A card has one
 * holder; of the cards of an ANY fact one is left; a hand is full, or what is not excluded just fills it;
 * the envelope has one card of each category; two thirds of a wrong accusation are right, so the last third
 * is not.
 *
 * Bound: at most cards x holders passes of O(cards x holders + facts), few in practice.
 * Domain: all. Sound, not complete: it looks at one fact at a time, so it misses what several facts and a
 * hand size say together, and so may miss a contradiction.
 * A step is one look at a fact.
 * Source: the rules named in public write-ups of the contest. */
#include "clueless.h"

#include <string.h>

enum mark { MAYBE, YES, NO };

struct matrix {
    const struct clueless_instance *game;
    uint8_t marks[CLUELESS_CARDS_MAX][CLUELESS_HOLDERS_MAX];
    unsigned holders;
    unsigned cards;
    bool changed;
    bool contradiction; /* a cell that would have to be both */
    struct work *work;
};

static void set_mark(struct matrix *matrix, unsigned card, unsigned holder, enum mark mark)
{
    uint8_t *cell = &matrix->marks[card][holder];

    if (*cell == mark)
        return;
    if (*cell != MAYBE)
        matrix->contradiction = true;
    *cell = (uint8_t)mark;
    matrix->changed = true;
    COUNT(matrix->work->counters, propagations, 1);
}

/* The cards of the set that have this mark for the holder. */
static uint64_t marked(const struct matrix *matrix, uint64_t cards, unsigned holder, enum mark mark)
{
    uint64_t result = 0;

    for (; cards; cards &= cards - 1)
        if (matrix->marks[clueless_lowest(cards)][holder] == mark)
            result |= cards & -cards;
    return result;
}

static void mark_all(struct matrix *matrix, uint64_t cards, unsigned holder, enum mark mark)
{
    for (; cards; cards &= cards - 1)
        set_mark(matrix, clueless_lowest(cards), holder, mark);
}

/* Exactly `size` of the cards are the holder's. */
static void fill(struct matrix *matrix, uint64_t cards, unsigned holder, unsigned size)
{
    uint64_t yes = marked(matrix, cards, holder, YES), maybe = marked(matrix, cards, holder, MAYBE);

    if (clueless_size_of(yes) > size || clueless_size_of(yes | maybe) < size)
        matrix->contradiction = true;
    else if (clueless_size_of(yes) == size)
        mark_all(matrix, maybe, holder, NO);
    else if (clueless_size_of(yes | maybe) == size)
        mark_all(matrix, maybe, holder, YES);
}

static void apply_row(struct matrix *matrix, unsigned card)
{
    unsigned yes = 0, maybe = 0, last = 0;

    for (unsigned i = 0; i < matrix->holders; i++) {
        yes += matrix->marks[card][i] == YES;
        maybe += matrix->marks[card][i] == MAYBE;
        if (matrix->marks[card][i] == MAYBE)
            last = i;
    }
    if (yes > 1 || yes + maybe == 0) {
        matrix->contradiction = true;
    } else if (yes == 1) {
        for (unsigned i = 0; i < matrix->holders; i++)
            if (matrix->marks[card][i] != YES)
                set_mark(matrix, card, i, NO);
    } else if (maybe == 1) {
        set_mark(matrix, card, last, YES);
    }
}

static void apply_fact(struct matrix *matrix, const struct clueless_fact *fact)
{
    uint64_t maybe;

    switch ((enum clueless_kind)fact->kind) {
    case CLUELESS_HAS:
        mark_all(matrix, fact->cards, fact->holder, YES);
        break;
    case CLUELESS_LACKS:
        mark_all(matrix, fact->cards, fact->holder, NO);
        break;
    case CLUELESS_ANY:
        if (marked(matrix, fact->cards, fact->holder, YES))
            break;
        maybe = marked(matrix, fact->cards, fact->holder, MAYBE);
        if (!maybe)
            matrix->contradiction = true;
        else if (clueless_size_of(maybe) == 1)
            mark_all(matrix, maybe, fact->holder, YES);
        break;
    case CLUELESS_NOT_ALL:
        if (marked(matrix, fact->cards, fact->holder, NO))
            break;
        maybe = marked(matrix, fact->cards, fact->holder, MAYBE);
        if (!maybe)
            matrix->contradiction = true;
        else if (clueless_size_of(maybe) == 1)
            mark_all(matrix, maybe, fact->holder, NO);
        break;
    }
}

static void apply_all(struct matrix *matrix)
{
    const struct clueless_instance *game = matrix->game;
    uint64_t all = clueless_all_cards(game);

    for (unsigned card = 0; card < matrix->cards; card++)
        apply_row(matrix, card);
    for (unsigned i = 0; i < game->player_count; i++)
        if (game->sizes[i] != CLUELESS_UNKNOWN)
            fill(matrix, all, i, (unsigned)game->sizes[i]);
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++)
        fill(matrix, clueless_category(game, i), clueless_envelope(game), 1);
    for (size_t i = 0; i < game->fact_count; i++)
        apply_fact(matrix, &game->facts[i]);
}

static void write_answer(const struct matrix *matrix, struct clueless_answer *answer)
{
    memset(answer, 0, clueless_answer_bytes(matrix->game));
    for (unsigned card = 0; card < matrix->cards; card++) {
        for (unsigned i = 0; i < matrix->holders; i++) {
            if (matrix->marks[card][i] == YES)
                answer->yes[i] |= clueless_card(card);
            if (matrix->marks[card][i] == NO)
                answer->no[i] |= clueless_card(card);
        }
    }
}

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct matrix matrix = {.game = instance, .work = work, .changed = true};
    uint64_t table = matrix.game->table;

    (void)context;
    matrix.holders = clueless_holder_count(matrix.game);
    matrix.cards = clueless_card_count(matrix.game);
    for (unsigned card = 0; card < matrix.cards; card++)
        set_mark(&matrix, card, clueless_table(matrix.game), table >> card & 1 ? YES : NO);
    while (matrix.changed && !matrix.contradiction) {
        if (!work_spend(work, matrix.game->fact_count + 1))
            return OUTCOME_LIMIT;
        matrix.changed = false;
        apply_all(&matrix);
    }
    if (matrix.contradiction)
        return OUTCOME_CONTRADICTION;
    write_answer(&matrix, answer);
    return OUTCOME_SOLVED;
}

extern const struct variant clueless_rules;
const struct variant clueless_rules = {
    .name = "rules",
    .summary = "the knowledge matrix: rules that add marks until none adds another",
    .bound = "cards x holders passes over matrix and facts at most; O(1) memory",
    .domain = "all",
    .claim = CLAIM_SOUND,
    .detail = DETAIL_MATRIX,
    .refuses = refuses,
    .solve = solve,
};
