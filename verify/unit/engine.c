/* The verification engine, held to what it promises: wrong variants of every kind are caught, named and made small, and right
 * ones are not accused. The puzzle is the template's: which of the numbers is the largest? */
#include "unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/cli/file.h"
#include "core/template/template.h"
#include "verify/enumerate.h"
#include "verify/modes.h"
#include "verify/record.h"
#include "verify/shrink.h"

extern const struct puzzle template_puzzle;

/* ---- variants: right ones, and one for each kind of fault ---- */

static uint32_t largest_of(const struct template_instance *list)
{
    uint32_t largest = 0;

    for (uint32_t i = 0; i < list->count; i++)
        largest = list->numbers[i] > largest ? list->numbers[i] : largest;
    return largest;
}

static uint32_t smallest_of(const struct template_instance *list)
{
    uint32_t smallest = list->numbers[0];

    for (uint32_t i = 0; i < list->count; i++)
        smallest = list->numbers[i] < smallest ? list->numbers[i] : smallest;
    return smallest;
}

static enum outcome say(void *answer, uint32_t number)
{
    *(struct template_answer *)answer = (struct template_answer){number};
    return OUTCOME_SOLVED;
}

static enum outcome solve_right(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    work->counters.value[COUNTER_nodes] += 1;
    return say(answer, largest_of(instance));
}

static const struct variant right = {.name = "right", .solve = solve_right, .walk = "list", .walk_counter = COUNTER_nodes};
static const struct variant other = {.name = "other", .solve = solve_right};
static const struct variant judge = {.name = "oracle", .solve = solve_right};

/* Wrong on 1 0 1 alone: size 3, rank 5. */
static enum outcome solve_rare(void *context, const void *instance, struct work *work, void *answer)
{
    const struct template_instance *list = instance;
    bool rare = list->count == 3 && list->numbers[0] == 1 && list->numbers[1] == 0 && list->numbers[2] == 1;

    (void)context;
    (void)work;
    return say(answer, rare ? 0 : largest_of(list));
}

static const struct variant rare = {.name = "rare", .solve = solve_rare};

/* Cuts off above 499: the answer is often none of the numbers. */
static enum outcome solve_cut(void *context, const void *instance, struct work *work, void *answer)
{
    uint32_t largest = largest_of(instance);

    (void)context;
    (void)work;
    return say(answer, largest > 499 ? 499 : largest);
}

static const struct variant cut = {.name = "cut", .solve = solve_cut};

static enum outcome solve_first(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    (void)work;
    return say(answer, ((const struct template_instance *)instance)->numbers[0]);
}

static const struct variant first = {.name = "first", .solve = solve_first};
static const struct variant first_again = {.name = "first_again", .solve = solve_first};

static enum outcome solve_smallest(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    (void)work;
    return say(answer, smallest_of(instance));
}

static const struct variant smallest = {.name = "smallest", .solve = solve_smallest};

static enum outcome solve_crash(void *context, const void *instance, struct work *work, void *answer)
{
    const struct template_instance *list = instance;

    (void)context;
    (void)work;
    if (list->count == 3 && largest_of(list) == 0)
        abort();
    return say(answer, largest_of(list));
}

static const struct variant crashing = {.name = "crashing", .solve = solve_crash};

static enum outcome solve_hang(void *context, const void *instance, struct work *work, void *answer)
{
    const struct template_instance *list = instance;

    (void)context;
    (void)work;
    while (list->count == 2 && list->numbers[0] == 1)
        usleep(1000);
    return say(answer, largest_of(list));
}

static const struct variant hanging = {.name = "hanging", .solve = solve_hang};

/* Remembers a list of two and is wrong about the next list of four. */
static void *open_memory(void)
{
    return calloc(1, sizeof(int));
}

static enum outcome solve_leak(void *context, const void *instance, struct work *work, void *answer)
{
    const struct template_instance *list = instance;
    int *memory = context;
    uint32_t wrong = list->count == 4 && *memory ? 1 : 0;

    (void)work;
    if (list->count == 2)
        *memory = 1;
    return say(answer, largest_of(list) ^ wrong);
}

static const struct variant leaking = {.name = "leaking", .open = open_memory, .close = free, .solve = solve_leak};

/* Takes turns between two answers. */
static enum outcome solve_unstable(void *context, const void *instance, struct work *work, void *answer)
{
    static uint32_t calls;

    (void)context;
    (void)work;
    return say(answer, ++calls % 2 ? largest_of(instance) : smallest_of(instance));
}

static const struct variant unstable = {.name = "unstable", .solve = solve_unstable};

static const char *refuse_long(const void *instance)
{
    return ((const struct template_instance *)instance)->count > 2 ? "more than 2 numbers" : NULL;
}

static enum outcome solve_short(void *context, const void *instance, struct work *work, void *answer)
{
    return refuse_long(instance) ? OUTCOME_UNSUPPORTED : solve_right(context, instance, work, answer);
}

static const struct variant small = {.name = "small", .refuses = refuse_long, .solve = solve_short};
static const struct variant narrow = {.name = "narrow", .solve = solve_short};
static const struct variant wide = {.name = "wide", .refuses = refuse_long, .solve = solve_right};

static enum outcome solve_limit(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    (void)instance;
    (void)work;
    (void)answer;
    return OUTCOME_LIMIT;
}

static const struct variant limited = {.name = "limited", .solve = solve_limit};

static enum outcome solve_miscount(void *context, const void *instance, struct work *work, void *answer)
{
    const struct template_instance *list = instance;

    (void)context;
    work->counters.value[COUNTER_nodes] += list->count == 4 ? 2 : 1;
    return say(answer, largest_of(list));
}

static const struct variant miscounting = {
    .name = "miscounting", .solve = solve_miscount, .walk = "list", .walk_counter = COUNTER_nodes};

static enum outcome solve_unwritten(void *context, const void *instance, struct work *work, void *answer)
{
    (void)context;
    (void)work;
    *(uint8_t *)answer = (uint8_t)largest_of(instance);
    return OUTCOME_SOLVED;
}

static const struct variant unwritten = {.name = "unwritten", .solve = solve_unwritten};

static enum ending say_largest(void *self, const void *instance, struct text *output, char detail[ENDING_DETAIL_SIZE])
{
    const struct template_instance *list = instance;

    if (self && list->count == 3) {
        snprintf(detail, ENDING_DETAIL_SIZE, "time limit");
        return ENDING_TIME;
    }
    text_format(output, "  %u \r\n", largest_of(list) + (list->count == 2 && self));
    return ENDING_ANSWER;
}

/* ---- runs ---- */

static struct team team_of(const struct puzzle *puzzle, const struct variant *const *variants, const struct variant *oracle)
{
    struct team team = {.puzzle = puzzle};

    for (; *variants; variants++)
        assert_true(team_add(&team, (struct participant){.name = (*variants)->name, .variant = *variants}));
    if (oracle)
        assert_true(team_add(&team, (struct participant){.name = "oracle", .role = ROLE_ORACLE, .variant = oracle}));
    return team;
}

#define TEAM(oracle, ...) team_of(&template_puzzle, (const struct variant *const[]){__VA_ARGS__, NULL}, oracle)

static struct enumeration lists;

/* All lists of 0 and 1 up to `size`; every case deep. */
static struct run exhaust(const struct team *team, uint64_t size)
{
    struct run run = {.team = team, .settings = {.deep = 1, .limit = 0.3, .walks = true}};

    assert_true(enumeration_open(&lists, &team->puzzle->spaces[0], size, 1));
    run.stream = enumeration_stream(&lists);
    run.end = lists.total;
    assert_int_equal(run_start(&run), EXIT_WELL);
    return run;
}

static const struct finding *only_finding(const struct run *run, enum kind kind, const char *name)
{
    struct text text = {0};

    assert_int_equal(run->board->finding_count, 1);
    signature_name(&run->board->findings[0].signature, run->team, &text);
    assert_int_equal(run->board->findings[0].signature.kind, kind);
    assert_string_equal(text.bytes, name);
    text_free(&text);
    return &run->board->findings[0];
}

static struct counterexample shrink_only(const struct run *run, struct engine *maker)
{
    struct counterexample example;

    engine_open(maker, run->team, &run->settings, board_open(run->stream.classes));
    assert_int_equal(shrink_finding(run, &run->board->findings[0], maker, 10, &example), EXIT_WELL);
    return example;
}

static void end(struct run *run, struct engine *maker)
{
    if (maker) {
        struct board *board = maker->board;

        engine_close(maker);
        board_close(board);
    }
    board_close(run->board);
}

static struct engine maker;

static void right_ones_are_not_accused(void **state)
{
    struct team team = TEAM(&judge, &right, &other, &small);
    struct run run = exhaust(&team, 4);

    (void)state;
    assert_int_equal(run.board->finding_count, 0);
    assert_int_equal(run.board->counts.cases, 2 + 4 + 8 + 16);
    assert_int_equal(run.board->counts.compared, 30);
    assert_int_equal(run.board->counts.by_oracle, 30);
    assert_int_equal(run.board->counts.tallies[2].outcomes[OUTCOME_SOLVED], 6);
    assert_int_equal(run.board->counts.tallies[2].outcomes[OUTCOME_UNSUPPORTED], 24);
    assert_int_equal(run.board->counts.changed[0], 30);
    end(&run, NULL);
}

static void one_alone_checks_nothing(void **state)
{
    struct team team = TEAM(&judge, &right);
    struct run run = exhaust(&team, 3);

    (void)state;
    assert_int_equal(board_checked(run.board), 0);
    assert_int_equal(run.board->counts.alone, 14);
    end(&run, NULL);
}

static void outside_the_oracles_domain_two_are_enough(void **state)
{
    struct team team = TEAM(&small, &right, &other);
    struct run run = exhaust(&team, 3);

    (void)state;
    assert_int_equal(run.board->counts.by_oracle, 6);
    assert_int_equal(run.board->counts.beyond, 8);
    end(&run, NULL);
}

static void a_fault_at_one_rank_is_found_named_and_smallest(void **state)
{
    struct team team = TEAM(&judge, &right, &other, &rare);
    struct run run = exhaust(&team, 5);
    const struct finding *finding = only_finding(&run, KIND_DISAGREE, "template-disagree-rare");
    struct counterexample example;

    (void)state;
    assert_int_equal(finding->number, 2 + 4 + 5);
    assert_int_equal(finding->count, 1);
    assert_non_null(strstr(finding->detail, "oracle"));
    example = shrink_only(&run, &maker);
    assert_int_equal(example.label, LABEL_SMALLEST);
    assert_int_equal(example.size, 3);
    assert_int_equal(example.rank, 5);
    end(&run, &maker);
}

/* Shrinking asks the oracle where the others disagree: here they never do. */
static void what_the_oracle_alone_sees_is_made_small_too(void **state)
{
    struct variant twin = rare;
    struct team team;
    struct run run;

    (void)state;
    twin.name = "twin";
    team = TEAM(&judge, &rare, &twin);
    run = exhaust(&team, 5);
    assert_int_equal(run.board->finding_count, 2);
    assert_int_equal(shrink_only(&run, &maker).label, LABEL_SMALLEST);
    end(&run, &maker);
}

static void a_random_fault_is_shrunk_to_one_minimal(void **state)
{
    struct team team = TEAM(&judge, &right, &cut);
    struct run run = {.team = &team, .settings = {.deep = 4, .limit = 1}, .end = 200};
    struct sampling sampling;
    struct counterexample example;
    const struct template_instance *list;

    (void)state;
    assert_true(sampling_open(&sampling, &template_puzzle, 7));
    sampling.max_size = 30;
    run.stream = sampling_stream(&sampling);
    assert_int_equal(run_start(&run), EXIT_WELL);
    only_finding(&run, KIND_DISAGREE, "template-disagree-cut");
    assert_non_null(strstr(run.board->findings[0].detail, "not one of the numbers"));
    example = shrink_only(&run, &maker);
    list = example.cases.instances[0];
    assert_true(example.repeated);
    assert_true(example.runs <= RUNS_MAX);
    assert_int_equal(example.label, LABEL_MINIMAL);
    assert_int_equal(list->count, 1);
    assert_in_range(list->numbers[0], 500, 999); /* half of it is cut no more */
    end(&run, &maker);
}

static void without_evidence_it_is_undecided(void **state)
{
    struct team team = TEAM(NULL, &right, &smallest, &other);
    struct run run = exhaust(&team, 2);

    (void)state;
    only_finding(&run, KIND_DISAGREE, "template-disagree-right+other-against-smallest");
    end(&run, NULL);
}

static void an_invariant_decides_without_an_oracle(void **state)
{
    struct team team = TEAM(NULL, &right, &first);
    struct run run = exhaust(&team, 2);
    bool found = false;

    (void)state;
    for (size_t i = 0; i < run.board->finding_count; i++)
        found |= run.board->findings[i].signature.kind == KIND_DISAGREE && run.board->findings[i].signature.wrong == 2 &&
                 strstr(run.board->findings[i].detail, "reverse");
    assert_true(found);
    end(&run, NULL);
}

static void what_all_have_wrong_breaks_an_invariant(void **state)
{
    struct team team = TEAM(NULL, &first, &first_again);
    struct run run = exhaust(&team, 2);
    struct counterexample example;

    (void)state;
    assert_int_equal(run.board->finding_count, 2);
    assert_int_equal(run.board->findings[0].signature.kind, KIND_INVARIANT);
    example = shrink_only(&run, &maker);
    assert_int_equal(example.label, LABEL_SMALLEST);
    assert_int_equal(example.size, 2);
    assert_int_equal(example.rank, 1); /* 0 1 */
    end(&run, &maker);
}

static const void *never_change(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    (void)instance;
    (void)rng;
    (void)arena;
    (void)map;
    return NULL;
}

/* words: how many cases. The number of checks that failed. */
static int try_laws(int count, char **words)
{
    static const struct invariant laws[] = {{.name = "never", .change = never_change}, {.name = NULL}};
    struct puzzle puzzle = template_puzzle;
    struct team team = team_of(&puzzle, (const struct variant *const[]){&right, &other, NULL}, &judge);
    struct report report = {0};
    struct desk desk = {.report = &report};
    const struct settings settings = {.deep = 1, .limit = 0.3};
    struct random_job job = {.cases = strtoull(words[count - 1], NULL, 10), .laws = true};
    int failed;

    puzzle.invariants = laws;
    report_open(&report);
    assert_true(sampling_open(&job.sampling, &puzzle, 1));
    assert_int_equal(verify_random(&desk, &team, &settings, &job), EXIT_WELL);
    failed = (int)report.failed;
    report_close(&report);
    return failed;
}

/* In a hundred cases; in fewer that is luck, and said. (Some of them are damaged, and none.) */
static void an_invariant_that_is_never_tried_is_a_failure(void **state)
{
    struct unit_said said = unit_run(try_laws, "200");

    (void)state;
    assert_int_equal(said.status, 1);
    assert_non_null(strstr(said.out, "FAILED: template: invariant never was never tried"));
    said = unit_run(try_laws, "99");
    assert_int_equal(said.status, 0);
    assert_non_null(strstr(said.out, "skipped: template: invariant never was never tried"));
}

static void a_crash_is_a_finding_and_the_run_goes_on(void **state)
{
    struct team team = TEAM(&judge, &right, &crashing, &other);
    struct run run = exhaust(&team, 4);
    struct counterexample example;

    (void)state;
    only_finding(&run, KIND_CRASH, "template-crash-crashing");
    assert_int_equal(run.board->counts.cases, 30);
    assert_int_equal(run.board->counts.compared, 30); /* the others answered that case too */
    assert_int_equal(run.board->counts.tallies[1].lost, 1);
    example = shrink_only(&run, &maker);
    assert_int_equal(example.label, LABEL_SMALLEST);
    assert_int_equal(example.size, 3);
    assert_int_equal(example.rank, 0);
    end(&run, &maker);
}

static void a_hang_is_a_finding_and_the_run_goes_on(void **state)
{
    struct team team = TEAM(&judge, &right, &hanging, &other);
    struct run run = exhaust(&team, 3);

    (void)state;
    only_finding(&run, KIND_HANG, "template-hang-hanging");
    assert_int_equal(run.board->findings[0].number, 2 + 1); /* 0 1: its mirror image hangs */
    assert_int_equal(run.board->findings[0].count, 3);      /* and 1 0, and 1 1 */
    assert_int_equal(run.board->counts.compared, 14);
    end(&run, NULL);
}

static void leaked_state_is_told_from_a_wrong_answer(void **state)
{
    struct team team = TEAM(&judge, &right, &leaking, &other);
    struct run run = exhaust(&team, 4);
    struct counterexample example;

    (void)state;
    /* Fresh runs close the context, so the memory is made between them: few cases are deep here. */
    end(&run, NULL);
    run = (struct run){.team = &team, .settings = {.limit = 1}, .stream = enumeration_stream(&lists), .end = lists.total};
    assert_int_equal(run_start(&run), EXIT_WELL);
    only_finding(&run, KIND_LEAK, "template-leak-leaking");
    assert_int_equal(run.board->findings[0].number, 2 + 4 + 8);
    example = shrink_only(&run, &maker);
    assert_true(example.repeated);
    assert_int_equal(example.cases.count, 2);
    assert_int_equal(((const struct template_instance *)example.cases.instances[0])->count, 2);
    assert_int_equal(((const struct template_instance *)example.cases.instances[1])->count, 4);
    end(&run, &maker);
}

static void two_answers_to_one_question_are_found(void **state)
{
    struct team team = TEAM(&judge, &right, &unstable, &other);
    struct run run = exhaust(&team, 3);

    (void)state;
    assert_int_equal(run.board->findings[0].signature.kind, KIND_UNSTABLE);
    for (size_t i = 0; i < run.board->finding_count; i++)
        assert_int_equal(run.board->findings[i].signature.wrong, 2);
    end(&run, NULL);
}

static void unwritten_bytes_are_found(void **state)
{
    struct team team = TEAM(&judge, &right, &unwritten, &other);
    struct run run = exhaust(&team, 2);

    (void)state;
    assert_int_equal(run.board->findings[0].signature.kind, KIND_UNSTABLE);
    assert_int_equal(run.board->findings[0].signature.wrong, 2);
    end(&run, NULL);
}

static void domain_and_outcome_must_match(void **state)
{
    struct team accepting = TEAM(&judge, &right, &narrow, &other), refusing = TEAM(&judge, &right, &wide, &other);
    struct run run = exhaust(&accepting, 3);

    (void)state;
    only_finding(&run, KIND_DOMAIN, "template-domain-narrow");
    end(&run, NULL);
    run = exhaust(&refusing, 3);
    only_finding(&run, KIND_DOMAIN, "template-domain-wide");
    end(&run, NULL);
}

static void a_limit_where_an_answer_was_due_is_a_fault(void **state)
{
    struct team two = TEAM(NULL, &right, &limited), three = TEAM(NULL, &right, &other, &limited);
    struct team oracle = TEAM(&limited, &right, &other);
    struct run run = exhaust(&two, 2);

    (void)state;
    only_finding(&run, KIND_LIMIT, "template-limit-limited");
    end(&run, NULL);
    run = exhaust(&three, 2); /* two others answered: counted, no fault */
    assert_int_equal(run.board->finding_count, 0);
    assert_int_equal(run.board->counts.tallies[2].outcomes[OUTCOME_LIMIT], 6);
    end(&run, NULL);
    run = exhaust(&oracle, 2);
    only_finding(&run, KIND_LIMIT, "template-limit-oracle");
    end(&run, NULL);
}

static void the_same_walk_has_the_same_count(void **state)
{
    struct team team = TEAM(&judge, &right, &miscounting, &other);
    struct run run = exhaust(&team, 4);

    (void)state;
    only_finding(&run, KIND_WALK, "template-walk-right+miscounting");
    assert_int_equal(run.board->findings[0].count, 16);
    end(&run, NULL);
}

/* ---- the puzzle's own parts ---- */

static bool never_same(const void *instance, const void *another)
{
    return instance == another;
}

static bool shifted_rank(const void *instance, uint64_t *size, uint64_t *rank)
{
    bool inside = template_puzzle.spaces[0].rank(instance, size, rank);

    *rank += *size == 3;
    return inside;
}

static bool refuse_without_place(const void *bytes, size_t size, struct arena *arena, struct cases *cases,
                                 struct error *error)
{
    bool good = template_puzzle.parse(bytes, size, arena, cases, error);

    error->line = 0;
    return good;
}

static void a_round_trip_that_loses_is_found(void **state)
{
    struct puzzle puzzle = template_puzzle;
    struct team team = team_of(&puzzle, (const struct variant *const[]){&right, &other, NULL}, NULL);
    struct run run;

    (void)state;
    puzzle.same = never_same;
    run = exhaust(&team, 2);
    only_finding(&run, KIND_ROUND_TRIP, "template-round-trip");
    end(&run, NULL);
}

static void a_rank_that_is_no_inverse_is_found(void **state)
{
    struct puzzle puzzle = template_puzzle;
    struct space spaces[] = {template_puzzle.spaces[0], {0}};
    struct team team = team_of(&puzzle, (const struct variant *const[]){&right, &other, NULL}, NULL);
    struct run run;

    (void)state;
    spaces[0].rank = shifted_rank;
    puzzle.spaces = spaces;
    run = exhaust(&team, 3);
    only_finding(&run, KIND_RANK, "template-rank");
    assert_int_equal(run.board->findings[0].count, 8);
    end(&run, NULL);
}

static void damaged_input_must_be_refused_with_a_place(void **state)
{
    struct puzzle puzzle = template_puzzle;
    struct team team = team_of(&puzzle, (const struct variant *const[]){&right, &other, NULL}, NULL);
    struct run run = {.team = &team, .settings = {.limit = 1}, .end = 300};
    struct sampling sampling;

    (void)state;
    assert_true(sampling_open(&sampling, &puzzle, 1));
    sampling.max_size = 20;
    sampling.malformed = 2;
    run.stream = sampling_stream(&sampling);
    assert_int_equal(run_start(&run), EXIT_WELL);
    assert_int_equal(run.board->finding_count, 0);
    assert_true(run.board->counts.refused_well > 30);
    end(&run, NULL);
    run.board = NULL;
    puzzle.parse = refuse_without_place;
    assert_int_equal(run_start(&run), EXIT_WELL);
    only_finding(&run, KIND_PARSER, "template-parser");
    end(&run, NULL);
}

/* ---- streams ---- */

static void case_17_comes_alone(void **state)
{
    struct team team = TEAM(NULL, &right, &other);
    struct board *board = board_open(1);
    struct settings settings = {0};
    struct sampling sampling;
    struct stream stream;
    struct cases in_order = {0}, alone;

    (void)state;
    assert_true(sampling_open(&sampling, &template_puzzle, 99));
    sampling.malformed = 0;
    stream = sampling_stream(&sampling);
    engine_open(&maker, &team, &settings, board);
    for (uint64_t number = 0; number <= 17; number++)
        assert_int_equal(stream.make(stream.self, &maker, number, &in_order), MADE);
    sampling.only = 0;
    assert_int_equal(stream.make(stream.self, &maker, 17, &alone), MADE);
    assert_true(template_puzzle.same(in_order.instances[0], alone.instances[0]));
    engine_close(&maker);
    board_close(board);
}

static void shards_cover_everything_once(void **state)
{
    uint64_t reached = 0;

    (void)state;
    for (uint64_t shard = 1; shard <= 7; shard++) {
        uint64_t from, to;

        shard_range(1786323, shard, 7, &from, &to);
        assert_int_equal(from, reached);
        reached = to;
    }
    assert_int_equal(reached, 1786323);
}

static void numbers_and_places_are_inverse(void **state)
{
    struct enumeration enumeration;
    struct text text = {0};
    uint64_t size, rank;

    (void)state;
    assert_true(enumeration_open(&enumeration, &template_puzzle.spaces[0], 6, 1));
    assert_int_equal(enumeration.total, 126);
    for (uint64_t number = 126; number-- > 0;) {
        enumeration_place(&enumeration, number, &size, &rank);
        assert_int_equal(enumeration_number(&enumeration, size, rank), number);
    }
    enumeration_describe(&enumeration, 0, 126, &text);
    assert_string_equal(text.bytes, "all 126 lists of 0 and 1, of length \xe2\x89\xa4 6");
    text_clear(&text);
    text_grouped(&text, 1786323);
    assert_string_equal(text.bytes, "1 786 323");
    text_free(&text);
    assert_false(enumeration_open(&enumeration, &template_puzzle.spaces[0], 21, 1));
}

static void programs_are_compared_by_tokens(void **state)
{
    struct team team = TEAM(NULL, &right, &other);
    struct run run;

    (void)state;
    assert_true(team_add(&team, (struct participant){.name = "good", .role = ROLE_PROGRAM, .variant = &other, .say = say_largest}));
    run = exhaust(&team, 3);
    assert_int_equal(run.board->finding_count, 0);
    end(&run, NULL);
    assert_true(team_add(&team, (struct participant){.name = "bad", .role = ROLE_PROGRAM, .variant = &other, .say = say_largest, .self = &team}));
    run = exhaust(&team, 3);
    assert_int_equal(run.board->finding_count, 2);
    assert_int_equal(run.board->findings[0].signature.kind, KIND_DISAGREE);
    assert_int_equal(run.board->findings[1].signature.kind, KIND_TIME);
    assert_string_equal(run.board->findings[1].detail, "time limit");
    end(&run, NULL);
}

/* With a budget of nothing, the two fastest still answer every case. */
static void a_budget_spares_nobody_needed(void **state)
{
    struct team team = TEAM(NULL, &right, &other, &small);
    struct run run = {.team = &team, .settings = {.limit = 1, .budget = 1e-3}};

    (void)state;
    assert_true(enumeration_open(&lists, &template_puzzle.spaces[0], 12, 1));
    run.stream = enumeration_stream(&lists);
    run.end = lists.total;
    assert_int_equal(run_start(&run), EXIT_WELL);
    assert_int_equal(run.board->counts.compared, lists.total);
    end(&run, NULL);
}

/* ---- records ---- */

static void a_record_repeats_its_fault(void **state)
{
    struct team team = TEAM(&judge, &right, &other, &rare);
    struct run run = exhaust(&team, 3);
    struct counterexample example = shrink_only(&run, &maker);
    struct origin origin = {.mode = "exhaustive", .text = "lists: size 3, rank 5", .command = "--exhaustive 3"};
    struct text path = {0};
    char folder[] = "/tmp/assay-engine-XXXXXX", name[128];
    struct file file;

    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(record_write(folder, &team, &run.settings, &run.board->findings[0], &example, &origin, &path), EXIT_WELL);
    snprintf(name, sizeof name, "%s/input.in", path.bytes);
    assert_int_equal(file_read("unit", name, &file), EXIT_WELL);
    assert_int_equal(file.size, strlen("3\n1 0 1\n"));
    assert_memory_equal(file.bytes, "3\n1 0 1\n", file.size);
    file_free(&file);
    snprintf(name, sizeof name, "%s/answers.txt", path.bytes);
    assert_int_equal(file_read("unit", name, &file), EXIT_WELL);
    assert_memory_equal(file.bytes, "right: 1\nother: 1\nrare: 0\noracle: 1\n", file.size);
    file_free(&file);
    assert_int_equal(record_promote(&team, &run.settings, path.bytes, folder, "rare"), EXIT_WELL);
    snprintf(name, sizeof name, "%s/template/rare.ans", folder);
    assert_int_equal(file_read("unit", name, &file), EXIT_WELL);
    assert_int_equal(file.size, 2);
    assert_memory_equal(file.bytes, "1\n", 2);
    file_free(&file);
    snprintf(name, sizeof name, "rm -r %s", folder);
    assert_int_equal(system(name), 0);
    text_free(&path);
    end(&run, &maker);
}

/* Dies of what begins with an x, and never comes back from what begins with a y. */
static bool parse_fragile(const void *bytes, size_t size, struct arena *arena, struct cases *cases, struct error *error)
{
    if (size && *(const char *)bytes == 'x')
        abort();
    while (size && *(const char *)bytes == 'y')
        pause();
    return template_puzzle.parse(bytes, size, arena, cases, error);
}

static void keep_file(const char *folder, const char *name, const char *text)
{
    char path[128];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(file_write("unit", path, text, strlen(text)), EXIT_WELL);
}

static void a_parser_that_dies_takes_one_file_with_it(void **state)
{
    struct puzzle fragile = template_puzzle;
    struct team team = TEAM(&judge, &right, &other);
    struct settings settings = {.limit = 0.2};
    struct report report = {0};
    int output = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY);
    char folder[] = "/tmp/assay-engine-XXXXXX", failures[64], *paths[] = {folder};
    struct desk desk = {.report = &report, .failures = failures};

    (void)state;
    fragile.parse = parse_fragile;
    team.puzzle = &fragile;
    assert_non_null(mkdtemp(folder));
    snprintf(failures, sizeof failures, "%s/failures", folder);
    keep_file(folder, "a.in", "x");
    keep_file(folder, "b.in", "y");
    keep_file(folder, "sub/c.in", "3\n1 0 1\n");
    report_open(&report);
    dup2(nowhere, STDOUT_FILENO);
    assert_int_equal(verify_files(&desk, &team, &settings, 1, paths, "folder"), EXIT_WELL);
    assert_int_equal(report.count, 3);
    assert_int_equal(report.failed, 2);
    assert_non_null(strstr(report.checks[0].statement, "/a.in: crash: Aborted while parsing"));
    assert_non_null(strstr(report.checks[1].statement, "/b.in: hang: no end within 0.2 s of parsing"));
    assert_string_equal(report.checks[2].statement,
                        "template: 1 file (0 with expected answers) of folder, 1 case: 2 variants and the oracle "
                        "agree");
    snprintf(failures, sizeof failures, "%s/failures/template-crash", folder);
    assert_int_equal(record_replay(&team, &settings, failures), EXIT_FOUND);
    report_close(&report);
    dup2(output, STDOUT_FILENO);
    close(output);
    close(nowhere);
    snprintf(failures, sizeof failures, "rm -r %s", folder);
    assert_int_equal(system(failures), 0);
}

int unit_engine(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_ones_are_not_accused),
        cmocka_unit_test(one_alone_checks_nothing),
        cmocka_unit_test(outside_the_oracles_domain_two_are_enough),
        cmocka_unit_test(a_fault_at_one_rank_is_found_named_and_smallest),
        cmocka_unit_test(what_the_oracle_alone_sees_is_made_small_too),
        cmocka_unit_test(a_random_fault_is_shrunk_to_one_minimal),
        cmocka_unit_test(without_evidence_it_is_undecided),
        cmocka_unit_test(an_invariant_decides_without_an_oracle),
        cmocka_unit_test(what_all_have_wrong_breaks_an_invariant),
        cmocka_unit_test(an_invariant_that_is_never_tried_is_a_failure),
        cmocka_unit_test(a_crash_is_a_finding_and_the_run_goes_on),
        cmocka_unit_test(a_hang_is_a_finding_and_the_run_goes_on),
        cmocka_unit_test(leaked_state_is_told_from_a_wrong_answer),
        cmocka_unit_test(two_answers_to_one_question_are_found),
        cmocka_unit_test(unwritten_bytes_are_found),
        cmocka_unit_test(domain_and_outcome_must_match),
        cmocka_unit_test(a_limit_where_an_answer_was_due_is_a_fault),
        cmocka_unit_test(the_same_walk_has_the_same_count),
        cmocka_unit_test(a_round_trip_that_loses_is_found),
        cmocka_unit_test(a_rank_that_is_no_inverse_is_found),
        cmocka_unit_test(damaged_input_must_be_refused_with_a_place),
        cmocka_unit_test(case_17_comes_alone),
        cmocka_unit_test(shards_cover_everything_once),
        cmocka_unit_test(numbers_and_places_are_inverse),
        cmocka_unit_test(programs_are_compared_by_tokens),
        cmocka_unit_test(a_budget_spares_nobody_needed),
        cmocka_unit_test(a_record_repeats_its_fault),
        cmocka_unit_test(a_parser_that_dies_takes_one_file_with_it),
    };

    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
