/* Answers to hold others against. A context stays open from case to case as long as the same variant is preferred. */
#include "exact.h"

static bool hold(struct exact *exact, const struct variant *variant)
{
    if (exact->variant == variant)
        return true;
    if (exact->context)
        exact->variant->close(exact->context);
    exact->context = variant->open ? variant->open() : NULL;
    exact->variant = variant->open && !exact->context ? NULL : variant;
    return exact->variant;
}

struct result exact_solve(struct exact *exact, const void *instance)
{
    const struct variant *variant = variant_choose(exact->puzzle, instance, DETAIL_ANSWER);
    struct result result = {OUTCOME_NO_MEMORY, NULL};
    struct work work;
    void *answer;

    if (!variant)
        return (struct result){OUTCOME_UNSUPPORTED, NULL};
    arena_reset(&exact->arena);
    work = work_start(&exact->arena, exact->steps);
    answer = arena_alloc(&exact->arena, 1, exact->puzzle->answer_size(instance));
    if (answer && hold(exact, variant))
        result.outcome = variant->solve(exact->context, instance, &work, answer);
    exact->no_memory |= result.outcome == OUTCOME_NO_MEMORY;
    result.answer = result.outcome == OUTCOME_SOLVED ? answer : NULL;
    return result;
}

void exact_close(struct exact *exact)
{
    if (exact->context)
        exact->variant->close(exact->context);
    arena_free(&exact->arena);
    *exact = (struct exact){.puzzle = exact->puzzle, .steps = exact->steps};
}
