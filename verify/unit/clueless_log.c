/* Lord Ned in the Game Room, the log: every card and every player is told from every other, wherever it
 * stands. */
#include "unit.h"

#include <stdio.h>

#include "core/clueless/clueless.h"

extern const struct puzzle clueless_puzzle;

enum { CARDS = CLUELESS_CARDS_MAX, PLAYERS = CLUELESS_PLAYERS_MOST };

static struct arena arena;

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

/* The largest box: cards c0 to c59 in their categories, players p0 to p9 of hands of two but for the last
 * two, whose sizes are not known. Then `rest`. NULL where it is refused, with the error. */
static const struct clueless_instance *read_rest(const char *rest, struct error *error)
{
    static const char *const words[] = {"suspects", "weapons", "rooms"};
    struct text text = {0};
    struct cases cases;
    char *bytes;
    bool ok;

    text_string(&text, "clue\n");
    for (unsigned i = 0; i < CARDS; i++)
        text_format(&text, "%s%s c%u", i % 20 ? "" : i ? "\n" : "", i % 20 ? "" : words[i / 20], i);
    for (unsigned i = 0; i < PLAYERS; i++)
        text_format(&text, "\nplayer p%u %s", i, i + 2 < PLAYERS ? "2" : "?");
    text_format(&text, "\n%s", rest);
    bytes = arena_alloc(&arena, text.length, 1);
    assert_non_null(bytes);
    memcpy(bytes, text.bytes, text.length);
    ok = clueless_puzzle.parse(bytes, text.length, &arena, &cases, error);
    text_free(&text);
    return ok ? cases.instances[0] : NULL;
}

enum { FIRST_LINE = 1 + CLUELESS_CATEGORIES + PLAYERS + 1 };

/* `format` names two cards: it is refused where they are the same, at the second of them, else `holder` has
 * both of them. */
static void expect_apart(const char *format, unsigned card, unsigned other, unsigned holder)
{
    const struct clueless_instance *game;
    struct error error;
    char rest[64];
    uint64_t cards = clueless_card(card) | clueless_card(other);

    snprintf(rest, sizeof rest, format, card, other);
    game = read_rest(rest, &error);
    if (card == other) {
        assert_null(game);
        assert_int_equal(error.line, FIRST_LINE + (strchr(rest, '\n') != NULL));
        assert_int_equal(error.column,
                         strrchr(rest, 'c') - (strchr(rest, '\n') ? strchr(rest, '\n') : rest - 1));
    } else {
        if (!game)
            fail_msg("%s: %zu:%zu: %s", rest, error.line, error.column, error.message);
        assert_true(holder == PLAYERS ? game->table == cards
                                      : game->facts[0].holder == holder && game->facts[0].cards == cards);
    }
    arena_reset(&arena);
}

static void tells_cards_apart(void **state)
{
    static const unsigned steps[] = {0, 1, 20, 31, 32, 33, 59};

    (void)state;
    for (unsigned card = 0; card < CARDS; card++)
        for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
            unsigned other = (card + steps[i]) % CARDS;

            expect_apart("hand p0 c%u c%u", card, other, 0);
            expect_apart("hand p9 c%u c%u", card, other, 9);
            expect_apart("table c%u c%u", card, other, PLAYERS);
            expect_apart("table c%u\ntable c%u", card, other, PLAYERS);
        }
}

int unit_clueless_log(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_cards_apart),
    };

    return cmocka_run_group_tests_name("clueless_log", tests, NULL, tear_down);
}
