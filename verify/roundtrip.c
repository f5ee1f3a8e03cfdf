/* Print and parse: the bytes of the case in hand must give it back, and print as the same bytes again. The bytes serve as the
 * case's identity too: their hash counts how many of the generated cases are distinct. */
#include "engine.h"

#include <string.h>

static uint64_t hash_bytes(const char *bytes, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u ^ length;

    while (length >= 8) {
        uint64_t word;

        memcpy(&word, bytes, 8);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
        bytes += 8;
        length -= 8;
    }
    for (; length; length--)
        hash = (hash ^ (unsigned char)*bytes++) * 0x100000001b3u;
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    return hash ^ hash >> 32;
}

static void print_case(const struct puzzle *puzzle, const void *instance, struct text *text)
{
    const void *instances[1] = {instance};
    struct cases cases = {1, instances};

    text_clear(text);
    puzzle->format(&cases, text);
}

void check_round_trip(struct engine *engine)
{
    const struct puzzle *puzzle = engine->team->puzzle;
    struct text *text = &engine->text, *again = &engine->text_again;
    struct cases cases;
    struct error error = {0};

    engine_phase(engine, PHASE_TRIP);
    print_case(puzzle, engine->instance, text);
    if (text->failed) {
        engine->board->no_memory = true;
        return;
    }
    if (engine->class_index != SIZE_MAX)
        board_hash(engine->board, engine->class_index, hash_bytes(text->bytes, text->length));
    if (!puzzle->parse(text->bytes, text->length, &engine->instances, &cases, &error)) {
        engine_note(engine, KIND_ROUND_TRIP, 0, 0, "what is printed does not parse: %zu:%zu: %s", error.line, error.column,
                    error.message);
        return;
    }
    if (cases.count != 1 || !puzzle->same(engine->instance, cases.instances[0])) {
        engine_note(engine, KIND_ROUND_TRIP, 0, 0, "what is printed parses to another instance");
        return;
    }
    print_case(puzzle, cases.instances[0], again);
    if (again->length != text->length || memcmp(again->bytes, text->bytes, text->length) != 0)
        engine_note(engine, KIND_ROUND_TRIP, 0, 0, "printed, parsed and printed, the bytes are not the same");
}
