/* Adjacent and Consecutive: the instance and the answer, what the parser makes and the variants read and
 * write.
 *
 * Tiles, cells and turns: tiles and cells are numbered 1 .. n as in the input; turn i (from 0) is A's where i
 * is even. Position i is the board after i turns, so position 0 is the empty board and position n the full
 * one. */
#ifndef ASSAY_ADJACENT_H
#define ASSAY_ADJACENT_H

#include <stdint.h>

#include "../puzzle.h"

enum { ADJACENT_TILES_MAX = 1000000 };

enum adjacent_player { ADJACENT_A, ADJACENT_B };

struct adjacent_turn {
    uint32_t tile;
    uint32_t cell;
};

struct adjacent_instance {
    uint32_t n;                        /* 1 .. ADJACENT_TILES_MAX */
    const struct adjacent_turn *turns; /* n of them: all tiles different, all cells too */
};

/* Only the mistakes are printed. The winners are what they are counted from; they are kept so that variants
 * can be compared position by position, where two wrong verdicts could not cancel out. */
struct adjacent_answer {
    uint32_t mistakes[2]; /* A's, B's */
    uint8_t winner[];     /* n + 1 of them: which player can force a win from position i */
};

#endif
