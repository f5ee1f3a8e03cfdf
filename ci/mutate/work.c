/* work PUZZLE VARIANT: the exact work counters of a variant on fixed generated instances, one line a case. Two runs of the same code print the
 * same bytes; a cut that is gone changes no answer but shows here. */
#include "core/puzzle.h"

#include <stdio.h>

enum { CASES = 6, STEPS = 1 << 16 };

static void count_case(const struct puzzle *puzzle, const struct variant *variant, void *context, const struct recipe *recipe, uint64_t index)
{
    struct arena arena = {0};
    struct error error;
    struct rng rng;
    const void *instance;

    rng_seed(&rng, rng_case_seed(1, puzzle->name, puzzle->classes[recipe->input_class].name, index));
    instance = puzzle->generate(&rng, recipe, &arena, &error);
    if (instance && !variant->refuses(instance)) {
        struct work work = work_start(&arena, STEPS);
        void *answer = arena_zalloc(&arena, 1, puzzle->answer_size(instance));
        enum outcome outcome = answer ? variant->solve(context, instance, &work, answer) : OUTCOME_NO_MEMORY;

        printf("%zu %llu %llu %s", recipe->input_class, (unsigned long long)recipe->size, (unsigned long long)index, outcome_names[outcome]);
        for (size_t i = 0; i < COUNTER_COUNT; i++)
            printf(" %llu", (unsigned long long)work.counters.value[i]);
        printf("\n");
    }
    arena_free(&arena);
}

int main(int count, char **names)
{
    const struct puzzle *puzzle = count == 3 ? puzzle_find(names[1]) : NULL;
    const struct variant *variant = puzzle ? variant_find(puzzle, names[2]) : NULL;
    void *context = NULL;

    if (!variant)
        return 2;
    if (variant->open && !(context = variant->open()))
        return 3;
    for (size_t c = 0; puzzle->classes[c].name; c++)
        for (unsigned step = 1; step <= 3; step++)
            for (uint64_t index = 0; index < CASES; index++) {
                uint64_t size = puzzle->size.least + (puzzle->size.usual - puzzle->size.least) * step / 3;
                struct recipe recipe = {.input_class = c, .size = size, .rounds = puzzle->rounds.most ? puzzle->rounds.usual : 0};

                count_case(puzzle, variant, context, &recipe, index);
            }
    if (variant->close)
        variant->close(context);
    return 0;
}
