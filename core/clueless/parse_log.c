/* The log of a real game: one statement a line, names for cards and players. The lines that name the game's
 * cards and players may stand in any order, and a statement anywhere after the names that it uses; a card is
 * known by its category and its place there (`category * CLUELESS_CATEGORY_MOST + place`) until all
 * categories are read. */
#include "internal.h"

#include <string.h>

/* "hand a\n", the shortest statement, and "x ", the shortest name. */
enum { STATEMENT_BYTES = 7, NAME_BYTES = 2 };

struct parser {
    struct reader reader;
    struct clueless_instance *game;
    struct clueless_statement *statements;
    uint8_t *pool; /* cards of statements */
    size_t pool_used;
    uint8_t *others;
    size_t others_used;
    struct clueless_name *cards; /* by category and place */
    struct clueless_name *players;
    unsigned counts[CLUELESS_CATEGORIES];
    uint64_t on_table;
    unsigned placed; /* cards in hands of known size and on the table */
    bool has_me;
};

static const char *const category_words[CLUELESS_CATEGORIES] = {"suspects", "weapons", "rooms"};

static bool refuse(struct parser *parser, const struct token *token, const char *expected)
{
    char quote[TOKEN_QUOTE_SIZE];

    return error_at(parser->reader.error, token->line, token->column, "expected %s, found %s", expected,
                    token_is_empty(token) ? "the end of the line" : token_quote(token, quote));
}

static bool expect(struct parser *parser, const struct token *token, bool holds, const char *expected)
{
    if (!holds)
        return refuse(parser, token, expected);
    return true;
}

static bool next(struct parser *parser, struct token *token)
{
    return reader_next_on_line(&parser->reader, token);
}

static bool end_line(struct parser *parser)
{
    struct token token;

    return next(parser, &token) && expect(parser, &token, token_is_empty(&token), "the end of the line");
}

/* As many bytes of the token as a name may have, and one more: so one that is too long is none that is known. */
static struct clueless_name name_of(const struct token *token)
{
    struct clueless_name name = {0};
    const unsigned char *at = token->bytes;

    for (size_t i = 0; i < sizeof name.bytes && at < token->end; i++)
        name.bytes[i] = (char)*at++;
    return name;
}

/* A card by category and place, or NOBODY. */
static unsigned find_card(const struct parser *parser, const struct token *token)
{
    struct clueless_name name = name_of(token);

    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++)
        for (unsigned j = 0; j < parser->counts[i]; j++)
            if (clueless_same_name(&parser->cards[i * CLUELESS_CATEGORY_MOST + j], &name))
                return i * CLUELESS_CATEGORY_MOST + j;
    return CLUELESS_NOBODY;
}

static unsigned find_player(const struct parser *parser, const struct token *token)
{
    struct clueless_name name = name_of(token);

    for (unsigned i = 0; i < parser->game->player_count; i++)
        if (clueless_same_name(&parser->players[i], &name))
            return i;
    return CLUELESS_NOBODY;
}

static bool is_name_byte(unsigned char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           byte == '_' || byte == '-';
}

/* A name that is new, from a token that is not empty. */
static bool check_new_name(struct parser *parser, const struct token *token)
{
    struct error *error = parser->reader.error;
    char quote[TOKEN_QUOTE_SIZE];
    size_t i = 0;

    for (const unsigned char *at = token->bytes; at < token->end; at++, i++) {
        if (!is_name_byte(*at))
            return error_at(error, token->line, token->column + i,
                            "expected letters, digits, '_' and '-' in a name, found %s",
                            token_quote(token, quote));
        if (i == CLUELESS_NAME_MAX)
            return error_at(error, token->line, token->column + i,
                            "expected a name of at most %d bytes, found %s", CLUELESS_NAME_MAX,
                            token_quote(token, quote));
    }
    if (token_is(token, "envelope") || token_is(token, "table"))
        return refuse(parser, token, "a name that is not reserved");
    if (find_card(parser, token) != CLUELESS_NOBODY || find_player(parser, token) != CLUELESS_NOBODY)
        return refuse(parser, token, "a name that is not taken");
    return true;
}

static bool all_categories(const struct parser *parser)
{
    return parser->counts[0] && parser->counts[1] && parser->counts[2];
}

static unsigned outside_envelope(const struct parser *parser)
{
    return parser->counts[0] + parser->counts[1] + parser->counts[2] - CLUELESS_CATEGORIES;
}

/* `token` has put so many cards more into a hand or on the table: is there room for them? */
static bool place(struct parser *parser, const struct token *token, unsigned count)
{
    parser->placed += count;
    if (all_categories(parser) && parser->placed > outside_envelope(parser))
        return error_at(parser->reader.error, token->line, token->column,
                        "expected at most %u cards in hands and on the table, found %u up to here",
                        outside_envelope(parser), parser->placed);
    return true;
}

static bool read_category(struct parser *parser, const struct token *keyword, unsigned category)
{
    unsigned count = 0;
    struct token token;

    if (parser->counts[category])
        return refuse(parser, keyword, "each category once");
    for (;;) {
        if (!next(parser, &token))
            return false;
        if (token_is_empty(&token))
            break;
        if (count == CLUELESS_CATEGORY_MOST)
            return refuse(parser, &token, "at most 20 cards in a category");
        if (!check_new_name(parser, &token))
            return false;
        parser->cards[category * CLUELESS_CATEGORY_MOST + count] = name_of(&token);
        parser->counts[category] = ++count;
    }
    if (count < CLUELESS_CATEGORY_LEAST)
        return refuse(parser, &token, "at least 2 cards in a category");
    return place(parser, &token, 0);
}

static bool read_player(struct parser *parser)
{
    struct clueless_instance *game = parser->game;
    struct token token;
    int64_t size = CLUELESS_UNKNOWN;

    if (!next(parser, &token))
        return false;
    if (token_is_empty(&token))
        return refuse(parser, &token, "a player's name");
    if (game->player_count >= CLUELESS_PLAYERS_MOST)
        return refuse(parser, &token, "at most 10 players");
    if (!check_new_name(parser, &token))
        return false;
    parser->players[game->player_count] = name_of(&token);
    if (!next(parser, &token))
        return false;
    if (token_is_empty(&token))
        return refuse(parser, &token, "a hand size or '?'");
    if (!token_is(&token, "?") &&
        !token_integer(&token, "'?' or a hand size", 0, CLUELESS_CARDS_MAX - CLUELESS_CATEGORIES, &size,
                       parser->reader.error))
        return false;
    game->stated[game->player_count] = game->sizes[game->player_count] = (int8_t)size;
    game->player_count++;
    return (size == CLUELESS_UNKNOWN || place(parser, &token, (unsigned)size)) && end_line(parser);
}

/* A player, or NOBODY, which has been refused. */
static uint8_t read_known_player(struct parser *parser, struct token *token)
{
    unsigned player = CLUELESS_NOBODY;

    if (next(parser, token)) {
        player = find_player(parser, token);
        if (player == CLUELESS_NOBODY)
            refuse(parser, token, "a player named above");
    }
    return (uint8_t)player;
}

/* A card, or NOBODY, which has been refused. */
static unsigned add_card(struct parser *parser, struct clueless_statement *statement,
                         const struct token *token)
{
    unsigned card = find_card(parser, token);

    if (card < CLUELESS_CARDS_MAX) {
        //@ assert each_has_a_name: parser->pool_used <= parser->reader.at / NAME_BYTES;
        parser->pool[parser->pool_used++] = (uint8_t)card;
        statement->card_count++;
    } else {
        refuse(parser, token, "a card named above");
    }
    return card;
}

static bool read_me(struct parser *parser, const struct token *keyword)
{
    struct token token;

    if (parser->has_me)
        return refuse(parser, keyword, "'me' once");
    parser->has_me = true;
    parser->game->me = read_known_player(parser, &token);
    return parser->game->me != CLUELESS_NOBODY && end_line(parser);
}

static bool read_hand(struct parser *parser, struct clueless_statement *statement)
{
    struct token token;
    uint64_t held = 0;
    unsigned card;
    int8_t *size;
    bool is_told;

    statement->who = read_known_player(parser, &token);
    if (statement->who >= CLUELESS_PLAYERS_MOST)
        return false;
    size = &parser->game->sizes[statement->who];
    is_told = *size == CLUELESS_UNKNOWN;
    for (;;) {
        if (!next(parser, &token))
            return false;
        if (token_is_empty(&token))
            break;
        if (!is_told && statement->card_count == *size)
            return refuse(parser, &token, "the end of the line after as many cards as the hand has");
        card = add_card(parser, statement, &token);
        if (card >= CLUELESS_CARDS_MAX)
            return false;
        if (held >> card & 1)
            return refuse(parser, &token, "a card not named before in this hand");
        held |= (uint64_t)1 << card;
        if (is_told && !place(parser, &token, 1))
            return false;
    }
    if (!is_told && statement->card_count < *size)
        return refuse(parser, &token, "as many cards as the hand has");
    *size = (int8_t)statement->card_count;
    return true;
}

static bool read_table(struct parser *parser, struct clueless_statement *statement)
{
    struct token token;
    unsigned card;

    for (;;) {
        if (!next(parser, &token))
            return false;
        if (token_is_empty(&token))
            return expect(parser, &token, statement->card_count, "a card");
        card = add_card(parser, statement, &token);
        if (card >= CLUELESS_CARDS_MAX)
            return false;
        if (parser->on_table >> card & 1)
            return refuse(parser, &token, "a card not on the table yet");
        parser->on_table |= (uint64_t)1 << card;
        if (!place(parser, &token, 1))
            return false;
    }
}

/* A player and one card of each category. */
static bool read_triple(struct parser *parser, struct clueless_statement *statement)
{
    struct token token;
    unsigned seen = 0;

    statement->who = read_known_player(parser, &token);
    if (statement->who == CLUELESS_NOBODY)
        return false;
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++) {
        unsigned card;

        if (!next(parser, &token))
            return false;
        card = add_card(parser, statement, &token);
        if (card >= CLUELESS_CARDS_MAX)
            return false;
        if (seen >> card / CLUELESS_CATEGORY_MOST & 1)
            return refuse(parser, &token, "one card of each category");
        seen |= 1U << card / CLUELESS_CATEGORY_MOST;
    }
    return true;
}

static bool read_shower(struct parser *parser, struct token *token, unsigned suggester, uint8_t *shower)
{
    *shower = read_known_player(parser, token);
    return *shower != CLUELESS_NOBODY &&
           expect(parser, token, *shower != suggester, "a player other than the one who suggests");
}

static bool read_shown(struct parser *parser, struct clueless_statement *statement)
{
    struct token token;

    if (!read_shower(parser, &token, statement->who, &statement->shower) || !next(parser, &token))
        return false;
    if (token_is_empty(&token))
        return true;
    statement->shown = (uint8_t)find_card(parser, &token);
    if (!memchr(statement->cards, statement->shown, CLUELESS_CATEGORIES))
        return refuse(parser, &token, "one of the three cards");
    return end_line(parser);
}

static bool read_every(struct parser *parser, struct clueless_statement *statement)
{
    struct token token;
    unsigned seen = 0;
    uint8_t player;

    statement->others = parser->others + parser->others_used;
    for (;;) {
        if (!next(parser, &token))
            return false;
        if (token_is_empty(&token))
            return expect(parser, &token, statement->other_count, "the players who showed");
        player = (uint8_t)find_player(parser, &token);
        if (player >= parser->game->player_count)
            return refuse(parser, &token, "a player named above");
        if (player == statement->who)
            return refuse(parser, &token, "a player other than the one who suggests");
        if (seen >> player & 1)
            return refuse(parser, &token, "each player once");
        seen |= 1U << player;
        //@ assert each_has_a_name: parser->others_used <= parser->reader.at / NAME_BYTES;
        parser->others[parser->others_used++] = player;
        statement->other_count++;
    }
}

static bool read_suggestion(struct parser *parser, struct clueless_statement *statement)
{
    struct token token;

    if (!read_triple(parser, statement) || !next(parser, &token))
        return false;
    if (token_is(&token, "shown")) {
        statement->verb = CLUELESS_SUGGEST_SHOWN;
        return read_shown(parser, statement);
    }
    if (token_is(&token, "every")) {
        statement->verb = CLUELESS_SUGGEST_EVERY;
        return read_every(parser, statement);
    }
    statement->verb = CLUELESS_SUGGEST_NONE;
    return expect(parser, &token, token_is(&token, "none"), "'shown', 'none' or 'every'") && end_line(parser);
}

static bool read_holding(struct parser *parser, struct clueless_statement *statement)
{
    struct token token;

    if (!next(parser, &token))
        return false;
    /* Who the envelope is as a number is known when all players are. */
    statement->who = (uint8_t)find_player(parser, &token);
    if (statement->who == CLUELESS_NOBODY && !token_is(&token, "envelope"))
        return refuse(parser, &token, "a player named above or 'envelope'");
    return next(parser, &token) && add_card(parser, statement, &token) < CLUELESS_CARDS_MAX &&
           end_line(parser);
}

static bool read_accusation(struct parser *parser, struct clueless_statement *statement)
{
    struct token token;

    if (!read_triple(parser, statement) || !next(parser, &token))
        return false;
    statement->verb = token_is(&token, "right") ? CLUELESS_ACCUSE_RIGHT : CLUELESS_ACCUSE_WRONG;
    if (!token_is(&token, "right") && !token_is(&token, "wrong"))
        return refuse(parser, &token, "'wrong' or 'right'");
    return end_line(parser);
}

/* The lines that say something about who holds what. */
static bool read_statement(struct parser *parser, const struct token *keyword,
                           struct clueless_statement *statement)
{
    *statement = (struct clueless_statement){.cards = parser->pool + parser->pool_used,
                                             .line = (uint32_t)keyword->line,
                                             .who = CLUELESS_NOBODY,
                                             .shower = CLUELESS_NOBODY,
                                             .shown = CLUELESS_NOBODY};
    if (token_is(keyword, "suggest"))
        return read_suggestion(parser, statement);
    if (token_is(keyword, "accuse"))
        return read_accusation(parser, statement);
    if (token_is(keyword, "hand")) {
        statement->verb = CLUELESS_HAND;
        return read_hand(parser, statement);
    }
    if (token_is(keyword, "table")) {
        statement->verb = CLUELESS_TABLE;
        return read_table(parser, statement);
    }
    if (token_is(keyword, "has") || token_is(keyword, "lacks")) {
        statement->verb = token_is(keyword, "has") ? CLUELESS_SAY_HAS : CLUELESS_SAY_LACKS;
        return read_holding(parser, statement);
    }
    return refuse(parser, keyword,
                  "suspects, weapons, rooms, player, me, hand, table, suggest, has, lacks or accuse");
}

static bool add_statement(struct parser *parser, const struct token *keyword)
{
    struct clueless_statement statement;

    if (!read_statement(parser, keyword, &statement))
        return false;
    //@ assert each_has_a_line: parser->game->statement_count <= parser->reader.at / STATEMENT_BYTES;
    parser->statements[parser->game->statement_count++] = statement;
    return true;
}

static bool read_lines(struct parser *parser)
{
    struct token token;

    for (;;) {
        bool ok;
        unsigned category = 0;

        if (!reader_next(&parser->reader, &token))
            return false;
        if (token_is_empty(&token))
            return true;
        while (category < CLUELESS_CATEGORIES && !token_is(&token, category_words[category]))
            category++;
        if (category < CLUELESS_CATEGORIES)
            ok = read_category(parser, &token, category);
        else if (token_is(&token, "player"))
            ok = read_player(parser);
        else if (token_is(&token, "me"))
            ok = read_me(parser, &token);
        else
            ok = add_statement(parser, &token);
        if (!ok)
            return false;
    }
}

/* What must have been said by the end. */
static bool check_whole(struct parser *parser)
{
    struct error *error = parser->reader.error;
    struct token token;
    bool all_known = true;

    (void)reader_next(&parser->reader, &token); /* the end, which has been seen */
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++)
        if (!parser->counts[i])
            return error_at(error, token.line, token.column, "expected '%s', found the end of the input",
                            category_words[i]);
    if (parser->game->player_count < CLUELESS_PLAYERS_LEAST)
        return error_at(error, token.line, token.column,
                        "expected at least 2 players, found the end of the input");
    for (unsigned i = 0; i < parser->game->player_count; i++)
        all_known &= parser->game->sizes[i] != CLUELESS_UNKNOWN;
    if (all_known && parser->placed < outside_envelope(parser))
        return error_at(error, token.line, token.column,
                        "expected %u cards in hands and on the table, found %u before the end of the input",
                        outside_envelope(parser), parser->placed);
    return true;
}

static uint8_t number_of(const struct clueless_instance *game, unsigned card)
{
    return (uint8_t)(game->first[card / CLUELESS_CATEGORY_MOST] + card % CLUELESS_CATEGORY_MOST);
}

/* From category and place to numbers, now that all categories are known. */
static void number_cards(struct parser *parser)
{
    struct clueless_instance *game = parser->game;

    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++) {
        game->first[i + 1] = (uint8_t)(game->first[i] + parser->counts[i]);
        memmove(parser->cards + game->first[i], parser->cards + i * CLUELESS_CATEGORY_MOST,
                parser->counts[i] * sizeof *parser->cards);
    }
    for (size_t i = 0; i < parser->pool_used; i++)
        parser->pool[i] = number_of(game, parser->pool[i]);
    for (size_t i = 0; i < game->statement_count; i++) {
        struct clueless_statement *statement = &parser->statements[i];
        unsigned shown = statement->shown;

        if (shown < CLUELESS_CARDS_MAX)
            statement->shown = number_of(game, shown);
        if (statement->verb == CLUELESS_SAY_HAS || statement->verb == CLUELESS_SAY_LACKS)
            statement->who =
                statement->who == CLUELESS_NOBODY ? (uint8_t)clueless_envelope(game) : statement->who;
    }
}

bool clueless_parse_log(const void *bytes, size_t size, struct arena *arena, struct clueless_instance *game,
                        struct error *error)
{
    struct parser parser = {.game = game};
    struct token token;

    /* Statements and lines have numbers of 32 bits. */
    if (size > UINT32_MAX)
        return error_out_of_memory(error);
    parser.statements = arena_zalloc(arena, size / STATEMENT_BYTES + 1, sizeof *parser.statements);
    parser.pool = arena_zalloc(arena, size / NAME_BYTES + 1, 1);
    parser.others = arena_alloc(arena, size / NAME_BYTES + 1, 1);
    parser.cards = arena_zalloc(arena, CLUELESS_CARDS_MAX, sizeof *parser.cards);
    parser.players = arena_zalloc(arena, CLUELESS_PLAYERS_MOST, sizeof *parser.players);
    if (!parser.statements || !parser.pool || !parser.others || !parser.cards || !parser.players)
        return error_out_of_memory(error);
    *game = (struct clueless_instance){.format = CLUELESS_LOG,
                                       .me = CLUELESS_NOBODY,
                                       .cards = parser.cards,
                                       .players = parser.players,
                                       .statements = parser.statements};
    reader_open(&parser.reader, bytes, size, error);
    parser.reader.comments = true;
    /* The caller has seen that the first word is `clue`: it is there. */
    (void)reader_next(&parser.reader, &token);
    if (!end_line(&parser) || !read_lines(&parser) || !check_whole(&parser))
        return false;
    number_cards(&parser);
    return true;
}
