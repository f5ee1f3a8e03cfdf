/* Smaller games. What strictly falls with every step is the number of statements, cards, players and seen
 * cards together, and of the line that names a reader. First go statements, in blocks of halves and less down
 * to one, then players, then cards that no statement but a hand or the table names; hand sizes and open cards
 * follow so that the game stays well formed. */
#include "draft.h"

#include <string.h>

/* What is taken away, and who gets the place that this leaves or loses it: a player, or NOBODY. */
struct cut {
    uint64_t cards;
    unsigned player;
    unsigned other;
};

/* The first statement that may be dropped: the contest's form keeps its hand and its table. */
static size_t first_turn(const struct clueless_instance *game)
{
    return game->format == CLUELESS_CONTEST ? 2 : 0;
}

static unsigned renumbered(unsigned card, const struct cut *cut)
{
    return clueless_size_of(~cut->cards & (clueless_card(card) - 1));
}

static uint8_t renumbered_player(unsigned player, const struct cut *cut)
{
    return (uint8_t)(player - (player != CLUELESS_NOBODY && player > cut->player));
}

static bool has_hand(const struct clueless_instance *game, unsigned player)
{
    for (size_t i = 0; i < game->statement_count; i++)
        if (game->statements[i].verb == CLUELESS_HAND && game->statements[i].who == player)
            return true;
    return false;
}

/* Is the statement about nobody who is cut? Of the cards that are, hands and tables alone speak, and stay without them. */
static bool survives(const struct clueless_statement *statement, const struct cut *cut)
{
    return cut->player == CLUELESS_NOBODY ||
           (statement->who != cut->player && statement->shower != cut->player &&
            (!statement->other_count || !memchr(statement->others, (int)cut->player, statement->other_count)));
}

/* The statements of `game` as they are after the cut; draft->game has been cut already. */
static void copy_statements(struct clueless_draft *draft, const struct clueless_instance *game,
                            const struct cut *cut)
{
    for (size_t i = 0; i < game->statement_count; i++) {
        struct clueless_statement statement = game->statements[i];
        uint8_t cards[CLUELESS_CARDS_MAX], others[CLUELESS_PLAYERS_MOST];
        uint8_t kept = 0;

        if (!survives(&statement, cut))
            continue;
        for (unsigned j = 0; j < statement.card_count; j++)
            if (!(cut->cards >> statement.cards[j] & 1))
                cards[kept++] = (uint8_t)renumbered(statement.cards[j], cut);
        for (unsigned j = 0; j < statement.other_count; j++)
            others[j] = renumbered_player(statement.others[j], cut);
        statement.cards = cards;
        statement.card_count = kept;
        statement.others = others;
        statement.who = renumbered_player(statement.who, cut);
        statement.shower = renumbered_player(statement.shower, cut);
        if (statement.shown != CLUELESS_NOBODY)
            statement.shown = (uint8_t)renumbered(statement.shown, cut);
        if (kept || statement.verb == CLUELESS_HAND || game->format == CLUELESS_CONTEST)
            clueless_draft_add(draft, statement);
    }
}

/* The contest's form: every hand as large as mine and the table allow, then the table filled up with what
 * nobody speaks of. */
static void balance_contest(struct clueless_draft *draft)
{
    struct clueless_instance *game = draft->game;
    struct clueless_statement *hand = &draft->statements[0], *table = &draft->statements[1];
    unsigned outside = clueless_card_count(game) - CLUELESS_CATEGORIES, size;
    uint8_t open[CLUELESS_CARDS_MAX];
    uint64_t used;

    if (table->card_count > outside)
        table->card_count = (uint8_t)outside;
    size = (outside - table->card_count) / game->player_count;
    if (size < hand->card_count)
        hand->card_count = (uint8_t)size;
    size = hand->card_count;
    memcpy(open, table->cards, table->card_count);
    used = clueless_set_of(hand->cards, size) | clueless_set_of(open, table->card_count);
    /* There are enough: the others are in hands, or in the envelope. */
    for (unsigned card = clueless_card_count(game); table->card_count < outside - size * game->player_count;)
        if (!(used >> --card & 1))
            open[table->card_count++] = (uint8_t)card;
    /* The draft has room for a whole table behind its lists. */
    memcpy(draft->bytes, open, table->card_count);
    table->cards = draft->bytes;
    for (unsigned i = 0; i < game->player_count; i++)
        game->stated[i] = (int8_t)size;
}

/* A log: the sizes after the cut, and whether the game is well formed with them. */
static bool balance_log(struct clueless_instance *game, const struct clueless_instance *whole,
                        const struct cut *cut)
{
    unsigned cards = 0;
    bool all_known = true;
    uint64_t table = 0;

    for (unsigned i = 0; i < whole->player_count; i++)
        if (i != cut->player)
            game->stated[renumbered_player(i, cut)] = whole->stated[i];
    for (size_t i = 0; i < game->statement_count; i++) {
        if (game->statements[i].verb == CLUELESS_TABLE)
            table |= clueless_set_of(game->statements[i].cards, game->statements[i].card_count);
        if (game->statements[i].verb == CLUELESS_HAND &&
            game->stated[game->statements[i].who] != CLUELESS_UNKNOWN)
            game->stated[game->statements[i].who] = (int8_t)game->statements[i].card_count;
    }
    if (cut->other != CLUELESS_NOBODY) {
        int8_t *other = &game->stated[renumbered_player(cut->other, cut)];
        int given = cut->player != CLUELESS_NOBODY ? whole->stated[cut->player] : -1;

        if (*other == CLUELESS_UNKNOWN || (cut->player == CLUELESS_NOBODY && *other == 0))
            return false;
        *other = cut->player != CLUELESS_NOBODY && given < 0 ? CLUELESS_UNKNOWN : (int8_t)(*other + given);
    }
    for (unsigned i = 0; i < game->player_count; i++) {
        int size = game->stated[i];

        for (size_t j = 0; size == CLUELESS_UNKNOWN && j < game->statement_count; j++)
            if (game->statements[j].verb == CLUELESS_HAND && game->statements[j].who == i)
                size = game->statements[j].card_count;
        all_known &= size != CLUELESS_UNKNOWN;
        cards += size == CLUELESS_UNKNOWN ? 0 : (unsigned)size;
    }
    cards += clueless_size_of(table) + CLUELESS_CATEGORIES;
    return all_known ? cards == clueless_card_count(game) : cards <= clueless_card_count(game);
}

static void cut_names(struct clueless_instance *game, struct clueless_name *cards,
                      struct clueless_name *players, const struct clueless_instance *whole,
                      const struct cut *cut)
{
    for (unsigned card = 0; card < clueless_card_count(whole); card++)
        if (!(cut->cards >> card & 1))
            cards[renumbered(card, cut)] = game->cards[card];
    for (unsigned i = 0; i < whole->player_count; i++)
        if (i != cut->player)
            players[renumbered_player(i, cut)] = game->players[i];
    game->cards = cards;
    game->players = players;
}

/* NULL without memory or where what is left is not well formed. */
static const void *make_cut(const struct clueless_instance *whole, const struct cut *cut, struct arena *arena)
{
    struct clueless_draft draft;
    struct clueless_instance *game;
    struct clueless_name *cards = arena_alloc(arena, CLUELESS_CARDS_MAX, sizeof *cards);
    struct clueless_name *players = arena_alloc(arena, CLUELESS_PLAYERS_MOST, sizeof *players);

    if (!cards || !players || !clueless_draft_copy(&draft, arena, whole, 0))
        return NULL;
    game = draft.game;
    game->statement_count = 0;
    draft.bytes = arena_alloc(arena, clueless_draft_bytes(whole) + 2 * CLUELESS_CARDS_MAX, 1);
    if (!draft.bytes)
        return NULL;
    for (unsigned i = 0; i <= CLUELESS_CATEGORIES; i++)
        game->first[i] = (uint8_t)renumbered(whole->first[i], cut);
    game->player_count = (uint8_t)(whole->player_count - (cut->player != CLUELESS_NOBODY));
    game->me = whole->me == cut->player ? CLUELESS_NOBODY : renumbered_player(whole->me, cut);
    copy_statements(&draft, whole, cut);
    if (whole->format == CLUELESS_CONTEST) {
        balance_contest(&draft);
        return clueless_draft_finish(&draft);
    }
    cut_names(game, cards, players, whole, cut);
    return balance_log(game, whole, cut) ? clueless_draft_finish(&draft) : NULL;
}

/* Without the statements `from` to `to` - 1. */
static const void *drop_statements(const struct clueless_instance *game, size_t from, size_t to,
                                   struct arena *arena)
{
    static const struct cut nothing = {.player = CLUELESS_NOBODY, .other = CLUELESS_NOBODY};
    struct clueless_draft draft;

    if (!clueless_draft_copy(&draft, arena, game, 0))
        return NULL;
    memmove(draft.statements + from, draft.statements + to,
            (game->statement_count - to) * sizeof *draft.statements);
    draft.game->statement_count -= to - from;
    if (game->format == CLUELESS_LOG && !balance_log(draft.game, game, &nothing))
        return NULL;
    return clueless_draft_finish(&draft);
}

/* With statement `index` unseen, or, past the last one, without the line `me`. */
static const void *hide(const struct clueless_instance *game, size_t index, struct arena *arena)
{
    struct clueless_draft draft;

    if (!clueless_draft_copy(&draft, arena, game, 0))
        return NULL;
    if (index < game->statement_count)
        draft.statements[index].shown = CLUELESS_NOBODY;
    else
        draft.game->me = CLUELESS_NOBODY;
    return clueless_draft_finish(&draft);
}

/* Can the game do without these for sure, whatever its hand sizes are? */
static bool are_plain(const struct clueless_instance *game, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (game->statements[i].verb == CLUELESS_HAND || game->statements[i].verb == CLUELESS_TABLE)
            return false;
    return true;
}

/* Each of these makes the step-th of the instances that its kind of change has, and counts *step down over
 * those that it passes. */
static const void *shrink_statements(const struct clueless_instance *game, size_t *step, struct arena *arena)
{
    size_t first = first_turn(game), count = game->statement_count - first;

    for (size_t block = count; block; block /= 2) {
        for (size_t from = 0; from < count; from += block) {
            size_t to = from + block < count ? from + block : count;
            struct arena_mark mark = arena_mark(arena);
            const void *smaller;

            if (*step && are_plain(game, first + from, first + to)) {
                --*step;
                continue;
            }
            smaller = drop_statements(game, first + from, first + to, arena);
            if (smaller && (*step)-- == 0)
                return smaller;
            arena_release(arena, mark);
        }
    }
    return NULL;
}

static const void *try_cut(const struct clueless_instance *game, const struct cut *cut, size_t *step,
                           struct arena *arena)
{
    struct arena_mark mark = arena_mark(arena);
    const void *smaller = make_cut(game, cut, arena);

    if (smaller && (*step)-- == 0)
        return smaller;
    arena_release(arena, mark);
    return NULL;
}

static const void *shrink_players(const struct clueless_instance *game, size_t *step, struct arena *arena)
{
    const void *smaller = NULL;

    if (game->player_count == CLUELESS_PLAYERS_LEAST)
        return NULL;
    for (unsigned i = 0; !smaller && i < game->player_count; i++) {
        struct cut cut = {.player = i, .other = CLUELESS_NOBODY};

        if (game->format == CLUELESS_CONTEST && i == game->me)
            continue;
        smaller = try_cut(game, &cut, step, arena);
        for (unsigned other = 0; !smaller && game->format == CLUELESS_LOG && other < game->player_count;
             other++) {
            cut.other = other;
            if (other != i && !has_hand(game, other))
                smaller = try_cut(game, &cut, step, arena);
        }
    }
    return smaller;
}

/* Cards that only hands and the table speak of. */
static uint64_t silent_cards(const struct clueless_instance *game)
{
    uint64_t cards = clueless_all_cards(game);

    for (size_t i = 0; i < game->statement_count; i++)
        if (game->statements[i].verb != CLUELESS_HAND && game->statements[i].verb != CLUELESS_TABLE)
            cards &= ~clueless_set_of(game->statements[i].cards, game->statements[i].card_count);
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++)
        if (game->first[i + 1] - game->first[i] == CLUELESS_CATEGORY_LEAST)
            cards &= ~clueless_category(game, i);
    return cards;
}

static const void *shrink_card(const struct clueless_instance *game, size_t *step, struct arena *arena)
{
    const void *smaller = NULL;

    for (uint64_t cards = silent_cards(game); !smaller && cards; cards &= cards - 1) {
        struct cut cut = {.cards = cards & -cards, .player = CLUELESS_NOBODY, .other = CLUELESS_NOBODY};

        smaller = try_cut(game, &cut, step, arena);
        for (unsigned other = 0; !smaller && other < game->player_count; other++) {
            cut.other = other;
            if (!has_hand(game, other))
                smaller = try_cut(game, &cut, step, arena);
        }
    }
    return smaller;
}

/* The contest's form loses a card of each category at once: one of the table, one that nobody knows or one of
 * the hand. */
static const void *shrink_triple(const struct clueless_instance *game, size_t *step, struct arena *arena)
{
    uint64_t hand = clueless_set_of(game->statements[0].cards, game->statements[0].card_count);
    uint64_t kinds[3] = {game->table, ~(game->table | hand), hand};
    const void *smaller = NULL;

    for (unsigned choice = 0; !smaller && choice < 27; choice++) {
        unsigned digits[CLUELESS_CATEGORIES] = {choice % 3, choice / 3 % 3, choice / 9};
        struct cut cut = {.player = CLUELESS_NOBODY, .other = CLUELESS_NOBODY};

        for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++) {
            uint64_t cards = silent_cards(game) & clueless_category(game, i) & kinds[digits[i]];

            cut.cards |= cards & -cards;
        }
        if (clueless_size_of(cut.cards) == CLUELESS_CATEGORIES)
            smaller = try_cut(game, &cut, step, arena);
    }
    return smaller;
}

static const void *shrink_seen(const struct clueless_instance *game, size_t *step, struct arena *arena)
{
    for (size_t i = 0; i < game->statement_count; i++)
        if (game->statements[i].shown != CLUELESS_NOBODY && (*step)-- == 0)
            return hide(game, i, arena);
    if (game->format == CLUELESS_LOG && game->me != CLUELESS_NOBODY && (*step)-- == 0)
        return hide(game, game->statement_count, arena);
    return NULL;
}

const void *clueless_shrink(const void *instance, size_t step, struct arena *arena)
{
    const struct clueless_instance *game = instance;
    const void *smaller = shrink_statements(game, &step, arena);

    if (!smaller)
        smaller = shrink_players(game, &step, arena);
    if (!smaller)
        smaller = game->format == CLUELESS_CONTEST ? shrink_triple(game, &step, arena)
                                                   : shrink_card(game, &step, arena);
    if (!smaller)
        smaller = shrink_seen(game, &step, arena);
    return smaller;
}
