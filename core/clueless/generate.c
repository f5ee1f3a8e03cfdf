/* Whole played games: a true deal, then turns whose answers follow from it, seen by one player or by a
 * spectator. Every class but `none` says only what is true in the deal, so the deal is never excluded. */
#include "draft.h"

#include <string.h>

enum input_class_number { UNIFORM, BOUNDARY, THRESHOLD, HARD, NONE, MANY, ONE };

const struct input_class clueless_classes[] = {
    [UNIFORM] = {"uniform", "a played game, two to six players, half of the answers seen"},
    [BOUNDARY] = {"boundary", "ten players, two, empty hands, no table, all hand sizes unknown"},
    [THRESHOLD] = {"threshold", "three to nine answers that were not seen, about what closed_form affords"},
    [HARD] = {"hard", "answers that were never seen: many open ANY facts"},
    [NONE] = {"none", "a statement that contradicts another one"},
    [MANY] = {"many", "the envelope is not determined: what is said is true of two deals"},
    [ONE] = {"one", "the envelope is determined"},
    {NULL, NULL},
};

struct play {
    struct rng *rng;
    struct clueless_draft draft;
    struct clueless_instance *game; /* of the draft */
    uint8_t *holder;                /* the true deal */
    uint64_t held[CLUELESS_HOLDERS_MAX];
    enum input_class_number class;
    unsigned rounds;
    unsigned unseen; /* answers that are still to be unseen, in THRESHOLD */
    unsigned secret; /* MANY: the player whose hand nothing is said about */
    bool every;      /* every holder shows */
};

static unsigned below(struct play *play, unsigned bound)
{
    return (unsigned)rng_below(play->rng, bound);
}

static unsigned between(struct play *play, unsigned low, unsigned high)
{
    return (unsigned)rng_between(play->rng, low, high);
}

static uint64_t hand_of(const struct play *play, unsigned holder)
{
    return play->held[holder];
}

static unsigned pick(struct play *play, uint64_t cards)
{
    for (unsigned skip = below(play, clueless_size_of(cards)); skip; skip--)
        cards &= cards - 1;
    return clueless_lowest(cards);
}

/* One card of each category, `wanted` among them unless it is NOBODY, in any order. */
static void draw_triple(struct play *play, unsigned wanted, uint8_t triple[CLUELESS_CATEGORIES])
{
    unsigned turn = below(play, CLUELESS_CATEGORIES);

    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++) {
        unsigned category = (i + turn) % CLUELESS_CATEGORIES;

        triple[i] = (uint8_t)(play->game->first[category] +
                              below(play, play->game->first[category + 1] - play->game->first[category]));
        if (wanted != CLUELESS_NOBODY && clueless_category_of(play->game, wanted) == category)
            triple[i] = (uint8_t)wanted;
    }
}

static unsigned envelope_card(const struct play *play, unsigned category)
{
    return clueless_lowest(hand_of(play, clueless_envelope(play->game)) &
                           clueless_category(play->game, category));
}

static unsigned other_than(struct play *play, unsigned player)
{
    return (player + between(play, 1, play->game->player_count - 1U)) % play->game->player_count;
}

/* ---- the box */

static unsigned draw_player_count(struct play *play, unsigned outside)
{
    unsigned count = between(play, 2, outside < 6 ? outside : 6);

    if (play->class == BOUNDARY && below(play, 2))
        return below(play, 2) ? CLUELESS_PLAYERS_MOST : CLUELESS_PLAYERS_LEAST;
    /* The contest's form says in one turn for each other player that the envelope's cards are not his. */
    if (play->class == ONE && count > play->rounds + 1)
        count = play->rounds ? play->rounds + 1 : CLUELESS_PLAYERS_LEAST;
    return count;
}

/* Classes that are only possible by what lies open when there are no turns. */
static bool is_open_game(struct play *play)
{
    return ((play->class == ONE || play->class == NONE) && !play->rounds) ||
           (play->class == BOUNDARY && rng_one_in(play->rng, 6));
}

/* Hand sizes: in the contest's form all the same; in a log uneven, and some unknown. Returns the number of
 * open cards. */
static unsigned draw_sizes(struct play *play, unsigned outside)
{
    struct clueless_instance *game = play->game;
    unsigned count = game->player_count, most = outside / count, size, left;

    if (is_open_game(play))
        return outside;
    size = most && rng_one_in(play->rng, 3) ? between(play, 1, most) : most;
    for (unsigned i = 0; i < count; i++)
        game->sizes[i] = (int8_t)size;
    left = outside - size * count;
    if (game->format == CLUELESS_CONTEST || size != most)
        return left;
    if (rng_one_in(play->rng, 4))
        for (unsigned i = 0; i < count; i++) {
            unsigned from = below(play, count), to = below(play, count);
            int8_t moved = (int8_t)below(play, (unsigned)game->sizes[from] + 1);

            game->sizes[from] = (int8_t)(game->sizes[from] - moved);
            game->sizes[to] = (int8_t)(game->sizes[to] + moved);
        }
    if (below(play, 2))
        return left;
    for (unsigned i = 0; i < left; i++)
        game->sizes[i]++;
    return 0;
}

static void draw_categories(struct play *play, unsigned size)
{
    struct clueless_instance *game = play->game;
    unsigned whole = below(play, CLUELESS_CATEGORIES), least = size >= 4 ? size - 2 : 2;

    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++) {
        bool full = game->format == CLUELESS_CONTEST || i == whole || below(play, 2);

        game->first[i + 1] = (uint8_t)(game->first[i] + (full ? size : between(play, least, size)));
    }
}

/* The deal: the envelope, then the hands, then the table. Without turns NONE wants a category without a card
 * for the envelope: it swaps the envelope's first card for one of the second category. */
static void deal(struct play *play)
{
    struct clueless_instance *game = play->game;
    uint32_t order[CLUELESS_CARDS_MAX];
    unsigned count = 0, next = 0;

    memset(play->holder, (int)clueless_table(game), CLUELESS_CARDS_MAX);
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++)
        play->holder[game->first[i] + below(play, game->first[i + 1] - (unsigned)game->first[i])] =
            (uint8_t)clueless_envelope(game);
    for (unsigned card = 0; card < clueless_card_count(game); card++)
        if (play->holder[card] != clueless_envelope(game))
            order[count++] = card;
    rng_shuffle(play->rng, order, count);
    for (unsigned i = 0; i < game->player_count; i++)
        for (int j = 0; j < game->sizes[i]; j++)
            play->holder[order[next++]] = (uint8_t)i;
    for (unsigned card = 0; card < clueless_card_count(game); card++)
        play->held[play->holder[card]] |= clueless_card(card);
    if (play->class == NONE && !play->rounds) {
        uint64_t open = hand_of(play, clueless_table(game)) & clueless_category(game, 1);
        uint64_t swapped = (open & -open) | clueless_card(envelope_card(play, 0));

        play->held[clueless_table(game)] ^= swapped;
        play->held[clueless_envelope(game)] ^= swapped;
    }
}

static void draw_box(struct play *play, unsigned size)
{
    struct clueless_instance *game = play->game;
    unsigned outside;
    bool spectator;

    draw_categories(play, size);
    outside = clueless_card_count(game) - CLUELESS_CATEGORIES;
    game->player_count = (uint8_t)draw_player_count(play, outside);
    draw_sizes(play, outside);
    deal(play);
    /* The secret hand is not empty, so it may have a card of the envelope's instead. */
    play->secret = below(play, game->player_count);
    while (play->class == MANY && !game->sizes[play->secret])
        play->secret = (play->secret + 1) % game->player_count;
    spectator = game->format == CLUELESS_LOG && play->class != NONE &&
                (play->class != ONE || play->rounds >= 2) &&
                (play->class == HARD || rng_one_in(play->rng, 3));
    if (!spectator)
        game->me = (uint8_t)other_than(play, play->secret);
    while (play->class == NONE && play->rounds && !game->sizes[game->me])
        game->me = (uint8_t)((game->me + 1) % game->player_count);
    memcpy(game->stated, game->sizes, sizeof game->stated);
    if (game->format == CLUELESS_LOG &&
        (play->class == BOUNDARY ? below(play, 2) == 0 : rng_one_in(play->rng, 4)))
        for (unsigned i = 0; i < game->player_count; i++)
            if (play->class == BOUNDARY || below(play, 2))
                game->stated[i] = CLUELESS_UNKNOWN;
}

static void say_list(struct play *play, enum clueless_verb verb, unsigned who)
{
    struct clueless_statement statement = clueless_statement_of(verb);
    uint8_t cards[CLUELESS_CARDS_MAX];

    for (uint64_t hand = hand_of(play, verb == CLUELESS_HAND ? who : clueless_table(play->game)); hand;
         hand &= hand - 1)
        cards[statement.card_count++] = (uint8_t)clueless_lowest(hand);
    statement.cards = cards;
    statement.who = (uint8_t)who;
    if (play->game->format == CLUELESS_CONTEST || verb == CLUELESS_HAND || statement.card_count)
        clueless_draft_add(&play->draft, statement);
}

/* ---- turns */

/* May the next answer that shows a card be seen? */
static bool is_seen(struct play *play)
{
    if (play->class == HARD)
        return false;
    if (play->class != THRESHOLD)
        return below(play, 2);
    if (!play->unseen)
        return true;
    play->unseen--;
    return false;
}

/* The player asked answers for himself. */
static void ask(struct play *play, unsigned who, const uint8_t triple[CLUELESS_CATEGORIES])
{
    struct clueless_statement turn = clueless_statement_of(CLUELESS_ASK_SHOWN);
    uint64_t shown = hand_of(play, who) & clueless_set_of(triple, CLUELESS_CATEGORIES);

    turn.cards = triple;
    turn.card_count = CLUELESS_CATEGORIES;
    turn.who = (uint8_t)who;
    if (!shown)
        turn.verb = CLUELESS_ASK_NONE;
    else if (is_seen(play))
        turn.shown = (uint8_t)pick(play, shown);
    clueless_draft_add(&play->draft, turn);
}

/* The other players answer in seat order. */
static void suggest(struct play *play, unsigned who, const uint8_t triple[CLUELESS_CATEGORIES])
{
    struct clueless_statement turn =
        clueless_statement_of(play->every ? CLUELESS_SUGGEST_EVERY : CLUELESS_SUGGEST_SHOWN);
    uint64_t cards = clueless_set_of(triple, CLUELESS_CATEGORIES);
    uint8_t others[CLUELESS_PLAYERS_MOST];

    turn.cards = triple;
    turn.card_count = CLUELESS_CATEGORIES;
    turn.who = (uint8_t)who;
    for (unsigned i = 1; i < play->game->player_count; i++)
        if (hand_of(play, (who + i) % play->game->player_count) & cards)
            others[turn.other_count++] = (uint8_t)((who + i) % play->game->player_count);
    if (!turn.other_count) {
        turn.verb = CLUELESS_SUGGEST_NONE;
    } else if (play->every) {
        turn.others = others;
    } else {
        turn.shower = others[0];
        turn.other_count = 0;
        if ((who == play->game->me || turn.shower == play->game->me || play->class == THRESHOLD) &&
            is_seen(play))
            turn.shown = (uint8_t)pick(play, hand_of(play, turn.shower) & cards);
    }
    clueless_draft_add(&play->draft, turn);
}

/* Something else that is known, or an accusation that failed. */
static void say_aside(struct play *play)
{
    struct clueless_statement statement = clueless_statement_of(CLUELESS_SAY_HAS);
    uint8_t triple[CLUELESS_CATEGORIES];
    unsigned who = below(play, play->game->player_count);

    draw_triple(play, CLUELESS_NOBODY, triple);
    statement.cards = triple;
    statement.card_count = 1;
    if (below(play, 2) &&
        (clueless_set_of(triple, CLUELESS_CATEGORIES) & ~hand_of(play, clueless_envelope(play->game)))) {
        statement.verb = CLUELESS_ACCUSE_WRONG;
        statement.card_count = CLUELESS_CATEGORIES;
    } else if (play->holder[triple[0]] != who) {
        statement.verb = CLUELESS_SAY_LACKS;
        if (rng_one_in(play->rng, 4) && play->holder[triple[0]] != clueless_envelope(play->game))
            who = clueless_envelope(play->game);
    }
    statement.who = (uint8_t)who;
    clueless_draft_add(&play->draft, statement);
}

static void take_turn(struct play *play, unsigned turn)
{
    uint8_t triple[CLUELESS_CATEGORIES];
    unsigned who = below(play, play->game->player_count), wanted = CLUELESS_NOBODY;
    bool is_log = play->game->format == CLUELESS_LOG;

    if (play->class == MANY)
        who = is_log ? play->secret : other_than(play, play->secret);
    else if (is_log && below(play, 8))
        who = turn % play->game->player_count;
    /* Where answers matter more than passes, ask for a card that the player asked has. */
    if (play->class == HARD || (play->class == THRESHOLD && play->unseen)) {
        uint64_t hand = hand_of(play, is_log ? (who + 1) % play->game->player_count : who);

        if (hand)
            wanted = pick(play, hand);
    }
    draw_triple(play, wanted, triple);
    if (is_log && play->class != MANY && rng_one_in(play->rng, 12))
        say_aside(play);
    else if (is_log)
        suggest(play, who, triple);
    else
        ask(play, who, triple);
}

/* ONE: nobody has the envelope's cards, said in as few turns as there are. */
static unsigned reveal(struct play *play)
{
    uint8_t triple[CLUELESS_CATEGORIES];
    unsigned turns = 0, me = play->game->me;

    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++)
        triple[i] = (uint8_t)envelope_card(play, i);
    if (!play->rounds)
        return 0;
    if (play->game->format == CLUELESS_LOG) {
        /* A spectator needs two, and has them. */
        if (me == CLUELESS_NOBODY)
            suggest(play, turns++, triple);
        suggest(play, me == CLUELESS_NOBODY ? turns : me, triple);
        return turns + 1;
    }
    for (unsigned i = 0; i < play->game->player_count; i++)
        if (i != me) {
            ask(play, i, triple);
            turns++;
        }
    return turns;
}

/* NONE: a card of my hand that another one has; or, with two turns and more, one that was seen and then
 * denied. */
static unsigned contradict(struct play *play)
{
    struct clueless_statement statement = clueless_statement_of(CLUELESS_SAY_HAS);
    uint8_t triple[CLUELESS_CATEGORIES];
    unsigned me = play->game->me, who = other_than(play, me);
    uint64_t mine = hand_of(play, me) | hand_of(play, clueless_table(play->game)), his = hand_of(play, who);
    bool twice = play->rounds > 1 && his && below(play, 2);

    if (!play->rounds)
        return 0;
    draw_triple(play, pick(play, twice ? his : mine), triple);
    if (play->game->format == CLUELESS_CONTEST) {
        statement.verb = CLUELESS_ASK_SHOWN;
        statement.shown =
            (uint8_t)pick(play, (twice ? his : mine) & clueless_set_of(triple, CLUELESS_CATEGORIES));
        statement.card_count = CLUELESS_CATEGORIES;
    } else {
        triple[0] = (uint8_t)pick(play, (twice ? his : mine) & clueless_set_of(triple, CLUELESS_CATEGORIES));
        statement.card_count = 1;
    }
    statement.cards = triple;
    statement.who = (uint8_t)who;
    clueless_draft_add(&play->draft, statement);
    if (!twice)
        return 1;
    statement.shown = CLUELESS_NOBODY;
    statement.verb = statement.verb == CLUELESS_SAY_HAS ? CLUELESS_SAY_LACKS : CLUELESS_ASK_NONE;
    clueless_draft_add(&play->draft, statement);
    return 2;
}

/* The turns in any order: what is said first is not always what matters. */
static void shuffle_turns(struct play *play, size_t from)
{
    for (size_t i = play->game->statement_count; i > from + 1; i--) {
        size_t j = from + (size_t)rng_below(play->rng, i - from);
        struct clueless_statement swapped = play->draft.statements[i - 1];

        play->draft.statements[i - 1] = play->draft.statements[j];
        play->draft.statements[j] = swapped;
    }
}

static void play_turns(struct play *play)
{
    size_t from = play->game->statement_count;
    unsigned turns = 0;

    play->every = rng_one_in(play->rng, 8);
    play->unseen = between(play, 3, 9);
    if (play->class == ONE)
        turns = reveal(play);
    if (play->class == NONE)
        turns = contradict(play);
    for (unsigned i = turns; i < play->rounds; i++)
        take_turn(play, i);
    if (turns)
        shuffle_turns(play, from);
}

const void *clueless_generate_deal(struct rng *rng, const struct recipe *recipe, struct arena *arena,
                                   struct error *error, uint8_t holder[CLUELESS_CARDS_MAX])
{
    struct play play = {.rng = rng,
                        .holder = holder,
                        .class = (enum input_class_number)recipe->input_class,
                        .rounds = (unsigned)recipe->rounds};
    const void *game;

    if (!clueless_draft_start(&play.draft, arena, play.rounds + 4,
                              (play.rounds + 4) * (CLUELESS_CATEGORIES + CLUELESS_PLAYERS_MOST) +
                                  2 * CLUELESS_CARDS_MAX)) {
        error_out_of_memory(error);
        return NULL;
    }
    play.game = play.draft.game;
    play.game->format = (uint8_t)recipe->format;
    draw_box(&play, (unsigned)recipe->size);
    if (play.game->me != CLUELESS_NOBODY)
        say_list(&play, CLUELESS_HAND, play.game->me);
    say_list(&play, CLUELESS_TABLE, CLUELESS_NOBODY);
    play_turns(&play);
    game = clueless_draft_names(&play.draft) ? clueless_draft_finish(&play.draft) : NULL;
    if (!game)
        error_out_of_memory(error);
    return game;
}

const void *clueless_generate(struct rng *rng, const struct recipe *recipe, struct arena *arena,
                              struct error *error)
{
    uint8_t holder[CLUELESS_CARDS_MAX];

    return clueless_generate_deal(rng, recipe, arena, error, holder);
}
