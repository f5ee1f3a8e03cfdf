/* What happens when memory runs out, at every place where it can: each job of each puzzle is done again and again with the k-th request
 * refused, for k = 1, 2 ... until none is refused any more. It must say so, or give what it gives with memory to spare; the sanitizers and
 * memcheck see the rest. The requests are those of core to the arena and of everything to the C library (the Makefile links this program with
 * --wrap). A library's own requests are its own; BuDDy says for itself that it has no memory: by what bdd_init returns, in an operation to the hook. */
#include "unit.h"

#include <bdd.h>
#include <sys/mman.h>

#include "core/adjacent/adjacent.h"
#include "core/chocolate/chocolate.h"
#include "core/clueless/clueless.h"
#include "core/meltdown/meltdown.h"
#include "core/puzzle.h"
#include "core/ticket/ticket.h"

extern const struct puzzle template_puzzle;

void *__real_arena_alloc(struct arena *arena, size_t count, size_t size);
void *__real_arena_zalloc(struct arena *arena, size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__real_realloc(void *bytes, size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_malloc(size_t size);
void *__wrap_arena_alloc(struct arena *arena, size_t count, size_t size);
void *__wrap_arena_zalloc(struct arena *arena, size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_realloc(void *bytes, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
int __real_bdd_init(int nodes, int cache);
BDD __real_bdd_or(BDD left, BDD right);
int __wrap_bdd_init(int nodes, int cache);
BDD __wrap_bdd_or(BDD left, BDD right);

/* Requests left until one is refused; 0: none is. */
static uint64_t countdown;
static uint64_t refusals;
static bool all_refused;
static size_t asked; /* bytes, of arenas */
static size_t block_size; /* what an arena last asked the C library for */

/* While a fence is up, what an arena is asked for ends where a page ends that no readable one follows, or begins where none precedes: a step
 * outside is a crash in every build. Nor is it zero by chance. A request's bytes are a multiple of what its things take, so that they lie as
 * they must. What is asked for when no field is left, or is too large, the arena gives. */
enum fence { FENCE_NONE, FENCE_BEHIND, FENCE_BEFORE };
enum { PAGE = 1 << 16, FIELD = 16 * PAGE, FIELDS = 64 };
static enum fence fence;
static size_t fields_taken;

static unsigned char *lay_out_fields(void)
{
    unsigned char *pages = mmap(NULL, PAGE + (size_t)FIELDS * (FIELD + PAGE), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_true(pages != MAP_FAILED);
    for (size_t i = 0; i < FIELDS; i++)
        assert_int_equal(mprotect(pages + PAGE + i * (FIELD + PAGE), FIELD, PROT_READ | PROT_WRITE), 0);
    return pages;
}

static void *take_field(size_t bytes, int content)
{
    static unsigned char *pages;
    unsigned char *field;

    if (fence == FENCE_NONE || fields_taken == FIELDS || bytes > FIELD)
        return NULL;
    if (!pages)
        pages = lay_out_fields();
    field = pages + PAGE + fields_taken++ * (FIELD + PAGE);
    return memset(fence == FENCE_BEHIND ? field + FIELD - bytes : field, content, bytes);
}

static bool is_refused(void)
{
    bool refused = all_refused || (countdown && --countdown == 0);

    refusals += refused;
    return refused;
}

void *__wrap_arena_alloc(struct arena *arena, size_t count, size_t size)
{
    void *bytes;

    asked += count * size;
    if (is_refused())
        return NULL;
    bytes = take_field(count * size, 0xa5);
    return bytes ? bytes : __real_arena_alloc(arena, count, size);
}

void *__wrap_arena_zalloc(struct arena *arena, size_t count, size_t size)
{
    void *bytes;

    asked += count * size;
    if (is_refused())
        return NULL;
    bytes = take_field(count * size, 0);
    return bytes ? bytes : __real_arena_zalloc(arena, count, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    block_size = size;
    return is_refused() ? NULL : __real_aligned_alloc(alignment, size);
}

void *__wrap_realloc(void *bytes, size_t size)
{
    return is_refused() ? NULL : __real_realloc(bytes, size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_refused() ? NULL : __real_calloc(count, size);
}

void *__wrap_malloc(size_t size)
{
    return is_refused() ? NULL : __real_malloc(size);
}

int __wrap_bdd_init(int nodes, int cache)
{
    return is_refused() ? BDD_MEMORY : __real_bdd_init(nodes, cache);
}

BDD __wrap_bdd_or(BDD left, BDD right)
{
    if (is_refused())
        bdd_error_hook(NULL)(BDD_MEMORY); /* which does not come back */
    return __real_bdd_or(left, right);
}

void unit_refuse(uint64_t request)
{
    countdown = request;
}

void unit_refuse_all(bool all)
{
    all_refused = all;
}

bool unit_refused(void)
{
    bool refused = countdown == 0;

    countdown = 0;
    return refused;
}

struct job {
    const struct puzzle *puzzle;
    const void *instance;
    const struct variant *variant;
    const struct space *space;
    const struct invariant *invariant;
    struct recipe recipe;
    const struct text *bytes;
    const void *answer;
    struct result result;
    size_t step;
    struct arena arena; /* of the job; empty at its start */
};

static void attempt_within(enum fence side, struct job *job, void (*attempt)(struct job *job))
{
    fence = side;
    countdown = UINT64_MAX;
    attempt(job);
    countdown = 0;
    fence = FENCE_NONE;
    fields_taken = 0;
    arena_free(&job->arena);
}

/* Every request of the job refused once; from the thousandth on, where a job has so many, ever fewer of them. Then none, between fences. */
static void refuse_each(struct job *job, void (*attempt)(struct job *job))
{
    uint64_t k = 0;

    do {
        k += 1 + k / 1000 * 100;
        countdown = k;
        attempt(job);
        arena_free(&job->arena);
    } while (countdown == 0);
    attempt_within(FENCE_BEHIND, job, attempt);
    attempt_within(FENCE_BEFORE, job, attempt);
}

static bool was_refused(void)
{
    return countdown == 0;
}

static void generate(struct job *job)
{
    struct error error = {.kind = ERROR_NONE};
    struct rng rng;
    const void *instance;

    rng_seed(&rng, 5);
    instance = job->puzzle->generate(&rng, &job->recipe, &job->arena, &error);
    if (!instance) {
        assert_true(was_refused());
        assert_int_equal(error.kind, ERROR_MEMORY);
    } else if (!was_refused()) {
        assert_true(job->puzzle->same(instance, job->instance));
    }
}

static void format(struct job *job)
{
    struct cases cases = {1, &job->instance};
    struct text text = {0};

    job->puzzle->format(&cases, &text);
    if (was_refused())
        assert_true(text.failed);
    else
        assert_false(text.failed);
    text_free(&text);
}

static void parse(struct job *job)
{
    struct error error;
    struct cases cases = {0};

    if (!job->puzzle->parse(job->bytes->bytes, job->bytes->length, &job->arena, &cases, &error)) {
        assert_true(was_refused());
        assert_int_equal(error.kind, ERROR_MEMORY);
    } else {
        assert_false(was_refused()); /* nothing of a case is left out: not what follows from it, which `same` does not see, either */
        assert_int_equal(cases.count, 1);
        assert_true(job->puzzle->same(cases.instances[0], job->instance));
    }
}

static void solve(struct job *job)
{
    const size_t size = job->puzzle->answer_size(job->instance);
    struct work work = work_start(&job->arena, 1 << 16);
    void *answer = test_malloc(size), *context = NULL;
    enum outcome outcome;

    memset(answer, 0, size);
    if (job->variant->open && !(context = job->variant->open())) {
        assert_true(was_refused());
        test_free(answer);
        return;
    }
    outcome = job->variant->solve(context, job->instance, &work, answer);
    if (outcome == OUTCOME_NO_MEMORY)
        assert_true(was_refused());
    else
        assert_int_equal(outcome, job->result.outcome);
    if (outcome == OUTCOME_SOLVED)
        assert_true(job->puzzle->equal(job->instance, answer, job->answer));
    if (job->variant->close)
        job->variant->close(context);
    test_free(answer);
}

/* So that the instance lies between fences, too. */
static void read_and_solve(struct job *job)
{
    const void *instance = job->instance;
    struct error error;
    struct cases cases;

    assert_true(job->puzzle->parse(job->bytes->bytes, job->bytes->length, &job->arena, &cases, &error));
    job->instance = cases.instances[0];
    solve(job);
    job->instance = instance;
}

static void print(struct job *job)
{
    struct text text = {0};

    job->puzzle->print(job->instance, &job->result, 1, job->puzzle->detail, &text);
    if (was_refused())
        assert_true(text.failed);
    text_free(&text);
}

static void explain(struct job *job)
{
    void *context = job->variant->open ? job->variant->open() : NULL;
    struct text text = {0};

    if (context || !job->variant->open)
        (void)job->puzzle->explain(job->instance, OUTCOME_CONTRADICTION, job->variant, context, &job->arena, &text);
    if (context)
        job->variant->close(context);
    text_free(&text);
}

static void unrank(struct job *job)
{
    const void *instance = job->space->unrank(job->recipe.size, job->step, &job->arena);

    if (!instance)
        assert_true(was_refused());
    else
        assert_true(job->puzzle->same(instance, job->instance));
}

static void shrink(struct job *job)
{
    (void)job->puzzle->shrink(job->instance, job->step, &job->arena);
}

static void change(struct job *job)
{
    const void *map = NULL;
    struct rng rng;

    rng_seed(&rng, job->step);
    (void)job->invariant->change(job->instance, &rng, &job->arena, &map);
}

/* What a variant says with memory to spare is what it must say, if it says anything, with less. */
static void refuse_in_variants(struct job *job)
{
    const struct puzzle *puzzle = job->puzzle;
    struct arena arena = {0};

    for (size_t v = 0; puzzle->variants[v]; v++) {
        struct work work = work_start(&arena, 1 << 16);
        const struct variant *variant = puzzle->variants[v];
        void *answer = arena_zalloc(&arena, 1, puzzle->answer_size(job->instance));
        void *context = variant->open ? variant->open() : NULL;

        job->variant = variant;
        job->answer = answer;
        job->result = (struct result){variant->solve(context, job->instance, &work, answer), answer};
        if (variant->close)
            variant->close(context);
        if (job->result.outcome == OUTCOME_UNSUPPORTED)
            continue;
        refuse_each(job, solve);
        if (job->bytes)
            attempt_within(FENCE_BEHIND, job, read_and_solve);
        refuse_each(job, print);
        if (puzzle->explain)
            refuse_each(job, explain);
    }
    arena_free(&arena);
}

static void refuse_in_instance(struct job *job)
{
    struct cases cases = {1, &job->instance};
    struct text bytes = {0};

    job->puzzle->format(&cases, &bytes);
    job->bytes = &bytes;
    refuse_each(job, format);
    refuse_each(job, parse);
    refuse_in_variants(job);
    for (job->step = 0; job->step < 40; job->step++)
        refuse_each(job, shrink);
    for (job->invariant = job->puzzle->invariants; job->invariant && job->invariant->name; job->invariant++)
        for (job->step = 1; job->step < 4; job->step++)
            refuse_each(job, change);
    text_free(&bytes);
}

static void refuse_in_classes(const struct puzzle *puzzle)
{
    struct arena arena = {0};

    for (size_t c = 0; puzzle->classes && puzzle->classes[c].name; c++)
        for (size_t f = 0; f == 0 || (puzzle->formats && puzzle->formats[f]); f++)
            for (uint64_t more = 0; more < 6; more += 2) {
                struct job job = {.puzzle = puzzle, .recipe = {.input_class = c, .format = f, .size = puzzle->size.least + more}};
                struct error error;
                struct rng rng;

                if (job.recipe.size > puzzle->size.most)
                    continue;
                job.recipe.rounds = puzzle->rounds.most ? puzzle->rounds.least + 1 : 0;
                rng_seed(&rng, 5);
                job.instance = puzzle->generate(&rng, &job.recipe, &arena, &error);
                if (!job.instance)
                    continue; /* this class does not exist at this size */
                refuse_each(&job, generate);
                if (more < 4)
                    refuse_in_instance(&job);
            }
    for (size_t c = 0; puzzle->classes && puzzle->classes[c].name; c++) {
        struct job job = {.puzzle = puzzle, .recipe = {.input_class = c, .size = puzzle->size.usual, .rounds = puzzle->rounds.usual}};
        struct error error;
        struct rng rng;

        rng_seed(&rng, 5);
        job.instance = puzzle->generate(&rng, &job.recipe, &arena, &error);
        refuse_each(&job, generate);
        refuse_in_variants(&job);
    }
    arena_free(&arena);
}

static void refuse_in_spaces(const struct puzzle *puzzle)
{
    struct arena arena = {0};

    for (const struct space *space = puzzle->spaces; space && space->name; space++)
        for (uint64_t size = space->first_size; size < space->first_size + 4 && size <= space->last_size; size++)
            for (uint64_t share = 0; share < 8 && space->count(size); share++) {
                struct job job = {.puzzle = puzzle, .space = space, .recipe.size = size};

                job.step = (size_t)((space->count(size) - 1) / 7 * share);
                job.instance = space->unrank(size, job.step, &arena);
                assert_non_null(job.instance);
                refuse_each(&job, unrank);
                for (job.step = 0; job.step < 32; job.step++)
                    refuse_each(&job, shrink);
            }
    arena_free(&arena);
}

static void every_request_may_be_refused(void **state)
{
    (void)state;
    refuse_in_classes(&template_puzzle);
    refuse_in_spaces(&template_puzzle);
    for (size_t p = 0; puzzles[p]; p++) {
        refuse_in_classes(puzzles[p]);
        refuse_in_spaces(puzzles[p]);
    }
    assert_true(refusals > 1000);
}

/* Tables that are filled to their ends, where the other cases leave room, and an instance that is, up to the last code of its last clue. */
static void nobody_steps_outside_his_memory(void **state)
{
    static const struct {
        const char *puzzle, *input;
    } cases[] = {
        /* The difference is the largest, and the least, that is in reach. */
        {"ticket", "14\n???????0000000\n"},
        {"ticket", "14\n0000000???????\n"},
        {"ticket", "16\n99000000????0000\n"},
        {"ticket", "16\n????000099990000\n"},
        {"ticket", "16\n99990000????0000\n"},
        {"chocolate", "1\n10\n3 3\n__ __ __ __ __ __ __ SS __\n3 3\n__ __ __ __ __ __ SC __ __\n"
                      "1 3\nRV RS RC\n3 1\nRV __ SC\n1 1\nTC\n1 1\nTS\n2 2\nRV __ __ __\n3 2\n__ __ __ __ __ SV\n1 2\nSS SV\n"
                      "3 3\n__ __ __ __ __ __ __ __ SV\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct job job = {.puzzle = puzzle_find(cases[i].puzzle)};
        struct text bytes = {0};
        struct arena arena = {0};
        struct cases parsed;
        struct error error;

        text_string(&bytes, cases[i].input);
        assert_true(job.puzzle->parse(bytes.bytes, bytes.length, &arena, &parsed, &error));
        job.instance = parsed.instances[0];
        job.bytes = &bytes;
        refuse_in_variants(&job);
        text_free(&bytes);
        arena_free(&arena);
    }
}

static size_t asked_for(const char *puzzle, const char *input, size_t size)
{
    struct arena arena = {0};
    struct cases cases;
    struct error error;

    asked = 0;
    (void)puzzle_find(puzzle)->parse(input, size, &arena, &cases, &error);
    arena_free(&arena);
    return asked;
}

#define ASKED_FOR(puzzle, input) asked_for(puzzle, input, sizeof input - 1)

static size_t contest(size_t turns)
{
    return sizeof(struct clueless_instance) + sizeof(void *) + (turns + 2) * sizeof(struct clueless_statement) +
           (turns + 2 * CLUELESS_CARDS_MAX) * CLUELESS_CATEGORIES;
}

static size_t log_of(size_t statements, size_t names)
{
    return sizeof(struct clueless_instance) + sizeof(void *) + statements * sizeof(struct clueless_statement) + 2 * names +
           (CLUELESS_CARDS_MAX + CLUELESS_PLAYERS_MOST) * sizeof(struct clueless_name);
}

/* What a parser asks for is what its input has; where only a count has been read, what the rest of the input has room for, a thing
 * more for a last one whose separator is missing: no header makes it ask for more. */
static void a_parser_asks_for_what_its_input_can_fill(void **state)
{
    enum { CASE = sizeof(struct adjacent_instance) + sizeof(void *), TURN = sizeof(struct adjacent_turn), WORDS = 16 };
    enum { RING = sizeof(struct meltdown_instance) + sizeof(void *) + sizeof(struct meltdown_round) };
    struct arena arena = {0};

    (void)state;
    assert_int_equal(ASKED_FOR("ticket", "4\n0523\n"), sizeof(struct ticket_instance) + sizeof(void *));
    asked = 0;
    assert_non_null(puzzle_find("ticket")->spaces[0].unrank(4, 0, &arena));
    assert_int_equal(asked, 4 + sizeof(struct ticket_instance));
    asked = 0;
    assert_non_null(puzzle_find("ticket")->shrink(puzzle_find("ticket")->spaces[0].unrank(4, 0, &arena), 0, &arena));
    assert_int_equal(asked, 4 + 2 + 2 * sizeof(struct ticket_instance)); /* one of each half is left out */
    arena_free(&arena);
    assert_int_equal(ASKED_FOR("chocolate", "2\n0\n0\n"), 2 * (sizeof(struct chocolate_instance) + sizeof(void *)));
    assert_int_equal(ASKED_FOR("adjacent", "1\n3\n1 1\n2 2\n3 3\n"), CASE + 3 * TURN + WORDS);
    /* Room for games, of six bytes, is 11 and 12; for turns, of four, 12. A word has a bit for 0 as well: 64 takes another. */
    assert_int_equal(ASKED_FOR("adjacent", "9\n1\n1 1\n    "), 2 * CASE + TURN + WORDS);
    assert_int_equal(ASKED_FOR("adjacent", "9\n1\n1 1\n     "), 3 * CASE + TURN + WORDS);
    assert_int_equal(ASKED_FOR("adjacent", "1\n9\n1 1\n       "), CASE + 4 * TURN + WORDS);
    assert_int_equal(ASKED_FOR("adjacent", "1\n64\n"), CASE + TURN + 2 * WORDS);
    assert_int_equal(ASKED_FOR("meltdown", "3 1\n0 0 1\n2\n1 0 0\n1 2 1\n"), RING + 2 * sizeof(struct meltdown_statement));
    /* Turns of ten bytes, in 19 and 20, and what the hand and the box say besides. */
    assert_int_equal(ASKED_FOR("clueless", "3 2 2\n3 2 3 7\n0\n   "), contest(1 + 1));
    assert_int_equal(ASKED_FOR("clueless", "3 2 2\n3 2 3 7\n0\n    "), contest(2 + 1));
    /* Statements of seven bytes and names of two, in 13 and 14. */
    assert_int_equal(ASKED_FOR("clueless", "clue 1\n      "), log_of(1 + 1, 6 + 1));
    assert_int_equal(ASKED_FOR("clueless", "clue 1\n       "), log_of(2 + 1, 7 + 1));
}

/* What the header of each says of its memory, to the byte. */
static void variants_of_adjacent_ask_for_what_their_bounds_say(void **state)
{
    static const struct {
        const char *variant;
        uint32_t n;
        size_t asked;
    } bounds[] = {
        {"naive", 6, 0},
        {"bitmask", 1, 1}, /* two bits a state: four states, 4^12 */
        {"bitmask", 12, 1 << 22},
        {"closed_form", 10, 16 * 10 + 24}, /* partners and runs of both sides; the edges have partners, no place is 0 */
        {"incremental", 10, 12 * 10 + 32}, /* a word for each place and four more a side, a list of tiles */
    };
    static struct adjacent_turn turns[12];
    const struct puzzle *puzzle = puzzle_find("adjacent");

    (void)state;
    for (uint32_t i = 0; i < 12; i++)
        turns[i] = (struct adjacent_turn){i + 1, i + 1};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        struct adjacent_instance game = {bounds[i].n, turns};
        _Alignas(struct adjacent_answer) uint8_t answer[sizeof(struct adjacent_answer) + 13];
        struct arena arena = {0};
        struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);

        asked = 0;
        assert_int_equal(variant_find(puzzle, bounds[i].variant)->solve(NULL, &game, &work, answer), OUTCOME_SOLVED);
        assert_int_equal(asked, bounds[i].asked);
        arena_free(&arena);
    }
}

/* 64 KiB first, then twice as much as the last each, up to 32 MiB; a request that is larger gets its own. The heading takes 64 bytes more. */
static void blocks_double(void **state)
{
    struct arena arena = {0};

    (void)state;
    for (size_t capacity = 1 << 16; capacity <= 1 << 25; capacity *= 2) {
        assert_non_null(arena_alloc(&arena, capacity - 64, 1)); /* which leaves no room for another */
        assert_int_equal(block_size, capacity + 64);
    }
    assert_non_null(arena_alloc(&arena, 128, 1));
    assert_int_equal(block_size, (1 << 25) + 64);
    assert_non_null(arena_alloc(&arena, 1 << 26, 1));
    assert_in_range(block_size, (1 << 26) + 64, (1 << 26) + 128);
    assert_non_null(arena_alloc(&arena, 1 << 25, 1));
    assert_in_range(block_size, (1 << 25) + 64, (1 << 25) + 128);
    arena_free(&arena);
}

int unit_faults(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_request_may_be_refused),
                                       cmocka_unit_test(nobody_steps_outside_his_memory),
                                       cmocka_unit_test(a_parser_asks_for_what_its_input_can_fill), cmocka_unit_test(blocks_double),
                                       cmocka_unit_test(variants_of_adjacent_ask_for_what_their_bounds_say)};

    return cmocka_run_group_tests_name("faults", tests, NULL, NULL);
}
