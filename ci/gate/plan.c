/* Where time does not allow every benchmark: of every variant its longest workload of at most a millisecond first, then of every variant the
 * next, and last the longer ones. So what little is looked at covers all variants, where a sample is both telling and cheap. */
#include "gate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct place {
    struct benchmark *benchmark;
    char variant[2 * NAME_SIZE]; /* puzzle/variant */
    size_t rank;                 /* so many others of the same variant come before it */
};

static const double CHEAP_NS = 1.2e6; /* a bit more than the kernel repeats where it can choose */

bool benchmark_repeats(const struct benchmark *benchmark)
{
    return strcmp(benchmark->base.state, "ready") == 0 && strcmp(benchmark->head.state, "ready") == 0 &&
           benchmark->base.fit && benchmark->base.warm > 0;
}

static int by_place(const struct benchmark *a, const struct benchmark *b)
{
    return (a > b) - (a < b);
}

/* The cheap ones from the longest down, then the others from the shortest up. */
static double distance(const struct benchmark *benchmark)
{
    double warm = benchmark->base.warm;

    return warm > CHEAP_NS ? warm : CHEAP_NS - warm;
}

static int by_worth(const void *one, const void *other)
{
    const struct place *a = one, *b = other;
    double here = distance(a->benchmark), there = distance(b->benchmark);
    int order = strcmp(a->variant, b->variant);

    if (order == 0)
        order = (here > there) - (here < there);
    return order ? order : by_place(a->benchmark, b->benchmark);
}

static int by_rank(const void *one, const void *other)
{
    const struct place *a = one, *b = other;
    int order = (a->rank > b->rank) - (a->rank < b->rank);

    return order ? order : by_place(a->benchmark, b->benchmark);
}

size_t plan_order(const struct gate *gate, struct benchmark ***order)
{
    struct place *places = calloc(gate->benchmark_count + 1, sizeof *places);
    size_t count = 0;

    *order = calloc(gate->benchmark_count + 1, sizeof **order);
    for (size_t i = 0; places && *order && i < gate->benchmark_count; i++) {
        struct benchmark *benchmark = &gate->benchmarks[i];
        char puzzle[64], workload[128], variant[64];

        if (!benchmark_repeats(benchmark))
            continue;
        benchmark_split(benchmark, puzzle, workload, variant);
        places[count].benchmark = benchmark;
        snprintf(places[count++].variant, sizeof places->variant, "%s/%s", puzzle, variant);
    }
    if (count)
        qsort(places, count, sizeof *places, by_worth);
    for (size_t i = 1; i < count; i++)
        if (strcmp(places[i].variant, places[i - 1].variant) == 0)
            places[i].rank = places[i - 1].rank + 1;
    if (count)
        qsort(places, count, sizeof *places, by_rank);
    for (size_t i = 0; i < count; i++)
        (*order)[i] = places[i].benchmark;
    free(places);
    return count;
}
