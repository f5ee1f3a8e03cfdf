/* clueless closed_form: counts by a recurrence over the cards.
 *
 * Deals the open cards one by one, a category after the other. Of what has been dealt only this matters: how
 * many cards each hand of known size still wants, whether the category's envelope card is out, and which of
 * the open conditions are met (an ANY fact: its player got one of its cards; a wrong accusation: another
 * than the envelope did). A forward pass lists the states after each card with the ways to come to them, a
 * backward pass counts the ways from them to the end, and the two together every cell.
 *
 * Bound: O(cards x states x holders) time, O(cards x states) memory, with at most product of (wanted cards +
 * 1) times 2^(conditions + 1) states.
 * Domain: few open conditions, that is at most 12 and no more states than 2^21 and than 16 for each set of
 * open cards: about there, on generated games, joining masks (bitmask) becomes quicker. LIMIT where 128 bits
 * cannot hold the number of deals: all additions are checked.
 * A step of the work limit is a state.
 * Source: the multinomial recurrence.
 * Rejected: inclusion-exclusion, a sum over all subsets of the ANY facts turned into NOs, which visits the
 * same states anew for each subset, met or not. */
#include "clueless.h"

#include <string.h>

typedef unsigned __int128 number;

enum { CONDITIONS_MAX = 12, STATES_MAX = 1 << 21, STATES_PER_SET = 16, BITS_MAX = 24, NOWHERE = -1 };

/* At least one of the cards goes to the holder, or, `except`, does not. */
struct condition {
    uint64_t cards;
    unsigned holder;
    bool except;
};

/* A state as bits: bit 0 the envelope's card is out, then a bit for each condition met, then what each hand
 * wants. */
struct layer {
    uint32_t *states;
    number *ways;
    size_t count;
    uint8_t card;
    bool ends_category;
    bool envelope_next; /* the state's bit 0 when the next category begins: its card is closed */
    unsigned left[CLUELESS_PLAYERS_MOST]; /* cards after this one that each player can have */
    uint32_t meets[CLUELESS_PLAYERS_MOST]; /* conditions that the card meets in this player's hand */
    uint32_t due;                          /* conditions of which it is the last card */
};

struct counter_table {
    const struct clueless_instance *game;
    struct work *work;
    unsigned players;
    uint64_t can[CLUELESS_HOLDERS_MAX];
    uint64_t closed[CLUELESS_HOLDERS_MAX];
    uint64_t open;
    struct condition conditions[CONDITIONS_MAX];
    unsigned condition_count;
    unsigned wants[CLUELESS_PLAYERS_MOST];
    unsigned shift[CLUELESS_PLAYERS_MOST]; /* where in a state the want is, */
    uint32_t mask[CLUELESS_PLAYERS_MOST];  /* in how many bits: none where the size is unknown */
    uint32_t owed[CLUELESS_PLAYERS_MOST]; /* the conditions that this player must meet himself */
    unsigned bits;
    unsigned layer_count;
    int32_t *place; /* of each state in a layer's list, or NOWHERE */
    number deals;
    /* From here on only as many are zero as there are cards, and the domain test needs none: these are 20 kB. */
    struct layer layers[CLUELESS_CARDS_MAX];
    number cells[CLUELESS_CARDS_MAX][CLUELESS_HOLDERS_MAX];
};

static void start(struct counter_table *table, const struct clueless_instance *game)
{
    memset(table, 0, offsetof(struct counter_table, layers));
    table->game = game;
}

/* What the facts about single cards leave to each holder. False where a card is left with nobody, or is given
 * to two. */
static bool close_cards(struct counter_table *table)
{
    const struct clueless_instance *game = table->game;
    uint64_t dealt = clueless_all_cards(game) & ~game->table, seen = 0;

    table->players = game->player_count;
    for (unsigned i = 0; i < clueless_holder_count(game); i++)
        table->can[i] = i == clueless_table(game) ? 0 : dealt;
    for (size_t i = 0; i < game->fact_count; i++) {
        const struct clueless_fact *fact = &game->facts[i];

        if (fact->kind == CLUELESS_LACKS)
            table->can[fact->holder] &= ~fact->cards;
        if (fact->kind == CLUELESS_HAS && (fact->cards & game->table))
            return false;
        for (unsigned j = 0; fact->kind == CLUELESS_HAS && j < clueless_holder_count(game); j++)
            if (j != fact->holder)
                table->can[j] &= ~fact->cards;
    }
    for (unsigned i = 0; i < clueless_holder_count(game); i++) {
        uint64_t others = 0;

        for (unsigned j = 0; j < clueless_holder_count(game); j++)
            others |= j == i ? 0 : table->can[j];
        table->closed[i] = table->can[i] & ~others;
        table->open |= table->can[i] & others;
        seen |= table->can[i];
    }
    return seen == dealt;
}

/* What the hands want beside their closed cards. False where one has too many of these, or can have too few: so
 * that list_takers, which sees that no hand is left wanting, never comes too late. */
static bool find_wants(struct counter_table *table)
{
    for (unsigned i = 0; i < table->players; i++) {
        int size = table->game->sizes[i], closed = (int)clueless_size_of(table->closed[i]);

        if (size == CLUELESS_UNKNOWN)
            continue;
        if (closed > size || (int)clueless_size_of(table->can[i]) < size)
            return false;
        table->wants[i] = (unsigned)(size - closed);
    }
    return true;
}

/* Adds the condition unless it is met already or follows from another. False where there are too many. */
static bool add_condition(struct counter_table *table, struct condition condition)
{
    for (unsigned i = 0; i < table->condition_count; i++) {
        const struct condition *other = &table->conditions[i];

        /* Those of the envelope are all `except`, and no other's are. */
        if (other->holder == condition.holder && !(other->cards & ~condition.cards))
            return true;
    }
    if (table->condition_count == CONDITIONS_MAX)
        return false;
    table->conditions[table->condition_count++] = condition;
    return true;
}

/* The conditions that closed cards do not decide. OUTCOME_UNSUPPORTED where there are too many. */
static enum outcome find_conditions(struct counter_table *table)
{
    const struct clueless_instance *game = table->game;

    for (size_t i = 0; i < game->fact_count; i++) {
        const struct clueless_fact *fact = &game->facts[i];
        struct condition condition = {fact->cards & table->open & table->can[fact->holder], fact->holder,
                                      fact->kind == CLUELESS_NOT_ALL};

        if (fact->kind != CLUELESS_ANY && fact->kind != CLUELESS_NOT_ALL)
            continue;
        if (fact->kind == CLUELESS_ANY ? fact->cards & table->closed[fact->holder]
                                       : fact->cards & ~table->can[fact->holder])
            continue;
        if (!condition.cards)
            return OUTCOME_CONTRADICTION;
        if (!add_condition(table, condition))
            return OUTCOME_UNSUPPORTED;
    }
    return OUTCOME_SOLVED;
}

/* Gives each part of a state its bits. */
static void lay_out(struct counter_table *table)
{
    table->bits = 1 + table->condition_count;
    for (unsigned i = 0; i < table->condition_count; i++)
        if (!table->conditions[i].except)
            table->owed[table->conditions[i].holder] |= 2U << i;
    for (unsigned i = 0; i < table->players; i++) {
        table->shift[i] = table->bits;
        while (table->wants[i] >> (table->bits - table->shift[i]))
            table->bits++;
        table->mask[i] = (1U << (table->bits - table->shift[i])) - 1;
    }
}

/* Are there few enough of them? */
static bool affords(const struct counter_table *table)
{
    unsigned open = clueless_size_of(table->open);
    uint64_t states = (uint64_t)2 << table->condition_count;

    for (unsigned i = 0; i < table->players && states <= STATES_MAX; i++)
        states *= table->wants[i] + 1;
    return table->bits <= BITS_MAX && states <= STATES_MAX && states >> open <= STATES_PER_SET;
}

static enum outcome prepare(struct counter_table *table)
{
    enum outcome outcome;

    if (!close_cards(table) || !find_wants(table))
        return OUTCOME_CONTRADICTION;
    outcome = find_conditions(table);
    if (outcome != OUTCOME_SOLVED)
        return outcome;
    lay_out(table);
    return affords(table) ? OUTCOME_SOLVED : OUTCOME_UNSUPPORTED;
}

static bool is_envelope_closed(const struct counter_table *table, unsigned category)
{
    return table->closed[clueless_envelope(table->game)] & clueless_category(table->game, category);
}

static void make_layer(struct counter_table *table, unsigned card, uint64_t rest)
{
    struct layer *layer = &table->layers[table->layer_count++];
    unsigned category = clueless_category_of(table->game, card);

    layer->card = (uint8_t)card;
    layer->ends_category = !(rest & clueless_category(table->game, category));
    layer->envelope_next =
        rest && is_envelope_closed(table, clueless_category_of(table->game, clueless_lowest(rest)));
    for (unsigned i = 0; i < table->players; i++)
        layer->left[i] = clueless_size_of(rest & table->can[i]);
    for (unsigned i = 0; i < table->condition_count; i++) {
        const struct condition *condition = &table->conditions[i];

        if (!(condition->cards >> card & 1))
            continue;
        if (!(condition->cards & rest))
            layer->due |= 2U << i;
        for (unsigned holder = 0; holder < table->players; holder++)
            if (condition->except || holder == condition->holder)
                layer->meets[holder] |= 2U << i;
    }
}

/* One layer for each open card. False where a category's card for the envelope is neither closed nor open. */
static bool make_layers(struct counter_table *table)
{
    uint64_t rest = table->open;

    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++) {
        uint64_t envelope = table->closed[clueless_envelope(table->game)] & clueless_category(table->game, i);

        if (envelope & (envelope - 1))
            return false;
        if (!envelope && !(table->open & clueless_category(table->game, i)))
            return false;
    }
    for (; rest; rest &= rest - 1)
        make_layer(table, clueless_lowest(rest), rest & (rest - 1));
    return true;
}

static uint32_t first_state(const struct counter_table *table)
{
    uint32_t state = 0;

    if (table->layer_count &&
        is_envelope_closed(table, clueless_category_of(table->game, table->layers[0].card)))
        state = 1;
    for (unsigned i = 0; i < table->players; i++)
        if (table->mask[i])
            state |= (uint32_t)table->wants[i] << table->shift[i];
    return state;
}

static unsigned wanted(const struct counter_table *table, uint32_t state, unsigned player)
{
    return state >> table->shift[player] & table->mask[player];
}

/* The holders that may get the layer's card in this state, as bits: if a hand wants all cards that it can
 * still have, that one. */
static unsigned list_takers(const struct counter_table *table, const struct layer *layer, uint32_t state)
{
    unsigned takers = 0, forced = 0, envelope = clueless_envelope(table->game);

    for (unsigned i = 0; i < table->players; i++) {
        if (!(table->can[i] >> layer->card & 1))
            continue;
        if (table->game->sizes[i] != CLUELESS_UNKNOWN && !wanted(table, state, i))
            continue;
        takers |= 1U << i;
        if (wanted(table, state, i) > layer->left[i])
            forced |= 1U << i;
    }
    if (!(state & 1) && (table->can[envelope] >> layer->card & 1)) {
        takers |= 1U << envelope;
        if (layer->ends_category)
            forced |= 1U << envelope;
    } else if (!(state & 1) && layer->ends_category) {
        return 0;
    }
    if (forced & (forced - 1))
        return 0;
    return forced ? forced : takers;
}

/* The state after the holder got the card; false where it leads nowhere. */
static bool step(const struct counter_table *table, const struct layer *layer, uint32_t state,
                 unsigned holder, uint32_t *next)
{
    if (holder == clueless_envelope(table->game)) {
        state |= 1;
    } else {
        state |= layer->meets[holder];
        if (table->mask[holder]) {
            state -= 1U << table->shift[holder];
            /* A full hand meets nothing more. */
            if (!wanted(table, state, holder) && (table->owed[holder] & ~state))
                return false;
        }
    }
    if (layer->due & ~state)
        return false;
    if (layer->ends_category)
        state = (state & ~1U) | layer->envelope_next;
    *next = state;
    return true;
}

/* The states that the layer's lead to, with the ways to come there. */
static enum outcome go_forwards(struct counter_table *table, const struct layer *layer, struct layer *next)
{
    struct arena *arena = table->work->arena;
    size_t room = layer->count * (table->players + 1), most = (size_t)1 << table->bits;

    if (room > most)
        room = most;
    next->states = arena_alloc(arena, room, sizeof *next->states);
    next->ways = arena_alloc(arena, room, sizeof *next->ways);
    if (!next->states || !next->ways)
        return OUTCOME_NO_MEMORY;
    if (!work_spend(table->work, layer->count))
        return OUTCOME_LIMIT;
    COUNT(table->work->counters, steps, layer->count);
    for (size_t i = 0; i < layer->count; i++) {
        for (unsigned takers = list_takers(table, layer, layer->states[i]); takers; takers &= takers - 1) {
            uint32_t state;

            if (!step(table, layer, layer->states[i], (unsigned)__builtin_ctz(takers), &state))
                continue;
            if (table->place[state] == NOWHERE) {
                table->place[state] = (int32_t)next->count;
                next->states[next->count] = state;
                next->ways[next->count++] = 0;
            }
            /* Modulo 2^128: where it passes that, the state is dead or the backward pass finds out. */
            next->ways[table->place[state]] += layer->ways[i];
        }
    }
    for (size_t i = 0; i < next->count; i++)
        table->place[next->states[i]] = NOWHERE;
    return OUTCOME_SOLVED;
}

/* The ways from the layer's states to the end, by those from the next one's. False where 128 bits cannot hold
 * them. */
static bool go_backwards(struct counter_table *table, const struct layer *layer, const struct layer *next,
                         const number *after, number *before)
{
    for (size_t i = 0; i < next->count; i++)
        table->place[next->states[i]] = (int32_t)i;
    for (size_t i = 0; i < layer->count; i++) {
        before[i] = 0;
        for (unsigned takers = list_takers(table, layer, layer->states[i]); takers; takers &= takers - 1) {
            unsigned holder = (unsigned)__builtin_ctz(takers);
            uint32_t state;

            if (!step(table, layer, layer->states[i], holder, &state))
                continue;
            if (__builtin_add_overflow(before[i], after[table->place[state]], &before[i]))
                return false;
            table->cells[layer->card][holder] += layer->ways[i] * after[table->place[state]];
        }
    }
    return true;
}

/* The end is one state: every hand has what it wants, every condition is met. */
static enum outcome count_deals(struct counter_table *table, struct layer *end)
{
    struct arena *arena = table->work->arena;
    const number one = 1, *after = &one;

    for (unsigned i = table->layer_count; i-- > 0;) {
        struct layer *layer = &table->layers[i];
        number *before = arena_alloc(arena, layer->count, sizeof *before);

        if (!before)
            return OUTCOME_NO_MEMORY;
        if (!go_backwards(table, layer, i + 1 < table->layer_count ? layer + 1 : end, after, before))
            return OUTCOME_LIMIT;
        after = before;
    }
    /* The first layer, or where no card is open the end, has the first state alone. */
    table->deals = after[0];
    return OUTCOME_SOLVED;
}

static enum outcome count_all(struct counter_table *table)
{
    struct arena *arena = table->work->arena;
    struct layer end = {.count = 0}, *first = table->layer_count ? &table->layers[0] : &end;
    size_t places = (size_t)1 << table->bits;

    table->place = arena_alloc(arena, places, sizeof *table->place);
    first->states = arena_alloc(arena, 1, sizeof *first->states);
    first->ways = arena_alloc(arena, 1, sizeof *first->ways);
    if (!table->place || !first->states || !first->ways)
        return OUTCOME_NO_MEMORY;
    memset(table->place, 0xff, places * sizeof *table->place);
    first->states[0] = first_state(table);
    first->ways[0] = 1;
    first->count = 1;
    for (unsigned i = 0; i < table->layer_count; i++) {
        struct layer *layer = &table->layers[i];
        enum outcome outcome = go_forwards(table, layer, i + 1 < table->layer_count ? layer + 1 : &end);

        if (outcome != OUTCOME_SOLVED)
            return outcome;
    }
    return end.count ? count_deals(table, &end) : OUTCOME_CONTRADICTION;
}

static void write_answer(const struct counter_table *table, struct clueless_answer *answer)
{
    const struct clueless_instance *game = table->game;
    unsigned holders = clueless_holder_count(game);

    memset(answer, 0, clueless_answer_bytes(game));
    answer->counted = 1;
    answer->deals = table->deals;
    for (unsigned card = 0; card < clueless_card_count(game); card++) {
        for (unsigned i = 0; i < holders; i++) {
            uint64_t sure = i == clueless_table(game) ? game->table : table->closed[i];
            number count = sure >> card & 1 ? table->deals : table->cells[card][i];

            answer->counts[card * holders + i] = count;
            answer->yes[i] |= (uint64_t)(count == table->deals) << card;
            answer->no[i] |= (uint64_t)(count == 0) << card;
        }
    }
}

static const char *refuses(const void *instance)
{
    struct counter_table table;

    start(&table, instance);
    return prepare(&table) == OUTCOME_UNSUPPORTED
               ? "too many open ANY facts, or too large hands, for a recurrence"
               : NULL;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct counter_table *table = arena_alloc(work->arena, 1, sizeof *table);
    const struct clueless_instance *game = instance;
    enum outcome outcome;

    (void)context;
    if (!table)
        return OUTCOME_NO_MEMORY;
    start(table, game);
    table->work = work;
    memset(table->layers, 0, clueless_card_count(game) * sizeof *table->layers);
    memset(table->cells, 0, clueless_card_count(game) * sizeof *table->cells);
    outcome = prepare(table);
    if (outcome != OUTCOME_SOLVED)
        return outcome;
    if (!make_layers(table))
        return OUTCOME_CONTRADICTION;
    outcome = count_all(table);
    if (outcome == OUTCOME_SOLVED)
        write_answer(table, answer);
    return outcome;
}

extern const struct variant clueless_closed_form;
const struct variant clueless_closed_form = {
    .name = "closed_form",
    .summary = "counts by a recurrence over the cards",
    .bound = "O(cards x states x holders), states = product of (wanted cards + 1) x 2^(open ANY facts + 1)",
    .domain = "few open ANY facts: at most 12, and at most 2^21 states and 16 for each set of open cards",
    .claim = CLAIM_EXACT,
    .detail = DETAIL_COUNTS,
    .refuses = refuses,
    .solve = solve,
};
