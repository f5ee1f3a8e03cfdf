/* The exact distribution of the signed-rank sum is counted, not approximated: with 20 pairs and Holm's bound for 150 benchmarks
 * the decision lies at p = 1e-5, where the normal approximation is off by factors. Ranks are doubled so that shared ones stay
 * whole numbers: 160 pairs have sums up to 25760. */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;

    return (a > b) - (a < b);
}

double quantile(double *values, size_t count, double share)
{
    double place = share * (double)(count ? count - 1 : 0);
    size_t below = (size_t)place;

    if (!count)
        return 0;
    qsort(values, count, sizeof *values, compare);
    if (below + 1 >= count)
        return values[count - 1];
    return values[below] + (place - (double)below) * (values[below + 1] - values[below]);
}

double median(double *values, size_t count)
{
    return quantile(values, count, 0.5);
}

/* Twice the mean rank of the i-th of sorted values. */
static size_t doubled_rank(const double *sorted, size_t count, size_t i)
{
    size_t first = i, last = i;

    while (first && sorted[first - 1] >= sorted[i])
        first--;
    while (last + 1 < count && sorted[last + 1] <= sorted[i])
        last++;
    return first + last + 2;
}

/* chances[s] becomes P(sum of the doubled ranks with a plus = s). */
static void count_sums(const double *sizes, size_t count, double *chances, size_t most)
{
    memset(chances, 0, (most + 1) * sizeof *chances);
    chances[0] = 1;
    for (size_t i = 0; i < count; i++) {
        size_t rank = doubled_rank(sizes, count, i);

        for (size_t sum = most + 1; sum-- > 0;)
            chances[sum] = (chances[sum] + (sum >= rank ? chances[sum - rank] : 0)) / 2;
    }
}

double signed_rank(const double *differences, size_t count)
{
    enum { MOST = PAIRS_MAX * (PAIRS_MAX + 1) };
    double sizes[PAIRS_MAX], chances[MOST + 1], p = 0;
    size_t left = 0, seen = 0;

    for (size_t i = 0; i < count && i < PAIRS_MAX; i++)
        if (differences[i] < 0 || differences[i] > 0)
            sizes[left++] = fabs(differences[i]);
    if (!left)
        return 1;
    qsort(sizes, left, sizeof *sizes, compare);
    for (size_t i = 0; i < count && i < PAIRS_MAX; i++) {
        const double *place;

        if (!(differences[i] > 0))
            continue;
        place = bsearch(&differences[i], sizes, left, sizeof *sizes, compare);
        seen += doubled_rank(sizes, left, (size_t)(place - sizes));
    }
    count_sums(sizes, left, chances, left * (left + 1));
    for (size_t sum = left * (left + 1) + 1; sum-- > seen;) /* the smallest first */
        p += chances[sum];
    return p < 1 ? p : 1;
}

double binomial_at_most(size_t k, size_t n, double p)
{
    double sum = 0;

    for (size_t i = 0; i <= k && i <= n; i++)
        sum += exp(lgamma((double)n + 1) - lgamma((double)i + 1) - lgamma((double)(n - i) + 1) +
                   (double)i * log(p) + (double)(n - i) * log1p(-p));
    return sum < 1 ? sum : 1;
}

void median_bounds(double *values, size_t count, double error, double *lower, double *upper)
{
    size_t cut = 0;

    qsort(values, count, sizeof *values, compare);
    while (cut < count && binomial_at_most(cut, count, 0.5) <= error)
        cut++;
    *lower = cut ? values[cut - 1] : -INFINITY;
    *upper = cut ? values[count - cut] : INFINITY;
}

struct ordered {
    double p;
    size_t place;
};

static int compare_ordered(const void *one, const void *other)
{
    return compare(&((const struct ordered *)one)->p, &((const struct ordered *)other)->p);
}

bool holm(const double *p, size_t count, double *adjusted)
{
    struct ordered *order = calloc(count ? count : 1, sizeof *order);
    double largest = 0;

    if (!order)
        return false;
    for (size_t i = 0; i < count; i++)
        order[i] = (struct ordered){p[i], i};
    qsort(order, count, sizeof *order, compare_ordered);
    for (size_t i = 0; i < count; i++) {
        double scaled = order[i].p * (double)(count - i);

        largest = scaled > largest ? scaled : largest;
        adjusted[order[i].place] = largest < 1 ? largest : 1;
    }
    free(order);
    return true;
}

double rank_sum(const double *one, size_t n, const double *other, size_t m)
{
    double all[2 * PAIRS_MAX], ranks = 0, ties = 0, total = (double)(n + m), u, spread;

    if (!n || !m || n + m > 2 * PAIRS_MAX)
        return 1;
    memcpy(all, one, n * sizeof *one);
    memcpy(all + n, other, m * sizeof *other);
    qsort(all, n + m, sizeof *all, compare);
    for (size_t i = 0; i < n; i++) {
        const double *place = bsearch(&one[i], all, n + m, sizeof *all, compare);

        ranks += (double)doubled_rank(all, n + m, (size_t)(place - all)) / 2;
    }
    for (size_t i = 0, run = 1; i < n + m; i++, run++) {
        if (i + 1 < n + m && all[i + 1] <= all[i])
            continue;
        ties += (double)run * ((double)run * (double)run - 1);
        run = 0;
    }
    u = ranks - (double)n * ((double)n + 1) / 2;
    spread = sqrt((double)n * (double)m / 12 * (total + 1 - ties / (total * (total - 1))));
    if (!(spread > 0))
        return 1;
    u = (fabs(u - (double)n * (double)m / 2) - 0.5) / spread;
    return u > 0 ? erfc(u / sqrt(2)) : 1;
}
