/* The first statement from which on the game is contradictory: more facts never mend a contradiction, so it
 * is found by bisection over how many of the statements count.
 *
 * Whichever variant met the contradiction, `pruned` is asked. It affords every game, where fewer facts may
 * lead out of the domain of another; and `rules`, which misses contradictions, would name too late a
 * statement. */
#include "internal.h"

extern const struct variant clueless_pruned;

/* The outcome when the facts of the first `statements` statements count, and no others. */
static enum outcome solve_prefix(const struct clueless_instance *game, size_t statements, struct arena *arena)
{
    struct arena_mark mark = arena_mark(arena);
    struct clueless_instance prefix = *game;
    struct work work = work_start(arena, WORK_STEPS_UNLIMITED);
    void *answer = arena_alloc(arena, 1, clueless_answer_size(game));
    enum outcome outcome = OUTCOME_NO_MEMORY;

    while (prefix.fact_count && prefix.facts[prefix.fact_count - 1].statement >= statements)
        prefix.fact_count--;
    if (answer)
        outcome = clueless_pruned.solve(NULL, &prefix, &work, answer);
    arena_release(arena, mark);
    return outcome;
}

static void name_statement(const struct clueless_instance *game, size_t index, struct text *text)
{
    const struct clueless_statement *statement = &game->statements[index];

    if (game->format == CLUELESS_CONTEST && index >= 2) {
        text_format(text, "contradictory from turn %zu on: ", index - 1);
        clueless_put_statement(game, statement, text);
    } else if (game->format == CLUELESS_CONTEST) {
        text_string(text, "contradictory from your hand on");
    } else {
        if (statement->line)
            text_format(text, "contradictory from line %u on: ", statement->line);
        else
            text_string(text, "contradictory from here on: ");
        clueless_put_statement(game, statement, text);
    }
}

static bool explain_contradiction(const struct clueless_instance *game, struct arena *arena,
                                  struct text *text)
{
    /* Without the first `low` statements' facts alone it is not known to be contradictory, with the first
     * `high` it is. */
    size_t low = 0, high = game->statement_count;

    if (solve_prefix(game, 0, arena) == OUTCOME_CONTRADICTION) {
        text_string(text,
                    "contradictory before the first fact: no deal keeps the hand sizes and the open cards");
        return true;
    }
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        enum outcome outcome = solve_prefix(game, middle, arena);

        if (outcome == OUTCOME_CONTRADICTION)
            high = middle;
        else if (outcome == OUTCOME_SOLVED)
            low = middle;
        else
            return false;
    }
    if (high == 0)
        return false;
    name_statement(game, high - 1, text);
    return true;
}

bool clueless_explain(const void *instance, enum outcome outcome, const struct variant *variant,
                      void *context, struct arena *arena, struct text *text)
{
    (void)context;
    if (outcome == OUTCOME_CONTRADICTION)
        return explain_contradiction(instance, arena, text);
    if (outcome == OUTCOME_LIMIT && variant->detail == DETAIL_COUNTS) {
        text_string(text, "more deals than 128 bits can count");
        return true;
    }
    return false;
}
