/* Changes of a game of which it is known what they do to the matrix. */
#include "draft.h"

#include <string.h>

/* Where each card and each holder of the game is in the changed one. */
struct map {
    uint8_t cards[CLUELESS_CARDS_MAX];
    uint8_t holders[CLUELESS_HOLDERS_MAX];
};

static struct map *identity_map(const struct clueless_instance *game, struct arena *arena)
{
    struct map *map = arena_alloc(arena, 1, sizeof *map);

    for (unsigned card = 0; map && card < clueless_card_count(game); card++)
        map->cards[card] = (uint8_t)card;
    for (unsigned i = 0; map && i < clueless_holder_count(game); i++)
        map->holders[i] = (uint8_t)i;
    return map;
}

static uint64_t mapped(const struct map *map, uint64_t cards)
{
    uint64_t result = 0;

    for (; cards; cards &= cards - 1)
        result |= clueless_card(map->cards[clueless_lowest(cards)]);
    return result;
}

/* The lists of the draft's statements are its own, so they may be written to. */
static void map_list(uint8_t *list, unsigned count, const uint8_t *map)
{
    for (unsigned i = 0; i < count; i++)
        list[i] = map[list[i]];
}

static const void *change_by_map(const struct clueless_instance *game, const struct map *map,
                                 struct arena *arena)
{
    struct clueless_draft draft;

    if (!clueless_draft_copy(&draft, arena, game, 0))
        return NULL;
    for (size_t i = 0; i < game->statement_count; i++) {
        struct clueless_statement *statement = &draft.statements[i];
        uint8_t *lists = draft.bytes - clueless_draft_bytes(game);

        map_list(lists + (statement->cards - lists), statement->card_count, map->cards);
        map_list(lists + (statement->others - lists), statement->other_count, map->holders);
        if (statement->who != CLUELESS_NOBODY)
            statement->who = map->holders[statement->who];
        if (statement->shower != CLUELESS_NOBODY)
            statement->shower = map->holders[statement->shower];
        if (statement->shown != CLUELESS_NOBODY)
            statement->shown = map->cards[statement->shown];
    }
    for (unsigned i = 0; i < game->player_count; i++)
        draft.game->stated[map->holders[i]] = game->stated[i];
    if (game->me != CLUELESS_NOBODY)
        draft.game->me = map->holders[game->me];
    return clueless_draft_finish(&draft);
}

static const void *change_cards(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    const struct clueless_instance *game = instance;
    struct map *drawn = identity_map(game, arena);

    *map = drawn;
    if (!drawn)
        return NULL;
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++) {
        uint32_t order[CLUELESS_CATEGORY_MOST];
        unsigned first = game->first[i], count = game->first[i + 1] - first;

        for (unsigned j = 0; j < count; j++)
            order[j] = first + j;
        rng_shuffle(rng, order, count);
        for (unsigned j = 0; j < count; j++)
            drawn->cards[first + j] = (uint8_t)order[j];
    }
    return change_by_map(game, drawn, arena);
}

/* In a log the seat order says who passes, so the seats may only turn. */
static const void *change_players(const void *instance, struct rng *rng, struct arena *arena,
                                  const void **map)
{
    const struct clueless_instance *game = instance;
    struct map *drawn = identity_map(game, arena);
    uint32_t order[CLUELESS_PLAYERS_MOST];
    unsigned turn = (unsigned)rng_below(rng, game->player_count);

    *map = drawn;
    if (!drawn)
        return NULL;
    for (unsigned i = 0; i < game->player_count; i++)
        order[i] = (i + turn) % game->player_count;
    if (game->format == CLUELESS_CONTEST)
        rng_shuffle(rng, order, game->player_count);
    for (unsigned i = 0; i < game->player_count; i++)
        drawn->holders[i] = (uint8_t)order[i];
    return change_by_map(game, drawn, arena);
}

static const void *change_order(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    const struct clueless_instance *game = instance;
    size_t first = game->format == CLUELESS_CONTEST ? 2 : 0;
    struct clueless_draft draft;

    *map = identity_map(game, arena);
    if (!*map || !clueless_draft_copy(&draft, arena, game, 0))
        return NULL;
    for (size_t i = game->statement_count; i > first + 1; i--) {
        size_t j = first + (size_t)rng_below(rng, i - first);
        struct clueless_statement swapped = draft.statements[i - 1];

        draft.statements[i - 1] = draft.statements[j];
        draft.statements[j] = swapped;
    }
    return clueless_draft_finish(&draft);
}

static const void *change_nothing(const void *instance, struct rng *rng, struct arena *arena,
                                  const void **map)
{
    struct clueless_draft draft;

    (void)rng;
    *map = identity_map(instance, arena);
    return *map && clueless_draft_copy(&draft, arena, instance, 0) ? clueless_draft_finish(&draft) : NULL;
}

/* One more turn, or in a log one more thing known, about anybody. */
static const void *change_by_adding(const void *instance, struct rng *rng, struct arena *arena,
                                    const void **map)
{
    const struct clueless_instance *game = instance;
    struct clueless_statement statement = clueless_statement_of(CLUELESS_ASK_NONE);
    struct clueless_draft draft;
    uint8_t cards[CLUELESS_CATEGORIES];

    *map = identity_map(game, arena);
    if (!*map || !clueless_draft_copy(&draft, arena, game, 1))
        return NULL;
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++)
        cards[i] = (uint8_t)rng_between(rng, game->first[i], game->first[i + 1] - 1);
    statement.cards = cards;
    statement.card_count = CLUELESS_CATEGORIES;
    statement.who = (uint8_t)rng_below(rng, game->player_count);
    if (game->format == CLUELESS_CONTEST) {
        statement.verb = rng_below(rng, 2) ? CLUELESS_ASK_NONE : CLUELESS_ASK_SHOWN;
        if (statement.verb == CLUELESS_ASK_SHOWN && rng_below(rng, 2))
            statement.shown = cards[rng_below(rng, CLUELESS_CATEGORIES)];
    } else if (rng_below(rng, 2)) {
        statement.verb = CLUELESS_SUGGEST_SHOWN;
        statement.shower =
            (uint8_t)((statement.who + 1 + rng_below(rng, game->player_count - 1U)) % game->player_count);
    } else {
        statement.verb = rng_below(rng, 2) ? CLUELESS_SAY_LACKS : CLUELESS_ACCUSE_WRONG;
        statement.card_count = statement.verb == CLUELESS_SAY_LACKS ? 1 : CLUELESS_CATEGORIES;
    }
    clueless_draft_add(&draft, statement);
    return clueless_draft_finish(&draft);
}

static bool keeps_renamed(const void *instance, const struct result *before, const void *changed,
                          const struct result *after, const void *map)
{
    const struct clueless_instance *game = instance;
    const struct clueless_answer *a = before->answer, *b = after->answer;
    const struct map *names = map;
    unsigned holders = clueless_holder_count(game);

    (void)changed;
    if (before->outcome != OUTCOME_SOLVED || after->outcome != OUTCOME_SOLVED)
        return before->outcome == after->outcome;
    for (unsigned i = 0; i < holders; i++)
        if (mapped(names, a->yes[i]) != b->yes[names->holders[i]] ||
            mapped(names, a->no[i]) != b->no[names->holders[i]])
            return false;
    if (!a->counted || !b->counted)
        return true;
    for (unsigned card = 0; card < clueless_card_count(game); card++)
        for (unsigned i = 0; i < holders; i++)
            if (a->counts[card * holders + i] != b->counts[names->cards[card] * holders + names->holders[i]])
                return false;
    return a->deals == b->deals;
}

static bool has_good_rows(const struct clueless_instance *game, const struct clueless_answer *answer)
{
    unsigned holders = clueless_holder_count(game);

    for (unsigned card = 0; card < clueless_card_count(game); card++) {
        unsigned yes = 0;
        unsigned __int128 sum = 0;

        for (unsigned i = 0; i < holders; i++) {
            yes += (unsigned)(answer->yes[i] >> card & 1);
            if (answer->counted)
                sum += answer->counts[card * holders + i];
        }
        if (yes > 1 || (answer->counted && sum != answer->deals))
            return false;
    }
    return true;
}

static bool keeps_rows(const void *instance, const struct result *before, const void *changed,
                       const struct result *after, const void *map)
{
    return keeps_renamed(instance, before, changed, after, map) &&
           (before->outcome != OUTCOME_SOLVED || has_good_rows(instance, before->answer));
}

/* What was yes stays yes and what was no stays no; no deal comes back. */
static bool keeps_knowledge(const void *instance, const struct result *before, const void *changed,
                            const struct result *after, const void *map)
{
    const struct clueless_answer *a = before->answer, *b = after->answer;

    (void)instance;
    (void)changed;
    (void)map;
    if (after->outcome == OUTCOME_CONTRADICTION)
        return true;
    if (before->outcome == OUTCOME_CONTRADICTION)
        return false;
    for (unsigned i = 0; i < CLUELESS_HOLDERS_MAX; i++)
        if (a->yes[i] & ~b->yes[i] || a->no[i] & ~b->no[i])
            return false;
    return !a->counted || !b->counted || b->deals <= a->deals;
}

const struct invariant clueless_invariants[] = {
    {"cards", "other names for the cards of a category rename the rows", change_cards, keeps_renamed},
    {"players", "other numbers for the players (in a log: seats turned) rename the columns", change_players,
     keeps_renamed},
    {"order", "the order of the turns does not matter", change_order, keeps_renamed},
    {"rows", "each row has at most one yes, and its counts add up to all deals", change_nothing, keeps_rows},
    {"fact", "one fact more never makes yes or no doubtful", change_by_adding, keeps_knowledge},
    {0},
};
