/* Adjacent and Consecutive, all but its variants: the parser, what is printed, the classes of generated
 * games, the numbered sets, the shrink steps, the invariants and the check of an answer. Right answers come
 * from the rules and by hand. The variants: adjacent_variants.c. */
#include "unit.h"

#include <stdio.h>

#include "core/adjacent/adjacent.h"

static const struct puzzle *puzzle;

static int set_up(void **state)
{
    (void)state;
    puzzle = puzzle_find("adjacent");
    return puzzle ? 0 : -1;
}

static void parse(const char *text, struct arena *arena, struct cases *cases)
{
    struct error error;

    if (!puzzle->parse(text, strlen(text), arena, cases, &error))
        fail_msg("%s: %zu:%zu: %s", text, error.line, error.column, error.message);
}

static const struct adjacent_instance *game_of(const char *text, struct arena *arena)
{
    struct cases cases;

    parse(text, arena, &cases);
    assert_int_equal(cases.count, 1);
    return cases.instances[0];
}

/* An answer with its winners as letters: "AAAB" for three tiles. */
static struct adjacent_answer *answer_of(uint32_t mistakes_a, uint32_t mistakes_b, const char *winners,
                                         struct arena *arena)
{
    struct adjacent_answer *answer = arena_alloc(arena, 1, sizeof *answer + strlen(winners));

    answer->mistakes[ADJACENT_A] = mistakes_a;
    answer->mistakes[ADJACENT_B] = mistakes_b;
    for (size_t i = 0; winners[i]; i++)
        answer->winner[i] = winners[i] == 'A' ? ADJACENT_A : ADJACENT_B;
    return answer;
}

static void expect_game(const struct adjacent_instance *game)
{
    uint8_t *used = calloc((size_t)game->n + 1, 1);

    assert_non_null(used);
    for (uint32_t i = 0; i < game->n; i++) {
        assert_in_range(game->turns[i].tile, 1, game->n);
        assert_in_range(game->turns[i].cell, 1, game->n);
        assert_int_equal(used[game->turns[i].tile] & 1, 0);
        assert_int_equal(used[game->turns[i].cell] & 2, 0);
        used[game->turns[i].tile] |= 1;
        used[game->turns[i].cell] |= 2;
    }
    free(used);
}

static void parses(void **state)
{
    static const char *const texts[] = {
        "1\n3\n2 1\n3 3\n1 2\n",
        "1\n3\n2 1\n3 3\n1 2",
        "1 3 2 1 3 3 1 2",
        "\357\273\2771\r\n3\r\n2 1\r\n3 3\r\n1 2\r\n",
        "\n\t01\n\n0003 2\n1 3 000000000000000000000000003\n1\n2 \n \n",
    };
    static const struct adjacent_turn turns[] = {{2, 1}, {3, 3}, {1, 2}};
    struct arena arena = {0};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct adjacent_instance *game = game_of(texts[i], &arena);

        assert_int_equal(game->n, 3);
        assert_memory_equal(game->turns, turns, sizeof turns);
        assert_int_equal(puzzle->measure(game), 3);
        assert_true(puzzle->same(game, game_of(texts[0], &arena)));
    }
    assert_false(puzzle->same(game_of(texts[0], &arena), game_of("1 3 2 1 3 2 1 3", &arena)));
    assert_false(puzzle->same(game_of(texts[0], &arena), game_of("1 1 1 1", &arena)));
    arena_free(&arena);
}

static void what_was_parsed_is_printed(void **state)
{
    static const char printed[] = "2\n1\n1 1\n3\n2 1\n3 3\n1 2\n";
    struct arena arena = {0};
    struct text text = {0};
    struct cases cases;

    (void)state;
    parse("2 1 01 1 3 2 1 3 3 1 2", &arena, &cases);
    assert_int_equal(cases.count, 2);
    puzzle->format(&cases, &text);
    assert_int_equal(text.length, strlen(printed));
    assert_memory_equal(text.bytes, printed, text.length);
    text_free(&text);
    arena_free(&arena);
}

static void answers_are_printed(void **state)
{
    static const char printed[] = "Case #1: 12 3\nCase #20: unsupported\nCase #3: limit\n";
    struct arena arena = {0};
    struct text text = {0};
    const void *game = game_of("1 1 1 1", &arena);
    struct adjacent_answer *answer = answer_of(12, 3, "BB", &arena);

    (void)state;
    puzzle->print(game, &(struct result){OUTCOME_SOLVED, answer}, 1, DETAIL_ANSWER, &text);
    puzzle->print(game, &(struct result){OUTCOME_UNSUPPORTED, NULL}, 20, DETAIL_ANSWER, &text);
    puzzle->print(game, &(struct result){OUTCOME_LIMIT, NULL}, 3, DETAIL_ANSWER, &text);
    assert_int_equal(text.length, strlen(printed));
    assert_memory_equal(text.bytes, printed, text.length);
    text_free(&text);
    arena_free(&arena);
}

/* A million games of a million tiles are promised; what is allocated follows the bytes that are there, but
 * for one bit for each tile and each cell. */
static void a_header_costs_nothing(void **state)
{
    static const char text[] = "1000000\n1000000\n1 1\n2 2\n";
    struct arena arena = {0};
    struct cases cases;
    struct error error;

    (void)state;
    assert_false(puzzle->parse(text, strlen(text), &arena, &cases, &error));
    assert_int_equal(error.line, 5);
    assert_true(arena.peak < 2 * 1000000 / 8 + 4096);
    arena_free(&arena);
}

/* Every tile and every cell, of more than two words of bits. */
static void no_number_is_taken_twice(void **state)
{
    struct arena arena = {0};

    (void)state;
    for (int number = 1; number <= 130; number++)
        for (int side = 0; side < 2; side++) {
            char text[64], message[100];
            struct cases cases;
            struct error error;
            int length = snprintf(text, sizeof text, side ? "1 130 1 %d 2 %d" : "1 130 %d 1 %d 2", number, number);

            assert_false(puzzle->parse(text, (size_t)length, &arena, &cases, &error));
            snprintf(message, sizeof message, "%s %d was used by turn 1 already, expected one that is unused",
                     side ? "cell" : "tile", number);
            assert_string_equal(error.message, message);
            arena_reset(&arena);
        }
    arena_free(&arena);
}

/* What says which tiles and cells are used is given back when a game has been read. */
static void only_games_stay_in_memory(void **state)
{
    struct arena arena = {0};

    (void)state;
    (void)game_of("1 3 2 1 3 3 1 2", &arena);
    assert_true(arena.used < arena.peak);
    arena_free(&arena);
}

/* A limit on memory, a little higher each time, up to where it suffices: out of memory is what is said. */
static void memory_that_runs_out_is_said(void **state)
{
    static const char text[] = "2 3 2 1 3 3 1 2 1 1 1";
    struct error error = {.kind = ERROR_MEMORY};
    bool parsed = false;

    (void)state;
    for (size_t limit = 1; !parsed; limit += 64) {
        struct arena arena = {.limit = limit};
        struct cases cases;

        assert_int_equal(error.kind, ERROR_MEMORY);
        parsed = puzzle->parse(text, strlen(text), &arena, &cases, &error);
        arena_free(&arena);
        assert_true(limit < 10000);
    }
}

static size_t class_of(const char *name)
{
    size_t index = 0;

    while (puzzle->classes[index].name && strcmp(puzzle->classes[index].name, name) != 0)
        index++;
    assert_non_null(puzzle->classes[index].name);
    return index;
}

static const struct adjacent_instance *generate(const char *name, uint64_t size, uint64_t index,
                                                struct arena *arena)
{
    struct recipe recipe = {.input_class = class_of(name), .size = size};
    const struct adjacent_instance *game;
    struct error error;
    struct rng rng;

    rng_seed(&rng, rng_case_seed(7, puzzle->name, name, index));
    game = puzzle->generate(&rng, &recipe, arena, &error);
    if (!game)
        fail_msg("%s of %u: %s", name, (unsigned)size, error.message);
    return game;
}

static bool are_consecutive(uint32_t tile, uint32_t other)
{
    return tile && other && (tile + 1 == other || other + 1 == tile);
}

/* The number of turns up to the one that completes a pair, inclusive; n + 1 where none does. */
static uint32_t turns_to_pair(const struct adjacent_instance *game)
{
    uint32_t *board = calloc((size_t)game->n + 2, sizeof *board), turn = 0;

    assert_non_null(board);
    for (; turn < game->n; turn++) {
        uint32_t tile = game->turns[turn].tile, cell = game->turns[turn].cell;

        if (are_consecutive(board[cell - 1], tile) || are_consecutive(board[cell + 1], tile))
            break;
        board[cell] = tile;
    }
    free(board);
    return turn + 1;
}

static void classes_make_games(void **state)
{
    static const uint64_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 15, 16, 17, 18, 19, 20, 21, 33, 50, 99, 1000};
    struct arena arena = {0};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (size_t k = 0; puzzle->classes[k].name; k++) {
            const char *name = puzzle->classes[k].name;
            bool opens = strcmp(name, "threshold") == 0 || strcmp(name, "boundary") == 0;

            for (uint64_t index = 0; index < unit_scaled(50) && !(opens && sizes[i] < 16); index++) {
                const struct adjacent_instance *game = generate(name, sizes[i], index, &arena);

                assert_int_equal(game->n, sizes[i]);
                expect_game(game);
                assert_true(puzzle->same(game, generate(name, sizes[i], index, &arena)));
                if (strcmp(name, "none") == 0 && sizes[i] > 1)
                    assert_true(turns_to_pair(game) <= 3);
                if (opens)
                    assert_true(turns_to_pair(game) > sizes[i] / 4);
                if (strcmp(name, "hard") == 0)
                    assert_true(turns_to_pair(game) > sizes[i] / 3);
                arena_reset(&arena);
            }
        }
    }
    arena_free(&arena);
}

static void a_class_says_where_it_does_not_exist(void **state)
{
    struct recipe recipe = {.input_class = class_of("threshold"), .size = 15};
    struct arena arena = {0};
    struct error error;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    assert_null(puzzle->generate(&rng, &recipe, &arena, &error));
    assert_int_equal(error.kind, ERROR_INPUT);
    assert_int_equal(error.line, 0);
    assert_string_equal(error.message, "this class takes at least 16 tiles");
    arena_free(&arena);
}

static const struct space *space_of(const char *name)
{
    const struct space *space = puzzle->spaces;

    while (space->name && strcmp(space->name, name) != 0)
        space++;
    assert_non_null(space->name);
    return space;
}

/* n!^2; n! times the largest binomial coefficient; twice the square of the number of partitions. */
static void spaces_have_their_size(void **state)
{
    static const uint64_t games[] = {1, 4, 36, 576, 14400, 518400, 25401600};
    static const uint64_t positions[] = {1, 4, 18, 144, 1200, 14400, 176400, 2822400};
    static const uint64_t partitions[] = {1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77, 101, 135};
    uint64_t all = 0;

    (void)state;
    for (uint64_t n = 1; n <= 7; n++) {
        assert_int_equal(space_of("games")->count(n), games[n - 1]);
        all += games[n - 1];
    }
    assert_int_equal(all, 25935017);
    for (uint64_t n = 1; n <= 8; n++)
        assert_int_equal(space_of("positions")->count(n), positions[n - 1]);
    for (uint64_t n = 1; n <= 14; n++)
        assert_int_equal(space_of("quiet")->count(n), 2 * partitions[n - 1] * partitions[n - 1]);
    assert_int_equal(space_of("games")->count(12), 229442532802560000);      /* 479001600^2 */
    assert_int_equal(space_of("positions")->count(17), 8646761377013760000); /* 17! * 24310 */
    assert_int_equal(space_of("quiet")->count(60), 2 * (uint64_t)966467 * 966467);
}

static void expect_rank(const struct space *space, uint64_t size, uint64_t rank, struct arena *arena)
{
    const struct adjacent_instance *game = space->unrank(size, rank, arena);
    uint64_t found_size, found_rank;

    expect_game(game);
    assert_true(space->rank(game, &found_size, &found_rank));
    assert_int_equal(found_size, size);
    assert_int_equal(found_rank, rank);
    arena_reset(arena);
}

static void ranks_invert(void **state)
{
    struct arena arena = {0};
    struct rng rng;

    (void)state;
    rng_seed(&rng, 3);
    for (const struct space *space = puzzle->spaces; space->name; space++) {
        for (uint64_t size = space->first_size; size <= space->last_size; size++) {
            uint64_t count = space->count(size);

            if (count <= 2000)
                for (uint64_t rank = 0; rank < count; rank++)
                    expect_rank(space, size, rank, &arena);
            for (size_t i = 0; i < unit_scaled(100); i++)
                expect_rank(space, size, rng_below(&rng, count), &arena);
            expect_rank(space, size, count - 1, &arena);
        }
    }
    arena_free(&arena);
}

/* What is not in a set has no rank there: a game too large (its numbers would be marked far above the stack),
 * one that fills the cells in another order, one whose opening leaves other runs. */
static void ranks_refuse(void **state)
{
    struct arena arena = {0};
    uint64_t size, rank;

    (void)state;
    assert_false(space_of("games")->rank(generate("uniform", 13, 0, &arena), &size, &rank));
    assert_false(space_of("positions")->rank(generate("uniform", 18, 0, &arena), &size, &rank));
    assert_false(space_of("positions")->rank(game_of("1 4 1 2 2 1 3 3 4 4", &arena), &size, &rank));
    assert_false(space_of("quiet")->rank(game_of("1 4 1 1 2 2 3 3 4 4", &arena), &size, &rank));
    assert_false(space_of("quiet")->rank(generate("none", 200000, 0, &arena), &size, &rank));
    for (uint64_t index = 0; index < 20; index++)
        assert_false(space_of("quiet")->rank(generate("threshold", 50, index, &arena), &size, &rank));
    arena_free(&arena);
}

/* Each set of filled cells with each way to fill them lies on the way of some game: there are
 * sum over k of C(n, k)^2 k! of them, 13327 for n = 6. */
static void positions_are_all_passed(void **state)
{
    static const uint32_t expected[] = {2, 7, 34, 209, 1546, 13327};
    const struct space *space = space_of("positions");
    struct arena arena = {0};

    (void)state;
    for (uint32_t n = 1; n <= 6; n++) {
        static bool seen[117649]; /* 7^6 */
        uint32_t count = 0;

        memset(seen, 0, sizeof seen);
        for (uint64_t rank = 0; rank < space->count(n); rank++) {
            const struct adjacent_instance *game = space->unrank(n, rank, &arena);
            uint32_t code = 0;

            for (uint32_t i = 0; i <= n; i++) {
                count += !seen[code];
                seen[code] = true;
                for (uint32_t k = 0, weight = 1; i < n && k < game->turns[i].cell; k++, weight *= n + 1)
                    code += k + 1 == game->turns[i].cell ? weight * game->turns[i].tile : 0;
            }
            arena_reset(&arena);
        }
        assert_int_equal(count, expected[n - 1]);
    }
    arena_free(&arena);
}

/* The runs of what has no partner: how many, their sum, and whether they descend. */
static uint32_t sum_of_runs(const uint32_t *partner, uint32_t n, bool *descend)
{
    uint32_t length = 0, last = n, sum = 0;

    for (uint32_t i = 1; i <= n + 1; i++) {
        if (i <= n && !partner[i]) {
            length++;
            continue;
        }
        *descend = *descend && length <= last;
        last = length ? length : last;
        sum += length;
        length = 0;
    }
    return sum;
}

/* After the opening no pair stands, no placed tile has both an unused number and an empty cell beside it, and
 * as many tiles and cells are left as the size says. */
static void quiet_positions_are_quiet(void **state)
{
    const struct space *space = space_of("quiet");
    struct arena arena = {0};

    (void)state;
    for (uint64_t size = 1; size <= 8; size++) {
        for (uint64_t rank = 0; rank < space->count(size); rank++) {
            const struct adjacent_instance *game = space->unrank(size, rank, &arena);
            uint32_t n = game->n, placed = n - (uint32_t)size;
            uint32_t *tiles = arena_zalloc(&arena, (size_t)n + 2, sizeof *tiles);
            uint32_t *cells = arena_zalloc(&arena, (size_t)n + 2, sizeof *cells);
            bool descend = true;

            assert_int_equal(placed % 2, rank % 2);
            assert_true(turns_to_pair(game) > placed);
            tiles[0] = tiles[n + 1] = cells[0] = cells[n + 1] = 1;
            for (uint32_t i = 0; i < placed; i++) {
                tiles[game->turns[i].tile] = game->turns[i].cell;
                cells[game->turns[i].cell] = game->turns[i].tile;
            }
            for (uint32_t i = 0; i < placed; i++) {
                struct adjacent_turn turn = game->turns[i];

                assert_true((tiles[turn.tile - 1] && tiles[turn.tile + 1]) ||
                            (cells[turn.cell - 1] && cells[turn.cell + 1]));
            }
            assert_int_equal(sum_of_runs(tiles, n, &descend), size);
            assert_int_equal(sum_of_runs(cells, n, &descend), size);
            assert_true(descend);
            arena_reset(&arena);
        }
    }
    arena_free(&arena);
}

static uint32_t count_inversions(const struct adjacent_instance *game)
{
    uint32_t inversions = 0;

    for (uint32_t i = 0; i < game->n; i++)
        for (uint32_t j = i + 1; j < game->n; j++)
            inversions += (uint32_t)(game->turns[i].tile > game->turns[j].tile) +
                          (uint32_t)(game->turns[i].cell > game->turns[j].cell);
    return inversions;
}

static void shrinking_makes_smaller_games(void **state)
{
    static const uint64_t sizes[] = {1, 2, 3, 7, 20, 33};
    struct arena arena = {0};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct adjacent_instance *game = generate("uniform", sizes[i], 0, &arena), *smaller;
        size_t step = 0;

        for (; (smaller = puzzle->shrink(game, step, &arena)); step++) {
            expect_game(smaller);
            assert_true(smaller->n < game->n ||
                        (smaller->n == game->n && count_inversions(smaller) < count_inversions(game)));
            assert_true(step < 10 * sizes[i]);
        }
        assert_true(sizes[i] == 1 || step >= sizes[i]);
    }
    assert_null(puzzle->shrink(game_of("1 1 1 1", &arena), 0, &arena));
    arena_free(&arena);
}

/* Half of four turns is taken out, and what is left numbered anew: of 4 2, 1 4, 3 1, 2 3 the first half
 * leaves 3 1, 2 3, which become 2 1, 1 2. After the turns taken out come all tiles in rising order, all
 * cells, and the tiles of the first two turns. */
static void shrinking_numbers_anew(void **state)
{
    struct arena arena = {0};
    const struct adjacent_instance *game = game_of("1 4 4 2 1 4 3 1 2 3", &arena);

    (void)state;
    assert_true(puzzle->same(puzzle->shrink(game, 0, &arena), game_of("1 2 2 1 1 2", &arena)));
    assert_true(puzzle->same(puzzle->shrink(game, 1, &arena), game_of("1 2 2 1 1 2", &arena)));
    assert_true(puzzle->same(puzzle->shrink(game, 3, &arena), game_of("1 3 3 2 2 1 1 3", &arena)));
    assert_true(puzzle->same(puzzle->shrink(game, 6, &arena), game_of("1 4 1 2 2 4 3 1 4 3", &arena)));
    assert_true(puzzle->same(puzzle->shrink(game, 8, &arena), game_of("1 4 1 2 4 4 3 1 2 3", &arena)));
    arena_free(&arena);
}

static const struct invariant *invariant_of(const char *name)
{
    const struct invariant *invariant = puzzle->invariants;

    while (invariant->name && strcmp(invariant->name, name) != 0)
        invariant++;
    assert_non_null(invariant->name);
    return invariant;
}

static const struct adjacent_instance *change(const char *name, const char *text, struct arena *arena)
{
    struct rng rng;
    const void *map;

    rng_seed(&rng, 5);
    return invariant_of(name)->change(game_of(text, arena), &rng, arena, &map);
}

static void invariants_change_what_they_say(void **state)
{
    static const char text[] = "1 4 1 2 4 4 3 1 2 3";
    struct arena arena = {0};
    const struct adjacent_instance *changed;

    (void)state;
    assert_true(puzzle->same(change("mirror-cells", text, &arena), game_of("1 4 1 3 4 1 3 4 2 2", &arena)));
    assert_true(puzzle->same(change("mirror-tiles", text, &arena), game_of("1 4 4 2 1 4 2 1 3 3", &arena)));
    assert_true(puzzle->same(change("swap-roles", text, &arena), game_of("1 4 2 1 4 4 1 3 3 2", &arena)));
    assert_true(puzzle->same(change("last-turn", text, &arena), game_of("1 4 1 2 4 4 2 1 3 3", &arena)));
    expect_game(change("empty-board", text, &arena));
    assert_null(change("empty-board", "1 3 1 2 3 1 2 3", &arena));
    assert_null(change("last-turn", "1 1 1 1", &arena));
    /* The first two tiles are a pair; none is ever. */
    changed = change("after-pair", "1 5 1 2 2 3 3 5 4 1 5 4", &arena);
    expect_game(changed);
    assert_memory_equal(changed->turns, game_of("1 5 1 2 2 3 3 5 4 1 5 4", &arena)->turns,
                        2 * sizeof *changed->turns);
    assert_null(change("after-pair", "1 4 2 1 4 2 1 3 3 4", &arena));
    arena_free(&arena);
}

static bool keeps(const char *name, const char *text, const struct adjacent_answer *before,
                  const struct adjacent_answer *after, struct arena *arena)
{
    struct result results[2] = {{OUTCOME_SOLVED, before}, {OUTCOME_SOLVED, after}};
    const void *game = game_of(text, arena);

    return invariant_of(name)->keeps(game, &results[0], game, &results[1], NULL);
}

/* Each invariant passes a right pair of answers and fails a wrong one. */
static void invariants_can_fail(void **state)
{
    static const char text[] = "1 4 1 2 4 4 3 1 2 3";
    static const char *const same[] = {"mirror-cells", "mirror-tiles", "swap-roles", "after-pair"};
    struct arena arena = {0};
    struct adjacent_answer *right = answer_of(0, 0, "AAAAA", &arena);
    struct adjacent_answer *one_more = answer_of(1, 0, "AAAAA", &arena);
    struct adjacent_answer *other = answer_of(0, 0, "AABAA", &arena);
    struct adjacent_answer *lost = answer_of(0, 0, "BAAAA", &arena);
    struct adjacent_answer *late = answer_of(0, 1, "AAABA", &arena);

    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        assert_true(keeps(same[i], text, right, right, &arena));
        assert_false(keeps(same[i], text, right, one_more, &arena));
        assert_false(keeps(same[i], text, other, right, &arena));
    }
    assert_true(keeps("empty-board", text, right, other, &arena));
    assert_false(keeps("empty-board", text, right, lost, &arena));
    assert_false(keeps("empty-board", text, lost, right, &arena));
    assert_true(keeps("last-turn", text, right, right, &arena));
    assert_true(keeps("last-turn", text, right, answer_of(1, 0, "AAABB", &arena), &arena));
    assert_false(keeps("last-turn", text, right, late, &arena));
    assert_false(keeps("last-turn", text, late, right, &arena));
    assert_false(keeps("last-turn", text, right, other, &arena));
    for (const struct invariant *invariant = puzzle->invariants; invariant->name; invariant++) {
        struct result solved = {OUTCOME_SOLVED, right}, failed = {OUTCOME_CONTRADICTION, NULL};
        const void *game = game_of(text, &arena);

        assert_false(invariant->keeps(game, &solved, game, &failed, NULL));
        assert_false(invariant->keeps(game, &failed, game, &solved, NULL));
    }
    arena_free(&arena);
}

static const char *check(const char *text, uint32_t mistakes_a, uint32_t mistakes_b, const char *winners)
{
    struct arena arena = {0};
    const char *fault =
        puzzle->check(game_of(text, &arena), answer_of(mistakes_a, mistakes_b, winners, &arena));

    arena_free(&arena);
    return fault;
}

/* Tiles 1 and 2 go side by side in the first two turns of one game. In the other 4 lies beside an empty cell
 * on A's second turn and 3 is unused, so A could win; A does not, and no pair ever stands. */
static void check_knows_the_rules(void **state)
{
    static const char pair_first[] = "1 4 1 1 2 2 3 3 4 4";
    static const char no_pair[] = "1 4 2 1 4 2 1 3 3 4";
    struct arena arena = {0};
    struct adjacent_answer *neither = answer_of(0, 0, "AAAAA", &arena);

    (void)state;
    assert_null(check("1 1 1 1", 0, 0, "BB"));
    assert_non_null(check("1 1 1 1", 0, 0, "AA"));
    assert_null(check(pair_first, 0, 0, "AAAAA"));
    assert_null(check(pair_first, 1, 1, "ABAAA"));
    assert_string_equal(check(pair_first, 0, 1, "AAAAA"), "mistakes that are not the changes of the winner");
    assert_string_equal(check(pair_first, 1, 0, "AAABB"), "a pair stands, and B wins");
    assert_string_equal(check(pair_first, 1, 1, "AABAA"), "a move that wins a lost position");
    assert_null(check(no_pair, 1, 0, "AAABB"));
    assert_string_equal(check(no_pair, 0, 0, "AAAAA"), "a full board without a pair, and A wins");
    assert_string_equal(check(no_pair, 1, 0, "ABBBB"), "a pair that A can complete, and B wins");
    assert_string_equal(check(no_pair, 0, 0, "BBBBB"), "an empty board that is lost for A");
    assert_string_equal(check("1 3 2 2 1 1 3 3", 1, 0, "AAAB"), "a mistake on the last turn");
    neither->winner[2] = 2;
    assert_string_equal(puzzle->check(game_of(no_pair, &arena), neither), "a winner who is neither player");
    arena_free(&arena);
}

static void the_contest_promises_4_to_50(void **state)
{
    struct arena arena = {0};
    struct result solved = {OUTCOME_SOLVED, NULL}, limit = {OUTCOME_LIMIT, NULL};

    (void)state;
    assert_false(puzzle->promised(generate("uniform", 3, 0, &arena), &solved));
    assert_true(puzzle->promised(generate("uniform", 4, 0, &arena), &solved));
    assert_true(puzzle->promised(generate("uniform", 50, 0, &arena), &solved));
    assert_false(puzzle->promised(generate("uniform", 51, 0, &arena), &solved));
    assert_false(puzzle->promised(generate("uniform", 50, 0, &arena), &limit));
    arena_free(&arena);
}

int unit_adjacent(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(parses),
        cmocka_unit_test(what_was_parsed_is_printed),
        cmocka_unit_test(answers_are_printed),
        cmocka_unit_test(a_header_costs_nothing),
        cmocka_unit_test(no_number_is_taken_twice),
        cmocka_unit_test(only_games_stay_in_memory),
        cmocka_unit_test(memory_that_runs_out_is_said),
        cmocka_unit_test(classes_make_games),
        cmocka_unit_test(a_class_says_where_it_does_not_exist),
        cmocka_unit_test(spaces_have_their_size),
        cmocka_unit_test(ranks_invert),
        cmocka_unit_test(ranks_refuse),
        cmocka_unit_test(positions_are_all_passed),
        cmocka_unit_test(quiet_positions_are_quiet),
        cmocka_unit_test(shrinking_makes_smaller_games),
        cmocka_unit_test(shrinking_numbers_anew),
        cmocka_unit_test(invariants_change_what_they_say),
        cmocka_unit_test(invariants_can_fail),
        cmocka_unit_test(check_knows_the_rules),
        cmocka_unit_test(the_contest_promises_4_to_50),
    };

    return cmocka_run_group_tests_name("adjacent", tests, set_up, NULL);
}
