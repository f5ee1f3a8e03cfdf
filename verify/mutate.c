/* Damage: bytes changed, dropped, repeated, cut off, numbers pushed past their ranges. All variants of a puzzle read the same
 * instance from one parser, so what is asked of it is that it refuses with a place, the same each time, or gives an instance that
 * everybody can work on. */
#include "mutate.h"

#include <string.h>

struct damaged {
    char *bytes;
    size_t length;
    size_t capacity;
};

enum { GROWTH = 64, ROUNDS_MAX = 4 };

static void put_in(struct damaged *damaged, size_t at, const char *bytes, size_t length)
{
    if (length > damaged->capacity - damaged->length)
        return;
    memmove(damaged->bytes + at + length, damaged->bytes + at, damaged->length - at);
    memcpy(damaged->bytes + at, bytes, length);
    damaged->length += length;
}

static void take_out(struct damaged *damaged, size_t at, size_t length)
{
    memmove(damaged->bytes + at, damaged->bytes + at + length, damaged->length - at - length);
    damaged->length -= length;
}

static void damage(struct damaged *damaged, struct rng *rng)
{
    static const char *const odd[] = {"-", "+", "0", "9", "99999999999999999999", " ", "\n", "\r", "\t",
                                      "#", "?", "_", "\xef\xbb\xbf", "\f", ".5", "0x1", "-1", "\r\n"};
    size_t at = (size_t)rng_below(rng, damaged->length + 1);
    size_t rest = damaged->length - at;
    const char *piece = odd[rng_below(rng, sizeof odd / sizeof *odd)];
    char copy[GROWTH / 4];
    size_t length = (size_t)rng_below(rng, sizeof copy) + 1;

    switch (rng_below(rng, 6)) {
    case 0:
        if (rest)
            damaged->bytes[at] ^= (char)(1 << rng_below(rng, 8));
        break;
    case 1:
        if (rest)
            damaged->bytes[at] = (char)('0' + rng_below(rng, 10));
        break;
    case 2:
        take_out(damaged, at, length < rest ? length : rest);
        break;
    case 3:
        length = length < rest ? length : rest;
        memcpy(copy, damaged->bytes + at, length);
        put_in(damaged, at, copy, length);
        break;
    case 4:
        put_in(damaged, at, piece, strlen(piece));
        break;
    default:
        if (rng_one_in(rng, 4))
            damaged->length = at;
        else if (rest)
            damaged->bytes[at] = (char)rng_below(rng, 256);
    }
}

static void judge_refusal(struct engine *engine, const struct damaged *damaged, const struct error *error)
{
    struct error again = {0};
    struct cases cases;

    if (error->kind == ERROR_MEMORY) {
        engine_note(engine, KIND_PARSER, 0, 0, "a damaged input asks for more memory than there is");
        return;
    }
    if (error->kind != ERROR_INPUT || !error->line || !error->column || !error->message[0] ||
        strchr(error->message, '\n')) {
        engine_note(engine, KIND_PARSER, 0, 0, "a damaged input is refused without a place or a line that says why");
        return;
    }
    if (engine->team->puzzle->parse(damaged->bytes, damaged->length, &engine->instances, &cases, &again) ||
        again.line != error->line || again.column != error->column || strcmp(again.message, error->message) != 0) {
        engine_note(engine, KIND_PARSER, 0, 0, "parsed twice, a damaged input gives two messages");
        return;
    }
    engine->board->counts.refused_well++;
}

enum made mutate_case(struct engine *engine, struct rng *rng, const void **instance)
{
    const struct puzzle *puzzle = engine->team->puzzle;
    struct cases cases = {1, instance};
    struct error error = {0};
    struct damaged damaged;
    uint64_t rounds = 1 + rng_below(rng, ROUNDS_MAX);

    engine_phase(engine, PHASE_TRIP);
    text_clear(&engine->text);
    puzzle->format(&cases, &engine->text);
    damaged.length = engine->text.length;
    damaged.capacity = damaged.length + ROUNDS_MAX * GROWTH;
    damaged.bytes = arena_alloc(&engine->instances, damaged.capacity, 1);
    if (engine->text.failed || !damaged.bytes)
        return MADE_NO_MEMORY;
    memcpy(damaged.bytes, engine->text.bytes, damaged.length);
    while (rounds--)
        damage(&damaged, rng);
    engine->board->counts.mutated++;
    if (!puzzle->parse(damaged.bytes, damaged.length, &engine->instances, &cases, &error)) {
        judge_refusal(engine, &damaged, &error);
        return MADE_NOTHING;
    }
    engine->board->counts.accepted++;
    *instance = cases.instances[cases.count - 1];
    return MADE;
}
