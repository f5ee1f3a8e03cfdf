/* Lord Ned in the Game Room, and real games of Clue: what the parser makes and the variants read.
 *
 * Cards are numbered from 0 through the three categories, so a set of cards is one 64-bit mask. Holders are
 * numbered too: the players in seat order, then the table, then the envelope. A deal gives every card to one
 * holder: exactly the table's cards to the table, one of each category to the envelope, to each player as
 * many as his hand holds where that is known. It is consistent if every fact holds in it. Variants read the
 * box (categories, players, hand sizes, table) and the facts; the statements are there to print the game as
 * it was read and to name a fact. */
#ifndef ASSAY_CLUELESS_H
#define ASSAY_CLUELESS_H

#include <stdint.h>

#include "../puzzle.h"

enum {
    CLUELESS_CATEGORIES = 3,
    CLUELESS_CATEGORY_LEAST = 2,
    CLUELESS_CATEGORY_MOST = 20,
    CLUELESS_CARDS_MAX = CLUELESS_CATEGORIES * CLUELESS_CATEGORY_MOST,
    CLUELESS_PLAYERS_LEAST = 2,
    CLUELESS_PLAYERS_MOST = 10,
    CLUELESS_HOLDERS_MAX = CLUELESS_PLAYERS_MOST + 2,
    CLUELESS_TURNS_MAX = 1000000, /* in the contest's form; a log has no such limit */
    CLUELESS_NAME_MAX = 31,
    CLUELESS_UNKNOWN = -1, /* a hand size */
    CLUELESS_NOBODY = 255, /* no player, no card */
};

enum clueless_format { CLUELESS_CONTEST, CLUELESS_LOG };

enum clueless_kind {
    CLUELESS_HAS,     /* the holder has all of the cards */
    CLUELESS_LACKS,   /* the holder has none of them */
    CLUELESS_ANY,     /* the holder, a player, has at least one of them */
    CLUELESS_NOT_ALL, /* the envelope does not have all three, one of each category */
};

struct clueless_fact {
    uint64_t cards; /* not empty but for the HAS of an empty hand and the LACKS of a full one */
    uint8_t kind;
    uint8_t holder; /* a player or the envelope */
    uint32_t statement;
};

/* In the contest's form: a HAND, a TABLE, and then the turns, which are ASK_NONE and ASK_SHOWN. */
enum clueless_verb {
    CLUELESS_HAND,          /* who has the cards and no others */
    CLUELESS_TABLE,         /* the cards lie open */
    CLUELESS_ASK_NONE,      /* who has none of the cards */
    CLUELESS_ASK_SHOWN,     /* who has one of the cards, `shown` if it was seen */
    CLUELESS_SUGGEST_NONE,  /* all but who have none of the cards */
    CLUELESS_SUGGEST_SHOWN, /* those between who and shower have none, shower has one */
    CLUELESS_SUGGEST_EVERY, /* others have one each, all players but them and who have none */
    CLUELESS_SAY_HAS,
    CLUELESS_SAY_LACKS,
    CLUELESS_ACCUSE_WRONG,
    CLUELESS_ACCUSE_RIGHT,
};

struct clueless_statement {
    const uint8_t *cards;  /* in the order in which they were written */
    const uint8_t *others; /* of SUGGEST_EVERY */
    uint32_t line;         /* where it was read, 0 if nowhere */
    uint8_t card_count;
    uint8_t other_count;
    uint8_t verb;
    uint8_t who;    /* a player, or the envelope in SAY_HAS and SAY_LACKS; NOBODY in TABLE */
    uint8_t shower; /* of SUGGEST_SHOWN */
    uint8_t shown;  /* a card, or NOBODY where it was not seen */
};

struct clueless_name {
    char bytes[CLUELESS_NAME_MAX + 1]; /* zeros fill it up: two are compared whole */
};

struct clueless_instance {
    uint8_t format;
    uint8_t player_count;
    uint8_t first[CLUELESS_CATEGORIES + 1]; /* category c has the cards first[c] .. first[c + 1] - 1 */
    uint8_t me;                             /* a player, or NOBODY */
    int8_t stated[CLUELESS_PLAYERS_MOST];   /* the hand sizes as written */
    int8_t
        sizes[CLUELESS_PLAYERS_MOST]; /* as known, from a hand and from there being one unknown size only */
    uint64_t table;
    const struct clueless_name *cards; /* in the contest's form both are NULL: names are numbers from 1 */
    const struct clueless_name *players;
    const struct clueless_statement *statements;
    size_t statement_count;
    const struct clueless_fact *facts; /* in the order of the statements */
    size_t fact_count;
};

/* Not aligned to 16 as the plain type is: answers are copied as bytes to wherever there is room. */
typedef unsigned __int128 clueless_count __attribute__((aligned(8)));

/* The knowledge matrix as two masks of cards a holder: what he has in every consistent deal, and in none. A
 * holder number that the game does not use has zeros. */
struct clueless_answer {
    uint64_t counted; /* 1 where the rest holds numbers, else it is all zero */
    uint64_t yes[CLUELESS_HOLDERS_MAX];
    uint64_t no[CLUELESS_HOLDERS_MAX];
    clueless_count deals;
    clueless_count counts[]; /* deals in which the card is the holder's: [card * holders + holder] */
};

static inline unsigned clueless_card_count(const struct clueless_instance *game)
{
    return game->first[CLUELESS_CATEGORIES];
}

static inline uint64_t clueless_all_cards(const struct clueless_instance *game)
{
    return ((uint64_t)1 << clueless_card_count(game)) - 1;
}

static inline uint64_t clueless_category(const struct clueless_instance *game, unsigned category)
{
    return ((uint64_t)1 << game->first[category + 1]) - ((uint64_t)1 << game->first[category]);
}

static inline unsigned clueless_category_of(const struct clueless_instance *game, unsigned card)
{
    return (unsigned)(card >= game->first[1]) + (unsigned)(card >= game->first[2]);
}

static inline unsigned clueless_table(const struct clueless_instance *game)
{
    return game->player_count;
}

static inline unsigned clueless_envelope(const struct clueless_instance *game)
{
    return game->player_count + 1U;
}

static inline unsigned clueless_holder_count(const struct clueless_instance *game)
{
    return game->player_count + 2U;
}

static inline size_t clueless_answer_bytes(const struct clueless_instance *game)
{
    return sizeof(struct clueless_answer) +
           clueless_card_count(game) * clueless_holder_count(game) * sizeof(clueless_count);
}

static inline uint64_t clueless_card(unsigned card)
{
    return (uint64_t)1 << card;
}

static inline unsigned clueless_size_of(uint64_t cards)
{
    return (unsigned)__builtin_popcountll(cards);
}

/* Of a set that is not empty. */
static inline unsigned clueless_lowest(uint64_t cards)
{
    return (unsigned)__builtin_ctzll(cards);
}

#endif
