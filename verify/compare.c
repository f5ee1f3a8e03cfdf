/* Answers held against each other. The base is the exact answer that says most; who claims to be exact must equal it, who claims
 * to be sound must be refined by it, a program must print the same tokens. There is no vote: where something does not fit,
 * blame.c looks for evidence.
 *
 * Equal is taken to be transitive among answers of falling detail, so one comparison a participant is enough. */
#include "engine.h"

#include <string.h>

#include "tokens.h"

static bool is_exact(const struct engine *engine, int who)
{
    const struct participant *participant = &engine->team->members[who];

    return !participant->say && participant->variant->claim == CLAIM_EXACT;
}

static int choose_base(const struct engine *engine)
{
    int base = -1;

    for (uint64_t left = engine->answered; left; left &= left - 1) {
        int who = __builtin_ctzll(left);

        if (is_exact(engine, who) &&
            (base < 0 || engine->team->members[who].variant->detail > engine->team->members[base].variant->detail))
            base = who;
    }
    return base;
}

/* At one of the details that the base holds. */
static bool says_the_same(struct engine *engine, int base, const struct text *said)
{
    const struct asked *asked = &engine->asked[base];
    struct result result = {asked->outcome, asked->answer};

    for (int detail = 0; detail <= (int)engine->team->members[base].variant->detail; detail++) {
        text_clear(&engine->text);
        engine->team->puzzle->print(engine->instance, &result, 1, (enum detail)detail, &engine->text);
        if (same_tokens(engine->text.bytes, engine->text.length, said->bytes, said->length))
            return true;
    }
    return false;
}

bool answers_fit(struct engine *engine, int base, int who)
{
    const struct puzzle *puzzle = engine->team->puzzle;
    const struct asked *a = &engine->asked[base], *b = &engine->asked[who];

    if (engine->team->members[who].say)
        return says_the_same(engine, base, &b->said);
    if (is_exact(engine, who)) {
        if (a->outcome != b->outcome)
            return false;
        return a->outcome == OUTCOME_CONTRADICTION || puzzle->equal(engine->instance, a->answer, b->answer);
    }
    if (a->outcome == OUTCOME_CONTRADICTION) /* who is merely sound may miss it */
        return true;
    return b->outcome == OUTCOME_SOLVED && puzzle->refines(engine->instance, a->answer, b->answer);
}

/* Equal bytes pass or fail alike, so only what differs from the base is checked again. */
static void check_answers(struct engine *engine)
{
    const struct puzzle *puzzle = engine->team->puzzle;
    size_t size = engine->answer_size;
    const struct asked *base = engine->base >= 0 ? &engine->asked[engine->base] : NULL;
    const char *base_wrong = NULL;

    if (base && base->outcome == OUTCOME_SOLVED)
        base_wrong = puzzle->check(engine->instance, base->answer);
    for (uint64_t left = engine->answered; left; left &= left - 1) {
        int who = __builtin_ctzll(left);
        const struct asked *asked = &engine->asked[who];
        const char *wrong = base_wrong;

        if (asked->outcome != OUTCOME_SOLVED || !asked->answer)
            continue;
        if (!base || base->outcome != OUTCOME_SOLVED || memcmp(asked->answer, base->answer, size) != 0)
            wrong = puzzle->check(engine->instance, asked->answer);
        if (wrong)
            engine_note(engine, KIND_CHECK, 0, (uint64_t)1 << who, "fails the check: %s", wrong);
    }
}

static void compare_walks(struct engine *engine)
{
    const struct team *team = engine->team;

    for (uint64_t left = engine->answered; left; left &= left - 1) {
        int a = __builtin_ctzll(left);

        for (uint64_t others = engine->walk_group[a] & (left - 1) & left; others; others &= others - 1) {
            int b = __builtin_ctzll(others);

            if (engine->asked[a].walked != engine->asked[b].walked)
                engine_note(engine, KIND_WALK, 0, (uint64_t)1 << a | (uint64_t)1 << b,
                            "%s counts %llu %s, %s %llu", team->members[a].name,
                            (unsigned long long)engine->asked[a].walked,
                            counter_infos[team->members[a].variant->walk_counter].name, team->members[b].name,
                            (unsigned long long)engine->asked[b].walked);
        }
    }
}

/* Two answers at least, the oracle's not counted; where its domain holds the case it must have answered. Where the variants' own
 * limits leave fewer, that is a fault; where the work limit is the run's, it is counted only. */
void count_comparison(struct engine *engine)
{
    struct board *board = engine->board;
    uint64_t oracles = engine->oracles, limited = 0;
    int in_domain = 0;
    bool refused = true;

    for (size_t i = 0; i < engine->team->count; i++) {
        const struct asked *asked = &engine->asked[i];

        if (oracles >> i & 1) {
            refused = refused && (asked->refuses || engine->settings->lazy >> i & 1);
        } else if (asked->ran && asked->outcome != OUTCOME_UNSUPPORTED) {
            in_domain++;
            limited |= (uint64_t)(asked->outcome == OUTCOME_LIMIT) << i;
        }
    }
    if (__builtin_popcountll(engine->answered & ~oracles) >= 2) {
        board->counts.compared++;
        board->counts.by_oracle += (engine->answered & oracles) != 0;
        board->counts.beyond += (engine->answered & oracles) == 0 && refused;
    } else {
        board->counts.alone++;
        if (in_domain >= 2 && limited && engine->settings->steps == WORK_STEPS_UNLIMITED)
            engine_note(engine, KIND_LIMIT, 0, limited, "work limits leave fewer than two answers");
    }
}

void compare_answers(struct engine *engine)
{
    bool fit = true;

    engine_phase(engine, PHASE_COMPARE);
    engine->base = choose_base(engine);
    for (uint64_t left = engine->base < 0 ? 0 : engine->answered; left && fit; left &= left - 1) {
        int who = __builtin_ctzll(left);

        fit = who == engine->base || answers_fit(engine, engine->base, who);
    }
    if (!fit)
        blame(engine);
    else if (engine->team->puzzle->check)
        check_answers(engine);
    if (engine->settings->walks)
        compare_walks(engine);
}
