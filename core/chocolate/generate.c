/* Puzzles of a class. Clues are cut from a board, free of all attributes, and then given one attribute after another until there
 * are as many boards as the class says: what comes out lies next to the threshold, where a variant that loses or invents a board
 * is seen.
 *
 * How many boards there are is asked of a variant, bitmask; the unit test holds each class to `naive`. All randomness is from
 * `rng`: a seed gives the same puzzle for ever. Rejected: clues that settle the board by construction, for they are all alike. */
#include "parts.h"

#include <string.h>

extern const struct variant chocolate_bitmask;

enum { UNIFORM, HARD, NONE, MANY, ONE };

const struct input_class chocolate_classes[] = {
    [UNIFORM] = {"uniform", "every rectangle equally likely; of each clue half to an eighth of the attributes fixed, at random"},
    [HARD] = {"hard", "one board, late in the order; large clues that fix little, in their last row: worst for pruning"},
    [NONE] = {"none", "no board, by one attribute too many"},
    [MANY] = {"many", "several boards; one attribute more would leave one"},
    [ONE] = {"one", "exactly one board; before the last attribute there were more"},
    {NULL, NULL},
};

/* The largest of so many boards is the one of a hard puzzle. */
enum { HARD_DRAWS = 16 };

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

static unsigned below(struct rng *rng, unsigned bound)
{
    return (unsigned)rng_below(rng, bound);
}

static void set_attribute(struct draft *draft, struct attribute at, unsigned value)
{
    uint8_t *code = &draft->puzzle->clues[at.clue].codes[at.cell];

    *code = at.is_flavour ? chocolate_code(chocolate_shape(*code), value) : chocolate_code(value, chocolate_flavour(*code));
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
    unsigned piece = draft->board[draft->corners[at.clue] + at.cell / clue->width * CHOCOLATE_SIDE + at.cell % clue->width];

    return at.is_flavour ? piece % CHOCOLATE_SIDE : piece / CHOCOLATE_SIDE;
}

static struct attribute draw_attribute(struct draft *draft, bool in_last_row)
{
    unsigned number = below(draft->rng, draft->puzzle->count);
    const struct chocolate_clue *clue = &draft->puzzle->clues[number];
    unsigned row = in_last_row ? clue->height - 1U : below(draft->rng, clue->height);

    return (struct attribute){number, row * clue->width + below(draft->rng, clue->width), rng_one_in(draft->rng, 2)};
}

/* A clue of free cells, cut from a random place. */
static void cut_clue(struct draft *draft, unsigned number, unsigned height, unsigned width)
{
    struct chocolate_clue *clue = &draft->puzzle->clues[number];

    *clue = (struct chocolate_clue){.height = (uint8_t)height, .width = (uint8_t)width};
    memset(clue->codes, CHOCOLATE_CODE_FREE, (size_t)height * width);
    draft->corners[number] = (uint8_t)(below(draft->rng, CHOCOLATE_SIDE + 1 - height) * CHOCOLATE_SIDE +
                                       below(draft->rng, CHOCOLATE_SIDE + 1 - width));
}

static void cut_clues(struct draft *draft, bool large)
{
    unsigned least = large ? CHOCOLATE_SIDE - 1 : 1;

    for (unsigned i = 0; i < draft->puzzle->count; i++) {
        unsigned height = least + below(draft->rng, CHOCOLATE_SIDE + 1 - least);
        unsigned width = least + below(draft->rng, CHOCOLATE_SIDE + 1 - least);

        if (large && height == CHOCOLATE_SIDE)
            width = CHOCOLATE_SIDE - 1; /* a clue with one place is the easiest */
        cut_clue(draft, i, height, width);
    }
}

static unsigned count_boards(const struct draft *draft)
{
    struct work work = work_start(draft->arena, WORK_STEPS_UNLIMITED);
    struct chocolate_answer answer = {0};

    chocolate_bitmask.solve(NULL, draft->puzzle, &work, &answer);
    return answer.boards;
}

/* Fixes an attribute as the board has it, in a last row while there is one to be had. */
static struct attribute tighten(struct draft *draft, bool in_last_row)
{
    struct attribute at;

    for (unsigned draws = 0;; draws++) {
        if (draws % PATIENCE == PATIENCE - 1) {
            if (!in_last_row)
                cut_clue(draft, below(draft->rng, draft->puzzle->count), CHOCOLATE_SIDE, CHOCOLATE_SIDE);
            in_last_row = false;
        }
        at = draw_attribute(draft, in_last_row);
        if (is_free(draft, at))
            break;
    }
    set_attribute(draft, at, board_value(draft, at));
    return at;
}

/* Down to the one board that the clues were cut from; returns the attribute that ruled out the last other board. */
static struct attribute tighten_to_one(struct draft *draft, bool in_last_row)
{
    struct attribute last;

    do
        last = tighten(draft, in_last_row);
    while (count_boards(draft) != CHOCOLATE_ONE);
    return last;
}

/* Sets attributes at random, right or wrong, until no board is left. */
static void contradict(struct draft *draft)
{
    for (unsigned draws = 1; count_boards(draft) != CHOCOLATE_NONE; draws++) {
        if (draws % PATIENCE == 0)
            cut_clue(draft, below(draft->rng, draft->puzzle->count), CHOCOLATE_SIDE, CHOCOLATE_SIDE);
        set_attribute(draft, draw_attribute(draft, false), below(draft->rng, CHOCOLATE_SIDE));
    }
}

void chocolate_draw_clue(struct rng *rng, struct chocolate_clue *clue)
{
    unsigned odds = 2 + below(rng, 7);

    *clue = (struct chocolate_clue){.height = (uint8_t)(1 + below(rng, CHOCOLATE_SIDE)),
                                    .width = (uint8_t)(1 + below(rng, CHOCOLATE_SIDE))};
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

static void draw_late_board(struct draft *draft)
{
    uint8_t board[CHOCOLATE_CELLS];

    for (unsigned i = 1; i < HARD_DRAWS; i++) {
        chocolate_draw_board(draft->rng, board);
        if (memcmp(board, draft->board, sizeof board) > 0)
            memcpy(draft->board, board, sizeof board);
    }
}

static void fill_class(struct draft *draft, size_t input_class)
{
    switch (input_class) {
    case UNIFORM:
        for (unsigned i = 0; i < draft->puzzle->count; i++)
            chocolate_draw_clue(draft->rng, &draft->puzzle->clues[i]);
        break;
    case NONE:
        contradict(draft);
        break;
    case MANY:
        if (draft->puzzle->count)
            set_attribute(draft, tighten_to_one(draft, false), CHOCOLATE_FREE);
        break;
    default:
        tighten_to_one(draft, input_class == HARD);
    }
}

const void *chocolate_generate(struct rng *rng, const struct recipe *recipe, struct arena *arena, struct error *error)
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
    if (recipe->input_class == HARD)
        draw_late_board(&draft);
    cut_clues(&draft, recipe->input_class == HARD);
    fill_class(&draft, recipe->input_class);
    return draft.puzzle;
}
