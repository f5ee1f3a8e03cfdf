/* Planted bugs of Clue are readings: a game is copied, its facts are changed as somebody misunderstands them,
 * and the right variant `pruned` answers what it is then asked. */
#ifndef ASSAY_PLANTED_CLUELESS_H
#define ASSAY_PLANTED_CLUELESS_H

#include <string.h>

#include "core/clueless/clueless.h"

extern const struct variant clueless_pruned, clueless_rules;

/* The game as it is read, with its own list of facts. */
struct reading {
    struct clueless_instance game;
    struct clueless_fact *facts;
};

static inline bool read_game(const void *instance, struct reading *reading, struct arena *arena)
{
    reading->game = *(const struct clueless_instance *)instance;
    reading->facts = arena_alloc(arena, reading->game.fact_count, sizeof *reading->facts);
    if (!reading->facts)
        return false;
    if (reading->game.fact_count)
        memcpy(reading->facts, reading->game.facts, reading->game.fact_count * sizeof *reading->facts);
    reading->game.facts = reading->facts;
    return true;
}

static inline const struct clueless_statement *said_in(const struct reading *reading,
                                                       const struct clueless_fact *fact)
{
    return &reading->game.statements[fact->statement];
}

/* Keeps the facts for which `keep` says so. */
static inline void filter(struct reading *reading,
                          bool (*keep)(const struct reading *reading, const struct clueless_fact *fact))
{
    size_t kept = 0;

    for (size_t i = 0; i < reading->game.fact_count; i++)
        if (keep(reading, &reading->facts[i]))
            reading->facts[kept++] = reading->facts[i];
    reading->game.fact_count = kept;
}

static inline enum outcome solve_rightly(const struct reading *reading, struct work *work, void *answer)
{
    return clueless_pruned.solve(NULL, &reading->game, work, answer);
}

#endif
