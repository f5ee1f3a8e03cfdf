/* clueless bitmask: hands as bit masks, joined player by player over the masks of cards used.
 *
 * The open cards, those that HAS, LACKS and the table leave more than one holder, get a bit each. A player's
 * hands are the masks of his size that keep his facts, as one bit set over all masks, built 64 at a time.
 * Forwards: `before[j][used]` counts the ways in which the envelope and the players before j use exactly
 * these cards; backwards: `onwards[rest]` those in which the players from j on do. Their product for a set
 * and its complement is the number of deals through it, and a card is player j's in as many deals as use it
 * before j + 1 less those that use it before j, so all cells come at once.
 *
 * One join makes both: to[A | B] += from[A] * hands[B] over disjoint A and B. Few sets and hands are joined
 * pair by pair. Many are joined by sums over subsets: the sums multiply pointwise, and of the product's sets
 * those whose size is the sum of the two sizes are disjoint unions, so each size is kept apart (one size
 * each where all hand sizes are known).
 *
 * Bound: O(players x open x 2^open) with known sizes, a factor of `open` more without; memory 2^open words
 * for each player.
 * Domain: at most 21 open cards, or 18 where a hand size is unknown; no count passes 11^18 or 21! over the
 * hands' factorials, so 64 bits are enough (sums wrap on the way, which cancels).
 * A step of the work limit is 64 words or pairs.
 * Source: Bjorklund, Husfeldt, Kaski and Koivisto, "Fourier meets Moebius: fast subset convolution" (2007).
 * Rejected: enumerating the subsets of the cards left, 3^open of them, 16 s for three hands of six cards. */
#include "clueless.h"

#include <string.h>

enum { OPEN_MAX = 21, OPEN_MAX_UNKNOWN = 18, BLOCK_BITS = 6, BLOCK = 64 };

struct table {
    const struct clueless_instance *game;
    struct work *work;
    unsigned players;
    uint64_t can[CLUELESS_HOLDERS_MAX];    /* what the facts leave to each holder, by card */
    uint64_t closed[CLUELESS_HOLDERS_MAX]; /* what they give him */
    uint64_t open;
    unsigned open_count;
    unsigned blocks;                         /* of 64 masks */
    size_t masks;                            /* 64 * blocks */
    uint64_t *before[CLUELESS_PLAYERS_MOST]; /* ways by player and used cards */
    uint64_t *hands[CLUELESS_PLAYERS_MOST];  /* bit sets; NULL where the only hand is the empty one */
    uint64_t subsets[CLUELESS_PLAYERS_MOST]; /* where all sets of these cards are hands; else 0 */
    uint64_t *sums[OPEN_MAX + 1];            /* scratch, made when it is needed: of sets by their size, */
    uint64_t *products[OPEN_MAX + 1];        /* of the sets that they are joined to, */
    uint64_t *hand_sums;                     /* of hands of one size */
    uint32_t *used;                          /* room for a list of masks */
    uint64_t used_counts[CLUELESS_PLAYERS_MOST][OPEN_MAX]; /* deals that use the card before player j */
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
    static const uint64_t sets[BLOCK_BITS + 1] = {0x0000000000000001, 0x0000000100010116, 0x0001011601161668,
                                                  0x0116166816686880, 0x1668688068808000, 0x6880800080000000,
                                                  0x8000000000000000};

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

/* The bit set of the player's hands, of `need` cards where that is known. False without memory. */
static bool list_hands(struct table *table, unsigned player, unsigned need, bool is_known)
{
    uint64_t can = to_mask(table, table->can[player]), low = ~with_some(~can % BLOCK);
    uint64_t *hands = arena_zalloc(table->work->arena, table->blocks, sizeof *hands);

    table->hands[player] = hands;
    if (!hands)
        return false;
    for (uint64_t block = 0; block < table->blocks; block++) {
        unsigned high = clueless_size_of(block);

        /* Where the block alone has too many, need - high is no size. */
        if (!(block & ~(can / BLOCK)))
            hands[block] = is_known ? low & of_size(need - high) : low;
    }
    table->subsets[player] = is_known ? 0 : can;
    COUNT(table->work->counters, words, table->blocks);
    return true;
}

/* Keeps the hands that meet the player's ANY facts. `seen` is a bit set of those already dealt with. */
static void filter_hands(struct table *table, unsigned player, uint64_t *seen)
{
    const struct clueless_instance *game = table->game;

    memset(seen, 0, table->blocks * sizeof *seen);
    for (size_t i = 0; i < game->fact_count; i++) {
        const struct clueless_fact *fact = &game->facts[i];
        uint64_t mask = to_mask(table, fact->cards & table->can[player]);

        if (fact->kind != CLUELESS_ANY || fact->holder != player || (fact->cards & table->closed[player]) ||
            (seen[mask / BLOCK] >> (mask % BLOCK) & 1))
            continue;
        seen[mask / BLOCK] |= (uint64_t)1 << (mask % BLOCK);
        table->subsets[player] = 0;
        keep_any(table, table->hands[player], mask);
        COUNT(table->work->counters, words, table->blocks);
    }
}

/* Facts met by nothing, hands of more closed cards than their size: hands that are all empty sets. */
static enum outcome list_all_hands(struct table *table)
{
    const struct clueless_instance *game = table->game;
    uint64_t *seen = arena_alloc(table->work->arena, table->blocks, sizeof *seen);

    if (!seen)
        return OUTCOME_NO_MEMORY;
    for (unsigned i = 0; i < table->players; i++) {
        unsigned closed = clueless_size_of(table->closed[i]);
        bool is_known = game->sizes[i] != CLUELESS_UNKNOWN;

        if (is_known && closed > (unsigned)game->sizes[i])
            return OUTCOME_CONTRADICTION;
        if (!list_hands(table, i, (unsigned)game->sizes[i] - closed, is_known))
            return OUTCOME_NO_MEMORY;
        filter_hands(table, i, seen);
        /* Nothing to join where the hand is known. */
        if (table->hands[i][0] == 1 && is_known)
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
        table->before[0][to_mask(table, envelope)] += !is_wrong(game, envelope);
    } else {
        closed = table->closed[holder] & clueless_category(game, category);
        choices = closed ? closed : table->can[holder] & clueless_category(game, category);
        if (closed & (closed - 1))
            return;
        for (; choices; choices &= choices - 1)
            list_envelopes(table, category + 1, envelope | (choices & -choices));
    }
}

/* ---- joining */

/* values[T] becomes the sum over the subsets of T. Halves first, so that the work stays in the cache. */
static void sum_subsets(uint64_t *values, size_t count)
{
    size_t half = count / 2;

    if (count > BLOCK) {
        sum_subsets(values, half);
        sum_subsets(values + half, half);
        for (size_t i = 0; i < half; i++)
            values[half + i] += values[i];
        return;
    }
    for (half = 1; half < count; half *= 2)
        for (size_t i = half; i < count; i = (i + 1) | half)
            values[i] += values[i - half];
}

/* And back. */
static void unsum_subsets(uint64_t *values, size_t count)
{
    size_t half = count / 2;

    if (count > BLOCK) {
        for (size_t i = 0; i < half; i++)
            values[half + i] -= values[i];
        unsum_subsets(values, half);
        unsum_subsets(values + half, half);
        return;
    }
    for (half = 1; half < count; half *= 2)
        for (size_t i = half; i < count; i = (i + 1) | half)
            values[i] -= values[i - half];
}

/* Makes a scratch array where there is none yet, and fills it with zeros. False without memory. */
static bool clear(const struct table *table, uint64_t **scratch)
{
    if (!*scratch)
        *scratch = arena_alloc(table->work->arena, table->masks, sizeof **scratch);
    if (*scratch)
        memset(*scratch, 0, table->masks * sizeof **scratch);
    return *scratch;
}

/* The sums of those values, or of those hands, whose masks have `size` bits. False without memory. */
static bool sum_of_size(const struct table *table, uint64_t **scratch, const uint64_t *values,
                        const uint64_t *hands, unsigned size)
{
    uint64_t *sums;

    if (!clear(table, scratch))
        return false;
    sums = *scratch;
    for (size_t mask = 0; mask < table->masks; mask++)
        if (clueless_size_of(mask) == size)
            sums[mask] = hands ? hands[mask / BLOCK] >> (mask % BLOCK) & 1 : values[mask];
    sum_subsets(sums, table->masks);
    COUNT(table->work->counters, words, table->masks * table->open_count);
    return true;
}

/* The sizes of the masks in a bit set, as bits. */
static uint32_t sizes_of_hands(const struct table *table, const uint64_t *hands)
{
    uint32_t sizes = 0;

    for (unsigned block = 0; block < table->blocks; block++)
        for (unsigned i = 0; hands[block] && i <= BLOCK_BITS; i++)
            if (hands[block] & of_size(i))
                sizes |= 1U << (clueless_size_of(block) + i);
    return sizes;
}

/* to[T] = the sums' product of one size, taken apart again, on the masks of that size. */
static void keep_size(const struct table *table, uint64_t *product, unsigned size, uint64_t *to)
{
    unsum_subsets(product, table->masks);
    for (size_t mask = 0; mask < table->masks; mask++)
        if (clueless_size_of(mask) == size)
            to[mask] = product[mask];
    COUNT(table->work->counters, words, table->masks * table->open_count);
}

static enum outcome join_sums(struct table *table, const uint64_t *from, uint32_t from_sizes,
                              const uint64_t *hands, uint32_t hand_sizes, uint64_t *to)
{
    uint32_t to_sizes = 0;
    uint64_t transforms = clueless_size_of(from_sizes) * (1U + clueless_size_of(hand_sizes));

    if (!work_spend(table->work, transforms * table->open_count * table->blocks))
        return OUTCOME_LIMIT;
    for (uint32_t rest = from_sizes; rest; rest &= rest - 1) {
        unsigned size = clueless_lowest(rest);

        if (!sum_of_size(table, &table->sums[size], from, NULL, size))
            return OUTCOME_NO_MEMORY;
    }
    for (uint32_t hand = hand_sizes; hand; hand &= hand - 1) {
        if (!sum_of_size(table, &table->hand_sums, NULL, hands, clueless_lowest(hand)))
            return OUTCOME_NO_MEMORY;
        for (uint32_t rest = from_sizes; rest; rest &= rest - 1) {
            unsigned size = clueless_lowest(rest) + clueless_lowest(hand);
            const uint64_t *sums = table->sums[clueless_lowest(rest)];

            if (size > table->open_count)
                continue;
            if (!(to_sizes >> size & 1) && !clear(table, &table->products[size]))
                return OUTCOME_NO_MEMORY;
            to_sizes |= 1U << size;
            for (size_t mask = 0; mask < table->masks; mask++)
                table->products[size][mask] += sums[mask] * table->hand_sums[mask];
        }
    }
    for (; to_sizes; to_sizes &= to_sizes - 1)
        keep_size(table, table->products[clueless_lowest(to_sizes)], clueless_lowest(to_sizes), to);
    return OUTCOME_SOLVED;
}

static enum outcome join_pairs(const struct table *table, const uint64_t *from, size_t used_count,
                               const uint64_t *hands, uint64_t *to)
{
    for (unsigned block = 0; block < table->blocks; block++) {
        for (uint64_t rest = hands[block]; rest; rest &= rest - 1) {
            uint32_t hand = block * BLOCK + clueless_lowest(rest);

            if (!work_spend(table->work, used_count / BLOCK + 1))
                return OUTCOME_LIMIT;
            for (size_t i = 0; i < used_count; i++)
                if (!(table->used[i] & hand))
                    to[table->used[i] | hand] += from[table->used[i]];
            COUNT(table->work->counters, words, used_count);
        }
    }
    return OUTCOME_SOLVED;
}

/* With all sets of some cards as hands: a sum over subsets that stops at those cards. */
static enum outcome join_subsets(const struct table *table, const uint64_t *from, uint64_t cards,
                                 uint64_t *to)
{
    if (!work_spend(table->work, (uint64_t)clueless_size_of(cards) * table->blocks))
        return OUTCOME_LIMIT;
    memcpy(to, from, table->masks * sizeof *to);
    for (; cards; cards &= cards - 1) {
        size_t half = (size_t)(cards & -cards);

        for (size_t i = half; i < table->masks; i = (i + 1) | half)
            to[i] += to[i - half];
        COUNT(table->work->counters, words, table->masks);
    }
    return OUTCOME_SOLVED;
}

/* to = the join of `from` with a player's hands. */
static enum outcome join(struct table *table, unsigned player, const uint64_t *from, uint64_t *to)
{
    const uint64_t *hands = table->hands[player];
    uint32_t from_sizes = 0, hand_sizes;
    size_t used_count = 0, hand_count = 0, passes;

    if (table->subsets[player])
        return join_subsets(table, from, table->subsets[player], to);
    hand_sizes = sizes_of_hands(table, hands);
    memset(to, 0, table->masks * sizeof *to);
    for (size_t mask = 0; mask < table->masks; mask++) {
        if (from[mask]) {
            table->used[used_count++] = (uint32_t)mask;
            from_sizes |= 1U << clueless_size_of(mask);
        }
    }
    for (unsigned block = 0; block < table->blocks; block++)
        hand_count += clueless_size_of(hands[block]);
    /* Sums take `open` passes for each size going in and coming out; three passes cost about as much as a
     * look at pairs. */
    passes =
        (size_t)(clueless_size_of(from_sizes) + clueless_size_of(hand_sizes)) * 2 * (table->open_count + 1);
    if (used_count * hand_count <= table->masks * passes / 4)
        return join_pairs(table, from, used_count, hands, to);
    return join_sums(table, from, from_sizes, hands, hand_sizes, to);
}

/* Up to the last player, whose hand is what is left. */
static enum outcome join_forwards(struct table *table)
{
    for (unsigned i = 0; i + 1 < table->players; i++) {
        enum outcome outcome;

        table->before[i + 1] = table->before[i];
        if (!table->hands[i])
            continue;
        table->before[i + 1] = arena_alloc(table->work->arena, table->masks, sizeof(uint64_t));
        if (!table->before[i + 1])
            return OUTCOME_NO_MEMORY;
        outcome = join(table, i, table->before[i], table->before[i + 1]);
        if (outcome != OUTCOME_SOLVED)
            return outcome;
    }
    return OUTCOME_SOLVED;
}

/* In how many deals each open card is used before player j. */
static void count_used(struct table *table, unsigned j, const uint64_t *onwards)
{
    size_t all = ((size_t)1 << table->open_count) - 1;
    uint64_t deals = 0;

    for (size_t used = 0; used <= all; used++) {
        uint64_t through = table->before[j][used] * onwards[all - used];

        deals += through;
        for (uint64_t rest = used; through && rest; rest &= rest - 1)
            table->used_counts[j][clueless_lowest(rest)] += through;
    }
    table->deals = deals;
}

static enum outcome join_backwards(struct table *table)
{
    uint64_t *onwards = arena_zalloc(table->work->arena, table->masks, sizeof *onwards);
    uint64_t *longer = arena_alloc(table->work->arena, table->masks, sizeof *longer);

    if (!onwards || !longer)
        return OUTCOME_NO_MEMORY;
    onwards[0] = 1;
    for (unsigned i = table->players; i-- > 0;) {
        if (table->hands[i]) {
            uint64_t *swapped = onwards;
            enum outcome outcome = join(table, i, onwards, longer);

            if (outcome != OUTCOME_SOLVED)
                return outcome;
            onwards = longer;
            longer = swapped;
        }
        count_used(table, i, onwards);
        if (!table->deals)
            return OUTCOME_CONTRADICTION;
    }
    return OUTCOME_SOLVED;
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
    return (holder + 1 < table->players ? table->used_counts[holder + 1][bit] : table->deals) -
           table->used_counts[holder][bit];
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
    table.masks = (size_t)table.blocks * BLOCK;
    table.used = arena_alloc(work->arena, table.masks, sizeof *table.used);
    table.before[0] = arena_zalloc(work->arena, table.masks, sizeof *table.before[0]);
    if (!table.used || !table.before[0])
        return OUTCOME_NO_MEMORY;
    outcome = list_all_hands(&table);
    if (outcome != OUTCOME_SOLVED)
        return outcome;
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
    .bound = "O(players x open x 2^open) time, open^2 without known sizes; O(players x 2^open) memory",
    .domain = "at most 21 open cards, 18 where a hand size is unknown",
    .claim = CLAIM_EXACT,
    .detail = DETAIL_COUNTS,
    .refuses = refuses,
    .solve = solve,
};
