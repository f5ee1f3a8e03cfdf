/* Planted bugs of Adjacent and Consecutive judge positions anew: the right variant `closed_form` says who
 * wins each, then a rule with a mistake says it again for the positions that it is about, and the moves are
 * counted from that. */
#ifndef ASSAY_PLANTED_ADJACENT_H
#define ASSAY_PLANTED_ADJACENT_H

#include <string.h>

#include "core/adjacent/adjacent.h"

extern const struct variant adjacent_closed_form;

enum { TILES, CELLS };

/* A position before any pair stands. */
struct board {
    uint32_t n;
    uint32_t turn;        /* from 0 */
    uint32_t left;        /* turns */
    uint32_t *partner[2]; /* by tile its cell, by cell its tile; 0: none; past both ends n + 3 */
    void *memory;         /* the context */
};

/* Who wins? `right` says who really does. */
typedef uint8_t position_rule(const struct board *board, uint8_t right);

/* Pairs (tile, cell) whose play would complete a pair; with one direction only where a mask bit is missing: 1
 * tile - 1, 2 tile + 1, 4 cell - 1, 8 cell + 1. */
static inline uint32_t count_threats(const struct board *board, unsigned directions)
{
    uint32_t threats = 0;

    for (uint32_t tile = 1; tile <= board->n; tile++) {
        uint32_t cell = board->partner[TILES][tile];

        for (unsigned i = 0; cell && i < 4; i++)
            threats += (directions >> (i & 1) & 1) && (directions >> (2 + (i >> 1)) & 1) &&
                       !board->partner[TILES][i & 1 ? tile + 1 : tile - 1] &&
                       !board->partner[CELLS][i & 2 ? cell + 1 : cell - 1];
    }
    return threats;
}

enum { ALL_DIRECTIONS = 15 };

/* Something summed over the runs of a side. */
static inline uint32_t sum_runs(const struct board *board, int side, uint32_t (*of_run)(uint32_t run))
{
    uint32_t run = 0, sum = 0;

    for (uint32_t i = 1; i <= board->n + 1; i++) {
        if (i <= board->n && !board->partner[side][i]) {
            run++;
            continue;
        }
        sum += run ? of_run(run) : 0;
        run = 0;
    }
    return sum;
}

static inline uint32_t half_of(uint32_t run)
{
    return run / 2;
}

static inline uint32_t is_long(uint32_t run)
{
    return run >= 3;
}

static inline uint32_t halves_of(const struct board *board)
{
    return sum_runs(board, TILES, half_of) + sum_runs(board, CELLS, half_of);
}

static inline bool are_both_long(const struct board *board)
{
    return sum_runs(board, TILES, is_long) && sum_runs(board, CELLS, is_long);
}

static inline bool is_as_turn(const struct board *board)
{
    return board->turn % 2 == ADJACENT_A && board->left;
}

/* Neither won at once nor in two: what the theorems are about. */
static inline bool is_quiet(const struct board *board)
{
    return !count_threats(board, ALL_DIRECTIONS) && !are_both_long(board);
}

static inline uint8_t winner_if(bool a_wins)
{
    return a_wins ? ADJACENT_A : ADJACENT_B;
}

/* Places the tile of the turn; true where that completes a pair. */
static inline bool place(struct board *board, struct adjacent_turn turn)
{
    uint32_t before = board->partner[CELLS][turn.cell - 1], after = board->partner[CELLS][turn.cell + 1];
    bool pair = before + 1 == turn.tile || before == turn.tile + 1 || after + 1 == turn.tile ||
                after == turn.tile + 1;

    board->partner[TILES][turn.tile] = turn.cell;
    board->partner[CELLS][turn.cell] = turn.tile;
    board->turn++;
    board->left--;
    return pair && (before || after);
}

static inline bool open_board(struct board *board, const struct adjacent_instance *game, struct arena *arena)
{
    *board = (struct board){.n = game->n, .left = game->n};
    for (int side = 0; side < 2; side++) {
        board->partner[side] = arena_zalloc(arena, (size_t)game->n + 2, sizeof *board->partner[side]);
        if (!board->partner[side])
            return false;
        board->partner[side][0] = board->partner[side][game->n + 1] = game->n + 3;
    }
    return true;
}

static inline void count_mistakes(const struct adjacent_instance *game, struct adjacent_answer *answer)
{
    answer->mistakes[ADJACENT_A] = answer->mistakes[ADJACENT_B] = 0;
    for (uint32_t i = 0; i < game->n; i++)
        answer->mistakes[i % 2] += answer->winner[i] == i % 2 && answer->winner[i + 1] != i % 2;
}

static inline enum outcome judge_by(position_rule *rule, void *memory, const void *instance,
                                    struct work *work, void *answer)
{
    const struct adjacent_instance *game = instance;
    struct adjacent_answer *result = answer;
    enum outcome outcome = adjacent_closed_form.solve(NULL, instance, work, answer);
    struct board board;
    bool pair = false;

    if (outcome != OUTCOME_SOLVED)
        return outcome;
    if (!open_board(&board, game, work->arena))
        return OUTCOME_NO_MEMORY;
    board.memory = memory;
    for (uint32_t i = 0; i <= game->n && !pair; i++) {
        result->winner[i] = rule(&board, result->winner[i]);
        pair = i < game->n && place(&board, game->turns[i]);
    }
    count_mistakes(game, result);
    return OUTCOME_SOLVED;
}

#endif
