/* clueless: what the check of an answer says of answers that are wrong in one way each. The game is core/clueless/samples/log.clue, small
 * enough to solve by hand: scarlet and lounge are bob's and cat's, one each, so there are two deals. */
#include "unit.h"

#include "core/clueless/clueless.h"

enum { PLUM = 1, SCARLET = 2, GREEN = 4, KNIFE = 8, ROPE = 16, HALL = 32, STUDY = 64, LOUNGE = 128, ALL = 255, CARDS = 8 };
enum { ANN, BOB, CAT, TABLE, ENVELOPE, HOLDERS };

static const char game_text[] = "clue\nsuspects plum scarlet green\nweapons knife rope\nrooms hall study lounge\n"
                                "player ann 2\nplayer bob 2\nplayer cat 1\nme ann\nhand ann plum hall\n"
                                "suggest ann scarlet knife study shown bob knife\n"
                                "suggest bob scarlet rope lounge shown cat\n"
                                "suggest cat green rope study none\n"
                                "accuse bob green rope hall wrong\n";

static struct arena arena;
static const struct puzzle *puzzle;
static const void *game;
static struct clueless_answer *right, *wrong;
static size_t size;

/* The row of marks that a holder's cards in one of the two deals give. */
static void hold(struct clueless_answer *answer, unsigned holder, unsigned yes, unsigned maybe)
{
    answer->yes[holder] = yes;
    answer->no[holder] = ALL & ~(yes | maybe);
    for (unsigned card = 0; card < CARDS; card++)
        answer->counts[card * HOLDERS + holder] = yes >> card & 1 ? 2 : maybe >> card & 1;
}

static int solve_by_hand(void **state)
{
    struct cases cases;
    struct error error;

    (void)state;
    puzzle = puzzle_find("clueless");
    assert_true(puzzle->parse(game_text, sizeof game_text - 1, &arena, &cases, &error));
    game = cases.instances[0];
    size = puzzle->answer_size(game);
    right = arena_zalloc(&arena, 1, size);
    wrong = arena_zalloc(&arena, 1, size);
    right->counted = 1;
    right->deals = 2;
    hold(right, ANN, PLUM | HALL, 0);
    hold(right, BOB, KNIFE, SCARLET | LOUNGE);
    hold(right, CAT, 0, SCARLET | LOUNGE);
    hold(right, TABLE, 0, 0);
    hold(right, ENVELOPE, GREEN | ROPE | STUDY, 0);
    return 0;
}

static int give_back(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static int begin_right(void **state)
{
    (void)state;
    memcpy(wrong, right, size);
    return 0;
}

static void expect(const char *message)
{
    const char *said = puzzle->check(game, wrong);

    assert_non_null(said);
    assert_string_equal(said, message);
}

static void the_right_answer_passes(void **state)
{
    (void)state;
    assert_null(puzzle->check(game, right));
    assert_true(puzzle->equal(game, right, wrong));
    assert_true(puzzle->refines(game, right, wrong));
}

static void a_mark_more_or_less_is_another_answer(void **state)
{
    (void)state;
    wrong->no[CAT] &= ~(uint64_t)PLUM;
    assert_false(puzzle->equal(game, right, wrong));
    assert_true(puzzle->refines(game, right, wrong)); /* it says less */
    assert_false(puzzle->refines(game, wrong, right));
    memcpy(wrong, right, size);
    wrong->yes[BOB] |= SCARLET;
    assert_false(puzzle->equal(game, right, wrong));
    assert_false(puzzle->refines(game, right, wrong));
}

static void rows(void **state)
{
    (void)state;
    wrong->yes[BOB] |= SCARLET;
    wrong->yes[CAT] |= SCARLET;
    expect("a card that two have");
    memcpy(wrong, right, size);
    wrong->no[BOB] |= SCARLET;
    wrong->no[CAT] |= SCARLET;
    expect("a card that nobody can have");
}

static void columns(void **state)
{
    (void)state;
    hold(wrong, ANN, HALL, 0);
    hold(wrong, TABLE, PLUM, 0);
    expect("other cards on the table than lie there");
    memcpy(wrong, right, size);
    hold(wrong, ANN, PLUM | HALL | KNIFE, 0); /* three of two */
    hold(wrong, BOB, 0, SCARLET | LOUNGE);
    expect("a hand that cannot have its size");
    memcpy(wrong, right, size);
    hold(wrong, BOB, KNIFE, 0); /* one of two */
    hold(wrong, CAT, SCARLET | LOUNGE, 0);
    expect("a hand that cannot have its size");
    memcpy(wrong, right, size);
    hold(wrong, BOB, KNIFE | LOUNGE, 0);
    hold(wrong, CAT, 0, 0);
    hold(wrong, ENVELOPE, GREEN | SCARLET | ROPE | STUDY, 0);
    expect("a hand that cannot have its size");
    memcpy(wrong, right, size);
    hold(wrong, BOB, KNIFE, LOUNGE);
    hold(wrong, CAT, 0, LOUNGE);
    hold(wrong, ENVELOPE, GREEN | SCARLET | ROPE | STUDY, 0); /* two suspects */
    expect("an envelope without one card of each category");
    memcpy(wrong, right, size);
    hold(wrong, CAT, GREEN, SCARLET | LOUNGE);
    hold(wrong, ENVELOPE, ROPE | STUDY, 0); /* no suspect */
    expect("an envelope without one card of each category");
}

static void facts(void **state)
{
    (void)state;
    hold(wrong, BOB, SCARLET | LOUNGE, 0);
    hold(wrong, CAT, KNIFE, 0); /* bob has shown it */
    expect("a card that a fact gives to a holder is not his");
    memcpy(wrong, right, size);
    hold(wrong, BOB, KNIFE | SCARLET, 0);
    hold(wrong, CAT, STUDY, 0); /* none of scarlet, rope and lounge */
    hold(wrong, ENVELOPE, GREEN | ROPE | LOUNGE, 0);
    expect("a player who has one of three cards can have none");
}

/* A game of which nothing is known but who is wrong: then the envelope that was accused is the only fault. */
static void a_wrong_accusation(void **state)
{
    static const char text[] = "clue\nsuspects plum scarlet\nweapons knife rope\nrooms hall study\nplayer ann 2\nplayer bob 1\n"
                               "accuse ann plum knife hall wrong\n";
    enum { ENVELOPE_OF_TWO = 3, SIX = 63 };
    struct clueless_answer *answer;
    struct cases cases;
    struct error error;

    (void)state;
    assert_true(puzzle->parse(text, sizeof text - 1, &arena, &cases, &error));
    answer = arena_zalloc(&arena, 1, puzzle->answer_size(cases.instances[0]));
    /* Cards plum 1, scarlet 2, knife 4, rope 8, hall 16, study 32: ann has scarlet and rope, bob study. */
    answer->yes[0] = 2 | 8;
    answer->yes[1] = 32;
    answer->yes[ENVELOPE_OF_TWO] = 1 | 4 | 16;
    for (unsigned i = 0; i <= ENVELOPE_OF_TWO; i++)
        answer->no[i] = SIX & ~answer->yes[i];
    assert_string_equal(puzzle->check(cases.instances[0], answer), "a wrong accusation is right");
}

static void counts(void **state)
{
    (void)state;
    wrong->deals = 0;
    expect("an answer without a deal");
    memcpy(wrong, right, size);
    wrong->deals = 3;
    for (unsigned i = 0; i < CARDS * HOLDERS; i++)
        if (wrong->counts[i] == 2)
            wrong->counts[i] = 3; /* what is certain is so in all three; scarlet's row is 1 + 1 */
    expect("a row that does not add up to all deals");
}

int unit_clueless_check(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_right_answer_passes, begin_right),
        cmocka_unit_test_setup(a_mark_more_or_less_is_another_answer, begin_right),
        cmocka_unit_test_setup(rows, begin_right),
        cmocka_unit_test_setup(columns, begin_right),
        cmocka_unit_test_setup(facts, begin_right),
        cmocka_unit_test(a_wrong_accusation),
        cmocka_unit_test_setup(counts, begin_right),
    };

    return cmocka_run_group_tests_name("clueless_check", tests, solve_by_hand, give_back);
}
