/* Games and answers as text. */
#include "internal.h"

static void put_name(const struct clueless_name *names, unsigned index, struct text *text)
{
    if (names)
        text_string(text, names[index].bytes);
    else
        text_unsigned(text, index + 1);
}

static void put_names(const struct clueless_name *names, const uint8_t *indices, size_t count,
                      struct text *text)
{
    for (size_t i = 0; i < count; i++) {
        text_char(text, ' ');
        put_name(names, indices[i], text);
    }
}

/* Without a line end. A turn of the contest's form is its five numbers. */
void clueless_put_statement(const struct clueless_instance *game, const struct clueless_statement *statement,
                            struct text *text)
{
    static const char *const before[] = {
        [CLUELESS_HAND] = "hand ",
        [CLUELESS_TABLE] = "table",
        [CLUELESS_ASK_NONE] = "",
        [CLUELESS_ASK_SHOWN] = "",
        [CLUELESS_SUGGEST_NONE] = "suggest ",
        [CLUELESS_SUGGEST_SHOWN] = "suggest ",
        [CLUELESS_SUGGEST_EVERY] = "suggest ",
        [CLUELESS_SAY_HAS] = "has ",
        [CLUELESS_SAY_LACKS] = "lacks ",
        [CLUELESS_ACCUSE_WRONG] = "accuse ",
        [CLUELESS_ACCUSE_RIGHT] = "accuse ",
    };
    static const char *const after[] = {
        [CLUELESS_HAND] = "",
        [CLUELESS_TABLE] = "",
        [CLUELESS_ASK_NONE] = " -1",
        [CLUELESS_ASK_SHOWN] = "",
        [CLUELESS_SUGGEST_NONE] = " none",
        [CLUELESS_SUGGEST_SHOWN] = " shown",
        [CLUELESS_SUGGEST_EVERY] = " every",
        [CLUELESS_SAY_HAS] = "",
        [CLUELESS_SAY_LACKS] = "",
        [CLUELESS_ACCUSE_WRONG] = " wrong",
        [CLUELESS_ACCUSE_RIGHT] = " right",
    };

    text_string(text, before[statement->verb]);
    if (statement->who < game->player_count)
        put_name(game->players, statement->who, text);
    else if (statement->who != CLUELESS_NOBODY)
        text_string(text, "envelope");
    put_names(game->cards, statement->cards, statement->card_count, text);
    text_string(text, after[statement->verb]);
    if (statement->verb == CLUELESS_SUGGEST_SHOWN)
        put_names(game->players, &statement->shower, 1, text);
    put_names(game->players, statement->others, statement->other_count, text);
    if (statement->shown != CLUELESS_NOBODY)
        put_names(game->cards, &statement->shown, 1, text);
    else if (statement->verb == CLUELESS_ASK_SHOWN)
        text_string(text, " 0");
}

static void format_contest(const struct clueless_instance *game, struct text *text)
{
    text_format(text, "%d %d %d\n", game->first[1], game->player_count, game->me + 1);
    for (size_t i = 0; i < 2; i++) {
        text_unsigned(text, game->statements[i].card_count);
        put_names(NULL, game->statements[i].cards, game->statements[i].card_count, text);
        text_char(text, '\n');
    }
    text_unsigned(text, game->statement_count - 2);
    text_char(text, '\n');
    for (size_t i = 2; i < game->statement_count; i++) {
        clueless_put_statement(game, &game->statements[i], text);
        text_char(text, '\n');
    }
}

static void format_log(const struct clueless_instance *game, struct text *text)
{
    static const char *const words[CLUELESS_CATEGORIES] = {"suspects", "weapons", "rooms"};

    text_string(text, "clue\n");
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++) {
        text_string(text, words[i]);
        for (unsigned card = game->first[i]; card < game->first[i + 1]; card++) {
            text_char(text, ' ');
            put_name(game->cards, card, text);
        }
        text_char(text, '\n');
    }
    for (unsigned i = 0; i < game->player_count; i++) {
        text_string(text, "player ");
        put_name(game->players, i, text);
        if (game->stated[i] == CLUELESS_UNKNOWN)
            text_string(text, " ?\n");
        else
            text_format(text, " %d\n", game->stated[i]);
    }
    if (game->me != CLUELESS_NOBODY) {
        text_string(text, "me ");
        put_name(game->players, game->me, text);
        text_char(text, '\n');
    }
    for (size_t i = 0; i < game->statement_count; i++) {
        clueless_put_statement(game, &game->statements[i], text);
        text_char(text, '\n');
    }
}

void clueless_format(const struct cases *cases, struct text *text)
{
    const struct clueless_instance *game = cases->instances[0];

    if (game->format == CLUELESS_CONTEST)
        format_contest(game, text);
    else
        format_log(game, text);
}

static void print_envelope(const struct clueless_instance *game, const struct clueless_answer *answer,
                           struct text *text)
{
    if (game->format == CLUELESS_LOG)
        text_string(text, "envelope: ");
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++) {
        uint64_t card = answer->yes[clueless_envelope(game)] & clueless_category(game, i);

        if (card)
            put_name(game->cards, clueless_lowest(card), text);
        else
            text_char(text, '?');
        text_char(text, i + 1 < CLUELESS_CATEGORIES ? ' ' : '\n');
    }
}

static void print_cell(const struct clueless_instance *game, const struct clueless_answer *answer,
                       bool counts, unsigned card, unsigned holder, struct text *text)
{
    text_char(text, ' ');
    if (counts)
        text_unsigned128(text, answer->counts[card * clueless_holder_count(game) + holder]);
    else
        text_char(text, answer->yes[holder] >> card & 1 ? 'Y' : answer->no[holder] >> card & 1 ? 'N' : '.');
}

static void print_matrix(const struct clueless_instance *game, const struct clueless_answer *answer,
                         bool counts, struct text *text)
{
    text_string(text, "card");
    for (unsigned i = 0; i < game->player_count; i++) {
        text_char(text, ' ');
        put_name(game->players, i, text);
    }
    text_string(text, game->table ? " table envelope\n" : " envelope\n");
    for (unsigned card = 0; card < clueless_card_count(game); card++) {
        put_name(game->cards, card, text);
        for (unsigned holder = 0; holder < clueless_holder_count(game); holder++)
            if (holder != clueless_table(game) || game->table)
                print_cell(game, answer, counts, card, holder, text);
        text_char(text, '\n');
    }
}

void clueless_print(const void *instance, const struct result *result, size_t number, enum detail detail,
                    struct text *text)
{
    const struct clueless_instance *game = instance;
    const struct clueless_answer *answer = result->answer;
    bool counts;

    (void)number;
    if (result->outcome != OUTCOME_SOLVED) {
        text_string(text, outcome_names[result->outcome]);
        text_char(text, '\n');
        return;
    }
    counts = detail == DETAIL_COUNTS && answer->counted;
    print_envelope(game, answer, text);
    if (counts) {
        text_string(text, "deals: ");
        text_unsigned128(text, answer->deals);
        text_char(text, '\n');
    }
    if (detail != DETAIL_ANSWER)
        print_matrix(game, answer, counts, text);
}
