/* Stands before every source that `make prove` analyses: the arena's blocks as Eva can follow them. What is asked for in a number that the compiler
 * knows gets a block of exactly its size. Of a number that the input says Eva does not keep in mind which loop it bounds: such a
 * block is as large as the largest that any parser asks for, so that only steps outside that are seen. What lies between is
 * the address sanitizer's, which the arena tells where its blocks end. */
#include "core/arena.h"

void *prove_block(size_t count, size_t size, int zero);

enum { PROVE_ROOM = 16000000 };

#define PROVE_COUNT(count, size) (__builtin_constant_p(count) ? (count) : PROVE_ROOM / (size))
#define arena_alloc(arena, count, size) prove_block(PROVE_COUNT(count, size), size, 0)
#define arena_zalloc(arena, count, size) prove_block(PROVE_COUNT(count, size), size, 1)
