/* Shrinking. All candidates of one step run in one worker until the first that fails alike, so an accepted step costs a fork and a
 * refused one a comparison. A candidate counts only if it fails with the same signature: else a reducer drifts from the fault
 * that it was given to another one. */
#include "shrink.h"

#include <stdio.h>
#include <string.h>

#include "core/cli/file.h"
#include "enumerate.h"

const char *const label_names[] = {"smallest", "1-minimal", "budget", "as found"};

enum { HISTORY_MAX = 256, BLIND_ENUMERATION = 1000000 };

struct search {
    const struct run *run;
    struct engine *maker;
    struct settings settings;
    struct counterexample *example;
    double ends;
};

static enum made make_list(void *self, struct engine *engine, uint64_t number, struct cases *cases)
{
    (void)engine;
    *cases = *(struct cases *)self;
    return number ? MADE_END : MADE;
}

struct stream list_stream(struct cases *cases)
{
    return (struct stream){.self = cases, .make = make_list, .isolated = true};
}

static uint64_t reference_for(const struct team *team, uint64_t wrong, const void *instance)
{
    for (size_t i = team->count; i-- > 0;) {
        const struct participant *participant = &team->members[i];
        bool fits = participant->role == ROLE_VARIANT && participant->variant->claim == CLAIM_EXACT;

        if (fits && !(wrong >> i & 1) && !(participant->variant->refuses && participant->variant->refuses(instance)))
            return (uint64_t)1 << i;
    }
    return 0;
}

struct settings settings_for(const struct team *team, const struct settings *settings, const struct signature *signature,
                             const void *instance)
{
    struct settings narrow = *settings;
    uint64_t needed = signature->wrong;

    memset(narrow.share, 0, sizeof narrow.share);
    narrow.budget = 0;
    narrow.lazy = 0;
    narrow.seconds = 0;
    narrow.thorough = signature->kind != KIND_DISAGREE;
    narrow.deep = narrow.thorough;
    if (signature->kind == KIND_LIMIT)
        return narrow;
    if (signature->kind == KIND_DISAGREE) {
        for (int i = 0; i < PARTICIPANTS_MAX; i++)
            needed |= (uint64_t)(signature->group[i] != 0) << i;
        needed |= reference_for(team, needed, instance);
        narrow.lazy = team_mask(team, ROLE_ORACLE) & ~needed;
    }
    narrow.left_out |= ~needed & ~narrow.lazy;
    return narrow;
}

/* Runs a stream until a case fails alike. False: none did. */
static bool find(struct search *search, struct stream stream, uint64_t end, struct run *run)
{
    struct counterexample *example = search->example;
    double left = search->ends - seconds_now();
    const struct finding *finding = NULL;

    *run = (struct run){.team = search->run->team, .settings = search->settings, .stream = stream, .end = end};
    if (left <= 0) {
        run->out_of_time = true;
        return false;
    }
    run->settings.seconds = left;
    run->settings.looking_for = &example->signature;
    if (run_start(run) == EXIT_WELL)
        for (size_t i = 0; i < run->board->finding_count && !finding; i++)
            if (signature_matches(&example->signature, &run->board->findings[i].signature))
                finding = &run->board->findings[i];
    if (finding) {
        run->first = finding->number;
        if (!example->signature.wrong || finding->signature.wrong)
            example->signature = finding->signature;
        snprintf(example->detail, sizeof example->detail, "%s", finding->detail);
    }
    board_close(run->board);
    run->board = NULL;
    return finding != NULL;
}

/* The list without those from `from` to `to` - 1. */
static bool drop(const struct cases *list, size_t from, size_t to, struct arena *arena, struct cases *shorter)
{
    shorter->instances = arena_alloc(arena, list->count, sizeof *list->instances);
    shorter->count = 0;
    for (size_t i = 0; shorter->instances && i < list->count; i++)
        if (i < from || i >= to)
            shorter->instances[shorter->count++] = list->instances[i];
    return shorter->instances && to > from;
}

static bool replace(const struct cases *list, size_t which, const void *instance, struct arena *arena, struct cases *changed)
{
    *changed = (struct cases){list->count, arena_alloc(arena, list->count, sizeof *list->instances)};
    if (!changed->instances)
        return false;
    memcpy(changed->instances, list->instances, list->count * sizeof *list->instances);
    changed->instances[which] = instance;
    return true;
}

/* The step-th smaller list: earlier cases dropped by halves, then one by one, then each case smaller, the last one first. */
static enum made smaller(const struct puzzle *puzzle, const struct cases *list, uint64_t step, struct arena *arena,
                         struct cases *result)
{
    size_t before = list->count - 1;

    if (before) {
        size_t half = (before + 1) / 2;

        if (step == 0)
            return drop(list, 0, half, arena, result) ? MADE : MADE_NOTHING;
        if (step == 1)
            return drop(list, half, before, arena, result) ? MADE : MADE_NOTHING;
        step -= 2;
        if (step < before)
            return drop(list, step, step + 1, arena, result) ? MADE : MADE_NOTHING;
        step -= before;
    }
    for (size_t i = list->count; i-- > 0;) {
        for (uint64_t s = before ? 0 : step;; s++) {
            const void *instance = puzzle->shrink(list->instances[i], (size_t)s, arena);

            if (!instance)
                break;
            if (s == step)
                return replace(list, i, instance, arena, result) ? MADE : MADE_NO_MEMORY;
        }
        if (!before)
            break;
        for (size_t s = 0; puzzle->shrink(list->instances[i], s, arena); s++)
            step--;
    }
    return MADE_END;
}

struct candidates {
    const struct puzzle *puzzle;
    struct cases list;
    uint64_t from;
};

static enum made make_candidate(void *self, struct engine *engine, uint64_t number, struct cases *cases)
{
    struct candidates *candidates = self;

    return smaller(candidates->puzzle, &candidates->list, candidates->from + number, &engine->instances, cases);
}

static uint64_t size_of(const struct search *search)
{
    const struct cases *cases = &search->example->cases;

    return search->run->team->puzzle->measure(cases->instances[cases->count - 1]);
}

/* Goes on from the step that was last accepted, or from the first where that took away an eighth: what failed on a large case may do
 * on a small one. 1-minimal when a whole round fails. */
static void take_steps(struct search *search)
{
    struct counterexample *example = search->example;
    struct candidates candidates = {search->run->team->puzzle, {0}, 0};
    struct stream stream = {.self = &candidates, .make = make_candidate, .isolated = example->cases.count > 1};
    struct run run;

    example->label = LABEL_BUDGET;
    while (example->runs < RUNS_MAX) {
        uint64_t end = RUNS_MAX - example->runs, size = size_of(search);

        candidates.list = example->cases;
        if (find(search, stream, end, &run)) {
            example->runs += run.first + 1;
            candidates.from += run.first;
            smaller(candidates.puzzle, &candidates.list, candidates.from, &search->maker->instances, &example->cases);
            stream.isolated = example->cases.count > 1;
            if (size_of(search) <= size - size / 8 && size >= 8)
                candidates.from = 0;
            continue;
        }
        if (run.out_of_time)
            return;
        for (uint64_t tried = 0; tried < end; tried++) {
            struct cases cases;

            if (smaller(candidates.puzzle, &candidates.list, candidates.from + tried, &search->maker->instances, &cases) ==
                MADE_END) {
                end = tried;
                break;
            }
        }
        example->runs += end;
        if (example->runs >= RUNS_MAX)
            return;
        if (candidates.from == 0) {
            example->label = LABEL_MINIMAL;
            return;
        }
        candidates.from = 0;
    }
}

/* What there is to try in a space: everything before the case where the space holds it, else its first BLIND_ENUMERATION
 * instances. */
struct region {
    const struct space *space;
    uint64_t size, rank, end;
    bool inside;
};

static struct region region_of(const struct space *space, const void *instance)
{
    struct region region = {.space = space};

    region.inside = space->rank(instance, &region.size, &region.rank);
    if (region.inside) {
        struct enumeration enumeration;

        if (enumeration_open(&enumeration, space, region.size, 1))
            region.end = enumeration_number(&enumeration, region.size, region.rank);
        else
            region.end = UINT64_MAX;
        return region;
    }
    region.size = space->first_size;
    while (region.size <= space->last_size && region.end + space->count(region.size) <= BLIND_ENUMERATION)
        region.end += space->count(region.size++);
    region.size--;
    return region;
}

/* True: the case is now the smallest of the space that fails, or was all along. What is first in a space that does not hold the case may
 * be larger than it. */
static bool enumerate(struct search *search, const struct region *region)
{
    struct counterexample *example = search->example;
    const struct puzzle *puzzle = search->run->team->puzzle;
    const void **instances = arena_alloc(&search->maker->instances, 1, sizeof *instances);
    struct enumeration enumeration;
    struct run run;

    example->size = region->size;
    example->rank = region->rank;
    if (!instances || !enumeration_open(&enumeration, region->space, region->size, 1))
        return false;
    if (find(search, enumeration_stream(&enumeration), region->end, &run)) {
        enumeration_place(&enumeration, run.first, &example->size, &example->rank);
        instances[0] = region->space->unrank(example->size, example->rank, &search->maker->instances);
        if (!instances[0] || puzzle->measure(instances[0]) > puzzle->measure(example->cases.instances[0]))
            return false;
        example->cases = (struct cases){1, instances};
    } else if (!region->inside || run.out_of_time) {
        return false;
    }
    example->label = LABEL_SMALLEST;
    example->space = region->space;
    return true;
}

/* The smallest region first: there a proof is soonest had. */
static void enumerate_below(struct search *search)
{
    const struct space *spaces = search->run->team->puzzle->spaces;
    uint64_t tried = 0;

    for (;;) {
        struct region least = {.end = UINT64_MAX};
        size_t chosen = 0;

        for (size_t i = 0; spaces && spaces[i].name && i < 64; i++) {
            struct region region = region_of(&spaces[i], search->example->cases.instances[0]);

            if (!(tried >> i & 1) && region.end < least.end) {
                least = region;
                chosen = i;
            }
        }
        if (!least.space || ((least.inside || least.end) && enumerate(search, &least)))
            return;
        tried |= (uint64_t)1 << chosen;
    }
}

/* The case, with up to `before` earlier ones of the run that found it. */
static bool make_again(struct search *search, const struct finding *finding, uint64_t before, struct cases *list)
{
    const struct stream *stream = &search->run->stream;
    uint64_t first = finding->number > before ? finding->number - before : 0;
    struct cases cases;

    if (first < finding->opened)
        first = finding->opened;
    *list = (struct cases){0, arena_alloc(&search->maker->instances, before + 1, sizeof *list->instances)};
    if (!list->instances)
        return false;
    for (uint64_t number = first; number <= finding->number; number++) {
        enum made made = stream->make(stream->self, search->maker, number, &cases);

        if (made == MADE)
            list->instances[list->count++] = cases.instances[cases.count - 1];
        else if (number == finding->number)
            return false;
    }
    return true;
}

static bool fails_again(struct search *search, const struct finding *finding)
{
    struct counterexample *example = search->example;
    struct run run;

    for (uint64_t before = 0; before <= HISTORY_MAX; before = before ? before * 16 : 1) {
        if (!make_again(search, finding, before, &example->cases))
            return false;
        if (before && example->cases.count == 1)
            return false;
        if (before == 0)
            example->found = example->cases;
        search->settings = settings_for(search->run->team, &search->run->settings, &finding->signature,
                                        example->cases.instances[example->cases.count - 1]);
        if (find(search, list_stream(&example->cases), 1, &run))
            return true;
        search->settings.deep = search->settings.thorough = true;
        if (find(search, list_stream(&example->cases), 1, &run))
            return true;
        search->settings.lazy = 0; /* where all are wrong alike, the oracle alone says so */
        if (find(search, list_stream(&example->cases), 1, &run))
            return true;
    }
    return false;
}

int shrink_finding(const struct run *run, const struct finding *finding, struct engine *maker, double seconds,
                   struct counterexample *example)
{
    struct search search = {.run = run, .maker = maker, .example = example, .ends = seconds_now() + seconds};
    double began = seconds_now();

    *example = (struct counterexample){.signature = finding->signature, .label = LABEL_FOUND};
    memcpy(example->detail, finding->detail, sizeof example->detail);
    if (finding->signature.kind == KIND_PARSER || (finding->signature.kind == KIND_CRASH && !finding->signature.wrong))
        return EXIT_WELL; /* there is no instance */
    example->repeated = fails_again(&search, finding);
    if (!example->repeated) {
        example->cases = example->found;
        example->repeated = seconds <= 0; /* or nobody had the time to look */
    } else {
        take_steps(&search);
        search.ends = seconds_now() + seconds;
        if (example->cases.count == 1)
            enumerate_below(&search);
    }
    example->seconds = seconds_now() - began;
    return EXIT_WELL;
}
