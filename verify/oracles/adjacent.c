/* The oracle of Adjacent and Consecutive: the whole game tree over the board.
 *
 * A board is the tile in each cell, 0 where there is none, read as a number in base n + 1; each of them has
 * its place in a table, filled in when it is first asked for. A game is judged on the full board and nowhere
 * before: a pair that stands is no shortcut, nor is a threat, and all moves are tried until one of them wins.
 * Tables are kept in the context from case to case, so that all games of n tiles together cost one walk
 * through the tree.
 *
 * Bound: one table of (n + 1)^n bytes for each n, of which the sum over k of C(n, k)^2 k! are used: 1 441 729
 * for n = 8; O(n^2) a board, once. Domain: at most 8 tiles. A step is a board looked into. Source: the rules.
 * Rejected: a hash of boards, which would save memory that nothing else wants here. */
#include <stdlib.h>

#include "core/adjacent/adjacent.h"

enum { TILES_MAX = 8 };

enum verdict { UNKNOWN, A_WINS, B_WINS };

/* The winner with best play from each board: [n][board]. */
struct tables {
    uint8_t *verdicts[TILES_MAX + 1];
};

struct game {
    uint8_t *verdicts;
    struct work *work;
    bool spent;
    uint32_t n;
    uint32_t place[TILES_MAX]; /* a tile in cell i adds place[i] times its number to the board's */
    uint32_t cells[TILES_MAX]; /* the board */
    bool used[TILES_MAX + 1];  /* the tiles on it */
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

static void *open_context(void)
{
    return calloc(1, sizeof(struct tables));
}

static void close_context(void *context)
{
    struct tables *tables = context;

    for (uint32_t n = 0; n <= TILES_MAX; n++)
        free(tables->verdicts[n]);
    free(tables);
}

static const char *refuses(const void *instance)
{
    return ((const struct adjacent_instance *)instance)->n > TILES_MAX ? "more than 8 tiles" : NULL;
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

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct adjacent_instance *whole = instance;
    struct adjacent_answer *result = answer;
    struct game game;
    uint32_t board = 0;

    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    if (!game_start(&game, context, whole->n, work))
        return OUTCOME_NO_MEMORY;
    result->mistakes[ADJACENT_A] = result->mistakes[ADJACENT_B] = 0;
    for (uint32_t i = 0; i <= whole->n; i++) {
        enum adjacent_player mover = i % 2 == 0 ? ADJACENT_B : ADJACENT_A; /* of the turn before */

        result->winner[i] = play(&game, board, i) == A_WINS ? ADJACENT_A : ADJACENT_B;
        if (game.spent)
            return OUTCOME_LIMIT;
        if (i > 0 && result->winner[i - 1] == mover && result->winner[i] != mover)
            result->mistakes[mover]++;
        if (i < whole->n) {
            put(&game, whole->turns[i].cell - 1, whole->turns[i].tile);
            board += whole->turns[i].tile * game.place[whole->turns[i].cell - 1];
        }
    }
    return OUTCOME_SOLVED;
}

extern const struct variant adjacent_oracle;
const struct variant adjacent_oracle = {
    .name = "oracle",
    .summary = "the whole game tree over the board, each board once",
    .bound = "O((n + 1)^n) memory in the context, O(n^2) a board, once",
    .domain = "at most 8 tiles",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .open = open_context,
    .close = close_context,
    .solve = solve,
};
