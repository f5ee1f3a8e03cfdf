/* Adjacent and Consecutive, where the variants' bounds lie: the moves that the first theorem's table leaves
 * out, the most threats that a move meets, the most turns that are left, what stands at the board's ends, and
 * memory that does not suffice for a larger memo. */
#include "unit.h"

#include "core/adjacent/adjacent.h"

static const struct puzzle *puzzle;
static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    puzzle = puzzle_find("adjacent");
    return puzzle ? 0 : -1;
}

static int give_back(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

/* The outcome, with a context of its own. */
static enum outcome solve_by(const struct variant *variant, const void *game, struct work *work,
                             struct adjacent_answer *answer)
{
    void *context = variant->open ? variant->open() : NULL;
    enum outcome outcome = variant->solve(context, game, work, answer);

    if (variant->close)
        variant->close(context);
    return outcome;
}

/* What all variants say that afford the game, `count` of them. */
static const struct adjacent_answer *agreed(const struct adjacent_instance *game, size_t count)
{
    struct adjacent_answer *first = NULL;

    for (size_t i = 0; puzzle->variants[i]; i++) {
        struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);
        struct adjacent_answer *answer = arena_alloc(&arena, 1, puzzle->answer_size(game));

        if (puzzle->variants[i]->refuses(game))
            continue;
        assert_int_equal(solve_by(puzzle->variants[i], game, &work, answer), OUTCOME_SOLVED);
        assert_null(puzzle->check(game, answer));
        if (first && !puzzle->equal(game, first, answer))
            fail_msg("%s does not agree", puzzle->variants[i]->name);
        first = answer;
        count--;
    }
    assert_int_equal(count, 0);
    return first;
}

/* The tiles by cell, 0 for an empty one, are played in the order of the cells; then the others, from the
 * first cell and from the first tile on. */
static const struct adjacent_instance *play(const uint32_t *tile_in, uint32_t n, uint32_t *placed)
{
    struct adjacent_turn *turns = arena_alloc(&arena, n, sizeof *turns);
    struct adjacent_instance *game = arena_alloc(&arena, 1, sizeof *game);
    bool *used = arena_zalloc(&arena, n + 1, sizeof *used);
    uint32_t count = 0, tile = 1;

    for (uint32_t cell = 1; cell <= n; cell++)
        if (tile_in[cell - 1]) {
            turns[count++] = (struct adjacent_turn){tile_in[cell - 1], cell};
            used[tile_in[cell - 1]] = true;
        }
    *placed = count;
    for (uint32_t cell = 1; cell <= n; cell++)
        if (!tile_in[cell - 1]) {
            while (used[tile])
                tile++;
            turns[count++] = (struct adjacent_turn){tile++, cell};
        }
    *game = (struct adjacent_instance){n, turns};
    return game;
}

/* The game on runs of one and of two, by every move. */
enum { LEFT_MAX = 132, TWOS_MAX = LEFT_MAX / 2 };

struct pieces {
    int ones, twos;
};

static bool a_wins[LEFT_MAX + 1][TWOS_MAX + 1][TWOS_MAX + 1]; /* A's turn: places left, twos of each side */

static struct pieces pieces_of(int left, int twos)
{
    return (struct pieces){left - 2 * twos, twos};
}

static bool has(struct pieces side, int length)
{
    return length == 1 ? side.ones > 0 : side.twos > 0;
}

static struct pieces cut(struct pieces side, int length)
{
    return length == 1 ? (struct pieces){side.ones - 1, side.twos}
                       : (struct pieces){side.ones + 1, side.twos - 1};
}

static bool b_wins_after(int left, struct pieces a, struct pieces b)
{
    return !a_wins[left][a.twos][b.twos];
}

/* The threat is a run of one on each side: B takes that of `fixed`, and of the other side something else. */
static bool b_meets_threat(int left, struct pieces fixed, struct pieces other)
{
    struct pieces others = {other.ones - 1, other.twos};

    return (has(others, 1) && b_wins_after(left - 1, cut(fixed, 1), cut(other, 1))) ||
           (has(others, 2) && b_wins_after(left - 1, cut(fixed, 1), cut(other, 2)));
}

/* Halves of two runs of two would be a threat. */
static bool b_moves_freely(int left, struct pieces a, struct pieces b)
{
    return (has(a, 1) && has(b, 1) && b_wins_after(left - 1, cut(a, 1), cut(b, 1))) ||
           (has(a, 1) && has(b, 2) && b_wins_after(left - 1, cut(a, 1), cut(b, 2))) ||
           (has(a, 2) && has(b, 1) && b_wins_after(left - 1, cut(a, 2), cut(b, 1)));
}

static bool a_wins_by(int left, struct pieces a, int x, struct pieces b, int y)
{
    if (!has(a, x) || !has(b, y) || left == 1)
        return false;
    a = cut(a, x);
    b = cut(b, y);
    if (x == 2 && y == 2)
        return !b_meets_threat(left - 1, a, b) && !b_meets_threat(left - 1, b, a);
    return !b_moves_freely(left - 1, a, b);
}

/* Wherever A wins, a one from each side wins, or two halves of twos with two turns left: so `reduced` tries
 * nothing else. And A wins where the second theorem says so. */
static void a_needs_one_move(void **state)
{
    (void)state;
    for (int left = 1; left <= LEFT_MAX; left++)
        for (int a = 0; a <= left / 2; a++)
            for (int b = 0; b <= left / 2; b++) {
                struct pieces tiles = pieces_of(left, a), cells = pieces_of(left, b);
                bool ones = a_wins_by(left, tiles, 1, cells, 1), halves = a_wins_by(left, tiles, 2, cells, 2);
                bool wins = ones || halves || a_wins_by(left, tiles, 1, cells, 2) ||
                            a_wins_by(left, tiles, 2, cells, 1);

                a_wins[left][a][b] = wins;
                assert_int_equal(wins, left == 2 ? halves : ones);
                assert_int_equal(wins, left == 2 ? a == 1 && b == 1 : left % 2 == 1 && 2 * (a + b) > left);
            }
}

/* Tiles 2 and 4 threaten with 3 in cells 5, 7, 8 and 10, tiles 9 and 11 with 8, 10 (both) and 12 in cell 2. B
 * meets all eight with 3 in cell 2, and A, with four turns left and no run of three cells, makes no pair any
 * more. */
static void eight_threats_are_met(void **state)
{
    static const uint32_t tiles[16] = {9, 0, 11, 1, 0, 2, 0, 0, 4, 0, 16, 5, 13, 6, 15, 7};
    uint32_t placed;
    const struct adjacent_answer *answer = agreed(play(tiles, 16, &placed), 4);

    (void)state;
    assert_int_equal(placed, 11);
    assert_int_equal(answer->winner[placed], ADJACENT_B);
}

/* Cells in runs of two, and the one tile that has a neighbour left stands at the end, beside no empty cell:
 * the most turns that are left where nothing threatens. They are 132, an even number, and B wins; or 131,
 * with 130 halves, and A does. */
static void most_turns_are_left(void **state)
{
    for (uint32_t n = 199; n <= 200; n++) {
        uint32_t tiles[200] = {68, 1}, tile = 2, placed;
        const struct adjacent_answer *answer;

        (void)state;
        for (uint32_t cell = 5; cell < 197; cell += 3)
            tiles[cell - 1] = tile++;
        tiles[197 - 1] = tile++;
        tiles[n - 1] = tile++;
        assert_int_equal(tile, 68);
        answer = agreed(play(tiles, n, &placed), 3);
        assert_int_equal(placed, 68);
        assert_int_equal(answer->winner[placed], n == 199 ? ADJACENT_A : ADJACENT_B);
    }
}

/* n, n - 2 ... 2, then 5, 1, 3, and 7, 9 ... n - 1: no pair, though the largest stand where the board ends. B
 * has won. */
static void ends_are_no_tiles(void **state)
{
    static const struct {
        uint32_t n, variants;
    } boards[] = {{10, 6}, {50, 4}, {200, 3}};

    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        uint32_t tiles[200], count = 0, placed;

        for (uint32_t tile = boards[i].n; tile; tile -= 2)
            tiles[count++] = tile;
        tiles[count++] = 5;
        tiles[count++] = 1;
        tiles[count++] = 3;
        for (uint32_t tile = 7; tile < boards[i].n; tile += 2)
            tiles[count++] = tile;
        assert_int_equal(agreed(play(tiles, count, &placed), boards[i].variants)->winner[count], ADJACENT_B);
        assert_int_equal(placed, boards[i].n);
    }
}

static const struct adjacent_instance *generate(size_t input_class, uint64_t size, uint64_t seed)
{
    struct recipe recipe = {.input_class = input_class, .size = size};
    const void *game;
    struct error error;
    struct rng rng;

    rng_seed(&rng, seed);
    game = puzzle->generate(&rng, &recipe, &arena, &error);
    assert_non_null(game);
    return game;
}

static size_t class_of(const char *name)
{
    size_t index = 0;

    while (strcmp(puzzle->classes[index].name, name) != 0)
        index++;
    return index;
}

/* Of every class, as many tiles as pruned, multiset and reduced take. */
static void largest_games_are_agreed_on(void **state)
{
    (void)state;
    for (size_t c = 0; puzzle->classes[c].name; c++) {
        (void)agreed(generate(c, 50, 1), 4);
        (void)agreed(generate(c, 200, 1), 3);
    }
    (void)agreed(generate(class_of("hard"), 10, 1), 6);
}

/* Allowed fewer steps than it takes, whatever their number, a variant says so. */
static void every_smaller_limit_is_met(void **state)
{
    const struct adjacent_instance *game = generate(class_of("hard"), 6, 1);
    struct adjacent_answer *answer = arena_alloc(&arena, 1, puzzle->answer_size(game));

    (void)state;
    for (size_t i = 0; puzzle->variants[i]; i++) {
        struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);
        uint64_t spent;

        assert_int_equal(solve_by(puzzle->variants[i], game, &work, answer), OUTCOME_SOLVED);
        spent = UINT64_MAX - work.steps_left;
        for (uint64_t steps = 1; steps < spent && steps < 400; steps++) {
            work = work_start(&arena, steps);
            assert_int_equal(solve_by(puzzle->variants[i], game, &work, answer), OUTCOME_LIMIT);
        }
    }
}

/* pruned gives up wherever its memo is refused more room. */
static void pruned_needs_its_memo(void **state)
{
    const struct variant *pruned = variant_find(puzzle, "pruned");
    const struct adjacent_instance *game = generate(class_of("hard"), 10, 2);
    struct adjacent_answer *answer = arena_alloc(&arena, 1, puzzle->answer_size(game));
    enum outcome outcome = OUTCOME_NO_MEMORY;
    uint64_t request = 0;

    (void)state;
    while (outcome == OUTCOME_NO_MEMORY) {
        struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);

        unit_refuse(++request);
        outcome = solve_by(pruned, game, &work, answer);
        assert_int_equal(unit_refused(), outcome == OUTCOME_NO_MEMORY);
    }
    assert_int_equal(outcome, OUTCOME_SOLVED);
    assert_true(request > 3);
}

/* multiset goes on with the memo that it has, which is more work. */
static void multiset_needs_no_larger_memo(void **state)
{
    const struct variant *multiset = variant_find(puzzle, "multiset");
    const struct adjacent_instance *game = generate(class_of("hard"), 24, 1);
    const struct adjacent_answer *expected = agreed(game, 4);
    struct adjacent_answer *answer = arena_alloc(&arena, 1, puzzle->answer_size(game));
    struct work work = work_start(&arena, WORK_STEPS_UNLIMITED), refused = work;
    void *context = multiset->open();

    (void)state;
    assert_int_equal(solve_by(multiset, game, &work, answer), OUTCOME_SOLVED);
    unit_refuse_all(true);
    assert_int_equal(multiset->solve(context, game, &refused, answer), OUTCOME_SOLVED);
    unit_refuse_all(false);
    multiset->close(context);
    assert_true(puzzle->equal(game, expected, answer));
    assert_true(refused.steps_left < work.steps_left);
}

int unit_adjacent_bounds(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_needs_one_move, give_back),
        cmocka_unit_test_teardown(eight_threats_are_met, give_back),
        cmocka_unit_test_teardown(most_turns_are_left, give_back),
        cmocka_unit_test_teardown(ends_are_no_tiles, give_back),
        cmocka_unit_test_teardown(largest_games_are_agreed_on, give_back),
        cmocka_unit_test_teardown(every_smaller_limit_is_met, give_back),
        cmocka_unit_test_teardown(pruned_needs_its_memo, give_back),
        cmocka_unit_test_teardown(multiset_needs_no_larger_memo, give_back),
    };

    return cmocka_run_group_tests_name("adjacent_bounds", tests, set_up, NULL);
}
