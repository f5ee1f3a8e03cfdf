/* What the files of this folder share, but for the variants, which see ticket.h alone (and closed_form
 * bytes.h). */
#ifndef ASSAY_TICKET_INTERNAL_H
#define ASSAY_TICKET_INTERNAL_H

#include "ticket.h"

/* The instance with these characters, which must be good and outlive it; NULL without memory (or where
 * `characters` is NULL). */
const struct ticket_instance *ticket_of(const unsigned char *characters, size_t length, struct arena *arena);

bool ticket_parse(const void *bytes, size_t size, struct arena *arena, struct cases *cases,
                  struct error *error);
void ticket_format(const struct cases *cases, struct text *text);

extern const struct input_class ticket_classes[];
const void *ticket_generate(struct rng *rng, const struct recipe *recipe, struct arena *arena,
                            struct error *error);

extern const struct space ticket_spaces[];
const void *ticket_shrink(const void *instance, size_t step, struct arena *arena);
extern const struct invariant ticket_invariants[];

#endif
