/* Chocolate Fix: the parser's reading, the printer, generator, spaces, shrink steps, invariants, checks and
 * all variants. Expected values are from the statement, worked by hand, or those of `naive` where it is said
 * so. */
#include "unit.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/chocolate/chocolate.h"
#include "core/cli/file.h"

extern const struct puzzle chocolate_puzzle;

enum { VARIANTS_MAX = 8, CELLS = CHOCOLATE_CELLS };

static const struct puzzle *const puzzle = &chocolate_puzzle;

/* All variants with their contexts, and an arena for what a test makes. */
struct bench {
    struct arena arena, scratch;
    size_t count;
    void *contexts[VARIANTS_MAX];
};

static struct bench bench;

static int set_up(void **state)
{
    (void)state;
    for (bench.count = 0; puzzle->variants[bench.count]; bench.count++) {
        const struct variant *variant = puzzle->variants[bench.count];

        assert_true(bench.count < VARIANTS_MAX);
        bench.contexts[bench.count] = variant->open ? variant->open() : NULL;
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (size_t i = 0; i < bench.count; i++)
        if (puzzle->variants[i]->close)
            puzzle->variants[i]->close(bench.contexts[i]);
    arena_free(&bench.arena);
    arena_free(&bench.scratch);
    return 0;
}

static uint64_t scaled(uint64_t count)
{
    const char *scale = getenv("TEST_SCALE");
    double result = (double)count * (scale ? strtod(scale, NULL) : 1);

    return result < 1 ? 1 : (uint64_t)result;
}

static size_t index_of(const char *name)
{
    for (size_t i = 0; i < bench.count; i++)
        if (strcmp(puzzle->variants[i]->name, name) == 0)
            return i;
    fail_msg("no variant %s", name);
    return 0;
}

static struct chocolate_answer solve(size_t variant, const void *instance)
{
    struct work work = work_start(&bench.scratch, WORK_STEPS_UNLIMITED);
    struct chocolate_answer answer;

    assert_null(puzzle->variants[variant]->refuses(instance));
    memset(&answer, 0xa5, sizeof answer);
    assert_int_equal(puzzle->variants[variant]->solve(bench.contexts[variant], instance, &work, &answer),
                     OUTCOME_SOLVED);
    arena_reset(&bench.scratch);
    return answer;
}

static struct chocolate_answer solve_by(const char *name, const void *instance)
{
    return solve(index_of(name), instance);
}

static struct cases parse(const char *input)
{
    struct cases cases;
    struct error error;

    if (!puzzle->parse(input, strlen(input), &bench.arena, &cases, &error))
        fail_msg("%zu:%zu: %s", error.line, error.column, error.message);
    return cases;
}

static const struct chocolate_instance *parse_one(const char *input)
{
    return parse(input).instances[0];
}

/* Every variant says so many boards, the first of them `board`: "SV SS SC RV RS RC TV TS TC"; NULL: none. */
static void assert_answer(const char *input, unsigned boards, const char *board)
{
    const struct chocolate_instance *instance = parse_one(input);
    uint8_t cells[CELLS] = {0};

    for (unsigned i = 0; board && i < CELLS; i++)
        cells[i] =
            (uint8_t)(3 * (strchr("SRT", board[3 * i]) - "SRT") + (strchr("VSC", board[3 * i + 1]) - "VSC"));
    for (size_t i = 0; i < bench.count; i++) {
        struct chocolate_answer answer = solve(i, instance);

        assert_int_equal(answer.boards, boards);
        assert_memory_equal(answer.cells, cells, CELLS);
        assert_null(puzzle->check(instance, &answer));
    }
}

static void assert_agreement(const void *instance, size_t first_variant)
{
    struct chocolate_answer expected = solve(bench.count - 1, instance);

    for (size_t i = first_variant; i + 1 < bench.count; i++) {
        struct chocolate_answer answer = solve(i, instance);

        if (!puzzle->equal(instance, &answer, &expected)) {
            struct text text = {0};

            puzzle->format(&(struct cases){1, &instance}, &text);
            fail_msg("%s and %s differ on\n%.*s", puzzle->variants[i]->name,
                     puzzle->variants[bench.count - 1]->name, (int)text.length, text.bytes);
        }
    }
    if (puzzle->check(instance, &expected))
        fail_msg("%s", puzzle->check(instance, &expected));
}

static void reads_puzzles(void **state)
{
    struct cases cases = parse("2\n1\n1 2\nTV _C\n0\n");
    const struct chocolate_instance *first = cases.instances[0], *second = cases.instances[1];

    (void)state;
    assert_int_equal(cases.count, 2);
    assert_int_equal(first->count, 1);
    assert_int_equal(first->clues[0].height, 1);
    assert_int_equal(first->clues[0].width, 2);
    assert_int_equal(first->clues[0].codes[0], 8);  /* T = 2, V = 0 */
    assert_int_equal(first->clues[0].codes[1], 14); /* free = 3, C = 2 */
    assert_int_equal(second->count, 0);
    assert_int_equal(puzzle->measure(first), 1);
    assert_false(puzzle->same(first, second));
}

/* Line ends are spaces, CR LF is one; the mark at the start and the last line end do not count. */
static void reads_any_layout(void **state)
{
    const struct chocolate_instance *plain = parse_one("1\n1\n2 1\nSC\n_V\n");

    (void)state;
    assert_true(puzzle->same(plain, parse_one("1\r\n1\r\n2 1\r\nSC\r\n_V")));
    assert_true(puzzle->same(plain, parse_one("\xef\xbb\xbf"
                                              "1 1 2 1\tSC _V")));
    assert_true(puzzle->same(plain, parse_one("01 0001 02 1\n\n\nSC _V\n\n")));
    assert_false(puzzle->same(plain, parse_one("1\n1\n1 2\nSC _V\n")));
}

static void assert_prints_back(const char *input)
{
    struct cases cases = parse(input), again;
    struct text text = {0};
    struct error error;

    puzzle->format(&cases, &text);
    assert_int_equal(text.length, strlen(input));
    assert_memory_equal(text.bytes, input, text.length);
    assert_true(puzzle->parse(text.bytes, text.length, &bench.arena, &again, &error));
    for (size_t i = 0; i < cases.count; i++)
        assert_true(puzzle->same(cases.instances[i], again.instances[i]));
    text_free(&text);
}

static void prints_what_it_reads(void **state)
{
    (void)state;
    assert_prints_back("1\n0\n");
    assert_prints_back("2\n2\n1 1\nSV\n3 2\nRS _S\nT_ __\nTC RV\n1\n2 3\nSC SS SV\n__ _V _C\n");
}

static void runs_out_of_memory(void **state)
{
    struct arena arena = {.limit = 64};
    struct cases cases;
    struct error error;

    (void)state;
    assert_false(puzzle->parse("1\n0\n", 4, &arena, &cases, &error));
    assert_int_equal(error.kind, ERROR_MEMORY);
    assert_null(puzzle->shrink(parse_one("1 1 1 1 SV"), 0, &arena));
    assert_null(puzzle->spaces[0].unrank(1, 0, &arena));
    arena_free(&arena);
}

static void prints_answers(void **state)
{
    struct chocolate_answer one = {CHOCOLATE_ONE, {0, 1, 2, 3, 4, 5, 6, 7, 8}}, none = {0};
    struct text text = {0};

    (void)state;
    puzzle->print(NULL, &(struct result){OUTCOME_SOLVED, &one}, 1, DETAIL_ANSWER, &text);
    puzzle->print(NULL, &(struct result){OUTCOME_SOLVED, &none}, 2, DETAIL_ANSWER, &text);
    puzzle->print(NULL, &(struct result){OUTCOME_LIMIT, NULL}, 3, DETAIL_ANSWER, &text);
    text_char(&text, '\0');
    assert_string_equal(text.bytes, "Puzzle #1:\nSV SS SC\nRV RS RC\nTV TS TC\n\n"
                                    "Puzzle #2:\nno board\n\n"
                                    "Puzzle #3:\nlimit\n\n");
    text_free(&text);
}

static void names_flaws(void **state)
{
    struct chocolate_answer answer = {0};
    struct result solved = {OUTCOME_SOLVED, &answer}, limit = {OUTCOME_LIMIT, &answer};

    (void)state;
    assert_string_equal(puzzle->flaw(NULL, &answer), "no board");
    assert_false(puzzle->promised(NULL, &solved));
    answer.boards = CHOCOLATE_MANY;
    assert_string_equal(puzzle->flaw(NULL, &answer), "more than one board");
    assert_false(puzzle->promised(NULL, &solved));
    answer.boards = CHOCOLATE_ONE;
    assert_null(puzzle->flaw(NULL, &answer));
    assert_true(puzzle->promised(NULL, &solved));
    assert_false(puzzle->promised(NULL, &limit));
}

/* Worked by hand. */
static void answers_small_puzzles(void **state)
{
    static const char first[] = "SV SS SC RV RS RC TV TS TC";

    (void)state;
    assert_answer("1\n0", CHOCOLATE_MANY, first);
    assert_answer("1\n1\n3 3\n__ __ __\n__ __ __\n__ __ __", CHOCOLATE_MANY, first);
    /* A clue of one cell holds on every board. */
    assert_answer("1\n3\n1 1\nTC\n1 1\n_S\n1 1\nR_", CHOCOLATE_MANY, first);
    /* TC first in the order is only possible if it lies in the first cell and the rest is in order. */
    assert_answer("1\n1\n3 3\nTC __ __\n__ __ __\n__ __ __", CHOCOLATE_MANY, "TC SV SS SC RV RS RC TV TS");
    /* The last of the orders of the lower six. */
    assert_answer("1\n1\n3 3\nSV SS SC\nTC TS TV\nRC RS RV", CHOCOLATE_ONE, "SV SS SC TC TS TV RC RS RV");
    /* TC left of SV: the earliest board starts with SS SC RV, and TC SV lies as late as it can. */
    assert_answer("1\n1\n1 2\nTC SV", CHOCOLATE_MANY, "SS SC RV RS RC TV TS TC SV");
    assert_answer("1\n1\n1 2\nSV SV", CHOCOLATE_NONE, NULL);
    /* Four squares do not exist. */
    assert_answer("1\n1\n2 2\nS_ S_\nS_ S_", CHOCOLATE_NONE, NULL);
    assert_answer("1\n2\n2 3\nSV SS SC\nRV RS RC\n1 3\nTV TS TC", CHOCOLATE_MANY, first);
    assert_answer("1\n2\n2 3\nSV SS SC\nRV RS RC\n2 3\nRV RS RC\nTV TS TC", CHOCOLATE_ONE, first);
    /* Two rows are settled, the triangles below may lie in any order. */
    assert_answer("1\n3\n3 3\nS_ S_ S_\nR_ R_ R_\n__ __ __\n3 3\n_V _S __\n_V _S __\n__ __ __\n1 1\nTC",
                  CHOCOLATE_MANY, first);
}

static void answers_full_boards(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    for (unsigned round = 0; round < 20; round++) {
        struct chocolate_instance instance = {.count = 1, .clues[0] = {.height = 3, .width = 3}};
        uint32_t pieces[CELLS];

        for (uint32_t i = 0; i < CELLS; i++)
            pieces[i] = i;
        rng_shuffle(&rng, pieces, CELLS);
        for (unsigned i = 0; i < CELLS; i++)
            instance.clues[0].codes[i] = chocolate_code(pieces[i] / 3, pieces[i] % 3);
        for (size_t i = 0; i < bench.count; i++) {
            struct chocolate_answer answer = solve(i, &instance);

            assert_int_equal(answer.boards, CHOCOLATE_ONE);
            for (unsigned cell = 0; cell < CELLS; cell++)
                assert_int_equal(answer.cells[cell], pieces[cell]);
        }
    }
}

/* What the page promises of every variant: all, so also ten clues of every size, those with one place and
 * those that say nothing. */
static void affords_everything(void **state)
{
    struct chocolate_instance instance = {.count = CHOCOLATE_CLUES_MAX};

    (void)state;
    for (uint8_t size = 0; size < 9; size++) {
        for (unsigned i = 0; i < CHOCOLATE_CLUES_MAX; i++) {
            struct chocolate_clue *clue = &instance.clues[i];

            *clue =
                (struct chocolate_clue){.height = (uint8_t)(1 + size / 3), .width = (uint8_t)(1 + size % 3)};
            memset(clue->codes, CHOCOLATE_CODE_FREE, (size_t)clue->height * clue->width);
            clue->codes[0] = chocolate_code(i % 3, CHOCOLATE_FREE);
        }
        assert_agreement(&instance, 0);
    }
}

static void honours_the_limit(void **state)
{
    /* The statement's third puzzle: no variant is done in one step. */
    const struct chocolate_instance *instance =
        parse_one("1\n3\n3 2\n_C R_\n_C __\nS_ _C\n1 2\nTC _V\n3 2\n_V __\nS_ S_\nT_ _V");

    (void)state;
    for (size_t i = 0; i < bench.count; i++) {
        struct work work = work_start(&bench.scratch, 1);
        struct chocolate_answer answer;

        assert_int_equal(puzzle->variants[i]->solve(bench.contexts[i], instance, &work, &answer),
                         OUTCOME_LIMIT);
        assert_int_equal(work.steps_left, 0);
    }
}

/* Too few steps are a limit, in either pass of a variant that has two; enough give the answer. */
static void answers_with_enough_steps(void **state)
{
    const struct chocolate_instance *instance = parse_one("1 0");

    (void)state;
    for (size_t i = 0; i < bench.count; i++) {
        struct chocolate_answer answer;
        uint64_t steps = 1;

        for (;; steps++) {
            struct work work = work_start(&bench.scratch, steps);
            enum outcome outcome = puzzle->variants[i]->solve(bench.contexts[i], instance, &work, &answer);

            assert_true(work.counters.value[COUNTER_nodes] <= steps);
            if (outcome == OUTCOME_SOLVED)
                break;
            assert_int_equal(outcome, OUTCOME_LIMIT);
        }
        assert_in_range(steps, 1, 100);
        assert_int_equal(answer.boards, CHOCOLATE_MANY);
    }
}

static struct recipe recipe_of(const char *name, uint64_t size)
{
    for (size_t i = 0; puzzle->classes[i].name; i++)
        if (strcmp(puzzle->classes[i].name, name) == 0)
            return (struct recipe){.input_class = i, .size = size};
    fail_msg("no class %s", name);
    return (struct recipe){0};
}

static const struct chocolate_instance *generate(const char *name, uint64_t size, uint64_t index)
{
    struct recipe recipe = recipe_of(name, size);
    const void *instance;
    struct error error;
    struct rng rng;

    rng_seed(&rng, rng_case_seed(1, puzzle->name, name, index));
    instance = puzzle->generate(&rng, &recipe, &bench.arena, &error);
    if (!instance)
        fail_msg("%s", error.message);
    return instance;
}

static void assert_valid(const struct chocolate_instance *instance)
{
    struct cases cases = {1, (const void *[]){instance}}, again;
    struct text text = {0};
    struct error error;

    puzzle->format(&cases, &text);
    if (!puzzle->parse(text.bytes, text.length, &bench.arena, &again, &error))
        fail_msg("%zu:%zu: %s", error.line, error.column, error.message);
    assert_true(puzzle->same(instance, again.instances[0]));
    text_free(&text);
}

static void generates_valid_puzzles(void **state)
{
    (void)state;
    for (size_t c = 0; puzzle->classes[c].name; c++) {
        for (uint64_t size = 1; size <= puzzle->size.most; size++) {
            const struct chocolate_instance *instance = generate(puzzle->classes[c].name, size, size);

            assert_int_equal(puzzle->measure(instance), size);
            assert_valid(instance);
            assert_true(puzzle->same(instance, generate(puzzle->classes[c].name, size, size)));
            assert_false(puzzle->same(instance, generate(puzzle->classes[c].name, size, size + 1)));
        }
        arena_reset(&bench.arena);
    }
}

/* By naive, so that the class does not rest on the variant that the generator asks. */
static void generates_the_class(void **state)
{
    static const struct {
        const char *name;
        unsigned boards;
    } classes[] = {
        {"one", CHOCOLATE_ONE}, {"hard", CHOCOLATE_NONE}, {"none", CHOCOLATE_NONE}, {"many", CHOCOLATE_MANY}};

    (void)state;
    for (size_t c = 0; c < sizeof classes / sizeof *classes; c++)
        for (uint64_t i = 0; i < scaled(25); i++)
            assert_int_equal(solve_by("naive", generate(classes[c].name, 1 + i % 10, i)).boards,
                             classes[c].boards);
    assert_int_equal(solve_by("naive", generate("many", 0, 0)).boards, CHOCOLATE_MANY);
    assert_int_equal(solve_by("naive", generate("uniform", 0, 0)).boards, CHOCOLATE_MANY);
    arena_reset(&bench.arena);
}

/* Each attribute that a puzzle of class "one" or "none" fixes is needed. */
static void generates_nothing_to_spare(void **state)
{
    static const char *const names[] = {"one", "none"};

    (void)state;
    for (uint64_t i = 0; i < scaled(100); i++) {
        const struct chocolate_instance *instance = generate(names[i % 2], 1 + i / 2 % 10, i);
        unsigned boards = solve_by("closed_form", instance).boards;

        for (unsigned j = 0; j < instance->count * 2U * CELLS; j++) {
            struct chocolate_instance looser = *instance;
            struct chocolate_clue *clue = &looser.clues[j / (2 * CELLS)];
            uint8_t *code = &clue->codes[j / 2 % CELLS], before = *code;

            if (j / 2 % CELLS >= (unsigned)clue->height * clue->width)
                continue;
            *code = j % 2 ? chocolate_code(chocolate_shape(before), CHOCOLATE_FREE)
                          : chocolate_code(CHOCOLATE_FREE, chocolate_flavour(before));
            if (*code != before)
                assert_true(solve_by("closed_form", &looser).boards > boards);
        }
        arena_reset(&bench.arena);
    }
}

static void refuses_classes_without_clues(void **state)
{
    static const char *const names[] = {"one", "hard", "none"};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct recipe recipe = recipe_of(names[i], 0);
        struct error error;
        struct rng rng;

        rng_seed(&rng, 1);
        assert_null(puzzle->generate(&rng, &recipe, &bench.arena, &error));
        assert_int_equal(error.kind, ERROR_INPUT);
    }
}

static const struct space *space_of(const char *name)
{
    for (const struct space *space = puzzle->spaces; space->name; space++)
        if (strcmp(space->name, name) == 0)
            return space;
    fail_msg("no space %s", name);
    return NULL;
}

static uint64_t count_up_to(const struct space *space, uint64_t size)
{
    uint64_t count = 0;

    for (uint64_t i = space->first_size; i <= size; i++)
        count += space->count(i);
    return count;
}

/* 16 codes a cell: 16 + 2 * 16^2 + 2 * 16^3 + 16^4 clues of at most four cells (1x1, 1x2 and 2x1, 1x3 and
 * 3x1, 2x2), 16 + 2 * 16^2 = 528 of at most two; unordered pairs of these 528 * 529 / 2, triples 528 * 529 *
 * 530 / 6. */
static void counts_spaces(void **state)
{
    (void)state;
    assert_int_equal(count_up_to(space_of("clues"), 2), 528);
    assert_int_equal(count_up_to(space_of("clues"), 4), 74256);
    assert_int_equal(space_of("clues")->count(5), 0);
    assert_int_equal(space_of("clues")->count(6), 2 * 16777216); /* 2x3 and 3x2 */
    assert_int_equal(space_of("clues")->count(9), 68719476736);
    assert_int_equal(count_up_to(space_of("pairs"), 2), 139656);
    assert_int_equal(count_up_to(space_of("triples"), 2), 24672560);
    assert_int_equal(space_of("pairs")->count(1), 136);   /* 16 * 17 / 2 */
    assert_int_equal(space_of("triples")->count(1), 816); /* 16 * 17 * 18 / 6 */
}

static void assert_rank(const struct space *space, uint64_t size, uint64_t rank)
{
    const void *instance = space->unrank(size, rank, &bench.arena);
    uint64_t found_size = 0, found_rank = 0;

    assert_true(space->rank(instance, &found_size, &found_rank));
    assert_int_equal(found_size, size);
    assert_int_equal(found_rank, rank);
    arena_reset(&bench.arena);
}

static void unrank_and_rank_are_inverse(void **state)
{
    struct rng rng;

    (void)state;
    rng_seed(&rng, 2);
    for (const struct space *space = puzzle->spaces; space->name; space++) {
        for (uint64_t size = space->first_size; size <= space->last_size; size++) {
            uint64_t count = space->count(size), rounds = count < scaled(5000) ? count : scaled(5000);

            for (uint64_t i = 0; i < rounds; i++)
                assert_rank(space, size, rounds == count ? i : rng_below(&rng, count));
            if (count)
                assert_rank(space, size, count - 1);
        }
    }
}

/* The first and the last of each size, by hand, and that ranks are read where they stand. */
static void ranks_as_described(void **state)
{
    uint64_t size, rank;

    (void)state;
    assert_true(puzzle->same(space_of("clues")->unrank(1, 0, &bench.arena), parse_one("1 1 1 1 SV")));
    assert_true(puzzle->same(space_of("clues")->unrank(2, 511, &bench.arena), parse_one("1 1 2 1 __ __")));
    assert_true(
        puzzle->same(space_of("clues")->unrank(4, 65535, &bench.arena), parse_one("1 1 2 2 __ __ __ __")));
    assert_true(puzzle->same(space_of("pairs")->unrank(1, 1, &bench.arena), parse_one("1 2 1 1 SV 1 1 SS")));
    assert_true(
        puzzle->same(space_of("pairs")->unrank(2, 0, &bench.arena), parse_one("1 2 1 1 SV 1 2 SV SV")));
    assert_true(puzzle->same(space_of("pairs")->unrank(2, 139519, &bench.arena),
                             parse_one("1 2 2 1 __ __ 2 1 __ __")));
    /* Not in a space: two clues out of order, a clue too large, another number of clues. */
    assert_false(space_of("pairs")->rank(parse_one("1 2 1 1 SS 1 1 SV"), &size, &rank));
    assert_false(
        space_of("triples")->rank(parse_one("1 3 1 1 SV 1 1 SV 2 3 __ __ __ __ __ __"), &size, &rank));
    assert_false(space_of("clues")->rank(parse_one("1 0"), &size, &rank));
}

/* (clues, cells, fixed attributes, sum of their values) as one number. */
static uint64_t weigh(const struct chocolate_instance *instance)
{
    uint64_t cells = 0, fixed = 0, sum = 0, clues = instance->count;

    for (unsigned i = 0; i < instance->count; i++) {
        const struct chocolate_clue *clue = &instance->clues[i];

        for (unsigned j = 0; j < (unsigned)clue->height * clue->width; j++) {
            unsigned shape = chocolate_shape(clue->codes[j]), flavour = chocolate_flavour(clue->codes[j]);

            cells++;
            fixed += (shape != CHOCOLATE_FREE ? 1U : 0U) + (flavour != CHOCOLATE_FREE ? 1U : 0U);
            sum += (shape != CHOCOLATE_FREE ? shape : 0) + (flavour != CHOCOLATE_FREE ? flavour : 0);
        }
    }
    return ((clues * 1000 + cells) * 1000 + fixed) * 1000 + sum;
}

static void shrinks_strictly(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < scaled(50); i++) {
        const struct chocolate_instance *instance = generate("one", 1 + i % 10, i), *smaller;
        size_t steps = 0;

        while ((smaller = puzzle->shrink(instance, steps, &bench.arena)) != NULL) {
            assert_true(weigh(smaller) < weigh(instance));
            assert_valid(smaller);
            steps++;
        }
        /* At most a half twice, each clue, 4 sides a clue, and two steps to free and one to lower for each of
         * 9 cells a clue. */
        assert_in_range(steps, 1, 2 + 10 + 40 + 360);
        arena_reset(&bench.arena);
    }
}

static void shrinks_to_nothing(void **state)
{
    const struct chocolate_instance *instance = generate("none", 10, 1), *smaller;
    size_t steps = 0;

    (void)state;
    while ((smaller = puzzle->shrink(instance, 0, &bench.arena)) != NULL) {
        instance = smaller;
        steps++;
    }
    assert_true(puzzle->same(instance, parse_one("1 0")));
    assert_int_equal(steps, 4); /* 10, 5, 2, 1, 0 clues */
}

/* By hand: the steps of a 1x2 clue. */
static void shrinks_as_described(void **state)
{
    static const char *const expected[] = {
        "1 0",           "1 1 1 1 _V", /* without the first column */
        "1 1 1 1 RC",                  /* without the last */
        "1 1 1 2 __ _V",               /* attributes freed: a cell's, its shape, its flavour */
        "1 1 1 2 _C _V", "1 1 1 2 R_ _V", "1 1 1 2 RC __", "1 1 1 2 SC _V", /* letters lowered */
        "1 1 1 2 RS _V",
    };
    const struct chocolate_instance *instance = parse_one("1 1 1 2 RC _V");
    bool found[sizeof expected / sizeof *expected] = {false};
    const void *smaller;

    (void)state;
    for (size_t step = 0; (smaller = puzzle->shrink(instance, step, &bench.arena)) != NULL; step++) {
        size_t i = 0;

        while (i < sizeof expected / sizeof *expected && !puzzle->same(smaller, parse_one(expected[i])))
            i++;
        if (i == sizeof expected / sizeof *expected)
            fail_msg("step %zu is not expected", step);
        assert_false(found[i]);
        found[i] = true;
    }
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_true(found[i]);
}

/* A wrong answer for an instance with the right one `answer`: another board where there is one, a board where
 * there is none. */
static struct chocolate_answer spoil(struct chocolate_answer answer)
{
    if (answer.boards == CHOCOLATE_NONE) {
        for (uint8_t i = 0; i < CELLS; i++)
            answer.cells[i] = i;
        answer.boards = CHOCOLATE_ONE;
    } else {
        uint8_t piece = answer.cells[3];

        answer.cells[3] = answer.cells[7];
        answer.cells[7] = piece;
    }
    return answer;
}

static void invariants_hold_and_can_fail(void **state)
{
    static const char *const classes[] = {"one", "many", "none", "uniform"};
    struct rng rng;

    (void)state;
    rng_seed(&rng, 3);
    for (const struct invariant *invariant = puzzle->invariants; invariant->name; invariant++) {
        unsigned applied = 0;

        for (uint64_t round = 0; round < 4 * scaled(60); round++) {
            const struct chocolate_instance *instance = generate(classes[round % 4], 1 + round % 8, round);
            const void *map, *changed = invariant->change(instance, &rng, &bench.arena, &map);

            if (instance->count == 1 && strcmp(invariant->name, "order") == 0) {
                assert_null(changed);
                continue;
            }
            assert_non_null(changed);
            assert_valid(changed);
            for (size_t i = 1; i < bench.count; i++) {
                struct chocolate_answer before = solve(i, instance), after = solve(i, changed),
                                        wrong = spoil(after);
                struct result old = {OUTCOME_SOLVED, &before}, new = {OUTCOME_SOLVED, &after},
                              spoilt = {OUTCOME_SOLVED, &wrong};

                if (!invariant->keeps(instance, &old, changed, &new, map))
                    fail_msg("%s breaks %s", puzzle->variants[i]->name, invariant->name);
                if (before.boards == CHOCOLATE_ONE && invariant->keeps(instance, &old, changed, &spoilt, map))
                    fail_msg("%s does not see a wrong board", invariant->name);
                wrong.boards = (uint8_t)(after.boards == CHOCOLATE_NONE ? CHOCOLATE_MANY : CHOCOLATE_NONE);
                if (strcmp(invariant->name, "add") != 0 &&
                    invariant->keeps(instance, &old, changed, &spoilt, map))
                    fail_msg("%s does not see a wrong number", invariant->name);
                new.outcome = OUTCOME_CONTRADICTION;
                assert_false(invariant->keeps(instance, &old, changed, &new, map));
                applied++;
            }
            arena_reset(&bench.arena);
        }
        assert_in_range(applied, 1, UINT32_MAX);
    }
}

/* Nothing to shuffle or to repeat, and no room for an eleventh clue. */
static void invariants_do_not_always_apply(void **state)
{
    const struct chocolate_instance *empty = parse_one("1 0"), *full = generate("one", 10, 0);
    struct rng rng;

    (void)state;
    rng_seed(&rng, 4);
    for (const struct invariant *invariant = puzzle->invariants; invariant->name; invariant++) {
        bool needs_clues = strcmp(invariant->name, "order") == 0 || strcmp(invariant->name, "repeat") == 0;
        bool adds = strcmp(invariant->name, "repeat") == 0 || strcmp(invariant->name, "free") == 0 ||
                    strcmp(invariant->name, "add") == 0 || strcmp(invariant->name, "full") == 0;
        const void *map;

        assert_int_equal(invariant->change(empty, &rng, &bench.arena, &map) == NULL, needs_clues);
        assert_int_equal(invariant->change(full, &rng, &bench.arena, &map) == NULL, adds);
    }
}

/* An added clue may not bring a board, keep an earlier one from being first, or take the first when that
 * keeps the clue. */
static void adding_is_judged(void **state)
{
    const struct chocolate_instance *none = parse_one("1 1 1 2 SV SV"), *many = parse_one("1 0");
    const struct chocolate_instance *none_more = parse_one("1 2 1 2 SV SV 1 1 SV"),
                                    *kept = parse_one("1 1 1 2 SV SS");
    const struct chocolate_instance *broken = parse_one("1 1 1 2 SV TC");
    struct chocolate_answer no = {0}, first = {CHOCOLATE_MANY, {0, 1, 2, 3, 4, 5, 6, 7, 8}};
    struct chocolate_answer later = {CHOCOLATE_MANY, {0, 8, 1, 2, 3, 4, 5, 6, 7}}, single = first;
    struct result r_no = {OUTCOME_SOLVED, &no}, r_first = {OUTCOME_SOLVED, &first},
                  r_later = {OUTCOME_SOLVED, &later};
    struct result r_single = {OUTCOME_SOLVED, &single};
    const struct invariant *add = puzzle->invariants;

    (void)state;
    single.boards = CHOCOLATE_ONE;
    while (strcmp(add->name, "add") != 0)
        add++;
    assert_true(add->keeps(none, &r_no, none_more, &r_no, NULL));
    assert_false(add->keeps(none, &r_no, none_more, &r_single, NULL));
    assert_true(add->keeps(many, &r_first, kept, &r_first, NULL));
    assert_true(add->keeps(many, &r_first, kept, &r_single, NULL));
    assert_false(add->keeps(many, &r_first, kept, &r_later, NULL));
    assert_false(add->keeps(many, &r_first, kept, &r_no, NULL));
    assert_true(add->keeps(many, &r_first, broken, &r_later, NULL));
    assert_true(add->keeps(many, &r_first, broken, &r_no, NULL));
    assert_false(add->keeps(many, &r_first, broken, &r_first, NULL));
    assert_false(add->keeps(many, &r_single, broken, &r_later, NULL));
}

static void checks_answers(void **state)
{
    const struct chocolate_instance *instance =
        parse_one("1\n2\n2 3\nSV SS SC\nRV RS RC\n2 3\nRV RS RC\nTV TS TC");
    const struct chocolate_instance *loose = parse_one("1\n1\n3 3\nSV SS SC\nRV RS RC\nTV _S _C"),
                                    *open = parse_one("1 0");
    struct chocolate_answer right = {CHOCOLATE_ONE, {0, 1, 2, 3, 4, 5, 6, 7, 8}}, wrong;

    (void)state;
    assert_null(puzzle->check(instance, &right));
    wrong = right;
    wrong.boards = 3;
    assert_string_equal(puzzle->check(instance, &wrong), "not a number of boards");
    wrong.boards = CHOCOLATE_NONE;
    assert_string_equal(puzzle->check(instance, &wrong), "a board where there is none");
    wrong = right;
    wrong.cells[4] = 9;
    assert_string_equal(puzzle->check(instance, &wrong), "not a piece");
    wrong.cells[4] = 5;
    assert_string_equal(puzzle->check(instance, &wrong), "a piece is on the board twice");
    wrong.cells[5] = 4;
    assert_string_equal(puzzle->check(instance, &wrong), "the board breaks a clue");
    /* Only TS and TC are free to go anywhere in `loose`, and their flavours are given: one board. */
    assert_null(puzzle->check(loose, &right));
    /* Without clues every board keeps them: one is too few, and a board that is not the first has an earlier
     * one a swap away. */
    assert_string_equal(puzzle->check(open, &right), "another board keeps all clues too");
    wrong = right;
    wrong.boards = CHOCOLATE_MANY;
    assert_null(puzzle->check(open, &wrong));
    wrong.cells[7] = 8;
    wrong.cells[8] = 7;
    assert_string_equal(puzzle->check(open, &wrong), "an earlier board keeps all clues too");
}

/* All of at most two cells, and one in eleven of three and four cells (more at a larger scale). */
static void variants_agree_on_single_clues(void **state)
{
    const struct space *space = space_of("clues");

    (void)state;
    for (uint64_t size = 1; size <= 4; size++) {
        uint64_t stride = size < 3 ? 1 : 1 + 10000 / scaled(1000);

        for (uint64_t rank = 0; rank < space->count(size); rank += stride) {
            assert_agreement(space->unrank(size, rank, &bench.arena), size < 3 ? 0 : 1);
            arena_reset(&bench.arena);
        }
    }
}

/* The pairs of the smallest clues in full; of the next size a sample that grows with the scale. */
static void variants_agree_on_pairs(void **state)
{
    const struct space *space = space_of("pairs");
    uint64_t rounds = scaled(5000);
    struct rng rng;

    (void)state;
    rng_seed(&rng, 5);
    for (uint64_t rank = 0; rank < space->count(1); rank++)
        assert_agreement(space->unrank(1, rank, &bench.arena), 0);
    for (uint64_t i = 0; i < rounds; i++) {
        assert_agreement(space->unrank(2, rng_below(&rng, space->count(2)), &bench.arena), i % 200 ? 1 : 0);
        arena_reset(&bench.arena);
    }
}

static void variants_agree_on_generated_puzzles(void **state)
{
    (void)state;
    for (size_t c = 0; puzzle->classes[c].name; c++) {
        for (uint64_t i = 0; i < scaled(400); i++) {
            assert_agreement(generate(puzzle->classes[c].name, 1 + i % 10, 1000 + i), i % 50 ? 1 : 0);
            arena_reset(&bench.arena);
        }
    }
}

static void answer_file(size_t variant, const char *path)
{
    struct file input, expected;
    struct cases cases;
    struct text text = {0};
    char answers[512];

    snprintf(answers, sizeof answers, "%.*sans", (int)strlen(path) - 2, path);
    assert_int_equal(file_parse("unit", puzzle, path, &bench.arena, &input, &cases), EXIT_WELL);
    assert_int_equal(file_read("unit", answers, &expected), EXIT_WELL);
    for (size_t i = 0; i < cases.count; i++) {
        struct chocolate_answer answer = solve(variant, cases.instances[i]);

        puzzle->print(cases.instances[i], &(struct result){OUTCOME_SOLVED, &answer}, i + 1, DETAIL_ANSWER,
                      &text);
    }
    if (text.length != expected.size || memcmp(text.bytes, expected.bytes, text.length) != 0)
        fail_msg("%s: %s answers otherwise", path, puzzle->variants[variant]->name);
    text_free(&text);
    file_free(&input);
    file_free(&expected);
    arena_reset(&bench.arena);
}

/* The number of files that match. */
static size_t answer_files(const char *pattern)
{
    glob_t found;
    size_t count;

    if (glob(pattern, 0, NULL, &found) != 0)
        return 0;
    count = found.gl_pathc;
    for (size_t i = 0; i < count; i++)
        for (size_t variant = 0; variant < bench.count; variant++)
            answer_file(variant, found.gl_pathv[i]);
    globfree(&found);
    return count;
}

static void answers_samples_and_corpus(void **state)
{
    (void)state;
    assert_in_range(answer_files("core/chocolate/samples/*.in"), 1, 1000);
    assert_in_range(answer_files("verify/corpus/chocolate/*.in"), 5, 100000);
}

static void answers_published_puzzles(void **state)
{
    (void)state;
    if (answer_files("../shared/data/chocolate/*.in") == 0) {
        print_message("../shared/data/chocolate is absent\n");
        skip();
    }
}

int unit_chocolate(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_puzzles),
        cmocka_unit_test(reads_any_layout),
        cmocka_unit_test(prints_what_it_reads),
        cmocka_unit_test(runs_out_of_memory),
        cmocka_unit_test(prints_answers),
        cmocka_unit_test(names_flaws),
        cmocka_unit_test(answers_small_puzzles),
        cmocka_unit_test(answers_full_boards),
        cmocka_unit_test(affords_everything),
        cmocka_unit_test(honours_the_limit),
        cmocka_unit_test(answers_with_enough_steps),
        cmocka_unit_test(generates_valid_puzzles),
        cmocka_unit_test(generates_the_class),
        cmocka_unit_test(generates_nothing_to_spare),
        cmocka_unit_test(refuses_classes_without_clues),
        cmocka_unit_test(counts_spaces),
        cmocka_unit_test(unrank_and_rank_are_inverse),
        cmocka_unit_test(ranks_as_described),
        cmocka_unit_test(shrinks_strictly),
        cmocka_unit_test(shrinks_to_nothing),
        cmocka_unit_test(shrinks_as_described),
        cmocka_unit_test(invariants_hold_and_can_fail),
        cmocka_unit_test(invariants_do_not_always_apply),
        cmocka_unit_test(adding_is_judged),
        cmocka_unit_test(checks_answers),
        cmocka_unit_test(variants_agree_on_single_clues),
        cmocka_unit_test(variants_agree_on_pairs),
        cmocka_unit_test(variants_agree_on_generated_puzzles),
        cmocka_unit_test(answers_samples_and_corpus),
        cmocka_unit_test(answers_published_puzzles),
    };

    return cmocka_run_group_tests_name("chocolate", tests, set_up, tear_down);
}
