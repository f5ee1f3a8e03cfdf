/* A chain of blocks that double up to 32 MiB. Of the blocks that a release empties the largest is kept, so that a loop over
 * cases soon asks the system for nothing. Rejected: growing one block, which would move what has been handed out. */
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "poison.h"

enum { ALIGNMENT = 64, FIRST_BLOCK = 1 << 16 };

struct arena_block {
    struct arena_block *previous;
    size_t capacity;
    size_t offset;
    char pad[ALIGNMENT - 2 * sizeof(size_t) - sizeof(struct arena_block *)];
    unsigned char bytes[];
};

_Static_assert(sizeof(struct arena_block) == ALIGNMENT, "a block's bytes are aligned as the block is");

static size_t round_up(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static struct arena_block *acquire_block(struct arena *arena, size_t size)
{
    struct arena_block *block = arena->spare;
    size_t capacity = arena->block ? arena->block->capacity : FIRST_BLOCK;

    if (block && block->capacity >= size) {
        arena->spare = NULL;
        return block;
    }
    /* Blocks double, so that their number stays logarithmic; one large request does not set the pace for later ones. */
    if (arena->block && capacity <= (size_t)1 << 24)
        capacity *= 2;
    if (capacity > (size_t)1 << 25)
        capacity = (size_t)1 << 25;
    if (capacity < size)
        capacity = size;
    if (capacity > SIZE_MAX - sizeof *block - ALIGNMENT)
        return NULL;
    block = aligned_alloc(ALIGNMENT, round_up(sizeof *block + capacity));
    if (block) {
        block->capacity = capacity;
        poison(block->bytes, capacity);
    }
    return block;
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
    struct arena_block *block = arena->block;
    size_t asked, counted, bytes;
    void *result;

    if (__builtin_mul_overflow(count, size, &asked) || asked > SIZE_MAX - ALIGNMENT - POISON_GAP)
        return NULL;
    counted = round_up(asked);
    bytes = round_up(asked + POISON_GAP);
    if (counted > SIZE_MAX - arena->used || (arena->limit && arena->used + counted > arena->limit))
        return NULL;
    if (!block || bytes > block->capacity - block->offset) {
        block = acquire_block(arena, bytes);
        if (!block)
            return NULL;
        block->previous = arena->block;
        block->offset = 0;
        arena->block = block;
    }
    result = block->bytes + block->offset;
    unpoison(result, asked);
    block->offset += bytes;
    arena->used += counted;
    if (arena->used > arena->peak)
        arena->peak = arena->used;
    return result;
}

void *arena_zalloc(struct arena *arena, size_t count, size_t size)
{
    void *result = arena_alloc(arena, count, size);

    if (result)
        memset(result, 0, count * size);
    return result;
}

struct arena_mark arena_mark(const struct arena *arena)
{
    return (struct arena_mark){arena->block, arena->block ? arena->block->offset : 0, arena->used};
}

static void drop_block(struct arena *arena)
{
    struct arena_block *block = arena->block;

    poison(block->bytes, block->offset);
    arena->block = block->previous;
    if (!arena->spare || arena->spare->capacity < block->capacity) {
        free(arena->spare);
        arena->spare = block;
    } else {
        free(block);
    }
}

void arena_release(struct arena *arena, struct arena_mark mark)
{
    while (arena->block != mark.block)
        drop_block(arena);
    if (arena->block) {
        poison(arena->block->bytes + mark.offset, arena->block->offset - mark.offset);
        arena->block->offset = mark.offset;
    }
    arena->used = mark.used;
}

void arena_reset(struct arena *arena)
{
    while (arena->block)
        drop_block(arena);
    arena->used = 0;
}

void arena_free(struct arena *arena)
{
    arena_reset(arena);
    free(arena->spare);
    *arena = (struct arena){.limit = arena->limit};
}
