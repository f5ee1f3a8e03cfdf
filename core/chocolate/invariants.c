/* What a change of a puzzle does to its boards. Where the set of boards is the same the whole answer is;
 * where it is mirrored or renamed the number is, and the board only if there is one: the first of many does
 * not map to the first. */
#include "parts.h"

#include <string.h>

/* So many random boards are tried as a full clue before one is taken that breaks another clue. */
enum { BOARD_DRAWS = 32 };

/* Where each cell goes and what each piece becomes. */
struct image {
    uint8_t cells[CHOCOLATE_CELLS];
    uint8_t pieces[CHOCOLATE_CELLS];
};

static struct chocolate_instance *copy_puzzle(const void *instance, struct arena *arena)
{
    struct chocolate_instance *copy = arena_alloc(arena, 1, sizeof *copy);

    if (copy)
        *copy = *(const struct chocolate_instance *)instance;
    return copy;
}

static const void *change_by_shuffling(const void *instance, struct rng *rng, struct arena *arena,
                                       const void **map)
{
    const struct chocolate_instance *puzzle = instance;
    struct chocolate_instance *changed = copy_puzzle(instance, arena);
    uint32_t order[CHOCOLATE_CLUES_MAX];

    *map = NULL;
    if (!changed || puzzle->count < 2)
        return NULL;
    for (uint32_t i = 0; i < puzzle->count; i++)
        order[i] = i;
    rng_shuffle(rng, order, puzzle->count);
    for (unsigned i = 0; i < puzzle->count; i++)
        changed->clues[i] = puzzle->clues[order[i]];
    return changed;
}

/* A copy with one clue more, at the end, to be filled in; NULL where there is no room. */
static struct chocolate_instance *append_clue(const void *instance, struct arena *arena,
                                              struct chocolate_clue **clue)
{
    struct chocolate_instance *changed = copy_puzzle(instance, arena);

    if (!changed || changed->count == CHOCOLATE_CLUES_MAX)
        return NULL;
    *clue = &changed->clues[changed->count++];
    return changed;
}

static const void *change_by_repeating(const void *instance, struct rng *rng, struct arena *arena,
                                       const void **map)
{
    const struct chocolate_instance *puzzle = instance;
    struct chocolate_clue *clue;
    struct chocolate_instance *changed = puzzle->count ? append_clue(instance, arena, &clue) : NULL;

    *map = NULL;
    if (changed)
        *clue = puzzle->clues[rng_below(rng, puzzle->count)];
    return changed;
}

static const void *change_by_free_clue(const void *instance, struct rng *rng, struct arena *arena,
                                       const void **map)
{
    struct chocolate_clue *clue;
    struct chocolate_instance *changed = append_clue(instance, arena, &clue);

    *map = NULL;
    if (changed) {
        chocolate_draw_clue(rng, clue);
        memset(clue->codes, CHOCOLATE_CODE_FREE, (size_t)clue->height * clue->width);
    }
    return changed;
}

static const void *change_by_adding(const void *instance, struct rng *rng, struct arena *arena,
                                    const void **map)
{
    struct chocolate_clue *clue;
    struct chocolate_instance *changed = append_clue(instance, arena, &clue);

    *map = NULL;
    if (changed)
        chocolate_draw_clue(rng, clue);
    return changed;
}

static const void *change_by_full_clue(const void *instance, struct rng *rng, struct arena *arena,
                                       const void **map)
{
    struct chocolate_clue *clue;
    struct chocolate_instance *changed = append_clue(instance, arena, &clue);
    uint8_t *board = arena_alloc(arena, CHOCOLATE_CELLS, sizeof *board);

    if (!changed || !board)
        return NULL;
    chocolate_draw_board(rng, board);
    for (unsigned i = 1; i < BOARD_DRAWS && !chocolate_holds(instance, board); i++)
        chocolate_draw_board(rng, board);
    clue->height = clue->width = CHOCOLATE_SIDE;
    for (unsigned i = 0; i < CHOCOLATE_CELLS; i++)
        clue->codes[i] = chocolate_code(board[i] / CHOCOLATE_SIDE, board[i] % CHOCOLATE_SIDE);
    *map = board;
    return changed;
}

/* The identity, to be changed. */
static struct image *make_image(struct arena *arena)
{
    struct image *image = arena_alloc(arena, 1, sizeof *image);

    for (uint8_t i = 0; image && i < CHOCOLATE_CELLS; i++)
        image->cells[i] = image->pieces[i] = i;
    return image;
}

static const void *change_by_mirroring(const void *instance, struct rng *rng, struct arena *arena,
                                       const void **map)
{
    const struct chocolate_instance *puzzle = instance;
    struct chocolate_instance *changed = copy_puzzle(instance, arena);
    struct image *image = make_image(arena);
    bool upside_down = rng_one_in(rng, 2);

    if (!changed || !image)
        return NULL;
    for (unsigned i = 0; i < CHOCOLATE_CELLS; i++) {
        unsigned row = i / CHOCOLATE_SIDE, column = i % CHOCOLATE_SIDE, last = CHOCOLATE_SIDE - 1;

        image->cells[i] = (uint8_t)(upside_down ? (last - row) * CHOCOLATE_SIDE + column
                                                : row * CHOCOLATE_SIDE + last - column);
    }
    for (unsigned i = 0; i < puzzle->count; i++) {
        const struct chocolate_clue *clue = &puzzle->clues[i];
        unsigned height = clue->height, width = clue->width;

        for (unsigned j = 0; j < height * width; j++) {
            unsigned row = j / width, column = j % width;

            changed->clues[i]
                .codes[upside_down ? (height - 1 - row) * width + column : row * width + width - 1 - column] =
                clue->codes[j];
        }
    }
    *map = image;
    return changed;
}

static const void *change_by_transposing(const void *instance, struct rng *rng, struct arena *arena,
                                         const void **map)
{
    const struct chocolate_instance *puzzle = instance;
    struct chocolate_instance *changed = copy_puzzle(instance, arena);
    struct image *image = make_image(arena);

    (void)rng;
    if (!changed || !image)
        return NULL;
    for (unsigned i = 0; i < CHOCOLATE_CELLS; i++)
        image->cells[i] = (uint8_t)(i % CHOCOLATE_SIDE * CHOCOLATE_SIDE + i / CHOCOLATE_SIDE);
    for (unsigned i = 0; i < puzzle->count; i++) {
        const struct chocolate_clue *clue = &puzzle->clues[i];

        changed->clues[i].height = clue->width;
        changed->clues[i].width = clue->height;
        for (unsigned j = 0; j < (unsigned)clue->height * clue->width; j++)
            changed->clues[i].codes[j % clue->width * clue->height + j / clue->width] = clue->codes[j];
    }
    *map = image;
    return changed;
}

/* Shapes or flavours become others, everywhere. */
static const void *rename_codes(const void *instance, bool flavours, struct rng *rng, struct arena *arena,
                                const void **map)
{
    struct chocolate_instance *changed = copy_puzzle(instance, arena);
    struct image *image = make_image(arena);
    uint32_t names[CHOCOLATE_SIDE + 1];

    if (!changed || !image)
        return NULL;
    for (uint32_t i = 0; i <= CHOCOLATE_SIDE; i++)
        names[i] = i;
    rng_shuffle(rng, names, CHOCOLATE_SIDE);
    for (unsigned i = 0; i < CHOCOLATE_CELLS; i++) {
        unsigned shape = i / CHOCOLATE_SIDE, flavour = i % CHOCOLATE_SIDE;

        image->pieces[i] = (uint8_t)(flavours ? shape * CHOCOLATE_SIDE + names[flavour]
                                              : names[shape] * CHOCOLATE_SIDE + flavour);
    }
    for (unsigned i = 0; i < changed->count; i++) {
        struct chocolate_clue *clue = &changed->clues[i];

        for (unsigned j = 0; j < (unsigned)clue->height * clue->width; j++) {
            unsigned shape = chocolate_shape(clue->codes[j]), flavour = chocolate_flavour(clue->codes[j]);

            clue->codes[j] =
                flavours ? chocolate_code(shape, names[flavour]) : chocolate_code(names[shape], flavour);
        }
    }
    *map = image;
    return changed;
}

static const void *change_by_renaming_shapes(const void *instance, struct rng *rng, struct arena *arena,
                                             const void **map)
{
    return rename_codes(instance, false, rng, arena, map);
}

static const void *change_by_renaming_flavours(const void *instance, struct rng *rng, struct arena *arena,
                                               const void **map)
{
    return rename_codes(instance, true, rng, arena, map);
}

static bool both_solved(const struct result *before, const struct result *after)
{
    return before->outcome == OUTCOME_SOLVED && after->outcome == OUTCOME_SOLVED;
}

static bool keeps_answer(const void *instance, const struct result *before, const void *changed,
                         const struct result *after, const void *map)
{
    (void)instance;
    (void)changed;
    (void)map;
    return both_solved(before, after) &&
           memcmp(before->answer, after->answer, sizeof(struct chocolate_answer)) == 0;
}

static bool keeps_image(const void *instance, const struct result *before, const void *changed,
                        const struct result *after, const void *map)
{
    const struct chocolate_answer *old = before->answer, *new = after->answer;
    const struct image *image = map;

    (void)instance;
    (void)changed;
    if (!both_solved(before, after) || old->boards != new->boards)
        return false;
    for (unsigned i = 0; i < CHOCOLATE_CELLS && old->boards == CHOCOLATE_ONE; i++)
        if (new->cells[image->cells[i]] != image->pieces[old->cells[i]])
            return false;
    return true;
}

/* A clue was added: no board is new, and the first stays the first if it keeps the clue. */
static bool keeps_subset(const void *instance, const struct result *before, const void *changed,
                         const struct result *after, const void *map)
{
    const struct chocolate_answer *old = before->answer, *new = after->answer;
    int order = 0;

    (void)instance;
    (void)map;
    if (!both_solved(before, after) || new->boards > old->boards)
        return false;
    if (old->boards == CHOCOLATE_NONE)
        return true;
    order = memcmp(old->cells, new->cells, sizeof old->cells);
    if (chocolate_holds(changed, old->cells))
        return new->boards != CHOCOLATE_NONE &&order == 0;
    return new->boards == CHOCOLATE_NONE || (old->boards == CHOCOLATE_MANY && order < 0);
}

/* A full clue was added: its board is left, or none. */
static bool keeps_full_clue(const void *instance, const struct result *before, const void *changed,
                            const struct result *after, const void *map)
{
    const struct chocolate_answer *new = after->answer;
    bool is_board = chocolate_holds(instance, map);

    return keeps_subset(instance, before, changed, after, map) &&
           new->boards == (is_board ? CHOCOLATE_ONE : CHOCOLATE_NONE) &&
           (!is_board || memcmp(new->cells, map, sizeof new->cells) == 0);
}

const struct invariant chocolate_invariants[] = {
    {"order", "the order of the clues does not matter", change_by_shuffling, keeps_answer},
    {"repeat", "a clue that repeats another changes nothing", change_by_repeating, keeps_answer},
    {"free", "a clue of free cells only changes nothing", change_by_free_clue, keeps_answer},
    {"mirror", "mirrored clues have the mirrored boards", change_by_mirroring, keeps_image},
    {"transpose", "transposed clues have the transposed boards", change_by_transposing, keeps_image},
    {"shapes", "renamed shapes rename the boards", change_by_renaming_shapes, keeps_image},
    {"flavours", "renamed flavours rename the boards", change_by_renaming_flavours, keeps_image},
    {"add", "adding a clue never adds a board", change_by_adding, keeps_subset},
    {"full", "a full clue leaves its board or none", change_by_full_clue, keeps_full_clue},
    {0},
};
