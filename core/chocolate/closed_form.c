/* chocolate closed_form: set algebra over all boards.
 *
 * For each cell and each code the set of boards that keep the code there is a bitset over the 9! boards in
 * the order of the answer. A clue is the OR over its places of the AND over its cells, the answer is the AND
 * of the clues: its lowest bit is the first board, its population count says how many there are. No search,
 * no propagation: it shares no idea with the other variants.
 *
 * Kept flat, the 54 sets (a cell, a shape or flavour) of 45 kB each are read from the second or third cache.
 * But they have structure: the boards fall into 504 blocks with the same top row, of the 720 orders of the
 * six pieces left. Within a block a set of a top cell is all or nothing, one bit per block; a set of a lower
 * cell is "this cell has one of these of the six", the same 6 * 64 slices for all blocks. So the tables are
 * 55 kB, and blocks in which a top cell is wrong or a piece wanted below lies on top are never touched.
 *
 * Bound: O(9! / 64 * fixed cells * places) word operations; 55 kB in the context. Domain: all. A step is a
 * block. Source: the set algebra of the spec; rejected: the flat sets, for the memory traffic. */
#include "chocolate.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(CHOCOLATE_SIDE == 3, "the bitset over all boards is made for 9! boards: 16! are too many");

enum {
    TOP = CHOCOLATE_SIDE,        /* cells of the top row */
    LOW = CHOCOLATE_CELLS - TOP, /* cells below it */
    BLOCKS = 9 * 8 * 7,          /* top rows */
    ORDERS = 6 * 5 * 4 * 3 * 2,  /* of the pieces left */
    BLOCK_WORDS = (BLOCKS + 63) / 64,
    WORDS = (ORDERS + 63) / 64,
    CHOICES = 1 << LOW /* subsets of the pieces left */
};

struct slice {
    uint64_t words[WORDS];
};

struct tables {
    /* Orders of the six pieces left in which the low cell has one of the chosen (by their rank among the
     * six). */
    struct slice slices[LOW][CHOICES];
    uint8_t orders[ORDERS][LOW];
    uint8_t tops[BLOCKS][TOP];
    /* Blocks with a piece of the code on the top cell, and those with one below. */
    uint64_t blocks[TOP][CHOCOLATE_CODES][BLOCK_WORDS];
    uint64_t below[CHOCOLATE_CODES][BLOCK_WORDS];
    /* The code's pieces as a subset of the block's six. */
    uint8_t choices[BLOCKS][CHOCOLATE_CODES];
};

/* A clue at a place: the blocks that its top cells allow, and what it wants of the low cells. */
struct place {
    uint64_t blocks[BLOCK_WORDS];
    uint8_t low_count;
    uint8_t cells[LOW];
    uint8_t codes[LOW];
};

struct clue {
    uint8_t place_count;
    struct place places[CHOCOLATE_CELLS];
};

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

static unsigned pieces_of(unsigned code)
{
    static const unsigned shapes[] = {0x007, 0x038, 0x1c0, 0x1ff};
    static const unsigned flavours[] = {0x049, 0x092, 0x124, 0x1ff};

    return shapes[chocolate_shape(code)] & flavours[chocolate_flavour(code)];
}

/* The n-th of the set's bits, from 0 on. */
static unsigned nth_of(unsigned set, unsigned n)
{
    for (; n; n--)
        set &= set - 1;
    return (unsigned)__builtin_ctz(set);
}

static void fill_slices(struct tables *tables)
{
    for (unsigned order = 0; order < ORDERS; order++) {
        unsigned left = CHOICES - 1, rest = order, orders = ORDERS;

        /* The order's digits in the factorial number system pick from those left. */
        for (unsigned cell = 0; cell < LOW; cell++) {
            unsigned rank;

            orders /= LOW - cell;
            rank = nth_of(left, rest / orders);
            rest %= orders;
            left &= ~(1U << rank);
            tables->orders[order][cell] = (uint8_t)rank;
            for (unsigned choice = 0; choice < CHOICES; choice++)
                tables->slices[cell][choice].words[order / 64] |= (uint64_t)(choice >> rank & 1)
                                                                  << (order % 64);
        }
    }
}

/* The bits of `set` at the places of the bits of `mask`, moved together. */
static unsigned compress(unsigned set, unsigned mask)
{
    unsigned result = 0;

    for (unsigned bit = 0; mask; mask &= mask - 1, bit++)
        result |= (set >> __builtin_ctz(mask) & 1) << bit;
    return result;
}

static void fill_block(struct tables *tables, unsigned block, const uint8_t *top)
{
    unsigned left = 0x1ff & ~(1U << top[0] | 1U << top[1] | 1U << top[2]);

    memcpy(tables->tops[block], top, TOP);
    for (unsigned code = 0; code < CHOCOLATE_CODES; code++) {
        unsigned pieces = pieces_of(code);

        tables->choices[block][code] = (uint8_t)compress(pieces, left);
        tables->below[code][block / 64] |= (uint64_t)(tables->choices[block][code] != 0) << (block % 64);
        for (unsigned cell = 0; cell < TOP; cell++)
            tables->blocks[cell][code][block / 64] |=
                (uint64_t)(pieces >> tables->tops[block][cell] & 1) << (block % 64);
    }
}

static void *open(void)
{
    struct tables *tables = calloc(1, sizeof *tables);
    unsigned block = 0;

    if (!tables)
        return NULL;
    fill_slices(tables);
    for (uint8_t a = 0; a < CHOCOLATE_CELLS; a++)
        for (uint8_t b = 0; b < CHOCOLATE_CELLS; b++)
            for (uint8_t c = 0; c < CHOCOLATE_CELLS; c++)
                if (a != b && a != c && b != c)
                    fill_block(tables, block++, (const uint8_t[]){a, b, c});
    return tables;
}

static void prepare_place(const struct tables *tables, const struct chocolate_clue *clue, unsigned corner,
                          struct place *place)
{
    memset(place->blocks, 0xff, sizeof place->blocks);
    place->low_count = 0;
    for (unsigned i = 0; i < (unsigned)clue->height * clue->width; i++) {
        unsigned cell = corner + i / clue->width * CHOCOLATE_SIDE + i % clue->width;

        const uint64_t *blocks =
            cell < TOP ? tables->blocks[cell][clue->codes[i]] : tables->below[clue->codes[i]];

        for (unsigned word = 0; word < BLOCK_WORDS; word++)
            place->blocks[word] &= blocks[word];
        if (cell >= TOP && clue->codes[i] != CHOCOLATE_CODE_FREE) {
            place->cells[place->low_count] = (uint8_t)(cell - TOP);
            place->codes[place->low_count++] = clue->codes[i];
        }
    }
}

/* Fills in the places, and takes from `blocks` those in which the clue has none. */
static void prepare_clue(const struct tables *tables, const struct chocolate_clue *source, struct clue *clue,
                         uint64_t blocks[BLOCK_WORDS])
{
    uint64_t some[BLOCK_WORDS] = {0};

    clue->place_count = 0;
    for (unsigned top = 0; top + source->height <= CHOCOLATE_SIDE; top++) {
        for (unsigned left = 0; left + source->width <= CHOCOLATE_SIDE; left++) {
            struct place *place = &clue->places[clue->place_count++];

            prepare_place(tables, source, top * CHOCOLATE_SIDE + left, place);
            for (unsigned word = 0; word < BLOCK_WORDS; word++)
                some[word] |= place->blocks[word];
        }
    }
    for (unsigned word = 0; word < BLOCK_WORDS; word++)
        blocks[word] &= some[word];
}

/* Takes from `boards`, the block's, those that break the clue; false when none is left. */
static bool keep_clue(const struct tables *tables, const struct clue *clue, unsigned block,
                      struct slice *boards, struct work *work)
{
    struct slice kept = {{0}};
    uint64_t any = 0;

    for (unsigned i = 0; i < clue->place_count; i++) {
        const struct place *place = &clue->places[i];
        struct slice slice = *boards;

        if (!(place->blocks[block / 64] >> (block % 64) & 1))
            continue;
        if (place->low_count == 0)
            return true;
        for (unsigned cell = 0; cell < place->low_count; cell++) {
            const struct slice *set =
                &tables->slices[place->cells[cell]][tables->choices[block][place->codes[cell]]];

            COUNT(work->counters, words, WORDS);
            for (unsigned word = 0; word < WORDS; word++)
                slice.words[word] &= set->words[word];
        }
        for (unsigned word = 0; word < WORDS; word++)
            kept.words[word] |= slice.words[word];
    }
    for (unsigned word = 0; word < WORDS; word++)
        any |= kept.words[word];
    *boards = kept;
    return any != 0;
}

/* Counts the block's boards and, if they are the first, takes down the lowest. */
static void add_boards(const struct tables *tables, unsigned block, const struct slice *boards,
                       struct chocolate_answer *answer)
{
    unsigned count = answer->boards, left = 0x1ff;

    for (unsigned word = 0; word < WORDS; word++) {
        if (boards->words[word] && count == CHOCOLATE_NONE) {
            const uint8_t *order = tables->orders[word * 64 + (unsigned)__builtin_ctzll(boards->words[word])];

            memcpy(answer->cells, tables->tops[block], TOP);
            for (unsigned cell = 0; cell < TOP; cell++)
                left &= ~(1U << answer->cells[cell]);
            for (unsigned cell = 0; cell < LOW; cell++)
                answer->cells[TOP + cell] = (uint8_t)nth_of(left, order[cell]);
        }
        count += (unsigned)__builtin_popcountll(boards->words[word]);
    }
    answer->boards = (uint8_t)(count < CHOCOLATE_MANY ? count : CHOCOLATE_MANY);
}

/* False when the limit was met. */
static bool sweep(const struct tables *tables, const struct clue *clues, unsigned clue_count,
                  const uint64_t blocks[BLOCK_WORDS], struct work *work, struct chocolate_answer *answer)
{
    for (unsigned word = 0; word < BLOCK_WORDS; word++) {
        for (uint64_t left = blocks[word]; left; left &= left - 1) {
            unsigned block = word * 64 + (unsigned)__builtin_ctzll(left), clue = 0;
            struct slice boards = tables->slices[0][CHOICES - 1];

            if (!work_spend(work, 1))
                return false;
            while (clue < clue_count && keep_clue(tables, &clues[clue], block, &boards, work))
                clue++;
            if (clue == clue_count)
                add_boards(tables, block, &boards, answer);
            if (answer->boards == CHOCOLATE_MANY)
                return true;
        }
    }
    return true;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct tables *tables = context;
    const struct chocolate_instance *puzzle = instance;
    struct chocolate_answer result = {0};
    struct clue clues[CHOCOLATE_CLUES_MAX];
    uint64_t blocks[BLOCK_WORDS];

    memcpy(blocks, tables->blocks[0][CHOCOLATE_CODE_FREE], sizeof blocks);
    for (unsigned i = 0; i < puzzle->count; i++)
        prepare_clue(tables, &puzzle->clues[i], &clues[i], blocks);
    if (!sweep(tables, clues, puzzle->count, blocks, work, &result))
        return OUTCOME_LIMIT;
    memcpy(answer, &result, sizeof result);
    return OUTCOME_SOLVED;
}

extern const struct variant chocolate_closed_form;
const struct variant chocolate_closed_form = {
    .name = "closed_form",
    .summary = "set algebra: bitsets over all boards, OR over places, AND over cells and clues",
    .bound = "O(9! / 64 * fixed cells * places) word operations; 55 kB in the context",
    .domain = "all",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .open = open,
    .close = free,
    .solve = solve,
};
