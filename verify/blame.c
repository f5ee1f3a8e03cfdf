/* The answers do not fit together: who is wrong? Evidence in this order, and never a count of votes: who answers otherwise when
 * asked again or in a fresh context; who fails the puzzle's own check; who differs from the oracle; who breaks an invariant.
 * What evidence does not reach is reported as undecided, with who agrees with whom. */
#include "engine.h"

#include <string.h>

/* Who is asked only where the others disagree, and the oracle where its share of the cases has left it out. */
static void ask_the_others(struct engine *engine)
{
    uint64_t others = engine->settings->lazy | engine->oracles;

    for (uint64_t left = others & ~engine->settings->left_out & ~engine->banned; left; left &= left - 1) {
        int who = __builtin_ctzll(left);
        const struct variant *variant = engine->team->members[who].variant;

        if ((size_t)who >= engine->team->count)
            break;
        engine->asked[who].refuses = variant->refuses && variant->refuses(engine->instance);
        if (!engine->asked[who].refuses && !engine->asked[who].ran)
            engine_ask(engine, who);
    }
}

static uint64_t failing_the_check(struct engine *engine, uint64_t mask)
{
    const struct puzzle *puzzle = engine->team->puzzle;
    uint64_t wrong = 0;

    for (; mask && puzzle->check; mask &= mask - 1) {
        int who = __builtin_ctzll(mask);
        const struct asked *asked = &engine->asked[who];
        const char *reason = NULL;

        if (asked->outcome == OUTCOME_SOLVED && asked->answer)
            reason = puzzle->check(engine->instance, asked->answer);
        if (!reason)
            continue;
        engine_note(engine, KIND_DISAGREE, 0, (uint64_t)1 << who, "its answer fails the check: %s", reason);
        wrong |= (uint64_t)1 << who;
    }
    return wrong;
}

static uint64_t differing_from_the_oracle(struct engine *engine, uint64_t mask)
{
    uint64_t oracles = mask & engine->oracles;
    uint64_t wrong = 0;
    int oracle;

    if (!oracles)
        return 0;
    oracle = __builtin_ctzll(oracles);
    for (mask &= ~oracles; mask; mask &= mask - 1) {
        int who = __builtin_ctzll(mask);

        if (answers_fit(engine, oracle, who))
            continue;
        engine_note(engine, KIND_DISAGREE, 0, (uint64_t)1 << who, "its answer differs from the oracle's");
        wrong |= (uint64_t)1 << who;
    }
    return wrong;
}

static uint64_t breaking_an_invariant(struct engine *engine, uint64_t mask)
{
    const struct invariant *invariants = engine->team->puzzle->invariants;
    uint64_t wrong = 0;

    for (int i = 0; invariants && invariants[i].name && i < INVARIANTS_MAX; i++) {
        for (uint64_t seed = 0; seed < INVARIANT_SEEDS; seed++) {
            bool tried;
            uint64_t broken = invariant_breakers(engine, i, seed, mask & ~wrong, &tried);

            for (wrong |= broken; broken; broken &= broken - 1)
                engine_note(engine, KIND_DISAGREE, 0, broken & -broken, "its answer breaks the invariant %s",
                            invariants[i].name);
        }
    }
    return wrong;
}

/* Who agrees with whom among these: each joins the first group whose first member it fits. Those that say most come first, who is
 * merely sound, and programs, last: they found no groups that others join. */
static int group(struct engine *engine, uint64_t mask, struct signature *signature)
{
    int leaders[PARTICIPANTS_MAX], groups = 0;

    for (int rank = DETAIL_COUNTS; rank >= -1; rank--) {
        for (uint64_t left = mask; left; left &= left - 1) {
            int who = __builtin_ctzll(left), g = 0;
            const struct participant *participant = &engine->team->members[who];
            bool last = participant->say || participant->variant->claim == CLAIM_SOUND;

            if ((last ? -1 : (int)participant->variant->detail) != rank)
                continue;
            while (g < groups && (leaders[g] < 0 || !answers_fit(engine, leaders[g], who)))
                g++;
            if (g == groups)
                leaders[groups++] = last ? -1 : who;
            signature->group[who] = (uint8_t)(g + 1);
        }
    }
    return groups;
}

void blame(struct engine *engine)
{
    struct signature signature = {.kind = KIND_DISAGREE};
    uint64_t left, wrong;

    ask_the_others(engine);
    left = engine->answered;
    left &= ~unstable_participants(engine, left, true);
    wrong = failing_the_check(engine, left);
    wrong |= differing_from_the_oracle(engine, left & ~wrong);
    if (group(engine, left & ~wrong, &signature) < 2)
        return;
    wrong |= breaking_an_invariant(engine, left & ~wrong);
    memset(signature.group, 0, sizeof signature.group);
    if (group(engine, left & ~wrong, &signature) >= 2)
        board_note(engine->board, &signature, "undecided: no check, oracle or invariant says who is wrong");
}
