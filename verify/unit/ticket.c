/* The Ticket Game: the parser's bounds, both ways to take bytes, the classes of generated tickets, the
 * numbered sets, the shrink steps, the invariants, and all variants against each other and against right
 * answers. */
#include "unit.h"

#include <dirent.h>
#include <stdio.h>

#include "core/cli/file.h"
#include "core/puzzle.h"
#include "core/ticket/bytes.h"
#include "core/ticket/ticket.h"

static const struct puzzle *puzzle;

static int set_up(void **state)
{
    (void)state;
    puzzle = puzzle_find("ticket");
    return puzzle ? 0 : -1;
}

static const struct ticket_instance *parse(const char *text, struct arena *arena)
{
    struct cases cases;
    struct error error;

    if (!puzzle->parse(text, strlen(text), arena, &cases, &error))
        fail_msg("%s: %zu:%zu: %s", text, error.line, error.column, error.message);
    return cases.instances[0];
}

/* A ticket's characters, without its length. */
static const struct ticket_instance *ticket(const char *characters, struct arena *arena)
{
    char *text = arena_alloc(arena, 1, strlen(characters) + 20);

    sprintf(text, "%zu %s", strlen(characters), characters);
    return parse(text, arena);
}

static enum ticket_winner winner_by(const struct variant *variant, const struct ticket_instance *instance)
{
    struct arena arena = {0};
    struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);
    struct ticket_answer answer = {99};

    if (variant->solve(NULL, instance, &work, &answer) != OUTCOME_SOLVED)
        fail_msg("%s has no answer", variant->name);
    assert_null(puzzle->check(instance, &answer));
    arena_free(&arena);
    return answer.winner;
}

static size_t count_of(const struct ticket_instance *instance, size_t from, size_t length,
                       unsigned char character)
{
    size_t count = 0;

    for (size_t i = from; i < from + length; i++)
        count += instance->characters[i] == character;
    return count;
}

/* All variants that afford it say the same; returns that. */
static enum ticket_winner winner(const struct ticket_instance *instance)
{
    enum ticket_winner first = winner_by(variant_find(puzzle, "closed_form"), instance);

    for (size_t i = 0; puzzle->variants[i]; i++)
        if (!puzzle->variants[i]->refuses(instance) && winner_by(puzzle->variants[i], instance) != first)
            fail_msg("%s does not agree on %.*s", puzzle->variants[i]->name, (int)instance->length,
                     (const char *)instance->characters);
    return first;
}

static void parses(void **state)
{
    static const char *const texts[] = {
        "4\n0?93\n", "4\n0?93", "4 0?93", "\357\273\2774\r\n0?93\r\n", "\n\n 0004\t\n\n0?93 \n \n",
    };
    struct arena arena = {0};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct ticket_instance *instance = parse(texts[i], &arena);

        assert_int_equal(instance->length, 4);
        assert_int_equal(instance->erased, 1);
        assert_memory_equal(instance->characters, "0?93", 4);
        assert_true(puzzle->same(instance, ticket("0?93", &arena)));
        assert_false(puzzle->same(instance, ticket("0?94", &arena)));
        assert_false(puzzle->same(instance, ticket("0?930?93", &arena)));
        assert_int_equal(puzzle->measure(instance), 4);
    }
    arena_free(&arena);
}

/* The instance borrows the characters: a long ticket costs no memory of its own. */
static void parsing_makes_no_copy(void **state)
{
    size_t length = 1000000;
    char *text = malloc(length + 10);
    struct arena arena = {0};
    const struct ticket_instance *instance;

    (void)state;
    memcpy(text, "1000000\n", 8);
    memset(text + 8, '?', length);
    text[length + 8] = '\0';
    instance = parse(text, &arena);
    assert_ptr_equal(instance->characters, text + 8);
    assert_int_equal(instance->erased, length);
    assert_true(arena.peak < 1024);
    arena_free(&arena);
    free(text);
}

static void prints_what_it_parsed(void **state)
{
    struct arena arena = {0};
    struct text text = {0};
    const void *instance = ticket("0?93", &arena);
    struct cases cases = {1, &instance};
    struct ticket_answer bicarp = {TICKET_BICARP}, monocarp = {TICKET_MONOCARP};

    (void)state;
    puzzle->format(&cases, &text);
    text_char(&text, '\0');
    assert_string_equal(text.bytes, "4\n0?93\n");
    text_clear(&text);
    puzzle->print(instance, &(struct result){OUTCOME_SOLVED, &bicarp}, 1, DETAIL_ANSWER, &text);
    puzzle->print(instance, &(struct result){OUTCOME_SOLVED, &monocarp}, 2, DETAIL_ANSWER, &text);
    puzzle->print(instance, &(struct result){OUTCOME_LIMIT, NULL}, 3, DETAIL_ANSWER, &text);
    text_char(&text, '\0');
    assert_string_equal(text.bytes, "Bicarp\nMonocarp\nlimit\n");
    text_free(&text);
    arena_free(&arena);
}

/* Any byte at any place of a ticket of any length around the widths of words and vectors, at any alignment:
 * both ways find it, and both count the '?' before it. */
static void both_checks_find_the_first_bad_byte(void **state)
{
    unsigned char buffer[512];
    struct rng rng;

    (void)state;
    if (!ticket_has_avx2())
        print_message("the processor has no AVX2: the portable way alone\n");
    rng_seed(&rng, 1);
    for (size_t length = 0; length <= 200; length++) {
        for (size_t offset = 0; offset < (length < 70 ? 64 : 3); offset++) {
            unsigned char *bytes = buffer + offset;
            size_t place = length ? (size_t)rng_below(&rng, length) : 0;
            unsigned char byte = (unsigned char)rng_below(&rng, 256);
            bool good = !length || (byte >= '0' && byte <= '9') || byte == '?';
            size_t expected = 0, erased;

            for (size_t i = 0; i < length; i++)
                bytes[i] = (unsigned char)"0123456789?"[rng_below(&rng, 11)];
            if (length)
                bytes[place] = byte;
            for (size_t i = 0; i < (good ? length : place); i++)
                expected += bytes[i] == '?';
            assert_int_equal(ticket_check_portable(bytes, 0, length, &erased), good ? length : place);
            assert_int_equal(erased, expected);
            if (!ticket_has_avx2())
                continue;
            assert_int_equal(ticket_check_avx2(bytes, 0, length, &erased), good ? length : place);
            assert_int_equal(erased, expected);
        }
    }
}

/* Every byte value beside every other one in a word: a carry must not excuse or accuse a neighbour. */
static void both_checks_judge_every_pair_of_bytes(void **state)
{
    unsigned char bytes[64];

    (void)state;
    memset(bytes, '7', sizeof bytes);
    for (int a = 0; a < 256; a++) {
        for (int b = 0; b < 256; b++) {
            size_t expected = 41, erased;

            if ((a >= '0' && a <= '9') || a == '?')
                expected = (b >= '0' && b <= '9') || b == '?' ? 64 : 42;
            bytes[41] = (unsigned char)a;
            bytes[42] = (unsigned char)b;
            assert_int_equal(ticket_check_portable(bytes, 0, 64, &erased), expected);
            if (ticket_has_avx2())
                assert_int_equal(ticket_check_avx2(bytes, 0, 64, &erased), expected);
        }
    }
}

static void both_ways_weigh_the_same(void **state)
{
    static const char heavy[] = "0123456789?";
    unsigned char buffer[1024];
    struct rng rng;

    (void)state;
    rng_seed(&rng, 2);
    for (size_t length = 0; length <= 600; length++) {
        for (size_t offset = 0; offset < (length < 140 ? 32 : 2); offset++) {
            unsigned char *bytes = buffer + offset;
            uint64_t expected = 0, kind = rng_below(&rng, 4);

            for (size_t i = 0; i < length; i++) {
                bytes[i] = kind == 0 ? '9' : kind == 1 ? '?' : (unsigned char)heavy[rng_below(&rng, 11)];
                expected += bytes[i] == '?' ? 9 : 2 * (uint64_t)(bytes[i] - '0');
            }
            assert_int_equal(ticket_weigh_portable(bytes, length), expected);
            if (ticket_has_avx2())
                assert_int_equal(ticket_weigh_avx2(bytes, length), expected);
        }
    }
}

/* The statement's samples and the tickets that public write-ups got wrong, with the answer of full minimax.
 */
static void known_answers(void **state)
{
    static const struct {
        const char *characters;
        enum ticket_winner winner;
    } cases[] = {
        {"?054??0?", TICKET_BICARP}, {"??", TICKET_BICARP},
        {"0523", TICKET_BICARP},     {"???00?", TICKET_MONOCARP},
        {"9??0??", TICKET_MONOCARP}, {"8??0??", TICKET_MONOCARP},
        {"?123", TICKET_MONOCARP},   {"12", TICKET_MONOCARP},
        {"??09", TICKET_BICARP}, /* he makes the two '?' a nine */
        {"??08", TICKET_MONOCARP},   {"?9??", TICKET_MONOCARP},
    };
    struct arena arena = {0};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(winner(ticket(cases[i].characters, &arena)), cases[i].winner);
    arena_free(&arena);
}

/* The promises of the page: so many '?' are in the domain, and answered. The right answer of a ticket of '?'
 * alone is Bicarp, who mirrors every move; with a nine more on one side Monocarp keeps what he has. */
static void least_domains(void **state)
{
    static const struct {
        const char *name;
        size_t erased;
    } promises[] = {{"naive", 5},      {"naive", 4},     {"pruned", 200},        {"pruned", 199},
                    {"bitmask", 1000}, {"bitmask", 999}, {"closed_form", 100000}};
    struct arena arena = {0};

    (void)state;
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) {
        const struct variant *variant = variant_find(puzzle, promises[i].name);
        size_t length = promises[i].erased + 2 + promises[i].erased % 2;
        char *characters = arena_zalloc(&arena, 1, length + 1);

        memset(characters, '?', length);
        characters[0] = characters[length - 1] = '0';
        if (promises[i].erased % 2)
            characters[1] = '0';
        assert_int_equal(ticket(characters, &arena)->erased, promises[i].erased);
        assert_int_equal(winner_by(variant, ticket(characters, &arena)),
                         promises[i].erased % 2 ? TICKET_MONOCARP : TICKET_BICARP);
        characters[0] = '9';
        assert_int_equal(winner_by(variant, ticket(characters, &arena)), TICKET_MONOCARP);
    }
    arena_free(&arena);
}

/* Outside its domain a variant says so at once; a work limit is met, not passed: a node is a step. */
static void refusals_and_limits(void **state)
{
    struct arena arena = {0};
    char *characters = arena_zalloc(&arena, 1, 2003);
    struct ticket_answer answer;

    (void)state;
    memset(characters, '?', 2002);
    for (size_t i = 0; puzzle->variants[i]; i++) {
        const struct variant *variant = puzzle->variants[i];
        const struct ticket_instance *large = ticket(characters, &arena), *small = ticket("?2?1", &arena);
        struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);

        if (variant->refuses(large))
            assert_int_equal(variant->solve(NULL, large, &work, &answer), OUTCOME_UNSUPPORTED);
        else
            assert_string_equal(variant->name, "closed_form");
        for (uint64_t steps = 1;; steps++) {
            enum outcome outcome;

            work = work_start(&arena, steps);
            outcome = variant->solve(NULL, small, &work, &answer);
            assert_true(work.counters.value[COUNTER_nodes] <= steps);
            if (outcome == OUTCOME_SOLVED)
                break;
            assert_int_equal(outcome, OUTCOME_LIMIT);
            assert_true(steps < 10000);
        }
        assert_int_equal(answer.winner,
                         TICKET_MONOCARP); /* 9 on the left, and 1 + 9 on the right is not enough */
    }
    arena_free(&arena);
}

static void memory_that_runs_out_is_said(void **state)
{
    struct arena arena = {0}, small = {.limit = 64};
    const struct ticket_instance *instance;
    struct work work = work_start(&small, WORK_STEPS_UNLIMITED);
    struct ticket_answer answer;
    struct cases cases;
    struct error error;

    (void)state;
    instance = ticket("????????????????????????????????", &arena);
    assert_int_equal(variant_find(puzzle, "pruned")->solve(NULL, instance, &work, &answer),
                     OUTCOME_NO_MEMORY);
    assert_int_equal(variant_find(puzzle, "bitmask")->solve(NULL, instance, &work, &answer),
                     OUTCOME_NO_MEMORY);
    assert_false(puzzle->parse("2\n??\n", 5, &small, &cases, &error));
    assert_int_equal(error.kind, ERROR_MEMORY);
    arena_free(&arena);
    arena_free(&small);
}

/* Seven '?' on the left: eight sets of 64 differences, one bit or one byte each. With just that much memory it is answered, also
 * where the difference is out of reach; with less it is not. What lies behind the tables is not zero. */
static void tables_are_what_the_page_says(void **state)
{
    static const struct {
        const char *name;
        size_t bytes;
    } tables[] = {{"bitmask", 8 * 64 / 8}, {"pruned", 8 * 64}};
    static const char *const tickets[] = {"0???????00000000", "1???????00000000", "7???????00000000", "0???????99999990",
                                          "0???????99999991"};
    struct arena arena = {0};

    (void)state;
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < sizeof tickets / sizeof *tickets; j++) {
            const struct variant *variant = variant_find(puzzle, tables[i].name);
            const struct ticket_instance *instance = ticket(tickets[j], &arena);
            struct arena exact = {0};
            struct work work = work_start(&exact, WORK_STEPS_UNLIMITED);
            struct ticket_answer answer = {99};

            memset(arena_alloc(&exact, 1 << 12, 1), 0xff, 1 << 12);
            arena_reset(&exact);
            exact.limit = tables[i].bytes;
            assert_int_equal(variant->solve(NULL, instance, &work, &answer), OUTCOME_SOLVED);
            assert_int_equal(answer.winner, TICKET_MONOCARP); /* an odd number of '?' */
            arena_reset(&exact);
            exact.limit = tables[i].bytes - 1;
            assert_int_equal(variant->solve(NULL, instance, &work, &answer), OUTCOME_NO_MEMORY);
            arena_free(&exact);
        }
    arena_free(&arena);
}

/* `left` and `right` '?' in the halves, `right` the more by an even number; nines make up for that. `more` is added on the right. */
static const struct ticket_instance *balanced(size_t left, size_t right, char more, struct arena *arena)
{
    size_t half = right + 1;
    char *characters = arena_zalloc(arena, 1, 2 * half + 1);

    memset(characters, '0', 2 * half);
    memset(characters, '?', left);
    memset(characters + left, '9', (right - left) / 2);
    memset(characters + half, '?', right);
    characters[2 * half - 1] = more;
    return ticket(characters, arena);
}

/* Many '?': Bicarp answers a digit with the same one in the other half, and the '?' that are left over in pairs of nine. Where one more
 * stands on a side Monocarp keeps it. */
static void long_tickets(void **state)
{
    const struct variant *bitmask = variant_find(puzzle, "bitmask"), *pruned = variant_find(puzzle, "pruned");
    struct arena arena = {0};

    (void)state;
    for (size_t erased = 2; erased <= 160; erased += 2)
        for (size_t left = erased / 2 - 1; left <= erased / 2; left++) {
            size_t right = erased - left;

            assert_int_equal(winner_by(bitmask, balanced(left, right, '0', &arena)), TICKET_BICARP);
            assert_int_equal(winner_by(bitmask, balanced(left, right, '1', &arena)), TICKET_MONOCARP);
            if (erased > 40)
                continue;
            assert_int_equal(winner_by(pruned, balanced(left, right, '0', &arena)), TICKET_BICARP);
            assert_int_equal(winner_by(pruned, balanced(left, right, '1', &arena)), TICKET_MONOCARP);
        }
    arena_free(&arena);
}

/* The left half weighs 2^32, the right one nothing: 238609294 nines at 18, and a 2. */
static void sums_pass_32_bits(void **state)
{
    size_t half = 238609295;
    unsigned char *characters;
    struct arena arena = {0};
    struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);
    struct ticket_answer answer;

    (void)state;
    characters = malloc(2 * half);
    assert_non_null(characters);
    memset(characters, '9', half - 1);
    memset(characters + half - 1, '0', half + 1);
    characters[half - 1] = '2';
    assert_int_equal(
        variant_find(puzzle, "closed_form")
            ->solve(NULL, &(struct ticket_instance){characters, (uint32_t)(2 * half), 0}, &work, &answer),
        OUTCOME_SOLVED);
    assert_int_equal(answer.winner, TICKET_MONOCARP);
    free(characters);
}

static void what_is_counted(void **state)
{
    struct arena arena = {0};
    const struct ticket_instance *instance = ticket("0000000012", &arena);

    (void)state;
    for (size_t i = 0; COUNTING && puzzle->variants[i]; i++) {
        struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);
        bool weighs = strcmp(puzzle->variants[i]->name, "closed_form") == 0;
        bool searches = strcmp(puzzle->variants[i]->name, "naive") == 0 ||
                        strcmp(puzzle->variants[i]->name, "pruned") == 0;
        struct ticket_answer answer;

        assert_int_equal(puzzle->variants[i]->solve(NULL, instance, &work, &answer), OUTCOME_SOLVED);
        assert_int_equal(work.counters.value[COUNTER_nodes], searches);
        assert_int_equal(work.counters.value[COUNTER_words], weighs ? 2 : 0);
        assert_int_equal(work.counters.value[COUNTER_cuts], strcmp(puzzle->variants[i]->name, "pruned") == 0);
    }
    arena_free(&arena);
}

static void check_knows_a_wrong_winner(void **state)
{
    static const char *const tickets[] = {"0523", "12", "??", "?123", "9??0??", "?054??0?"};
    struct arena arena = {0};

    (void)state;
    for (size_t i = 0; i < sizeof tickets / sizeof *tickets; i++) {
        const struct ticket_instance *instance = ticket(tickets[i], &arena);
        struct ticket_answer answer = {winner(instance)}, wrong = {1 - answer.winner}, neither = {2};

        assert_null(puzzle->check(instance, &answer));
        assert_non_null(puzzle->check(instance, &wrong));
        assert_non_null(puzzle->check(instance, &neither));
        assert_true(puzzle->equal(instance, &answer, &answer));
        assert_false(puzzle->equal(instance, &answer, &wrong));
    }
    arena_free(&arena);
}

/* An even number of '?', at most 200000 characters. */
static void what_the_contest_promises(void **state)
{
    struct ticket_answer answer = {TICKET_MONOCARP};
    struct result solved = {OUTCOME_SOLVED, &answer};
    struct arena arena = {0};

    (void)state;
    assert_true(puzzle->promised(ticket("0?3?", &arena), &solved));
    assert_true(puzzle->promised(ticket("0123", &arena), &solved));
    assert_false(puzzle->promised(ticket("0?33", &arena), &solved));
    assert_false(puzzle->promised(ticket("0?3?", &arena), &(struct result){OUTCOME_LIMIT, NULL}));
    assert_true(puzzle->promised(&(struct ticket_instance){.length = 200000}, &solved));
    assert_false(puzzle->promised(&(struct ticket_instance){.length = 200002}, &solved));
    arena_free(&arena);
}

/* Left less right, of the weights 2d and 9. */
static int64_t weight_difference(const struct ticket_instance *instance)
{
    int64_t difference = 0;

    for (uint32_t i = 0; i < instance->length; i++) {
        int64_t weight = instance->characters[i] == '?' ? 9 : 2 * (instance->characters[i] - '0');

        difference += i < instance->length / 2 ? weight : -weight;
    }
    return difference;
}

static size_t class_index(const char *name)
{
    size_t index = 0;

    while (strcmp(puzzle->classes[index].name, name) != 0)
        assert_non_null(puzzle->classes[++index].name);
    return index;
}

static const struct ticket_instance *generate(const char *class_name, uint64_t length, uint64_t index,
                                              struct arena *arena)
{
    struct recipe recipe = {.input_class = class_index(class_name), .size = length};
    const struct ticket_instance *instance;
    struct error error;
    struct rng rng;
    size_t erased;

    rng_seed(&rng, rng_case_seed(1, "ticket", class_name, index));
    instance = puzzle->generate(&rng, &recipe, arena, &error);
    assert_non_null(instance);
    assert_int_equal(instance->length, length);
    assert_int_equal(ticket_check_portable(instance->characters, 0, length, &erased), length);
    assert_int_equal(instance->erased, erased);
    return instance;
}

static size_t count_kinds(const struct ticket_instance *instance, size_t from, size_t length)
{
    size_t kinds = 0;

    for (const char *kind = "0123456789?"; *kind; kind++)
        kinds += count_of(instance, from, length, (unsigned char)*kind) > 0;
    return kinds;
}

static void classes_are_what_they_say(void **state)
{
    static const uint64_t lengths[] = {2, 4, 6, 20, 22, 202};
    size_t even = 0, all = 0;
    struct arena arena = {0};

    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        size_t half = (size_t)lengths[i] / 2;

        for (uint64_t index = 0; index < unit_scaled(300); index++) {
            const struct ticket_instance *instance = generate("threshold", lengths[i], index, &arena);

            assert_true(llabs(weight_difference(instance)) <= 2);
            even += weight_difference(instance) == 0;
            all++;
            instance = generate("few", lengths[i], index, &arena);
            assert_true(instance->erased <= 5 && llabs(weight_difference(instance)) <= 2);
            instance = generate("hard", lengths[i], index, &arena);
            assert_int_equal(count_of(instance, 0, half, '?'), count_of(instance, half, half, '?'));
            assert_true(instance->erased >= half && weight_difference(instance) == 0);
            instance = generate("boundary", lengths[i], index, &arena);
            assert_true(count_kinds(instance, 0, half) <= 2 && count_kinds(instance, half, half) <= 2);
            arena_reset(&arena);
        }
    }
    assert_true(even > all / 4 && even < all * 3 / 4 + 1);
    arena_free(&arena);
}

/* 110000 characters: 10000 of each kind, within 6 standard deviations (sqrt(110000 * 1/11 * 10/11) = 95.3).
 */
static void uniform_is_uniform(void **state)
{
    struct arena arena = {0};
    const struct ticket_instance *instance = generate("uniform", 110000, 0, &arena);

    (void)state;
    for (const char *kind = "0123456789?"; *kind; kind++)
        assert_true(llabs((int64_t)count_of(instance, 0, 110000, (unsigned char)*kind) - 10000) < 6 * 96);
    assert_false(puzzle->same(instance, generate("uniform", 110000, 1, &arena)));
    assert_true(puzzle->same(instance, generate("uniform", 110000, 0, &arena)));
    arena_free(&arena);
}

static void an_odd_length_has_no_class(void **state)
{
    struct recipe recipe = {.size = 3};
    struct arena arena = {0};
    struct error error;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 1);
    for (; puzzle->classes[recipe.input_class].name; recipe.input_class++) {
        assert_null(puzzle->generate(&rng, &recipe, &arena, &error));
        assert_int_equal(error.kind, ERROR_INPUT);
        assert_int_equal(error.line, 0);
    }
    arena_free(&arena);
}

static void expect_unrank(const struct space *space, uint64_t size, uint64_t rank, const char *characters)
{
    struct arena arena = {0};
    const struct ticket_instance *instance = space->unrank(size, rank, &arena);
    uint64_t found_size, found_rank;

    assert_int_equal(instance->length, strlen(characters));
    assert_memory_equal(instance->characters, characters, instance->length);
    assert_true(space->rank(ticket(characters, &arena), &found_size, &found_rank));
    assert_int_equal(found_size, size);
    assert_int_equal(found_rank, rank);
    arena_free(&arena);
}

static void expect_inverse(const struct space *space, uint64_t size, uint64_t step)
{
    struct arena arena = {0};
    uint64_t found_size, found_rank;

    for (uint64_t rank = 0; rank < space->count(size); rank += step) {
        assert_true(space->rank(space->unrank(size, rank, &arena), &found_size, &found_rank));
        assert_true(found_size == size && found_rank == rank);
        arena_reset(&arena);
    }
    arena_free(&arena);
}

static void all_tickets_by_number(void **state)
{
    const struct space *space = &puzzle->spaces[0];
    uint64_t total = 0, size, rank;
    struct arena arena = {0};

    (void)state;
    assert_string_equal(space->name, "tickets");
    assert_int_equal(space->count(2), 121);
    assert_int_equal(space->count(3), 0);
    for (uint64_t length = space->first_size; length <= 8; length++) {
        total += space->count(length);
        if (length == 6)
            assert_int_equal(total, 1786323);
    }
    assert_int_equal(total, 216145204);
    assert_true(space->count(18) == 5559917313492231481); /* 11^18 */
    expect_unrank(space, 2, 0, "00");
    expect_unrank(space, 4, 11, "0010");
    expect_unrank(space, 4, 14640, "????");
    expect_unrank(space, 18, 5559917313492231480, "??????????????????");
    expect_inverse(space, 2, 1);
    expect_inverse(space, 4, 1);
    expect_inverse(space, 6, 97);
    assert_false(space->rank(ticket("00000000000000000000", &arena), &size, &rank));
    arena_free(&arena);
}

static void all_states_by_number(void **state)
{
    static const char *const others[] = {
        "11", "1000", "0001", "0?00", "19", "1?0?", "0?9900", "????????????????", "99999999000000000000"};
    const struct space *space = &puzzle->spaces[1];
    uint64_t total = 0, size, rank;
    struct arena arena = {0};

    (void)state;
    assert_string_equal(space->name, "states");
    for (uint64_t erased = space->first_size; erased <= space->last_size; erased++) {
        total += space->count(erased);
        expect_inverse(space, erased, 1);
    }
    assert_int_equal(total, 14520);
    expect_unrank(space, 0, 0, "00000009999996"); /* 60 too many on the right */
    expect_unrank(space, 0, 60, "00");
    expect_unrank(space, 2, 191, "?91?00"); /* 191 = 1 * 121 + 60 + 10 */
    expect_unrank(space, 1, 59, "00?1");    /* one too many on the right */
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (space->rank(ticket(others[i], &arena), &size, &rank))
            assert_true(puzzle->same(ticket(others[i], &arena), space->unrank(size, rank, &arena)));
    assert_false(space->rank(ticket("11", &arena), &size, &rank));
    assert_false(space->rank(ticket("1000", &arena), &size, &rank));
    assert_false(space->rank(ticket("1?0?", &arena), &size, &rank));
    arena_free(&arena);
}

/* The order that shrinking descends: the length, then the sum of the characters, '?' counting 10. */
static bool is_smaller(const struct ticket_instance *a, const struct ticket_instance *b)
{
    uint64_t sums[2] = {0, 0};

    if (a->length != b->length)
        return a->length < b->length;
    for (uint32_t i = 0; i < a->length; i++) {
        sums[0] += a->characters[i] == '?' ? 10 : a->characters[i] - (uint64_t)'0';
        sums[1] += b->characters[i] == '?' ? 10 : b->characters[i] - (uint64_t)'0';
    }
    return sums[0] < sums[1];
}

static void shrink_steps_worked_by_hand(void **state)
{
    static const char *const small[] = {"02", "10", "11"};
    static const char *const large[] = {"23",   "10",   "0203", "1003", "1103",
                                        "1200", "1201", "1202", "20",   "13"};
    struct arena arena = {0};

    (void)state;
    assert_null(puzzle->shrink(ticket("00", &arena), 0, &arena));
    for (size_t i = 0; i < 3; i++)
        assert_true(puzzle->same(puzzle->shrink(ticket("12", &arena), i, &arena), ticket(small[i], &arena)));
    assert_null(puzzle->shrink(ticket("12", &arena), 3, &arena));
    for (size_t i = 0; i < 10; i++)
        assert_true(
            puzzle->same(puzzle->shrink(ticket("1203", &arena), i, &arena), ticket(large[i], &arena)));
    assert_null(puzzle->shrink(ticket("1203", &arena), 10, &arena));
    assert_true(puzzle->same(puzzle->shrink(ticket("0?", &arena), 0, &arena), ticket("00", &arena)));
    arena_free(&arena);
}

static void shrinking_descends(void **state)
{
    struct arena arena = {0};

    (void)state;
    for (uint64_t index = 0; index < unit_scaled(300); index++) {
        const struct ticket_instance *instance =
            generate(index % 2 ? "threshold" : "boundary", 2 + index % 40 / 2 * 2, index, &arena);
        const struct ticket_instance *smaller;
        size_t steps = 0, erased;

        for (; (smaller = puzzle->shrink(instance, steps, &arena)); steps++) {
            assert_true(smaller->length >= 2 && smaller->length % 2 == 0);
            assert_int_equal(ticket_check_portable(smaller->characters, 0, smaller->length, &erased),
                             smaller->length);
            assert_int_equal(smaller->erased, erased);
            assert_true(is_smaller(smaller, instance));
        }
        assert_null(puzzle->shrink(instance, steps + 1, &arena));
        assert_null(puzzle->shrink(instance, SIZE_MAX, &arena));
        arena_reset(&arena);
    }
    arena_free(&arena);
}

static void invariants_hold_for_every_variant(void **state)
{
    struct arena arena = {0};
    struct rng rng;

    (void)state;
    rng_seed(&rng, 6);
    for (size_t i = 0; puzzle->invariants[i].name; i++) {
        const struct invariant *invariant = &puzzle->invariants[i];
        size_t applied = 0;

        for (uint64_t index = 0; index < unit_scaled(400); index++) {
            const struct ticket_instance *instance =
                generate(index % 2 ? "few" : "threshold", 2 + index % 12 * 2, index, &arena);
            const void *map;
            const struct ticket_instance *changed = invariant->change(instance, &rng, &arena, &map);

            for (size_t j = 0; changed && puzzle->variants[j]; j++) {
                const struct variant *variant = puzzle->variants[j];
                struct ticket_answer before, after, wrong;
                struct result results[3] = {
                    {OUTCOME_SOLVED, &before}, {OUTCOME_SOLVED, &after}, {OUTCOME_SOLVED, &wrong}};

                if (variant->refuses(instance) || variant->refuses(changed))
                    continue;
                before.winner = winner_by(variant, instance);
                after.winner = winner_by(variant, changed);
                wrong.winner = 1 - after.winner;
                assert_true(invariant->keeps(instance, &results[0], changed, &results[1], map));
                assert_false(invariant->keeps(instance, &results[0], changed, &results[2], map));
                applied++;
            }
            arena_reset(&arena);
        }
        assert_true(applied > 0);
    }
    arena_free(&arena);
}

/* One wrong rule for each invariant, by its name, of which the others know nothing. */
static uint32_t wrong_winner(const char *invariant, const struct ticket_instance *instance)
{
    bool balanced = weight_difference(instance) == 0;
    size_t half = instance->length / 2;

    if (strcmp(invariant, "swap-halves") == 0) /* a sign slip: the heavier half must be the left one */
        return weight_difference(instance) >= 0 ? TICKET_BICARP : TICKET_MONOCARP;
    if (strcmp(invariant, "permute-halves") == 0) /* the last character of the left half is left out */
        return balanced && instance->characters[half - 1] != '9' ? TICKET_BICARP : TICKET_MONOCARP;
    if (strcmp(invariant, "add-to-both") == 0) /* a 9 is taken for a '?' */
        return balanced && count_of(instance, 0, half, '9') == 0 ? TICKET_BICARP : TICKET_MONOCARP;
    /* pairs of '?' are thought to matter */
    return balanced && instance->erased % 4 == 0 ? TICKET_BICARP : TICKET_MONOCARP;
}

static void every_invariant_can_fail(void **state)
{
    struct arena arena = {0};
    struct rng rng;

    (void)state;
    rng_seed(&rng, 7);
    for (size_t i = 0; puzzle->invariants[i].name; i++) {
        const struct invariant *invariant = &puzzle->invariants[i];
        size_t caught = 0;

        for (uint64_t index = 0; index < 400 && !caught; index++) {
            const struct ticket_instance *instance = generate("threshold", 8, index, &arena);
            const void *map;
            const struct ticket_instance *changed = invariant->change(instance, &rng, &arena, &map);
            struct ticket_answer before, after;

            if (!changed)
                continue;
            before.winner = wrong_winner(invariant->name, instance);
            after.winner = wrong_winner(invariant->name, changed);
            caught += !invariant->keeps(instance, &(struct result){OUTCOME_SOLVED, &before}, changed,
                                        &(struct result){OUTCOME_SOLVED, &after}, map);
        }
        assert_true(caught > 0);
    }
    arena_free(&arena);
}

/* What a change may not do to a ticket it does not do. */
static void changes_are_what_they_say(void **state)
{
    bool moved[2] = {false, false};
    struct arena arena = {0};
    const struct invariant *invariants = puzzle->invariants;
    const void *map;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 8);
    for (int i = 0; i < 100; i++) {
        const struct ticket_instance *changed =
            invariants[1].change(ticket("12?3459?", &arena), &rng, &arena, &map);

        moved[0] |= memcmp(changed->characters, "12?3", 4) != 0;
        moved[1] |= memcmp(changed->characters + 4, "459?", 4) != 0;
        assert_true(puzzle->same(invariants[0].change(ticket("1?34", &arena), &rng, &arena, &map),
                                 ticket("341?", &arena)));
        for (const char *kind = "0123456789?"; *kind; kind++) {
            assert_int_equal(count_of(changed, 0, 4, (unsigned char)*kind),
                             *kind == '?' || (*kind >= '1' && *kind <= '3'));
            assert_int_equal(count_of(changed, 4, 4, (unsigned char)*kind), strchr("459?", *kind) != NULL);
        }
        changed = invariants[2].change(ticket("?2?7", &arena), &rng, &arena, &map);
        assert_true(changed->characters[0] == '?' && changed->characters[2] == '?');
        assert_int_equal(changed->characters[3] - changed->characters[1], 5);
        assert_true(changed->characters[1] >= '0' && changed->characters[3] <= '9' &&
                    changed->characters[1] != '2');
        assert_null(invariants[2].change(ticket("?0?9", &arena), &rng, &arena, &map));
        assert_null(invariants[2].change(ticket("??12", &arena), &rng, &arena, &map));
        changed = invariants[3].change(ticket("?2?7", &arena), &rng, &arena, &map);
        assert_int_equal(changed->erased, 0);
        assert_true(changed->characters[0] == changed->characters[2]);
        assert_null(invariants[3].change(ticket("??12", &arena), &rng, &arena, &map));
    }
    assert_true(moved[0] && moved[1]);
    arena_free(&arena);
}

static void agree_on_every_small_ticket(void **state)
{
    const struct space *space = &puzzle->spaces[0];
    struct arena arena = {0};

    (void)state;
    for (uint64_t length = 2; length <= 6; length += 2) {
        uint64_t count = space->count(length), checked = length < 6 ? count : unit_scaled(200000);

        for (uint64_t i = 0; i < checked; i++) {
            winner(space->unrank(length, i * (count / checked), &arena));
            arena_reset(&arena);
        }
    }
    arena_free(&arena);
}

/* All 14520: at most 14 erased, a difference of at most 60. */
static void agree_on_every_state(void **state)
{
    const struct space *space = &puzzle->spaces[1];
    uint64_t step = unit_scaled(100) < 100 ? 7 : 1;
    struct arena arena = {0};

    (void)state;
    for (uint64_t erased = 0; erased <= 14; erased++) {
        for (uint64_t rank = 0; rank < space->count(erased); rank += step) {
            winner(space->unrank(erased, rank, &arena));
            arena_reset(&arena);
        }
    }
    arena_free(&arena);
}

static void agree_on_random_tickets(void **state)
{
    struct arena arena = {0};
    struct rng rng;

    (void)state;
    rng_seed(&rng, 9);
    for (size_t i = 0; puzzle->classes[i].name; i++) {
        size_t bicarp = 0;

        for (uint64_t index = 0; index < 100 || index < unit_scaled(1000); index++) {
            uint64_t length = 2 * (1 + rng_below(&rng, rng_one_in(&rng, 50) ? 120 : 15));

            bicarp += winner(generate(puzzle->classes[i].name, length, index, &arena)) == TICKET_BICARP;
            arena_reset(&arena);
        }
        assert_true(bicarp > 0);
    }
    arena_free(&arena);
}

/* Every file .in of the folder is answered as .ans says, by every variant whose domain holds it. Returns how
 * many there are, or -1 where there is no such folder. */
static int answer_folder(const char *folder)
{
    int count = 0;
    struct dirent *entry;
    DIR *directory = opendir(folder);

    if (!directory)
        return -1;
    while ((entry = readdir(directory))) {
        size_t length = strlen(entry->d_name);
        struct arena arena = {0};
        struct file input, expected;
        struct cases cases;
        struct text text = {0};
        char path[1024];

        if (length < 4 || strcmp(entry->d_name + length - 3, ".in") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        assert_int_equal(file_parse("unit", puzzle, path, &arena, &input, &cases), EXIT_WELL);
        snprintf(path, sizeof path, "%s/%.*s.ans", folder, (int)length - 3, entry->d_name);
        assert_int_equal(file_read("unit", path, &expected), EXIT_WELL);
        text_string(&text, winner(cases.instances[0]) == TICKET_BICARP ? "Bicarp\n" : "Monocarp\n");
        assert_int_equal(text.length, expected.size);
        assert_memory_equal(text.bytes, expected.bytes, text.length);
        text_free(&text);
        file_free(&input);
        file_free(&expected);
        arena_free(&arena);
        count++;
    }
    closedir(directory);
    return count;
}

static void samples_and_known_mistakes(void **state)
{
    (void)state;
    assert_int_equal(answer_folder("core/ticket/samples"), 4);
    assert_true(answer_folder("verify/corpus/ticket") >=
                4); /* the fifth is bad input: verify/bad/ticket/length-odd.in */
}

static void public_data(void **state)
{
    int count = answer_folder("../shared/data/ticket");

    (void)state;
    if (count < 0) {
        print_message("skipped: no ../shared/data/ticket\n");
        skip();
    }
    assert_true(count > 0);
}

int unit_ticket(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(parses),
        cmocka_unit_test(parsing_makes_no_copy),
        cmocka_unit_test(prints_what_it_parsed),
        cmocka_unit_test(both_checks_find_the_first_bad_byte),
        cmocka_unit_test(both_checks_judge_every_pair_of_bytes),
        cmocka_unit_test(both_ways_weigh_the_same),
        cmocka_unit_test(known_answers),
        cmocka_unit_test(least_domains),
        cmocka_unit_test(refusals_and_limits),
        cmocka_unit_test(memory_that_runs_out_is_said),
        cmocka_unit_test(tables_are_what_the_page_says),
        cmocka_unit_test(long_tickets),
        cmocka_unit_test(sums_pass_32_bits),
        cmocka_unit_test(what_is_counted),
        cmocka_unit_test(check_knows_a_wrong_winner),
        cmocka_unit_test(what_the_contest_promises),
        cmocka_unit_test(classes_are_what_they_say),
        cmocka_unit_test(uniform_is_uniform),
        cmocka_unit_test(an_odd_length_has_no_class),
        cmocka_unit_test(all_tickets_by_number),
        cmocka_unit_test(all_states_by_number),
        cmocka_unit_test(shrink_steps_worked_by_hand),
        cmocka_unit_test(shrinking_descends),
        cmocka_unit_test(invariants_hold_for_every_variant),
        cmocka_unit_test(every_invariant_can_fail),
        cmocka_unit_test(changes_are_what_they_say),
        cmocka_unit_test(agree_on_every_small_ticket),
        cmocka_unit_test(agree_on_every_state),
        cmocka_unit_test(agree_on_random_tickets),
        cmocka_unit_test(samples_and_known_mistakes),
        cmocka_unit_test(public_data),
    };

    return cmocka_run_group_tests_name("ticket", tests, set_up, NULL);
}
