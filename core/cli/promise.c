/* The promise, looked for: a puzzle says of an instance whether it is promised, not of a size. */
#include "promise.h"

enum { EMPTY_MAX = 2, TRIES = 4 };

bool promise_holds(struct exact *exact, const void *instance, struct result *result)
{
    *result = exact_solve(exact, instance);
    return (result->outcome == OUTCOME_SOLVED || result->outcome == OUTCOME_CONTRADICTION) &&
           exact->puzzle->promised(instance, result);
}

/* Every other try is one larger: some things come in pairs. */
static bool is_promised(struct exact *exact, uint64_t size)
{
    const struct puzzle *puzzle = exact->puzzle;
    bool found = false;

    for (size_t class = 0; puzzle->classes[class].name && !found; class++) {
        for (uint64_t try = 0; try < TRIES && !found; try++) {
            struct recipe recipe = {.input_class = class, .size = size + try % 2, .rounds = puzzle->rounds.usual};
            struct arena arena = {0};
            struct error error = {0};
            struct result result;
            struct rng rng;
            const void *instance;

            rng_seed(&rng, rng_case_seed(size, puzzle->name, puzzle->classes[class].name, try));
            instance = puzzle->generate(&rng, &recipe, &arena, &error);
            exact->no_memory |= error.kind == ERROR_MEMORY;
            found = instance && promise_holds(exact, instance, &result);
            arena_free(&arena);
        }
    }
    return found;
}

uint64_t promise_largest(struct exact *exact, uint64_t least, uint64_t most)
{
    uint64_t largest = 0;
    int empty = 0;

    for (uint64_t size = least; size < most && (!largest || empty < EMPTY_MAX); size += size / 4 + 1) {
        bool found = is_promised(exact, size);

        if (found)
            largest = size + size / 4 + 1; /* the rest of the step is tried, not taken for empty */
        empty = found ? 0 : empty + 1;
    }
    return largest && largest < most ? largest : most;
}
