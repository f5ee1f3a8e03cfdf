/* Chocolate Fix: the instance that the parser makes and the variants read, and the answer that they make.
 *
 * The board has SIDE rows and SIDE columns; cells are numbered in reading order. A piece is shape * SIDE +
 * flavour, with the shapes S R T and the flavours V S C as 0 1 2: one piece for each pair, each on the board
 * once. The published game has SIDE 3; the searching variants are written over the constant, so that 4x4
 * boards (16 pieces, masks of 16 bits) need no other code. */
#ifndef ASSAY_CHOCOLATE_H
#define ASSAY_CHOCOLATE_H

#include <stdint.h>

#include "../puzzle.h"

enum {
    CHOCOLATE_SIDE = 3, /* rows, columns, shapes, flavours */
    CHOCOLATE_CELLS = CHOCOLATE_SIDE * CHOCOLATE_SIDE,
    CHOCOLATE_FREE = CHOCOLATE_SIDE, /* stands for `_` in the place of a shape or a flavour */
    CHOCOLATE_CODES = (CHOCOLATE_SIDE + 1) * (CHOCOLATE_SIDE + 1),
    CHOCOLATE_CODE_FREE = CHOCOLATE_CODES - 1, /* `__` */
    CHOCOLATE_CLUES_MAX = 10
};

/* A rectangle of codes that fits somewhere on the board. It moves, it never turns. */
struct chocolate_clue {
    uint8_t height; /* 1 .. SIDE */
    uint8_t width;  /* 1 .. SIDE */
    /* shape * (SIDE + 1) + flavour, either perhaps FREE; row by row, height * width of them, the rest zero.
     */
    uint8_t codes[CHOCOLATE_CELLS];
};

struct chocolate_instance {
    uint8_t count;                                    /* 0 .. CLUES_MAX */
    struct chocolate_clue clues[CHOCOLATE_CLUES_MAX]; /* those past count are all zero */
};

enum chocolate_boards { CHOCOLATE_NONE, CHOCOLATE_ONE, CHOCOLATE_MANY };

struct chocolate_answer {
    uint8_t boards; /* enum chocolate_boards: how many boards keep all clues */
    /* The first of them, compared cell by cell in reading order; all zero where there is none. */
    uint8_t cells[CHOCOLATE_CELLS];
};

static inline uint8_t chocolate_code(unsigned shape, unsigned flavour)
{
    return (uint8_t)(shape * (CHOCOLATE_SIDE + 1) + flavour);
}

static inline unsigned chocolate_shape(unsigned code)
{
    return code / (CHOCOLATE_SIDE + 1);
}

static inline unsigned chocolate_flavour(unsigned code)
{
    return code % (CHOCOLATE_SIDE + 1);
}

#endif
