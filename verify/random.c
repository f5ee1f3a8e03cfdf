/* Generated cases: sizes drawn evenly on a logarithmic scale (small ones find most, and are cheap), each class in its turn, and
 * on top of the classes a swarm (Groce et al., "Swarm testing", ISSTA 2012): each case has some features switched on and the
 * rest off, which reaches combinations that a fixed mixture of all of them does not. */
#include "random.h"

#include <math.h>
#include <string.h>

#include "mutate.h"

/* The features of the swarm, each on in one case of four. */
enum {
    SWARM_SMALL = 1,  /* one of the four smallest sizes */
    SWARM_EDGE = 2,   /* the smallest or the largest size */
    SWARM_ROUNDS = 4, /* the fewest rounds, twice the usual, or the most */
    SWARM_SHRINK = 8, /* some shrink steps on top of the class */
    SWARM_CHANGE = 16 /* an invariant's change on top */
};

/* Apart from the seed that generates the instance, so that `assay generate` makes the same one of the same size. */
static const uint64_t SHAPE_STREAM = 0x9e3779b97f4a7c15u;

bool sampling_open(struct sampling *sampling, const struct puzzle *puzzle, uint64_t seed)
{
    *sampling = (struct sampling){.puzzle = puzzle, .seed = seed, .only = SIZE_MAX, .malformed = 16};
    while (puzzle->classes[sampling->classes].name)
        sampling->classes++;
    sampling->min_size = puzzle->size.least;
    sampling->max_size = puzzle->size.most;
    return sampling->classes <= CLASSES_MAX;
}

void sampling_place(const struct sampling *sampling, uint64_t number, size_t *class_index, uint64_t *index)
{
    bool all = sampling->only == SIZE_MAX;

    *class_index = all ? number % sampling->classes : sampling->only;
    *index = all ? number / sampling->classes : number;
}

/* Evenly by the logarithm: each doubling as likely as the next. */
static uint64_t draw_log(struct rng *rng, uint64_t least, uint64_t most)
{
    uint64_t span = most - least + 1, bound;
    unsigned bits = 1;

    while (bits < 64 && span >> bits)
        bits++;
    bound = (uint64_t)2 << rng_below(rng, bits);
    if (bound > span || bound == 0)
        bound = span;
    return least + rng_below(rng, bound);
}

static struct recipe draw_recipe(const struct sampling *sampling, size_t class_index, struct rng *rng, unsigned swarm)
{
    const struct puzzle *puzzle = sampling->puzzle;
    struct recipe recipe = {.input_class = class_index};
    const struct range *rounds = &puzzle->rounds;
    uint64_t formats = 0;

    recipe.size = draw_log(rng, sampling->min_size, sampling->max_size);
    if (swarm & SWARM_SMALL && sampling->max_size - sampling->min_size >= 3)
        recipe.size = sampling->min_size + rng_below(rng, 4);
    else if (swarm & SWARM_EDGE)
        recipe.size = rng_one_in(rng, 2) ? sampling->min_size : sampling->max_size;
    if (rounds->most) {
        uint64_t most = rounds->usual * 2 < rounds->most ? rounds->usual * 2 : rounds->most;

        recipe.rounds = draw_log(rng, rounds->least, most < rounds->least ? rounds->least : most);
        if (swarm & SWARM_ROUNDS)
            recipe.rounds = rng_one_in(rng, 2) ? rounds->least : rng_one_in(rng, 4) ? rounds->most : most;
    }
    while (puzzle->formats && puzzle->formats[formats])
        formats++;
    recipe.format = (size_t)rng_below(rng, formats);
    return recipe;
}

static const void *change_more(const struct puzzle *puzzle, const void *instance, struct rng *rng, unsigned swarm,
                               struct arena *arena)
{
    const void *map, *next;
    size_t invariants = 0;

    for (uint64_t left = swarm & SWARM_SHRINK ? 1 + rng_below(rng, 4) : 0; left; left--) {
        next = puzzle->shrink(instance, (size_t)rng_below(rng, 32), arena);
        instance = next ? next : instance;
    }
    while (puzzle->invariants && puzzle->invariants[invariants].name)
        invariants++;
    if (swarm & SWARM_CHANGE && invariants) {
        next = puzzle->invariants[rng_below(rng, invariants)].change(instance, rng, arena, &map);
        instance = next ? next : instance;
    }
    return instance;
}

/* A class that does not exist at this size may at the next one: odd sizes of what comes in pairs. */
static const void *generate(const struct puzzle *puzzle, uint64_t seed, struct recipe *recipe, struct arena *arena,
                            struct error *error)
{
    const void *instance;
    struct rng rng;

    rng_seed(&rng, seed);
    instance = puzzle->generate(&rng, recipe, arena, error);
    if (!instance && error->kind != ERROR_MEMORY) {
        recipe->size += recipe->size < puzzle->size.most ? 1 : (uint64_t)-1;
        rng_seed(&rng, seed);
        instance = puzzle->generate(&rng, recipe, arena, error);
    }
    return instance;
}

static void tell_measure(const struct sampling *sampling, struct class_tally *class, uint64_t measure)
{
    if (!class->made || measure < class->least)
        class->least = measure;
    if (measure > class->most)
        class->most = measure;
    class->at_least += measure == sampling->min_size;
    class->at_most += measure == sampling->max_size;
    class->made++;
}

static enum made make(void *self, struct engine *engine, uint64_t number, struct cases *cases)
{
    struct sampling *sampling = self;
    const struct puzzle *puzzle = sampling->puzzle;
    const void **instances = arena_alloc(&engine->instances, 1, sizeof *instances);
    struct rng shape;
    struct recipe recipe;
    struct error error = {0};
    struct class_tally *class;
    uint64_t index, seed;
    size_t class_index;
    unsigned swarm = 0;

    sampling_place(sampling, number, &class_index, &index);
    class = &engine->board->counts.classes[class_index];
    seed = rng_case_seed(sampling->seed, puzzle->name, puzzle->classes[class_index].name, index);
    rng_seed(&shape, seed ^ SHAPE_STREAM);
    if (!sampling->plain)
        swarm = (unsigned)(rng_next(&shape) & rng_next(&shape) & 31);
    recipe = draw_recipe(sampling, class_index, &shape, swarm);
    if (!instances)
        return MADE_NO_MEMORY;
    instances[0] = generate(puzzle, seed, &recipe, &engine->instances, &error);
    if (!instances[0]) {
        class->discarded += error.kind != ERROR_MEMORY;
        return error.kind == ERROR_MEMORY ? MADE_NO_MEMORY : MADE_NOTHING;
    }
    instances[0] = change_more(puzzle, instances[0], &shape, swarm, &engine->instances);
    if (sampling->malformed && rng_one_in(&shape, sampling->malformed)) {
        enum made made = mutate_case(engine, &shape, instances);

        if (made != MADE)
            return made;
    }
    tell_measure(sampling, class, puzzle->measure(instances[0]));
    *cases = (struct cases){1, instances};
    return MADE;
}

static size_t class_of(void *self, uint64_t number)
{
    uint64_t index;
    size_t class_index;

    sampling_place(self, number, &class_index, &index);
    return class_index;
}

struct stream sampling_stream(struct sampling *sampling)
{
    return (struct stream){.self = sampling, .make = make, .class_of = class_of, .classes = sampling->classes};
}

/* A ladder of sizes, two cases of the first class on each. */
struct ladder {
    struct sampling sampling;
    double allowed; /* nanoseconds */
};

static uint64_t rung(const struct sampling *sampling, uint64_t step)
{
    uint64_t size = sampling->min_size;

    while (step-- && size < sampling->max_size)
        size += size / 4 + 1;
    return size < sampling->max_size ? size : sampling->max_size;
}

static enum made climb(void *self, struct engine *engine, uint64_t number, struct cases *cases)
{
    struct ladder *ladder = self;
    struct sampling step = ladder->sampling;

    if (number >= 2 && rung(&step, number / 2) == rung(&step, number / 2 - 1))
        return MADE_END;
    step.min_size = step.max_size = rung(&step, number / 2);
    memset(engine->accounts, 0, sizeof engine->accounts);
    return make(&step, engine, number, cases);
}

/* What the second fastest took: two are needed. */
static double cost_of_two(const struct engine *engine)
{
    double first = HUGE_VAL, second = HUGE_VAL;

    for (size_t i = 0; i < engine->team->count; i++) {
        double cost = 0;

        if (!(engine->answered >> i & 1) || engine->team->members[i].role != ROLE_VARIANT)
            continue;
        for (size_t bucket = 0; bucket < SIZE_BUCKETS; bucket++)
            cost += engine->accounts[i][bucket].nanoseconds;
        if (cost < first) {
            second = first;
            first = cost;
        } else if (cost < second) {
            second = cost;
        }
    }
    return second;
}

static void look(void *self, struct engine *engine, uint64_t number)
{
    struct ladder *ladder = self;

    if (cost_of_two(engine) > ladder->allowed)
        engine->board->stop = true;
    else if (number % 2)
        engine->board->fit = rung(&ladder->sampling, number / 2);
}

int sampling_fit(struct sampling *sampling, const struct team *team, const struct settings *settings, double seconds)
{
    struct ladder ladder = {*sampling, seconds * 1e9};
    struct run run = {.team = team, .settings = *settings, .end = 2 * 64 * 64};
    const struct range *size = &sampling->puzzle->size;
    int status;

    ladder.sampling.only = 0;
    ladder.sampling.plain = true;
    ladder.sampling.malformed = 0;
    run.stream = (struct stream){.self = &ladder, .make = climb, .after = look, .classes = sampling->classes};
    run.settings.deep = 0;
    run.settings.budget = 1e18; /* no limit, but times are taken */
    run.settings.limit = 0.3;
    run.settings.seconds = 1;
    run.settings.looking_for = NULL;
    status = run_start(&run);
    if (run.board) {
        sampling->max_size = run.board->fit;
        if (sampling->max_size < sampling->min_size)
            sampling->max_size = size->usual < size->most ? size->usual : size->most;
    }
    board_close(run.board);
    return status;
}
