/* The input of adjacent: T games, each N and then N lines of a tile and a cell.
 *
 * What is allocated before its tokens have been seen is bounded by the bytes that are left, since a case
 * takes at least six of them and a turn four: a header that promises more than the file holds costs nothing.
 * Used tiles and cells are bits, which stay in the cache at N = 10^6; the turn that used one first is read
 * again when it is asked for, in a message. */
#include "parts.h"

#include "../reader.h"

enum { CASE_BYTES = 6, TURN_BYTES = 4 };

/* The most of `count` things that the rest of the input can hold, when each takes so many bytes. */
static size_t bound(const struct reader *reader, int64_t count, size_t bytes_each)
{
    size_t room = (reader->size - reader->at) / bytes_each + 1;

    return (size_t)count < room ? (size_t)count : room;
}

/* Marks the value as used; false if it was. */
static bool use(uint64_t *used, int64_t value)
{
    uint64_t bit = (uint64_t)1 << (value & 63);
    bool fresh = !(used[value >> 6] & bit);

    used[value >> 6] |= bit;
    return fresh;
}

/* The reader stands just behind the repeated value, `turns` before the first turn. */
static bool refuse_repeat(const struct reader *reader, struct reader turns, int64_t n, bool is_cell,
                          int64_t value)
{
    int64_t tile, cell;
    unsigned turn = 0;

    do {
        reader_integer(&turns, "a tile", 1, n, &tile);
        reader_integer(&turns, "a cell", 1, n, &cell);
        turn++;
    } while ((is_cell ? cell : tile) != value);
    return error_at(reader->error, reader->line, reader_token_column(reader),
                    "%s %d was used by turn %u already, expected one that is unused",
                    is_cell ? "cell" : "tile", (int)value, turn);
}

static bool parse_turns(struct reader *reader, int64_t n, struct adjacent_turn *turns, uint64_t *used_tiles,
                        uint64_t *used_cells)
{
    struct reader first = *reader;
    int64_t tile, cell;

    for (int64_t i = 0; i < n; i++) {
        if (!reader_integer(reader, "a tile", 1, n, &tile))
            return false;
        if (!use(used_tiles, tile))
            return refuse_repeat(reader, first, n, false, tile);
        if (!reader_integer(reader, "a cell", 1, n, &cell))
            return false;
        if (!use(used_cells, cell))
            return refuse_repeat(reader, first, n, true, cell);
        turns[i] = (struct adjacent_turn){(uint32_t)tile, (uint32_t)cell};
    }
    return true;
}

static bool parse_game(struct reader *reader, struct arena *arena, struct adjacent_instance *game)
{
    struct adjacent_turn *turns;
    struct arena_mark mark;
    uint64_t *used;
    size_t words;
    int64_t n;
    bool parsed;

    if (!reader_integer(reader, "the number of tiles", 1, ADJACENT_TILES_MAX, &n))
        return false;
    turns = arena_alloc(arena, bound(reader, n, TURN_BYTES), sizeof *turns);
    mark = arena_mark(arena);
    words = (size_t)n / 64 + 1;
    used = arena_zalloc(arena, words, 2 * sizeof *used);
    if (!turns || !used)
        return error_out_of_memory(reader->error);
    parsed = parse_turns(reader, n, turns, used, used + words);
    arena_release(arena, mark);
    *game = (struct adjacent_instance){(uint32_t)n, turns};
    return parsed;
}

bool adjacent_parse(const void *bytes, size_t size, struct arena *arena, struct cases *cases,
                    struct error *error)
{
    struct adjacent_instance *games;
    struct reader reader;
    const void **instances;
    size_t room;
    int64_t count;

    reader_open(&reader, bytes, size, error);
    if (!reader_integer(&reader, "the number of games", 1, CASES_MAX, &count))
        return false;
    room = bound(&reader, count, CASE_BYTES);
    games = arena_alloc(arena, room, sizeof *games);
    instances = arena_alloc(arena, room, sizeof *instances);
    if (!games || !instances)
        return error_out_of_memory(error);
    for (int64_t i = 0; i < count; i++) {
        struct adjacent_instance game;

        if (!parse_game(&reader, arena, &game))
            return false;
        games[i] = game;
        instances[i] = &games[i];
    }
    *cases = (struct cases){(size_t)count, instances};
    return reader_finish(&reader, "the last game");
}
