/* What the files of this folder share, but for the variants, which see meltdown.h alone. */
#ifndef ASSAY_MELTDOWN_INTERNAL_H
#define ASSAY_MELTDOWN_INTERNAL_H

#include "meltdown.h"

/* The set of all players of a ring of `count`; count <= 64. */
static inline uint64_t meltdown_everyone(uint32_t count)
{
    return UINT64_MAX >> (MELTDOWN_PLAYERS_MAX - count);
}

/* Is it true of these cards? */
static inline bool meltdown_holds(const struct meltdown_statement *statement, uint64_t cards)
{
    return ((statement->value ? cards : ~cards) & statement->players) != 0;
}

/* An instance whose rounds, all without statements, are the caller's to fill in; NULL without memory. */
struct meltdown_instance *meltdown_make(uint32_t players, uint32_t rounds, uint64_t cards,
                                        struct meltdown_round **filled, struct arena *arena);

/* A copy whose rounds are the caller's to change; the statements are shared. */
struct meltdown_instance *meltdown_copy(const struct meltdown_instance *game, struct meltdown_round **filled,
                                        struct arena *arena);

bool meltdown_parse(const void *bytes, size_t size, struct arena *arena, struct cases *cases,
                    struct error *error);

void meltdown_format(const struct cases *cases, struct text *text);
void meltdown_print(const void *instance, const struct result *result, size_t number, enum detail detail,
                    struct text *text);
bool meltdown_explain(const void *instance, enum outcome outcome, const struct variant *variant,
                      void *context, struct arena *arena, struct text *text);

extern const struct input_class meltdown_classes[];
const void *meltdown_generate(struct rng *rng, const struct recipe *recipe, struct arena *arena,
                              struct error *error);

extern const struct space meltdown_spaces[];
extern const struct invariant meltdown_invariants[];
const void *meltdown_shrink(const void *instance, size_t step, struct arena *arena);
const char *meltdown_check(const void *instance, const void *answer);

#endif
