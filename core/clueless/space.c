/* Small games by number: two cards in each category, two or three players, every sequence of turns. A number
 * is the box's (its players, hands and table), then one digit a turn, the first turn the highest. */
#include "draft.h"

#include <string.h>

enum { CARDS = 6, TRIPLES = 8, TURNS_MAX = 6 };

static uint64_t power(uint64_t base, uint64_t exponent)
{
    uint64_t result = 1;

    while (exponent--)
        result *= base;
    return result;
}

/* Triple number: which of the two cards, for each category. */
static void unrank_triple(unsigned number, uint8_t cards[CLUELESS_CATEGORIES])
{
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++)
        cards[i] = (uint8_t)(2 * i + (number >> i & 1));
}

/* NOBODY where the cards are not in category order. */
static unsigned rank_triple(const uint8_t *cards)
{
    unsigned number = 0;

    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++) {
        if (cards[i] / 2 != i)
            return CLUELESS_NOBODY;
        number |= (cards[i] % 2U) << i;
    }
    return number;
}

static bool is_small(const struct clueless_instance *game, enum clueless_format format)
{
    return game->format == format && game->first[1] == 2 && game->first[2] == 4 && game->first[3] == CARDS &&
           game->player_count <= 3 && clueless_has_draft_names(game);
}

static bool start_small(struct clueless_draft *draft, struct arena *arena, enum clueless_format format,
                        unsigned players, uint64_t turns)
{
    if (!clueless_draft_start(draft, arena, (size_t)turns + 2, ((size_t)turns + 2) * CARDS))
        return false;
    draft->game->format = (uint8_t)format;
    draft->game->player_count = (uint8_t)players;
    for (unsigned i = 0; i <= CLUELESS_CATEGORIES; i++)
        draft->game->first[i] = (uint8_t)(2 * i);
    return clueless_draft_names(draft);
}

/* ---- games: the contest's form */

struct box {
    unsigned players, hand, open;
    unsigned heads; /* players x hands x tables */
};

static const struct box boxes[] = {
    {2, 0, 3, 2 * 20}, {2, 1, 1, 2 * 6 * 5}, {3, 0, 3, 3 * 20}, {3, 1, 0, 3 * 6}};
enum { BOXES = sizeof boxes / sizeof *boxes, RESULTS = 5 };

static uint64_t turn_choices(const struct box *box)
{
    return (uint64_t)box->players * TRIPLES * RESULTS;
}

static uint64_t count_games(uint64_t turns)
{
    uint64_t count = 0;

    for (unsigned i = 0; i < BOXES; i++)
        count += boxes[i].heads * power(turn_choices(&boxes[i]), turns);
    return count;
}

/* The rank-th set of so many of the six cards that has none of `taken`. */
static unsigned unrank_set(unsigned count, unsigned taken, unsigned rank)
{
    for (unsigned set = 0;; set++)
        if (clueless_size_of(set) == count && !(set & taken) && rank-- == 0)
            return set;
}

static unsigned rank_set(unsigned set, unsigned taken)
{
    unsigned rank = 0;

    for (unsigned smaller = 0; smaller < set; smaller++)
        rank += clueless_size_of(smaller) == clueless_size_of(set) && !(smaller & taken);
    return rank;
}

static void add_set(struct clueless_draft *draft, enum clueless_verb verb, unsigned who, unsigned set)
{
    struct clueless_statement statement = clueless_statement_of(verb);
    uint8_t cards[CARDS];

    for (; set; set &= set - 1)
        cards[statement.card_count++] = (uint8_t)clueless_lowest(set);
    statement.cards = cards;
    statement.who = (uint8_t)who;
    clueless_draft_add(draft, statement);
}

static void add_head(struct clueless_draft *draft, const struct box *box, unsigned head)
{
    unsigned tables = box->heads / box->players / (box->hand ? CARDS : 1);
    unsigned hand = unrank_set(box->hand, 0, head / tables % (box->hand ? CARDS : 1));

    draft->game->me = (uint8_t)(head / (box->heads / box->players));
    for (unsigned i = 0; i < box->players; i++)
        draft->game->stated[i] = (int8_t)box->hand;
    add_set(draft, CLUELESS_HAND, draft->game->me, hand);
    add_set(draft, CLUELESS_TABLE, CLUELESS_NOBODY, unrank_set(box->open, hand, head % tables));
}

static void add_turn(struct clueless_draft *draft, unsigned number)
{
    struct clueless_statement turn =
        clueless_statement_of(number % RESULTS ? CLUELESS_ASK_SHOWN : CLUELESS_ASK_NONE);
    uint8_t cards[CLUELESS_CATEGORIES];

    unrank_triple(number / RESULTS % TRIPLES, cards);
    turn.cards = cards;
    turn.card_count = CLUELESS_CATEGORIES;
    turn.who = (uint8_t)(number / (RESULTS * TRIPLES));
    if (number % RESULTS >= 2)
        turn.shown = cards[number % RESULTS - 2];
    clueless_draft_add(draft, turn);
}

static const void *unrank_game(uint64_t turns, uint64_t rank, struct arena *arena)
{
    const struct box *box = boxes;
    struct clueless_draft draft;
    uint64_t choices, rest;

    while (rank >= box->heads * power(turn_choices(box), turns)) {
        rank -= box->heads * power(turn_choices(box), turns);
        box++;
    }
    if (!start_small(&draft, arena, CLUELESS_CONTEST, box->players, turns))
        return NULL;
    choices = turn_choices(box);
    rest = power(choices, turns);
    add_head(&draft, box, (unsigned)(rank / rest));
    while (turns--) {
        rank %= rest;
        rest /= choices;
        add_turn(&draft, (unsigned)(rank / rest));
    }
    return clueless_draft_finish(&draft);
}

/* False where the statement's cards are not in ascending order. */
static bool get_set(const struct clueless_statement *statement, unsigned *set)
{
    *set = (unsigned)clueless_set_of(statement->cards, statement->card_count);
    for (unsigned i = 1; i < statement->card_count; i++)
        if (statement->cards[i - 1] >= statement->cards[i])
            return false;
    return true;
}

static bool rank_head(const struct clueless_instance *game, const struct box *box, unsigned *head)
{
    unsigned tables = box->heads / box->players / (box->hand ? CARDS : 1), hand, table;

    hand = (unsigned)clueless_set_of(game->statements[0].cards, box->hand);
    if (!get_set(&game->statements[1], &table))
        return false;
    *head =
        (game->me * (box->hand ? (unsigned)CARDS : 1) + rank_set(hand, 0)) * tables + rank_set(table, hand);
    return true;
}

static bool rank_turn(const struct clueless_statement *turn, unsigned *number)
{
    unsigned triple = rank_triple(turn->cards), result = 0;

    if (turn->verb == CLUELESS_ASK_SHOWN)
        result = turn->shown == CLUELESS_NOBODY ? 1 : 2 + turn->shown / 2U;
    *number = (turn->who * (unsigned)TRIPLES + triple) * RESULTS + result;
    return triple != CLUELESS_NOBODY;
}

static bool rank_game(const void *instance, uint64_t *size, uint64_t *rank)
{
    const struct clueless_instance *game = instance;
    const struct box *box = boxes;
    uint64_t before = 0;
    unsigned digit;

    if (!is_small(game, CLUELESS_CONTEST) || game->statement_count > TURNS_MAX + 2)
        return false;
    *size = game->statement_count - 2;
    while (box->players != game->player_count || box->hand != game->statements[0].card_count) {
        before += box->heads * power(turn_choices(box), *size);
        box++;
    }
    if (!rank_head(game, box, &digit))
        return false;
    *rank = digit;
    for (size_t i = 2; i < game->statement_count; i++) {
        if (!rank_turn(&game->statements[i], &digit))
            return false;
        *rank = *rank * turn_choices(box) + digit;
    }
    *rank += before;
    return true;
}

/* ---- logs: a spectator's, without a table, every kind of statement but hand, table and me */

enum { LOG_PLAYERS = 2, LOG_BOXES = 2, OUTSIDE = 3, TURNS_MAX_LOG = 6 };

static unsigned showing_choices(unsigned players)
{
    /* Nobody; one of the others, unseen or with one of three cards; some of the others, each. */
    return 1 + (players - 1) * 4 + ((1U << (players - 1)) - 1);
}

static unsigned suggestions(unsigned players)
{
    return players * TRIPLES * showing_choices(players);
}

static unsigned statement_choices(unsigned players)
{
    return suggestions(players) + 2 * CARDS * (players + 1) + 2 * TRIPLES;
}

/* The number-th choice of hand sizes, each unknown or 0 to 3, counted where they can be; false past the last
 * one. */
static bool choose_sizes(unsigned players, unsigned number, int8_t sizes[3])
{
    for (unsigned code = 0; code < power(OUTSIDE + 2, players); code++) {
        unsigned rest = code, sum = 0, unknown = 0;

        for (unsigned i = players; i-- > 0; rest /= OUTSIDE + 2) {
            sizes[i] = (int8_t)((int)(rest % (OUTSIDE + 2)) - 1);
            unknown += sizes[i] < 0;
            sum += sizes[i] < 0 ? 0 : (unsigned)sizes[i];
        }
        if ((unknown ? sum <= OUTSIDE : sum == OUTSIDE) && number-- == 0)
            return true;
    }
    return false;
}

static unsigned size_choices(unsigned players)
{
    /* Two players: 1 + 2 * 4 + 4; three: 1 + 3 * 4 + 3 * 10 + 10. */
    return players == 2 ? 13 : 53;
}

static uint64_t count_logs(uint64_t statements)
{
    uint64_t count = 0;

    for (unsigned players = LOG_PLAYERS; players < LOG_PLAYERS + LOG_BOXES; players++)
        count += size_choices(players) * power(statement_choices(players), statements);
    return count;
}

static void add_suggestion(struct clueless_draft *draft, unsigned number)
{
    unsigned players = draft->game->player_count, choice = number % showing_choices(players), set;
    struct clueless_statement statement = clueless_statement_of(CLUELESS_SUGGEST_NONE);
    uint8_t cards[CLUELESS_CATEGORIES], others[3];

    unrank_triple(number / showing_choices(players) % TRIPLES, cards);
    statement.cards = cards;
    statement.card_count = CLUELESS_CATEGORIES;
    statement.who = (uint8_t)(number / showing_choices(players) / TRIPLES);
    if (choice > (players - 1) * 4) {
        statement.verb = CLUELESS_SUGGEST_EVERY;
        statement.others = others;
        set = choice - (players - 1) * 4;
        for (unsigned i = 0; i < players - 1; i++)
            if (set >> i & 1)
                others[statement.other_count++] = (uint8_t)(i + (i >= statement.who));
    } else if (choice) {
        statement.verb = CLUELESS_SUGGEST_SHOWN;
        statement.shower = (uint8_t)((choice - 1) / 4);
        statement.shower = (uint8_t)(statement.shower + (statement.shower >= statement.who));
        if ((choice - 1) % 4)
            statement.shown = cards[(choice - 1) % 4 - 1];
    }
    clueless_draft_add(draft, statement);
}

static void add_statement(struct clueless_draft *draft, unsigned number)
{
    unsigned players = draft->game->player_count, holdings = 2 * CARDS * (players + 1);
    struct clueless_statement statement;
    uint8_t cards[CLUELESS_CATEGORIES];

    if (number < suggestions(players)) {
        add_suggestion(draft, number);
        return;
    }
    number -= suggestions(players);
    statement = clueless_statement_of(CLUELESS_SAY_HAS);
    statement.cards = cards;
    if (number < holdings) {
        cards[0] = (uint8_t)(number / 2 % CARDS);
        statement.verb = number % 2 ? CLUELESS_SAY_LACKS : CLUELESS_SAY_HAS;
        statement.card_count = 1;
        statement.who = (uint8_t)(number / 2 / CARDS);
        if (statement.who == players)
            statement.who = (uint8_t)clueless_envelope(draft->game);
    } else {
        unrank_triple((number - holdings) / 2, cards);
        statement.verb = (number - holdings) % 2 ? CLUELESS_ACCUSE_RIGHT : CLUELESS_ACCUSE_WRONG;
        statement.card_count = CLUELESS_CATEGORIES;
        statement.who = 0;
    }
    clueless_draft_add(draft, statement);
}

static const void *unrank_log(uint64_t statements, uint64_t rank, struct arena *arena)
{
    unsigned players = LOG_PLAYERS;
    struct clueless_draft draft;
    uint64_t choices, rest;

    while (rank >= size_choices(players) * power(statement_choices(players), statements)) {
        rank -= size_choices(players) * power(statement_choices(players), statements);
        players++;
    }
    if (!start_small(&draft, arena, CLUELESS_LOG, players, statements))
        return NULL;
    choices = statement_choices(players);
    rest = power(choices, statements);
    choose_sizes(players, (unsigned)(rank / rest), draft.game->stated);
    while (statements--) {
        rank %= rest;
        rest /= choices;
        add_statement(&draft, (unsigned)(rank / rest));
    }
    return clueless_draft_finish(&draft);
}

static bool rank_suggestion(const struct clueless_statement *statement, unsigned players, unsigned *number)
{
    unsigned triple = rank_triple(statement->cards), choice = 0;

    if (statement->verb == CLUELESS_SUGGEST_SHOWN) {
        choice = 1 + (statement->shower - (unsigned)(statement->shower > statement->who)) * 4;
        if (statement->shown != CLUELESS_NOBODY)
            choice += 1 + statement->shown / 2U;
    } else if (statement->verb == CLUELESS_SUGGEST_EVERY) {
        choice = (players - 1) * 4;
        for (unsigned i = 0; i < statement->other_count; i++) {
            if (i && statement->others[i - 1] >= statement->others[i])
                return false;
            choice += 1U << (statement->others[i] - (unsigned)(statement->others[i] > statement->who));
        }
    }
    *number = (statement->who * (unsigned)TRIPLES + triple) * showing_choices(players) + choice;
    return triple != CLUELESS_NOBODY;
}

static bool rank_statement(const struct clueless_statement *statement, unsigned players, unsigned *number)
{
    unsigned who = statement->who > players ? players : statement->who, triple;

    switch ((enum clueless_verb)statement->verb) {
    case CLUELESS_SUGGEST_NONE:
    case CLUELESS_SUGGEST_SHOWN:
    case CLUELESS_SUGGEST_EVERY:
        return rank_suggestion(statement, players, number);
    case CLUELESS_SAY_HAS:
    case CLUELESS_SAY_LACKS:
        *number = suggestions(players) + (who * (unsigned)CARDS + statement->cards[0]) * 2 +
                  (statement->verb == CLUELESS_SAY_LACKS);
        return true;
    case CLUELESS_ACCUSE_WRONG:
    case CLUELESS_ACCUSE_RIGHT:
        triple = rank_triple(statement->cards);
        *number = suggestions(players) + 2 * CARDS * (players + 1) + triple * 2 +
                  (statement->verb == CLUELESS_ACCUSE_RIGHT);
        return triple != CLUELESS_NOBODY && who == 0;
    default:
        return false;
    }
}

static bool rank_log(const void *instance, uint64_t *size, uint64_t *rank)
{
    const struct clueless_instance *game = instance;
    unsigned players = LOG_PLAYERS, number = 0;
    uint64_t before = 0;
    int8_t sizes[3];

    if (!is_small(game, CLUELESS_LOG) || game->me != CLUELESS_NOBODY || game->statement_count > TURNS_MAX_LOG)
        return false;
    *size = game->statement_count;
    for (; players < game->player_count; players++)
        before += size_choices(players) * power(statement_choices(players), *size);
    while (choose_sizes(players, number, sizes) && memcmp(sizes, game->stated, players) != 0)
        number++;
    if (number == size_choices(players))
        return false;
    *rank = number;
    for (size_t i = 0; i < game->statement_count; i++) {
        if (!rank_statement(&game->statements[i], players, &number))
            return false;
        *rank = *rank * statement_choices(players) + number;
    }
    *rank += before;
    return true;
}

const struct space clueless_spaces[] = {
    {"games", "games in the contest's form of two cards a category and two or three players, of turns", 0,
     TURNS_MAX, count_games, unrank_game, rank_game},
    {"logs", "logs of two cards a category and two or three players, of statements", 0, TURNS_MAX_LOG,
     count_logs, unrank_log, rank_log},
    {0},
};
