/* Stands before every source that `make prove` analyses: the arena's blocks as Eva can follow them. What is asked for once
 * gets a block of exactly its size. Of a number that the input says Eva does not keep in mind which loop it bounds: such a
 * block is as large as the largest that any parser asks for, so that only steps outside that are seen. What lies between is
 * the address sanitizer's, which the arena tells where its blocks end. */
#include "core/arena.h"

void *prove_block(const char *count, size_t size, int zero);

#define arena_alloc(arena, count, size) prove_block(#count, size, 0)
#define arena_zalloc(arena, count, size) prove_block(#count, size, 1)
