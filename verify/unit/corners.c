/* Corners of the puzzles that no generated case reaches, each by an input or an answer made by hand. */
#include "unit.h"

#include <bdd.h>

#include "core/adjacent/adjacent.h"
#include "core/chocolate/chocolate.h"
#include "core/clueless/clueless.h"
#include "core/meltdown/meltdown.h"

static struct arena arena;

static int give_back(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

/* `text` stays for the test: instances point into it. */
static const void *parse(const char *puzzle, const char *text)
{
    struct cases cases;
    struct error error;

    assert_true(puzzle_find(puzzle)->parse(text, strlen(text), &arena, &cases, &error));
    return cases.instances[0];
}

static const struct invariant *law_of(const char *puzzle, const char *name)
{
    const struct invariant *law = puzzle_find(puzzle)->invariants;

    while (strcmp(law->name, name) != 0)
        law++;
    return law;
}

static struct result solve(const char *puzzle, const char *variant, const void *instance, uint64_t steps)
{
    const struct variant *chosen = variant_find(puzzle_find(puzzle), variant);
    struct work work = work_start(&arena, steps);
    void *answer = arena_zalloc(&arena, 1, puzzle_find(puzzle)->answer_size(instance));
    void *context = chosen->open ? chosen->open() : NULL;
    struct result result = {chosen->solve(context, instance, &work, answer), answer};

    if (chosen->close)
        chosen->close(context);
    return result;
}

/* ---- adjacent ---- */

/* One tile, one cell: A cannot complete a pair, B wins from the start, nobody is mistaken. */
static void adjacent_checks_every_field(void **state)
{
    const struct puzzle *puzzle = puzzle_find("adjacent");
    const void *game = parse("adjacent", "1\n1\n1 1\n");
    struct adjacent_answer *answer = arena_zalloc(&arena, 1, puzzle->answer_size(game));

    (void)state;
    answer->winner[0] = answer->winner[1] = ADJACENT_B;
    assert_null(puzzle->check(game, answer));
    answer->winner[1] = ADJACENT_B + 1;
    assert_string_equal(puzzle->check(game, answer), "a winner who is neither player");
    answer->winner[1] = ADJACENT_B;
    answer->winner[0] = ADJACENT_B + 1;
    assert_string_equal(puzzle->check(game, answer), "a winner who is neither player");
    answer->winner[0] = ADJACENT_B;
    for (int i = 0; i < 2; i++) {
        answer->mistakes[i] = 1;
        assert_string_equal(puzzle->check(game, answer), "mistakes that are not the changes of the winner");
        answer->mistakes[i] = 0;
    }
}

/* Wherever the work ends, it ends with the answer or with `limit`. */
static void adjacent_stops_anywhere(void **state)
{
    const struct puzzle *puzzle = puzzle_find("adjacent");
    const void *game = parse("adjacent", "1\n12\n1 1\n3 3\n5 5\n7 7\n9 9\n11 11\n2 4\n4 2\n6 8\n8 6\n10 12\n12 10\n");
    struct result whole = solve("adjacent", "multiset", game, WORK_STEPS_UNLIMITED), part = {0};

    (void)state;
    assert_int_equal(whole.outcome, OUTCOME_SOLVED);
    for (uint64_t steps = 1; steps < 3000 && part.outcome != OUTCOME_SOLVED; steps++) {
        part = solve("adjacent", "multiset", game, steps);
        assert_true(part.outcome == OUTCOME_LIMIT || puzzle->equal(game, part.answer, whole.answer));
    }
}

/* Every second tile and cell are placed, 91 of them, before tile 1: more runs, and more turns to come, than a quiet position has. */
static void adjacent_a_game_of_no_quiet_position(void **state)
{
    const struct space *space = puzzle_find("adjacent")->spaces;
    struct text text = {0};
    uint64_t size, rank;

    (void)state;
    text_string(&text, "1\n183\n");
    for (int i = 2; i < 183; i += 2)
        text_format(&text, "%d %d\n", i, i);
    for (int i = 1; i <= 183; i += 2)
        text_format(&text, "%d %d\n", i, i);
    text_char(&text, '\0');
    while (strcmp(space->name, "quiet") != 0)
        space++;
    assert_false(space->rank(parse("adjacent", text.bytes), &size, &rank));
    text_free(&text);
}

static void closing_nothing_does_nothing(void **state)
{
    (void)state;
    variant_find(puzzle_find("adjacent"), "multiset")->close(NULL);
}

/* ---- chocolate ---- */

/* Without a clue every board holds. With a clue that is a whole board it is the only one: any other is a fault. */
static void chocolate_a_full_clue_leaves_its_board(void **state)
{
    const struct invariant *law = law_of("chocolate", "full");
    const struct chocolate_instance none = {.count = 0};
    struct chocolate_answer first = {CHOCOLATE_MANY, {0, 1, 2, 3, 4, 5, 6, 7, 8}}, other = {CHOCOLATE_ONE, {8, 7, 6, 5, 4, 3, 2, 0, 1}};
    const struct result before = {OUTCOME_SOLVED, &first}, after = {OUTCOME_SOLVED, &other};
    const void *map, *changed;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    changed = law->change(&none, &rng, &arena, &map);
    assert_non_null(changed);
    assert_memory_not_equal(map, other.cells, sizeof other.cells);
    assert_memory_not_equal(map, first.cells, sizeof first.cells);
    assert_false(law->keeps(&none, &before, changed, &after, map));
    memcpy(other.cells, map, sizeof other.cells);
    assert_true(law->keeps(&none, &before, changed, &after, map));
}

/* A board that holds is the only one once it is the clue: that there are many still, or that it is another one, is a fault. */
static void chocolate_a_full_clue_leaves_no_second_board(void **state)
{
    const struct invariant *law = law_of("chocolate", "full");
    const struct chocolate_instance none = {.count = 0};
    struct chocolate_answer many = {CHOCOLATE_MANY, {0}}, still = {CHOCOLATE_MANY, {0}};
    const struct result before = {OUTCOME_SOLVED, &many}, after = {OUTCOME_SOLVED, &still};
    const void *map, *changed;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    assert_non_null(changed = law->change(&none, &rng, &arena, &map));
    memcpy(many.cells, map, sizeof many.cells);
    memcpy(still.cells, map, sizeof still.cells);
    assert_false(law->keeps(&none, &before, changed, &after, map));
    still.boards = CHOCOLATE_ONE;
    assert_true(law->keeps(&none, &before, changed, &after, map));
}

/* ---- meltdown ---- */

/* BuDDy is one a process: who finds it taken has no memory. */
static void meltdown_symbolic_finds_the_diagrams_taken(void **state)
{
    const void *game = parse("meltdown", "3 1\n0 1 1\n0\n");

    (void)state;
    assert_int_equal(bdd_init(100, 100), 0);
    assert_int_equal(bdd_setvarnum(1), 0); /* without it bdd_done frees the variables of the run before once more */
    assert_int_equal(solve("meltdown", "symbolic", game, WORK_STEPS_UNLIMITED).outcome, OUTCOME_NO_MEMORY);
    bdd_done();
    assert_int_equal(solve("meltdown", "symbolic", game, WORK_STEPS_UNLIMITED).outcome, OUTCOME_SOLVED);
}

/* A round of a thousand statements is full: what would add another does not apply. */
static void meltdown_a_full_round_takes_no_more(void **state)
{
    struct text text = {0};
    const void *map, *game;
    size_t refused = 0;
    struct rng rng;

    (void)state;
    text_string(&text, "3 1\n0 1 1\n1000\n");
    for (int i = 0; i < 1000; i++)
        text_string(&text, "1 1 1\n");
    text_char(&text, '\0');
    game = parse("meltdown", text.bytes);
    rng_seed(&rng, 1);
    for (const struct invariant *law = puzzle_find("meltdown")->invariants; law->name; law++)
        refused += !law->change(game, &rng, &arena, &map);
    assert_true(refused > 0);
    text_free(&text);
}

/* ---- clueless ---- */

#define BOX "clue\nsuspects plum scarlet\nweapons knife rope\nrooms hall study\nplayer ann 2\nplayer bob 1\n"

static void clueless_nothing_said_is_no_contradiction(void **state)
{
    const struct puzzle *puzzle = puzzle_find("clueless");
    const void *game = parse("clueless", BOX);
    struct text text = {0};

    (void)state;
    assert_false(puzzle->explain(game, OUTCOME_CONTRADICTION, NULL, NULL, &arena, &text));
    assert_false(puzzle->explain(game, OUTCOME_LIMIT, variant_find(puzzle, "rules"), NULL, &arena, &text));
    assert_true(puzzle->explain(game, OUTCOME_LIMIT, variant_find(puzzle, "closed_form"), NULL, &arena, &text));
    text_free(&text);
}

static void clueless_games_differ_by_one_word(void **state)
{
    static const char *const texts[] = {
        BOX "has ann plum\n",
        BOX "has bob plum\n",
        BOX "has ann scarlet\n",
        BOX "lacks ann plum\n",
        BOX,
        "clue\nsuspects plums scarlet\nweapons knife rope\nrooms hall study\nplayer ann 2\nplayer bob 1\nhas ann plums\n",
        "clue\nsuspects plum scarlet\nweapons knife rope\nrooms hall study\nplayer amy 2\nplayer bob 1\nhas amy plum\n",
        "clue\nsuspects plum scarlet\nweapons knife rope\nrooms hall study\nplayer ann ?\nplayer bob ?\nme ann\nhand ann plum\n",
        "clue\nsuspects plum scarlet\nweapons knife rope\nrooms hall study\nplayer ann ?\nplayer bob ?\nme ann\nhand ann plum hall\n",
        "clue\nsuspects plum scarlet\nweapons knife rope\nrooms hall study\nplayer ann ?\nplayer bob ?\nme ann\nhand ann plum study\n",
    };
    const struct puzzle *puzzle = puzzle_find("clueless");
    const void *games[sizeof texts / sizeof *texts];

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        games[i] = parse("clueless", texts[i]);
        for (size_t j = 0; j < i; j++)
            assert_false(puzzle->same(games[i], games[j]) || puzzle->same(games[j], games[i]));
        assert_true(puzzle->same(games[i], games[i]));
    }
}

/* Each is a step outside one of the two spaces, whose games have two cards a category, named c1 to c6, and two or three players. */
static void clueless_games_of_no_space(void **state)
{
    static const char *const texts[] = {
        BOX "has ann plum\n",
        "clue\nsuspects plum scarlet green\nweapons knife rope\nrooms hall study\nplayer ann 2\nplayer bob 2\n",
        "clue\nsuspects plum scarlet\nweapons knife rope axe\nrooms hall study\nplayer ann 2\nplayer bob 2\n",
        "clue\nsuspects plum scarlet\nweapons knife rope\nrooms hall study attic\nplayer ann 2\nplayer bob 2\n",
        "clue\nsuspects plum scarlet\nweapons knife rope\nrooms hall study\nplayer ann 1\nplayer bob 1\nplayer cat 1\nplayer dan 0\n",
        "3 2 1\n3 1 2 4\n0\n0\n",
    };
    const struct puzzle *puzzle = puzzle_find("clueless");
    uint64_t size, rank;

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (const struct space *space = puzzle->spaces; space->name; space++)
            assert_false(space->rank(parse("clueless", texts[i]), &size, &rank));
}

/* One fact more: what was certain stays so, and no deal comes back. */
static void clueless_knowledge_only_grows(void **state)
{
    const struct invariant *law = law_of("clueless", "fact"), *names = law_of("clueless", "cards");
    const void *game = parse("clueless", BOX "has ann plum\n"), *map, *changed;
    struct result result = solve("clueless", "closed_form", game, WORK_STEPS_UNLIMITED), after, less;
    size_t size = puzzle_find("clueless")->answer_size(game);
    struct clueless_answer *answer = arena_alloc(&arena, 1, size);
    struct rng rng;

    (void)state;
    less = (struct result){OUTCOME_SOLVED, answer};
    assert_int_equal(result.outcome, OUTCOME_SOLVED);
    memcpy(answer, result.answer, size);
    assert_true(law->keeps(game, &result, game, &less, NULL));
    answer->yes[0] = 0;
    assert_false(law->keeps(game, &result, game, &less, NULL));
    memcpy(answer, result.answer, size);
    answer->no[1] = 0;
    assert_false(law->keeps(game, &result, game, &less, NULL));
    memcpy(answer, result.answer, size);
    answer->deals++;
    assert_false(law->keeps(game, &result, game, &less, NULL));
    answer->counted = 0;
    assert_true(law->keeps(game, &result, game, &less, NULL) && law->keeps(game, &less, game, &result, NULL));
    rng_seed(&rng, 1);
    changed = names->change(game, &rng, &arena, &map);
    after = solve("clueless", "closed_form", changed, WORK_STEPS_UNLIMITED);
    assert_true(names->keeps(game, &result, changed, &after, map));
    assert_false(names->keeps(game, &result, changed, &(struct result){OUTCOME_CONTRADICTION, answer}, map));
    assert_false(names->keeps(game, &(struct result){OUTCOME_CONTRADICTION, answer}, changed, &after, map));
    memcpy(answer, after.answer, size);
    answer->no[1] ^= 1;
    assert_false(names->keeps(game, &result, changed, &less, map));
    memcpy(answer, after.answer, size);
    answer->counted = 0;
    assert_true(names->keeps(game, &result, changed, &less, map));
}

/* Bob has shown ann a card of each of a hundred triples: more than pruned compares with one another. */
static void clueless_many_open_suggestions(void **state)
{
    const struct puzzle *puzzle = puzzle_find("clueless");
    struct text text = {0};
    const void *game;
    struct result result, rules;

    (void)state;
    text_string(&text, "clue\nsuspects a0 a1 a2 a3 a4\nweapons b0 b1 b2 b3 b4\nrooms c0 c1 c2 c3 c4\nplayer ann 6\nplayer bob 6\n");
    for (int i = 25; i < 125; i++) /* a1 to a4 with everything */
        text_format(&text, "suggest ann a%d b%d c%d shown bob\n", i / 25, i / 5 % 5, i % 5);
    text_char(&text, '\0');
    game = parse("clueless", text.bytes);
    result = solve("clueless", "pruned", game, WORK_STEPS_UNLIMITED);
    rules = solve("clueless", "rules", game, WORK_STEPS_UNLIMITED);
    assert_int_equal(result.outcome, OUTCOME_SOLVED);
    assert_null(puzzle->check(game, result.answer));
    assert_true(puzzle->refines(game, result.answer, rules.answer));
    text_free(&text);
}

/* Three cards a category, both hands unknown; p has one of a1 b1 c1. In a category one of three cards is the envelope's and the others are
 * anybody's: 3 * 4 = 12 ways, in 8 of which p lacks the first card. So 12^3 - 8^3 deals. Hands of all sizes have to be joined, and each request for
 * memory on the way may be the last. */
static void clueless_hands_of_all_sizes(void **state)
{
    const void *game = parse("clueless", "clue\nsuspects a1 a2 a3\nweapons b1 b2 b3\nrooms c1 c2 c3\nplayer p ?\nplayer q ?\n"
                                         "suggest q a1 b1 c1 shown p\n");
    const struct variant *bitmask = variant_find(puzzle_find("clueless"), "bitmask");
    struct clueless_answer *answer = arena_alloc(&arena, 1, puzzle_find("clueless")->answer_size(game));
    bool refused = true;

    (void)state;
    for (uint64_t k = 1; refused; k++) {
        struct arena scratch = {0};
        struct work work = work_start(&scratch, WORK_STEPS_UNLIMITED);
        enum outcome outcome;

        unit_refuse(k);
        outcome = bitmask->solve(NULL, game, &work, answer);
        refused = unit_refused();
        assert_int_equal(outcome, refused ? OUTCOME_NO_MEMORY : OUTCOME_SOLVED);
        arena_free(&scratch);
    }
    assert_true(answer->deals == 12 * 12 * 12 - 8 * 8 * 8);
}

/* r and s have no suspect, p and q one card each: of four suspects one is left over. No rule on single hands sees it. */
static void clueless_a_card_too_many(void **state)
{
    const void *game = parse("clueless", "clue\nsuspects a b c d\nweapons e f\nrooms g h\nplayer p 1\nplayer q 1\nplayer r ?\nplayer s ?\n"
                                         "lacks r a\nlacks r b\nlacks r c\nlacks r d\nlacks s a\nlacks s b\nlacks s c\nlacks s d\n");

    (void)state;
    assert_int_equal(solve("clueless", "pruned", game, WORK_STEPS_UNLIMITED).outcome, OUTCOME_CONTRADICTION);
    assert_int_equal(solve("clueless", "naive", game, WORK_STEPS_UNLIMITED).outcome, OUTCOME_CONTRADICTION);
}

/* a4, b4 and c4 are with p, q and t, of whom q and t have one card: p has one of the three, and with what he showed twice no fourth card. So
 * he lacks a3, b3 and c3, which a search finds out only where p's hand is full before the others'. The fourths lie in 3! ways; p's two others
 * are of one category (3 ways, the envelope 1 * 3 * 3) or of two (6 ways, 2 * 2 * 3). */
static void clueless_a_hand_full_of_what_it_showed(void **state)
{
    const void *game = parse("clueless", "clue\nsuspects a1 a2 a3 a4\nweapons b1 b2 b3 b4\nrooms c1 c2 c3 c4\n"
                                         "player p 3\nplayer q 1\nplayer t 1\nplayer r 4\n"
                                         "lacks r a4\nlacks r b4\nlacks r c4\nlacks envelope a4\nlacks envelope b4\nlacks envelope c4\n"
                                         "suggest r a1 b1 c1 shown p\nsuggest r a2 b2 c2 shown p\n");
    struct result pruned = solve("clueless", "pruned", game, WORK_STEPS_UNLIMITED);
    struct result counted = solve("clueless", "closed_form", game, WORK_STEPS_UNLIMITED);
    const struct clueless_answer *answer = pruned.answer;

    (void)state;
    assert_int_equal(pruned.outcome, OUTCOME_SOLVED);
    assert_int_equal(answer->no[0], 1 << 2 | 1 << 6 | 1 << 10);
    assert_int_equal(answer->yes[0], 0);
    assert_true(((const struct clueless_answer *)counted.answer)->deals == 6 * (3 * 9 + 6 * 12));
    assert_true(puzzle_find("clueless")->equal(game, pruned.answer, counted.answer));
}

/* Steps out of the space of logs, from one that is in it. */
static void clueless_logs_of_no_space(void **state)
{
#define SMALL \
    "clue\nsuspects suspect01 suspect02\nweapons weapon01 weapon02\nrooms room01 room02\nplayer player01 1\nplayer player02 1\nplayer player03 1\n"
#define TRIPLE "suspect01 weapon01 room01"
#define FACT "has player01 suspect01\n"
    static const struct {
        const char *text;
        bool ranked;
    } logs[] = {
        {SMALL "suggest player01 " TRIPLE " every player02 player03\n", true},
        {SMALL "suggest player01 " TRIPLE " every player03 player02\n", false},
        {SMALL "accuse player01 " TRIPLE " wrong\n", true},
        {SMALL "accuse player02 " TRIPLE " wrong\n", false},
        {SMALL "accuse player01 weapon01 suspect01 room01 wrong\n", false},
        {SMALL "me player01\n", false},
        {SMALL FACT FACT FACT FACT FACT FACT, true},
        {SMALL FACT FACT FACT FACT FACT FACT FACT, false},
    };
#define BOXED(turns) "2 2 1\n1 1\n1 3\n" turns "\n"
#define TURN "1 1 3 5 0\n"
    const struct space *spaces = puzzle_find("clueless")->spaces;
    uint64_t size, rank;

    (void)state;
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++)
        assert_int_equal(spaces[1].rank(parse("clueless", logs[i].text), &size, &rank), logs[i].ranked);
    assert_true(spaces[0].rank(parse("clueless", BOXED("6") TURN TURN TURN TURN TURN TURN), &size, &rank));
    assert_false(spaces[0].rank(parse("clueless", BOXED("7") TURN TURN TURN TURN TURN TURN TURN), &size, &rank));
}

/* With one turn ONE is told by one: whose hand is known asks for the envelope's cards. */
static void clueless_one_suggestion_is_enough(void **state)
{
    const struct puzzle *puzzle = puzzle_find("clueless");
    struct recipe recipe = {.size = 3, .rounds = 1};

    (void)state;
    while (strcmp(puzzle->classes[recipe.input_class].name, "one") != 0)
        recipe.input_class++;
    while (strcmp(puzzle->formats[recipe.format], "log") != 0)
        recipe.format++;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const struct clueless_instance *game;
        struct error error;
        size_t turns = 0;
        struct rng rng;

        rng_seed(&rng, seed);
        assert_non_null(game = puzzle->generate(&rng, &recipe, &arena, &error));
        for (size_t i = 0; i < game->statement_count; i++)
            turns += game->statements[i].verb != CLUELESS_HAND && game->statements[i].verb != CLUELESS_TABLE;
        assert_int_equal(turns, 1);
        assert_int_not_equal(game->me, CLUELESS_NOBODY);
    }
}

/* 4 GB and more, of which nothing is read but the first word: lines could not be told by their numbers any more. */
static void clueless_a_log_too_long_for_its_numbers(void **state)
{
    struct cases cases;
    struct error error;

    (void)state;
    assert_false(puzzle_find("clueless")->parse("clue ", (size_t)UINT32_MAX + 1, &arena, &cases, &error));
    assert_int_equal(error.kind, ERROR_MEMORY);
}

int unit_corners(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(adjacent_checks_every_field),
        cmocka_unit_test(adjacent_stops_anywhere),
        cmocka_unit_test(adjacent_a_game_of_no_quiet_position),
        cmocka_unit_test(closing_nothing_does_nothing),
        cmocka_unit_test(chocolate_a_full_clue_leaves_its_board),
        cmocka_unit_test(chocolate_a_full_clue_leaves_no_second_board),
        cmocka_unit_test(meltdown_symbolic_finds_the_diagrams_taken),
        cmocka_unit_test(meltdown_a_full_round_takes_no_more),
        cmocka_unit_test(clueless_nothing_said_is_no_contradiction),
        cmocka_unit_test(clueless_games_differ_by_one_word),
        cmocka_unit_test(clueless_games_of_no_space),
        cmocka_unit_test(clueless_knowledge_only_grows),
        cmocka_unit_test(clueless_many_open_suggestions),
        cmocka_unit_test(clueless_hands_of_all_sizes),
        cmocka_unit_test(clueless_a_card_too_many),
        cmocka_unit_test(clueless_a_hand_full_of_what_it_showed),
        cmocka_unit_test(clueless_logs_of_no_space),
        cmocka_unit_test(clueless_one_suggestion_is_enough),
        cmocka_unit_test(clueless_a_log_too_long_for_its_numbers),
    };

    return cmocka_run_group_tests_name("corners", tests, NULL, give_back);
}
