/* The same instance again: in the same context (determinism) and in a fresh one (state leaked from earlier cases). Answers are
 * compared as bytes; the room for the second one is filled with another pattern, so a byte that is never written shows too.
 *
 * A context may be open once at a time (puzzle.h), so the long-lived one is closed for the fresh run, and with it ends what it
 * had gathered: fresh runs are few where cases are many. */
#include "engine.h"

#include <string.h>

enum { PATTERN = 0x5a };

static bool differs(struct engine *engine, int who, void *context)
{
    const struct asked *first = &engine->asked[who];
    size_t size = engine->answer_size;
    void *answer = arena_alloc(&engine->answers, 1, size);
    enum outcome outcome;
    uint64_t walked = 0;

    if (!answer) {
        engine->board->no_memory = true;
        return false;
    }
    memset(answer, PATTERN, size);
    outcome = engine_solve(engine, who, context, engine->instance, answer, &walked);
    if (outcome != first->outcome || (engine->settings->walks && walked != first->walked))
        return true;
    return outcome == OUTCOME_SOLVED && memcmp(answer, first->answer, size) != 0;
}

static bool differs_when_fresh(struct engine *engine, int who)
{
    const struct variant *variant = engine->team->members[who].variant;
    double before = seconds_now();
    void *context;
    bool different;

    if (engine->open >> who & 1)
        variant->close(engine->contexts[who]);
    engine->open &= ~((uint64_t)1 << who);
    engine->contexts[who] = NULL;
    engine_phase(engine, who);
    context = variant->open();
    engine->opening += seconds_now() - before;
    if (!context) {
        engine_note(engine, KIND_MEMORY, 0, (uint64_t)1 << who, "out of memory for its context");
        return false;
    }
    different = differs(engine, who, context);
    variant->close(context);
    return different;
}

uint64_t unstable_participants(struct engine *engine, uint64_t mask, bool due)
{
    uint64_t unstable = 0;

    for (; mask; mask &= mask - 1) {
        int who = __builtin_ctzll(mask);
        const struct variant *variant = engine->team->members[who].variant;
        uint64_t bit = (uint64_t)1 << who;
        bool failed, again;
        void *context;

        if (engine->team->members[who].say)
            continue;
        context = engine_context(engine, who, &failed);
        again = !failed && differs(engine, who, context);
        engine->board->counts.tallies[who].again++;
        if (variant->open && (due || again)) {
            engine->board->counts.tallies[who].fresh++;
            if (differs_when_fresh(engine, who)) {
                engine_note(engine, KIND_LEAK, 0, bit, "after earlier cases it answers otherwise than in a fresh context");
                unstable |= bit;
                continue;
            }
        }
        if (again) {
            engine_note(engine, KIND_UNSTABLE, 0, bit, "asked twice it gives two answers (or leaves bytes unwritten)");
            unstable |= bit;
        }
    }
    return unstable;
}
