/* What the files of this puzzle offer to puzzle.c and to each other. No variant includes it: what decides
 * anything here (does a clue fit?) is known to each variant for itself. */
#ifndef ASSAY_CHOCOLATE_PARTS_H
#define ASSAY_CHOCOLATE_PARTS_H

#include "chocolate.h"

/* parse.c */
bool chocolate_parse(const void *bytes, size_t size, struct arena *arena, struct cases *cases,
                     struct error *error);

/* print.c */
void chocolate_format(const struct cases *cases, struct text *text);
void chocolate_print(const void *instance, const struct result *result, size_t number, enum detail detail,
                     struct text *text);

/* generate.c */
extern const struct input_class chocolate_classes[];
const void *chocolate_generate(struct rng *rng, const struct recipe *recipe, struct arena *arena,
                               struct error *error);
void chocolate_draw_board(struct rng *rng, uint8_t cells[CHOCOLATE_CELLS]);
void chocolate_draw_clue(struct rng *rng, struct chocolate_clue *clue);

/* space.c */
extern const struct space chocolate_spaces[];

/* shrink.c */
const void *chocolate_shrink(const void *instance, size_t step, struct arena *arena);

/* check.c */
bool chocolate_holds(const struct chocolate_instance *puzzle, const uint8_t cells[CHOCOLATE_CELLS]);
const char *chocolate_check(const void *instance, const void *answer);

/* invariants.c */
extern const struct invariant chocolate_invariants[];

#endif
