/* The parser. Of a statement that is false of the real cards the last token is the offending one: until it is
 * read the statement may still be true. Of a player named twice it is the second naming. */
#include <inttypes.h>

#include "../reader.h"
#include "internal.h"

/* Where a statement stands, both counted from 1, for messages. */
struct position {
    uint32_t round;
    uint32_t statement;
};

static bool parse_players(struct reader *reader, uint32_t count, struct position position, uint64_t *players)
{
    int64_t named, player;

    *players = 0;
    if (!reader_integer(reader, "how many players the statement names", 1, count, &named))
        return false;
    for (int64_t i = 0; i < named; i++) {
        if (!reader_integer(reader, "a player", 0, count - 1, &player))
            return false;
        if (*players >> player & 1)
            return error_at(reader->error, reader->line, reader_token_column(reader),
                            "player %" PRId64 " is named twice in statement %" PRIu32 " of round %" PRIu32
                            ", expected distinct players",
                            player, position.statement, position.round);
        *players |= (uint64_t)1 << player;
    }
    return true;
}

static bool parse_statement(struct reader *reader, const struct meltdown_instance *game,
                            struct position position, struct meltdown_statement *statement)
{
    struct meltdown_statement made;
    int64_t value;

    if (!parse_players(reader, game->player_count, position, &made.players) ||
        !reader_integer(reader, "the card that one of them holds", 0, 1, &value))
        return false;
    made.value = (uint64_t)value;
    if (!meltdown_holds(&made, game->cards))
        return error_at(reader->error, reader->line, reader_token_column(reader),
                        "statement %" PRIu32 " of round %" PRIu32
                        " is false of the real cards, expected one of its players to hold a %" PRId64,
                        position.statement, position.round, value);
    *statement = made;
    return true;
}

static bool parse_round(struct reader *reader, const struct meltdown_instance *game, uint32_t number,
                        struct arena *arena, struct meltdown_round *round)
{
    struct meltdown_statement *statements;
    int64_t count;

    if (!reader_integer(reader, "the number of statements", 0, MELTDOWN_STATEMENTS_MAX, &count))
        return false;
    statements = arena_alloc(arena, (size_t)count, sizeof *statements);
    if (!statements)
        return error_out_of_memory(reader->error);
    for (uint32_t i = 0; i < count; i++)
        if (!parse_statement(reader, game, (struct position){number, i + 1}, &statements[i]))
            return false;
    *round = (struct meltdown_round){statements, (size_t)count};
    return true;
}

static bool parse_cards(struct reader *reader, uint32_t count, uint64_t *cards)
{
    int64_t card;

    *cards = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!reader_integer(reader, "a card", 0, 1, &card))
            return false;
        *cards |= (uint64_t)card << i;
    }
    return true;
}

bool meltdown_parse(const void *bytes, size_t size, struct arena *arena, struct cases *cases,
                    struct error *error)
{
    struct reader reader;
    struct meltdown_instance *game;
    struct meltdown_round *rounds;
    const void **instances = arena_alloc(arena, 1, sizeof *instances);
    int64_t player_count, round_count;
    uint64_t cards;

    reader_open(&reader, bytes, size, error);
    if (!reader_integer(&reader, "the number of players", MELTDOWN_PLAYERS_MIN, MELTDOWN_PLAYERS_MAX,
                        &player_count) ||
        !reader_integer(&reader, "the number of rounds", 0, MELTDOWN_ROUNDS_MAX, &round_count) ||
        !parse_cards(&reader, (uint32_t)player_count, &cards))
        return false;
    game = meltdown_make((uint32_t)player_count, (uint32_t)round_count, cards, &rounds, arena);
    if (!instances || !game)
        return error_out_of_memory(error);
    for (uint32_t r = 0; r < round_count; r++)
        if (!parse_round(&reader, game, r + 1, arena, &rounds[r]))
            return false;
    instances[0] = game;
    *cases = (struct cases){1, instances};
    return reader_finish(&reader, round_count ? "the last round" : "the cards");
}
