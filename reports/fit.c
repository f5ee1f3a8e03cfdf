/* Growth classes are fitted as straight lines of the logarithm of the value: log y = a + k g(n) with g = log
 * f(n) and k = 1 for a class f, k free for n^k and c^n. So errors are relative and the largest point does not
 * decide alone. Small sizes are ruled by lower-order terms: when no class fits all points, the smallest ones
 * are left off one by one, down to FIT_POINTS_LEAST, and it is said from which size on the fit holds. Among
 * the classes whose largest residual is tolerable the one with the least Schwarz criterion is taken; a class
 * within EVEN of it is named as rival, because the points cannot tell the two apart. Rejected: Google
 * Benchmark's fit, which knows no c^n and no "no fit" and takes whatever class has the least error, so that
 * its word changes from run to run. */
#include "fit.h"

#include <math.h>

#include "statistics.h"

const char *const growth_names[GROWTH_COUNT] = {"1", "log n", "n", "n log n", "n^2", "n^3", "n^k", "c^n"};

/* Schwarz criteria closer than this do not decide: odds of e^3, about 20 to 1. */
static const double EVEN = 6;

/* The half-width of an exponent's interval beyond which it says nothing (of log c: a quarter of it), the
 * least rise that is one, and how far apart the sizes of n^k must be: over less c^n looks the same. 1.001^n
 * is no exponential that anybody would call one. */
static const double WIDE = 0.3, RISES = 1.5, SPAN = 4, BASE = 1.02;

struct line {
    double intercept, slope, error; /* the standard error of the slope */
    double squares;                 /* the sum of the squared residuals */
    double largest;                 /* residual */
};

static double shape(enum growth growth, double n)
{
    switch (growth) {
    case GROWTH_LOG:
        return log(log2(n + 1));
    case GROWTH_LINEAR:
    case GROWTH_POWER:
        return log(n);
    case GROWTH_LINEAR_LOG:
        return log(n) + log(log2(n + 1));
    case GROWTH_SQUARE:
        return 2 * log(n);
    case GROWTH_CUBE:
        return 3 * log(n);
    case GROWTH_EXPONENTIAL:
        return n;
    default:
        return 0;
    }
}

static bool is_free(enum growth growth)
{
    return growth == GROWTH_POWER || growth == GROWTH_EXPONENTIAL;
}

static bool is_named(enum growth growth)
{
    return growth <= GROWTH_CUBE;
}

static struct line fit_line(const struct point *points, size_t count, enum growth growth)
{
    struct line line = {.slope = 1};
    double x = 0, y = 0, xx = 0, xy = 0;

    for (size_t i = 0; i < count; i++) {
        x += shape(growth, points[i].size) / (double)count;
        y += log(points[i].value) / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        double dx = shape(growth, points[i].size) - x;

        xx += dx * dx;
        xy += dx * (log(points[i].value) - y);
    }
    if (is_free(growth))
        line.slope = xx > 0 ? xy / xx : 0;
    line.intercept = y - line.slope * x;
    for (size_t i = 0; i < count; i++) {
        double off = log(points[i].value) - line.intercept - line.slope * shape(growth, points[i].size);

        line.squares += off * off;
        line.largest = fmax(line.largest, fabs(off));
    }
    line.error = xx > 0 && count > 2 ? sqrt(line.squares / (double)(count - 2) / xx) : INFINITY;
    return line;
}

static double criterion(const struct line *line, size_t count, bool with_slope, double noise)
{
    double points = (double)count;

    return points * log(line->squares / points + noise * noise) + (with_slope ? 2 : 1) * log(points);
}

/* n^1.02 is no rival of n: a power whose interval holds the exponent of the class says the same thing. */
static bool says_the_same(enum growth growth, enum growth other)
{
    return (growth == GROWTH_POWER && other <= GROWTH_CUBE) ||
           (other == GROWTH_POWER && growth <= GROWTH_CUBE);
}

/* A law is about the larger sizes: where their half has an exponent of its own, the points bend. Two of them
 * say nothing. */
static bool bends(const struct line *line, enum growth growth, const struct point *points, size_t count)
{
    struct line half;

    if (count - count / 2 < 3)
        return false;
    half = fit_line(points + count / 2, count - count / 2, growth);
    return fabs(half.slope - line->slope) > (growth == GROWTH_EXPONENTIAL ? line->slope / 4 : WIDE);
}

/* Do the points say this much? What grows must rise by more than the tolerance of a constant; the interval of
 * its free exponent (or base) must not hold "not at all", and be narrow: a class named of four scattered
 * points is a guess. */
static bool is_plain(const struct line lines[GROWTH_COUNT], enum growth growth, const struct point *points,
                     size_t count)
{
    enum growth free = growth == GROWTH_EXPONENTIAL ? growth : GROWTH_POWER;
    const struct line *line = &lines[free];
    double wide = student(count - 2) * line->error, rise = points[count - 1].value / points[0].value;

    if (bends(line, free, points, count))
        return false;
    if (growth == GROWTH_CONSTANT)
        return wide <= WIDE;
    if (growth == GROWTH_POWER && points[count - 1].size < SPAN * points[0].size)
        return false;
    if (growth == GROWTH_EXPONENTIAL && line->slope < log(BASE))
        return false;
    return line->slope > wide && rise > RISES &&
           wide <= (growth == GROWTH_EXPONENTIAL ? line->slope / 4 : WIDE);
}

/* A named class that is all but the power of one's own: said instead, where it fits. */
static const double NEAR = 0.1;

static enum growth name_power(const struct line *power, const double criteria[GROWTH_COUNT])
{
    static const struct {
        enum growth growth;
        double exponent;
    } named[] = {{GROWTH_CONSTANT, 0}, {GROWTH_LINEAR, 1}, {GROWTH_SQUARE, 2}, {GROWTH_CUBE, 3}};

    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (fabs(power->slope - named[i].exponent) <= NEAR && isfinite(criteria[named[i].growth]))
            return named[i].growth;
    return GROWTH_POWER;
}

static void choose(const struct point *points, size_t count, double tolerance, double noise, struct fit *fit)
{
    double criteria[GROWTH_COUNT], best = INFINITY, second = INFINITY;
    struct line lines[GROWTH_COUNT];

    fit->growth = fit->rival = GROWTH_NONE;
    for (enum growth growth = 0; growth < GROWTH_COUNT; growth++)
        lines[growth] = fit_line(points, count, growth);
    for (enum growth growth = 0; growth < GROWTH_COUNT; growth++) {
        bool fits = lines[growth].largest <= log1p(tolerance) && is_plain(lines, growth, points, count);

        criteria[growth] = fits ? criterion(&lines[growth], count, is_free(growth), noise) : INFINITY;
        if (criteria[growth] < best) {
            best = criteria[growth];
            fit->growth = growth;
        }
    }
    if (fit->growth == GROWTH_NONE)
        return;
    if (fit->growth == GROWTH_POWER)
        fit->growth = name_power(&lines[GROWTH_POWER], criteria);
    fit->residual = expm1(lines[fit->growth].largest);
    for (enum growth growth = 0; growth < GROWTH_COUNT; growth++) {
        if (growth == fit->growth || says_the_same(growth, fit->growth) || !(criteria[growth] < best + EVEN))
            continue;
        if (criteria[growth] < second) {
            second = criteria[growth];
            fit->rival = growth;
            fit->rival_residual = expm1(lines[growth].largest);
        }
    }
}

static void measure(const struct point *points, size_t count, struct fit *fit)
{
    bool exponential = fit->growth == GROWTH_EXPONENTIAL;
    struct line line = fit_line(points, count, exponential ? GROWTH_EXPONENTIAL : GROWTH_POWER);
    double wide = student(count - 2) * line.error;

    fit->value = exponential ? exp(line.slope) : line.slope;
    fit->low = exponential ? exp(line.slope - wide) : line.slope - wide;
    fit->high = exponential ? exp(line.slope + wide) : line.slope + wide;
}

/* The points of a time are all on the way to where the work rules it: below, what is not counted does. */
void fit_hold_against(struct fit *time, const struct fit *work)
{
    bool level = time->growth <= GROWTH_LOG && work->growth > time->growth;

    if (time->growth == GROWTH_NONE || work->growth == GROWTH_NONE)
        return;
    /* Of two that do equally well the work decides. */
    if (time->rival == work->growth && work->growth != GROWTH_EXPONENTIAL) {
        time->rival = time->growth;
        time->growth = work->growth;
        time->residual = time->rival_residual;
        level = false;
    }
    if ((time->growth == GROWTH_EXPONENTIAL) != (work->growth == GROWTH_EXPONENTIAL))
        time->why = "another class than the work";
    else if (level || (time->growth == GROWTH_EXPONENTIAL ? time->high * (1 + NEAR) < work->low
                                                          : time->high + NEAR < work->low))
        time->why = "slower than the work, so not yet ruled by it";
    else
        return;
    time->growth = time->rival = GROWTH_NONE;
}

struct fit fit_growth(const struct point *points, size_t count, double tolerance, double noise)
{
    struct fit fit = {.growth = GROWTH_NONE, .rival = GROWTH_NONE, .count = count};

    if (count < FIT_POINTS_LEAST) {
        fit.why = "fewer than four sizes";
        return fit;
    }
    for (size_t first = 0; first + FIT_POINTS_LEAST <= count; first++) {
        struct fit tail = {.first = first, .count = count - first};

        /* A power of one's own gives way to a named class only where that holds on half of the sizes. */
        if (fit.growth == GROWTH_POWER && 2 * tail.count < count)
            break;
        choose(points + first, tail.count, tolerance, noise, &tail);
        if (tail.growth == GROWTH_NONE || (fit.growth == GROWTH_POWER && !is_named(tail.growth)))
            continue;
        measure(points + first, tail.count, &tail);
        fit = tail;
        if (fit.growth != GROWTH_POWER)
            break;
    }
    if (fit.growth == GROWTH_NONE)
        fit.why = "no class comes near the points";
    return fit;
}
