/* Enumeration: numbers to places and back, in constant memory. */
#include "enumerate.h"

#include <stdio.h>
#include <string.h>

const struct space *space_find(const struct puzzle *puzzle, const char *name)
{
    for (size_t i = 0; puzzle->spaces && puzzle->spaces[i].name; i++)
        if (!name || strcmp(puzzle->spaces[i].name, name) == 0)
            return &puzzle->spaces[i];
    return NULL;
}

bool enumeration_open(struct enumeration *enumeration, const struct space *space, uint64_t last_size, uint64_t stride)
{
    *enumeration = (struct enumeration){.space = space, .last_size = last_size, .stride = stride, .size = space->first_size};
    if (last_size < space->first_size || last_size > space->last_size)
        return false;
    for (uint64_t size = space->first_size; size <= last_size; size++)
        if (__builtin_add_overflow(enumeration->all, space->count(size), &enumeration->all))
            return false;
    enumeration->total = enumeration->all / stride + (enumeration->all % stride != 0);
    enumeration->count = space->count(space->first_size);
    return true;
}

void enumeration_place(struct enumeration *enumeration, uint64_t number, uint64_t *size, uint64_t *rank)
{
    const struct space *space = enumeration->space;

    number *= enumeration->stride;
    if (number < enumeration->before) {
        enumeration->size = space->first_size;
        enumeration->before = 0;
        enumeration->count = space->count(enumeration->size);
    }
    while (number - enumeration->before >= enumeration->count) {
        enumeration->before += enumeration->count;
        enumeration->count = space->count(++enumeration->size);
    }
    *size = enumeration->size;
    *rank = number - enumeration->before;
}

uint64_t enumeration_number(const struct enumeration *enumeration, uint64_t size, uint64_t rank)
{
    for (uint64_t smaller = enumeration->space->first_size; smaller < size; smaller++)
        rank += enumeration->space->count(smaller);
    return rank;
}

static enum made make(void *self, struct engine *engine, uint64_t number, struct cases *cases)
{
    struct enumeration *enumeration = self;
    const void **instances = arena_alloc(&engine->instances, 1, sizeof *instances);
    uint64_t size, rank;

    if (number >= enumeration->total)
        return MADE_END;
    enumeration_place(enumeration, number, &size, &rank);
    if (!instances || !(instances[0] = enumeration->space->unrank(size, rank, &engine->instances)))
        return MADE_NO_MEMORY;
    *cases = (struct cases){1, instances};
    return MADE;
}

static void check_rank(void *self, struct engine *engine, uint64_t number)
{
    struct enumeration *enumeration = self;
    uint64_t size, rank, found_size, found_rank;

    if (!is_in_share(number, engine->settings->deep))
        return;
    enumeration_place(enumeration, number, &size, &rank);
    if (!enumeration->space->rank(engine->instance, &found_size, &found_rank) || found_size != size || found_rank != rank)
        engine_note(engine, KIND_RANK, 0, 0, "space %s: size %llu, rank %llu is unranked to an instance of another rank",
                    enumeration->space->name, (unsigned long long)size, (unsigned long long)rank);
}

struct stream enumeration_stream(struct enumeration *enumeration)
{
    return (struct stream){.self = enumeration, .make = make, .after = check_rank};
}

void shard_range(uint64_t total, uint64_t index, uint64_t count, uint64_t *first, uint64_t *end)
{
    *first = (uint64_t)((unsigned __int128)total * (index - 1) / count);
    *end = (uint64_t)((unsigned __int128)total * index / count);
}

void text_grouped(struct text *text, uint64_t value)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);

    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            text_char(text, ' ');
        text_char(text, digits[i]);
    }
}

void enumeration_describe(const struct enumeration *enumeration, uint64_t first, uint64_t end, struct text *text)
{
    if (first == 0 && end == enumeration->total) {
        if (enumeration->stride > 1) {
            text_grouped(text, end);
            text_string(text, " evenly spaced of ");
        }
        text_string(text, "all ");
        text_grouped(text, enumeration->all);
    } else {
        text_grouped(text, end - first);
        text_string(text, " (numbers ");
        text_grouped(text, first);
        text_string(text, " to ");
        text_grouped(text, end);
        text_string(text, ") of all ");
        text_grouped(text, enumeration->total);
    }
    text_format(text, " %s \xe2\x89\xa4 %llu", enumeration->space->unit, (unsigned long long)enumeration->last_size);
}
