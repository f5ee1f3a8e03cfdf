#include "ladder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Counts are exact, but the cases of a workload are drawn; times are neither. */
static const double COUNTER_TOLERANCE = 0.2, COUNTER_NOISE = 0.03;
static const double TIME_TOLERANCE = 0.35, TIME_NOISE = 0.08;

static struct ladder *find_ladder(struct ladder *ladders, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(ladders[i].name, name) == 0)
            return &ladders[i];
    return NULL;
}

/* Rungs are kept in the order of their sizes. */
static void insert(struct ladder *ladder, const struct benchmark *benchmark)
{
    size_t at = ladder->rung_count;

    while (at > 0 && ladder->sizes[at - 1] >= benchmark->rung)
        at--;
    if (at == ladder->rung_count || ladder->sizes[at] > benchmark->rung) {
        if (ladder->rung_count == RUNGS_MAX)
            return;
        memmove(&ladder->sizes[at + 1], &ladder->sizes[at],
                (ladder->rung_count - at) * sizeof ladder->sizes[0]);
        memmove(&ladder->cells[at + 1], &ladder->cells[at],
                (ladder->rung_count - at) * sizeof ladder->cells[0]);
        memset(&ladder->cells[at], 0, sizeof ladder->cells[at]);
        ladder->sizes[at] = benchmark->rung;
        ladder->rung_count++;
    }
    ladder->cells[at][benchmark->variant] = benchmark;
}

struct ladder *ladders_find(const struct run *run, size_t puzzle, struct arena *arena, size_t *count)
{
    struct ladder *ladders = arena_zalloc(arena, LADDERS_MAX, sizeof *ladders);
    size_t kept = 0;

    *count = 0;
    for (size_t i = 0; ladders && i < run->benchmark_count; i++) {
        const struct benchmark *benchmark = &run->benchmarks[i];
        struct ladder *ladder;

        if (benchmark->puzzle != puzzle || !benchmark->ladder)
            continue;
        ladder = find_ladder(ladders, *count, benchmark->ladder);
        if (!ladder && *count < LADDERS_MAX) {
            ladder = &ladders[(*count)++];
            *ladder = (struct ladder){.run = run, .puzzle = puzzle, .name = benchmark->ladder};
        }
        if (ladder)
            insert(ladder, benchmark);
    }
    for (size_t i = 0; i < *count; i++)
        if (ladders[i].rung_count > 1)
            ladders[kept++] = ladders[i];
    *count = kept;
    return ladders;
}

static bool is_contender(const struct ladder *ladder, size_t variant)
{
    return !ladder->run->puzzles[ladder->puzzle].variants[variant].reference;
}

static size_t variant_count(const struct ladder *ladder)
{
    return ladder->run->puzzles[ladder->puzzle].variant_count;
}

static bool is_faster(const struct benchmark *one, const struct benchmark *other)
{
    return one->time.upper < other->time.lower;
}

/* Where the straight lines through the points of the two cross, on logarithmic axes. */
static double crossing(double below, double above, double before, double after)
{
    double share = before / (before - after);

    return exp(log(below) + share * (log(above) - log(below)));
}

static size_t cross(const struct ladder *ladder, size_t one, size_t other, struct crossover *crossovers,
                    size_t room)
{
    size_t found = 0, last = RUNGS_MAX;

    for (size_t r = 0; r < ladder->rung_count && found < room; r++) {
        const struct benchmark *const *now = ladder->cells[r], *const * then;

        if (!now[one] || !now[other] ||
            (!is_faster(now[one], now[other]) && !is_faster(now[other], now[one])))
            continue;
        then = last < RUNGS_MAX ? ladder->cells[last] : NULL;
        if (then && is_faster(then[one], then[other]) && is_faster(now[other], now[one]))
            crossovers[found++] =
                (struct crossover){one, other, ladder->sizes[last], ladder->sizes[r],
                                   crossing(ladder->sizes[last], ladder->sizes[r],
                                            log(then[one]->time.median / then[other]->time.median),
                                            log(now[one]->time.median / now[other]->time.median))};
        last = r;
    }
    return found;
}

static int compare_crossovers(const void *one, const void *other)
{
    const struct crossover *a = one, *b = other;

    return (a->at > b->at) - (a->at < b->at);
}

size_t ladder_crossovers(const struct ladder *ladder, struct crossover crossovers[CROSSOVERS_MAX])
{
    size_t count = 0;

    for (size_t one = 0; one < variant_count(ladder); one++)
        for (size_t other = 0; other < variant_count(ladder); other++)
            if (one != other && is_contender(ladder, one) && is_contender(ladder, other))
                count += cross(ladder, one, other, crossovers + count, CROSSOVERS_MAX - count);
    qsort(crossovers, count, sizeof *crossovers, compare_crossovers);
    return count;
}

const struct benchmark *ladder_fastest(const struct ladder *ladder, size_t rung)
{
    const struct benchmark *best = NULL;

    for (size_t i = 0; i < variant_count(ladder); i++) {
        const struct benchmark *cell = ladder->cells[rung][i];

        if (cell && is_contender(ladder, i) && !variant_of(ladder->run, cell)->sound &&
            (!best || cell->time.median < best->time.median))
            best = cell;
    }
    return best;
}

size_t ladder_common(const struct ladder *ladder, size_t *variants)
{
    size_t rung = 0;

    *variants = 0;
    for (size_t r = 0; r < ladder->rung_count; r++) {
        size_t here = 0;

        for (size_t i = 0; i < variant_count(ladder); i++)
            here += ladder->cells[r][i] && is_contender(ladder, i);
        if (here >= *variants) {
            *variants = here;
            rung = r;
        }
    }
    return rung;
}

bool ladder_counter(const struct ladder *ladder, size_t variant, size_t *counter)
{
    double most = 0;

    for (size_t r = ladder->rung_count; r-- > 0 && !(most > 0);) {
        const struct benchmark *cell = ladder->cells[r][variant];

        for (size_t i = 0; cell && i < ladder->run->counter_count; i++) {
            if (!ladder->run->counters[i].measured && cell->counters[i] > most) {
                most = cell->counters[i];
                *counter = i;
            }
        }
    }
    return most > 0;
}

/* The points of a counter, or (SIZE_MAX) of the time. */
static size_t collect(const struct ladder *ladder, size_t variant, size_t counter,
                      struct point points[RUNGS_MAX])
{
    size_t count = 0;

    for (size_t r = 0; r < ladder->rung_count; r++) {
        const struct benchmark *cell = ladder->cells[r][variant];
        double value = !cell ? 0 : counter == SIZE_MAX ? cell->time.median : cell->counters[counter];

        if (value > 0)
            points[count++] = (struct point){ladder->sizes[r], value};
    }
    return count;
}

struct fit ladder_fit_counter(const struct ladder *ladder, size_t variant, size_t counter)
{
    struct point points[RUNGS_MAX];
    size_t count = collect(ladder, variant, counter, points);

    return fit_growth(points, count, COUNTER_TOLERANCE, COUNTER_NOISE);
}

struct fit ladder_fit_time(const struct ladder *ladder, size_t variant)
{
    struct point points[RUNGS_MAX];
    size_t count = collect(ladder, variant, SIZE_MAX, points), counter = 0;
    struct fit time = fit_growth(points, count, TIME_TOLERANCE, TIME_NOISE), work;

    if (ladder_counter(ladder, variant, &counter)) {
        work = ladder_fit_counter(ladder, variant, counter);
        fit_hold_against(&time, &work);
    }
    return time;
}

double ladder_fit_from(const struct ladder *ladder, size_t variant, const struct fit *fit)
{
    struct point points[RUNGS_MAX];
    size_t count = collect(ladder, variant, SIZE_MAX, points);

    /* The last points are the same for a counter, which may be zero at the first ones. */
    return fit->count <= count && fit->count ? points[count - fit->count].size : 0;
}

void put_fit(struct text *text, const struct fit *fit)
{
    if (fit->growth == GROWTH_NONE) {
        text_format(text, "no fit: %s", fit->why);
        return;
    }
    if (fit->growth == GROWTH_POWER)
        text_format(text, "n^%.2f", fit->value);
    else if (fit->growth == GROWTH_EXPONENTIAL)
        text_format(text, "%.2f^n", fit->value);
    else
        text_string(text, growth_names[fit->growth]);
    if (fit->rival != GROWTH_NONE)
        text_format(text, " or %s", growth_names[fit->rival]);
    text_format(text, " (%s %.2f to %.2f)", fit->growth == GROWTH_EXPONENTIAL ? "base" : "exponent", fit->low,
                fit->high);
}
