#include "plan.h"

/* A longer repetition than this gains nothing. */
static const double LONGEST = 0.1;

/* What a benchmark gets at least: what is fast is repeated as often as was asked for even where the slow ones use the budget up. */
static const double LEAST_SHARE = 0.005;
/* One that is shorter measures the caches that the benchmark before it left. */
static const double SHORTEST = 0.002;

static double fill(struct plan *plan, int repetitions, double share)
{
    double part = share / repetitions;
    double iterations = (part > SHORTEST ? part : SHORTEST) / plan->estimate;

    plan->iterations = iterations < 1 ? 1 : iterations > 1e9 ? 1000000000 : (uint64_t)iterations;
    plan->repetitions = repetitions;
    if (iterations < 1) {
        plan->repetitions = (int)(share / plan->estimate);
        if (plan->repetitions < PLAN_LEAST)
            plan->repetitions = repetitions < PLAN_LEAST ? repetitions : PLAN_LEAST;
    }
    return plan->estimate * (double)plan->iterations * plan->repetitions;
}

static double fill_all(struct plan *plans, size_t count, int repetitions, double share)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += fill(&plans[i], repetitions, share);
    return sum;
}

/* The cost never falls as the share grows: the largest share within the budget is found by bisection. */
double plan_by_budget(struct plan *plans, size_t count, int repetitions, double budget)
{
    double low = LEAST_SHARE, high = LONGEST * repetitions;

    for (int i = 0; i < 50; i++) {
        double share = (low + high) / 2;

        if (fill_all(plans, count, repetitions, share) <= budget)
            low = share;
        else
            high = share;
    }
    return fill_all(plans, count, repetitions, low);
}

double plan_by_time(struct plan *plans, size_t count, int repetitions, double seconds)
{
    return fill_all(plans, count, repetitions, seconds * repetitions);
}
