/* Lord Ned in the Game Room: both formats, the facts behind them, answers in print, the generator, the
 * spaces, shrinking, invariants, checks, and all variants. Expected values are from the statement, worked by
 * hand, or (samples, corpus) from an enumeration of all deals that is no part of this project. */
#include "unit.h"

#include <glob.h>
#include <stdio.h>

#include "core/cli/file.h"
#include "core/clueless/internal.h"

extern const struct puzzle clueless_puzzle;

static const struct puzzle *const puzzle = &clueless_puzzle;

/* Of what a test makes, and of what a variant works with. */
static struct arena arena, scratch;

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    arena_free(&scratch);
    return 0;
}

static const struct variant *variant_of(const char *name)
{
    const struct variant *variant = variant_find(puzzle, name);

    assert_non_null(variant);
    return variant;
}

static const struct clueless_instance *parse(const char *input)
{
    struct cases cases;
    struct error error;

    if (!puzzle->parse(input, strlen(input), &arena, &cases, &error))
        fail_msg("%zu:%zu: %s", error.line, error.column, error.message);
    assert_int_equal(cases.count, 1);
    return cases.instances[0];
}

static struct result solve(const struct variant *variant, const void *instance)
{
    struct work work = work_start(&scratch, WORK_STEPS_UNLIMITED);
    void *answer = arena_alloc(&arena, 1, puzzle->answer_size(instance));
    enum outcome outcome;

    assert_non_null(answer);
    memset(answer, 0xa5, puzzle->answer_size(instance));
    outcome = variant->solve(NULL, instance, &work, answer);
    arena_reset(&scratch);
    return (struct result){outcome, answer};
}

static void expect_print(const struct result *result, const void *instance, enum detail detail,
                         const char *expected)
{
    struct text text = {0};

    puzzle->print(instance, result, 1, detail, &text);
    text_char(&text, '\0');
    assert_string_equal(text.bytes, expected);
    text_free(&text);
}

static void fail_with(const void *instance, const char *message, const char *variant)
{
    struct text text = {0};

    puzzle->format(&(struct cases){1, &instance}, &text);
    fail_msg("%s: %s on\n%.*s", variant, message, (int)text.length, text.bytes);
}

/* Every variant whose domain holds the game gives what it claims to; the number that did. */
static size_t expect_agreement(const void *instance)
{
    struct result best = {.outcome = OUTCOME_UNSUPPORTED};
    size_t count = 0;

    for (size_t i = 0; puzzle->variants[i]; i++) {
        const struct variant *variant = puzzle->variants[i];
        struct result result;

        if (variant->claim == CLAIM_SOUND || variant->refuses(instance))
            continue;
        result = solve(variant, instance);
        if (result.outcome != OUTCOME_SOLVED && result.outcome != OUTCOME_CONTRADICTION)
            fail_with(instance, outcome_names[result.outcome], variant->name);
        if (result.outcome == OUTCOME_SOLVED && puzzle->check(instance, result.answer))
            fail_with(instance, puzzle->check(instance, result.answer), variant->name);
        if (count &&
            (result.outcome != best.outcome ||
             (result.outcome == OUTCOME_SOLVED && !puzzle->equal(instance, result.answer, best.answer))))
            fail_with(instance, "another answer", variant->name);
        /* The one with counts, so that every other one with counts is held against it. */
        if (!count || variant->detail == DETAIL_COUNTS)
            best = result;
        count++;
    }
    {
        struct result rules = solve(variant_of("rules"), instance);

        if (rules.outcome == OUTCOME_CONTRADICTION && best.outcome != OUTCOME_CONTRADICTION)
            fail_with(instance, "a contradiction that is none", "rules");
        if (rules.outcome == OUTCOME_SOLVED && puzzle->check(instance, rules.answer))
            fail_with(instance, puzzle->check(instance, rules.answer), "rules");
        if (rules.outcome == OUTCOME_SOLVED && best.outcome == OUTCOME_SOLVED &&
            !puzzle->refines(instance, best.answer, rules.answer))
            fail_with(instance, "more than is known", "rules");
    }
    return count;
}

static const char contest_sample[] =
    "3 2 2\n3 2 3 7\n0\n7\n2 2 5 7 0\n1 2 5 9 5\n2 2 4 8 0\n1 1 4 9 -1\n2 3 5 9 0\n1 3 5 8 8\n2 3 5 8 0\n";

static const char log_head[] =
    "clue\nsuspects plum scarlet green\nweapons knife rope\nrooms hall study lounge\n";

static const char log_sample[] =
    "clue\nsuspects plum scarlet green\nweapons knife rope\nrooms hall study lounge\nplayer ann 2\nplayer "
    "bob 2\n"
    "player cat 1\nme ann\nhand ann plum hall\nsuggest ann scarlet knife study shown bob knife\n"
    "suggest bob scarlet rope lounge shown cat\nsuggest cat green rope study none\n";

static const struct clueless_instance *parse_log(const char *rest)
{
    char input[2048];

    snprintf(input, sizeof input, "%s%s", log_head, rest);
    /* The instance points into the bytes. */
    {
        char *bytes = arena_alloc(&arena, strlen(input) + 1, 1);

        assert_non_null(bytes);
        return parse(strcpy(bytes, input));
    }
}

/* ---- formats */

static void expect_fact(const struct clueless_instance *game, size_t index, enum clueless_kind kind,
                        unsigned holder, uint64_t cards)
{
    assert_true(index < game->fact_count);
    assert_int_equal(game->facts[index].kind, kind);
    assert_int_equal(game->facts[index].holder, holder);
    assert_int_equal(game->facts[index].cards, cards);
}

static void reads_the_contest_form(void **state)
{
    const struct clueless_instance *game =
        parse("4 3 2\n2 12 1\n3 5 10 2\n3\n1 3 6 9 -1\n2 11 8 4 0\n3 7 12 3 7\n");

    (void)state;
    assert_int_equal(game->format, CLUELESS_CONTEST);
    assert_int_equal(game->player_count, 3);
    assert_int_equal(game->me, 1);
    assert_int_equal(clueless_card_count(game), 12);
    assert_int_equal(game->table, 1 << 4 | 1 << 9 | 1 << 1);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(game->sizes[i], 2);
    assert_int_equal(puzzle->measure(game), 4);
    assert_int_equal(game->fact_count, 5);
    expect_fact(game, 0, CLUELESS_HAS, 1, 1 << 11 | 1 << 0);
    expect_fact(game, 1, CLUELESS_LACKS, 1, 0xfff & ~(1 << 11 | 1 << 0));
    expect_fact(game, 2, CLUELESS_LACKS, 0, 1 << 2 | 1 << 5 | 1 << 8);
    expect_fact(game, 3, CLUELESS_ANY, 1, 1 << 10 | 1 << 7 | 1 << 3);
    expect_fact(game, 4, CLUELESS_HAS, 2, 1 << 6);
}

/* Is it taken, with these numbers in it? */
static bool takes(const char *format, unsigned a, unsigned b, unsigned c, unsigned d)
{
    struct cases cases;
    struct error error;
    char input[64];
    int length = snprintf(input, sizeof input, format, a, b, c, d);
    bool taken = puzzle->parse(input, (size_t)length, &scratch, &cases, &error);

    arena_reset(&scratch);
    return taken;
}

/* Every card is told from every other one: in a hand, on the table, in a turn. */
static void tells_numbered_cards_apart(void **state)
{
    (void)state;
    for (unsigned a = 1; a <= 9; a++)
        for (unsigned b = 1; b <= 9; b++)
            for (unsigned c = 1; c <= 9; c++) {
                unsigned card = a <= 3 ? a : 1, other = b > 3 && b <= 6 ? b : 4, third = c > 6 ? c : 7;

                assert_int_equal(takes("3 2 1\n3 %u %u %u\n0\n0\n", a, b, c, 0), a != b && b != c && c != a);
                assert_int_equal(takes("3 2 1\n2 %u %u\n2 %u 9\n0\n", a, b, c, 0),
                                 a != b && b != c && c != a && a != 9 && b != 9 && c != 9);
                for (unsigned seen = 1; seen <= 9; seen++)
                    assert_int_equal(takes("3 2 1\n3 1 2 3\n0\n1\n2 %u %u %u %u\n", card, other, third, seen),
                                     seen == card || seen == other || seen == third);
            }
}

/* Cards: plum 0 scarlet 1 green 2, knife 3 rope 4, hall 5 study 6 lounge 7; the envelope is holder 5. */
static void reads_logs(void **state)
{
    const struct clueless_instance *game =
        parse_log("player ann 1 # seat one\nplayer bob ?\n\nplayer cat ?\r\nplayer dan 1\ntable plum\n"
                  "suggest bob rope green hall shown ann rope\nsuggest cat hall green knife shown bob\n"
                  "suggest dan scarlet rope study none\nsuggest ann scarlet rope study every dan bob\n"
                  "has envelope lounge\nlacks bob green\naccuse ann green knife hall wrong\naccuse bob green "
                  "rope hall right");
    const unsigned last = 3 + 3 + 3 + 3;

    (void)state;
    assert_int_equal(game->format, CLUELESS_LOG);
    assert_int_equal(game->player_count, 4);
    assert_int_equal(game->me, CLUELESS_NOBODY);
    assert_int_equal(game->table, 1);
    assert_int_equal(game->sizes[0], 1);
    assert_int_equal(game->sizes[1], CLUELESS_UNKNOWN);
    assert_int_equal(game->fact_count, last + 4);
    /* bob asks: cat and dan passed. */
    expect_fact(game, 0, CLUELESS_LACKS, 2, 1 << 4 | 1 << 2 | 1 << 5);
    expect_fact(game, 1, CLUELESS_LACKS, 3, 1 << 4 | 1 << 2 | 1 << 5);
    expect_fact(game, 2, CLUELESS_HAS, 0, 1 << 4);
    /* cat asks: dan and ann passed. */
    expect_fact(game, 3, CLUELESS_LACKS, 3, 1 << 5 | 1 << 2 | 1 << 3);
    expect_fact(game, 4, CLUELESS_LACKS, 0, 1 << 5 | 1 << 2 | 1 << 3);
    expect_fact(game, 5, CLUELESS_ANY, 1, 1 << 5 | 1 << 2 | 1 << 3);
    for (unsigned i = 0; i < 3; i++)
        expect_fact(game, 6 + i, CLUELESS_LACKS, i, 1 << 1 | 1 << 4 | 1 << 6);
    expect_fact(game, 9, CLUELESS_ANY, 1, 1 << 1 | 1 << 4 | 1 << 6);
    expect_fact(game, 10, CLUELESS_LACKS, 2, 1 << 1 | 1 << 4 | 1 << 6);
    expect_fact(game, 11, CLUELESS_ANY, 3, 1 << 1 | 1 << 4 | 1 << 6);
    expect_fact(game, last, CLUELESS_HAS, 5, 1 << 7);
    expect_fact(game, last + 1, CLUELESS_LACKS, 1, 1 << 2);
    expect_fact(game, last + 2, CLUELESS_NOT_ALL, 5, 1 << 2 | 1 << 3 | 1 << 5);
    expect_fact(game, last + 3, CLUELESS_HAS, 5, 1 << 2 | 1 << 4 | 1 << 5);
    assert_int_equal(game->statements[1].line, 11);
}

static void learns_sizes(void **state)
{
    const struct clueless_instance *game = parse_log("player ann ?\nplayer bob ?\nhand bob plum hall\n");

    (void)state;
    /* Eight cards, three in the envelope, two with bob: the rest is ann's. */
    assert_int_equal(game->sizes[1], 2);
    assert_int_equal(game->sizes[0], 3);
    assert_int_equal(game->stated[1], CLUELESS_UNKNOWN);
}

static void expect_text(const char *input, const char *expected)
{
    const void *game = parse(input);
    struct text text = {0};

    puzzle->format(&(struct cases){1, &game}, &text);
    text_char(&text, '\0');
    assert_string_equal(text.bytes, expected);
    assert_true(puzzle->same(game, parse(text.bytes)));
    text_free(&text);
}

static void prints_what_it_reads(void **state)
{
    static const char all[] =
        "clue\nsuspects a b\nweapons c d\nrooms e f\nplayer x 1\nplayer y ?\nplayer z ?\nme y\n"
        "hand x a\ntable c\nsuggest x f b d shown z d\nsuggest y a c e shown z\n"
        "suggest z a d e none\nsuggest x a d f every z y\nhas envelope f\nlacks y b\n"
        "accuse z e d b wrong\naccuse z b d f right\n";

    (void)state;
    expect_text(contest_sample, contest_sample);
    expect_text("\xef\xbb\xbf  3\t2 2 3 02 3 7 0 1\r\n2 2 5 7 0", "3 2 2\n3 2 3 7\n0\n1\n2 2 5 7 0\n");
    expect_text("2 4 1 0 3 1 3 5 0", "2 4 1\n0\n3 1 3 5\n0\n");
    expect_text(log_sample, log_sample);
    expect_text(all, all);
    expect_text("# a game\n\n clue # yes\nrooms e f\n weapons c d\nsuspects a b#\nplayer x 3\r\nplayer y 0",
                "clue\nsuspects a b\nweapons c d\nrooms e f\nplayer x 3\nplayer y 0\n");
    /* Names that are keywords elsewhere. */
    expect_text("clue\nsuspects shown none\nweapons clue hand\nrooms every wrong\nplayer player 3\nplayer me "
                "0\nme me\n"
                "suggest me shown clue every shown player every\n",
                "clue\nsuspects shown none\nweapons clue hand\nrooms every wrong\nplayer player 3\nplayer me "
                "0\nme me\n"
                "suggest me shown clue every shown player every\n");
}

static void tells_games_apart(void **state)
{
    const void *game = parse(log_sample);

    (void)state;
    assert_true(puzzle->same(game, parse(log_sample)));
    assert_false(puzzle->same(game, parse(contest_sample)));
    assert_false(puzzle->same(parse_log("player a 3\nplayer b 2\n"), parse_log("player a 2\nplayer b 3\n")));
    assert_false(puzzle->same(parse_log("player a 3\nplayer b 2\n"), parse_log("player a 3\nplayer c 2\n")));
    assert_false(puzzle->same(parse_log("player a 3\nplayer b 2\nme a\n"),
                              parse_log("player a 3\nplayer b 2\nme b\n")));
    assert_false(puzzle->same(parse_log("player a 3\nplayer b ?\nhas a plum\n"),
                              parse_log("player a 3\nplayer b ?\nlacks a plum\n")));
    assert_false(
        puzzle->same(parse("2 3 1\n1 1\n0\n1\n2 2 4 6 4\n"), parse("2 3 1\n1 1\n0\n1\n2 2 4 6 0\n")));
}

static void runs_out_of_memory(void **state)
{
    struct arena small = {.limit = 64};

    (void)state;
    for (; small.limit < 1 << 14; small.limit += 64) {
        struct cases cases;
        struct error error;

        if (puzzle->parse(log_sample, strlen(log_sample), &small, &cases, &error))
            break;
        assert_int_equal(error.kind, ERROR_MEMORY);
        arena_reset(&small);
    }
    assert_in_range(small.limit, 128, 1 << 14);
    for (size_t i = 0; puzzle->variants[i]; i++) {
        const struct clueless_instance *game = parse(contest_sample);
        void *answer = arena_alloc(&arena, 1, puzzle->answer_size(game));
        enum outcome outcome = OUTCOME_NO_MEMORY;

        for (size_t limit = 64; outcome == OUTCOME_NO_MEMORY; limit += 64) {
            struct arena tight = {.limit = limit};
            struct work work = work_start(&tight, WORK_STEPS_UNLIMITED);

            outcome = puzzle->variants[i]->solve(NULL, game, &work, answer);
            arena_free(&tight);
        }
        assert_int_equal(outcome, OUTCOME_SOLVED);
    }
    arena_free(&small);
}

/* ---- answers in print */

static void prints_answers(void **state)
{
    const void *game = parse(log_sample);
    struct result result = solve(variant_of("closed_form"), game);
    struct result pruned = solve(variant_of("pruned"), game);
    static const char matrix[] =
        "envelope: green rope study\ncard ann bob cat envelope\nplum Y N N N\nscarlet N . . N\n"
        "green N N N Y\nknife N Y N N\nrope N N N Y\nhall Y N N N\nstudy N N N Y\n"
        "lounge N . . N\n";

    (void)state;
    expect_print(&result, game, DETAIL_ANSWER, "envelope: green rope study\n");
    expect_print(&result, game, DETAIL_MATRIX, matrix);
    expect_print(&pruned, game, DETAIL_MATRIX, matrix);
    /* scarlet with bob and lounge with cat, or the other way. */
    expect_print(
        &result, game, DETAIL_COUNTS,
        "envelope: green rope study\ndeals: 2\ncard ann bob cat envelope\nplum 2 0 0 0\nscarlet 0 1 1 0\n"
        "green 0 0 0 2\nknife 0 2 0 0\nrope 0 0 0 2\nhall 2 0 0 0\nstudy 0 0 0 2\nlounge 0 1 1 0\n");
    game = parse(contest_sample);
    result = solve(variant_of("pruned"), game);
    expect_print(&result, game, DETAIL_ANSWER, "1 4 9\n");
    game = parse("2 3 1\n0\n3 1 3 4\n0\n");
    result = solve(variant_of("naive"), game);
    expect_print(&result, game, DETAIL_ANSWER, "contradiction\n");
    /* Two of the four cards that do not lie open are in the envelope for sure, one of 5 and 6 is. */
    game = parse("3 2 1\n1 1\n4 2 4 5 7\n0\n");
    result = solve(variant_of("naive"), game);
    expect_print(
        &result, game, DETAIL_MATRIX,
        "3 6 ?\ncard 1 2 table envelope\n1 Y N N N\n2 N N Y N\n3 N N N Y\n4 N N Y N\n5 N N Y N\n6 N N N Y\n"
        "7 N N Y N\n8 N . N .\n9 N . N .\n");
    expect_print(&(struct result){.outcome = OUTCOME_UNSUPPORTED}, game, DETAIL_ANSWER, "unsupported\n");
}

static void expect_explanation(const char *input, const char *expected)
{
    const void *game = parse(input);

    for (size_t i = 0; puzzle->variants[i]; i++) {
        struct text text = {0};

        assert_true(puzzle->explain(game, OUTCOME_CONTRADICTION, puzzle->variants[i], NULL, &scratch, &text));
        text_char(&text, '\0');
        assert_string_equal(text.bytes, expected);
        text_free(&text);
    }
    arena_reset(&scratch);
}

static void explains_contradictions(void **state)
{
    struct text text = {0};

    (void)state;
    expect_explanation("3 2 1\n3 1 4 7\n0\n3\n2 2 5 8 0\n2 2 5 8 -1\n2 3 6 9 -1\n",
                       "contradictory from turn 2 on: 2 2 5 8 -1");
    expect_explanation("2 2 1\n1 1\n1 2\n0\n", "contradictory from your hand on");
    expect_explanation(
        "2 2 1\n0\n3 1 2 3\n1\n1 1 3 5 -1\n",
        "contradictory before the first fact: no deal keeps the hand sizes and the open cards");
    expect_explanation("clue\nsuspects a b\nweapons c d\nrooms e f\nplayer x 2\nplayer y 1\n\nhas x a\n# so\n"
                       "suggest y a c e shown x\nsuggest  y a d f none # no\nhas y b\n",
                       "contradictory from line 11 on: suggest y a d f none");
    /* One card cannot meet both suggestions, which `rules` does not see before line 9. */
    expect_explanation("clue\nsuspects a b\nweapons c d\nrooms e f\nplayer p 1\nplayer q 2\n"
                       "suggest q a c e shown p\nsuggest q b d f shown p\nhas p a\n",
                       "contradictory from line 8 on: suggest q b d f shown p");
    /* Before the last lines there are more deals than `naive` affords. */
    expect_explanation("clue\nsuspects a b c d e f\nweapons g h i j k l\nrooms m n o p q r s t u\n"
                       "player A 9\nplayer B 9\nhas A a\nhas B a\nhand A a b c d e g h i j\n"
                       "hand B k m n o p q r s t\n",
                       "contradictory from line 8 on: has B a");
    assert_false(
        puzzle->explain(parse(contest_sample), OUTCOME_SOLVED, variant_of("pruned"), NULL, &scratch, &text));
    text_free(&text);
}

static void names_flaws_and_promises(void **state)
{
    const void *open = parse("3 2 1\n3 1 4 7\n0\n0\n"), *one = parse(contest_sample),
               *log = parse(log_sample);
    struct result result = solve(variant_of("pruned"), open);

    (void)state;
    assert_string_equal(puzzle->flaw(open, result.answer), "the envelope is not determined");
    assert_false(puzzle->promised(open, &result));
    result = solve(variant_of("pruned"), one);
    assert_null(puzzle->flaw(one, result.answer));
    assert_true(puzzle->promised(one, &result));
    assert_false(puzzle->promised(one, &(struct result){.outcome = OUTCOME_CONTRADICTION}));
    result = solve(variant_of("pruned"), log);
    assert_false(puzzle->promised(log, &result));
    log = parse_log("player a ?\nplayer b ?\n");
    result = solve(variant_of("pruned"), log);
    assert_null(puzzle->flaw(log, result.answer));
}

/* ---- variants */

static void chooses_the_better_counter(void **state)
{
    (void)state;
    assert_ptr_equal(variant_choose(puzzle, parse(log_sample), DETAIL_ANSWER), variant_of("pruned"));
    assert_ptr_equal(variant_choose(puzzle, parse(log_sample), DETAIL_MATRIX), variant_of("pruned"));
    assert_ptr_equal(variant_choose(puzzle, parse(log_sample), DETAIL_COUNTS), variant_of("closed_form"));
    /* Six open ANY facts on three open cards each: 2 * 2^6 * (2 + 1)^2 states for the sets of 9 open cards
     * are few, 2^5 more of them are not. */
    assert_null(
        variant_of("closed_form")->refuses(parse("4 2 1\n4 1 2 5 9\n1 10\n2\n2 3 6 11 0\n2 4 7 12 0\n")));
    assert_non_null(
        variant_of("closed_form")
            ->refuses(parse("4 2 1\n4 1 2 5 9\n1 10\n8\n2 3 6 11 0\n2 4 7 12 0\n2 3 7 11 0\n2 4 6 12 0\n"
                            "2 3 8 11 0\n2 4 8 12 0\n2 3 6 12 0\n2 4 7 11 0\n")));
}

static void honours_the_limit(void **state)
{
    const struct clueless_instance *game = parse_log("player ann 2\nplayer bob 2\nplayer cat 1\n");
    void *answer = arena_alloc(&arena, 1, puzzle->answer_size(game));

    (void)state;
    assert_non_null(answer);
    for (size_t i = 0; puzzle->variants[i]; i++) {
        enum outcome outcome = OUTCOME_LIMIT;
        uint64_t steps = 1;

        for (; outcome == OUTCOME_LIMIT; steps *= 2) {
            struct work work = work_start(&scratch, steps);

            outcome = puzzle->variants[i]->solve(NULL, game, &work, answer);
            arena_reset(&scratch);
        }
        assert_int_equal(outcome, OUTCOME_SOLVED);
    }
    {
        struct work work = work_start(&scratch, 3);

        assert_int_equal(variant_of("naive")->solve(NULL, game, &work, answer), OUTCOME_LIMIT);
        arena_reset(&scratch);
    }
}

/* What several facts and a hand size say together: rules does not see it. */
static void rules_is_sound_but_not_complete(void **state)
{
    const struct clueless_instance *game = parse_log(
        "player ann 2\nplayer bob 3\nhas bob green\nsuggest ann plum knife hall shown bob\n"
        "suggest ann plum knife study shown bob\nsuggest ann plum knife lounge shown bob\nlacks bob plum\n");
    struct result rules = solve(variant_of("rules"), game), exact = solve(variant_of("pruned"), game);
    const struct clueless_answer *part = rules.answer, *whole = exact.answer;

    (void)state;
    /* With two cards left for three rooms or the knife, bob has the knife. */
    assert_true(whole->yes[1] >> 3 & 1);
    assert_false(part->yes[1] >> 3 & 1);
    assert_true(puzzle->refines(game, whole, part));
    assert_false(puzzle->refines(game, part, whole));
    assert_false(puzzle->equal(game, part, whole));
}

/* ---- checks */

static void checks_answers(void **state)
{
    const struct clueless_instance *game = parse(log_sample);
    struct result result = solve(variant_of("closed_form"), game);
    size_t size = puzzle->answer_size(game);
    struct clueless_answer *wrong = arena_alloc(&arena, 1, size);
    unsigned holders = clueless_holder_count(game);

    (void)state;
    assert_non_null(wrong);
    assert_null(puzzle->check(game, result.answer));
    memcpy(wrong, result.answer, size);
    assert_true(puzzle->equal(game, result.answer, wrong));
    /* Each mark of each cell. */
    for (unsigned card = 0; card < clueless_card_count(game); card++) {
        for (unsigned holder = 0; holder < holders; holder++) {
            memcpy(wrong, result.answer, size);
            wrong->yes[holder] ^= clueless_card(card);
            assert_non_null(puzzle->check(game, wrong));
            assert_false(puzzle->equal(game, result.answer, wrong));
            memcpy(wrong, result.answer, size);
            wrong->no[holder] ^= clueless_card(card);
            assert_non_null(puzzle->check(game, wrong));
            memcpy(wrong, result.answer, size);
            wrong->counts[card * holders + holder]++;
            assert_non_null(puzzle->check(game, wrong));
            assert_false(puzzle->equal(game, result.answer, wrong));
        }
    }
    /* Counts that add up in every row, but not in the columns. */
    memcpy(wrong, result.answer, size);
    wrong->deals = 4;
    for (unsigned i = 0; i < clueless_card_count(game) * holders; i++)
        wrong->counts[i] *= 2;
    assert_null(puzzle->check(game, wrong));
    wrong->counts[1 * holders + 1]++;
    wrong->counts[1 * holders + 2]--;
    assert_non_null(puzzle->check(game, wrong));
}

/* ---- generator */

static const void *generate(size_t class_number, size_t format, uint64_t size, uint64_t rounds, uint64_t seed,
                            uint8_t holder[CLUELESS_CARDS_MAX])
{
    struct recipe recipe = {.input_class = class_number, .size = size, .rounds = rounds, .format = format};
    struct error error = {.kind = ERROR_NONE};
    struct rng rng;
    const void *game;

    rng_seed(&rng, seed);
    game = clueless_generate_deal(&rng, &recipe, &arena, &error, holder);
    assert_non_null(game);
    return game;
}

static size_t class_of(const char *name)
{
    size_t i = 0;

    while (puzzle->classes[i].name && strcmp(puzzle->classes[i].name, name) != 0)
        i++;
    assert_non_null(puzzle->classes[i].name);
    return i;
}

static bool is_determined(const struct clueless_instance *game, const struct clueless_answer *answer)
{
    return clueless_size_of(answer->yes[clueless_envelope(game)]) == CLUELESS_CATEGORIES;
}

/* Each class keeps its word, and but in `none` no variant excludes the deal that was played. */
static void generates_the_class(void **state)
{
    (void)state;
    for (size_t class_number = 0; puzzle->classes[class_number].name; class_number++) {
        for (uint64_t i = 0; i < unit_scaled(600); i++) {
            uint8_t holder[CLUELESS_CARDS_MAX];
            const struct clueless_instance *game =
                generate(class_number, i % 2, 2 + i / 2 % 19, i % 7 * (i % 7), i, holder);
            bool is_none = class_number == class_of("none");

            assert_int_equal(game->format, i % 2);
            assert_int_equal(puzzle->measure(game), 2 + i / 2 % 19);
            for (size_t j = 0; puzzle->variants[j]; j++) {
                struct result result;
                const struct clueless_answer *answer;

                if (puzzle->variants[j]->detail == DETAIL_COUNTS && clueless_card_count(game) > 12)
                    continue;
                if (puzzle->variants[j]->refuses(game))
                    continue;
                result = solve(puzzle->variants[j], game);
                answer = result.answer;
                if (is_none && puzzle->variants[j]->claim == CLAIM_EXACT)
                    assert_int_equal(result.outcome, OUTCOME_CONTRADICTION);
                if (is_none)
                    continue;
                if (result.outcome == OUTCOME_LIMIT && puzzle->variants[j]->detail == DETAIL_COUNTS)
                    continue;
                assert_int_equal(result.outcome, OUTCOME_SOLVED);
                for (unsigned card = 0; card < clueless_card_count(game); card++)
                    assert_false(answer->no[holder[card]] >> card & 1);
                if (puzzle->variants[j]->claim == CLAIM_EXACT && class_number == class_of("one"))
                    assert_true(is_determined(game, answer));
                if (puzzle->variants[j]->claim == CLAIM_EXACT && class_number == class_of("many"))
                    assert_false(is_determined(game, answer));
            }
            arena_reset(&arena);
        }
    }
}

static size_t count_any(const struct clueless_instance *game)
{
    size_t count = 0;

    for (size_t i = 0; i < game->fact_count; i++)
        count += game->facts[i].kind == CLUELESS_ANY;
    return count;
}

static void generates_extremes(void **state)
{
    bool ten = false, two = false, empty_hands = false, no_table = false, all_unknown = false,
         spectator = false;
    uint8_t holder[CLUELESS_CARDS_MAX];
    size_t hard = 0, uniform = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        const struct clueless_instance *game = generate(class_of("boundary"), seed % 2, 20, 20, seed, holder);
        unsigned known = 0;

        for (unsigned i = 0; i < game->player_count; i++)
            known += game->stated[i] != CLUELESS_UNKNOWN;
        ten |= game->player_count == CLUELESS_PLAYERS_MOST;
        two |= game->player_count == CLUELESS_PLAYERS_LEAST;
        empty_hands |= game->stated[0] == 0;
        no_table |= !game->table;
        all_unknown |= !known;
        game = generate(class_of("hard"), seed % 2, 6, 20, seed, holder);
        spectator |= game->me == CLUELESS_NOBODY;
        hard += count_any(game);
        uniform += count_any(generate(class_of("uniform"), seed % 2, 6, 20, seed, holder));
        game = generate(class_of("threshold"), seed % 2, 6, 40, seed, holder);
        /* `every` may give more than one for the last unseen answer. */
        assert_in_range(count_any(game), game->format == CLUELESS_CONTEST ? 1 : 0, 40 * 5);
        if (game->format == CLUELESS_CONTEST)
            assert_in_range(count_any(game), 1, 9);
        arena_reset(&arena);
    }
    assert_true(ten && two && empty_hands && no_table && all_unknown && spectator);
    assert_true(hard > uniform);
}

/* ---- spaces */

static void counts_spaces(void **state)
{
    const struct space *games = &puzzle->spaces[0], *logs = &puzzle->spaces[1];

    (void)state;
    /* Two players 40 + 60 heads and 80 turns, three players 60 + 18 heads and 120 turns. */
    assert_int_equal(games->count(0), 178);
    assert_int_equal(games->count(1), 100 * 80 + 78 * 120);
    assert_int_equal(games->count(2), 100 * 6400 + 78 * 14400);
    /* 13 and 53 choices of sizes, 96 + 36 + 16 and 288 + 48 + 16 statements. */
    assert_int_equal(logs->count(0), 66);
    assert_int_equal(logs->count(1), 13 * 148 + 53 * 352);
    assert_int_equal(logs->count(2), 13 * 148 * 148 + 53 * 352 * 352);
}

static void unrank_and_rank_are_inverse(void **state)
{
    (void)state;
    for (size_t i = 0; puzzle->spaces[i].name; i++) {
        const struct space *space = &puzzle->spaces[i];

        for (uint64_t size = 0; size <= 1; size++) {
            for (uint64_t rank = 0; rank < space->count(size);
                 rank += 1 + rank % (20000 / unit_scaled(20000))) {
                const void *game = space->unrank(size, rank, &arena);
                uint64_t found_size, found_rank;

                assert_true(space->rank(game, &found_size, &found_rank));
                assert_int_equal(found_size, size);
                assert_int_equal(found_rank, rank);
                arena_reset(&arena);
            }
        }
        assert_false(space->rank(parse(contest_sample), &(uint64_t){0}, &(uint64_t){0}));
        assert_false(space->rank(parse(log_sample), &(uint64_t){0}, &(uint64_t){0}));
    }
    /* Out of order, or with other names. */
    assert_false(puzzle->spaces[0].rank(parse("2 4 1 0 3 1 3 5 0"), &(uint64_t){0}, &(uint64_t){0}));
    assert_false(puzzle->spaces[0].rank(parse("2 2 1 0 3 3 1 5 0"), &(uint64_t){0}, &(uint64_t){0}));
    assert_false(
        puzzle->spaces[0].rank(parse("2 2 1 0 3 1 3 5 1 1 3 1 5 0"), &(uint64_t){0}, &(uint64_t){0}));
    assert_true(puzzle->spaces[0].rank(parse("2 2 1 0 3 1 3 5 1 1 1 3 5 0"), &(uint64_t){0}, &(uint64_t){0}));
    assert_false(
        puzzle->spaces[1].rank(parse("clue\nsuspects a b\nweapons c d\nrooms e f\nplayer x 3\nplayer y 0\n"),
                               &(uint64_t){0}, &(uint64_t){0}));
}

/* Are two numbers of the space the same game? Then a number is counted twice. */
static void spaces_name_no_game_twice(void **state)
{
    (void)state;
    for (size_t i = 0; puzzle->spaces[i].name; i++) {
        const struct space *space = &puzzle->spaces[i];

        for (uint64_t rank = 0; rank + 1 < space->count(1); rank += 7) {
            assert_false(puzzle->same(space->unrank(1, rank, &arena), space->unrank(1, rank + 1, &arena)));
            arena_reset(&arena);
        }
    }
}

/* ---- shrinking */

/* What falls with every step: statements, cards, players, seen cards and the line `me`. */
static size_t weight(const struct clueless_instance *game)
{
    size_t sum = game->statement_count + clueless_card_count(game) + game->player_count;

    for (size_t i = 0; i < game->statement_count; i++)
        sum += game->statements[i].shown != CLUELESS_NOBODY;
    return sum + (game->format == CLUELESS_LOG && game->me != CLUELESS_NOBODY);
}

static void expect_well_formed(const void *game)
{
    struct text text = {0};
    struct cases cases;
    struct error error;

    puzzle->format(&(struct cases){1, &game}, &text);
    if (!puzzle->parse(text.bytes, text.length, &scratch, &cases, &error))
        fail_msg("%zu:%zu: %s in\n%.*s", error.line, error.column, error.message, (int)text.length,
                 text.bytes);
    assert_true(puzzle->same(game, cases.instances[0]));
    arena_reset(&scratch);
    text_free(&text);
}

static void shrinks_strictly(void **state)
{
    uint8_t holder[CLUELESS_CARDS_MAX];

    (void)state;
    for (uint64_t seed = 0; seed < unit_scaled(60); seed++) {
        const void *game = generate(seed % 7, seed % 2, 2 + seed % 5, seed % 12, seed, holder);

        for (size_t step = 0;; step++) {
            const void *smaller = puzzle->shrink(game, step, &arena);

            if (!smaller)
                break;
            assert_true(weight(smaller) < weight(game));
            expect_well_formed(smaller);
        }
        arena_reset(&arena);
    }
}

/* Always the last smaller game, until there is none: the smallest box without a statement. */
static void shrinks_to_the_smallest(void **state)
{
    uint8_t holder[CLUELESS_CARDS_MAX];

    (void)state;
    for (uint64_t seed = 0; seed < unit_scaled(20); seed++) {
        const struct clueless_instance *game = generate(0, seed % 2, 5, 6, seed, holder);
        const void *smaller;

        while ((smaller = puzzle->shrink(game, 0, &arena)))
            game = smaller;
        assert_int_equal(game->player_count, 2);
        assert_int_equal(puzzle->measure(game), 2);
        for (size_t i = 0; i < game->statement_count; i++)
            assert_true(game->statements[i].verb == CLUELESS_HAND ||
                        game->statements[i].verb == CLUELESS_TABLE);
        arena_reset(&arena);
    }
}

/* A fault that lies in one statement comes down to that statement. */
static void shrinks_a_contradiction(void **state)
{
    uint8_t holder[CLUELESS_CARDS_MAX];

    (void)state;
    for (uint64_t seed = 0; seed < unit_scaled(30); seed++) {
        const struct clueless_instance *game = generate(class_of("none"), seed % 2, 4, 12, seed, holder);
        bool shrunk = true;

        while (shrunk) {
            const void *smaller;

            shrunk = false;
            for (size_t step = 0; !shrunk && (smaller = puzzle->shrink(game, step, &arena)); step++) {
                shrunk = solve(variant_of("pruned"), smaller).outcome == OUTCOME_CONTRADICTION;
                if (shrunk)
                    game = smaller;
            }
        }
        assert_in_range(game->statement_count, 1, 4);
        arena_reset(&arena);
    }
}

/* ---- invariants */

static void invariants_hold(void **state)
{
    struct rng rng;
    uint8_t holder[CLUELESS_CARDS_MAX];

    (void)state;
    rng_seed(&rng, 1);
    for (uint64_t seed = 0; seed < unit_scaled(150); seed++) {
        const void *game = generate(seed % 7, seed % 2, 2 + seed % 3, seed % 15, seed, holder);

        for (size_t i = 0; puzzle->invariants[i].name; i++) {
            const struct invariant *invariant = &puzzle->invariants[i];
            const void *map, *changed = invariant->change(game, &rng, &arena, &map);

            assert_non_null(changed);
            expect_well_formed(changed);
            for (size_t j = 0; puzzle->variants[j]; j++) {
                struct result before, after;

                if (puzzle->variants[j]->refuses(game) || puzzle->variants[j]->refuses(changed))
                    continue;
                before = solve(puzzle->variants[j], game);
                after = solve(puzzle->variants[j], changed);
                if (!invariant->keeps(game, &before, changed, &after, map))
                    fail_with(game, invariant->name, puzzle->variants[j]->name);
            }
        }
        arena_reset(&arena);
    }
}

/* Each one finds an answer that is wrong: a mark too many, a count too many, no answer at all. */
static void invariants_can_fail(void **state)
{
    const struct clueless_instance *game = parse(log_sample);
    struct result before = solve(variant_of("closed_form"), game), none = {.outcome = OUTCOME_CONTRADICTION};
    size_t size = puzzle->answer_size(game);
    struct clueless_answer *wrong = arena_alloc(&arena, 1, size);
    struct rng rng;

    (void)state;
    assert_non_null(wrong);
    rng_seed(&rng, 2);
    for (size_t i = 0; puzzle->invariants[i].name; i++) {
        const struct invariant *invariant = &puzzle->invariants[i];
        const void *map, *changed = invariant->change(game, &rng, &arena, &map);
        struct result after = solve(variant_of("closed_form"), changed), other = {OUTCOME_SOLVED, wrong};

        assert_non_null(changed);
        assert_true(invariant->keeps(game, &before, changed, &after, map));
        assert_false(invariant->keeps(game, &none, changed, &before, map));
        /* What is known is forgotten. */
        memcpy(wrong, before.answer, size);
        memset(wrong->yes, 0, sizeof wrong->yes);
        memset(wrong->no, 0, sizeof wrong->no);
        assert_false(invariant->keeps(game, &before, changed, &other, map));
        /* More deals than before. */
        memcpy(wrong, before.answer, size);
        wrong->deals++;
        if (after.outcome == OUTCOME_SOLVED)
            memcpy(wrong->yes, ((const struct clueless_answer *)after.answer)->yes, sizeof wrong->yes * 2);
        assert_false(invariant->keeps(game, &before, changed, &other, map));
        /* The same wrong row twice. */
        if (strcmp(invariant->name, "rows") == 0) {
            memcpy(wrong, before.answer, size);
            wrong->yes[0] |= 2;
            wrong->yes[1] |= 2;
            assert_false(invariant->keeps(game, &other, changed, &other, map));
            memcpy(wrong, before.answer, size);
            wrong->counts[0]++;
            assert_false(invariant->keeps(game, &other, changed, &other, map));
        }
    }
}

/* ---- agreement */

static void variants_agree_on_small_games(void **state)
{
    size_t checked = 0;

    (void)state;
    for (size_t i = 0; puzzle->spaces[i].name; i++) {
        const struct space *space = &puzzle->spaces[i];

        for (uint64_t size = 0; size <= 1; size++) {
            size_t every = 40000 / unit_scaled(40000);

            for (uint64_t rank = 0; rank < space->count(size); rank += every) {
                assert_in_range(expect_agreement(space->unrank(size, rank, &arena)), 3, 4);
                arena_reset(&arena);
                checked++;
            }
        }
    }
    assert_true(checked > 100);
}

static void variants_agree_on_two_turns(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 3);
    for (size_t i = 0; puzzle->spaces[i].name; i++) {
        const struct space *space = &puzzle->spaces[i];

        for (size_t j = 0; j < unit_scaled(30000); j++) {
            uint64_t size = 2 + rng_below(&rng, 3);

            assert_in_range(
                expect_agreement(space->unrank(size, rng_below(&rng, space->count(size)), &arena)), 3, 4);
            arena_reset(&arena);
        }
    }
}

static void variants_agree_on_generated_games(void **state)
{
    uint8_t holder[CLUELESS_CARDS_MAX];
    size_t counted = 0;

    (void)state;
    for (size_t class_number = 0; puzzle->classes[class_number].name; class_number++) {
        for (uint64_t i = 0; i < unit_scaled(300); i++) {
            counted += expect_agreement(generate(class_number, i % 2, 2 + i % (i % 20 ? 3 : 5), i % 13,
                                                 1000 + i, holder)) > 1;
            arena_reset(&arena);
        }
    }
    assert_true(counted > 0);
}

/* Every variant whose domain holds the file's game prints what the .ans beside it holds (a log's: with the
 * matrix); the sound one is refined by it. */
static void answer_file(const char *path)
{
    struct file input, expected;
    struct cases cases;
    char answers[512];
    size_t stem = strlen(path) - strlen(strrchr(path, '.')), exact = 0;

    snprintf(answers, sizeof answers, "%.*s.ans", (int)stem, path);
    assert_int_equal(file_parse("unit", puzzle, path, &arena, &input, &cases), EXIT_WELL);
    assert_int_equal(file_read("unit", answers, &expected), EXIT_WELL);
    for (size_t i = 0; puzzle->variants[i]; i++) {
        const struct variant *variant = puzzle->variants[i];
        struct text text = {0};
        struct result result;

        if (variant->claim == CLAIM_SOUND || variant->refuses(cases.instances[0]))
            continue;
        result = solve(variant, cases.instances[0]);
        puzzle->print(cases.instances[0], &result, 1,
                      strcmp(path + stem, ".clue") == 0 ? DETAIL_MATRIX : DETAIL_ANSWER, &text);
        if (text.length != expected.size || memcmp(text.bytes, expected.bytes, text.length) != 0)
            fail_msg("%s: %s answers otherwise", path, variant->name);
        text_free(&text);
        exact++;
    }
    assert_true(exact >= 2);
    expect_agreement(cases.instances[0]);
    file_free(&input);
    file_free(&expected);
    arena_reset(&arena);
}

/* The number of files that match. */
static size_t answer_files(const char *pattern)
{
    size_t count = 0;
    glob_t found;

    if (glob(pattern, 0, NULL, &found) != 0)
        return 0;
    for (; count < found.gl_pathc; count++)
        answer_file(found.gl_pathv[count]);
    globfree(&found);
    return count;
}

static void answers_samples_and_known_mistakes(void **state)
{
    (void)state;
    assert_in_range(answer_files("core/clueless/samples/*.in"), 1, 1000);
    assert_in_range(answer_files("core/clueless/samples/*.clue"), 2, 1000);
    assert_in_range(answer_files("verify/corpus/clueless/*.in"), 6, 100000);
    assert_in_range(answer_files("verify/corpus/clueless/*.clue"), 10, 100000);
}

static void answers_recorded_games(void **state)
{
    (void)state;
    if (!answer_files("../shared/data/clueless/*.in") || !answer_files("../shared/data/clueless/*.clue")) {
        print_message("../shared/data/clueless is absent\n");
        skip();
    }
}

int unit_clueless(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_the_contest_form),
        cmocka_unit_test(tells_numbered_cards_apart),
        cmocka_unit_test(reads_logs),
        cmocka_unit_test(learns_sizes),
        cmocka_unit_test(prints_what_it_reads),
        cmocka_unit_test(tells_games_apart),
        cmocka_unit_test(runs_out_of_memory),
        cmocka_unit_test(prints_answers),
        cmocka_unit_test(explains_contradictions),
        cmocka_unit_test(names_flaws_and_promises),
        cmocka_unit_test(chooses_the_better_counter),
        cmocka_unit_test(honours_the_limit),
        cmocka_unit_test(rules_is_sound_but_not_complete),
        cmocka_unit_test(checks_answers),
        cmocka_unit_test(generates_the_class),
        cmocka_unit_test(generates_extremes),
        cmocka_unit_test(counts_spaces),
        cmocka_unit_test(unrank_and_rank_are_inverse),
        cmocka_unit_test(spaces_name_no_game_twice),
        cmocka_unit_test(shrinks_strictly),
        cmocka_unit_test(shrinks_to_the_smallest),
        cmocka_unit_test(shrinks_a_contradiction),
        cmocka_unit_test(invariants_hold),
        cmocka_unit_test(invariants_can_fail),
        cmocka_unit_test(variants_agree_on_small_games),
        cmocka_unit_test(variants_agree_on_two_turns),
        cmocka_unit_test(variants_agree_on_generated_games),
        cmocka_unit_test(answers_samples_and_known_mistakes),
        cmocka_unit_test(answers_recorded_games),
    };

    return cmocka_run_group_tests_name("clueless", tests, NULL, tear_down);
}
