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

/* Who wins; the last: the work limit was met. */
enum winner { A_WINS = ADJACENT_A, B_WINS = ADJACENT_B, UNDECIDED };

struct search {
    struct work *work;
    unsigned n;
    uint8_t board[TILES_MAX]; /* the tile in cell i + 1, 0: none */
    bool used[TILES_MAX];     /* tile i + 1 */
};

static const char *refuses(const void *instance)
{
    return ((const struct adjacent_instance *)instance)->n > TILES_MAX ? "more than 6 tiles" : NULL;
}

static enum winner judge(const struct search *search)
{
    for (unsigned i = 1; i < search->n; i++) {
        int difference = search->board[i - 1] - search->board[i];

        if (difference == 1 || difference == -1)
            return A_WINS;
    }
    return B_WINS;
}

static enum winner find_winner(struct search *search, unsigned turn)
{
    enum winner other = turn % 2 == ADJACENT_A ? B_WINS : A_WINS;

    if (!work_spend(search->work, 1))
        return UNDECIDED;
    COUNT(search->work->counters, nodes, 1);
    if (turn == search->n)
        return judge(search);
    for (unsigned cell = 0; cell < search->n; cell++) {
        if (search->board[cell])
            continue;
        for (unsigned tile = 0; tile < search->n; tile++) {
            enum winner winner;

            if (search->used[tile])
                continue;
            search->used[tile] = true;
            search->board[cell] = (uint8_t)(tile + 1);
            winner = find_winner(search, turn + 1);
            search->board[cell] = 0;
            search->used[tile] = false;
            if (winner != other)
                return winner;
        }
    }
    return other;
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
        enum winner winner = find_winner(&search, i);

        if (winner == UNDECIDED)
            return OUTCOME_LIMIT;
        result->winner[i] = (uint8_t)winner;
        if (i && result->winner[i - 1] != winner)
            result->mistakes[result->winner[i - 1]]++; /* who had won has erred */
        if (i < game->n) {
            search.used[game->turns[i].tile - 1] = true;
            search.board[game->turns[i].cell - 1] = (uint8_t)game->turns[i].tile;
        }
    }
    return OUTCOME_SOLVED;
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
