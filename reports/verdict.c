#include "verdict.h"

#include <string.h>

#include "units.h"

static const double NOISY = 0.1;

/* A variant whose quartiles overlap those of the fastest is as fast, as far as can be seen. */
static bool is_as_fast(const struct benchmark *one, const struct benchmark *best)
{
    return one->time.lower <= best->time.upper;
}

static bool overlap(const struct benchmark *one, const struct benchmark *other)
{
    return one->time.lower <= other->time.upper && other->time.lower <= one->time.upper;
}

bool is_noisy(const struct benchmark *benchmark)
{
    return benchmark->time.upper - benchmark->time.lower > NOISY * benchmark->time.median;
}

static const struct puzzle_note *puzzle_of(const struct ladder *ladder)
{
    return &ladder->run->puzzles[ladder->puzzle];
}

static void put_size(struct text *text, double size)
{
    char number[UNITS_SIZE];

    text_string(text, show_count(size, number));
}

/* The last rung, from `first` on, at which the fastest of `first` is still as fast as the fastest. */
static size_t end_of_reign(const struct ladder *ladder, size_t first)
{
    size_t variant = ladder_fastest(ladder, first)->variant, last = first;

    for (size_t r = first + 1; r < ladder->rung_count; r++) {
        const struct benchmark *own = ladder->cells[r][variant], *best = ladder_fastest(ladder, r);

        if (!own || !best || !is_as_fast(own, best))
            break;
        last = r;
    }
    return last;
}

bool next_reign(const struct ladder *ladder, size_t at, struct reign *reign)
{
    while (at < ladder->rung_count && !ladder_fastest(ladder, at))
        at++;
    if (at == ladder->rung_count)
        return false;
    *reign = (struct reign){ladder_fastest(ladder, at), at, end_of_reign(ladder, at)};
    return true;
}

void put_fastest(struct text *text, const struct ladder *ladder, put_string *put)
{
    struct reign reign;
    bool any = false;

    for (size_t at = 0; next_reign(ladder, at, &reign); at = reign.last + 1) {
        text_string(text, any ? ", " : "");
        put(text, variant_of(ladder->run, reign.best)->name);
        text_string(text, reign.last == reign.first ? " at " : " from ");
        put_size(text, ladder->sizes[reign.first]);
        if (reign.last > reign.first) {
            text_string(text, " to ");
            put_size(text, ladder->sizes[reign.last]);
        }
        any = true;
    }
    if (!any)
        text_string(text, "nobody that claims to be exact");
    text_char(text, ' ');
    put(text, puzzle_of(ladder)->measure);
}

/* "pruned at about 14 (between 12 and 20)" */
static void put_overtaken(struct text *text, const struct puzzle_note *puzzle,
                          const struct crossover *crossover, bool measured, put_string *put)
{
    put(text, puzzle->variants[crossover->slower].name);
    text_string(text, " at about ");
    put_size(text, (double)(long)(crossover->at + 0.5));
    if (measured) {
        text_char(text, ' ');
        put(text, puzzle->measure);
    }
    text_string(text, " (between ");
    put_size(text, crossover->below);
    text_string(text, " and ");
    put_size(text, crossover->above);
    text_char(text, ')');
}

/* A sentence for each variant that overtakes others, those first that do so first. */
void put_crossovers(struct text *text, const struct ladder *ladder, put_string *put)
{
    const struct puzzle_note *puzzle = puzzle_of(ladder);
    struct crossover crossovers[CROSSOVERS_MAX];
    size_t count = ladder_crossovers(ladder, crossovers);
    uint64_t told = 0; /* variants */

    if (!count)
        text_string(text, "No variant overtakes another between two of these sizes.");
    for (size_t i = 0; i < count; i++) {
        size_t faster = crossovers[i].faster;

        if (told >> faster & 1)
            continue;
        text_string(text, told ? " " : "");
        put(text, puzzle->variants[faster].name);
        text_string(text, " overtakes ");
        for (size_t k = i; k < count; k++) {
            if (crossovers[k].faster != faster)
                continue;
            text_string(text, k > i ? ", " : "");
            put_overtaken(text, puzzle, &crossovers[k], k == i, put);
        }
        text_char(text, '.');
        told |= (uint64_t)1 << faster;
    }
}

void put_distances(struct text *text, const struct ladder *ladder, put_string *put)
{
    const struct puzzle_note *puzzle = puzzle_of(ladder);
    size_t variants, rung = ladder_common(ladder, &variants);
    const struct benchmark *best = ladder_fastest(ladder, rung);
    char figure[UNITS_SIZE];
    bool any = false;

    if (!best) {
        text_string(text, "Nobody that claims to be exact has a time here.");
        return;
    }
    put(text, variant_of(ladder->run, best)->name);
    text_format(text, " takes %s a case", show_time(best->time.median, figure));
    for (size_t i = 0; i < puzzle->variant_count; i++) {
        const struct benchmark *cell = ladder->cells[rung][i];

        if (!cell || cell == best || puzzle->variants[i].reference)
            continue;
        text_string(text, any ? ", " : "; ");
        put(text, puzzle->variants[i].name);
        if (overlap(cell, best))
            text_string(text, " the same as far as can be told");
        else
            text_format(text, " %s that", show_ratio(cell->time.median / best->time.median, figure));
        any = true;
    }
    text_char(text, '.');
}

void put_spread(struct text *text, const struct ladder *ladder, put_string *put)
{
    const struct puzzle_note *puzzle = puzzle_of(ladder);
    size_t variants, rung = ladder_common(ladder, &variants), noisy = 0, shown = 0;
    const struct benchmark *widest = NULL;
    double most = -1;
    char figure[UNITS_SIZE];

    for (size_t i = 0; i < puzzle->variant_count; i++) {
        const struct benchmark *cell = ladder->cells[rung][i];
        double spread = cell ? (cell->time.upper - cell->time.lower) / cell->time.median : 0;

        if (!cell)
            continue;
        shown++;
        noisy += is_noisy(cell);
        if (spread > most) {
            most = spread;
            widest = cell;
        }
    }
    if (!widest)
        return;
    put(text, variant_of(ladder->run, widest)->name);
    text_format(text, " spreads most: its quartiles lie %s of the median apart; ",
                show_percent(most, figure));
    if (noisy)
        text_format(text, "%zu of %zu spread by more than 10%%: do not build on small differences of theirs.",
                    noisy, shown);
    else
        text_format(text, "none of the %zu spreads by more than 10%%.", shown);
}

void put_growth(struct text *text, const struct ladder *ladder, put_string *put)
{
    const struct puzzle_note *puzzle = puzzle_of(ladder);
    struct text without = {0};
    bool any = false;

    if (ladder->rung_count < FIT_POINTS_LEAST) {
        text_string(text, "Fewer than four sizes: no growth is fitted.");
        return;
    }
    for (size_t i = 0; i < puzzle->variant_count; i++) {
        size_t counter;
        struct fit fit;

        if (puzzle->variants[i].reference || !ladder_counter(ladder, i, &counter))
            continue;
        fit = ladder_fit_counter(ladder, i, counter);
        if (fit.growth == GROWTH_NONE) {
            text_string(&without, without.length ? ", " : "");
            put(&without, puzzle->variants[i].name);
            continue;
        }
        text_string(text, any ? "; " : "");
        put(text, ladder->run->counters[counter].name);
        text_string(text, " of ");
        put(text, puzzle->variants[i].name);
        text_string(text, " grow as ");
        put_fit(text, &fit);
        any = true;
    }
    text_string(text, any ? "." : "");
    if (without.length) {
        text_string(text, any ? " No class fits " : "No class of growth fits ");
        text_put(text, without.bytes, without.length);
        text_char(text, '.');
    } else if (!any) {
        text_string(text, "Nothing was counted.");
    }
    text->failed |= without.failed;
    text_free(&without);
}

void put_harness(struct text *text, const struct run *run, size_t puzzle, put_string *put)
{
    for (size_t i = 0; i < run->benchmark_count; i++) {
        const struct benchmark *benchmark = &run->benchmarks[i];
        char figure[UNITS_SIZE];

        if (benchmark->puzzle != puzzle || strcmp(variant_of(run, benchmark)->name, "noop") != 0)
            continue;
        text_format(text, "The harness itself (noop) takes %s a case on ",
                    show_time(benchmark->time.median, figure));
        put(text, benchmark->workload);
        text_string(text, ": it is in every time here.");
        return;
    }
    text_string(text, "The harness itself (noop) was not timed in this run.");
}
