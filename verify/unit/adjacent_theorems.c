/* Adjacent and Consecutive: the published theorems and the rule for B's turn, as statements, against games
 * played out.
 *
 * Quiet positions, where no move completes a pair, are pairs of multisets with equal totals: the lengths of
 * the runs of empty cells, and of unused tiles. They are played out here with all moves of both, and each
 * claim is checked on each pair of multisets up to a total: that both sides with a run of 3 win for A, both
 * theorems on A's turn, the rule on B's. A tile put down threatens with the ends of the runs beside it and
 * the cells beside it; once a threat is met it never comes back, so nothing else need be remembered.
 * Positions that need not be quiet are all placements of up to n tiles, against the oracle's game tree.
 *
 * The claims are written from the page that makes them, not from any variant. ADJACENT_TOTAL=n sets the
 * largest total. */
#include "unit.h"

#include <stdio.h>

#include "core/adjacent/adjacent.h"
#include "verify/engine.h"

extern const struct variant adjacent_oracle, adjacent_oracle_by_runs;

enum { TOTAL_MAX = 40, TILES_MAX = 8 };

/* Run lengths of one side, in falling order. */
struct runs {
    unsigned count;
    unsigned lengths[TOTAL_MAX];
};

/* What a claim looks at. */
struct side {
    unsigned total, ones, twos, longer; /* longer: runs of 3 or more */
    unsigned longest;
    unsigned halves; /* the sum of floor(length / 2) */
};

static struct side measure(const struct runs *runs)
{
    struct side side = {0};

    for (unsigned i = 0; i < runs->count; i++) {
        unsigned length = runs->lengths[i];

        side.total += length;
        side.ones += length == 1;
        side.twos += length == 2;
        side.longer += length >= 3;
        side.halves += length / 2;
        side.longest = length > side.longest ? length : side.longest;
    }
    return side;
}

/* The second theorem: A to move, nothing threatened, S of runs of 1 and 2 only. Of L only the total of halves
 * is looked at, and where K is 2 whether it is one run of 2. */
static bool second_theorem(const struct side *s, const struct side *l)
{
    unsigned turns = s->total;

    if (turns == 2)
        return s->twos == 1 && l->twos == 1;
    return turns > 2 && turns % 2 == 1 && 2 * (s->twos + l->halves) > turns;
}

static bool a_wins_quiet(const struct side *a, const struct side *b)
{
    if (a->longer && b->longer)
        return true;
    return a->longer ? second_theorem(b, a) : second_theorem(a, b);
}

/* OK(F'): is A lost with `turns` left and these halves on both sides together? */
static bool is_lost_for_a(unsigned turns, int halves)
{
    return turns % 2 == 0 || 2 * halves <= (int)turns;
}

/* B uses up a run of 1 of `first` and cuts the only long run of `second`. */
static bool b_can_cut(const struct side *first, const struct side *second)
{
    int drop = second->longest == 5 ? 0 : 1;

    return first->ones > 0 && second->longer == 1 && second->longest <= 5 &&
           is_lost_for_a(first->total - 1, (int)(first->halves + second->halves) - drop);
}

static bool b_wins_quiet(const struct side *a, const struct side *b)
{
    if (a->ones + b->ones == 0)
        return false;
    if (a->longer && b->longer)
        return b_can_cut(a, b) || b_can_cut(b, a);
    return is_lost_for_a(a->total - 1, (int)(a->halves + b->halves) - 1);
}

/* Multisets of a total are numbered: ways[k][m] is how many of total k have no run longer than m. */
static size_t ways[TOTAL_MAX + 1][TOTAL_MAX + 1];

static void count_ways(void)
{
    for (unsigned most = 0; most <= TOTAL_MAX; most++)
        for (unsigned total = 0; total <= TOTAL_MAX; total++) {
            ways[total][most] = total == 0;
            if (most > 0)
                ways[total][most] = ways[total][most - 1] + (total >= most ? ways[total - most][most] : 0);
        }
}

static size_t multisets(unsigned total)
{
    return ways[total][total];
}

static struct runs multiset_at(unsigned total, size_t number)
{
    struct runs runs = {0};

    while (total > 0) {
        unsigned length = 1;

        while (ways[total][length] <= number)
            length++;
        number -= ways[total][length - 1];
        runs.lengths[runs.count++] = length;
        total -= length;
    }
    return runs;
}

static size_t number_of(const struct runs *runs)
{
    unsigned total = measure(runs).total;
    size_t number = 0;

    for (unsigned i = 0; i < runs->count; i++) {
        number += ways[total][runs->lengths[i] - 1];
        total -= runs->lengths[i];
    }
    return number;
}

static void add_run(struct runs *runs, unsigned length)
{
    unsigned i = runs->count;

    if (length == 0)
        return;
    for (; i > 0 && runs->lengths[i - 1] < length; i--)
        runs->lengths[i] = runs->lengths[i - 1];
    runs->lengths[i] = length;
    runs->count++;
}

static void remove_run(struct runs *runs, unsigned index)
{
    for (runs->count--; index < runs->count; index++)
        runs->lengths[index] = runs->lengths[index + 1];
}

/* One side of a move: the run is split into `left` and `right`, and the one between is taken. */
struct half_move {
    uint32_t after; /* the number of the multiset that is left */
    uint8_t left, right;
    uint8_t takes; /* of what the move before threatens: 0 nothing, 1 the one on its left, 2 the one on its
                      right */
};

/* All that one side allows the player to move, and then the other: the replies to moves[i] are
 * replies[first_reply[i]] .. replies[first_reply[i + 1] - 1]. */
struct half_moves {
    size_t count;
    struct half_move *moves;
    size_t *first_reply;
    struct half_move *replies;
};

/* Where the split pieces lie beside a threat, `takes` says so. Appends. */
static size_t split_run(const struct runs *runs, unsigned index, unsigned threat_at, uint8_t threat,
                        struct half_move *moves)
{
    unsigned length = runs->lengths[index];

    for (unsigned at = 0; at < length; at++) {
        struct runs after = *runs;

        remove_run(&after, index);
        add_run(&after, at);
        add_run(&after, length - 1 - at);
        moves[at] = (struct half_move){(uint32_t)number_of(&after), (uint8_t)at, (uint8_t)(length - 1 - at),
                                       threat && at == threat_at ? threat : 0};
    }
    return length;
}

static unsigned find_run(const struct runs *runs, unsigned length)
{
    unsigned index = 0;

    while (runs->lengths[index] != length)
        index++;
    return index;
}

/* The replies to the split of runs->lengths[index] into left and right, on the same side. */
static size_t list_replies(const struct runs *runs, unsigned index, unsigned left, unsigned right,
                           struct half_move *replies)
{
    struct runs after = *runs;
    size_t count = 0;

    remove_run(&after, index);
    for (unsigned i = 0; i < after.count;
         i++) { /* runs of the same length are alike; those split are looked at apart */
        struct runs whole = after;

        add_run(&whole, left);
        add_run(&whole, right);
        if (i == 0 || after.lengths[i] != after.lengths[i - 1])
            count += split_run(&whole, find_run(&whole, after.lengths[i]), 0, 0, replies + count);
    }
    add_run(&after, left);
    add_run(&after, right);
    if (left > 0)
        count += split_run(&after, find_run(&after, left), left - 1, 1, replies + count);
    if (right > 0)
        count += split_run(&after, find_run(&after, right), 0, 2, replies + count);
    return count;
}

static void list_half_moves(unsigned total, size_t number, struct half_moves *list, struct arena *arena)
{
    struct runs runs = multiset_at(total, number);
    size_t replies = 0;

    list->count = 0;
    list->moves = arena_alloc(arena, total + 1, sizeof *list->moves);
    list->first_reply = arena_alloc(arena, total + 1, sizeof *list->first_reply);
    list->replies = arena_alloc(arena, (size_t)total * total + 1, sizeof *list->replies);
    assert_true(list->moves && list->first_reply && list->replies);
    for (unsigned i = 0; i < runs.count; i++) {
        size_t first = list->count;

        if (i > 0 && runs.lengths[i] == runs.lengths[i - 1])
            continue;
        list->count += split_run(&runs, i, 0, 0, list->moves + first);
        for (size_t j = first; j < list->count; j++) {
            list->first_reply[j] = replies;
            replies +=
                list_replies(&runs, i, list->moves[j].left, list->moves[j].right, list->replies + replies);
        }
    }
    list->first_reply[list->count] = replies;
}

static bool has_neighbour(const struct half_move *move)
{
    return move->left + move->right > 0;
}

/* Threatened are all pairs of a tile beside the tile put down and a cell beside its cell. To meet the pair (1
 * or 2, 1 or 2) B must use up the tile or the cell, but not put the one into the other. */
static bool meets_threats(const struct half_move *move_tile, const struct half_move *move_cell,
                          const struct half_move *tile, const struct half_move *cell)
{
    for (unsigned u = 1; u <= 2; u++)
        for (unsigned e = 1; e <= 2; e++) {
            bool threatened = (u == 1 ? move_tile->left : move_tile->right) > 0 &&
                              (e == 1 ? move_cell->left : move_cell->right) > 0;

            if (threatened && (tile->takes == u) == (cell->takes == e))
                return false;
        }
    return true;
}

/* The quiet positions of one total: does A win with A to move, by play? */
struct level {
    unsigned total;
    size_t count;
    struct half_moves *halves;
    uint8_t *a_wins; /* [tiles][cells] */
};

/* B's move makes no new threat where its tile or its cell has nothing beside it; if it does, A completes a
 * pair at once. */
static bool b_has_answer(const struct half_moves *tiles, size_t i, const struct half_moves *cells, size_t j,
                         const struct level *after)
{
    for (size_t k = tiles->first_reply[i]; k < tiles->first_reply[i + 1]; k++)
        for (size_t l = cells->first_reply[j]; l < cells->first_reply[j + 1]; l++) {
            const struct half_move *tile = &tiles->replies[k], *cell = &cells->replies[l];

            if (!(has_neighbour(tile) && has_neighbour(cell)) &&
                !after->a_wins[tile->after * after->count + cell->after] &&
                meets_threats(&tiles->moves[i], &cells->moves[j], tile, cell))
                return true;
        }
    return false;
}

/* With one turn left A fills in the last cell and completes nothing, with none nobody moves. */
static bool a_wins_by_play(const struct half_moves *tiles, const struct half_moves *cells, unsigned total,
                           const struct level *after)
{
    for (size_t i = 0; i < tiles->count && total >= 2; i++)
        for (size_t j = 0; j < cells->count; j++)
            if (!b_has_answer(tiles, i, cells, j, after))
                return true;
    return false;
}

static bool b_wins_by_play(const struct half_moves *tiles, const struct half_moves *cells,
                           const struct level *after)
{
    for (size_t i = 0; i < tiles->count; i++)
        for (size_t j = 0; j < cells->count; j++)
            if (!(has_neighbour(&tiles->moves[i]) && has_neighbour(&cells->moves[j])) &&
                !after->a_wins[tiles->moves[i].after * after->count + cells->moves[j].after])
                return true;
    return false;
}

/* The first theorem: each X in L becomes floor(X / 2) twos and a one if X is odd. */
static struct runs cut_to_twos(const struct runs *runs)
{
    struct runs result = {0};

    for (unsigned i = 0; i < runs->count; i++) {
        for (unsigned j = 0; j < runs->lengths[i] / 2; j++)
            add_run(&result, 2);
        add_run(&result, runs->lengths[i] % 2);
    }
    return result;
}

static void check_level(const struct level *level, const struct level *before)
{
    for (size_t i = 0; i < level->count; i++)
        for (size_t j = 0; j < level->count; j++) {
            struct runs tiles = multiset_at(level->total, i), cells = multiset_at(level->total, j),
                        cut = cut_to_twos(&cells);
            struct side a = measure(&tiles), b = measure(&cells);
            bool a_wins = level->a_wins[i * level->count + j];

            if (a_wins != a_wins_quiet(&a, &b) || a_wins != level->a_wins[j * level->count + i])
                fail_msg("A's turn, total %u, multisets %zu and %zu", level->total, i, j);
            if (!a.longer && a_wins != level->a_wins[i * level->count + number_of(&cut)])
                fail_msg("first theorem, total %u, multisets %zu and %zu", level->total, i, j);
            if (level->total > 0 &&
                b_wins_by_play(&level->halves[i], &level->halves[j], before) != b_wins_quiet(&a, &b))
                fail_msg("B's turn, total %u, multisets %zu and %zu", level->total, i, j);
        }
}

/* A line for the table of `make verify`, where BOUNDS names its file. */
static void tell_bound(const char *statement, size_t instances, double seconds)
{
    const char *path = getenv("BOUNDS");
    FILE *file = path ? fopen(path, "a") : NULL;

    print_message("# %s\n", statement);
    if (!path)
        return;
    assert_non_null(file);
    fprintf(file, "adjacent\tadjacent: %s\t%zu\t%.3f\n", statement, instances, seconds);
    assert_int_equal(fclose(file), 0);
}

static unsigned largest_total(void)
{
    const char *wanted = getenv("ADJACENT_TOTAL");
    size_t pairs = unit_scaled(150000);
    unsigned total = 1;

    if (wanted)
        return (unsigned)atoi(wanted) < TOTAL_MAX ? (unsigned)atoi(wanted) : TOTAL_MAX;
    while (multisets(total + 1) * multisets(total + 1) <= pairs)
        total++;
    return total;
}

static void quiet_positions(void **state)
{
    struct level levels[TOTAL_MAX + 1] = {{0}};
    struct arena arena = {0}, scratch = {0};
    unsigned last;
    size_t pairs = 0;
    double began = seconds_now();
    char statement[160];

    (void)state;
    count_ways();
    last = largest_total();
    for (unsigned total = 0; total <= last; total++) {
        struct level *level = &levels[total];
        size_t count = multisets(total);

        *level = (struct level){total, count, arena_alloc(&scratch, count, sizeof *level->halves),
                                arena_alloc(&arena, count, count)};
        assert_true(level->halves && level->a_wins);
        for (size_t i = 0; i < count; i++)
            list_half_moves(total, i, &level->halves[i], &scratch);
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < count; j++)
                level->a_wins[i * count + j] = a_wins_by_play(&level->halves[i], &level->halves[j], total,
                                                              total >= 2 ? &levels[total - 2] : NULL);
        check_level(level, total >= 1 ? &levels[total - 1] : NULL);
        pairs += count * count;
        arena_reset(&scratch);
    }
    snprintf(statement, sizeof statement,
             "both theorems and the rule for B's turn hold on all %zu pairs of multisets with totals <= %u", pairs,
             last);
    tell_bound(statement, pairs, seconds_now() - began);
    arena_free(&scratch);
    arena_free(&arena);
}

/* A position that need not be quiet. Tiles and cells count from 1; 0 and n + 1 are borders. */
struct position {
    unsigned n, turns;
    unsigned tile_in[TILES_MAX + 2]; /* by cell; 0: empty */
    unsigned cell_of[TILES_MAX + 2]; /* by tile; 0: unused */
};

static struct runs free_runs(const unsigned *taken, unsigned n)
{
    struct runs runs = {0};
    unsigned length = 0;

    for (unsigned i = 1; i <= n; i++)
        if (taken[i] == 0) {
            length++;
        } else {
            add_run(&runs, length);
            length = 0;
        }
    add_run(&runs, length);
    return runs;
}

static bool is_free(const unsigned *taken, unsigned n, unsigned i)
{
    return i >= 1 && i <= n && taken[i] == 0;
}

static bool pair_stands(const struct position *position)
{
    for (unsigned cell = 1; cell < position->n; cell++) {
        unsigned left = position->tile_in[cell], right = position->tile_in[cell + 1];

        if (left > 0 && right > 0 && (left + 1 == right || right + 1 == left))
            return true;
    }
    return false;
}

/* Would this unused tile in this empty cell complete a pair? */
static bool completes(const struct position *position, unsigned tile, unsigned cell)
{
    for (unsigned beside = cell - 1; beside <= cell + 1; beside += 2) {
        unsigned other = beside >= 1 && beside <= position->n ? position->tile_in[beside] : 0;

        if (other > 0 && (other + 1 == tile || tile + 1 == other))
            return true;
    }
    return false;
}

/* The set E. */
static unsigned list_threats(const struct position *position, unsigned (*threats)[2])
{
    unsigned count = 0;

    for (unsigned tile = 1; tile <= position->n; tile++)
        for (unsigned cell = 1; cell <= position->n; cell++)
            if (position->cell_of[tile] == 0 && position->tile_in[cell] == 0 &&
                completes(position, tile, cell)) {
                threats[count][0] = tile;
                threats[count++][1] = cell;
            }
    return count;
}

static bool is_run_of_one(const unsigned *taken, unsigned n, unsigned i)
{
    return !is_free(taken, n, i - 1) && !is_free(taken, n, i + 1);
}

static void put(struct position *position, unsigned tile, unsigned cell)
{
    position->tile_in[cell] = tile;
    position->cell_of[tile] = cell;
    position->turns++;
}

/* The rule for E not empty, with every tile and cell as a candidate. */
static bool b_can_meet(const struct position *position, unsigned tile, unsigned cell, unsigned (*threats)[2],
                       unsigned count)
{
    struct position after = *position;
    struct runs tiles, cells;
    struct side a, b;

    for (unsigned i = 0; i < count; i++)
        if ((threats[i][0] == tile) == (threats[i][1] == cell))
            return false; /* a threat not met, or itself played */
    if (!is_run_of_one(position->cell_of, position->n, tile) &&
        !is_run_of_one(position->tile_in, position->n, cell))
        return false;
    put(&after, tile, cell);
    tiles = free_runs(after.cell_of, after.n);
    cells = free_runs(after.tile_in, after.n);
    a = measure(&tiles);
    b = measure(&cells);
    if (a.longer && b.longer)
        return false;
    if (a.total == 2)
        return !(a.twos == 1 && b.twos == 1);
    return is_lost_for_a(a.total, (int)(a.halves + b.halves));
}

static bool b_wins_by_rule(const struct position *position, const struct side *a, const struct side *b)
{
    unsigned threats[TILES_MAX * TILES_MAX][2], count = list_threats(position, threats);

    if (count == 0)
        return b_wins_quiet(a, b);
    if (count > 8)
        return false;
    for (unsigned tile = 1; tile <= position->n; tile++)
        for (unsigned cell = 1; cell <= position->n; cell++)
            if (position->cell_of[tile] == 0 && position->tile_in[cell] == 0 &&
                b_can_meet(position, tile, cell, threats, count))
                return true;
    return false;
}

static bool a_wins_by_rule(const struct position *position)
{
    struct runs tiles = free_runs(position->cell_of, position->n),
                cells = free_runs(position->tile_in, position->n);
    struct side a = measure(&tiles), b = measure(&cells);
    unsigned threats[TILES_MAX * TILES_MAX][2];

    if (pair_stands(position))
        return true;
    if (position->turns == position->n)
        return false;
    if (position->turns % 2 == 1)
        return !b_wins_by_rule(position, &a, &b);
    return list_threats(position, threats) > 0 || a_wins_quiet(&a, &b);
}

/* The oracle's verdict, by a game that passes through the position. */
static bool a_wins_by_oracle(const struct position *position, void *context)
{
    struct adjacent_turn turns[TILES_MAX];
    struct adjacent_instance game = {position->n, turns};
    struct work work = work_start(NULL, WORK_STEPS_UNLIMITED);
    union {
        struct adjacent_answer answer;
        uint8_t bytes[sizeof(struct adjacent_answer) + TILES_MAX + 1];
    } room;
    unsigned count = 0, cell = 1;

    for (unsigned tile = 1; tile <= position->n; tile++)
        if (position->cell_of[tile] > 0)
            turns[count++] = (struct adjacent_turn){tile, position->cell_of[tile]};
    for (unsigned tile = 1; tile <= position->n; tile++)
        if (position->cell_of[tile] == 0) {
            while (position->tile_in[cell] > 0)
                cell++;
            turns[count++] = (struct adjacent_turn){tile, cell++};
        }
    assert_int_equal(adjacent_oracle.solve(context, &game, &work, &room), OUTCOME_SOLVED);
    return room.answer.winner[position->turns] == ADJACENT_A;
}

/* All positions with the cells from `cell` on filled in all ways. */
static size_t check_positions(struct position *position, unsigned cell, void *context)
{
    size_t count;

    if (cell > position->n) {
        if (a_wins_by_rule(position) != a_wins_by_oracle(position, context))
            fail_msg("%u tiles, %u turns: the first cells hold %u %u %u %u %u %u %u %u", position->n,
                     position->turns, position->tile_in[1], position->tile_in[2], position->tile_in[3],
                     position->tile_in[4], position->tile_in[5], position->tile_in[6], position->tile_in[7],
                     position->tile_in[8]);
        return 1;
    }
    count = check_positions(position, cell + 1, context);
    for (unsigned tile = 1; tile <= position->n; tile++)
        if (position->cell_of[tile] == 0) {
            put(position, tile, cell);
            count += check_positions(position, cell + 1, context);
            position->tile_in[cell] = position->cell_of[tile] = 0;
            position->turns--;
        }
    return count;
}

static void all_positions(void **state)
{
    /* How many placements there are of up to n tiles: the sum over k of C(n, k)^2 k!. */
    static const size_t counts[TILES_MAX + 1] = {1, 2, 7, 34, 209, 1546, 13327, 130922, 1441729};
    void *context = adjacent_oracle.open();
    size_t most = unit_scaled(counts[TILES_MAX]), total = 0;
    double began = seconds_now();
    char statement[160];
    unsigned n = 1;

    (void)state;
    assert_non_null(context);
    for (; n <= TILES_MAX && counts[n] <= most; n++) {
        struct position position = {.n = n};

        assert_int_equal(check_positions(&position, 1, context), counts[n]);
        total += counts[n];
    }
    snprintf(statement, sizeof statement, "the rules for both turns hold on all %zu positions with n <= %u", total,
             n - 1);
    tell_bound(statement, total, seconds_now() - began);
    adjacent_oracle.close(context);
}

/* What the oracle does for more tiles than it has boards for, where it has both. */
static void oracle_by_runs(void **state)
{
    const struct puzzle *puzzle = puzzle_find("adjacent");
    const struct space *space = &puzzle->spaces[1];
    void *boards = adjacent_oracle.open(), *runs = adjacent_oracle_by_runs.open();
    struct arena arena = {0};
    size_t compared = 0;

    (void)state;
    assert_string_equal(space->name, "positions");
    for (uint64_t n = 1; n <= TILES_MAX; n++) {
        uint64_t step = 1 + space->count(n) / unit_scaled(200000);

        for (uint64_t rank = 0; rank < space->count(n); rank += step, compared++) {
            const void *game = space->unrank(n, rank, &arena);
            _Alignas(8) uint8_t answers[2][64] = {{0}};
            struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);

            assert_int_equal(adjacent_oracle.solve(boards, game, &work, answers[0]), OUTCOME_SOLVED);
            assert_int_equal(adjacent_oracle_by_runs.solve(runs, game, &work, answers[1]), OUTCOME_SOLVED);
            if (memcmp(answers[0], answers[1], puzzle->answer_size(game)) != 0)
                fail_msg("%d tiles, rank %d of the positions", (int)n, (int)rank);
            arena_reset(&arena);
        }
    }
    print_message("# both halves of the oracle agree on %zu of the games through every position with n <= 8\n", compared);
    adjacent_oracle.close(boards);
    adjacent_oracle_by_runs.close(runs);
    arena_free(&arena);
}

int unit_adjacent_theorems(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(quiet_positions),
        cmocka_unit_test(all_positions),
        cmocka_unit_test(oracle_by_runs),
    };

    return cmocka_run_group_tests_name("adjacent_theorems", tests, NULL, NULL);
}
