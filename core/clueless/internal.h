/* What the files of this folder give each other; none of it decides what a variant answers. */
#ifndef ASSAY_CLUELESS_INTERNAL_H
#define ASSAY_CLUELESS_INTERNAL_H

#include "clueless.h"

#include <string.h>

#include "../reader.h"

/* Most names differ in their first byte: the call for the rest is dear under a sanitizer. */
static inline bool clueless_same_name(const struct clueless_name *a, const struct clueless_name *b)
{
    return a->bytes[0] == b->bytes[0] && memcmp(a, b, sizeof *a) == 0;
}

/* instance.c: sizes that follow and facts, from all the rest. False without memory. */
bool clueless_derive(struct clueless_instance *game, struct arena *arena);
bool clueless_same(const void *instance, const void *other);
uint64_t clueless_measure(const void *instance);
uint64_t clueless_set_of(const uint8_t *cards, size_t count);
/* The dealt cards that no known hand holds: all but the table's and one of each category. */
unsigned clueless_outside(const struct clueless_instance *game);

/* parse.c and parse_log.c; both parse all of the bytes. What clueless_derive works out is not there yet. */
bool clueless_parse(const void *bytes, size_t size, struct arena *arena, struct cases *cases,
                    struct error *error);
bool clueless_parse_log(const void *bytes, size_t size, struct arena *arena, struct clueless_instance *game,
                        struct error *error);

/* print.c */
void clueless_format(const struct cases *cases, struct text *text);
void clueless_put_statement(const struct clueless_instance *game, const struct clueless_statement *statement,
                            struct text *text);
void clueless_print(const void *instance, const struct result *result, size_t number, enum detail detail,
                    struct text *text);

/* check.c */
size_t clueless_answer_size(const void *instance);
bool clueless_equal(const void *instance, const void *answer, const void *other);
bool clueless_refines(const void *instance, const void *exact, const void *sound);
const char *clueless_check(const void *instance, const void *answer);
const char *clueless_flaw(const void *instance, const void *answer);
bool clueless_promised(const void *instance, const struct result *result);

/* explain.c */
bool clueless_explain(const void *instance, enum outcome outcome, const struct variant *variant,
                      void *context, struct arena *arena, struct text *text);

/* generate.c, space.c, shrink.c, invariants.c */
extern const struct input_class clueless_classes[];
const void *clueless_generate(struct rng *rng, const struct recipe *recipe, struct arena *arena,
                              struct error *error);
/* The same, and who holds each card in the deal that was played. */
const void *clueless_generate_deal(struct rng *rng, const struct recipe *recipe, struct arena *arena,
                                   struct error *error, uint8_t holder[CLUELESS_CARDS_MAX]);
extern const struct space clueless_spaces[];
const void *clueless_shrink(const void *instance, size_t step, struct arena *arena);
extern const struct invariant clueless_invariants[];

#endif
