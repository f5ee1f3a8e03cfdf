/* How does a figure grow with the size? */
#ifndef ASSAY_REPORTS_FIT_H
#define ASSAY_REPORTS_FIT_H

#include <stdbool.h>
#include <stddef.h>

enum growth {
    GROWTH_CONSTANT,
    GROWTH_LOG,
    GROWTH_LINEAR,
    GROWTH_LINEAR_LOG,
    GROWTH_SQUARE,
    GROWTH_CUBE,
    GROWTH_POWER,       /* n^k with a k of its own */
    GROWTH_EXPONENTIAL, /* c^n */
    GROWTH_COUNT,
    GROWTH_NONE /* no candidate fits */
};

/* "1", "log n" ... */
extern const char *const growth_names[GROWTH_COUNT];

struct point {
    double size;  /* > 0, rising */
    double value; /* > 0 */
};

struct fit {
    enum growth growth;
    enum growth rival; /* another class that the points allow as well; GROWTH_NONE: there is none */
    double value;      /* the exponent of n^k, or the base of c^n where that is the class */
    double low, high;  /* its 95% interval; of n^k for all classes but c^n */
    double residual, rival_residual; /* the largest, as a share: 0.1 is 10% off */
    size_t first;                    /* points from this one on were used */
    size_t count;                    /* so many */
    const char *why;                 /* of GROWTH_NONE */
};

enum { FIT_POINTS_LEAST = 4 };

/* `tolerance`: the largest residual with which a class still fits, as a share; `noise`: residuals below it
 * mean nothing. */
struct fit fit_growth(const struct point *points, size_t count, double tolerance, double noise);

/* No time grows slower than the work that is done in it, and none by another law: where the points say so,
 * they are not there yet, and "no fit" is the word. */
void fit_hold_against(struct fit *time, const struct fit *work);

#endif
