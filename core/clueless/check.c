/* Answers compared with each other and with the game, without solving it. */
#include "internal.h"

#include <string.h>

size_t clueless_answer_size(const void *instance)
{
    return clueless_answer_bytes(instance);
}

/* Counts are compared where both have them. */
bool clueless_equal(const void *instance, const void *answer, const void *other)
{
    const struct clueless_answer *a = answer, *b = other;
    size_t head = offsetof(struct clueless_answer, deals);

    if (memcmp(a->yes, b->yes, sizeof a->yes) != 0 || memcmp(a->no, b->no, sizeof a->no) != 0)
        return false;
    return !a->counted || !b->counted ||
           memcmp((const char *)answer + head, (const char *)other + head,
                  clueless_answer_size(instance) - head) == 0;
}

bool clueless_refines(const void *instance, const void *exact, const void *sound)
{
    const struct clueless_answer *whole = exact, *part = sound;

    (void)instance;
    for (unsigned i = 0; i < CLUELESS_HOLDERS_MAX; i++)
        if (part->yes[i] & ~whole->yes[i] || part->no[i] & ~whole->no[i])
            return false;
    return true;
}

static const char *check_rows(const struct clueless_instance *game, const struct clueless_answer *answer)
{
    for (unsigned card = 0; card < clueless_card_count(game); card++) {
        unsigned yes = 0, no = 0, holders = clueless_holder_count(game);

        for (unsigned i = 0; i < holders; i++) {
            yes += (unsigned)(answer->yes[i] >> card & 1);
            no += (unsigned)(answer->no[i] >> card & 1);
            if (answer->yes[i] & answer->no[i])
                return "a cell that is both yes and no";
        }
        if (yes > 1)
            return "a card that two have";
        if (no == holders)
            return "a card that nobody can have";
        if ((yes == 1) != (no == holders - 1))
            return "a card whose holder is known by half its row only";
    }
    return NULL;
}

static const char *check_columns(const struct clueless_instance *game, const struct clueless_answer *answer)
{
    unsigned table = clueless_table(game), envelope = clueless_envelope(game);
    uint64_t all = clueless_all_cards(game);

    if (answer->yes[table] != game->table || answer->no[table] != (all & ~game->table))
        return "other cards on the table than lie there";
    for (unsigned i = 0; i < game->player_count; i++)
        if (game->sizes[i] != CLUELESS_UNKNOWN &&
            (clueless_size_of(answer->yes[i]) > (unsigned)game->sizes[i] ||
             clueless_size_of(all & ~answer->no[i]) < (unsigned)game->sizes[i]))
            return "a hand that cannot have its size";
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++)
        if (clueless_size_of(answer->yes[envelope] & clueless_category(game, i)) > 1 ||
            !(clueless_category(game, i) & ~answer->no[envelope]))
            return "an envelope without one card of each category";
    return NULL;
}

static const char *check_facts(const struct clueless_instance *game, const struct clueless_answer *answer)
{
    for (size_t i = 0; i < game->fact_count; i++) {
        const struct clueless_fact *fact = &game->facts[i];

        switch ((enum clueless_kind)fact->kind) {
        case CLUELESS_HAS:
            if (fact->cards & ~answer->yes[fact->holder])
                return "a card that a fact gives to a holder is not his";
            break;
        case CLUELESS_LACKS:
            if (fact->cards & ~answer->no[fact->holder])
                return "a card that a fact denies a holder may be his";
            break;
        case CLUELESS_ANY:
            if (!(fact->cards & ~answer->no[fact->holder]))
                return "a player who has one of three cards can have none";
            break;
        case CLUELESS_NOT_ALL:
            if (!(fact->cards & ~answer->yes[fact->holder]))
                return "a wrong accusation is right";
            break;
        }
    }
    return NULL;
}

/* Every row adds up to all deals, and so does every place in a hand and in the envelope. */
static const char *check_counts(const struct clueless_instance *game, const struct clueless_answer *answer)
{
    unsigned holders = clueless_holder_count(game);
    unsigned __int128 deals = answer->deals;

    if (!deals)
        return "an answer without a deal";
    for (unsigned card = 0; card < clueless_card_count(game); card++) {
        const clueless_count *row = &answer->counts[card * holders];
        unsigned __int128 sum = 0;

        for (unsigned i = 0; i < holders; i++) {
            sum += row[i];
            if ((row[i] == 0) != (answer->no[i] >> card & 1) ||
                (row[i] == deals) != (answer->yes[i] >> card & 1))
                return "a cell whose count is not what its mark says";
        }
        if (sum != deals)
            return "a row that does not add up to all deals";
    }
    for (unsigned i = 0; i < holders; i++) {
        unsigned __int128 sum = 0, places = CLUELESS_CATEGORIES;

        if (i < game->player_count)
            places = (unsigned char)game->sizes[i];
        for (unsigned card = 0; card < clueless_card_count(game); card++)
            sum += answer->counts[card * holders + i];
        /* Modulo 2^128, as the sum is. */
        if (i != clueless_table(game) && places != (unsigned char)CLUELESS_UNKNOWN && sum != deals * places)
            return "a column that does not add up to its places in all deals";
    }
    return NULL;
}

const char *clueless_check(const void *instance, const void *answer)
{
    const struct clueless_answer *matrix = answer;
    const char *wrong = check_rows(instance, matrix);

    if (!wrong)
        wrong = check_columns(instance, matrix);
    if (!wrong)
        wrong = check_facts(instance, matrix);
    if (!wrong && matrix->counted)
        wrong = check_counts(instance, matrix);
    return wrong;
}

static bool is_determined(const struct clueless_instance *game, const struct clueless_answer *answer)
{
    return clueless_size_of(answer->yes[clueless_envelope(game)]) == CLUELESS_CATEGORIES;
}

const char *clueless_flaw(const void *instance, const void *answer)
{
    const struct clueless_instance *game = instance;

    if (game->format == CLUELESS_CONTEST && !is_determined(game, answer))
        return "the envelope is not determined";
    return NULL;
}

/* The contest asks for three cards: its own games have one envelope each. */
bool clueless_promised(const void *instance, const struct result *result)
{
    const struct clueless_instance *game = instance;

    return game->format == CLUELESS_CONTEST && result->outcome == OUTCOME_SOLVED &&
           is_determined(game, result->answer);
}
