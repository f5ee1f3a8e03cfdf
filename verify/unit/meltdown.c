/* Meltdown: parser and printer, the classes of generated games, the numbered set, the shrink steps, the
 * invariants and the check against wrong answers, and all variants against each other and against right
 * answers. */
#include "unit.h"

#include <dirent.h>
#include <stdio.h>

#include "core/cli/file.h"
#include "core/meltdown/meltdown.h"

static const struct puzzle *puzzle;
static struct arena arena; /* emptied before each test */

static int set_up(void **state)
{
    (void)state;
    puzzle = puzzle_find("meltdown");
    arena_reset(&arena);
    return puzzle ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static const struct meltdown_instance *parse_bytes(const void *bytes, size_t size)
{
    struct cases cases;
    struct error error;

    if (!puzzle->parse(bytes, size, &arena, &cases, &error))
        fail_msg("%zu:%zu: %s", error.line, error.column, error.message);
    return cases.instances[0];
}

static const struct meltdown_instance *parse(const char *text)
{
    return parse_bytes(text, strlen(text));
}

/* The caller frees the text; it ends with a NUL that is not counted. */
static void format(const struct meltdown_instance *game, struct text *text)
{
    const void *instance = game;
    struct cases cases = {1, &instance};

    text_clear(text);
    puzzle->format(&cases, text);
    text_put(text, "", 1);
    text->length--;
}

static void fail_on(const struct meltdown_instance *game, const char *what, const char *of)
{
    struct text text = {0};

    format(game, &text);
    fail_msg("%s: %s on\n%s", of, what, text.bytes);
}

static const struct meltdown_instance *generate(const char *name, uint64_t players, uint64_t rounds,
                                                uint64_t index)
{
    struct recipe recipe = {.size = players, .rounds = rounds};
    struct rng rng;
    struct error error;
    const struct meltdown_instance *game;

    while (strcmp(puzzle->classes[recipe.input_class].name, name) != 0)
        recipe.input_class++;
    rng_seed(&rng, rng_case_seed(1, "meltdown", name, index));
    game = puzzle->generate(&rng, &recipe, &arena, &error);
    assert_non_null(game);
    return game;
}

static enum outcome solve(const struct variant *variant, const struct meltdown_instance *game,
                          struct meltdown_answer *answer, uint64_t *worlds)
{
    struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);
    struct arena_mark mark = arena_mark(&arena);
    enum outcome outcome;

    memset(answer, 0x55, sizeof *answer);
    outcome = variant->solve(NULL, game, &work, answer);
    *worlds = work.counters.value[COUNTER_worlds];
    arena_release(&arena, mark);
    return outcome;
}

/* The answer of the default variant, after all variants that afford the game have been held to it, and the
 * check. */
static struct meltdown_answer solve_by_all(const struct meltdown_instance *game)
{
    struct meltdown_answer first = {{0}}, answer;
    uint64_t first_worlds = 0, worlds;
    bool found = false, counted = false;

    for (size_t i = 0; puzzle->variants[i]; i++) {
        const struct variant *variant = puzzle->variants[i];

        if (variant->refuses(game))
            continue;
        if (solve(variant, game, &answer, &worlds) != OUTCOME_SOLVED)
            fail_on(game, "no answer", variant->name);
        if (puzzle->check(game, &answer))
            fail_on(game, puzzle->check(game, &answer), variant->name);
        if (found && !puzzle->equal(game, &first, &answer))
            fail_on(game, "another answer", variant->name);
        if (counted && variant->walk && worlds != first_worlds)
            fail_on(game, "other living worlds", variant->name);
        if (variant->walk)
            first_worlds = worlds;
        counted |= variant->walk != NULL;
        first = answer;
        found = true;
    }
    assert_true(found);
    return first;
}

static void expect_answer(const struct meltdown_instance *game, const char *expected)
{
    struct meltdown_answer answer = solve_by_all(game);
    struct result result = {OUTCOME_SOLVED, &answer};
    struct text text = {0};

    puzzle->print(game, &result, 1, DETAIL_ANSWER, &text);
    text_put(&text, "", 1);
    assert_string_equal(text.bytes, expected);
    text_free(&text);
}

static void parses(void **state)
{
    static const char *const texts[] = {
        "3 1\n0 0 1\n2\n2 0 2 1\n1 1 0\n",
        "3 1 0 0 1 2 2 2 0 1 1 1 0",
        "\357\273\277003 01\r\n0 0 1\r\n2\r\n2 0 2 1\r\n1 1 0\r\n",
        "\n\t3\n1\n0\n0\n1\n2\n2\n0\n2\n1\n1\n1\n0 \n\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct meltdown_instance *game = parse(texts[i]);

        assert_int_equal(game->player_count, 3);
        assert_int_equal(game->round_count, 1);
        assert_int_equal(game->cards, 4);
        assert_int_equal(game->rounds[0].count, 2);
        assert_int_equal(game->rounds[0].statements[0].players, 5);
        assert_int_equal(game->rounds[0].statements[0].value, 1);
        assert_int_equal(game->rounds[0].statements[1].players, 2);
        assert_int_equal(game->rounds[0].statements[1].value, 0);
        assert_true(puzzle->same(game, parse(texts[0])));
        assert_int_equal(puzzle->measure(game), 3);
    }
    assert_false(puzzle->same(parse("3 0 0 0 1"), parse("3 0 0 1 1")));
    assert_false(puzzle->same(parse("3 0 0 0 1"), parse("3 1 0 0 1 0")));
    assert_false(puzzle->same(parse("3 1 0 0 1 1 1 0 0"), parse("3 1 0 0 1 1 1 1 0")));
    assert_false(puzzle->same(parse("3 1 0 0 1 1 2 0 2 1"), parse("3 1 0 0 1 1 2 0 2 0")));
}

/* Outside a parse only memory can be wanting; an arena with a limit says so and gives no place. */
static void parser_reports_missing_memory(void **state)
{
    struct arena small = {.limit = 64};
    struct cases cases;
    struct error error;

    (void)state;
    assert_false(puzzle->parse("3 0 0 0 1", 9, &small, &cases, &error));
    assert_int_equal(error.kind, ERROR_MEMORY);
    arena_free(&small);
}

static void prints_what_it_parsed(void **state)
{
    struct text text = {0};

    (void)state;
    format(parse(" 4 2\n 1 1 0 1\n0 2\n3 3 0 1 1\n1 2\n0"), &text);
    assert_string_equal(text.bytes, "4 2\n1 1 0 1\n0\n2\n3 0 1 3 1\n1 2 0\n");
    format(parse("3 0 1 1 1"), &text);
    assert_string_equal(text.bytes, "3 0\n1 1 1\n");
    text_free(&text);
}

static void prints_outcomes(void **state)
{
    const struct meltdown_instance *game = parse("3 0 1 1 1");
    struct result limit = {OUTCOME_LIMIT, NULL};
    struct text text = {0};

    (void)state;
    puzzle->print(game, &limit, 1, DETAIL_ANSWER, &text);
    assert_int_equal(text.length, 6);
    assert_memory_equal(text.bytes, "limit\n", 6);
    text_clear(&text);
    assert_true(puzzle->explain(game, OUTCOME_LIMIT, puzzle->variants[0], NULL, &arena, &text));
    assert_true(text.length > 0);
    assert_false(puzzle->explain(game, OUTCOME_SOLVED, puzzle->variants[0], NULL, &arena, &text));
    text_free(&text);
}

/* Worked by hand: see the comment of each. */
static void finds_hand_worked_answers(void **state)
{
    (void)state;
    /* The statement's sample. */
    expect_answer(parse("5 4 1 1 1 0 1 1 3 1 3 4 0 1 2 3 4 1 1 3 0 1 3 0 1 2 1 4 1"), "4 -1 4 2 3\n");
    /* 0 and 1 have a neighbour with a 1, which is all that an OR needs; that both announce says that both
     * hold 0, so 2 knows. */
    expect_answer(parse("3 3 0 0 1 1 1 2 1 0 0"), "1 1 2\n");
    expect_answer(parse("3 1 0 0 1 1 1 2 1"), "1 1 -1\n");
    /* Only 0 has a 0 and sees a 1 coming: that 2 is silent says that he has a 1. */
    expect_answer(parse("3 3 0 1 1 1 1 1 1 0 0"), "1 2 2\n");
    /* All cards are told. */
    expect_answer(parse("4 1 0 1 1 0 4 1 0 0 1 1 1 1 2 1 1 3 0"), "1 1 1 1\n");
    /* One of all holds a 1: only a 0 between two players who might both have 0 and sees no 1 learns from it;
     * here 0 and 2 do, at once; then 1's card is 1 for all. */
    expect_answer(parse("4 1 0 1 0 0 1 4 0 1 2 3 1"), "1 -1 1 -1\n");
    expect_answer(parse("3 0 0 0 0"), "-1 -1 -1\n");
}

static void generates_valid_games(void **state)
{
    struct text text = {0};

    (void)state;
    for (size_t c = 0; puzzle->classes[c].name; c++) {
        for (uint64_t i = 0; i < unit_scaled(60) + 10; i++) {
            uint64_t players = i < 4 ? 3 + i : i == 4 ? 64 : 3 + i * 7 % 62;
            uint64_t rounds = i % 5 ? i % 13 : 0;
            const struct meltdown_instance *game = generate(puzzle->classes[c].name, players, rounds, i);
            const struct meltdown_instance *again;

            assert_int_equal(game->player_count, players);
            assert_int_equal(game->round_count, rounds);
            format(game, &text);
            again = parse_bytes(text.bytes, text.length);
            assert_true(puzzle->same(game, again));
            assert_true(puzzle->same(game, generate(puzzle->classes[c].name, players, rounds, i)));
            arena_reset(&arena);
        }
    }
    text_free(&text);
}

static bool announces(const struct meltdown_instance *game, int round)
{
    struct meltdown_answer answer = solve_by_all(game);

    for (uint32_t i = 0; i < game->player_count; i++)
        if (answer.rounds[i] == round)
            return true;
    return false;
}

static void classes_keep_their_word(void **state)
{
    uint64_t last = 0, never = 0, count = unit_scaled(100) + 20;

    (void)state;
    for (uint64_t i = 0; i < count; i++) {
        const struct meltdown_instance *game = generate("none", 3 + i % 9, 1 + i % 9, i);
        struct meltdown_answer answer = solve_by_all(game);

        for (uint32_t k = 0; k < game->player_count; k++)
            assert_int_equal(answer.rounds[k], -1);
        game = generate("boundary", 4 + i % 8, 3, i);
        last += announces(game, 3);
        never += !announces(game, 1) && !announces(game, 2) && !announces(game, 3);
        game = generate("hard", 3 + i % 62, 2, i);
        for (int s = 0; s < 2; s++)
            assert_true(__builtin_popcountll(game->rounds[s].statements[0].players) >=
                        (int)game->player_count - 1);
        game = generate("wide", 3 + i % 62, 1, i);
        assert_in_range(game->rounds[0].count, 5, 7);
        assert_int_equal(__builtin_popcountll(game->rounds[0].statements[4].players), game->player_count / 2);
        game = generate("structured", 3 + i % 62, 1, i);
        assert_int_equal(__builtin_popcountll(game->rounds[0].statements[0].players), game->player_count);
        arena_reset(&arena);
    }
    assert_in_range(last, count / 20, count - 1);
    assert_in_range(never, count / 20, count - 1);
}

/* With k cards 1 in a ring of n there are 2 * 2^n - 2^k - 2^(n-k) true statements: of 3 players 7, 10, 10, 7,
 * of 4 players 15, 22, 24, 22, 15. Their numbers of card vectors are 1, 3, 3, 1 and 1, 4, 6, 4, 1; between
 * two statements are 3 gaps. */
static void counts_small_games(void **state)
{
    const struct space *space = &puzzle->spaces[0];

    (void)state;
    assert_int_equal(space->first_size, 0);
    assert_int_equal(space->count(0), 8 + 16);
    assert_int_equal(space->count(1), (2 * 7 + 6 * 10) + (2 * 15 + 8 * 22 + 6 * 24));
    assert_int_equal(space->count(2), 3 * ((2 * 49 + 6 * 100) + (2 * 225 + 8 * 484 + 6 * 576)));
    assert_int_equal(space->count(3), 1634076);
    assert_true(space->count(space->last_size) > space->count(3) &&
                space->count(space->last_size) < UINT64_MAX / 2);
}

static void numbers_small_games(void **state)
{
    const struct space *space = &puzzle->spaces[0];
    uint64_t size, rank;

    (void)state;
    for (uint64_t s = 0; s <= space->last_size; s++) {
        uint64_t count = space->count(s), step = s < 3 ? 1 : count / (unit_scaled(10000) + 1);

        for (uint64_t i = 0; i < count; i += step) {
            assert_true(space->rank(space->unrank(s, i, &arena), &size, &rank));
            assert_int_equal(size, s);
            assert_int_equal(rank, i);
            arena_reset(&arena);
        }
        assert_true(space->rank(space->unrank(s, count - 1, &arena), &size, &rank));
        assert_int_equal(rank, count - 1);
    }
    assert_false(space->rank(parse("5 5 0 0 0 0 0 0 0 0 0 0"), &size, &rank));     /* 5 players */
    assert_false(space->rank(parse("3 6 0 0 0 0 1 1 0 0 0 0 0 0"), &size, &rank)); /* silence at the start */
    assert_false(space->rank(parse("3 3 0 0 0 1 1 0 0 0 0"), &size, &rank));       /* ends too early */
    assert_false(
        space->rank(parse("3 8 0 0 0 1 1 0 0 0 0 1 1 0 0 0 0 0 0"), &size, &rank)); /* too long a silence */
    assert_true(space->rank(parse("3 5 0 0 0 1 1 0 0 0 0 0 0"), &size, &rank));
    assert_int_equal(size, 1);
}

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

/* The order that shrink.c states. */
static int compare_games(const struct meltdown_instance *a, const struct meltdown_instance *b)
{
    const struct meltdown_instance *games[2] = {a, b};
    uint64_t measures[2][6] = {{0}};
    int order = 0;

    for (int g = 0; g < 2; g++) {
        measures[g][0] = games[g]->player_count;
        measures[g][1] = games[g]->round_count;
        measures[g][4] = (uint64_t)__builtin_popcountll(games[g]->cards);
        for (uint32_t r = 0; r < games[g]->round_count; r++) {
            measures[g][2] += games[g]->rounds[r].count;
            for (size_t s = 0; s < games[g]->rounds[r].count; s++) {
                measures[g][3] += (uint64_t)__builtin_popcountll(games[g]->rounds[r].statements[s].players);
                measures[g][5] += games[g]->rounds[r].statements[s].value;
            }
        }
    }
    for (int i = 0; i < 6 && !order; i++)
        order = compare(measures[0][i], measures[1][i]);
    return order;
}

static void shrinks_strictly(void **state)
{
    struct text text = {0};

    (void)state;
    for (uint64_t i = 0; i < unit_scaled(30) + 3; i++) {
        const struct meltdown_instance *game = generate("uniform", 3 + i % 6, i % 6, i), *smaller;
        uint64_t descents = 0;

        for (size_t step = 0; (smaller = puzzle->shrink(game, step, &arena)); step++) {
            assert_true(compare_games(smaller, game) < 0);
            format(smaller, &text);
            assert_true(puzzle->same(smaller, parse_bytes(text.bytes, text.length)));
        }
        assert_null(puzzle->shrink(game, SIZE_MAX, &arena));
        while ((smaller = puzzle->shrink(game, 3, &arena)) || (smaller = puzzle->shrink(game, 0, &arena))) {
            game = smaller;
            assert_true(++descents < 2000);
        }
        /* What cannot be made smaller: three cards 0, no rounds. */
        assert_true(puzzle->same(game, parse("3 0 0 0 0")));
        arena_reset(&arena);
    }
    text_free(&text);
}

/* Answers that break the relation: each of them off by one, which no renumbering can make good. */
static void spoil(const struct meltdown_instance *game, const struct meltdown_answer *answer,
                  struct meltdown_answer *wrong)
{
    *wrong = *answer;
    for (uint32_t i = 0; i < game->player_count; i++)
        wrong->rounds[i] = (int16_t)(answer->rounds[i] < 0 ? 1 : answer->rounds[i] + 1);
}

static void hold_invariant(const struct invariant *invariant, const struct meltdown_instance *game,
                           struct rng *rng, uint64_t *applied)
{
    struct meltdown_answer before, after, wrong;
    struct result solved = {OUTCOME_SOLVED, &before}, changed_solved = {OUTCOME_SOLVED, &after};
    struct result spoilt = {OUTCOME_SOLVED, &wrong}, contradiction = {OUTCOME_CONTRADICTION, NULL};
    const struct meltdown_instance *changed;
    const void *map = NULL;
    uint64_t worlds;

    changed = invariant->change(game, rng, &arena, &map);
    if (!changed)
        return;
    *applied += 1;
    for (size_t i = 0; puzzle->variants[i]; i++) {
        if (puzzle->variants[i]->refuses(game))
            continue;
        assert_int_equal(solve(puzzle->variants[i], game, &before, &worlds), OUTCOME_SOLVED);
        assert_int_equal(solve(puzzle->variants[i], changed, &after, &worlds), OUTCOME_SOLVED);
        if (!invariant->keeps(game, &solved, changed, &changed_solved, map))
            fail_on(game, invariant->name, puzzle->variants[i]->name);
        spoil(changed, &after, &wrong);
        if (changed->round_count && invariant->keeps(game, &solved, changed, &spoilt, map))
            fail_on(game, "a wrong answer is not seen", invariant->name);
        assert_false(invariant->keeps(game, &solved, changed, &contradiction, map));
    }
}

static void invariants_hold_and_can_fail(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 7);
    for (const struct invariant *invariant = puzzle->invariants; invariant->name; invariant++) {
        uint64_t applied = 0;

        for (size_t c = 0; puzzle->classes[c].name; c++) {
            for (uint64_t i = 0; i < unit_scaled(20) + 5; i++) {
                hold_invariant(invariant, generate(puzzle->classes[c].name, 3 + i % 6, 1 + i % 6, i), &rng,
                               &applied);
                arena_reset(&arena);
            }
        }
        assert_true(applied > 0);
    }
}

/* The renumbering itself is seen: an answer that was not turned is wrong unless it is the same for all. */
static void turning_is_seen(void **state)
{
    const struct meltdown_instance *game = parse("3 3 0 1 1 1 1 1 1 0 0");
    struct meltdown_answer answer = {{1, 2, 2}};
    struct result result = {OUTCOME_SOLVED, &answer};
    const void *map;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    for (const struct invariant *invariant = puzzle->invariants; invariant->name; invariant++) {
        if (strcmp(invariant->name, "turn") == 0) {
            const struct meltdown_instance *turned = invariant->change(game, &rng, &arena, &map);

            assert_int_not_equal(turned->cards, game->cards);
            assert_false(invariant->keeps(game, &result, turned, &result, map));
        }
    }
}

/* Small games are within the check's budget in all their rounds. */
static void check_sees_wrong_answers(void **state)
{
    const struct space *space = &puzzle->spaces[0];

    (void)state;
    for (uint64_t rank = 0; rank < space->count(1) + unit_scaled(400); rank++) {
        uint64_t size = rank < space->count(1) ? 1 : 2;
        const struct meltdown_instance *game =
            space->unrank(size, size == 1 ? rank : rank * 7919 % space->count(2), &arena);
        struct meltdown_answer right = solve_by_all(game);

        for (uint32_t i = 0; i < game->player_count; i++) {
            for (int16_t round = -2; round <= (int16_t)game->round_count + 1; round++) {
                struct meltdown_answer wrong = right;

                wrong.rounds[i] = round;
                if (round != right.rounds[i] && !puzzle->check(game, &wrong))
                    fail_on(game, "a wrong answer passes", "check");
            }
        }
        arena_reset(&arena);
    }
}

/* "3 3 0 1 1 ...": 0 announces in round 1, 1 and 2 in round 2. */
static void check_says_what_is_wrong(void **state)
{
    static const char early[] = "a player announces before he can know";
    static const char late[] = "a player announces later than he could";
    static const char outside[] = "a round that is not in the game";
    const struct meltdown_instance *game = parse("3 3 0 1 1 1 1 1 1 0 0");

    (void)state;
    assert_null(puzzle->check(game, &(struct meltdown_answer){{1, 2, 2}}));
    assert_string_equal(puzzle->check(game, &(struct meltdown_answer){{2, 2, 2}}), late);
    assert_string_equal(puzzle->check(game, &(struct meltdown_answer){{1, 1, 2}}), early);
    assert_string_equal(puzzle->check(game, &(struct meltdown_answer){{1, 2, -1}}), late);
    assert_string_equal(puzzle->check(game, &(struct meltdown_answer){{1, 2, 4}}), outside);
    assert_string_equal(puzzle->check(game, &(struct meltdown_answer){{1, 2, 0}}), outside);
    for (int i = 3; i < MELTDOWN_PLAYERS_MAX; i++) {
        struct meltdown_answer answer = {{1, 2, 2}};

        answer.rounds[i] = 1;
        assert_string_equal(puzzle->check(game, &answer), outside);
    }
}

/* All hold a 0. `first` times in the first round, `second` times in the second, they are told that somebody
 * does, which says nothing: a player's neighbours may both hold a 0 or not both, for ever. */
static const struct meltdown_instance *tell_nothing(uint32_t players, uint32_t rounds, int first, int second)
{
    struct text text = {0};
    const struct meltdown_instance *game;

    text_format(&text, "%u %u\n", players, rounds);
    for (uint32_t i = 0; i < players; i++)
        text_string(&text, "0 ");
    for (uint32_t r = 0; r < rounds; r++) {
        int count = r == 0 ? first : r == 1 ? second : 0;

        text_format(&text, "\n%d\n", count);
        for (int s = 0; s < count; s++) {
            text_format(&text, "%u", players);
            for (uint32_t i = 0; i < players; i++)
                text_format(&text, " %u", i);
            text_string(&text, " 0\n");
        }
    }
    game = parse_bytes(text.bytes, text.length);
    text_free(&text);
    return game;
}

/* What the check says of the answer that all are silent for ever, but for one player. */
static bool passes(const struct meltdown_instance *game, uint32_t player, int16_t round)
{
    struct meltdown_answer answer = {{0}};

    for (uint32_t i = 0; i < game->player_count; i++)
        answer.rounds[i] = -1;
    answer.rounds[player] = round;
    return !puzzle->check(game, &answer);
}

/* A look-up of a world in a round is a step, a statement another. Of three players' worlds the check looks up
 * two in the first round; for player 0 in the second one world there, and of the first round two more: the
 * other worlds are known from before. Four
 * times those of the first round and once those of the second: of 4096 steps one must be left for the answer
 * to be judged. */
static void check_spends_its_budget(void **state)
{
    (void)state;
    assert_false(passes(tell_nothing(3, 2, 1000, 90), 0, 2)); /* 4 * 1001 + 91 */
    assert_true(passes(tell_nothing(3, 2, 1000, 91), 0, 2));
    for (int second = 0; second <= 1000; second += 50)
        assert_true(passes(tell_nothing(3, 2, 1000, second), 0, -1));
    /* The first round is judged whole: of seven players' worlds there are five to look up. */
    for (uint32_t player = 0; player < 7; player++) {
        const struct meltdown_instance *game = tell_nothing(7, 2, 1000, 0);

        assert_true(passes(game, player, -1));
        assert_false(passes(game, player, 1));
        assert_true(passes(game, player, 2));
    }
    assert_true(passes(tell_nothing(MELTDOWN_PLAYERS_MAX, MELTDOWN_ROUNDS_MAX, 0, 0), 0, -1));
}

static void variants_agree_on_all_small_games(void **state)
{
    const struct space *space = &puzzle->spaces[0];

    (void)state;
    for (uint64_t size = 0; size <= 3; size++) {
        uint64_t count = space->count(size), step = 1 + count / (unit_scaled(size < 3 ? 26000 : 5000) + 1);

        for (uint64_t rank = 0; rank < count; rank += step) {
            solve_by_all(space->unrank(size, rank, &arena));
            arena_reset(&arena);
        }
    }
}

/* In the exhaustive set the silence at the end is long enough: with more of it nothing more happens. */
static void small_games_settle(void **state)
{
    const struct space *space = &puzzle->spaces[0];

    (void)state;
    for (uint64_t rank = 0; rank < space->count(2); rank += 1 + 20 / unit_scaled(20)) {
        const struct meltdown_instance *game = space->unrank(2, rank, &arena);
        struct meltdown_instance longer = *game;
        struct meltdown_round *rounds = arena_zalloc(&arena, game->round_count + 5, sizeof *rounds);
        struct meltdown_answer answer, more;
        uint64_t worlds;

        memcpy(rounds, game->rounds, game->round_count * sizeof *rounds);
        longer.rounds = rounds;
        longer.round_count += 5;
        assert_int_equal(solve(variant_find(puzzle, "bitmask"), game, &answer, &worlds), OUTCOME_SOLVED);
        assert_int_equal(solve(variant_find(puzzle, "bitmask"), &longer, &more, &worlds), OUTCOME_SOLVED);
        if (!puzzle->equal(game, &answer, &more))
            fail_on(game, "not settled", "games");
        arena_reset(&arena);
    }
}

static void variants_agree_on_generated_games(void **state)
{
    (void)state;
    for (size_t c = 0; puzzle->classes[c].name; c++) {
        for (uint64_t i = 0; i < unit_scaled(50) + 10; i++) {
            solve_by_all(generate(puzzle->classes[c].name, 3 + i % 7, i % 9, i));
            arena_reset(&arena);
        }
        /* Rings over the vector's and, at 17, the block's edges; few and many living worlds. */
        for (uint64_t players = 9; players <= 17; players = players == 12 && unit_scaled(10) < 10 ? 17 : players + 1) {
            solve_by_all(generate(puzzle->classes[c].name, players, 10, players));
            arena_reset(&arena);
        }
    }
}

/* Where the cards of 6 and 7 are told, the worlds that live are in one word of each vector of bitmask. A player
 * beside a 1 who holds a 0 announces; that he holds it tells the 1's holder, whose other neighbour's card is
 * told, the XOR. The last game goes on from a told 1 at 5. */
static void one_word_of_each_vector(void **state)
{
    (void)state;
    expect_answer(parse("9 3 0 0 0 0 0 0 0 1 0 2 1 6 0 1 7 1 0 0"), "-1 -1 -1 -1 -1 -1 1 2 1\n");
    expect_answer(parse("9 3 0 0 0 0 0 0 1 0 0 2 1 6 1 1 7 0 0 0"), "-1 -1 -1 -1 -1 1 2 1 -1\n");
    expect_answer(parse("9 3 0 0 0 0 0 0 1 1 0 2 1 6 1 1 7 1 0 0"), "-1 -1 -1 -1 -1 1 2 2 1\n");
    expect_answer(parse("9 3 0 0 0 0 0 1 0 0 0 3 1 6 0 1 7 0 1 5 1 0 0"), "-1 -1 -1 -1 1 2 1 -1 -1\n");
}

/* A game of 17 in which the cards of 8 to 13 are told to be `value`, and some of 14, 15, 16, 0 and 1: 15 sits, with
 * both his neighbours, outside bitmask's vectors, and the worlds that live are all in the first, or all in the last,
 * of the 64 vectors over which the cards of those three stay the same. */
static const struct meltdown_instance *end_of_a_run(unsigned value, unsigned last_cards, struct rng *rng)
{
    static const uint32_t near[] = {14, 15, 16, 0, 1};
    struct text text = {0};
    const struct meltdown_instance *game;
    uint32_t cards[17] = {0};

    for (uint32_t i = 0; i < 17; i++)
        cards[i] = i < 8 ? (uint32_t)rng_below(rng, 2) : i < 14 ? value : last_cards >> (i - 14) & 1;
    text_format(&text, "17 5\n");
    for (uint32_t i = 0; i < 17; i++)
        text_format(&text, "%u ", cards[i]);
    text_format(&text, "\n%u\n", 6 + 3);
    for (uint32_t i = 8; i < 14; i++)
        text_format(&text, "1 %u %u\n", i, value);
    for (int i = 0; i < 3; i++) {
        size_t a = (size_t)rng_below(rng, 4), b = a + 1 + (size_t)rng_below(rng, 4 - a);

        text_format(&text, "2 %u %u %u\n", near[a], near[b], cards[near[rng_below(rng, 2) ? a : b]]);
    }
    text_format(&text, "0 0 0 0\n");
    game = parse_bytes(text.bytes, text.length);
    text_free(&text);
    return game;
}

static void both_ends_of_a_run(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 17);
    for (unsigned game = 0; game < 2 * 8 * 8; game++) {
        solve_by_all(end_of_a_run(game & 1, game >> 1 & 7, &rng));
        arena_reset(&arena);
    }
}

/* Each player's card told in turn, in one round: all announce in it. */
static const struct meltdown_instance *tell_all(uint32_t players)
{
    struct text text = {0};
    const struct meltdown_instance *game;

    text_format(&text, "%u 1\n", players);
    for (uint32_t i = 0; i < players; i++)
        text_format(&text, "%u ", i % 3 == 0);
    text_format(&text, "\n%u\n", players);
    for (uint32_t i = 0; i < players; i++)
        text_format(&text, "1 %u %u\n", i, i % 3 == 0);
    game = parse_bytes(text.bytes, text.length);
    text_free(&text);
    return game;
}

/* The domains that the specification promises, at their ends, and the first game outside. */
static void variants_answer_up_to_their_bounds(void **state)
{
    static const struct {
        const char *name;
        uint32_t most;
    } domains[] = {{"naive", 10}, {"pruned", 24}, {"bitmask", 30}, {"symbolic", 64}};

    (void)state;
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++) {
        const struct variant *variant = variant_find(puzzle, domains[i].name);
        const struct meltdown_instance *game = tell_all(domains[i].most);
        struct meltdown_answer answer;
        uint64_t worlds;

        assert_null(variant->refuses(game));
        assert_int_equal(solve(variant, game, &answer, &worlds), OUTCOME_SOLVED);
        for (uint32_t k = 0; k < MELTDOWN_PLAYERS_MAX; k++)
            assert_int_equal(answer.rounds[k], k < domains[i].most ? 1 : 0);
        if (domains[i].most < MELTDOWN_PLAYERS_MAX) {
            game = tell_all(domains[i].most + 1);
            assert_non_null(variant->refuses(game));
            assert_int_equal(solve(variant, game, &answer, &worlds), OUTCOME_UNSUPPORTED);
        }
        arena_free(&arena);
    }
}

static void variants_keep_the_work_limit(void **state)
{
    const struct meltdown_instance *game = parse("5 4 1 1 1 0 1 1 3 1 3 4 0 1 2 3 4 1 1 3 0 1 3 0 1 2 1 4 1");
    struct meltdown_answer answer;

    (void)state;
    for (size_t i = 0; puzzle->variants[i]; i++) {
        struct work work = work_start(&arena, 1);

        assert_int_equal(puzzle->variants[i]->solve(NULL, game, &work, &answer), OUTCOME_LIMIT);
    }
}

static void variants_report_missing_memory(void **state)
{
    const struct meltdown_instance *game = parse("9 1 0 0 0 0 0 0 0 0 0 0");
    static const char *const names[] = {"naive", "pruned", "bitmask"};
    struct meltdown_answer answer;

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct arena small = {.limit = 64};
        struct work work = work_start(&small, WORK_STEPS_UNLIMITED);

        assert_int_equal(variant_find(puzzle, names[i])->solve(NULL, game, &work, &answer),
                         OUTCOME_NO_MEMORY);
        arena_free(&small);
    }
}

static size_t peak_of(const struct variant *variant, const struct meltdown_instance *game)
{
    struct arena own = {0};
    struct work work = work_start(&own, WORK_STEPS_UNLIMITED);
    struct meltdown_answer answer;
    size_t peak;

    assert_int_equal(variant->solve(NULL, game, &work, &answer), OUTCOME_SOLVED);
    peak = own.peak;
    arena_free(&own);
    return peak;
}

/* What a round took is there for the next one. */
static void rounds_share_their_memory(void **state)
{
    const struct meltdown_instance *one = tell_nothing(9, 2, 100, 0), *two = tell_nothing(9, 2, 100, 100);

    (void)state;
    for (size_t i = 0; puzzle->variants[i]; i++)
        assert_int_equal(peak_of(puzzle->variants[i], one), peak_of(puzzle->variants[i], two));
}

/* Rounds beyond the last that can change anything cost nothing: 1000 of them are no work. */
static void idle_rounds_are_free(void **state)
{
    struct text text = {0};

    (void)state;
    text_string(&text, "10 1000\n0 1 0 1 0 1 0 1 0 1\n1\n10 0 1 2 3 4 5 6 7 8 9 1\n");
    for (int i = 1; i < 1000; i++)
        text_string(&text, "0\n");
    solve_by_all(parse_bytes(text.bytes, text.length));
    text_free(&text);
}

static int answer_folder(const char *folder)
{
    DIR *directory = opendir(folder);
    int count = 0;

    if (!directory)
        return -1;
    for (struct dirent *entry; (entry = readdir(directory));) {
        const char *dot = strrchr(entry->d_name, '.');
        struct file input, expected;
        struct cases cases;
        struct text text = {0};
        char path[600];

        if (!dot || strcmp(dot, ".in") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        assert_int_equal(file_parse("unit", puzzle, path, &arena, &input, &cases), EXIT_WELL);
        memcpy(strrchr(path, '.'), ".ans", sizeof ".ans");
        assert_int_equal(file_read("unit", path, &expected), EXIT_WELL);
        text_put(&text, expected.bytes, expected.size);
        text_put(&text, "", 1);
        expect_answer(cases.instances[0], text.bytes);
        text_free(&text);
        file_free(&input);
        file_free(&expected);
        count++;
    }
    closedir(directory);
    return count;
}

static void samples_and_known_mistakes(void **state)
{
    (void)state;
    assert_int_equal(answer_folder("core/meltdown/samples"), 1);
    assert_true(answer_folder("verify/corpus/meltdown") >= 6);
}

static void public_data(void **state)
{
    int count = answer_folder("../shared/data/meltdown");

    (void)state;
    if (count < 0) {
        print_message("skipped: no ../shared/data/meltdown\n");
        skip();
    }
    assert_true(count > 0);
}

static void what_the_contest_promises(void **state)
{
    struct result solved = {OUTCOME_SOLVED, NULL}, limit = {OUTCOME_LIMIT, NULL};

    (void)state;
    assert_true(puzzle->promised(generate("uniform", 16, 1, 0), &solved));
    assert_false(puzzle->promised(generate("uniform", 17, 1, 0), &solved));
    assert_false(puzzle->promised(generate("uniform", 16, 0, 0), &solved));
    assert_false(puzzle->promised(generate("uniform", 16, 1, 0), &limit));
}

int unit_meltdown(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(parses, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parser_reports_missing_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(prints_what_it_parsed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(prints_outcomes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(finds_hand_worked_answers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(generates_valid_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(classes_keep_their_word, set_up, tear_down),
        cmocka_unit_test_setup_teardown(counts_small_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(numbers_small_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(shrinks_strictly, set_up, tear_down),
        cmocka_unit_test_setup_teardown(invariants_hold_and_can_fail, set_up, tear_down),
        cmocka_unit_test_setup_teardown(turning_is_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(check_sees_wrong_answers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(check_says_what_is_wrong, set_up, tear_down),
        cmocka_unit_test_setup_teardown(check_spends_its_budget, set_up, tear_down),
        cmocka_unit_test_setup_teardown(variants_agree_on_all_small_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(small_games_settle, set_up, tear_down),
        cmocka_unit_test_setup_teardown(variants_agree_on_generated_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_word_of_each_vector, set_up, tear_down),
        cmocka_unit_test_setup_teardown(both_ends_of_a_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(variants_answer_up_to_their_bounds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(variants_keep_the_work_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(variants_report_missing_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rounds_share_their_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(idle_rounds_are_free, set_up, tear_down),
        cmocka_unit_test_setup_teardown(samples_and_known_mistakes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(public_data, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_the_contest_promises, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("meltdown", tests, NULL, NULL);
}
