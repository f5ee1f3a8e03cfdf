/* Invariants: a known change of the instance, and what it must do to the answer. Each participant is held against its own answer
 * before the change, so this finds faults that all participants share.
 *
 * The change is drawn from one of INVARIANT_SEEDS fixed seeds and the instance alone, so that a failure can be repeated from the
 * instance, without the run that found it. */
#include "engine.h"

uint64_t invariant_breakers(struct engine *engine, int invariant, uint64_t seed, uint64_t mask, bool *tried)
{
    const struct puzzle *puzzle = engine->team->puzzle;
    const struct invariant *law = &puzzle->invariants[invariant];
    uint64_t broken = 0;
    const void *map = NULL, *changed;
    struct rng rng;

    engine_phase(engine, PHASE_CHANGE);
    rng_seed(&rng, seed);
    changed = law->change(engine->instance, &rng, &engine->instances, &map);
    *tried = changed != NULL;
    for (; mask && changed; mask &= mask - 1) {
        int who = __builtin_ctzll(mask);
        const struct variant *variant = engine->team->members[who].variant;
        struct result before = {engine->asked[who].outcome, engine->asked[who].answer}, after;
        bool failed;
        void *context, *answer;
        uint64_t walked;

        engine_phase(engine, PHASE_REFUSES);
        if (engine->team->members[who].say || (variant->refuses && variant->refuses(changed)))
            continue;
        context = engine_context(engine, who, &failed);
        answer = arena_alloc(&engine->answers, 1, puzzle->answer_size(changed));
        if (failed || !answer)
            continue;
        after = (struct result){engine_solve(engine, who, context, changed, answer, &walked), answer};
        if ((after.outcome == OUTCOME_SOLVED || after.outcome == OUTCOME_CONTRADICTION) &&
            !law->keeps(engine->instance, &before, changed, &after, map))
            broken |= (uint64_t)1 << who;
    }
    return broken;
}

void check_invariants(struct engine *engine)
{
    const struct invariant *invariants = engine->team->puzzle->invariants;
    uint64_t first = mix(engine->board->number) / 64 % INVARIANT_SEEDS;
    uint64_t seeds = engine->settings->thorough ? INVARIANT_SEEDS : 1;

    for (int i = 0; invariants && invariants[i].name && i < INVARIANTS_MAX; i++) {
        bool ever = false;

        for (uint64_t seed = 0; seed < seeds; seed++) {
            bool tried;
            uint64_t broken = invariant_breakers(engine, i, (first + seed) % INVARIANT_SEEDS, engine->answered, &tried);

            ever |= tried;
            for (; broken; broken &= broken - 1)
                engine_note(engine, KIND_INVARIANT, i, broken & -broken, "its answer breaks the invariant %s: %s",
                            invariants[i].name, invariants[i].summary);
        }
        engine->board->counts.changed[i] += ever;
    }
}
