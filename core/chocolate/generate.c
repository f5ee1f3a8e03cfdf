/* Puzzles of a class. Clues are cut from a board, free of all attributes; one attribute after another is
 * fixed until there are as many boards as the class says, and then each that the class can do without is
 * freed again. What is left lies next to the threshold, where a variant that loses or invents a board is
 * seen, and leaves the clues many places, which is hard.
 *
 * How many boards there are is asked of a variant, bitmask; the unit test holds each class to `naive`. All
 * randomness is from `rng`: a seed gives the same puzzle for ever. Rejected: clues that settle the board by
 * construction, for they are all alike. */
#include "parts.h"

#include <string.h>

extern const struct variant chocolate_bitmask;

enum { UNIFORM, HARD, NONE, MANY, ONE };

const struct input_class chocolate_classes[] = {
    [UNIFORM] = {"uniform",
                 "any rectangles; of each clue half to an eighth of the attributes fixed, at random"},
    [HARD] = {"hard", "of several puzzles without a board the one that fixes least: worst for pruning"},
    [NONE] = {"none", "no board; any attribute less, and there are some"},
    [MANY] = {"many", "several boards; one attribute more would leave one"},
    [ONE] = {"one", "exactly one board; any attribute less, and there are more"},
    {NULL, NULL},
};

/* A hard puzzle is chosen from so many. */
enum { HARD_DRAFTS = 4 };

/* So many draws of an attribute that is fixed already, and some clue is made larger. */
enum { PATIENCE = 64 };

struct draft {
    struct chocolate_instance *puzzle;
    uint8_t corners[CHOCOLATE_CLUES_MAX]; /* the board's cell under each clue's first */
    uint8_t board[CHOCOLATE_CELLS];
    struct rng *rng;
    struct arena *arena;
};

struct attribute {
    unsigned clue, cell;
    bool is_flavour;
};

/* One draw an expression: in which order two of a call's arguments, or two fields of an initialiser, are drawn is the compiler's. */
static unsigned below(struct rng *rng, unsigned bound)
{
    return (unsigned)rng_below(rng, bound);
}

static void set_attribute(struct draft *draft, struct attribute at, unsigned value)
{
    uint8_t *code = &draft->puzzle->clues[at.clue].codes[at.cell];

    *code = at.is_flavour ? chocolate_code(chocolate_shape(*code), value)
                          : chocolate_code(value, chocolate_flavour(*code));
}

static bool is_free(const struct draft *draft, struct attribute at)
{
    unsigned code = draft->puzzle->clues[at.clue].codes[at.cell];

    return (at.is_flavour ? chocolate_flavour(code) : chocolate_shape(code)) == CHOCOLATE_FREE;
}

/* What the board has there. */
static unsigned board_value(const struct draft *draft, struct attribute at)
{
    const struct chocolate_clue *clue = &draft->puzzle->clues[at.clue];
    unsigned beside = at.cell / clue->width * CHOCOLATE_SIDE + at.cell % clue->width;
    unsigned piece = draft->board[draft->corners[at.clue] + beside];

    return at.is_flavour ? piece % CHOCOLATE_SIDE : piece / CHOCOLATE_SIDE;
}

static struct attribute draw_attribute(struct draft *draft)
{
    unsigned number = below(draft->rng, draft->puzzle->count);
    const struct chocolate_clue *clue = &draft->puzzle->clues[number];
    unsigned cell = below(draft->rng, (unsigned)clue->height * clue->width);

    return (struct attribute){number, cell, rng_one_in(draft->rng, 2)};
}

/* A clue of free cells, cut from a random place. */
static void cut_clue(struct draft *draft, unsigned number, unsigned height, unsigned width)
{
    struct chocolate_clue *clue = &draft->puzzle->clues[number];
    unsigned row;

    *clue = (struct chocolate_clue){.height = (uint8_t)height, .width = (uint8_t)width};
    memset(clue->codes, CHOCOLATE_CODE_FREE, (size_t)height * width);
    row = below(draft->rng, CHOCOLATE_SIDE + 1 - height);
    draft->corners[number] = (uint8_t)(row * CHOCOLATE_SIDE + below(draft->rng, CHOCOLATE_SIDE + 1 - width));
}

static void cut_clues(struct draft *draft)
{
    for (unsigned i = 0; i < draft->puzzle->count; i++) {
        unsigned height = 1 + below(draft->rng, CHOCOLATE_SIDE);

        cut_clue(draft, i, height, 1 + below(draft->rng, CHOCOLATE_SIDE));
    }
}

static unsigned count_boards(const struct draft *draft)
{
    struct work work = work_start(draft->arena, WORK_STEPS_UNLIMITED);
    struct chocolate_answer answer = {0};

    chocolate_bitmask.solve(NULL, draft->puzzle, &work, &answer);
    return answer.boards;
}

/* A clue that has run out of attributes gives way to one that covers the board. */
static void widen(struct draft *draft)
{
    cut_clue(draft, below(draft->rng, draft->puzzle->count), CHOCOLATE_SIDE, CHOCOLATE_SIDE);
}

/* Fixes attributes as the board has them, until it is the only one. */
static void tighten(struct draft *draft)
{
    unsigned misses = 0;

    while (count_boards(draft) != CHOCOLATE_ONE) {
        struct attribute at = draw_attribute(draft);

        while (!is_free(draft, at)) {
            if (++misses % PATIENCE == 0)
                widen(draft);
            at = draw_attribute(draft);
        }
        set_attribute(draft, at, board_value(draft, at));
    }
}

/* Sets attributes at random, right or wrong, until no board is left. */
static void contradict(struct draft *draft)
{
    struct attribute at;

    for (unsigned draws = 1; count_boards(draft) != CHOCOLATE_NONE; draws++) {
        if (draws % PATIENCE == 0)
            widen(draft);
        at = draw_attribute(draft);
        set_attribute(draft, at, below(draft->rng, CHOCOLATE_SIDE));
    }
}

/* Frees all attributes that can be spared, in any order. */
static void loosen(struct draft *draft, unsigned boards)
{
    uint32_t order[2 * CHOCOLATE_CLUES_MAX * CHOCOLATE_CELLS];
    uint32_t clues = draft->puzzle->count, count = 2 * clues * CHOCOLATE_CELLS;

    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    rng_shuffle(draft->rng, order, count);
    for (uint32_t i = 0; i < count; i++) {
        struct attribute at = {order[i] / 2 % clues, order[i] / 2 / clues, order[i] % 2};
        struct chocolate_clue *clue = &draft->puzzle->clues[at.clue];
        uint8_t before = clue->codes[at.cell];

        if (at.cell >= (unsigned)clue->height * clue->width || is_free(draft, at))
            continue;
        set_attribute(draft, at, CHOCOLATE_FREE);
        if (count_boards(draft) != boards)
            clue->codes[at.cell] = before;
    }
}

/* Frees some attribute: where none can be spared, a board is added. */
static void free_one(struct draft *draft)
{
    struct attribute at = draw_attribute(draft);

    while (is_free(draft, at))
        at = draw_attribute(draft);
    set_attribute(draft, at, CHOCOLATE_FREE);
}

void chocolate_draw_clue(struct rng *rng, struct chocolate_clue *clue)
{
    unsigned odds = 2 + below(rng, 7), height = 1 + below(rng, CHOCOLATE_SIDE);

    *clue = (struct chocolate_clue){.height = (uint8_t)height, .width = (uint8_t)(1 + below(rng, CHOCOLATE_SIDE))};
    for (unsigned i = 0; i < (unsigned)clue->height * clue->width; i++) {
        unsigned shape = rng_one_in(rng, odds) ? below(rng, CHOCOLATE_SIDE) : CHOCOLATE_FREE;
        unsigned flavour = rng_one_in(rng, odds) ? below(rng, CHOCOLATE_SIDE) : CHOCOLATE_FREE;

        clue->codes[i] = chocolate_code(shape, flavour);
    }
}

void chocolate_draw_board(struct rng *rng, uint8_t cells[CHOCOLATE_CELLS])
{
    uint32_t pieces[CHOCOLATE_CELLS];

    for (uint32_t i = 0; i < CHOCOLATE_CELLS; i++)
        pieces[i] = i;
    rng_shuffle(rng, pieces, CHOCOLATE_CELLS);
    for (unsigned i = 0; i < CHOCOLATE_CELLS; i++)
        cells[i] = (uint8_t)pieces[i];
}

static unsigned fixed_in(unsigned code)
{
    unsigned shape = chocolate_shape(code) != CHOCOLATE_FREE,
             flavour = chocolate_flavour(code) != CHOCOLATE_FREE;

    return shape + flavour;
}

static unsigned count_fixed(const struct chocolate_instance *puzzle)
{
    unsigned count = 0;

    for (unsigned i = 0; i < puzzle->count; i++)
        for (unsigned j = 0; j < (unsigned)puzzle->clues[i].height * puzzle->clues[i].width; j++)
            count += fixed_in(puzzle->clues[i].codes[j]);
    return count;
}

static void fill_without_board(struct draft *draft)
{
    cut_clues(draft);
    contradict(draft);
    loosen(draft, CHOCOLATE_NONE);
}

static void fill_hard(struct draft *draft)
{
    struct chocolate_instance loosest;

    fill_without_board(draft);
    loosest = *draft->puzzle;
    for (unsigned i = 1; i < HARD_DRAFTS; i++) {
        fill_without_board(draft);
        if (count_fixed(draft->puzzle) < count_fixed(&loosest))
            loosest = *draft->puzzle;
    }
    *draft->puzzle = loosest;
}

static void fill_with_one_board(struct draft *draft)
{
    cut_clues(draft);
    tighten(draft);
    loosen(draft, CHOCOLATE_ONE);
}

static void fill_class(struct draft *draft, size_t input_class)
{
    switch (input_class) {
    case UNIFORM:
        for (unsigned i = 0; i < draft->puzzle->count; i++)
            chocolate_draw_clue(draft->rng, &draft->puzzle->clues[i]);
        break;
    case HARD:
        fill_hard(draft);
        break;
    case NONE:
        fill_without_board(draft);
        break;
    case MANY:
        if (draft->puzzle->count == 0)
            break;
        fill_with_one_board(draft);
        free_one(draft);
        break;
    default:
        fill_with_one_board(draft);
    }
}

const void *chocolate_generate(struct rng *rng, const struct recipe *recipe, struct arena *arena,
                               struct error *error)
{
    struct draft draft = {.rng = rng, .arena = arena};

    if (recipe->size == 0 && recipe->input_class != UNIFORM && recipe->input_class != MANY) {
        error_at(error, 0, 0, "without clues every board is one: class '%s' needs one clue or more",
                 chocolate_classes[recipe->input_class].name);
        return NULL;
    }
    draft.puzzle = arena_zalloc(arena, 1, sizeof *draft.puzzle);
    if (!draft.puzzle) {
        error_out_of_memory(error);
        return NULL;
    }
    draft.puzzle->count = (uint8_t)recipe->size;
    chocolate_draw_board(rng, draft.board);
    fill_class(&draft, recipe->input_class);
    return draft.puzzle;
}
