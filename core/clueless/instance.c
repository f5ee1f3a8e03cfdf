/* From statements to facts. Every statement says something about each holder at most once, so the facts are
 * at most as many as the holders for each statement, and two for a hand. */
#include "internal.h"

#include <string.h>

uint64_t clueless_set_of(const uint8_t *cards, size_t count)
{
    uint64_t set = 0;

    for (size_t i = 0; i < count; i++)
        set |= clueless_card(cards[i]);
    return set;
}

unsigned clueless_outside(const struct clueless_instance *game)
{
    return clueless_card_count(game) - CLUELESS_CATEGORIES - clueless_size_of(game->table);
}

/* The stated sizes, those of the hands that are told, and the last one if only one is missing. */
static void derive_sizes(struct clueless_instance *game)
{
    int left = (int)clueless_outside(game);
    unsigned unknown = 0, last = 0;

    memcpy(game->sizes, game->stated, sizeof game->sizes);
    for (size_t i = 0; i < game->statement_count; i++)
        if (game->statements[i].verb == CLUELESS_HAND)
            game->sizes[game->statements[i].who] = (int8_t)game->statements[i].card_count;
    for (unsigned i = 0; i < game->player_count; i++) {
        if (game->sizes[i] == CLUELESS_UNKNOWN) {
            unknown++;
            last = i;
        } else {
            left -= game->sizes[i];
        }
    }
    if (unknown == 1)
        game->sizes[last] = (int8_t)left;
}

struct fact_list {
    struct clueless_fact *facts;
    size_t count;
    uint32_t statement;
};

static void add(struct fact_list *list, enum clueless_kind kind, unsigned holder, uint64_t cards)
{
    list->facts[list->count++] =
        (struct clueless_fact){cards, (uint8_t)kind, (uint8_t)holder, list->statement};
}

/* Who has one of the cards, or the one that was seen. */
static void add_shown(struct fact_list *list, const struct clueless_statement *statement, unsigned who,
                      uint64_t cards)
{
    if (statement->shown == CLUELESS_NOBODY)
        add(list, CLUELESS_ANY, who, cards);
    else
        add(list, CLUELESS_HAS, who, clueless_card(statement->shown));
}

static void derive_suggestion(const struct clueless_instance *game,
                              const struct clueless_statement *statement, struct fact_list *list)
{
    uint64_t cards = clueless_set_of(statement->cards, statement->card_count);
    unsigned showed = 0;

    for (unsigned i = 0; i < statement->other_count; i++)
        showed |= 1U << statement->others[i];
    for (unsigned i = 1; i < game->player_count; i++) {
        unsigned player = (statement->who + i) % game->player_count;

        if (statement->verb == CLUELESS_SUGGEST_SHOWN && player == statement->shower) {
            add_shown(list, statement, player, cards);
            return;
        }
        add(list, showed >> player & 1 ? CLUELESS_ANY : CLUELESS_LACKS, player, cards);
    }
}

static void derive_facts(const struct clueless_instance *game, const struct clueless_statement *statement,
                         struct fact_list *list)
{
    uint64_t cards = clueless_set_of(statement->cards, statement->card_count);
    unsigned envelope = clueless_envelope(game);

    switch ((enum clueless_verb)statement->verb) {
    case CLUELESS_HAND:
        add(list, CLUELESS_HAS, statement->who, cards);
        add(list, CLUELESS_LACKS, statement->who, clueless_all_cards(game) & ~cards);
        break;
    case CLUELESS_TABLE:
        break;
    case CLUELESS_ASK_SHOWN:
        add_shown(list, statement, statement->who, cards);
        break;
    case CLUELESS_ASK_NONE:
    case CLUELESS_SAY_LACKS:
        add(list, CLUELESS_LACKS, statement->who, cards);
        break;
    case CLUELESS_SAY_HAS:
        add(list, CLUELESS_HAS, statement->who, cards);
        break;
    case CLUELESS_SUGGEST_NONE:
    case CLUELESS_SUGGEST_SHOWN:
    case CLUELESS_SUGGEST_EVERY:
        derive_suggestion(game, statement, list);
        break;
    case CLUELESS_ACCUSE_WRONG:
        add(list, CLUELESS_NOT_ALL, envelope, cards);
        break;
    case CLUELESS_ACCUSE_RIGHT:
        add(list, CLUELESS_HAS, envelope, cards);
        break;
    }
}

static size_t fact_bound(const struct clueless_instance *game, const struct clueless_statement *statement)
{
    switch ((enum clueless_verb)statement->verb) {
    case CLUELESS_SUGGEST_NONE:
    case CLUELESS_SUGGEST_SHOWN:
    case CLUELESS_SUGGEST_EVERY:
        return game->player_count;
    default:
        return 2;
    }
}

bool clueless_derive(struct clueless_instance *game, struct arena *arena)
{
    struct fact_list list = {0};
    size_t bound = 0;

    game->table = 0;
    for (size_t i = 0; i < game->statement_count; i++) {
        const struct clueless_statement *statement = &game->statements[i];

        if (statement->verb == CLUELESS_TABLE)
            game->table |= clueless_set_of(statement->cards, statement->card_count);
        bound += fact_bound(game, statement);
    }
    derive_sizes(game);
    list.facts = arena_alloc(arena, bound, sizeof *list.facts);
    if (!list.facts)
        return false;
    for (size_t i = 0; i < game->statement_count; i++) {
        list.statement = (uint32_t)i;
        derive_facts(game, &game->statements[i], &list);
    }
    game->facts = list.facts;
    game->fact_count = list.count;
    return true;
}

/* In the contest's form they have none. */
static bool same_names(const struct clueless_name *a, const struct clueless_name *b, size_t count)
{
    for (size_t i = 0; a && i < count; i++)
        if (!clueless_same_name(&a[i], &b[i]))
            return false;
    return true;
}

static bool same_list(const uint8_t *a, const uint8_t *b, size_t count)
{
    return !count || memcmp(a, b, count) == 0;
}

static bool same_statement(const struct clueless_statement *a, const struct clueless_statement *b)
{
    return a->verb == b->verb && a->who == b->who && a->shower == b->shower && a->shown == b->shown &&
           a->card_count == b->card_count && a->other_count == b->other_count &&
           same_list(a->cards, b->cards, a->card_count) && same_list(a->others, b->others, a->other_count);
}

bool clueless_same(const void *instance, const void *other)
{
    const struct clueless_instance *a = instance, *b = other;

    if (a->format != b->format || a->player_count != b->player_count ||
        memcmp(a->first, b->first, sizeof a->first) != 0 || a->me != b->me ||
        a->statement_count != b->statement_count ||
        memcmp(a->stated, b->stated, a->player_count * sizeof *a->stated) != 0 ||
        !same_names(a->cards, b->cards, clueless_card_count(a)) ||
        !same_names(a->players, b->players, a->player_count))
        return false;
    for (size_t i = 0; i < a->statement_count; i++)
        if (!same_statement(&a->statements[i], &b->statements[i]))
            return false;
    return true;
}

uint64_t clueless_measure(const void *instance)
{
    const struct clueless_instance *game = instance;
    unsigned most = 0;

    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++)
        if ((unsigned)(game->first[i + 1] - game->first[i]) > most)
            most = (unsigned)(game->first[i + 1] - game->first[i]);
    return most;
}
