/* Games by class. Games drawn at random answer 0 0 nearly always, since a pair stands after a few turns; the
 * other classes keep pairs away, so that the winner is open, and changes, to the last turns. No variant is
 * asked on the way. */
#include "parts.h"

enum { OFF_BOARD = UINT32_MAX, TRIES = 12 };

/* Tiles or cells, both numbered from 1. */
struct side {
    uint32_t *partner; /* 0 .. n + 1: what each lies in or holds, 0: nothing yet */
    uint32_t *free;    /* those without a partner, in any order */
    uint32_t *slot;    /* where each of them stands in `free` */
};

struct builder {
    struct rng *rng;
    struct adjacent_turn *turns;
    uint32_t n;
    uint32_t played;
    struct side tiles;
    struct side cells;
};

static bool open_side(struct side *side, uint32_t n, struct arena *arena)
{
    side->partner = arena_zalloc(arena, (size_t)n + 2, sizeof *side->partner);
    side->free = arena_alloc(arena, n, sizeof *side->free);
    side->slot = arena_alloc(arena, (size_t)n + 1, sizeof *side->slot);
    if (!side->partner || !side->free || !side->slot)
        return false;
    side->partner[0] = side->partner[n + 1] = OFF_BOARD;
    for (uint32_t i = 0; i < n; i++) {
        side->free[i] = i + 1;
        side->slot[i + 1] = i;
    }
    return true;
}

static void take(struct side *side, uint32_t value, uint32_t partner, uint32_t left)
{
    uint32_t last = side->free[left - 1];

    side->partner[value] = partner;
    side->free[side->slot[value]] = last;
    side->slot[last] = side->slot[value];
}

static void play(struct builder *builder, uint32_t tile, uint32_t cell)
{
    uint32_t left = builder->n - builder->played;

    take(&builder->tiles, tile, cell, left);
    take(&builder->cells, cell, tile, left);
    builder->turns[builder->played++] = (struct adjacent_turn){tile, cell};
}

static uint32_t draw(const struct builder *builder, const struct side *side)
{
    return side->free[rng_below(builder->rng, builder->n - builder->played)];
}

/* Either neighbour of the value that has no partner; 0 where both have. */
static uint32_t free_neighbour(const struct side *side, uint32_t value)
{
    return !side->partner[value - 1] ? value - 1 : !side->partner[value + 1] ? value + 1 : 0;
}

/* One after the other: the order in which a call's arguments are drawn is the compiler's. */
static void play_drawn(struct builder *builder)
{
    uint32_t cell = draw(builder, &builder->cells);

    play(builder, draw(builder, &builder->tiles), cell);
}

static bool completes(const struct builder *builder, uint32_t tile, uint32_t cell)
{
    for (int step = -1; step <= 1; step += 2) {
        uint32_t neighbour = builder->cells.partner[cell + (uint32_t)step];

        if (neighbour && neighbour != OFF_BOARD && (neighbour == tile + 1 || neighbour + 1 == tile))
            return true;
    }
    return false;
}

static void play_anywhere(struct builder *builder)
{
    while (builder->played < builder->n)
        play_drawn(builder);
}

/* To the end: nobody completes a pair while another move is easily found; B answers A's last threat and makes
 * none. Now and then both forget it. */
static void play_quietly(struct builder *builder)
{
    struct side *tiles = &builder->tiles, *cells = &builder->cells;

    while (builder->played < builder->n) {
        struct adjacent_turn last = builder->turns[builder->played - 1];
        bool careful = builder->played % 2 == ADJACENT_B && !rng_one_in(builder->rng, 8);
        bool met = !free_neighbour(tiles, last.tile) || !free_neighbour(cells, last.cell), threat;
        uint32_t tile = 0, cell = 0;

        for (int i = 0; i < TRIES; i++) {
            tile = draw(builder, tiles);
            cell = draw(builder, cells);
            if (careful && !met && rng_one_in(builder->rng, 2))
                tile = free_neighbour(tiles, last.tile);
            else if (careful && !met)
                cell = free_neighbour(cells, last.cell);
            threat = free_neighbour(tiles, tile) && free_neighbour(cells, cell);
            if (!completes(builder, tile, cell) && (!careful || !threat))
                break;
        }
        play(builder, tile, cell);
    }
}

/* A opens in the middle and completes a pair on the third turn, whatever B does: A has won from the start and
 * stays winning. */
static void play_without_mistake(struct builder *builder)
{
    uint32_t middle = (builder->n + 1) / 2;

    play(builder, middle, middle);
    if (builder->n >= 3) {
        play_drawn(builder);
        play(builder, free_neighbour(&builder->tiles, middle), free_neighbour(&builder->cells, middle));
    }
    play_anywhere(builder);
}

/* The low third of the tiles, shuffled, goes into every third cell, which leaves gaps of two and a long run
 * of tiles. Then the gaps are filled two and two, each first once and then again: the first tile of a gap
 * threatens, the second meets that. */
static void play_into_gaps(struct builder *builder, uint32_t *order)
{
    uint32_t third = builder->n / 3, gaps = 0;

    for (uint32_t i = 0; i < third; i++)
        order[i] = i + 1;
    rng_shuffle(builder->rng, order, third);
    for (uint32_t i = 0; i < third; i++)
        play(builder, order[i], 3 * i + 3);
    for (uint32_t cell = 1; cell + 1 <= builder->n; cell += 3)
        order[gaps++] = cell;
    rng_shuffle(builder->rng, order, gaps);
    for (uint32_t i = 0; i + 1 < gaps; i += 2) {
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t cell = order[i + k % 2] + k / 2, tile = 0;

            for (int tries = 0; tries < TRIES && (!tile || completes(builder, tile, cell)); tries++)
                tile = draw(builder, &builder->tiles);
            play(builder, tile, cell);
        }
    }
    play_anywhere(builder);
}

/* Draws the next run for a side with `others` runs before it, when F of the position so far (the sum of half
 * of each run, rounded down) is `halves` and the longer side sums to `sum`. */
typedef uint32_t draw_run(struct rng *rng, bool on_tiles, uint32_t others, uint32_t halves, uint32_t sum);

/* A wins a quiet position with an odd number of turns left when 2F > sum: runs are steered along that line.
 */
static uint32_t draw_at_threshold(struct rng *rng, bool on_tiles, uint32_t others, uint32_t halves,
                                  uint32_t sum)
{
    (void)others;
    if (2 * halves > sum)
        return 1;
    return on_tiles ? 2 : 2 + (uint32_t)rng_below(rng, 4);
}

/* The rule for B's turn asks for the only run of 3 or more of a side, and whether it is of 3, 4 or 5. */
static uint32_t draw_at_bounds(struct rng *rng, bool on_tiles, uint32_t others, uint32_t halves, uint32_t sum)
{
    (void)on_tiles;
    (void)halves;
    (void)sum;
    if (others == 0 || (others == 1 && rng_one_in(rng, 4)))
        return 3 + (uint32_t)rng_below(rng, 4);
    return 1 + (uint32_t)rng_below(rng, 2);
}

/* Runs for both sides that sum to the same and with their separators and the guards make up n. The side that
 * is behind gets the next run; the last one fills it up, and what is then left lengthens the last of both. */
static void draw_runs(struct builder *builder, draw_run *next, uint32_t guards, struct adjacent_runs *sides)
{
    uint32_t budget = builder->n - guards, halves = 0;
    uint32_t sums[2] = {0, 0};

    for (;;) {
        bool behind = sums[1] < sums[0];
        uint32_t high = sums[!behind], separators = sides[0].count + sides[1].count + 1;
        uint32_t run = next(builder->rng, !behind, sides[behind].count, halves, high);
        uint32_t sum = sums[behind] + run;

        if ((sum > high ? sum : high) + separators + (sum != high) > budget)
            break;
        sides[behind].lengths[sides[behind].count++] = run;
        sums[behind] = sum;
        halves += run / 2;
    }
    if (sums[0] != sums[1]) {
        bool behind = sums[1] < sums[0];

        sides[behind].lengths[sides[behind].count++] = sums[!behind] - sums[behind];
        sums[behind] = sums[!behind];
    }
    budget -= sums[0] + sides[0].count + sides[1].count;
    for (int i = 0; i < 2; i++)
        sides[i].lengths[sides[i].count - 1] += budget;
}

enum { OPENING_LEAST = 16 };

static bool play_from_quiet_position(struct builder *builder, draw_run *next, struct arena *arena)
{
    uint32_t guards = 2 + (uint32_t)rng_below(builder->rng, 2), count;
    struct adjacent_runs sides[2] = {{arena_alloc(arena, builder->n, sizeof(uint32_t)), 0},
                                     {arena_alloc(arena, builder->n, sizeof(uint32_t)), 0}};
    struct adjacent_turn *turns = arena_alloc(arena, builder->n, sizeof *turns);
    uint32_t *order = arena_alloc(arena, builder->n, sizeof *order);

    if (!sides[0].lengths || !sides[1].lengths || !turns || !order)
        return false;
    draw_runs(builder, next, guards, sides);
    for (int i = 0; i < 2; i++)
        rng_shuffle(builder->rng, sides[i].lengths, sides[i].count);
    count = adjacent_open(&sides[0], &sides[1], guards, turns);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    rng_shuffle(builder->rng, order, count);
    for (uint32_t i = 0; i < count; i++)
        play(builder, turns[order[i]].tile, turns[order[i]].cell);
    play_quietly(builder);
    return true;
}

enum { CLASS_UNIFORM, CLASS_BOUNDARY, CLASS_THRESHOLD, CLASS_HARD, CLASS_NONE };

const struct input_class adjacent_classes[] = {
    [CLASS_UNIFORM] = {"uniform", "every game equally likely"},
    [CLASS_BOUNDARY] = {"boundary", "few runs of 3 to 6 on both sides: the bounds of the rule for B's turn"},
    [CLASS_THRESHOLD] = {"threshold",
                         "quiet positions where twice the halves of the runs is near the turns left"},
    [CLASS_HARD] = {"hard", "threats made, met and overlooked to the end: full of mistakes where n is even"},
    [CLASS_NONE] = {"none", "no mistakes: a pair stands after the third turn"},
    {NULL, NULL},
};

static bool play_class(struct builder *builder, size_t input_class, struct arena *arena)
{
    uint32_t *order;

    switch (input_class) {
    case CLASS_BOUNDARY:
        return play_from_quiet_position(builder, draw_at_bounds, arena);
    case CLASS_THRESHOLD:
        return play_from_quiet_position(builder, draw_at_threshold, arena);
    case CLASS_HARD:
        order = arena_alloc(arena, builder->n, sizeof *order);
        if (order)
            play_into_gaps(builder, order);
        return order != NULL;
    case CLASS_NONE:
        play_without_mistake(builder);
        return true;
    default:
        play_anywhere(builder);
        return true;
    }
}

const void *adjacent_generate(struct rng *rng, const struct recipe *recipe, struct arena *arena,
                              struct error *error)
{
    struct builder builder = {.rng = rng, .n = (uint32_t)recipe->size};
    struct adjacent_instance *game = adjacent_make(builder.n, &builder.turns, arena);
    struct arena_mark mark = arena_mark(arena);
    bool opening = recipe->input_class == CLASS_BOUNDARY || recipe->input_class == CLASS_THRESHOLD;
    bool made;

    if (opening && builder.n < OPENING_LEAST) {
        *error = (struct error){.kind = ERROR_INPUT, .message = "this class takes at least 16 tiles"};
        return NULL;
    }
    made = game && open_side(&builder.tiles, builder.n, arena) &&
           open_side(&builder.cells, builder.n, arena) && play_class(&builder, recipe->input_class, arena);
    arena_release(arena, mark);
    if (!made) {
        error_out_of_memory(error);
        return NULL;
    }
    return game;
}
