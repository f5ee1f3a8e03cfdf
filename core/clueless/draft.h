/* A game in the making, for the generator, the spaces, shrinking and the invariants. What is drafted shares
 * no memory with the game that it was copied from. */
#ifndef ASSAY_CLUELESS_DRAFT_H
#define ASSAY_CLUELESS_DRAFT_H

#include "internal.h"

struct clueless_draft {
    struct arena *arena;
    struct clueless_instance *game;
    struct clueless_statement *statements; /* game->statement_count of them are in use */
    uint8_t *bytes;                        /* for their lists */
};

/* Room for statements whose lists have `bytes` entries in all. The game is all zero. False without memory,
 * here and below. */
bool clueless_draft_start(struct clueless_draft *draft, struct arena *arena, size_t statements, size_t bytes);

/* The entries of all lists of the game's statements. */
size_t clueless_draft_bytes(const struct clueless_instance *game);

/* A draft like the game, with room for `extra` statements more, of at most CLUELESS_CARDS_MAX entries each.
 */
bool clueless_draft_copy(struct clueless_draft *draft, struct arena *arena,
                         const struct clueless_instance *game, size_t extra);

/* Names for cards and players, in a log: suspect01, weapon01, room01, player01 .. */
bool clueless_draft_names(struct clueless_draft *draft);
bool clueless_has_draft_names(const struct clueless_instance *game);

/* A statement without any lists: who, shower and shown are nobody. */
struct clueless_statement clueless_statement_of(enum clueless_verb verb);

/* Appends it with copies of its lists. */
void clueless_draft_add(struct clueless_draft *draft, struct clueless_statement statement);

/* The game with its facts; NULL without memory. */
const struct clueless_instance *clueless_draft_finish(struct clueless_draft *draft);

#endif
