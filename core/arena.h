/* Memory that is handed out piece by piece and given back all at once. */
#ifndef ASSAY_ARENA_H
#define ASSAY_ARENA_H

#include <stddef.h>

struct arena_block;

/* An arena of zeros is empty and ready. It belongs to one thread. */
struct arena {
    struct arena_block *block; /* the one in use; earlier ones are reached through it */
    struct arena_block *spare; /* one block kept over a release, so that a loop over cases asks the system once */
    size_t used;               /* bytes handed out and not yet given back */
    size_t peak;               /* the most that `used` has been since the peak was last set to `used` */
    size_t limit;              /* `used` never passes it; 0: no limit */
};

/* A place to return to. Valid until the arena is released to an earlier one. */
struct arena_mark {
    struct arena_block *block;
    size_t offset;
    size_t used;
};

/* count * size bytes, aligned to 64, of undefined content; NULL when memory or the limit is exhausted or the product
 * overflows. Asking for nothing gives a pointer that is not NULL. */
void *arena_alloc(struct arena *arena, size_t count, size_t size);

/* The same, all bytes zero. */
void *arena_zalloc(struct arena *arena, size_t count, size_t size);

struct arena_mark arena_mark(const struct arena *arena);

/* Gives back all that was handed out since the mark. */
void arena_release(struct arena *arena, struct arena_mark mark);

/* Gives back everything; keeps one block for the next use. */
void arena_reset(struct arena *arena);

/* Gives everything back to the system. */
void arena_free(struct arena *arena);

#endif
