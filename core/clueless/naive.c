/* clueless naive: every deal.
 *
 * Deals the cards that no fact gives to a holder, one after the other, to every holder with room, and looks
 * at each whole deal: is every fact true in it? Then each of its cells counts one.
 *
 * Bound: O(deals x facts) time, O(cards) memory.
 * Domain: at most 2^17 deals (before facts other than HAS are looked at) and 2^27 facts in all of them, so
 * the counts fit in 64 bits.
 * A step is one card dealt.
 * Source: the definition. */
#include "clueless.h"

#include <string.h>

static const uint64_t deals_max = (uint64_t)1 << 17, looks_max = (uint64_t)1 << 27;

struct dealer {
    const struct clueless_instance *game;
    struct work *work;
    unsigned holders;
    unsigned card_count;
    unsigned room[CLUELESS_HOLDERS_MAX]; /* cards that each player can still take */
    unsigned envelope_room[CLUELESS_CATEGORIES];
    uint8_t given[CLUELESS_CARDS_MAX];  /* the holder by a HAS fact or the table, or NOBODY */
    uint8_t holder[CLUELESS_CARDS_MAX]; /* in the deal at hand */
    uint64_t held[CLUELESS_HOLDERS_MAX];
    uint64_t counts[CLUELESS_CARDS_MAX][CLUELESS_HOLDERS_MAX];
    uint64_t deals;
    unsigned need; /* places in hands of known size and in the envelope that must yet be filled */
};

/* The holders of the cards that are given. False where one is given to two. */
static bool find_given(const struct clueless_instance *game, uint8_t given[CLUELESS_CARDS_MAX])
{
    memset(given, CLUELESS_NOBODY, CLUELESS_CARDS_MAX);
    for (uint64_t rest = game->table; rest; rest &= rest - 1)
        given[clueless_lowest(rest)] = (uint8_t)clueless_table(game);
    for (size_t i = 0; i < game->fact_count; i++) {
        const struct clueless_fact *fact = &game->facts[i];

        if (fact->kind != CLUELESS_HAS)
            continue;
        for (uint64_t rest = fact->cards; rest; rest &= rest - 1) {
            unsigned card = clueless_lowest(rest);

            if (given[card] != CLUELESS_NOBODY && given[card] != fact->holder)
                return false;
            given[card] = fact->holder;
        }
    }
    return true;
}

/* Is it known how many cards the holder has? */
static bool is_known(const struct clueless_instance *game, unsigned holder)
{
    return holder >= game->player_count || game->sizes[holder] != CLUELESS_UNKNOWN;
}

static void start(struct dealer *dealer, const struct clueless_instance *game)
{
    dealer->game = game;
    dealer->holders = clueless_holder_count(game);
    dealer->card_count = clueless_card_count(game);
    dealer->need = CLUELESS_CATEGORIES + clueless_size_of(game->table);
    for (unsigned i = 0; i < game->player_count; i++) {
        dealer->room[i] = game->sizes[i] == CLUELESS_UNKNOWN ? CLUELESS_CARDS_MAX : (unsigned)game->sizes[i];
        dealer->need += is_known(game, i) ? dealer->room[i] : 0;
    }
    dealer->room[clueless_table(game)] = clueless_size_of(game->table);
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++)
        dealer->envelope_room[i] = 1;
}

static bool keeps(const struct dealer *dealer, const struct clueless_fact *fact)
{
    uint64_t held = dealer->held[fact->holder];

    switch ((enum clueless_kind)fact->kind) {
    case CLUELESS_HAS:
        return !(fact->cards & ~held);
    case CLUELESS_LACKS:
        return !(fact->cards & held);
    case CLUELESS_ANY:
        return fact->cards & held;
    case CLUELESS_NOT_ALL:
        break;
    }
    return fact->cards & ~held;
}

static void look(struct dealer *dealer)
{
    for (size_t i = 0; i < dealer->game->fact_count; i++)
        if (!keeps(dealer, &dealer->game->facts[i]))
            return;
    dealer->deals++;
    for (unsigned card = 0; card < dealer->card_count; card++)
        dealer->counts[card][dealer->holder[card]]++;
}

/* Can the cards from `card` on still fill what must be filled, and has the envelope what it can no longer
 * get? */
static bool is_dead(const struct dealer *dealer, unsigned card)
{
    if (dealer->card_count - card < dealer->need)
        return true;
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++)
        if (dealer->envelope_room[i] && card >= dealer->game->first[i + 1])
            return true;
    return false;
}

/* All deals of the cards from `card` on; false when the work limit is met. */
static bool deal(struct dealer *dealer, unsigned card)
{
    bool ok = true;

    if (!work_spend(dealer->work, 1))
        return false;
    COUNT(dealer->work->counters, nodes, 1);
    if (is_dead(dealer, card))
        return true;
    if (card == dealer->card_count) {
        look(dealer);
        return true;
    }
    for (unsigned i = 0; ok && i < dealer->holders; i++) {
        unsigned *room = i == clueless_envelope(dealer->game)
                             ? &dealer->envelope_room[clueless_category_of(dealer->game, card)]
                             : &dealer->room[i];
        unsigned known = is_known(dealer->game, i);

        if (!*room || (dealer->given[card] != CLUELESS_NOBODY ? dealer->given[card] != i
                                                              : i == clueless_table(dealer->game)))
            continue;
        *room -= 1;
        dealer->need -= known;
        dealer->holder[card] = (uint8_t)i;
        dealer->held[i] |= clueless_card(card);
        ok = deal(dealer, card + 1);
        dealer->held[i] &= ~clueless_card(card);
        dealer->need += known;
        *room += 1;
    }
    return ok;
}

/* Ways to deal `cards` cards into the open hands, up to a little over deals_max: a hand after the other, then,
 * where sizes are unknown, each card left to one of those. */
static uint64_t bound_hands(const struct clueless_instance *game, const unsigned *given, unsigned cards)
{
    uint64_t ways = 1;
    unsigned unknown = 0;

    for (unsigned i = 0; i < game->player_count; i++) {
        unsigned more, fewer;

        if (!is_known(game, i)) {
            unknown++;
            continue;
        }
        more = (unsigned)game->sizes[i] - given[i]; /* where he has too many, more than there are */
        if (more > cards)
            return 0;
        /* The binomial, factor by factor: each product is one itself, below 2^18 * 60. Of the cards taken and those left the
         * fewer, so that the products only grow. */
        fewer = more < cards - more ? more : cards - more;
        for (unsigned j = 0; j < fewer && ways <= deals_max; j++)
            ways = ways * (cards - j) / (j + 1);
        cards -= more;
    }
    while (unknown && cards-- && ways <= deals_max)
        ways *= unknown;
    return ways;
}

/* At least the number of deals, or, of at most 20^3 envelopes and what bound_hands says, more than deals_max; 0 only where there is none. */
static uint64_t bound_deals(const struct clueless_instance *game, const uint8_t given[CLUELESS_CARDS_MAX])
{
    unsigned counts[CLUELESS_HOLDERS_MAX] = {0}, open[CLUELESS_CATEGORIES] = {0},
             in_envelope[CLUELESS_CATEGORIES] = {0};
    unsigned cards = 0;
    uint64_t ways = 1;

    for (unsigned card = 0; card < clueless_card_count(game); card++) {
        unsigned category = clueless_category_of(game, card);

        if (given[card] == CLUELESS_NOBODY)
            open[category]++;
        else if (given[card] == clueless_envelope(game))
            in_envelope[category]++;
        else
            counts[given[card]]++;
    }
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++) {
        if (in_envelope[i] > 1)
            return 0;
        if (!in_envelope[i])
            ways *= open[i];
        cards += open[i] - (!in_envelope[i] && open[i]);
    }
    return ways * bound_hands(game, counts, cards); /* 20^3 * 2^18 * 60 at most */
}

static bool is_too_large(const struct clueless_instance *game, uint64_t bound)
{
    return bound > deals_max || bound > looks_max / (game->fact_count + 1);
}

static const char *refuses(const void *instance)
{
    uint8_t given[CLUELESS_CARDS_MAX];

    if (find_given(instance, given) && is_too_large(instance, bound_deals(instance, given)))
        return "more than 2^17 deals, or 2^27 facts in all of them";
    return NULL;
}

static void write_answer(const struct dealer *dealer, struct clueless_answer *answer)
{
    unsigned holders = dealer->holders;

    memset(answer, 0, clueless_answer_bytes(dealer->game));
    answer->counted = 1;
    answer->deals = dealer->deals;
    for (unsigned card = 0; card < dealer->card_count; card++) {
        for (unsigned i = 0; i < holders; i++) {
            answer->counts[card * holders + i] = dealer->counts[card][i];
            if (dealer->counts[card][i] == dealer->deals)
                answer->yes[i] |= clueless_card(card);
            if (!dealer->counts[card][i])
                answer->no[i] |= clueless_card(card);
        }
    }
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct dealer *dealer = arena_zalloc(work->arena, 1, sizeof *dealer);
    uint64_t bound;

    (void)context;
    if (!dealer)
        return OUTCOME_NO_MEMORY;
    if (!find_given(instance, dealer->given))
        return OUTCOME_CONTRADICTION;
    bound = bound_deals(instance, dealer->given);
    if (bound == 0)
        return OUTCOME_CONTRADICTION;
    if (is_too_large(instance, bound))
        return OUTCOME_UNSUPPORTED;
    start(dealer, instance);
    dealer->work = work;
    if (!deal(dealer, 0))
        return OUTCOME_LIMIT;
    if (!dealer->deals)
        return OUTCOME_CONTRADICTION;
    write_answer(dealer, answer);
    return OUTCOME_SOLVED;
}

extern const struct variant clueless_naive;
const struct variant clueless_naive = {
    .name = "naive",
    .summary = "every deal",
    .bound = "O(deals x facts) time, O(cards) memory",
    .domain = "at most 2^17 deals of the cards that no fact gives to a holder, and 2^27 facts in all of them",
    .claim = CLAIM_EXACT,
    .detail = DETAIL_COUNTS,
    .refuses = refuses,
    .solve = solve,
};
