/* meltdown symbolic: the set of living worlds as a binary decision diagram over the n cards (BuDDy). A round
 * is a conjunction of formulas over that set, and each is the definition: a player is uncertain in a world
 * where, his neighbours' cards quantified away, there is a living world with either answer. The cost follows
 * the structure of the statements, not 2^n.
 *
 * Bound: O(D^2) an operation on diagrams of D nodes; all diagrams together have at most NODES_MAX nodes,
 * beyond it the outcome is `limit`, within about a second (with four times as many few more games end, and a
 * limit takes five). Statements over neighbours keep D near 1000 at 60 players; several wide random ones a
 * round pass any limit from 30 to 40 players on. Domain: all. A step is one statement or one player asked;
 * none are asked where nothing has changed.
 * Source: R. E. Bryant, "Graph-based algorithms for Boolean function manipulation", IEEE ToC C-35, 1986. The
 * order of the variables is the ring's, since statements are mostly about neighbours. Rejected: the cofactors
 * by the neighbours' cards, one by one (13 operations a player in place of 7, twice the time).
 *
 * BuDDy's state is global, so one solve may run at a time in a process; each starts the library and ends it,
 * so nothing is kept between cases, not even after a limit. Started small that costs 20 microseconds. By
 * default it prints its garbage collections and ends the process on an error. With an error hook that
 * returns, a failed operation goes on with 0, which is also the false diagram, for up to a minute; so the
 * hook leaves by longjmp, as BuDDy itself leaves operations to reorder. */
#include "meltdown.h"

#include <setjmp.h>

#include <bdd.h>

enum {
    NODES_START = 300, /* doubled by BuDDy as they fill */
    NODES_MAX = 30000, /* `limit` when more than these are left by a garbage collection */
    CACHE_START = 300,
    CACHE_RATIO = 1, /* nodes to one cache entry, as both grow */
    CACHE_RATIO_SMALL = 100,
    HELD_MAX = 8     /* diagrams of one formula */
};

/* Where an operation that cannot end well goes; BuDDy's hooks have no argument of ours to keep it in. */
static jmp_buf bail_out;

/* Memory is all that can be missing here. */
static void leave(int code)
{
    (void)code;
    longjmp(bail_out, OUTCOME_NO_MEMORY);
}

/* BuDDy collects before it makes room for more. Near a limit of its own it would go on collecting for every
 * few nodes. */
static void leave_when_full(int is_before, bddGbcStat *state)
{
    if (!is_before && state->nodes - state->freenodes > NODES_MAX)
        longjmp(bail_out, OUTCOME_LIMIT);
}

/* What a formula under construction needs: without a reference the next operation may collect it. */
struct held {
    size_t count;
    BDD diagrams[HELD_MAX];
};

static BDD hold(struct held *held, BDD diagram)
{
    held->diagrams[held->count++] = bdd_addref(diagram);
    return diagram;
}

static void let_go(struct held *held)
{
    while (held->count)
        bdd_delref(held->diagrams[--held->count]);
}

struct table {
    int player_count;
    BDD living; /* referenced */
};

static void set_living(struct table *table, BDD diagram)
{
    bdd_addref(diagram);
    bdd_delref(table->living);
    table->living = diagram;
}

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

/* What the player would announce, as a formula: the XOR of his neighbours' cards where his own is 1, else
 * their OR. */
static BDD find_answer(const struct table *table, int player, struct held *held)
{
    BDD left = bdd_ithvar((player + table->player_count - 1) % table->player_count);
    BDD right = bdd_ithvar((player + 1) % table->player_count);
    BDD differ = hold(held, bdd_xor(left, right));
    BDD some = hold(held, bdd_or(left, right));

    return hold(held, bdd_ite(bdd_ithvar(player), differ, some));
}

/* The worlds in which the player, with what he sees there, holds both answers possible. */
static BDD find_uncertain(const struct table *table, int player, struct held *held)
{
    BDD left = bdd_ithvar((player + table->player_count - 1) % table->player_count);
    BDD right = bdd_ithvar((player + 1) % table->player_count);
    BDD unseen = hold(held, bdd_and(left, right));
    BDD answer = find_answer(table, player, held);
    BDD maybe_1 = hold(held, bdd_appex(table->living, answer, bddop_and, unseen));
    BDD maybe_0 = hold(held, bdd_appex(table->living, answer, bddop_diff, unseen));

    return hold(held, bdd_and(maybe_0, maybe_1));
}

static bool contains(BDD diagram, uint64_t world)
{
    while (diagram != bddtrue && diagram != bddfalse)
        diagram = world >> bdd_var(diagram) & 1 ? bdd_high(diagram) : bdd_low(diagram);
    return diagram == bddtrue;
}

static void hear(struct table *table, const struct meltdown_round *round)
{
    for (size_t s = 0; s < round->count; s++) {
        const struct meltdown_statement *statement = &round->statements[s];
        BDD formula = bddfalse;

        for (int i = table->player_count - 1; i >= 0; i--) {
            if (statement->players >> i & 1) {
                BDD longer = bdd_addref(bdd_or(statement->value ? bdd_ithvar(i) : bdd_nithvar(i), formula));

                bdd_delref(formula);
                formula = longer;
            }
        }
        set_living(table, bdd_and(table->living, formula));
        bdd_delref(formula);
    }
}

/* Drops the worlds with other announcers than the real ones; returns the set of these. */
static uint64_t see_announcers(struct table *table, uint64_t waiting, uint64_t cards)
{
    BDD remaining = bdd_addref(table->living);
    uint64_t announcers = 0;

    for (uint64_t rest = waiting; rest; rest &= rest - 1) {
        struct held held = {0};
        BDD uncertain = find_uncertain(table, __builtin_ctzll(rest), &held);
        bool waits = contains(uncertain, cards);
        BDD fewer = bdd_addref(bdd_apply(remaining, uncertain, waits ? bddop_and : bddop_diff));

        bdd_delref(remaining);
        remaining = fewer;
        let_go(&held);
        if (!waits)
            announcers |= rest & (0 - rest);
    }
    set_living(table, remaining);
    bdd_delref(remaining);
    return announcers;
}

static bool spend(struct work *work, uint64_t steps)
{
    if (!work_spend(work, steps))
        return false;
    COUNT(work->counters, steps, steps);
    return true;
}

static enum outcome play(const struct meltdown_instance *game, struct work *work,
                         struct meltdown_answer *answer)
{
    struct table table = {(int)game->player_count, bddtrue};
    uint64_t waiting = UINT64_MAX >> (MELTDOWN_PLAYERS_MAX - game->player_count);
    bool changed = true;

    for (uint32_t r = 0; r < game->round_count && waiting; r++) {
        BDD before = bdd_addref(table.living);
        uint64_t announcers;

        if (!spend(work, game->rounds[r].count))
            return OUTCOME_LIMIT;
        hear(&table, &game->rounds[r]);
        changed |= table.living != before;
        bdd_delref(before);
        if (!changed)
            continue;
        if (!spend(work, (uint64_t)__builtin_popcountll(waiting)))
            return OUTCOME_LIMIT;
        before = bdd_addref(table.living);
        announcers = see_announcers(&table, waiting, game->cards);
        changed = table.living != before;
        bdd_delref(before);
        waiting &= ~announcers;
        for (; announcers; announcers &= announcers - 1)
            answer->rounds[__builtin_ctzll(announcers)] = (int16_t)(r + 1);
    }
    return OUTCOME_SOLVED;
}

static enum outcome start_and_play(const struct meltdown_instance *game, struct work *work,
                                   struct meltdown_answer *answer)
{
    int bailed = setjmp(bail_out);

    if (bailed)
        return (enum outcome)bailed;
    bdd_error_hook(leave);
    bdd_gbc_hook(leave_when_full);
    bdd_setcacheratio(CACHE_RATIO);
    bdd_setvarnum((int)game->player_count);
    return play(game, work, answer);
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct meltdown_instance *game = instance;
    struct meltdown_answer *result = answer;
    enum outcome outcome;

    (void)context;
    for (uint32_t i = 0; i < MELTDOWN_PLAYERS_MAX; i++)
        result->rounds[i] = i < game->player_count ? -1 : 0;
    if (bdd_isrunning() || bdd_init(NODES_START, CACHE_START) < 0)
        return OUTCOME_NO_MEMORY;
    outcome = start_and_play(game, work, result);
    bdd_error_hook(NULL); /* the next start, which may fail, has nowhere to leave to */
    /* bdd_done looks at all caches, and one that could not grow is not there. Memory that
     * runs out in bdd_setvarnum, or for good, is more than the library survives: it frees twice, or follows what it has freed. */
    if (outcome == OUTCOME_NO_MEMORY)
        bdd_setcacheratio(CACHE_RATIO_SMALL);
    bdd_done();
    return outcome;
}

extern const struct variant meltdown_symbolic;
const struct variant meltdown_symbolic = {
    .name = "symbolic",
    .summary = "the living worlds as a binary decision diagram",
    .bound = "O(D^2) time a player and round for diagrams of D <= 30000 nodes, 10 MB",
    .domain = "all, up to 30000 nodes of diagrams",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
