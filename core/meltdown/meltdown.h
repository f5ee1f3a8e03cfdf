/* The instance and the answer of meltdown: what the parser makes and the variants read.
 *
 * Players sit in a ring, numbered from 0; bit i of a set of players is player i, and bit i of a world is the
 * card that player i holds in it. A player does not see the cards of his two neighbours, all others he does.
 */
#ifndef ASSAY_MELTDOWN_H
#define ASSAY_MELTDOWN_H

#include <stdint.h>

#include "../puzzle.h"

enum {
    MELTDOWN_PLAYERS_MIN = 3,
    MELTDOWN_PLAYERS_MAX = 64,
    MELTDOWN_ROUNDS_MAX = 1000,
    MELTDOWN_STATEMENTS_MAX = 1000 /* in one round */
};

/* At least one of `players` holds the card `value`. The order in which a file names them says nothing and is
 * not kept. */
struct meltdown_statement {
    uint64_t players; /* not empty, only players of the ring */
    uint64_t value;   /* 0 or 1 */
};

struct meltdown_round {
    const struct meltdown_statement *statements;
    size_t count; /* 0 .. MELTDOWN_STATEMENTS_MAX */
};

struct meltdown_instance {
    uint32_t player_count; /* MELTDOWN_PLAYERS_MIN .. MELTDOWN_PLAYERS_MAX */
    uint32_t round_count;  /* 0 .. MELTDOWN_ROUNDS_MAX */
    uint64_t cards;        /* the real world; every statement is true of it, so no game contradicts itself */
    const struct meltdown_round *rounds;
};

struct meltdown_answer {
    int16_t rounds[MELTDOWN_PLAYERS_MAX]; /* from 1; -1: never; 0 past the last player */
};

/* The walk "living worlds": the counter `worlds` adds, for each round up to the one in which the last player
 * announces, the worlds that live at that round's end. Rounds after that one add nothing. A variant that sees
 * that a round cannot differ from the one before adds the same number again without looking. */

#endif
