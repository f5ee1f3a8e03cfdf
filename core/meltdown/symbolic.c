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
#include <string.h>

#include <bdd.h>

enum {
    START = 300,       /* nodes, and entries of each cache: BuDDy lets both grow together */
    NODES_MAX = 30000, /* `limit` when more than these are left by a garbage collection */
};

extern int *bddrefstack; /* the library's: two places for each variable and four more */

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

/* All diagrams here are referenced: else the next operation may collect them. */
struct table {
    int player_count;
    BDD living;
    BDD unseen[MELTDOWN_PLAYERS_MAX]; /* a player's neighbours: over their cards he quantifies */
    BDD answer[MELTDOWN_PLAYERS_MAX]; /* what he would announce */
};

/* Holds another diagram in the place of one. Do they differ? */
static bool replace(BDD *held, BDD diagram)
{
    bool differs = diagram != *held;

    bdd_addref(diagram);
    bdd_delref(*held);
    *held = diagram;
    return differs;
}

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

/* A player announces the XOR of his neighbours' cards where his own is 1, else their OR. */
static void seat(struct table *table, int player)
{
    BDD left = bdd_ithvar((player + table->player_count - 1) % table->player_count);
    BDD right = bdd_ithvar((player + 1) % table->player_count);
    BDD differ = bdd_addref(bdd_xor(left, right));
    BDD some = bdd_addref(bdd_or(left, right));

    table->unseen[player] = bdd_addref(bdd_and(left, right));
    table->answer[player] = bdd_addref(bdd_ite(bdd_ithvar(player), differ, some));
    bdd_delref(differ);
    bdd_delref(some);
}

/* The worlds in which the player, with what he sees there, holds both answers possible; to be given back. */
static BDD find_uncertain(const struct table *table, int player)
{
    BDD answer = table->answer[player], unseen = table->unseen[player];
    BDD maybe_1 = bdd_addref(bdd_appex(table->living, answer, bddop_and, unseen));
    BDD maybe_0 = bdd_addref(bdd_appex(table->living, answer, bddop_diff, unseen));
    BDD uncertain = bdd_addref(bdd_and(maybe_0, maybe_1));

    bdd_delref(maybe_1);
    bdd_delref(maybe_0);
    return uncertain;
}

static bool contains(BDD diagram, uint64_t world)
{
    while (diagram != bddtrue && diagram != bddfalse)
        diagram = world >> bdd_var(diagram) & 1 ? bdd_high(diagram) : bdd_low(diagram);
    return diagram == bddtrue;
}

/* Drops the worlds in which a statement is false. Were there any? */
static bool hear(struct table *table, const struct meltdown_round *round)
{
    bool dropped = false;

    for (size_t s = 0; s < round->count; s++) {
        const struct meltdown_statement *statement = &round->statements[s];
        BDD formula = bddfalse;

        for (int i = table->player_count - 1; i >= 0; i--)
            if (statement->players >> i & 1)
                replace(&formula, bdd_or(statement->value ? bdd_ithvar(i) : bdd_nithvar(i), formula));
        dropped |= replace(&table->living, bdd_and(table->living, formula));
        bdd_delref(formula);
    }
    return dropped;
}

/* Finds the announcers and drops the worlds that have others. Were there any? */
static bool see_announcers(struct table *table, uint64_t waiting, uint64_t cards, uint64_t *announcers)
{
    BDD remaining = bdd_addref(table->living);
    bool dropped = false;

    *announcers = 0;
    for (uint64_t rest = waiting; rest; rest &= rest - 1) {
        BDD uncertain = find_uncertain(table, __builtin_ctzll(rest));
        bool waits = contains(uncertain, cards);

        dropped |= replace(&remaining, bdd_apply(remaining, uncertain, waits ? bddop_and : bddop_diff));
        bdd_delref(uncertain);
        if (!waits)
            *announcers |= rest & (0 - rest);
    }
    bdd_delref(table->living);
    table->living = remaining;
    return dropped;
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
    struct table table = {.player_count = (int)game->player_count, .living = bddtrue};
    uint64_t waiting = UINT64_MAX >> (MELTDOWN_PLAYERS_MAX - game->player_count);
    bool changed = true;

    for (int i = 0; i < table.player_count; i++)
        seat(&table, i);
    for (uint32_t r = 0; r < game->round_count && waiting; r++) {
        uint64_t announcers;

        if (!spend(work, game->rounds[r].count))
            return OUTCOME_LIMIT;
        changed |= hear(&table, &game->rounds[r]);
        if (!changed)
            continue;
        if (!spend(work, (uint64_t)__builtin_popcountll(waiting)))
            return OUTCOME_LIMIT;
        changed = see_announcers(&table, waiting, game->cards, &announcers);
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
    bdd_setcacheratio(1); /* an entry of each cache to a node */
    bdd_setvarnum((int)game->player_count);
    /* A place of the library's stack is taken before the diagram that it is for is there: a collection in between
     * follows what lies in it, which must not be what another game has left in memory. */
    memset(bddrefstack, 0, (2 * game->player_count + 4) * sizeof *bddrefstack);
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
    if (bdd_isrunning() || bdd_init(START, START) < 0)
        return OUTCOME_NO_MEMORY;
    outcome = start_and_play(game, work, result);
    bdd_error_hook(NULL); /* what comes has nowhere to leave to */
    /* bdd_done looks at all caches, and one that could not grow is not there: small ones are. Memory that
     * runs out in bdd_setvarnum, or for good, is more than the library survives: it frees twice, or follows
     * what it has freed. */
    if (outcome == OUTCOME_NO_MEMORY)
        bdd_setcacheratio(100);
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
