/* Each look tests with Holm over all benchmarks, also those that are closed (as if their p were 1), and the looks add up to 1%: so
 * a whole run on identical code turns red with at most that probability, however many benchmarks it has. Stopping early
 * for green spends nothing. A test alone would stop at differences that nobody cares about: the bound of the median must lie
 * beyond the floor too.
 *
 * The first look comes at 20 pairs: with 15 the smallest p is 2^-15 = 3e-5, above Holm's bound for 150 benchmarks, so that it could
 * never fire. */
#include "decide.h"

#include <math.h>
#include <stdlib.h>

const struct look looks[LOOKS] = {{20, 0.002}, {40, 0.003}, {80, 0.005}};
const double LEAST_CHANGE = 0.019802627296179713; /* log 1.02 */
const double TOLERANCE = 0.09531017980432493;     /* log 1.1 */

/* Of each bound, and what keeps a benchmark open although it looks equal. */
static const double BOUND_ERROR = 0.01, SUSPICIOUS = 0.05;

static void estimate(struct series *series)
{
    double sorted[PAIRS_MAX];

    for (size_t i = 0; i < series->pairs; i++)
        sorted[i] = series->ratios[i];
    series->timing.pairs = series->pairs;
    series->timing.change = median(sorted, series->pairs);
    median_bounds(sorted, series->pairs, BOUND_ERROR, &series->timing.lower, &series->timing.upper);
}

/* p of "slower" (sign 1) or "faster" (sign -1). */
static double test(const struct series *series, double sign)
{
    double signed_ratios[PAIRS_MAX];

    if (series->timing.verdict != VERDICT_SKIPPED)
        return 1;
    for (size_t i = 0; i < series->pairs; i++)
        signed_ratios[i] = sign * series->ratios[i];
    return signed_rank(signed_ratios, series->pairs);
}

struct tests {
    double slower, faster; /* each alone */
    double adjusted_slower, adjusted_faster;
};

static enum verdict close(const struct timing *timing, const struct tests *tests, double alpha, double floor, bool last)
{
    bool excluded = timing->upper < TOLERANCE;

    if (tests->adjusted_slower <= alpha && timing->lower > floor)
        return VERDICT_RED;
    if (tests->adjusted_faster <= alpha && -timing->upper > floor)
        return VERDICT_BETTER;
    if (last)
        return excluded ? VERDICT_GREEN : VERDICT_INCONCLUSIVE;
    return excluded && tests->slower > SUSPICIOUS && tests->faster > SUSPICIOUS ? VERDICT_GREEN : VERDICT_SKIPPED;
}

bool decide(struct series *const *series, size_t count, double alpha, bool last)
{
    double *slower = calloc(count + 1, sizeof *slower), *faster = calloc(count + 1, sizeof *faster);
    double *adjusted = calloc(2 * count + 1, sizeof *adjusted);
    bool well = slower && faster && adjusted;

    for (size_t i = 0; i < count && well; i++) {
        slower[i] = test(series[i], 1);
        faster[i] = test(series[i], -1);
    }
    well = well && holm(slower, count, adjusted) && holm(faster, count, adjusted + count);
    for (size_t i = 0; i < count && well; i++) {
        struct tests tests = {slower[i], faster[i], adjusted[i], adjusted[count + i]};
        struct timing *timing = &series[i]->timing;

        if (timing->verdict != VERDICT_SKIPPED)
            continue;
        estimate(series[i]);
        timing->p = timing->change > 0 ? tests.adjusted_slower : tests.adjusted_faster;
        timing->verdict = close(timing, &tests, alpha, series[i]->floor, last);
    }
    free(slower);
    free(faster);
    free(adjusted);
    return well;
}
