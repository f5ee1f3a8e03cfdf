/* adjacent naive: the full game tree on the board.
 *
 * From each position of the game every tile is tried in every cell, down to the full board, where the rules
 * say who has won; a player who has found a winning move looks no further. Nothing is remembered and nothing
 * is known about the game: this is the definition, and what every other variant is measured against.
 *
 * Bound: O(n!^2) time, O(n) memory. Domain: n <= 6. A step is a node.
 * Source: the statement. Rejected: telling a win as soon as a pair stands, which is a theorem already, if a
 * small one. */
#include "adjacent.h"

enum { TILES_MAX = 6 };

struct search {
    struct work *work;
    unsigned n;
    uint8_t board[TILES_MAX + 2]; /* the tile in each cell, 0: none; cells 0 and n + 1 stay empty */
    bool used[TILES_MAX + 1];     /* by tile */
    bool limited;                 /* the work limit was met: what is returned means nothing any more */
};

static const char *refuses(const void *instance)
{
    return ((const struct adjacent_instance *)instance)->n > TILES_MAX ? "more than 6 tiles" : NULL;
}

static uint8_t judge(const struct search *search)
{
    for (unsigned cell = 1; cell < search->n; cell++) {
        int difference = search->board[cell] - search->board[cell + 1];

        if (difference == 1 || difference == -1)
            return ADJACENT_A;
    }
    return ADJACENT_B;
}

static uint8_t find_winner(struct search *search, unsigned turn)
{
    uint8_t mover = turn % 2;

    COUNT(search->work->counters, nodes, 1);
    if (search->limited || !work_spend(search->work, 1)) {
        search->limited = true;
        return mover;
    }
    if (turn == search->n)
        return judge(search);
    for (unsigned cell = 1; cell <= search->n; cell++) {
        if (search->board[cell])
            continue;
        for (uint8_t tile = 1; tile <= search->n; tile++) {
            uint8_t winner;

            if (search->used[tile])
                continue;
            search->used[tile] = true;
            search->board[cell] = tile;
            winner = find_winner(search, turn + 1);
            search->board[cell] = 0;
            search->used[tile] = false;
            if (winner == mover)
                return mover;
        }
    }
    return !mover;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_answer *result = answer;
    struct search search = {.work = work, .n = game->n};

    (void)context;
    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    *result = (struct adjacent_answer){0};
    for (unsigned i = 0; i <= game->n; i++) {
        result->winner[i] = find_winner(&search, i);
        if (i < game->n) {
            search.used[game->turns[i].tile] = true;
            search.board[game->turns[i].cell] = (uint8_t)game->turns[i].tile;
        }
    }
    for (unsigned i = 0; i < game->n; i++)
        if (result->winner[i] == i % 2 && result->winner[i + 1] != i % 2)
            result->mistakes[i % 2]++;
    return search.limited ? OUTCOME_LIMIT : OUTCOME_SOLVED;
}

extern const struct variant adjacent_naive;
const struct variant adjacent_naive = {
    .name = "naive",
    .summary = "the full game tree on the board",
    .bound = "O(n!^2) time, O(n) memory",
    .domain = "at most 6 tiles",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
