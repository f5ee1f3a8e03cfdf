/* Meltdown's symbolic and its library: which diagrams it holds and for how long, when it is full, what it
 * does without memory. The Makefile links this program so that some of the library's functions are called
 * through here. With the garbage collected after each diagram that is held, one held too late or given back too early
 * is an error at once; the nodes at the end, counted, show one that is never given back. A large game that
 * fills the library with what is lost was rejected: it takes a second and may still not notice. */
#include "unit.h"

#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bdd.h>

#include "core/meltdown/meltdown.h"

BDD __real_bdd_addref(BDD diagram);
bddgbchandler __real_bdd_gbc_hook(bddgbchandler hook);
int __real_bdd_setcacheratio(int ratio);
void __real_bdd_done(void);
BDD __wrap_bdd_addref(BDD diagram);
bddgbchandler __wrap_bdd_gbc_hook(bddgbchandler hook);
int __wrap_bdd_setcacheratio(int ratio);
void __wrap_bdd_done(void);

static void (*when_held)(void); /* NULL: nothing more happens */
static bddgbchandler collected; /* what the variant wants to be told of a collection */
static int nodes_left, cache_ratio;
static bool may_leave; /* after a solve: is there a hook that leads back into it? */

BDD __wrap_bdd_addref(BDD diagram)
{
    __real_bdd_addref(diagram);
    if (when_held)
        when_held();
    return diagram;
}

bddgbchandler __wrap_bdd_gbc_hook(bddgbchandler hook)
{
    collected = hook;
    return __real_bdd_gbc_hook(hook);
}

int __wrap_bdd_setcacheratio(int ratio)
{
    cache_ratio = ratio;
    return __real_bdd_setcacheratio(ratio);
}

void __wrap_bdd_done(void)
{
    may_leave = bdd_error_hook(NULL) != NULL;
    if (when_held == bdd_gbc) {
        bdd_gbc();
        nodes_left = bdd_getnodenum();
    }
    when_held = NULL;
    __real_bdd_done();
}

static const struct puzzle *puzzle;
static const struct variant *symbolic;
static struct arena arena; /* emptied before each test */

static int set_up(void **state)
{
    (void)state;
    puzzle = puzzle_find("meltdown");
    symbolic = variant_find(puzzle, "symbolic");
    arena_reset(&arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static const struct meltdown_instance *parse(const char *text)
{
    struct cases cases;
    struct error error;

    assert_true(puzzle->parse(text, strlen(text), &arena, &cases, &error));
    return cases.instances[0];
}

static const struct meltdown_instance *generate(const char *name, uint64_t players, uint64_t seed)
{
    struct recipe recipe = {.size = players, .rounds = 8};
    struct rng rng;
    struct error error;

    while (strcmp(puzzle->classes[recipe.input_class].name, name) != 0)
        recipe.input_class++;
    rng_seed(&rng, seed);
    return puzzle->generate(&rng, &recipe, &arena, &error);
}

static enum outcome solve(const struct variant *variant, const void *game, struct meltdown_answer *answer)
{
    struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);

    return variant->solve(NULL, game, &work, answer);
}

/* Three players' cards a, b, c. Held to the end are: the constants, the cards and their complements, 2 + 6
 * nodes; the three pairs of neighbours, a node each above the cards; what the players would announce: a ? b
 * XOR c : b OR c, 3 nodes, a ? "not both b and c" : c, 2, and a ? the same : b, 1; and the worlds that live.
 */
static void holds_what_it_needs_and_no_more(void **state)
{
    static const struct {
        const char *game;
        struct meltdown_answer answer;
        int nodes;
    } games[] = {
        {"3 2 0 1 1 0 0", {{-1, -1, -1}}, 17},                            /* all live */
        {"3 3 0 1 1 1 1 1 1 0 0", {{1, 2, 2}}, 17 + 1},                   /* no a, and the pair b, c */
        {"3 2 0 0 1 2 2 0 2 1 1 1 0 0", {{1, 1, 2}}, 17 + 2},             /* no a, no b, c */
        {"3 2 1 1 1 3 2 0 1 1 2 1 2 1 2 2 0 1 0", {{2, 2, 2}}, 17 + 1},   /* a, and the pair b, c */
    };

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct meltdown_answer answer;

        when_held = bdd_gbc;
        assert_int_equal(solve(symbolic, parse(games[i].game), &answer), OUTCOME_SOLVED);
        assert_memory_equal(&answer, &games[i].answer, sizeof answer);
        assert_int_equal(nodes_left, games[i].nodes);
    }
}

/* In the last of three rounds all cards are told, so that what is held then is what is held where they are
 * told at once. */
static void gives_back_what_was_in_between(void **state)
{
    static const char told[] = " 5 1 0 1 1 1 1 1 2 1 1 3 1 1 4 1";
    static const char *const before[] = {
        "", " 2 2 0 2 1 2 1 3 1 1 2 2 4 1", " 1 3 0 2 3 1 2 2 1 4 1 3 0 1 2 1"};
    int nodes = 0;

    (void)state;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        struct meltdown_answer answer;
        struct text text = {0};

        text_format(&text, "5 %d 1 1 1 1 1%s%s", i ? 3 : 1, before[i], told);
        text_put(&text, "", 1);
        when_held = bdd_gbc;
        assert_int_equal(solve(symbolic, parse(text.bytes), &answer), OUTCOME_SOLVED);
        nodes = i ? nodes : nodes_left;
        assert_int_equal(nodes_left, nodes);
        text_free(&text);
    }
}

/* What is not held while it is needed is gone. */
static void answers_while_it_collects(void **state)
{
    const struct variant *naive = variant_find(puzzle, "naive");
    const struct space *space = &puzzle->spaces[0];

    (void)state;
    for (uint64_t size = 0; size <= 2; size++) {
        for (uint64_t rank = 0; rank < space->count(size); rank += size < 2 ? 1 : 97) {
            const struct meltdown_instance *game = space->unrank(size, rank, &arena);
            struct meltdown_answer answer, expected;

            assert_int_equal(solve(naive, game, &expected), OUTCOME_SOLVED);
            when_held = bdd_gbc;
            assert_int_equal(solve(symbolic, game, &answer), OUTCOME_SOLVED);
            assert_memory_equal(&answer, &expected, sizeof answer);
            arena_reset(&arena);
        }
    }
}

static bddGbcStat reported;
static int reported_before;

static void report_collection(void)
{
    when_held = NULL;
    assert_non_null(collected);
    collected(reported_before, &reported);
}

static enum outcome solve_with(int is_before, int used)
{
    struct meltdown_answer answer;

    reported_before = is_before;
    reported = (bddGbcStat){.nodes = used + 7, .freenodes = 7};
    when_held = report_collection;
    return solve(symbolic, parse("3 1 0 0 1 1 1 2 1"), &answer);
}

/* 30000 nodes are promised: it gives up where a collection leaves one more. What there is before a collection
 * says nothing. */
static void gives_up_at_its_limit_of_nodes(void **state)
{
    (void)state;
    assert_int_equal(solve_with(0, 30000), OUTCOME_SOLVED);
    assert_int_equal(solve_with(0, 30001), OUTCOME_LIMIT);
    assert_int_equal(solve_with(1, 1000000), OUTCOME_SOLVED);
}

/* Whatever lies in the memory that the library gets: here large numbers, as of a larger game's diagrams. */
static void starts_in_used_memory(void **state)
{
    static const char *const classes[] = {"uniform", "wide"};

    (void)state;
    mallopt(M_PERTURB, 0x80);
    for (size_t c = 0; c < 2; c++) {
        struct meltdown_answer answer;

        assert_int_not_equal(solve(symbolic, generate(classes[c], 38, 1), &answer), OUTCOME_NO_MEMORY);
    }
    mallopt(M_PERTURB, 0);
}

static void run_out_of_memory(void)
{
    bddinthandler hook = bdd_error_hook(NULL);

    when_held = NULL;
    assert_non_null(hook);
    bdd_error_hook(hook);
    hook(BDD_MEMORY);
}

/* The caches have an entry to a node. Without memory they are made small before the library is ended, which
 * needs all of them. No hook leads back into what has returned. */
static void ends_the_library(void **state)
{
    const struct meltdown_instance *game = parse("3 1 0 0 1 1 1 2 1");
    struct meltdown_answer answer;

    (void)state;
    may_leave = true;
    assert_int_equal(solve(symbolic, game, &answer), OUTCOME_SOLVED);
    assert_int_equal(cache_ratio, 1);
    assert_false(may_leave);
    may_leave = true;
    when_held = run_out_of_memory;
    assert_int_equal(solve(symbolic, game, &answer), OUTCOME_NO_MEMORY);
    assert_true(cache_ratio > 1);
    assert_false(may_leave);
}

/* Wide random statements over 64 players pass any limit of nodes; the library must be as new for the next
 * game. */
static void recovers_from_its_limit(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 2; seed++) {
        struct work work = work_start(&arena, 1000);
        struct meltdown_answer answer;

        assert_int_equal(symbolic->solve(NULL, generate("wide", MELTDOWN_PLAYERS_MAX, seed), &work, &answer), OUTCOME_LIMIT);
        assert_true(work.steps_left > 0); /* the library's limit, not ours */
        assert_int_equal(solve(symbolic, parse("3 3 0 0 1 1 1 2 1 0 0"), &answer), OUTCOME_SOLVED);
        assert_memory_equal(&answer, (&(struct meltdown_answer){{1, 1, 2}}), sizeof answer);
    }
}

/* In a process of its own, which gets no more memory than a small game has left behind: the library starts,
 * but its diagrams cannot grow. */
static void has_no_memory(void **state)
{
#ifdef __SANITIZE_ADDRESS__
    (void)state;
    skip(); /* the sanitizer needs memory as well */
#else
    enum { STEPS = 1000 };
    const struct meltdown_instance *game = generate("wide", MELTDOWN_PLAYERS_MAX, 0);
    const struct meltdown_instance *small = parse("3 3 0 0 1 1 1 2 1 0 0");
    int status = -1;
    pid_t child = fork();

    (void)state;
    if (child == 0) {
        struct work work = work_start(&arena, STEPS);
        struct meltdown_answer answer;
        enum outcome outcome;

        signal(SIGSEGV, SIG_DFL);
        malloc_trim(0);
        (void)solve(symbolic, small, &answer);
        setrlimit(RLIMIT_DATA, &(struct rlimit){1, 1}); /* all but the stack */
        outcome = symbolic->solve(NULL, game, &work, &answer);
        _exit(outcome == OUTCOME_NO_MEMORY && work.steps_left < STEPS ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
#endif
}

/* All hold a 1, and player 0's is told. A player with a 0 beside a known 1 would announce, so the knowledge
 * goes round from both sides, a player a round: he at distance d is known after round d, and announces when
 * those beside him are, in round d + 2. The player opposite announces in round 32 whatever he holds, so that
 * those beside him never learn it. */
static void knowledge_goes_round_the_largest_ring(void **state)
{
    enum { PLAYERS = 64, ROUNDS = 40 };
    struct meltdown_answer answer;
    struct text text = {0};

    (void)state;
    text_format(&text, "%d %d\n", PLAYERS, ROUNDS);
    for (int i = 0; i < PLAYERS; i++)
        text_string(&text, "1 ");
    text_string(&text, "1 1 0 1");
    for (int r = 1; r < ROUNDS; r++)
        text_string(&text, " 0");
    text_put(&text, "", 1);
    assert_int_equal(solve(symbolic, parse(text.bytes), &answer), OUTCOME_SOLVED);
    for (int i = 0; i < PLAYERS; i++) {
        int distance = i < PLAYERS - i ? i : PLAYERS - i;

        assert_int_equal(answer.rounds[i], distance == 32 ? 32 : distance == 31 ? -1 : distance + 2);
    }
    text_free(&text);
}

int unit_meltdown_symbolic(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(holds_what_it_needs_and_no_more, set_up, tear_down),
        cmocka_unit_test_setup_teardown(gives_back_what_was_in_between, set_up, tear_down),
        cmocka_unit_test_setup_teardown(answers_while_it_collects, set_up, tear_down),
        cmocka_unit_test_setup_teardown(gives_up_at_its_limit_of_nodes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(starts_in_used_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ends_the_library, set_up, tear_down),
        cmocka_unit_test_setup_teardown(recovers_from_its_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(has_no_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(knowledge_goes_round_the_largest_ring, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("meltdown_symbolic", tests, NULL, NULL);
}
