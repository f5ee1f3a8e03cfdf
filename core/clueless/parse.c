/* The contest's form, and the choice between the two: a file whose first word is `clue` is a log. Memory is
 * claimed for what the bytes can hold, never for what a number in them promises. */
#include "internal.h"

/* "1 1 3 5 0 ", the shortest turn; the last one may lack its separator. */
enum { TURN_BYTES = 10 };

/* `count` different cards, none of them in *used; they are added to it. */
static bool read_cards(struct reader *reader, const char *what, size_t count, unsigned card_count,
                       uint8_t *cards, uint64_t *used)
{
    int64_t card;

    for (size_t i = 0; i < count; i++) {
        if (!reader_integer(reader, what, 1, card_count, &card))
            return false;
        if (*used >> (card - 1) & 1)
            return error_at(reader->error, reader->line, reader_token_column(reader),
                            "expected %s not named before, found %d again", what, (int)card);
        cards[i] = (uint8_t)(card - 1);
        *used |= (uint64_t)1 << (card - 1);
    }
    return true;
}

/* The three cards in their order, and as a set. */
static bool read_asked(struct reader *reader, const struct clueless_instance *game,
                       uint8_t cards[CLUELESS_CATEGORIES], uint64_t *asked)
{
    unsigned seen = 0;
    int64_t card;

    for (size_t i = 0; i < CLUELESS_CATEGORIES; i++) {
        unsigned category;

        if (!reader_integer(reader, "a card asked for", 1, clueless_card_count(game), &card))
            return false;
        category = clueless_category_of(game, (unsigned)card - 1);
        if (seen >> category & 1)
            return error_at(reader->error, reader->line, reader_token_column(reader),
                            "expected one card of each category, found %d, a second one of its category",
                            (int)card);
        seen |= 1U << category;
        cards[i] = (uint8_t)(card - 1);
        *asked |= (uint64_t)1 << (card - 1);
    }
    return true;
}

static bool read_turn(struct reader *reader, const struct clueless_instance *game,
                      uint8_t cards[CLUELESS_CATEGORIES], struct clueless_statement *turn)
{
    uint64_t asked = 0;
    int64_t player, seen;

    if (!reader_integer(reader, "the player asked", 1, game->player_count, &player))
        return false;
    *turn = (struct clueless_statement){.cards = cards,
                                        .line = (uint32_t)reader->line,
                                        .card_count = CLUELESS_CATEGORIES,
                                        .verb = CLUELESS_ASK_SHOWN,
                                        .who = (uint8_t)(player - 1),
                                        .shower = CLUELESS_NOBODY,
                                        .shown = CLUELESS_NOBODY};
    if (!read_asked(reader, game, cards, &asked) ||
        !reader_integer(reader, "the result (-1, 0 or a card)", -1, clueless_card_count(game), &seen))
        return false;
    if (seen < 0) {
        turn->verb = CLUELESS_ASK_NONE;
    } else if (seen > 0) {
        turn->shown = (uint8_t)(seen - 1);
        if (!(asked >> (seen - 1) & 1))
            return error_at(reader->error, reader->line, reader_token_column(reader),
                            "expected -1, 0 or one of the three cards asked for, found %d", (int)seen);
    }
    return true;
}

static bool read_turns(struct reader *reader, struct clueless_instance *game,
                       struct clueless_statement *statements, uint8_t *cards, size_t room)
{
    size_t count;
    int64_t turns;

    if (!reader_integer(reader, "the number of turns", 0, CLUELESS_TURNS_MAX, &turns))
        return false;
    /* Fewer than promised run into the end of the input before the room is used up. */
    count = (size_t)turns < room ? (size_t)turns : room;
    for (size_t i = 0; i < count; i++)
        if (!read_turn(reader, game, cards + i * CLUELESS_CATEGORIES, &statements[i]))
            return false;
    game->statement_count += count;
    return true;
}

static bool read_box(struct reader *reader, struct clueless_instance *game,
                     struct clueless_statement *statements, uint8_t *hand, uint8_t *table)
{
    int64_t cards, players, me, size, open;
    uint64_t used = 0;

    if (!reader_integer(reader, "the number of cards in a category", CLUELESS_CATEGORY_LEAST,
                        CLUELESS_CATEGORY_MOST, &cards) ||
        !reader_integer(reader, "the number of players", CLUELESS_PLAYERS_LEAST, CLUELESS_PLAYERS_MOST,
                        &players) ||
        !reader_integer(reader, "your number", 1, players, &me) ||
        !reader_integer(reader, "the number of your cards", 0, (3 * cards - 3) / players, &size))
        return false;
    game->player_count = (uint8_t)players;
    for (unsigned i = 0; i <= CLUELESS_CATEGORIES; i++)
        game->first[i] = (uint8_t)(i * (unsigned)cards);
    game->me = (uint8_t)(me - 1);
    for (unsigned i = 0; i < game->player_count; i++)
        game->stated[i] = (int8_t)size;
    if (!read_cards(reader, "a card of yours", (size_t)size, clueless_card_count(game), hand, &used) ||
        !reader_integer(reader, "the number of common cards", 0, clueless_card_count(game), &open))
        return false;
    if (open != 3 * cards - 3 - players * size)
        return error_at(reader->error, reader->line, reader_token_column(reader),
                        "expected %d common cards, which is 3n - 3 - m*k, found %d",
                        (int)(3 * cards - 3 - players * size), (int)open);
    if (!read_cards(reader, "a common card", (size_t)open, clueless_card_count(game), table, &used))
        return false;
    statements[0] = (struct clueless_statement){.cards = hand,
                                                .card_count = (uint8_t)size,
                                                .verb = CLUELESS_HAND,
                                                .who = game->me,
                                                .shower = CLUELESS_NOBODY,
                                                .shown = CLUELESS_NOBODY};
    statements[1] = (struct clueless_statement){.cards = table,
                                                .card_count = (uint8_t)open,
                                                .verb = CLUELESS_TABLE,
                                                .who = CLUELESS_NOBODY,
                                                .shower = CLUELESS_NOBODY,
                                                .shown = CLUELESS_NOBODY};
    return true;
}

static bool parse_contest(const void *bytes, size_t size, struct arena *arena, struct clueless_instance *game,
                          struct error *error)
{
    size_t room = size / TURN_BYTES + 1;
    struct clueless_statement *statements = arena_alloc(arena, room + 2, sizeof *statements);
    uint8_t *cards = arena_alloc(arena, room + 2 * CLUELESS_CARDS_MAX, CLUELESS_CATEGORIES);
    struct reader reader;

    if (!statements || !cards)
        return error_out_of_memory(error);
    reader_open(&reader, bytes, size, error);
    *game = (struct clueless_instance){
        .format = CLUELESS_CONTEST, .statements = statements, .statement_count = 2};
    return read_box(&reader, game, statements, cards, cards + CLUELESS_CARDS_MAX) &&
           read_turns(&reader, game, statements + 2, cards + 2 * CLUELESS_CARDS_MAX, room) &&
           reader_finish(&reader, "the last turn");
}

static bool is_log(const void *bytes, size_t size)
{
    struct error ignored;
    struct reader reader;
    struct token token;

    reader_open(&reader, bytes, size, &ignored);
    reader.comments = true;
    return reader_next(&reader, &token) && token_is(&token, "clue");
}

bool clueless_parse(const void *bytes, size_t size, struct arena *arena, struct cases *cases,
                    struct error *error)
{
    struct clueless_instance *game = arena_alloc(arena, 1, sizeof *game);
    const void **instances = arena_alloc(arena, 1, sizeof *instances);

    if (!game || !instances)
        return error_out_of_memory(error);
    if (is_log(bytes, size) ? !clueless_parse_log(bytes, size, arena, game, error)
                            : !parse_contest(bytes, size, arena, game, error))
        return false;
    instances[0] = game;
    *cases = (struct cases){1, instances};
    return true;
}
