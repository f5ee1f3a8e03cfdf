/* A stock of cases with answers that are not the subject's own: of the other exact variants the one that says
 * most, and of those the one that the puzzle prefers. They are asked once, before any mutant is. */
#include "stock.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/cli/file.h"

enum { STEPS_MOST = 1 << 17, SIZE_COUNT_MOST = 30000, SIZE_MOST = 2000, FILE_CASES_MOST = 50, GENERATED_MOST = 600 };

static const double SOURCE_SECONDS[SOURCE_COUNT] = {0.3, 0.3, 1};

static double seconds_used(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The index of a variant, or -1: of those that say most the one that has been quickest so far. */
static int choose_other(const struct stock *stock, const void *instance, const double *cost)
{
    const struct variant *const *variants = stock->puzzle->variants;
    int chosen = -1;

    for (int i = 0; i < OTHERS_MAX && variants[i]; i++) {
        if (variants[i] == stock->subject || variants[i]->claim != CLAIM_EXACT ||
            variants[i]->refuses(instance))
            continue;
        if (chosen < 0 || variants[i]->detail > variants[chosen]->detail ||
            (variants[i]->detail == variants[chosen]->detail && cost[i] < cost[chosen]))
            chosen = i;
    }
    return chosen;
}

/* False where nobody else knows, or there is no room. */
static bool expect(struct stock *stock, struct stocked *stocked)
{
    double *cost = stock->cost[stocked->source], before = seconds_used();
    int chosen = choose_other(stock, stocked->instance, cost);
    const struct variant *other = chosen < 0 ? NULL : stock->puzzle->variants[chosen];
    struct arena scratch = {0};
    struct work work = work_start(&scratch, STEPS_MOST);
    void *answer = arena_zalloc(&stock->arena, 1, stock->puzzle->answer_size(stocked->instance));

    if (!other || !answer)
        return false;
    if (other->open && !stock->contexts[chosen] && !(stock->contexts[chosen] = other->open()))
        return false;
    stocked->expected =
        (struct result){other->solve(stock->contexts[chosen], stocked->instance, &work, answer), answer};
    arena_free(&scratch);
    cost[chosen] += (seconds_used() - before - cost[chosen]) / 8;
    return stocked->expected.outcome == OUTCOME_SOLVED || stocked->expected.outcome == OUTCOME_CONTRADICTION;
}

/* What is not taken leaves no memory behind: every child of the probe begins with a copy of its pages. `mark` is from before the instance was made. */
static void add(struct stock *stock, struct stocked stocked, struct arena_mark mark)
{
    if (stock->count < STOCK_MAX && !stock->subject->refuses(stocked.instance) && expect(stock, &stocked))
        stock->cases[stock->count++] = stocked;
    else
        arena_release(&stock->arena, mark);
}

/* Size by size; one that cannot be finished in time is left out. */
static void add_space(struct stock *stock, const struct space *space)
{
    double end = seconds_used() + SOURCE_SECONDS[SOURCE_SPACE];

    for (uint64_t size = space->first_size; size <= space->last_size; size++) {
        uint64_t count = space->count(size);
        size_t before = stock->count;

        if (count > SIZE_COUNT_MOST)
            return;
        for (uint64_t rank = 0; rank < count; rank++) {
            struct arena_mark mark = arena_mark(&stock->arena);
            const void *instance = space->unrank(size, rank, &stock->arena);

            if (instance)
                add(stock,
                    (struct stocked){
                        .instance = instance, .source = SOURCE_SPACE, .size = size, .space = space->name},
                    mark);
            if (seconds_used() > end) {
                stock->count = before;
                return;
            }
        }
    }
}

/* The bytes stay: an instance may point into them. */
static void add_file(struct stock *stock, const char *path)
{
    struct file file;
    struct cases cases;
    struct error error;

    if (file_read("probe", path, &file) != EXIT_WELL ||
        !stock->puzzle->parse(file.bytes, file.size, &stock->arena, &cases, &error))
        return;
    for (size_t i = 0; i < cases.count && i < FILE_CASES_MOST; i++)
        add(stock, (struct stocked){.instance = cases.instances[i], .source = SOURCE_FILE}, arena_mark(&stock->arena));
}

static void add_folder(struct stock *stock, const char *folder)
{
    double end = seconds_used() + SOURCE_SECONDS[SOURCE_FILE];
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    char path[4096];

    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (*entries[i]->d_name != '.' && seconds_used() < end)
            add_file(stock, path);
        free(entries[i]);
    }
    free(entries);
}

/* As many small numbers as large ones: every power of two is as likely. */
static uint64_t draw(struct rng *rng, const struct range *range)
{
    uint64_t span = range->most - range->least + 1, bound = 1;

    for (uint64_t doublings = rng_below(rng, 64 - (uint64_t)__builtin_clzll(span)); doublings && bound < span;
         doublings--)
        bound *= 2;
    return range->most ? range->least + rng_below(rng, 2 * bound < span ? 2 * bound : span) : 0;
}

static void add_generated(struct stock *stock)
{
    const struct puzzle *puzzle = stock->puzzle;
    double end = seconds_used() + SOURCE_SECONDS[SOURCE_GENERATED];

    for (uint64_t i = 0; i < GENERATED_MOST && seconds_used() < end; i++)
        for (size_t c = 0; puzzle->classes[c].name; c++) {
            struct rng rng;
            struct recipe recipe = {.input_class = c};
            struct arena_mark mark = arena_mark(&stock->arena);
            struct error error;
            const void *instance;

            rng_seed(&rng, rng_case_seed(1, puzzle->name, puzzle->classes[c].name, i));
            recipe.size = draw(&rng, &puzzle->size);
            if (recipe.size > SIZE_MOST)
                continue;
            recipe.rounds = draw(&rng, &puzzle->rounds);
            if ((instance = puzzle->generate(&rng, &recipe, &stock->arena, &error)))
                add(stock, (struct stocked){.instance = instance, .source = SOURCE_GENERATED}, mark);
        }
}

bool stock_fill(struct stock *stock, char **folders, int folder_count)
{
    stock->cases = calloc(STOCK_MAX, sizeof *stock->cases);
    if (!stock->cases)
        return false;
    for (size_t i = 0; stock->puzzle->spaces[i].name; i++)
        add_space(stock, &stock->puzzle->spaces[i]);
    for (int i = 0; i < folder_count; i++)
        add_folder(stock, folders[i]);
    add_generated(stock);
    return stock->count > 0;
}
