/* Lord Ned in the Game Room, the variants: deals counted by hand, where each domain ends, where each stops.
 */
#include "unit.h"

#include <stdio.h>

#include "core/clueless/clueless.h"

extern const struct puzzle clueless_puzzle;
extern const struct variant clueless_oracle;

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
    return cases.instances[0];
}

static struct result solve_within(const struct variant *variant, const void *instance, uint64_t steps,
                                  uint64_t *left)
{
    struct work work = work_start(&scratch, steps);
    void *answer = arena_alloc(&arena, 1, puzzle->answer_size(instance));
    enum outcome outcome;

    assert_non_null(answer);
    memset(answer, 0xa5, puzzle->answer_size(instance));
    outcome = variant->solve(NULL, instance, &work, answer);
    arena_reset(&scratch);
    *left = work.steps_left;
    return (struct result){outcome, answer};
}

static struct result solve(const struct variant *variant, const void *instance)
{
    return solve_within(variant, instance, WORK_STEPS_UNLIMITED, &(uint64_t){0});
}

static unsigned __int128 power(unsigned base, unsigned exponent)
{
    unsigned __int128 result = 1;

    while (exponent--)
        result *= base;
    return result;
}

static void expect_deals(const void *game, const char *variant, unsigned __int128 deals)
{
    struct result result;

    assert_null(variant_of(variant)->refuses(game));
    result = solve(variant_of(variant), game);
    assert_int_equal(result.outcome, OUTCOME_SOLVED);
    assert_int_equal(((const struct clueless_answer *)result.answer)->counted, 1);
    assert_true(((const struct clueless_answer *)result.answer)->deals == deals);
    assert_null(puzzle->check(game, result.answer));
}

/* A log of categories of these sizes and as many players as there are hand sizes, "3 3 ?". */
static const void *fresh_log(const unsigned counts[CLUELESS_CATEGORIES], const char *sizes, const char *rest)
{
    static const char *const words[] = {"suspects", "weapons", "rooms"};
    struct text text = {0};
    const void *game;
    char *bytes;

    text_string(&text, "clue\n");
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++) {
        text_string(&text, words[i]);
        for (unsigned j = 0; j < counts[i]; j++)
            text_format(&text, " %c%u", "swr"[i], j);
        text_char(&text, '\n');
    }
    for (unsigned i = 0; *sizes; i++) {
        text_format(&text, "player p%u %.*s\n", i, (int)strcspn(sizes, " "), sizes);
        sizes += strcspn(sizes, " ");
        sizes += *sizes == ' ';
    }
    text_string(&text, rest);
    bytes = arena_alloc(&arena, text.length + 1, 1);
    assert_non_null(bytes);
    memcpy(bytes, text.bytes, text.length);
    bytes[text.length] = '\0';
    text_free(&text);
    game = parse(bytes);
    return game;
}

/* The oracle deals the cards of small boxes one by one. A hand of one card and one of two: 8 envelopes, and
 * any of the other three cards is the single one. So each card is in the envelope in half of the 24 deals,
 * and in the first hand in a third of the rest. */
static void oracle_counts_deals(void **state)
{
    static const unsigned small[] = {2, 2, 2}, most[] = {20, 20, 20};
    const void *game = fresh_log(small, "1 2", "");
    const struct clueless_answer *answer = solve(&clueless_oracle, game).answer;

    (void)state;
    assert_int_equal(answer->counted, 1);
    assert_int_equal(answer->deals, 24);
    for (unsigned card = 0; card < 6; card++) {
        assert_int_equal(answer->counts[card * 4], 4);
        assert_int_equal(answer->counts[card * 4 + 1], 8);
        assert_int_equal(answer->counts[card * 4 + 2], 0);
        assert_int_equal(answer->counts[card * 4 + 3], 12);
    }
    answer = solve(&clueless_oracle, fresh_log(small, "? ?", "accuse p0 s0 w0 r0 wrong\n")).answer;
    assert_int_equal(answer->deals, 7 * 8);
    answer = solve(&clueless_oracle, fresh_log(most, "? ? ?", "")).answer;
    assert_int_equal(answer->counted, 0);
    assert_int_equal(answer->deals, 0);
}

static void counts_deals(void **state)
{
    static const unsigned classic[] = {6, 6, 9}, even[] = {6, 6, 6}, most[] = {20, 20, 20},
                          small[] = {2, 2, 2};
    /* 18! / (3!)^6 and 15! / (3!)^5 ways to deal the hands, times 6 * 6 * 9 and 5 * 6 * 8 envelopes. */
    const uint64_t six_hands = 137225088000, five_hands = 168168000;
    const void *game;

    (void)state;
    game = fresh_log(classic, "3 3 3 3 3 3", "");
    expect_deals(game, "closed_form", six_hands * 324);
    game = fresh_log(classic, "3 3 3 3 3 3", "hand p0 s0 r0 r8\n");
    expect_deals(game, "closed_form", five_hands * (5 * 6 * 7));
    expect_deals(game, "bitmask", five_hands * (5 * 6 * 7));
    game = fresh_log(classic, "? ? ? ? ? ?", "");
    expect_deals(game, "closed_form", power(6, 18) * 324);
    game = fresh_log(even, "? ?", "");
    expect_deals(game, "closed_form", power(2, 15) * 216);
    game = fresh_log(most, "? ? ?", "");
    expect_deals(game, "closed_form", power(3, 57) * 8000);
    game = fresh_log(small, "3 0", "");
    for (size_t i = 0; puzzle->variants[i]; i++)
        if (puzzle->variants[i]->detail == DETAIL_COUNTS)
            expect_deals(game, puzzle->variants[i]->name, 8);
    game = fresh_log(small, "? ?", "accuse p0 s0 w0 r0 wrong\n");
    for (size_t i = 0; puzzle->variants[i]; i++)
        if (puzzle->variants[i]->detail == DETAIL_COUNTS)
            expect_deals(game, puzzle->variants[i]->name, 7 * 8);
}

/* 8000 * 10^57 deals: never a wrong number. */
static void refuses_what_128_bits_cannot_hold(void **state)
{
    static const unsigned most[] = {20, 20, 20};
    const void *game = fresh_log(most, "? ? ? ? ? ? ? ? ? ?", "");
    struct text text = {0};

    (void)state;
    assert_int_equal(solve(variant_of("closed_form"), game).outcome, OUTCOME_LIMIT);
    assert_true(puzzle->explain(game, OUTCOME_LIMIT, variant_of("closed_form"), NULL, &scratch, &text));
    text_free(&text);
    assert_int_equal(solve(variant_of("pruned"), game).outcome, OUTCOME_SOLVED);
    /* 5^57 is about 2^132.4, 5^54 about 2^125.4, and 3 more of 6^3 envelopes: the edge lies between. */
    assert_int_equal(solve(variant_of("closed_form"), fresh_log(most, "? ? ? ? ?", "")).outcome,
                     OUTCOME_LIMIT);
    game =
        fresh_log(most, "? ? ? ? ?", "table s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 s13 s14 s15 s16 s17 s18 s19\n");
    expect_deals(game, "closed_form", power(5, 40) * 1200);
}

/* The promises of the variants' domains. */
static void affords_what_it_promises(void **state)
{
    static const unsigned seven[] = {7, 7, 7}, six[] = {6, 6, 6}, most[] = {20, 20, 20}, five[] = {5, 5, 5};
    const void *game;

    (void)state;
    /* 21 open cards with known sizes: 343 envelopes, 18! / (9! 9!) hands. */
    game = fresh_log(seven, "9 9", "");
    expect_deals(game, "bitmask", 343 * 48620);
    expect_deals(game, "closed_form", 343 * 48620);
    assert_non_null(variant_of("bitmask")->refuses(fresh_log(seven, "? ?", "")));
    assert_int_equal(solve(variant_of("bitmask"), fresh_log(seven, "? ?", "")).outcome, OUTCOME_UNSUPPORTED);
    /* 18 open cards without: 216 envelopes, 2^15 hands. */
    expect_deals(fresh_log(six, "? ?", ""), "bitmask", 216 * 32768);
    /* 125 envelopes and 12 cards in two hands: 924 ways, 115 500 deals; beyond 2^17 naive refuses. */
    expect_deals(fresh_log(five, "6 6", ""), "naive", 125 * 924);
    assert_string_equal(variant_of("naive")->refuses(fresh_log(six, "7 8", "")),
                        "more than 2^17 deals, or 2^27 facts in all of them");
    assert_int_equal(solve(variant_of("naive"), fresh_log(six, "7 8", "")).outcome, OUTCOME_UNSUPPORTED);
    game = fresh_log(most, "6 6 6 6 6 6 6 5 5 5", "");
    for (size_t i = 0; puzzle->variants[i]; i++)
        assert_true(!puzzle->variants[i]->refuses(game) == (puzzle->variants[i]->detail == DETAIL_MATRIX));
    assert_int_equal(solve(variant_of("rules"), game).outcome, OUTCOME_SOLVED);
    assert_int_equal(solve(variant_of("pruned"), game).outcome, OUTCOME_SOLVED);
    assert_null(variant_choose(puzzle, game, DETAIL_COUNTS));
}

/* bitmask's largest games and the next; and the smallest for all three, of the 24 deals of
 * oracle_counts_deals. */
static void counters_end_where_they_say(void **state)
{
    static const unsigned small[] = {2, 2, 2}, most[] = {7, 7, 7}, next[] = {8, 7, 7},
                          most_unknown[] = {6, 6, 6}, next_unknown[] = {7, 6, 6};

    (void)state;
    expect_deals(fresh_log(small, "1 2", ""), "naive", 24);
    expect_deals(fresh_log(small, "1 2", ""), "bitmask", 24);
    expect_deals(fresh_log(small, "1 2", ""), "closed_form", 24);
    assert_null(variant_of("bitmask")->refuses(fresh_log(most, "9 9", "")));
    assert_non_null(variant_of("bitmask")->refuses(fresh_log(next, "10 9", "")));
    assert_null(variant_of("bitmask")->refuses(fresh_log(most_unknown, "? ?", "")));
    assert_non_null(variant_of("bitmask")->refuses(fresh_log(next_unknown, "? ?", "")));
    assert_non_null(variant_of("bitmask")->refuses(fresh_log(next_unknown, "5 ? ?", "")));
    assert_int_equal(solve(variant_of("bitmask"), fresh_log(next_unknown, "? ?", "")).outcome, OUTCOME_UNSUPPORTED);
}

/* naive's bound is the envelopes times the hands: a binomial for each of known size, then a choice of the
 * unknown ones for each card left. At most 2^17 deals, and at most 2^27 looks at a fact or at the deal
 * itself. */
static void naive_bounds_its_deals(void **state)
{
#define ENVELOPE "has envelope s0\nhas envelope w0\nhas envelope r0\n"
    static const struct {
        unsigned counts[CLUELESS_CATEGORIES];
        const char *hands, *facts;
        bool refused;
    } cases[] = {
        {{14, 2, 2}, "? ?", "has envelope s0\n", false}, /* 2 * 2 * 2^15 */
        {{15, 2, 2}, "? ?", "has envelope s0\n", true},
        {{14, 3, 2}, "? ?", "has envelope s0\n", true},
        {{6, 7, 7}, "? ?", ENVELOPE, false}, /* 2^17 */
        {{7, 7, 7}, "? ?", ENVELOPE, true},
        {{5, 5, 5}, "? ? ?", ENVELOPE, true},  /* 3^12 = 531441 */
        {{5, 5, 4}, "? ? ?", ENVELOPE, true},  /* 3^11 = 177147 */
        {{5, 4, 4}, "? ? ?", ENVELOPE, false}, /* 3^10 */
        {{7, 7, 7}, "9 9", ENVELOPE, false},   /* 18! / (9! 9!) = 48620 */
        {{8, 7, 7}, "10 9", ENVELOPE, false},  /* 19! / (10! 9!) = 92378 */
        {{8, 8, 7}, "10 10", ENVELOPE, true},  /* 20! / (10! 10!) = 184756 */
        {{7, 7, 7}, "1 8 9", ENVELOPE, true},  /* 18 * 24310 */
        {{7, 7, 6}, "? ? 8", ENVELOPE, true},  /* 24310 * 2^9 */
        {{3, 7, 7},
         "9 3 2",
         ENVELOPE "has p0 w1\nhas p0 w2\nhas p0 w3\n",
         false},                                                       /* 11! / (6! 3! 2!) = 4620 */
        {{20, 20, 20}, "56 1", ENVELOPE, false},                       /* 57 */
        {{7, 7, 7}, "10 8", ENVELOPE "has p0 w1\nhas p0 w2\n", false}, /* 16! / (8! 8!) = 12870 */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!variant_of("naive")->refuses(fresh_log(cases[i].counts, cases[i].hands, cases[i].facts)) ==
            cases[i].refused)
            fail_msg("case %zu", i);
    /* 2^17 deals and 1023 facts are 2^27 looks, with the deal's own. */
    for (unsigned facts = 1023; facts <= 1024; facts++) {
        struct text text = {0};

        for (unsigned i = 1; i < facts; i++)
            text_string(&text, "lacks p0 s0\n");
        text_put(&text, "has envelope s0\n", sizeof "has envelope s0\n");
        assert_int_equal(variant_of("naive")->refuses(fresh_log(cases[0].counts, "? ?", text.bytes)) != NULL,
                         facts == 1024);
        text_free(&text);
    }
#undef ENVELOPE
}

/* A bound of 0: naive says so without a card dealt. */
static void naive_sees_what_cannot_be_dealt(void **state)
{
    static const unsigned three[] = {3, 3, 3};
    static const struct {
        const char *hands, *facts;
    } cases[] = {
        {"2 ?", "has envelope s0\nhas envelope s1\n"},
        {"? ?", "has envelope s0\nhas envelope s1\n"},
        {"2 ?", "has p0 s0\nhas p0 s1\nhas p0 w0\n"},
        {"2 ?", "has p0 s0\nhas p1 s1\nhas p1 s2\n"},
        {"4 ? ?", "has p1 s0\nhas p1 w0\nhas p1 r0\nhas p2 s1\nhas p2 w1\n"}, /* one card left for the four */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct clueless_instance *game = fresh_log(three, cases[i].hands, cases[i].facts);
        struct work work = work_start(&arena, 5);
        void *answer = arena_alloc(&arena, 1, puzzle->answer_size(game));

        if (variant_of("naive")->solve(NULL, game, &work, answer) != OUTCOME_CONTRADICTION ||
            work.steps_left != 5)
            fail_msg("case %zu: %zu", i, (size_t)work.steps_left);
    }
}

/* closed_form's states are twice (wanted cards + 1) of each hand of known size, and twice for each open
 * condition. At most 2^21, 12 conditions, 24 bits, and less than 17 for each set of open cards. */
static void closed_form_bounds_its_states(void **state)
{
    static const struct {
        unsigned counts[CLUELESS_CATEGORIES];
        const char *hands;
        unsigned conditions;
        bool refused;
    } cases[] = {
        {{20, 20, 20}, "7 7 7 7 7 7 3 ? ?", 0, false}, /* 2 * 8^6 * 4 = 2^21 */
        {{20, 20, 20}, "7 7 7 7 7 7 3 0 ? ?", 0, false},
        {{20, 20, 20}, "8 7 7 7 7 7 3 ? ?", 0, true},
        {{20, 20, 20}, "7 7 7 7 7 7 3 1 ? ?", 0, true}, /* 2^21 before the last of them */
        {{20, 20, 20}, "? 7 7 7 7 7 7 7 ?", 0, true},
        {{20, 20, 20}, "4 4 4 4 4 4 4 3 ? ?", 0, false}, /* 1 + 7 * 3 + 2 bits */
        {{20, 20, 20}, "4 4 4 4 4 4 4 4 ? ?", 0, true},  /* one more, of 781250 states */
        {{7, 7, 7}, "9 9", 12, false},                   /* 200 * 2^12 */
        {{7, 7, 7}, "9 9", 13, true},
        {{5, 4, 4}, "4 6", 10, false}, /* 5 * 7 * 2^11 are 8.75 for each of 2^13 sets */
        {{5, 4, 4}, "4 6", 11, true},  /* 17.5 */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = {0};

        for (unsigned k = 0; k < cases[i].conditions; k++) /* different cards, none in another's */
            text_format(&text, "suggest p1 s%u w%u r%u shown p0\n", k % 4, k / 4, (k + k / 4) % 4);
        text_char(&text, '\0');
        if (!variant_of("closed_form")->refuses(fresh_log(cases[i].counts, cases[i].hands, text.bytes)) ==
            cases[i].refused)
            fail_msg("case %zu", i);
        text_free(&text);
    }
    /* Thirteen times the same are one. */
    {
        struct text text = {0};

        for (unsigned k = 0; k < 13; k++)
            text_string(&text, "suggest p1 s0 w0 r0 shown p0\n");
        text_char(&text, '\0');
        assert_null(variant_of("closed_form")->refuses(fresh_log(cases[0].counts, "9 9 ?", text.bytes)));
        text_free(&text);
    }
}

/* Sixty cards, ten players, eight cards open: three suspects, three weapons and two rooms, of which the last
 * player holds all that the envelope does not: 18 deals. Nothing lies beyond the last card, player and bit.
 */
static const void *largest_box(void)
{
    static const unsigned most[] = {20, 20, 20}, open[] = {3, 3, 2};
    unsigned category = 0, card = open[0];
    struct text text = {0};
    const void *game;

    for (unsigned player = 0; player < 9; player++) {
        text_format(&text, "hand p%u", player);
        for (unsigned size = player < 7 ? 6 : 5; size; size--) {
            text_format(&text, " %c%u", "swr"[category], card);
            if (++card == 20 && category < 2)
                card = open[++category];
        }
        text_char(&text, '\n');
    }
    text_char(&text, '\0');
    game = fresh_log(most, "6 6 6 6 6 6 6 5 5 5", text.bytes);
    text_free(&text);
    return game;
}

static void counts_the_largest_box(void **state)
{
    const struct clueless_instance *game = largest_box();
    struct result naive = solve(variant_of("naive"), game);

    (void)state;
    expect_deals(game, "naive", 18);
    for (size_t i = 0; puzzle->variants[i]; i++)
        assert_true(puzzle->equal(game, naive.answer, solve(puzzle->variants[i], game).answer));
}

/* A node of pruned looks at its 14 bins and the facts that a deal may break, and 2^27 looks are too many:
 * with as many wrong accusations as fit the search ends on the last of them, with one more it does not. The
 * game's tree has a power of two of nodes, so that they fit exactly; the accusations are one, many times, so
 * that it stays the same tree. */
static void pruned_looks_at_2_27_facts(void **state)
{
    static const unsigned counts[] = {2, 3, 20};
    struct clueless_instance game = *(const struct clueless_instance *)fresh_log(
        counts, "? ? ? ? ? ? ? ? ? ?", "accuse p0 s0 w0 r0 wrong\n");
    struct clueless_fact *facts;
    uint64_t nodes, left, fit;

    (void)state;
    assert_int_equal(game.fact_count, 1);
    assert_int_equal(solve_within(variant_of("pruned"), &game, UINT64_MAX, &left).outcome, OUTCOME_SOLVED);
    nodes = UINT64_MAX - left;
    fit = ((uint64_t)1 << 27) / nodes - 16;
    assert_int_equal(nodes * (fit + 16), (uint64_t)1 << 27);
    facts = arena_alloc(&arena, fit + 1, sizeof *facts);
    assert_non_null(facts);
    for (size_t i = 0; i <= fit; i++)
        facts[i] = game.facts[0];
    game.facts = facts;
    game.fact_count = fit;
    assert_int_equal(solve(variant_of("pruned"), &game).outcome, OUTCOME_SOLVED);
    game.fact_count++;
    assert_int_equal(solve(variant_of("pruned"), &game).outcome, OUTCOME_LIMIT);
}

static void expect_all_deals(const void *game, unsigned __int128 deals)
{
    for (size_t i = 0; puzzle->variants[i]; i++)
        if (puzzle->variants[i]->detail == DETAIL_COUNTS)
            expect_deals(game, puzzle->variants[i]->name, deals);
}

/* One unseen answer, of player 1 among m of unknown size, in a box of three times n cards. It is wrong in the
 * deals that have k of its three cards in the envelope and the others in other hands, the rest anywhere, so
 * in m^(3n - 6) * ((n - 1)(m - 1) + m)^3. */
static void counts_an_unseen_answer(void **state)
{
    static const unsigned three[] = {3, 3, 3}, five[] = {5, 5, 5};
    static const char fact[] = "suggest p0 s0 w0 r0 shown p1\n";
    const void *game = fresh_log(five, "? ? ?", fact);

    (void)state;
    expect_all_deals(fresh_log(three, "? ?", fact), 27 * power(2, 6) - power(2, 3) * power(4, 3));
    expect_deals(game, "bitmask", 125 * power(3, 12) - power(3, 9) * power(11, 3));
    expect_deals(game, "closed_form", 125 * power(3, 12) - power(3, 9) * power(11, 3));
    game = fresh_log(five, "? ? ? ? ? ? ? ? ? ?", "suggest p9 s0 w0 r0 shown p0\n");
    expect_deals(game, "closed_form", 125 * power(10, 12) - power(10, 9) * power(46, 3));
    game = fresh_log(five, "? ? ? ? ? ? ? ? ? ?", "accuse p0 s0 w0 r0 wrong\n");
    expect_deals(game, "closed_form", 124 * power(10, 12));
}

/* Twelve different triples in none of which the envelope may be: player 1 has all other cards. */
static void counts_with_all_conditions(void **state)
{
    static const unsigned counts[] = {5, 4, 4};
    struct text text = {0};

    (void)state;
    for (unsigned k = 0; k < 12; k++)
        text_format(&text, "suggest p0 s%u w%u r%u shown p1\n", k % 4, k / 4, (k + k / 4) % 4);
    text_char(&text, '\0');
    expect_all_deals(fresh_log(counts, "0 10", text.bytes), 80 - 12);
    text_free(&text);
}

/* As many ways for the first card as there are players, and one: 27 envelopes, 6! / (2! 2!) ways to deal. */
static void counts_four_hands(void **state)
{
    static const unsigned counts[] = {3, 3, 3};

    (void)state;
    expect_all_deals(fresh_log(counts, "1 1 2 2", ""), 27 * 180);
}

/* A player of five cards, none of them a suspect: 216 envelopes, 5 of 10 cards for him, 5 of the other 10 for
 * the first. */
static void counts_a_hand_without_suspects(void **state)
{
    static const unsigned counts[] = {6, 6, 6};
    const void *game = fresh_log(
        counts, "5 5 5", "lacks p1 s0\nlacks p1 s1\nlacks p1 s2\nlacks p1 s3\nlacks p1 s4\nlacks p1 s5\n");

    (void)state;
    expect_deals(game, "bitmask", 216 * 252 * 252);
    expect_deals(game, "closed_form", 216 * 252 * 252);
}

/* A hand larger than what it can hold, be it the first or the last. */
static void nobody_can_hold_too_few(void **state)
{
    static const unsigned counts[] = {2, 2, 3};
    static const char facts[] =
        "has envelope s0\nhas envelope w0\nlacks p%u s1\nlacks p%u w1\nlacks p%u r0\nlacks p%u r1\n";

    (void)state;
    for (unsigned player = 0; player < 2; player++) {
        char text[256];

        snprintf(text, sizeof text, facts, player, player, player, player);
        for (size_t i = 0; puzzle->variants[i]; i++)
            if (puzzle->variants[i]->claim == CLAIM_EXACT)
                assert_int_equal(solve(puzzle->variants[i], fresh_log(counts, "2 2", text)).outcome,
                                 OUTCOME_CONTRADICTION);
    }
}

/* Nineteen open cards, 8192 words of masks. 252 envelopes times C(19, 8) = 75582 hands are too many pairs:
 * both sums of that join take 19 steps a word. From the other end it is 75582 hands of one set, a step each,
 * and sums again. */
static void bitmask_counts_its_steps(void **state)
{
    static const unsigned counts[] = {7, 6, 6};
    const uint64_t sums = 2 * 19 * 8192, pairs = 75582,
                   ends[] = {sums - 1, sums + pairs - 1, 2 * sums + pairs - 1};
    const void *game = fresh_log(counts, "8 8", "");
    struct result result;
    uint64_t left;

    (void)state;
    result = solve_within(variant_of("bitmask"), game, 2 * sums + pairs, &left);
    assert_int_equal(result.outcome, OUTCOME_SOLVED);
    assert_int_equal(left, 0);
    assert_true(((const struct clueless_answer *)result.answer)->deals == 252 * 12870);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        assert_int_equal(solve_within(variant_of("bitmask"), game, ends[i], &left).outcome, OUTCOME_LIMIT);
}

/* The envelope known: two hands that are all 21 open cards together, 21! / (11! 10!) deals. */
static void bitmask_joins_all_its_cards(void **state)
{
    static const unsigned counts[] = {8, 8, 8};
    static const char envelope[] = "has envelope s0\nhas envelope w0\nhas envelope r0\n";

    (void)state;
    expect_deals(fresh_log(counts, "11 10", envelope), "bitmask", 352716);
}

/* With ever more memory: none, none .. and the answer. Its arrays are of 256 kB, so each of them is refused
 * once. */
static void bitmask_runs_out_of_memory_anywhere(void **state)
{
    static const unsigned counts[] = {5, 5, 5};
    const void *game = fresh_log(counts, "4 4 4", "");
    struct clueless_answer *answer = arena_alloc(&arena, 1, puzzle->answer_size(game));
    enum outcome outcome = OUTCOME_NO_MEMORY;
    size_t refused = 0;

    (void)state;
    assert_non_null(answer);
    for (size_t limit = 1 << 10; outcome == OUTCOME_NO_MEMORY; limit += limit < 1 << 16 ? 1 << 10 : 1 << 17) {
        struct arena tight = {.limit = limit};
        struct work work = work_start(&tight, WORK_STEPS_UNLIMITED);

        outcome = variant_of("bitmask")->solve(NULL, game, &work, answer);
        refused += outcome == OUTCOME_NO_MEMORY;
        arena_free(&tight);
    }
    assert_int_equal(outcome, OUTCOME_SOLVED);
    assert_true(answer->deals == 125 * 34650);
    assert_true(refused > 10);
}

/* Eight hands of one card: 2^9 states, however many ways lead to them; of each its bits and two numbers, for
 * each of the fifteen cards and the end. */
static void closed_form_keeps_a_state_once(void **state)
{
    static const unsigned counts[] = {5, 5, 5};
    const void *game = fresh_log(counts, "1 1 1 1 1 1 1 1 ? ?", "");
    struct clueless_answer *answer = arena_alloc(&arena, 1, puzzle->answer_size(game));
    struct arena own = {0};
    struct work work = work_start(&own, WORK_STEPS_UNLIMITED);

    (void)state;
    assert_non_null(answer);
    assert_int_equal(variant_of("closed_form")->solve(NULL, game, &work, answer), OUTCOME_SOLVED);
    assert_true(answer->deals == 125 * (uint64_t)19958400 * 16); /* 12! / 4!, and four cards for two */
    assert_in_range(own.peak, 1, (1 << 9) * 16 * (4 + 16 + 16) + (1 << 15));
    arena_free(&own);
}

/* What the rules say of one fact each: the contradictions that they must not miss. */
static void rules_sees_what_one_fact_contradicts(void **state)
{
    static const unsigned counts[] = {2, 2, 2};
    static const char *const facts[] = {
        "has envelope s0\nhas envelope w0\nhas envelope r0\naccuse p0 s0 w0 r0 wrong\n",
        "lacks p0 s0\nlacks p0 w0\nlacks p0 r0\nsuggest p1 s0 w0 r0 shown p0\n",
        "has p0 s0\nhas p1 s0\n",
        "lacks p0 s0\nlacks p1 s0\nlacks envelope s0\n",
        "has envelope s0\nhas envelope s1\n",
        "lacks envelope s0\nlacks envelope s1\n",
        "has p0 s0\nhas p0 w0\n", /* and holds one card */
    };

    (void)state;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        for (size_t j = 0; puzzle->variants[j]; j++)
            for (unsigned unknown = 0; unknown < (i < 6 ? 2 : 1); unknown++)
                if (solve(puzzle->variants[j], fresh_log(counts, unknown ? "? ?" : "1 2", facts[i]))
                        .outcome != OUTCOME_CONTRADICTION)
                    fail_msg("%s: %s", puzzle->variants[j]->name, facts[i]);
}

int unit_clueless_variants(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_deals),
        cmocka_unit_test(oracle_counts_deals),
        cmocka_unit_test(refuses_what_128_bits_cannot_hold),
        cmocka_unit_test(affords_what_it_promises),
        cmocka_unit_test(counters_end_where_they_say),
        cmocka_unit_test(naive_bounds_its_deals),
        cmocka_unit_test(naive_sees_what_cannot_be_dealt),
        cmocka_unit_test(closed_form_bounds_its_states),
        cmocka_unit_test(counts_the_largest_box),
        cmocka_unit_test(pruned_looks_at_2_27_facts),
        cmocka_unit_test(counts_an_unseen_answer),
        cmocka_unit_test(counts_with_all_conditions),
        cmocka_unit_test(counts_four_hands),
        cmocka_unit_test(counts_a_hand_without_suspects),
        cmocka_unit_test(nobody_can_hold_too_few),
        cmocka_unit_test(bitmask_counts_its_steps),
        cmocka_unit_test(bitmask_joins_all_its_cards),
        cmocka_unit_test(bitmask_runs_out_of_memory_anywhere),
        cmocka_unit_test(closed_form_keeps_a_state_once),
        cmocka_unit_test(rules_sees_what_one_fact_contradicts),
    };

    return cmocka_run_group_tests_name("clueless_variants", tests, NULL, tear_down);
}
