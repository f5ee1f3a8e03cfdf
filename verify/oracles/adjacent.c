/* The oracle of Adjacent and Consecutive: the whole game tree, over the board where that is small, over runs where it is not.
 *
 * At most 8 tiles: a board is the tile in each cell, 0 where there is none, read as a number in base n + 1; each
 * of them has its place in a table, filled in when it is first asked for. A game is judged on the full board and
 * nowhere before: a pair that stands is no shortcut, nor is a threat, and all moves are tried until one of them
 * wins.
 *
 * More tiles: a pair that stands has decided, and so has a threat on A's turn. A position without either is quiet:
 * what has been placed can never be part of a pair again, so all that matters is the lengths of the runs of unused
 * tiles and of empty cells, two partitions of the number of turns left. All moves of A and all of B's replies
 * are played out, once for each pair of partitions; what one side of a move does to a partition is worked out once for
 * all partitions of the other. On B's turn, quiet or not, all moves on the board itself are tried. No theorem is used, and
 * no cut; the tests hold this half against the first one.
 *
 * Tables are kept in the context from case to case.
 *
 * Bound: (n + 1)^n bytes for each n up to 8, of which the sum over k of C(n, k)^2 k! are used, O(n^2) each; above,
 * p(k)^2 bytes for each k up to n. Domain: at most 28 tiles. A step is a board, or a pair of partitions, looked into.
 * Source: the rules. Rejected: a hash of boards, which would save memory that nothing else wants here; one search over
 * boards with runs as its memo, which tries each reply of B again for each move of A. */
#include <stdlib.h>
#include <string.h>

#include "core/adjacent/adjacent.h"

enum { BOARD_MAX = 8, TILES_MAX = 28 };

enum verdict { UNKNOWN, A_WINS, B_WINS };

/* A reply of B on one side, after a move of A there. */
struct reply {
    uint16_t after; /* the partition that is left */
    uint8_t takes;  /* 1: the free place below A's, 2: the one above it, 0: another */
    bool lonely;    /* no free place beside it */
};

/* A move of A on one side. */
struct half {
    uint8_t ends; /* bit 0: the place below is free, bit 1: the one above */
    uint8_t count;
    struct reply replies[TILES_MAX]; /* all that differ */
};

/* A partition: the moves on it that differ. */
struct side {
    size_t count;
    struct half halves[];
};

struct tables {
    uint8_t *verdicts[BOARD_MAX + 1]; /* the winner with best play from each board: [n][board] */

    struct arena arena; /* holds the sides */
    uint32_t ways[TILES_MAX + 1][TILES_MAX + 1]; /* partitions of a total into runs of at most a length: [total][length] */
    const struct side **sides[TILES_MAX + 1];    /* [total][partition] */
    uint8_t *quiet[TILES_MAX + 1];               /* A to move: [total][tiles][cells] */
};

struct game {
    uint8_t *verdicts;
    struct work *work;
    bool spent;
    uint32_t n;
    uint32_t place[BOARD_MAX]; /* a tile in cell i adds place[i] times its number to the board's */
    uint32_t cells[BOARD_MAX]; /* the board */
    bool used[BOARD_MAX + 1];  /* the tiles on it */
};

static void put(struct game *game, uint32_t cell, uint32_t tile)
{
    game->cells[cell] = tile;
    game->used[tile] = true;
}

static void take(struct game *game, uint32_t cell)
{
    game->used[game->cells[cell]] = false;
    game->cells[cell] = 0;
}

static bool has_pair(const struct game *game)
{
    for (uint32_t i = 1; i < game->n; i++)
        if (game->cells[i] == game->cells[i - 1] + 1 || game->cells[i] + 1 == game->cells[i - 1])
            return true;
    return false;
}

/* The verdict on the board in hand, whose number is `board`, after `turns` turns. */
static enum verdict play(struct game *game, uint32_t board, uint32_t turns)
{
    enum verdict wanted = turns % 2 == 0 ? A_WINS : B_WINS;
    enum verdict result = turns % 2 == 0 ? B_WINS : A_WINS;

    if (game->verdicts[board] != UNKNOWN)
        return game->verdicts[board];
    game->spent = game->spent || !work_spend(game->work, 1);
    if (game->spent)
        return UNKNOWN;
    if (turns == game->n)
        result = has_pair(game) ? A_WINS : B_WINS;
    for (uint32_t cell = 0; cell < game->n && turns < game->n && result != wanted; cell++)
        for (uint32_t tile = 1; tile <= game->n && game->cells[cell] == 0 && result != wanted; tile++) {
            if (game->used[tile])
                continue;
            put(game, cell, tile);
            if (play(game, board + tile * game->place[cell], turns + 1) == wanted)
                result = wanted;
            take(game, cell);
        }
    if (!game->spent)
        game->verdicts[board] = (uint8_t)result;
    return result;
}

/* An empty board and the table for it. */
static bool game_start(struct game *game, struct tables *tables, uint32_t n, struct work *work)
{
    uint32_t boards = 1;

    *game = (struct game){.work = work, .n = n};
    for (uint32_t i = 0; i < n; i++) {
        game->place[i] = boards;
        boards *= n + 1;
    }
    if (!tables->verdicts[n])
        tables->verdicts[n] = calloc(boards, 1);
    game->verdicts = tables->verdicts[n];
    return game->verdicts != NULL;
}

/* False: the work limit was met. */
static bool judge_boards(struct game *game, const struct adjacent_instance *whole, uint8_t *winner)
{
    uint32_t board = 0;

    for (uint32_t i = 0; i <= whole->n; i++) {
        winner[i] = play(game, board, i) == A_WINS ? ADJACENT_A : ADJACENT_B;
        if (game->spent)
            return false;
        if (i < whole->n) {
            put(game, whole->turns[i].cell - 1, whole->turns[i].tile);
            board += whole->turns[i].tile * game->place[whole->turns[i].cell - 1];
        }
    }
    return true;
}

/* ---- runs */

/* Free places are bits: tile or cell i is bit i, and bits 0 and n + 1 are never set. */

static uint64_t beside(uint64_t place)
{
    return place << 1 | place >> 1;
}

/* The number of the partition: its runs in falling order, and before it stand all that have a shorter one where they first
 * differ. */
static uint32_t partition_of(const struct tables *tables, uint64_t free_places)
{
    uint8_t lengths[TILES_MAX + 1] = {0};
    uint32_t number = 0, total = (uint32_t)__builtin_popcountll(free_places);

    while (free_places) {
        uint64_t lowest = free_places & -free_places, rest = free_places & (free_places + lowest);

        lengths[__builtin_popcountll(free_places ^ rest)]++;
        free_places = rest;
    }
    for (uint32_t length = total; total; length--)
        for (; lengths[length]; lengths[length]--) {
            number += tables->ways[total][length - 1];
            total -= length;
        }
    return number;
}

/* Its runs side by side, the longest lowest, one place taken between two. */
static uint64_t lay_out(const struct tables *tables, uint32_t total, uint32_t number)
{
    uint64_t free_places = 0;
    uint32_t at = 1;

    while (total) {
        uint32_t length = 1;

        while (tables->ways[total][length] <= number)
            length++;
        number -= tables->ways[total][length - 1];
        free_places |= (((uint64_t)1 << length) - 1) << at;
        at += length + 1;
        total -= length;
    }
    return free_places;
}

static void add_reply(struct half *half, struct reply reply)
{
    for (size_t i = 0; i < half->count; i++)
        if (half->replies[i].after == reply.after && half->replies[i].takes == reply.takes &&
            half->replies[i].lonely == reply.lonely)
            return;
    half->replies[half->count++] = reply;
}

static void list_replies(const struct tables *tables, uint64_t before, uint64_t place, struct half *half)
{
    uint64_t after = before & ~place;

    *half = (struct half){.ends = (uint8_t)((after & place >> 1 ? 1 : 0) | (after & place << 1 ? 2 : 0))};
    for (uint64_t left = after; left; left &= left - 1) {
        uint64_t reply = left & -left;

        add_reply(half, (struct reply){(uint16_t)partition_of(tables, after & ~reply),
                                       (uint8_t)(reply == place >> 1 ? 1 : reply == place << 1 ? 2 : 0),
                                       !(after & beside(reply))});
    }
}

/* Runs of a length are alike, and a place in a run is as good as its mirror image: the threats of a move are all pairs of an end on
 * one side and an end on the other. Places with two ends come first, for they win most often. */
static size_t list_halves(const struct tables *tables, uint64_t places, struct half *halves)
{
    size_t count = 0;

    for (int ends = 2; ends >= 0; ends--) {
        int previous = 0;

        for (uint64_t left = places; left;) {
            uint64_t run = left & ~(left + (left & -left)), place = left & -left;
            int length = __builtin_popcountll(run);

            for (int i = 0; 2 * i < length && length != previous; i++, place <<= 1)
                if (__builtin_popcountll(beside(place) & places) == ends)
                    list_replies(tables, places, place, &halves[count++]);
            previous = length;
            left &= ~run;
        }
    }
    return count;
}

/* NULL without memory. */
static const struct side *side_of(struct tables *tables, uint32_t total, uint32_t number)
{
    struct half halves[TILES_MAX];
    struct side *side;
    size_t count;

    if (tables->sides[total][number])
        return tables->sides[total][number];
    count = list_halves(tables, lay_out(tables, total, number), halves);
    side = arena_alloc(&tables->arena, 1, sizeof *side + count * sizeof *halves);
    if (side) {
        side->count = count;
        memcpy(side->halves, halves, count * sizeof *halves);
    }
    tables->sides[total][number] = side;
    return side;
}

/* The tables of a total. Their pages come from the system when they are first written to. */
static bool open_total(struct tables *tables, uint32_t total)
{
    size_t count = tables->ways[total][total];

    if (!tables->sides[total])
        tables->sides[total] = calloc(count, sizeof *tables->sides[total]);
    if (!tables->quiet[total])
        tables->quiet[total] = calloc(count, count);
    return tables->sides[total] && tables->quiet[total];
}

/* A move of A threatens with each of its ends on one side and each on the other. B has to take one of the two of every such
 * pair, but not put the one into the other, and to make no threat: A would complete it. */
static bool meets_all(const struct half *tile, const struct half *cell, const struct reply *u, const struct reply *e)
{
    for (unsigned i = 1; i <= 2; i++)
        for (unsigned j = 1; j <= 2; j++)
            if (tile->ends & i && cell->ends & j && (u->takes == i) == (e->takes == j))
                return false;
    return u->lonely || e->lonely;
}

/* What the search needs of the case in hand. */
struct search {
    struct tables *tables;
    struct work *work;
    enum outcome outcome; /* OUTCOME_SOLVED as long as nothing has ended it */
};

static bool a_wins_quiet(struct search *search, uint32_t total, uint32_t tiles, uint32_t cells);

static bool b_has_reply(struct search *search, uint32_t total, const struct half *tile, const struct half *cell)
{
    for (size_t i = 0; i < tile->count; i++)
        for (size_t j = 0; j < cell->count; j++)
            if (meets_all(tile, cell, &tile->replies[i], &cell->replies[j]) &&
                !a_wins_quiet(search, total - 2, tile->replies[i].after, cell->replies[j].after))
                return true;
    return false;
}

static bool a_has_move(struct search *search, uint32_t total, const struct side *tiles, const struct side *cells)
{
    for (size_t i = 0; i < tiles->count; i++)
        for (size_t j = 0; j < cells->count; j++)
            if (!b_has_reply(search, total, &tiles->halves[i], &cells->halves[j]))
                return true;
    return false;
}

/* With one turn left A fills in the last cell and completes nothing. */
static bool a_wins_quiet(struct search *search, uint32_t total, uint32_t tiles, uint32_t cells)
{
    struct tables *tables = search->tables;
    uint8_t *known;
    const struct side *a, *b;
    bool wins;

    if (total < 2 || search->outcome != OUTCOME_SOLVED)
        return false;
    if (!open_total(tables, total)) {
        search->outcome = OUTCOME_NO_MEMORY;
        return false;
    }
    known = &tables->quiet[total][tiles * tables->ways[total][total] + cells];
    if (*known != UNKNOWN)
        return *known == A_WINS;
    a = side_of(tables, total, tiles);
    b = side_of(tables, total, cells);
    if (!a || !b)
        search->outcome = OUTCOME_NO_MEMORY;
    else if (!work_spend(search->work, 1))
        search->outcome = OUTCOME_LIMIT;
    if (search->outcome != OUTCOME_SOLVED)
        return false;
    wins = a_has_move(search, total, a, b);
    if (search->outcome == OUTCOME_SOLVED)
        *known = wins ? A_WINS : B_WINS;
    return wins;
}

struct position {
    uint32_t turns;
    uint64_t tiles, cells;           /* the free ones */
    uint32_t cell_of[TILES_MAX + 1]; /* 0: unused */
    bool has_pair;
};

/* Does every way to complete a pair meet this move in its tile or in its cell, but not in both? With tile and cell 0: is there
 * none? */
static bool meets_threats(const struct position *position, uint32_t n, uint64_t tile, uint64_t cell)
{
    for (uint32_t i = 1; i <= n; i++) {
        uint64_t us = position->tiles & beside((uint64_t)1 << i), es = position->cells & beside((uint64_t)1 << position->cell_of[i]);

        for (; position->cell_of[i] && us; us &= us - 1)
            for (uint64_t e = es; e; e &= e - 1)
                if (((us & -us) == tile) == ((e & -e) == cell))
                    return false;
    }
    return true;
}

static bool b_has_move(struct search *search, const struct position *position, uint32_t n)
{
    const struct tables *tables = search->tables;

    for (uint64_t us = position->tiles; us; us &= us - 1)
        for (uint64_t es = position->cells; es; es &= es - 1) {
            uint64_t tile = us & -us, cell = es & -es;
            uint64_t tiles = position->tiles & ~tile, cells = position->cells & ~cell;

            if (((tiles & beside(tile)) && (cells & beside(cell))) || !meets_threats(position, n, tile, cell))
                continue;
            if (!a_wins_quiet(search, n - position->turns - 1, partition_of(tables, tiles), partition_of(tables, cells)))
                return true;
        }
    return false;
}

static bool a_wins(struct search *search, const struct position *position, uint32_t n)
{
    const struct tables *tables = search->tables;

    if (position->has_pair || position->turns == n)
        return position->has_pair;
    if (position->turns % 2 == 1)
        return !b_has_move(search, position, n);
    return !meets_threats(position, n, 0, 0) ||
           a_wins_quiet(search, n - position->turns, partition_of(tables, position->tiles),
                        partition_of(tables, position->cells));
}

static void take_turn(struct position *position, uint32_t n, struct adjacent_turn turn)
{
    for (uint32_t i = turn.tile - 1; i <= turn.tile + 1; i += 2)
        if (i >= 1 && i <= n && position->cell_of[i])
            position->has_pair |= position->cell_of[i] + 1 == turn.cell || turn.cell + 1 == position->cell_of[i];
    position->cell_of[turn.tile] = turn.cell;
    position->tiles &= ~((uint64_t)1 << turn.tile);
    position->cells &= ~((uint64_t)1 << turn.cell);
    position->turns++;
}

static enum outcome judge_runs(struct tables *tables, const struct adjacent_instance *whole, struct work *work, uint8_t *winner)
{
    struct search search = {tables, work, OUTCOME_SOLVED};
    struct position position = {.tiles = (((uint64_t)1 << whole->n) - 1) << 1};

    position.cells = position.tiles;
    for (uint32_t i = 0; i <= whole->n; i++) {
        winner[i] = a_wins(&search, &position, whole->n) ? ADJACENT_A : ADJACENT_B;
        if (i < whole->n)
            take_turn(&position, whole->n, whole->turns[i]);
    }
    return search.outcome;
}

/* ---- both */

static void *open_context(void)
{
    struct tables *tables = calloc(1, sizeof *tables);

    for (uint32_t total = 0; tables && total <= TILES_MAX; total++)
        for (uint32_t length = 0; length <= TILES_MAX; length++)
            tables->ways[total][length] =
                total == 0 ? 1
                : length == 0 ? 0
                : tables->ways[total][length - 1] + (total >= length ? tables->ways[total - length][length] : 0);
    return tables;
}

static void close_context(void *context)
{
    struct tables *tables = context;

    for (uint32_t n = 0; n <= BOARD_MAX; n++)
        free(tables->verdicts[n]);
    for (uint32_t total = 0; total <= TILES_MAX; total++) {
        free(tables->sides[total]);
        free(tables->quiet[total]);
    }
    arena_free(&tables->arena);
    free(tables);
}

static const char *refuses(const void *instance)
{
    return ((const struct adjacent_instance *)instance)->n > TILES_MAX ? "more than 28 tiles" : NULL;
}

static void count_mistakes(struct adjacent_answer *result, uint32_t n)
{
    result->mistakes[ADJACENT_A] = result->mistakes[ADJACENT_B] = 0;
    for (uint32_t i = 1; i <= n; i++) {
        enum adjacent_player mover = i % 2 == 0 ? ADJACENT_B : ADJACENT_A; /* of the turn before */

        if (result->winner[i - 1] == mover && result->winner[i] != mover)
            result->mistakes[mover]++;
    }
}

static enum outcome solve_by_runs(void *context, const void *instance, struct work *work, void *answer)
{
    const struct adjacent_instance *whole = instance;
    struct adjacent_answer *result = answer;
    enum outcome outcome;

    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    outcome = judge_runs(context, whole, work, result->winner);
    count_mistakes(result, whole->n);
    return outcome;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct adjacent_instance *whole = instance;
    struct adjacent_answer *result = answer;
    struct game game;

    if (whole->n > BOARD_MAX)
        return solve_by_runs(context, instance, work, answer);
    if (!game_start(&game, context, whole->n, work))
        return OUTCOME_NO_MEMORY;
    if (!judge_boards(&game, whole, result->winner))
        return OUTCOME_LIMIT;
    count_mistakes(result, whole->n);
    return OUTCOME_SOLVED;
}

extern const struct variant adjacent_oracle, adjacent_oracle_by_runs;
const struct variant adjacent_oracle = {
    .name = "oracle",
    .summary = "the whole game tree: over boards up to 8 tiles, above over runs where no pair threatens",
    .bound = "(n + 1)^n or p(n)^2 bytes of memory in the context, O(n^2) or O(n^4) each, once",
    .domain = "at most 28 tiles",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .open = open_context,
    .close = close_context,
    .solve = solve,
};

/* For the tests: the second half where the first would answer. */
const struct variant adjacent_oracle_by_runs = {
    .name = "oracle_by_runs",
    .summary = "the whole game tree over runs",
    .bound = "p(n)^2 bytes of memory in the context, O(n^4) each, once",
    .domain = "at most 28 tiles",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .open = open_context,
    .close = close_context,
    .solve = solve_by_runs,
};
