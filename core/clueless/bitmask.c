/* clueless bitmask: hands as bit masks, joined player by player over the masks of cards used.
 *
 * The open cards, those that HAS, LACKS and the table leave more than one holder, get a bit each. A player's hands are the masks
 * of his size that keep his facts, as one bit set over all masks, built 64 at a time. Before the first player the cards used are
 * the envelope's; each player adds a hand of his; after the last one all cards are used. `ways[j][used]` counts the ways to come
 * to `used` before player j, a backward pass those to come from there to the end; their product is the number of deals through
 * it. A card is a player's in as many deals as use it after him less those that use it before him, so all cells come at once.
 *
 * Bound: O(players x 3^open) at worst; with known sizes about the number of pairs of used cards and hands. Memory 2^open words
 * for each player. Domain: at most 21 open cards, or 18 where a hand size is unknown; no count passes 11^18 or 21 factorial over
 * that of the hands, so 64 bits are enough. A step of the work limit is a pair of blocks of 64 masks.
 * Source: dynamic programming over subsets, after Bellman (1962) and Held and Karp (1962). Rejected: a list of used masks against
 * a list of hands, which tests many pairs that share a card; blocks of 64 skip them together. */
#include "clueless.h"

#include <string.h>

enum { OPEN_MAX = 21, OPEN_MAX_UNKNOWN = 18, BLOCK_BITS = 6, BLOCK = 64 };

struct table {
    const struct clueless_instance *game;
    struct work *work;
    unsigned players;
    uint64_t can[CLUELESS_HOLDERS_MAX]; /* what the facts leave to each holder, by card */
    uint64_t closed[CLUELESS_HOLDERS_MAX]; /* what they give him */
    uint64_t open;
    unsigned open_count;
    unsigned blocks; /* of 64 masks */
    uint64_t *ways[CLUELESS_PLAYERS_MOST + 1]; /* by player and used cards */
    uint64_t *hands[CLUELESS_PLAYERS_MOST];    /* bit sets; NULL where the only hand is the empty one */
    uint64_t used_counts[CLUELESS_PLAYERS_MOST + 1][OPEN_MAX];
    uint64_t deals;
};

/* Masks of six bits that have bit i, as bit sets. */
static const uint64_t with_bit[BLOCK_BITS] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                              0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};

/* What each holder can have and what he has for sure. False where a card is left with nobody, or with two. */
static bool close_cards(struct table *table)
{
    const struct clueless_instance *game = table->game;
    uint64_t once = 0, twice = 0, dealt = clueless_all_cards(game) & ~game->table;
    unsigned holders = clueless_holder_count(game);

    for (unsigned i = 0; i < holders; i++)
        table->can[i] = i == clueless_table(game) ? 0 : dealt;
    for (size_t i = 0; i < game->fact_count; i++) {
        const struct clueless_fact *fact = &game->facts[i];

        if (fact->kind == CLUELESS_LACKS)
            table->can[fact->holder] &= ~fact->cards;
        if (fact->kind != CLUELESS_HAS)
            continue;
        if (fact->cards & game->table)
            return false;
        for (unsigned j = 0; j < holders; j++)
            if (j != fact->holder)
                table->can[j] &= ~fact->cards;
    }
    for (unsigned i = 0; i < holders; i++) {
        twice |= once & table->can[i];
        once |= table->can[i];
    }
    for (unsigned i = 0; i < holders; i++)
        table->closed[i] = table->can[i] & ~twice;
    table->open = twice;
    table->open_count = clueless_size_of(twice);
    return once == dealt;
}

static bool is_too_large(const struct table *table)
{
    for (unsigned i = 0; i < table->game->player_count; i++)
        if (table->game->sizes[i] == CLUELESS_UNKNOWN)
            return table->open_count > OPEN_MAX_UNKNOWN;
    return table->open_count > OPEN_MAX;
}

/* The cards of a set that are open, by their bits in masks. */
static uint64_t to_mask(const struct table *table, uint64_t cards)
{
    uint64_t mask = 0;

    for (cards &= table->open; cards; cards &= cards - 1)
        mask |= (uint64_t)1 << clueless_size_of(table->open & ((cards & -cards) - 1));
    return mask;
}

/* ---- hands */

/* Masks of six bits with `size` ones; with a bit of `bits`; with none of them; as bit sets. */
static uint64_t of_size(unsigned size)
{
    static const uint64_t sets[BLOCK_BITS + 1] = {0x0000000000000001, 0x0000000100010116, 0x0001011601161668, 0x0116166816686880,
                                                  0x1668688068808000, 0x6880800080000000, 0x8000000000000000};

    return size > BLOCK_BITS ? 0 : sets[size];
}

static uint64_t with_some(uint64_t bits)
{
    uint64_t set = 0;

    for (unsigned i = 0; i < BLOCK_BITS; i++)
        if (bits >> i & 1)
            set |= with_bit[i];
    return set;
}

/* Keeps the hands that meet one fact: of the cards the player has one, or has closed ones already. */
static void keep_any(const struct table *table, uint64_t *hands, uint64_t mask)
{
    uint64_t low = with_some(mask % BLOCK);

    for (uint64_t block = 0; block < table->blocks; block++)
        if (!(block & mask / BLOCK))
            hands[block] &= low;
}

/* The bit set of the player's hands. False without memory. */
static bool list_hands(struct table *table, unsigned player, unsigned need, bool is_known)
{
    const struct clueless_instance *game = table->game;
    uint64_t can = to_mask(table, table->can[player]), low = ~with_some(~can % BLOCK);
    uint64_t *hands = arena_zalloc(table->work->arena, table->blocks, sizeof *hands);

    table->hands[player] = hands;
    if (!hands)
        return false;
    for (uint64_t block = 0; block < table->blocks; block++) {
        unsigned high = clueless_size_of(block);

        if (!(block & ~(can / BLOCK)) && (!is_known || high <= need))
            hands[block] = is_known ? low & of_size(need - high) : low;
    }
    for (size_t i = 0; i < game->fact_count; i++) {
        const struct clueless_fact *fact = &game->facts[i];

        if (fact->kind == CLUELESS_ANY && fact->holder == player && !(fact->cards & table->closed[player]))
            keep_any(table, hands, to_mask(table, fact->cards & table->can[player]));
    }
    COUNT(table->work->counters, words, table->blocks);
    return true;
}

/* Facts met by nothing, hands of more closed cards than their size: hands that are all empty sets. */
static enum outcome list_all_hands(struct table *table)
{
    const struct clueless_instance *game = table->game;

    for (unsigned i = 0; i < table->players; i++) {
        unsigned closed = clueless_size_of(table->closed[i]);
        bool is_known = game->sizes[i] != CLUELESS_UNKNOWN;

        if (is_known && closed > (unsigned)game->sizes[i])
            return OUTCOME_CONTRADICTION;
        if (!list_hands(table, i, is_known ? (unsigned)game->sizes[i] - closed : 0, is_known))
            return OUTCOME_NO_MEMORY;
        /* Nothing to join where the hand is known. */
        if (table->hands[i][0] == 1 && is_known && closed == (unsigned)game->sizes[i])
            table->hands[i] = NULL;
    }
    return OUTCOME_SOLVED;
}

/* ---- the envelope */

static bool is_wrong(const struct clueless_instance *game, uint64_t envelope)
{
    for (size_t i = 0; i < game->fact_count; i++)
        if (game->facts[i].kind == CLUELESS_NOT_ALL && game->facts[i].cards == envelope)
            return true;
    return false;
}

/* Every envelope as used cards: one card of each category, one that is closed or any open one. */
static void list_envelopes(const struct table *table, unsigned category, uint64_t envelope)
{
    const struct clueless_instance *game = table->game;
    unsigned holder = clueless_envelope(game);
    uint64_t closed, choices;

    if (category == CLUELESS_CATEGORIES) {
        if (!is_wrong(game, envelope))
            table->ways[0][to_mask(table, envelope)]++;
        return;
    }
    closed = table->closed[holder] & clueless_category(game, category);
    choices = closed ? closed : table->can[holder] & clueless_category(game, category);
    if (closed & (closed - 1))
        return;
    for (; choices; choices &= choices - 1)
        list_envelopes(table, category + 1, envelope | (choices & -choices));
}

/* ---- joining */

/* The blocks of `values` with a value that is not zero. */
static void find_alive(const struct table *table, const uint64_t *values, uint8_t *alive)
{
    for (uint64_t block = 0; block < table->blocks; block++) {
        uint64_t any = 0;

        for (unsigned i = 0; i < BLOCK; i++)
            any |= values[block * BLOCK + i];
        alive[block] = any != 0;
    }
}

/* More ways to use[ T | hand ] for every T without the hand's cards, within a block each; backwards, from there to T. */
static void join_blocks(const uint64_t *from, uint64_t *to, uint64_t hands, bool backwards)
{
    for (; hands; hands &= hands - 1) {
        unsigned hand = clueless_lowest(hands), rest = ~hand % BLOCK, used = rest;

        for (;; used = (used - 1) & rest) {
            if (backwards)
                to[used] += from[used | hand];
            else
                to[used | hand] += from[used];
            if (!used)
                break;
        }
    }
}

/* to = from with a hand of the player's added, or taken away backwards. `to` starts all zero. False when the limit is met. */
static bool join(const struct table *table, unsigned player, const uint64_t *from, uint64_t *to, const uint8_t *alive,
                 bool backwards)
{
    const uint64_t *hands = table->hands[player];

    for (uint64_t hand = 0; hand < table->blocks; hand++) {
        uint64_t rest = ~hand & (table->blocks - 1), used = rest;

        if (!hands[hand])
            continue;
        if (!work_spend(table->work, (uint64_t)1 << clueless_size_of(rest)))
            return false;
        for (;; used = (used - 1) & rest) {
            const uint64_t *source = from + (backwards ? used | hand : used) * BLOCK;
            uint64_t *target = to + (backwards ? used : used | hand) * BLOCK;

            if (alive[backwards ? used | hand : used]) {
                join_blocks(source, target, hands[hand], backwards);
                COUNT(table->work->counters, words, 2 * BLOCK);
            }
            if (!used)
                break;
        }
    }
    return true;
}

static enum outcome join_forwards(struct table *table)
{
    uint8_t *alive = arena_alloc(table->work->arena, table->blocks, 1);

    for (unsigned i = 0; alive && i < table->players; i++) {
        table->ways[i + 1] = table->ways[i];
        if (!table->hands[i])
            continue;
        table->ways[i + 1] = arena_zalloc(table->work->arena, table->blocks, BLOCK * sizeof **table->ways);
        if (!table->ways[i + 1])
            return OUTCOME_NO_MEMORY;
        find_alive(table, table->ways[i], alive);
        if (!join(table, i, table->ways[i], table->ways[i + 1], alive, false))
            return OUTCOME_LIMIT;
    }
    return alive ? OUTCOME_SOLVED : OUTCOME_NO_MEMORY;
}

/* In how many deals each open card is used before player j. */
static void count_used(struct table *table, unsigned j, const uint64_t *onwards)
{
    uint64_t deals = 0;

    for (uint64_t used = 0; used < (uint64_t)table->blocks * BLOCK; used++) {
        uint64_t through = table->ways[j][used] * onwards[used];

        deals += through;
        for (uint64_t rest = through ? used : 0; rest; rest &= rest - 1)
            table->used_counts[j][clueless_lowest(rest)] += through;
    }
    table->deals = deals;
}

static enum outcome join_backwards(struct table *table)
{
    size_t bytes = (size_t)table->blocks * BLOCK * sizeof(uint64_t);
    uint64_t *onwards = arena_zalloc(table->work->arena, 1, bytes), *before = arena_alloc(table->work->arena, 1, bytes);
    uint8_t *alive = arena_alloc(table->work->arena, table->blocks, 1);

    if (!onwards || !before || !alive)
        return OUTCOME_NO_MEMORY;
    onwards[((uint64_t)1 << table->open_count) - 1] = 1;
    count_used(table, table->players, onwards);
    for (unsigned i = table->players; i-- > 0 && table->deals;) {
        if (table->hands[i]) {
            uint64_t *swapped = onwards;

            memset(before, 0, bytes);
            find_alive(table, onwards, alive);
            if (!join(table, i, onwards, before, alive, true))
                return OUTCOME_LIMIT;
            onwards = before;
            before = swapped;
        }
        count_used(table, i, onwards);
    }
    return table->deals ? OUTCOME_SOLVED : OUTCOME_CONTRADICTION;
}

/* ---- the answer */

static uint64_t count_cell(const struct table *table, unsigned card, unsigned holder)
{
    unsigned bit = clueless_size_of(table->open & (clueless_card(card) - 1));

    if (holder == clueless_table(table->game))
        return table->game->table >> card & 1 ? table->deals : 0;
    if (!(table->open >> card & 1))
        return table->closed[holder] >> card & 1 ? table->deals : 0;
    if (holder == clueless_envelope(table->game))
        return table->used_counts[0][bit];
    return table->used_counts[holder + 1][bit] - table->used_counts[holder][bit];
}

static void write_answer(const struct table *table, struct clueless_answer *answer)
{
    unsigned holders = clueless_holder_count(table->game);

    memset(answer, 0, clueless_answer_bytes(table->game));
    answer->counted = 1;
    answer->deals = table->deals;
    for (unsigned card = 0; card < clueless_card_count(table->game); card++) {
        for (unsigned i = 0; i < holders; i++) {
            uint64_t count = count_cell(table, card, i);

            answer->counts[card * holders + i] = count;
            answer->yes[i] |= (uint64_t)(count == table->deals) << card;
            answer->no[i] |= (uint64_t)(count == 0) << card;
        }
    }
}

static const char *refuses(const void *instance)
{
    struct table table = {.game = instance};

    if (close_cards(&table) && is_too_large(&table))
        return "more than 21 open cards, or more than 18 and an unknown hand size";
    return NULL;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct table table = {.game = instance, .work = work};
    enum outcome outcome;

    (void)context;
    if (!close_cards(&table))
        return OUTCOME_CONTRADICTION;
    if (is_too_large(&table))
        return OUTCOME_UNSUPPORTED;
    table.players = table.game->player_count;
    table.blocks = table.open_count > BLOCK_BITS ? 1U << (table.open_count - BLOCK_BITS) : 1;
    outcome = list_all_hands(&table);
    if (outcome != OUTCOME_SOLVED)
        return outcome;
    table.ways[0] = arena_zalloc(work->arena, table.blocks, BLOCK * sizeof **table.ways);
    if (!table.ways[0])
        return OUTCOME_NO_MEMORY;
    list_envelopes(&table, 0, 0);
    outcome = join_forwards(&table);
    if (outcome == OUTCOME_SOLVED)
        outcome = join_backwards(&table);
    if (outcome == OUTCOME_SOLVED)
        write_answer(&table, answer);
    return outcome;
}

extern const struct variant clueless_bitmask;
const struct variant clueless_bitmask = {
    .name = "bitmask",
    .summary = "hands as bit masks, joined player by player over the masks of cards used",
    .bound = "O(players x 3^open cards) time at worst, O(players x 2^open cards) memory",
    .domain = "at most 21 open cards, 18 where a hand size is unknown",
    .claim = CLAIM_EXACT,
    .detail = DETAIL_COUNTS,
    .refuses = refuses,
    .solve = solve,
};
