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

/* Those who showed a card: each once. */
static void tells_players_apart(void **state)
{
    (void)state;
    for (unsigned player = 1; player < PLAYERS; player++)
        for (unsigned other = 1; other < PLAYERS; other++) {
            const struct clueless_instance *game;
            struct error error;
            char rest[64];

            snprintf(rest, sizeof rest, "suggest p0 c0 c20 c40 every p%u p%u", player, other);
            game = read_rest(rest, &error);
            assert_int_equal(game != NULL, player != other);
            if (!game)
                assert_int_equal(error.column, sizeof "suggest p0 c0 c20 c40 every pX ");
            for (unsigned i = 1; game && i < PLAYERS; i++) {
                assert_int_equal(game->facts[i - 1].holder, i);
                assert_int_equal(game->facts[i - 1].kind,
                                 i == player || i == other ? CLUELESS_ANY : CLUELESS_LACKS);
            }
            arena_reset(&arena);
        }
}

/* The lines of the box in any order, the players first or last: a card's number is its place among the
 * suspects, then the weapons, then the rooms. */
static void reads_the_box_in_any_order(void **state)
{
    static const char *const lines[] = {"suspects a b c\n", "weapons d e\n", "rooms f g h i\n"};
    static const unsigned orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const char players[] = "player x 3\nplayer y 3\n";

    (void)state;
    for (unsigned order = 0; order < 6; order++)
        for (unsigned first = 0; first < 2; first++)
            for (unsigned card = 0; card < 9; card++) {
                const struct clueless_instance *game;
                struct cases cases;
                struct error error;
                char bytes[256];
                int length =
                    snprintf(bytes, sizeof bytes, "clue\n%s%s%s%s%shas y %c\nsuggest x %c %c %c shown y %c\n",
                             first ? players : "", lines[orders[order][0]], lines[orders[order][1]],
                             lines[orders[order][2]], first ? "" : players, 'a' + (int)card,
                             card < 3 ? 'a' + (int)card : 'c', card < 3 || card > 4 ? 'd' : 'a' + (int)card,
                             card < 5 ? 'i' : 'a' + (int)card, 'a' + (int)card);

                assert_true(clueless_puzzle.parse(bytes, (size_t)length, &arena, &cases, &error));
                game = cases.instances[0];
                for (unsigned i = 0; i < 2; i++) {
                    assert_int_equal(game->facts[i].kind, CLUELESS_HAS);
                    assert_int_equal(game->facts[i].holder, 1);
                    assert_int_equal(game->facts[i].cards, clueless_card(card));
                }
                assert_int_equal(game->statements[1].shown, card);
                arena_reset(&arena);
            }
}

/* No hand has more than all cards but the envelope's, whatever the box. */
static void a_hand_has_57_cards_at_most(void **state)
{
    struct cases cases;
    struct error error;

    (void)state;
    assert_false(clueless_puzzle.parse("clue\nplayer x 57\nplayer y 58\n", 29, &arena, &cases, &error));
    assert_int_equal(error.line, 3);
    assert_string_equal(error.message, "expected '?' or a hand size, an integer from 0 to 57, found '58'");
}

int unit_clueless_log(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_cards_apart),
        cmocka_unit_test(tells_players_apart),
        cmocka_unit_test(reads_the_box_in_any_order),
        cmocka_unit_test(a_hand_has_57_cards_at_most),
    };

    return cmocka_run_group_tests_name("clueless_log", tests, NULL, tear_down);
}
