/* Two runs that were not interleaved differ in everything that changed on the machine in between, so this is
 * weak evidence and says so. Each median has a 95% interval from order statistics; the ratio's interval is
 * the widest that these allow. A difference must lie outside what is called the same, as a whole. Counters
 * are exact: where they differ the work did. Rejected: a p-value per line (a few hundred lines would make
 * some "significant" every time) and the minimum of the repetitions. */
#include <math.h>
#include <string.h>

#include "escape.h"
#include "units.h"
#include "views.h"

enum verdict { SAME, FASTER, SLOWER, CANNOT_TELL };

struct ratio {
    double middle, low, high;
    enum verdict verdict;
};

static struct ratio compare(const struct benchmark *before, const struct benchmark *after, double within)
{
    struct interval a = median_interval(before->seconds, before->repetitions);
    struct interval b = median_interval(after->seconds, after->repetitions);
    struct ratio ratio = {after->time.median / before->time.median, b.low / a.high, b.high / a.low,
                          CANNOT_TELL};
    double most = 1 + within / 100;

    if (!a.known || !b.known)
        return ratio;
    if (ratio.low > most)
        ratio.verdict = SLOWER;
    else if (ratio.high < 1 / most)
        ratio.verdict = FASTER;
    else if (ratio.low >= 1 / most && ratio.high <= most)
        ratio.verdict = SAME;
    return ratio;
}

/* Runs of different versions may count different things. */
static size_t find_counter(const struct run *run, const char *name)
{
    size_t i = 0;

    while (i < run->counter_count && strcmp(run->counters[i].name, name) != 0)
        i++;
    return i;
}

static void put_work(struct text *text, const struct run *before, const struct benchmark *a,
                     const struct run *after, const struct benchmark *b)
{
    char one[UNITS_SIZE], two[UNITS_SIZE];

    for (size_t i = 0; i < before->counter_count && a->counted && b->counted; i++) {
        size_t k = find_counter(after, before->counters[i].name);
        double old = a->counters[i], new = k < after->counter_count ? b->counters[k] : old;

        if (before->counters[i].measured || fabs(old - new) <= 1e-6 * fmax(old, new))
            continue;
        text_string(text, ", work changed: ");
        put_terminal(text, before->counters[i].name);
        text_format(text, " %s to %s", show_count(old, one), show_count(new, two));
    }
}

static void put_line(struct text *text, const struct run *before, const struct benchmark *a,
                     const struct run *after, const struct benchmark *b, const struct ratio *ratio,
                     double within)
{
    char one[UNITS_SIZE], two[UNITS_SIZE];
    bool few = !median_interval(a->seconds, a->repetitions).known ||
               !median_interval(b->seconds, b->repetitions).known;

    text_string(text, "  ");
    put_terminal(text, a->name);
    text_format(text, ": %s to %s, ratio %.3f (%.3f to %.3f): ", show_time(a->time.median, one),
                show_time(b->time.median, two), ratio->middle, ratio->low, ratio->high);
    if (ratio->verdict == SAME)
        text_format(text, "same within %.1f%%", 100 * (fmax(ratio->high, 1 / ratio->low) - 1));
    else if (ratio->verdict == CANNOT_TELL)
        text_string(text, few ? "cannot tell (fewer than 6 repetitions)" : "cannot tell");
    else
        text_format(text, "different, %s by more than %.0f%%", ratio->verdict == SLOWER ? "slower" : "faster",
                    within);
    put_work(text, before, a, after, b);
    text_char(text, '\n');
}

static void put_head(struct text *text, const struct run *before, const struct run *after)
{
    text_string(text, "before: ");
    put_terminal(text, before->origin.path);
    text_string(text, ": ");
    put_origin(text, &before->origin, put_terminal);
    text_string(text, "\nafter:  ");
    put_terminal(text, after->origin.path);
    text_string(text, ": ");
    put_origin(text, &after->origin, put_terminal);
    text_string(text, "\nratio: the time after, as a multiple of the time before; intervals of the medians "
                      "at 95% each. The runs were not "
                      "interleaved: the machine\nmay have changed in between, which the gate (assay gate) "
                      "leaves no room for.\n");
}

size_t put_comparison(struct text *text, const struct run *before, const struct run *after, double within)
{
    size_t counts[CANNOT_TELL + 1] = {0}, missing = 0, common = 0;
    double drift = 0;

    put_head(text, before, after);
    for (size_t i = 0; i < before->benchmark_count; i++) {
        const struct benchmark *a = &before->benchmarks[i], *b = run_find(after, a->name);
        struct ratio ratio;

        if (!b || !(a->time.median > 0) || !(b->time.median > 0)) {
            missing++;
            continue;
        }
        ratio = compare(a, b, within);
        counts[ratio.verdict]++;
        drift += log(ratio.middle);
        common++;
        put_line(text, before, a, after, b, &ratio, within);
    }
    text_format(text,
                "%zu compared: %zu different (%zu slower, %zu faster), %zu the same within %.0f%%, %zu "
                "cannot be told",
                common, counts[SLOWER] + counts[FASTER], counts[SLOWER], counts[FASTER], counts[SAME], within,
                counts[CANNOT_TELL]);
    if (common)
        text_format(text, "; geometric mean of the ratios %.3f", exp(drift / (double)common));
    text_format(text, "; %zu only before, %zu only after\n", missing, after->benchmark_count - common);
    return counts[SLOWER] + counts[FASTER];
}
