/* The template: the smallest puzzle that fills every part of the interface. Which of the numbers is the largest? Copy the
 * folder, replace `template` by your puzzle's name, and add a line to puzzles.def. It is compiled in every build so that it
 * cannot rot, and registered nowhere. */
#include "template.h"

#include <string.h>

#include "../reader.h"

static bool parse(const void *bytes, size_t size, struct arena *arena, struct cases *cases, struct error *error)
{
    struct reader reader;
    struct template_instance *list = arena_zalloc(arena, 1, sizeof *list);
    const void **instances = arena_alloc(arena, 1, sizeof *instances);
    uint16_t *numbers;
    int64_t count, number;

    if (!list || !instances)
        return error_out_of_memory(error);
    reader_open(&reader, bytes, size, error);
    if (!reader_integer(&reader, "how many numbers follow", 1, TEMPLATE_NUMBERS_MAX, &count))
        return false;
    numbers = arena_alloc(arena, (size_t)count, sizeof *numbers);
    if (!numbers)
        return error_out_of_memory(error);
    for (int64_t i = 0; i < count; i++) {
        if (!reader_integer(&reader, "a number", 0, TEMPLATE_NUMBER_MAX, &number))
            return false;
        numbers[i] = (uint16_t)number;
    }
    *list = (struct template_instance){(uint32_t)count, numbers};
    instances[0] = list;
    *cases = (struct cases){1, instances};
    return reader_finish(&reader, "the last number");
}

static void format(const struct cases *cases, struct text *text)
{
    const struct template_instance *list = cases->instances[0];

    text_unsigned(text, list->count);
    text_char(text, '\n');
    for (uint32_t i = 0; i < list->count; i++) {
        text_unsigned(text, list->numbers[i]);
        text_char(text, i + 1 < list->count ? ' ' : '\n');
    }
}

static bool same(const void *instance, const void *other)
{
    const struct template_instance *a = instance, *b = other;

    return a->count == b->count && memcmp(a->numbers, b->numbers, a->count * sizeof *a->numbers) == 0;
}

static uint64_t measure(const void *instance)
{
    return ((const struct template_instance *)instance)->count;
}

/* A list with room for `count` numbers, which the caller fills in. */
static struct template_instance *make(uint64_t count, uint16_t **numbers, struct arena *arena)
{
    struct template_instance *list = arena_alloc(arena, 1, sizeof *list);

    *numbers = arena_alloc(arena, (size_t)count, sizeof **numbers);
    if (!list || !*numbers)
        return NULL;
    *list = (struct template_instance){(uint32_t)count, *numbers};
    return list;
}

static const void *generate(struct rng *rng, const struct recipe *recipe, struct arena *arena, struct error *error)
{
    uint16_t *numbers;
    struct template_instance *list = make(recipe->size, &numbers, arena);

    if (!list) {
        error_out_of_memory(error);
        return NULL;
    }
    for (uint32_t i = 0; i < list->count; i++)
        numbers[i] = (uint16_t)rng_below(rng, TEMPLATE_NUMBER_MAX + 1);
    return list;
}

/* The small lists: `size` numbers, each 0 or 1, in the order of the binary number that they spell. */
static uint64_t space_count(uint64_t size)
{
    return (uint64_t)1 << size;
}

static const void *space_unrank(uint64_t size, uint64_t rank, struct arena *arena)
{
    uint16_t *numbers;
    struct template_instance *list = make(size, &numbers, arena);

    if (!list)
        return NULL;
    for (uint64_t i = 0; i < size; i++)
        numbers[i] = (rank >> (size - 1 - i)) & 1;
    return list;
}

static bool space_rank(const void *instance, uint64_t *size, uint64_t *rank)
{
    const struct template_instance *list = instance;

    if (list->count > 20)
        return false;
    *size = list->count;
    *rank = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->numbers[i] > 1)
            return false;
        *rank = *rank << 1 | list->numbers[i];
    }
    return true;
}

/* First drop each number, then halve each. */
static const void *shrink(const void *instance, size_t step, struct arena *arena)
{
    const struct template_instance *list = instance;
    struct template_instance *smaller;
    uint16_t *numbers;
    bool drop = list->count > 1 && step < list->count;

    if (list->count > 1 && !drop)
        step -= list->count;
    while (!drop && step < list->count && list->numbers[step] == 0)
        step++;
    if (step >= list->count)
        return NULL;
    smaller = make(list->count - drop, &numbers, arena);
    if (!smaller)
        return NULL;
    for (uint32_t i = 0, j = 0; i < list->count; i++)
        if (!drop || i != step)
            numbers[j++] = i == step ? list->numbers[i] / 2 : list->numbers[i];
    return smaller;
}

static const void *change_by_reversing(const void *instance, struct rng *rng, struct arena *arena, const void **map)
{
    const struct template_instance *list = instance;
    uint16_t *numbers;
    struct template_instance *reversed = make(list->count, &numbers, arena);

    (void)rng;
    *map = NULL;
    for (uint32_t i = 0; reversed && i < list->count; i++)
        numbers[i] = list->numbers[list->count - 1 - i];
    return reversed;
}

static bool equal(const void *instance, const void *answer, const void *other)
{
    (void)instance;
    return memcmp(answer, other, sizeof(struct template_answer)) == 0;
}

static bool keeps_answer(const void *instance, const struct result *before, const void *changed, const struct result *after,
                         const void *map)
{
    (void)changed;
    (void)map;
    return before->outcome == after->outcome && equal(instance, before->answer, after->answer);
}

static size_t answer_size(const void *instance)
{
    (void)instance;
    return sizeof(struct template_answer);
}

static const char *check(const void *instance, const void *answer)
{
    const struct template_instance *list = instance;
    const struct template_answer *result = answer;

    for (uint32_t i = 0; i < list->count; i++)
        if (list->numbers[i] == result->largest)
            return NULL;
    return "not one of the numbers";
}

static void print(const void *instance, const struct result *result, size_t number, enum detail detail, struct text *text)
{
    (void)instance;
    (void)number;
    (void)detail;
    if (result->outcome == OUTCOME_SOLVED)
        text_unsigned(text, ((const struct template_answer *)result->answer)->largest);
    else
        text_string(text, outcome_names[result->outcome]);
    text_char(text, '\n');
}

static bool promised(const void *instance, const struct result *result)
{
    (void)instance;
    return result->outcome == OUTCOME_SOLVED;
}

#define VARIANT(name) extern const struct variant template_##name;
#include "variants.def"
#undef VARIANT

static const struct variant *const variants[] = {
#define VARIANT(name) &template_##name,
#include "variants.def"
#undef VARIANT
    NULL,
};

static const struct input_class classes[] = {{"uniform", "every number equally likely"}, {NULL, NULL}};

static const struct space spaces[] = {
    {"lists", "lists of 0 and 1, of length", 1, 20, space_count, space_unrank, space_rank},
    {0},
};

static const struct invariant invariants[] = {
    {"reverse", "the order of the numbers does not matter", change_by_reversing, keeps_answer},
    {0},
};

extern const struct puzzle template_puzzle;
const struct puzzle template_puzzle = {
    .name = "template",
    .title = "Template",
    .source = "this project",
    .summary = "which of the numbers is the largest?",
    .notation = "n\nn numbers, each 0 to 999\n",
    .variants = variants,
    .classes = classes,
    .size = {"numbers", 1, TEMPLATE_NUMBERS_MAX, 10},
    .cases_per_file = 1,
    .parse = parse,
    .format = format,
    .same = same,
    .measure = measure,
    .generate = generate,
    .spaces = spaces,
    .shrink = shrink,
    .invariants = invariants,
    .answer_size = answer_size,
    .equal = equal,
    .check = check,
    .print = print,
    .promised = promised,
};
