/* All instances of a space up to a size, as a stream: number 0 is the smallest. */
#ifndef ASSAY_ENUMERATE_H
#define ASSAY_ENUMERATE_H

#include "worker.h"

struct enumeration {
    const struct space *space;
    uint64_t last_size;
    uint64_t all;    /* instances of all sizes up to last_size */
    uint64_t stride; /* every stride-th of them, */
    uint64_t total;  /* so many */
    /* Where the worker is. */
    uint64_t size, before, count; /* instances of smaller sizes, and of this one */
};

/* NULL where the puzzle has none of that name; name NULL: its first. */
const struct space *space_find(const struct puzzle *puzzle, const char *name);

/* False where the size is outside the space or the total does not fit into 64 bits. */
bool enumeration_open(struct enumeration *enumeration, const struct space *space, uint64_t last_size, uint64_t stride);

struct stream enumeration_stream(struct enumeration *enumeration);

/* The place of a number; the worker's cursor moves. */
void enumeration_place(struct enumeration *enumeration, uint64_t number, uint64_t *size, uint64_t *rank);

/* The number of a place; with stride 1. */
uint64_t enumeration_number(const struct enumeration *enumeration, uint64_t size, uint64_t rank);

/* The numbers of shard `index` of `count`, from 1. */
void shard_range(uint64_t total, uint64_t index, uint64_t count, uint64_t *first, uint64_t *end);

/* "all 1 786 323 tickets of length <= 6", with the sign for it. */
void enumeration_describe(const struct enumeration *enumeration, uint64_t first, uint64_t end, struct text *text);

/* 1786323 as "1 786 323". */
void text_grouped(struct text *text, uint64_t value);

#endif
