/* What can be said of an answer from the rules alone: the winner changes only by a mistake of the player who
 * moves and not on the last turn; the mistakes are these changes; A wins where a pair stands, or where a pair
 * can be completed on A's turn; B wins a full board without one.
 *
 * What this leaves open is who wins the positions between: that is what the variants are for. The board is
 * followed only where it fits on the stack, since a check has no arena. */
#include "parts.h"

enum { FOLLOWED_MAX = 1000, OFF_BOARD = ADJACENT_TILES_MAX + 2 };

uint32_t adjacent_first_pair(const struct adjacent_instance *game, uint32_t *board)
{
    for (uint32_t cell = 0; cell <= game->n + 1; cell++)
        board[cell] = 0;
    for (uint32_t i = 0; i < game->n; i++) {
        uint32_t tile = game->turns[i].tile, cell = game->turns[i].cell;
        uint32_t left = board[cell - 1], right = board[cell + 1];

        if (left == tile + 1 || (left && left + 1 == tile) || right == tile + 1 ||
            (right && right + 1 == tile))
            return i;
        board[cell] = tile;
    }
    return game->n;
}

static const char *check_changes(const struct adjacent_instance *game, const struct adjacent_answer *answer)
{
    uint32_t mistakes[2] = {0, 0};

    for (uint32_t i = 0; i < game->n; i++) {
        uint8_t mover = i % 2;

        if (answer->winner[i] > ADJACENT_B || answer->winner[i + 1] > ADJACENT_B)
            return "a winner who is neither player";
        if (answer->winner[i] != mover && answer->winner[i + 1] == mover)
            return "a move that wins a lost position";
        mistakes[mover] += answer->winner[i] != answer->winner[i + 1];
    }
    if (mistakes[0] != answer->mistakes[0] || mistakes[1] != answer->mistakes[1])
        return "mistakes that are not the changes of the winner";
    if (answer->winner[game->n - 1] != answer->winner[game->n])
        return "a mistake on the last turn";
    if (game->n > 1 && answer->winner[0] != ADJACENT_A)
        return "an empty board that is lost for A";
    return NULL;
}

struct board {
    uint32_t tile_in[FOLLOWED_MAX + 2]; /* by cell; 0: empty */
    uint32_t cell_of[FOLLOWED_MAX + 2]; /* by tile; 0: unused */
};

/* In how many ways the tile, where it lies, could be made part of a pair by the next turn. */
static uint32_t count_threats(const struct board *board, uint32_t tile)
{
    uint32_t cell = board->cell_of[tile];

    if (!cell || cell == OFF_BOARD)
        return 0;
    return (uint32_t)(!board->cell_of[tile - 1] + !board->cell_of[tile + 1]) *
           (uint32_t)(!board->tile_in[cell - 1] + !board->tile_in[cell + 1]);
}

/* Of the tiles for which a turn changes something: those beside the tile, those beside the cell. */
static uint32_t count_threats_around(const struct board *board, struct adjacent_turn turn)
{
    uint32_t left = board->tile_in[turn.cell - 1], right = board->tile_in[turn.cell + 1];

    return count_threats(board, turn.tile - 1) + count_threats(board, turn.tile + 1) +
           (left == OFF_BOARD ? 0 : count_threats(board, left)) +
           (right == OFF_BOARD ? 0 : count_threats(board, right));
}

/* Everything up to the turn that completes a pair, or to the full board. */
static const char *check_positions(const struct adjacent_instance *game, const struct adjacent_answer *answer,
                                   uint32_t pair)
{
    struct board board = {0};
    uint32_t threats = 0;

    board.tile_in[0] = board.tile_in[game->n + 1] = board.cell_of[0] = board.cell_of[game->n + 1] = OFF_BOARD;
    for (uint32_t i = 0; i < pair; i++) {
        struct adjacent_turn turn = game->turns[i];

        if (i % 2 == ADJACENT_A && threats && answer->winner[i] != ADJACENT_A)
            return "a pair that A can complete, and B wins";
        threats -= count_threats_around(&board, turn);
        board.tile_in[turn.cell] = turn.tile;
        board.cell_of[turn.tile] = turn.cell;
        threats += count_threats_around(&board, turn) + count_threats(&board, turn.tile);
    }
    if (pair == game->n)
        return answer->winner[pair] == ADJACENT_B ? NULL : "a full board without a pair, and A wins";
    for (uint32_t i = pair + 1; i <= game->n; i++)
        if (answer->winner[i] != ADJACENT_A)
            return "a pair stands, and B wins";
    return NULL;
}

const char *adjacent_check(const void *instance, const void *answer)
{
    const struct adjacent_instance *game = instance;
    const char *fault = check_changes(game, answer);
    uint32_t board[FOLLOWED_MAX + 2];

    if (fault || game->n > FOLLOWED_MAX)
        return fault;
    return check_positions(game, answer, adjacent_first_pair(game, board));
}
