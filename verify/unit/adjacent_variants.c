/* Adjacent and Consecutive, the variants: against the full game tree on every position up to a small size,
 * against each other on drawn games, both published theorems on all pairs of multisets up to a small sum, the
 * domains, and every right answer there is. */
#include "unit.h"

#include <dirent.h>
#include <stdio.h>

#include "core/adjacent/adjacent.h"
#include "core/adjacent/parts.h"
#include "core/cli/file.h"

enum { VARIANTS_MAX = 16 };

static const struct puzzle *puzzle;
static void *contexts[VARIANTS_MAX];

static int set_up(void **state)
{
    (void)state;
    puzzle = puzzle_find("adjacent");
    for (size_t i = 0; puzzle && puzzle->variants[i]; i++)
        contexts[i] = puzzle->variants[i]->open ? puzzle->variants[i]->open() : NULL;
    return puzzle ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    for (size_t i = 0; puzzle->variants[i]; i++)
        if (puzzle->variants[i]->close)
            puzzle->variants[i]->close(contexts[i]);
    return 0;
}

static size_t index_of(const char *name)
{
    size_t index = 0;

    while (puzzle->variants[index] && strcmp(puzzle->variants[index]->name, name) != 0)
        index++;
    assert_non_null(puzzle->variants[index]);
    return index;
}

static void fail_on(const struct adjacent_instance *game, const char *who, const char *what)
{
    const void *instance = game;
    struct text text = {0};

    puzzle->format(&(struct cases){1, &instance}, &text);
    print_error("%.*s", text.length < 2000 ? (int)text.length : 2000, text.bytes);
    text_free(&text);
    fail_msg("%s: %s", who, what);
}

/* The variant's answer, which must be there and pass the check. */
static struct adjacent_answer *solve(size_t index, const struct adjacent_instance *game, struct arena *arena)
{
    const struct variant *variant = puzzle->variants[index];
    struct adjacent_answer *answer = arena_alloc(arena, 1, puzzle->answer_size(game));
    struct work work = work_start(arena, WORK_STEPS_UNLIMITED);
    enum outcome outcome = variant->solve(contexts[index], game, &work, answer);
    const char *fault = outcome == OUTCOME_SOLVED ? puzzle->check(game, answer) : outcome_names[outcome];

    if (fault)
        fail_on(game, variant->name, fault);
    return answer;
}

/* All variants that afford the game, from the given one on, say the same; returns how many did. */
static size_t expect_agreement(const struct adjacent_instance *game, size_t from, struct arena *arena)
{
    const struct adjacent_answer *first = NULL;
    size_t count = 0;

    for (size_t i = from; puzzle->variants[i]; i++) {
        const struct adjacent_answer *answer;

        if (puzzle->variants[i]->refuses(game))
            continue;
        answer = solve(i, game, arena);
        if (first && !puzzle->equal(game, first, answer))
            fail_on(game, puzzle->variants[i]->name, "does not agree");
        first = answer;
        count++;
    }
    return count;
}

/* The full game tree over whole boards, straight from the rules. */
enum { TREE_TILES_MAX = 7, TREE_CODES = 8 * 8 * 8 * 8 * 8 * 8 * 8 };

struct tree {
    uint32_t n;
    uint32_t board[TREE_TILES_MAX]; /* 0: empty */
    uint8_t *winners;               /* by board; 0: not known yet, else 1 + who wins */
    uint32_t positions;             /* how many have been asked for */
};

static uint32_t code_of(const struct tree *tree)
{
    uint32_t code = 0;

    for (uint32_t i = tree->n; i-- > 0;)
        code = code * (tree->n + 1) + tree->board[i];
    return code;
}

static uint8_t winner_of_tree(struct tree *tree, uint32_t turn)
{
    uint8_t *known = &tree->winners[code_of(tree)], winner = turn == tree->n ? ADJACENT_B : !(turn % 2);
    bool used[TREE_TILES_MAX + 1] = {false};

    if (*known)
        return *known - 1;
    for (uint32_t i = 0; i < tree->n; i++)
        used[tree->board[i]] = true;
    for (uint32_t i = 0; turn == tree->n && i + 1 < tree->n; i++)
        if (tree->board[i] + 1 == tree->board[i + 1] || tree->board[i] == tree->board[i + 1] + 1)
            winner = ADJACENT_A;
    for (uint32_t cell = 0; cell < tree->n && turn < tree->n; cell++) {
        for (uint32_t tile = 1; tile <= tree->n && !tree->board[cell] && winner != turn % 2; tile++) {
            if (used[tile])
                continue;
            tree->board[cell] = tile;
            winner = winner_of_tree(tree, turn + 1);
            tree->board[cell] = 0;
        }
    }
    *known = (uint8_t)(1 + winner);
    return winner;
}

static void expect_tree(struct tree *tree, const struct adjacent_instance *game,
                        const struct adjacent_answer *answer)
{
    uint32_t mistakes[2] = {0, 0};

    memset(tree->board, 0, sizeof tree->board);
    for (uint32_t i = 0; i <= game->n; i++) {
        if (winner_of_tree(tree, i) != answer->winner[i])
            fail_on(game, "some variant", "does not agree with the game tree");
        if (i < game->n) {
            tree->board[game->turns[i].cell - 1] = game->turns[i].tile;
            mistakes[i % 2] += answer->winner[i] == i % 2 && answer->winner[i + 1] != i % 2;
        }
    }
    assert_int_equal(answer->mistakes[ADJACENT_A], mistakes[ADJACENT_A]);
    assert_int_equal(answer->mistakes[ADJACENT_B], mistakes[ADJACENT_B]);
}

/* Games through every position up to 7 tiles: all variants up to 6, those from the first theorem on at 7. */
static void every_position_is_judged_as_by_the_tree(void **state)
{
    const struct space *space = &adjacent_spaces[1];
    struct tree tree = {.winners = malloc(TREE_CODES)};
    size_t stride = 1000 / unit_scaled(1000), reduced = index_of("reduced");
    struct arena arena = {0};

    (void)state;
    assert_non_null(tree.winners);
    assert_string_equal(space->name, "positions");
    for (uint32_t n = 1; n <= TREE_TILES_MAX; n++) {
        tree.n = n;
        memset(tree.winners, 0, TREE_CODES);
        for (uint64_t rank = 0; rank<space->count(n); rank += n> 4 && stride ? stride : 1) {
            const struct adjacent_instance *game = space->unrank(n, rank, &arena);

            expect_agreement(game, n < TREE_TILES_MAX ? 0 : reduced, &arena);
            expect_tree(&tree, game, solve(reduced, game, &arena));
            arena_reset(&arena);
        }
    }
    free(tree.winners);
    arena_free(&arena);
}

/* Every order of tiles and of cells, up to 5 tiles: 15017 games. */
static void every_small_game_is_agreed_on(void **state)
{
    const struct space *space = &adjacent_spaces[0];
    struct arena arena = {0};

    (void)state;
    assert_string_equal(space->name, "games");
    for (uint64_t n = 1; n <= 5; n++) {
        for (uint64_t rank = 0; rank < space->count(n); rank++) {
            assert_int_equal(expect_agreement(space->unrank(n, rank, &arena), 0, &arena), 7);
            arena_reset(&arena);
        }
    }
    arena_free(&arena);
}

static const struct adjacent_instance *generate(size_t input_class, uint64_t size, uint64_t index,
                                                struct arena *arena)
{
    struct recipe recipe = {.input_class = input_class, .size = size};
    const void *game;
    struct error error;
    struct rng rng;

    rng_seed(&rng, rng_case_seed(11, puzzle->name, puzzle->classes[input_class].name, index));
    game = puzzle->generate(&rng, &recipe, arena, &error);
    if (!game)
        fail_msg("%s of %u: %s", puzzle->classes[input_class].name, (unsigned)size, error.message);
    return game;
}

static size_t class_of(const char *name)
{
    size_t index = 0;

    while (puzzle->classes[index].name && strcmp(puzzle->classes[index].name, name) != 0)
        index++;
    assert_non_null(puzzle->classes[index].name);
    return index;
}

/* All of B's moves in pruned, bitmask, multiset and reduced against the candidates of closed_form and the
 * counts of incremental. */
static void drawn_games_are_agreed_on(void **state)
{
    struct arena arena = {0};

    (void)state;
    for (size_t k = 0; puzzle->classes[k].name; k++) {
        for (uint64_t index = 0; index < unit_scaled(600); index++) {
            uint64_t size = index % 3 == 0   ? 16 + index % 9
                            : index % 3 == 1 ? 6 + index % 7
                                             : 25 + index % 76;
            bool opens = k == class_of("boundary") || k == class_of("threshold");

            size = opens && size < 16 ? size + 12 : size;
            assert_true(expect_agreement(generate(k, size, index, &arena), 0, &arena) >= 3);
            arena_reset(&arena);
        }
    }
    arena_free(&arena);
}

/* The game that the opening to these runs begins, with the rest in the order of the numbers; *placed is the
 * length of the opening. */
static const struct adjacent_instance *quiet_game(const struct adjacent_runs *tiles,
                                                  const struct adjacent_runs *cells, uint32_t guards,
                                                  uint32_t *placed, struct arena *arena)
{
    uint32_t sum = 0, tile = 1, cell = 1;
    bool used_tile[200] = {false}, used_cell[200] = {false};
    struct adjacent_instance *game;
    struct adjacent_turn *turns;

    for (uint32_t i = 0; i < tiles->count; i++)
        sum += tiles->lengths[i];
    *placed = tiles->count + cells->count + guards;
    game = adjacent_make(sum + *placed, &turns, arena);
    assert_int_equal(adjacent_open(tiles, cells, guards, turns), *placed);
    for (uint32_t i = 0; i < *placed; i++)
        used_tile[turns[i].tile] = used_cell[turns[i].cell] = true;
    for (uint32_t i = *placed; i < game->n; i++) {
        while (used_tile[tile])
            tile++;
        while (used_cell[cell])
            cell++;
        turns[i] = (struct adjacent_turn){tile++, cell++};
    }
    return game;
}

/* The next partition of the same sum in descending parts, from one part down to ones; false after the last.
 */
static bool next_partition(struct adjacent_runs *runs)
{
    uint32_t ones = 0, part;

    while (runs->count && runs->lengths[runs->count - 1] == 1) {
        runs->count--;
        ones++;
    }
    if (!runs->count)
        return false;
    part = --runs->lengths[runs->count - 1];
    for (ones++; ones; ones -= runs->lengths[runs->count++])
        runs->lengths[runs->count] = ones < part ? ones : part;
    return true;
}

/* Who wins the quiet position with these runs and A to move, by a search over multisets. */
static uint8_t winner_of_runs(const struct adjacent_runs *tiles, const struct adjacent_runs *cells,
                              struct arena *arena)
{
    uint32_t placed;
    const struct adjacent_instance *game =
        quiet_game(tiles, cells, 2 + (tiles->count + cells->count) % 2, &placed, arena);

    assert_int_equal(placed % 2, ADJACENT_A);
    return solve(index_of("multiset"), game, arena)->winner[placed];
}

static struct adjacent_runs replace_by_twos(const struct adjacent_runs *runs, uint32_t *lengths)
{
    struct adjacent_runs reduced = {lengths, 0};

    for (uint32_t i = 0; i < runs->count; i++)
        for (uint32_t left = runs->lengths[i]; left; left -= reduced.lengths[reduced.count++])
            reduced.lengths[reduced.count] = left >= 2 ? 2 : 1;
    return reduced;
}

static uint32_t sum_of_halves(const struct adjacent_runs *runs)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < runs->count; i++)
        sum += runs->lengths[i] / 2;
    return sum;
}

static void expect_theorems(const struct adjacent_runs *tiles, const struct adjacent_runs *cells,
                            uint32_t left, struct arena *arena)
{
    uint32_t lengths[2][20], halves = sum_of_halves(tiles) + sum_of_halves(cells);
    struct adjacent_runs reduced_tiles = replace_by_twos(tiles, lengths[0]);
    struct adjacent_runs reduced_cells = replace_by_twos(cells, lengths[1]);
    uint8_t winner = winner_of_runs(tiles, cells, arena);
    bool formula = left == 2 ? halves == 2 : left % 2 == 1 && 2 * halves > left;

    assert_int_equal(winner, winner_of_runs(cells, tiles, arena));
    if (tiles->lengths[0] >= 3 && cells->lengths[0] >= 3) {
        assert_int_equal(winner, ADJACENT_A);
        return;
    }
    assert_int_equal(winner, winner_of_runs(&reduced_tiles, &reduced_cells, arena));
    assert_int_equal(winner, formula ? ADJACENT_A : ADJACENT_B);
}

/* All pairs of multisets with a sum up to 11: swapping the sides, halving the runs, and the closed form. */
static void both_theorems_hold(void **state)
{
    struct arena arena = {0};
    uint32_t last = unit_scaled(11) < 6 ? 6 : (uint32_t)unit_scaled(11);

    (void)state;
    for (uint32_t sum = 1; sum <= (last < 11 ? last : 11); sum++) {
        uint32_t lengths[2][20] = {{sum}, {0}};
        struct adjacent_runs tiles = {lengths[0], 1};

        do {
            struct adjacent_runs cells = {lengths[1], 1};

            lengths[1][0] = sum;
            do {
                expect_theorems(&tiles, &cells, sum, &arena);
                arena_reset(&arena);
            } while (next_partition(&cells));
        } while (next_partition(&tiles));
    }
    arena_free(&arena);
}

/* The same pairs with B to move, and all that follows: every variant that affords it. */
static void quiet_positions_are_agreed_on(void **state)
{
    const struct space *space = &adjacent_spaces[2];
    struct arena arena = {0};

    (void)state;
    assert_string_equal(space->name, "quiet");
    for (uint64_t size = 1; size <= 8; size++) {
        for (uint64_t rank = 0; rank < space->count(size); rank++) {
            assert_true(expect_agreement(space->unrank(size, rank, &arena), 0, &arena) >= 4);
            arena_reset(&arena);
        }
    }
    arena_free(&arena);
}

/* The game that comes to this board, cell by cell from the left, and fills it in the order of the numbers; *placed
 * is how many turns come to it. */
static const struct adjacent_instance *game_through(const uint32_t *board, uint32_t n, uint32_t *placed,
                                                    struct arena *arena)
{
    struct adjacent_turn *turns;
    struct adjacent_instance *game = adjacent_make(n, &turns, arena);
    bool used[20] = {false};
    uint32_t turn = 0, tile = 1;

    for (uint32_t i = 0; i < n; i++)
        if (board[i]) {
            turns[turn++] = (struct adjacent_turn){board[i], i + 1};
            used[board[i]] = true;
        }
    *placed = turn;
    for (uint32_t i = 0; i < n; i++)
        if (!board[i]) {
            while (used[tile])
                tile++;
            turns[turn++] = (struct adjacent_turn){tile++, i + 1};
        }
    return game;
}

/* B's turn where something threatens: boards larger than those that are all tried, judged by hand. */
static void threats_are_met_by_hand(void **state)
{
    static const struct {
        uint32_t n, board[12]; /* 0: empty */
        uint8_t winner;
    } positions[] = {
        /* 5 and 7 threaten with 6 in both places of the only run of two, so 6 must go into cell 8; then A puts 1
         * and 2 side by side. */
        {8, {3, 7, 0, 0, 5, 8, 4, 0}, ADJACENT_A},
        /* 2 threatens with 3 in cell 6. 3 goes into cell 1: of the tiles 4 5 and 7 8 are left, no three in a row,
         * and four turns, an even number. */
        {8, {0, 1, 0, 0, 0, 0, 2, 6}, ADJACENT_B},
    };
    struct arena arena = {0};

    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        uint32_t placed;
        const struct adjacent_instance *game =
            game_through(positions[i].board, positions[i].n, &placed, &arena);

        assert_int_equal(placed % 2, ADJACENT_B);
        for (size_t v = 0; puzzle->variants[v]; v++)
            if (!puzzle->variants[v]->refuses(game) && solve(v, game, &arena)->winner[placed] != positions[i].winner)
                fail_on(game, puzzle->variants[v]->name, "does not agree with what was worked out by hand");
        arena_reset(&arena);
    }
    arena_free(&arena);
}

/* What the specification promises, and what each domain ends with. */
static void domains_reach_their_ends(void **state)
{
    static const struct {
        const char *name;
        uint64_t promised, last;
    } domains[] = {
        {"naive", 6, 6},
        {"pruned", 8, 10},
        {"bitmask", 12, 12},
        {"multiset", 50, 50},
        {"reduced", 200, 200},
        {"closed_form", 10000, 10000},
        {"incremental", 1000000, 1000000},
    };
    struct arena arena = {0};

    (void)state;
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++) {
        const struct variant *variant = puzzle->variants[i];
        const struct adjacent_instance *large;

        assert_string_equal(variant->name, domains[i].name);
        for (uint64_t size = 1; size <= domains[i].last && size <= 200; size++)
            assert_null(variant->refuses(generate(0, size, 0, &arena)));
        solve(i, generate(class_of("hard"), domains[i].promised, 1, &arena), &arena);
        solve(i, generate(class_of("uniform"), domains[i].last, 1, &arena), &arena);
        if (domains[i].last < puzzle->size.most) {
            struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);

            large = generate(0, domains[i].last + 1, 0, &arena);
            assert_non_null(variant->refuses(large));
            assert_int_equal(variant->solve(contexts[i], large, &work, NULL), OUTCOME_UNSUPPORTED);
            assert_int_equal(work.counters.value[COUNTER_nodes], 0);
        }
        arena_reset(&arena);
    }
    assert_null(puzzle->variants[sizeof domains / sizeof *domains]);
    arena_free(&arena);
}

/* A game of even length, class hard: mistakes by the thousand, by two variants that decide in different ways.
 */
static void hard_games_are_full_of_mistakes(void **state)
{
    struct arena arena = {0};
    const struct adjacent_instance *game = generate(class_of("hard"), 2000, 1, &arena);
    const struct adjacent_answer *answer = solve(index_of("incremental"), game, &arena);

    (void)state;
    assert_true(puzzle->equal(game, answer, solve(index_of("closed_form"), game, &arena)));
    assert_in_range(answer->mistakes[ADJACENT_A], 200, 500);
    assert_in_range(answer->mistakes[ADJACENT_B], 200, 500);
    game = generate(class_of("none"), 2000, 1, &arena);
    answer = solve(index_of("incremental"), game, &arena);
    assert_int_equal(answer->mistakes[ADJACENT_A] + answer->mistakes[ADJACENT_B], 0);
    arena_free(&arena);
}

/* Whatever the limit on steps is, the answer is the same or there is none. */
static void limits_are_met_or_change_nothing(void **state)
{
    struct arena arena = {0};
    const struct adjacent_instance *game = generate(class_of("hard"), 6, 4, &arena);

    (void)state;
    for (size_t i = 0; puzzle->variants[i]; i++) {
        const struct variant *variant = puzzle->variants[i];
        const struct adjacent_answer *answer = solve(i, game, &arena);
        struct adjacent_answer *limited = arena_alloc(&arena, 1, puzzle->answer_size(game));
        enum outcome outcome = OUTCOME_LIMIT;

        for (uint64_t steps = 1; outcome == OUTCOME_LIMIT; steps += 1 + steps / 8) {
            void *context = variant->open ? variant->open() : NULL;
            struct work work = work_start(&arena, steps);

            outcome = variant->solve(context, game, &work, limited);
            if (variant->close)
                variant->close(context);
            assert_true(steps > 1 || outcome == OUTCOME_LIMIT);
        }
        assert_int_equal(outcome, OUTCOME_SOLVED);
        assert_true(puzzle->equal(game, answer, limited));
    }
    arena_free(&arena);
}

static void memory_that_runs_out_is_said(void **state)
{
    struct arena arena = {0};
    const struct adjacent_instance *game = generate(class_of("hard"), 10, 4, &arena);

    (void)state;
    for (size_t i = 0; puzzle->variants[i]; i++) {
        const struct variant *variant = puzzle->variants[i];
        struct adjacent_answer *answer = arena_alloc(&arena, 1, puzzle->answer_size(game));
        enum outcome outcome = OUTCOME_NO_MEMORY;

        for (size_t limit = 64; outcome == OUTCOME_NO_MEMORY && !variant->refuses(game); limit *= 2) {
            struct arena small = {.limit = limit};
            struct work work = work_start(&small, WORK_STEPS_UNLIMITED);

            outcome = variant->solve(contexts[i], game, &work, answer);
            arena_free(&small);
        }
        if (!variant->refuses(game)) {
            assert_int_equal(outcome, OUTCOME_SOLVED);
            assert_true(puzzle->equal(game, answer, solve(i, game, &arena)));
        }
    }
    arena_free(&arena);
}

/* A memo that has seen other games answers as a fresh one does. */
static void contexts_change_no_answer(void **state)
{
    size_t index = index_of("multiset");
    const struct variant *variant = puzzle->variants[index];
    struct arena arena = {0};

    (void)state;
    for (uint64_t i = 0; i < unit_scaled(40); i++) {
        const struct adjacent_instance *game = generate(class_of("hard"), 16 + i % 20, i, &arena);
        struct adjacent_answer *answer = arena_alloc(&arena, 1, puzzle->answer_size(game));
        struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);
        void *context = variant->open();

        assert_non_null(context);
        assert_int_equal(variant->solve(context, game, &work, answer), OUTCOME_SOLVED);
        variant->close(context);
        assert_true(puzzle->equal(game, answer, solve(index, game, &arena)));
        arena_reset(&arena);
    }
    arena_free(&arena);
}

/* Each invariant on games of each class, by each variant. */
static void invariants_hold(void **state)
{
    struct arena arena = {0};
    struct rng rng;

    (void)state;
    rng_seed(&rng, 13);
    for (uint64_t index = 0; index < unit_scaled(300); index++) {
        uint64_t size = 1 + index % 12 + (index % 5 == 0 ? 20 : 0);
        const char *name = index % 3 == 0 ? "uniform" : index % 3 == 1 ? "hard" : "none";
        const struct adjacent_instance *game = generate(class_of(name), size, index, &arena);

        for (const struct invariant *invariant = puzzle->invariants; invariant->name; invariant++) {
            const void *map, *changed = invariant->change(game, &rng, &arena, &map);

            for (size_t i = 0; changed && puzzle->variants[i]; i++) {
                struct result before = {OUTCOME_SOLVED, NULL}, after = before;

                if (puzzle->variants[i]->refuses(game))
                    continue;
                before.answer = solve(i, game, &arena);
                after.answer = solve(i, changed, &arena);
                if (!invariant->keeps(game, &before, changed, &after, map))
                    fail_on(game, puzzle->variants[i]->name, invariant->name);
            }
        }
        arena_reset(&arena);
    }
    arena_free(&arena);
}

/* The lines of the answer file, one a case, as each variant that affords the case prints them. */
static size_t expect_answers(const struct cases *cases, const char *answers, size_t size, const char *path)
{
    struct arena arena = {0};
    size_t compared = 0;

    for (size_t i = 0; i < cases->count; i++) {
        const char *end = memchr(answers, '\n', size);
        size_t length = end ? (size_t)(end - answers) + 1 : size;

        for (size_t k = 0; puzzle->variants[k]; k++) {
            struct text text = {0};
            struct result result = {OUTCOME_SOLVED, NULL};

            if (puzzle->variants[k]->refuses(cases->instances[i]))
                continue;
            result.answer = solve(k, cases->instances[i], &arena);
            puzzle->print(cases->instances[i], &result, i + 1, DETAIL_ANSWER, &text);
            if (text.length != length || memcmp(text.bytes, answers, length) != 0)
                fail_msg("%s: case %zu: %s: %.*s", path, i + 1, puzzle->variants[k]->name, (int)text.length,
                         text.bytes);
            text_free(&text);
            compared++;
        }
        answers += length;
        size -= length;
        arena_reset(&arena);
    }
    assert_int_equal(size, 0);
    arena_free(&arena);
    return compared;
}

/* Every NAME.in of the folder with its NAME.ans; returns how many there are. */
static size_t expect_folder(const char *folder)
{
    DIR *directory = opendir(folder);
    struct dirent *entry;
    size_t files = 0;

    while (directory && (entry = readdir(directory))) {
        size_t length = strlen(entry->d_name);
        struct file input, answers;
        struct arena arena = {0};
        struct cases cases;
        struct error error;
        char path[512];

        if (length < 4 || strcmp(entry->d_name + length - 3, ".in") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%.*s.ans", folder, (int)length - 3, entry->d_name);
        assert_int_equal(file_read("unit", path, &answers), EXIT_WELL);
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        assert_int_equal(file_read("unit", path, &input), EXIT_WELL);
        assert_true(puzzle->parse(input.bytes, input.size, &arena, &cases, &error));
        assert_true(expect_answers(&cases, answers.bytes, answers.size, path) > 2 * cases.count);
        file_free(&input);
        file_free(&answers);
        arena_free(&arena);
        files++;
    }
    if (directory)
        closedir(directory);
    return files;
}

static void samples_are_answered(void **state)
{
    (void)state;
    assert_true(expect_folder("core/adjacent/samples") >= 1);
    assert_true(expect_folder("verify/corpus/adjacent") >= 1);
}

static void contest_data_is_answered(void **state)
{
    (void)state;
    if (!expect_folder("../shared/data/adjacent")) {
        print_message("skipped: ../shared/data/adjacent is not there\n");
        skip();
    }
}

/* In CONFIG=count: two for each tile and cell looked at to find the runs, two for each turn (played, taken
 * back), and what is read of the list of threats; so between 2 n and 4 n, and some: linear. */
static void steps_are_counted(void **state)
{
    struct arena arena = {0};

    (void)state;
    for (uint64_t n = 100; COUNTING && n <= 10000; n *= 10) {
        const struct adjacent_instance *game = generate(class_of("hard"), n, 1, &arena);
        struct adjacent_answer *answer = arena_alloc(&arena, 1, puzzle->answer_size(game));
        struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);
        size_t index = index_of("incremental");

        assert_int_equal(puzzle->variants[index]->solve(NULL, game, &work, answer), OUTCOME_SOLVED);
        assert_in_range(work.counters.value[COUNTER_steps], 3 * n, 8 * n);
        arena_reset(&arena);
    }
    arena_free(&arena);
}

int unit_adjacent_variants(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_is_judged_as_by_the_tree),
        cmocka_unit_test(every_small_game_is_agreed_on),
        cmocka_unit_test(drawn_games_are_agreed_on),
        cmocka_unit_test(both_theorems_hold),
        cmocka_unit_test(quiet_positions_are_agreed_on),
        cmocka_unit_test(threats_are_met_by_hand),
        cmocka_unit_test(domains_reach_their_ends),
        cmocka_unit_test(hard_games_are_full_of_mistakes),
        cmocka_unit_test(limits_are_met_or_change_nothing),
        cmocka_unit_test(memory_that_runs_out_is_said),
        cmocka_unit_test(contexts_change_no_answer),
        cmocka_unit_test(invariants_hold),
        cmocka_unit_test(samples_are_answered),
        cmocka_unit_test(contest_data_is_answered),
        cmocka_unit_test(steps_are_counted),
    };

    return cmocka_run_group_tests_name("adjacent_variants", tests, set_up, tear_down);
}
