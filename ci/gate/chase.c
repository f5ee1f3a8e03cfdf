/* The fault that the time layer must see on every run: a pass that also chases pointers over more memory than a cache holds, against one
 * that chases as many in a cache line. The instructions are the same; only time can tell. */
#include <stdio.h>

#include "core/cli/file.h"
#include "race.h"

/* Twice what must be seen, as the few samples that choose the length of the chase are rough. */
static const double PLANTED = 0.4;

static double sample_median(struct race *race, const struct benchmark *probe, const char *plant)
{
    enum { TRIES = 5 };
    double times[TRIES];

    for (size_t i = 0; i < TRIES; i++)
        times[i] = sample_time(&race->sampler, race->gate->base_kernel, plant, probe);
    return median(times, TRIES);
}

/* So many steps that memory makes a pass slower by PLANTED; 0: not to be found. */
static size_t choose_steps(struct race *race, const struct benchmark *probe)
{
    double plain = sample_median(race, probe, NULL), near = 0, far = 0;
    /* A step costs 30 to 400 ns more when it is far: begin below what that asks for. */
    size_t steps = (size_t)(plain / (double)sample_passes(probe) / 1000) + 8;
    char plant[32];

    for (; plain > 0 && steps < 1 << 20 && far < near + PLANTED * plain; steps *= 2) {
        snprintf(plant, sizeof plant, "near:%zu", steps * 2);
        near = sample_median(race, probe, plant);
        snprintf(plant, sizeof plant, "far:%zu", steps * 2);
        far = sample_median(race, probe, plant);
    }
    return far > near ? (size_t)((double)steps * PLANTED * plain / (far - near)) + 1 : 0;
}

static bool run_pairs(struct race *race, const struct benchmark *probe, size_t steps, size_t pairs, struct contest *contest)
{
    const char *kernel = race->gate->base_kernel;
    char near[32], far[32];

    snprintf(near, sizeof near, "near:%zu", steps);
    snprintf(far, sizeof far, "far:%zu", steps);
    while (contest->series.pairs < pairs) {
        bool swapped = rng_below(&race->rng, 2);
        double one = sample_time(&race->sampler, kernel, swapped ? far : near, probe);
        double other = sample_time(&race->sampler, kernel, swapped ? near : far, probe);

        if (!(one > 0) || !(other > 0))
            return gate_fail(race->gate, LAYER_TIME, "a planted kernel fails") == EXIT_WELL;
        race_append(&contest->series, &contest->sides, swapped ? other : one, swapped ? one : other);
    }
    return true;
}

static bool try_once(struct race *race, const struct benchmark *probe, struct contest *contest)
{
    struct series *series = &contest->series;
    size_t steps = choose_steps(race, probe);

    *contest = (struct contest){.series.floor = LEAST_CHANGE};
    for (size_t look = 0; look < LOOKS && steps && series->timing.verdict == VERDICT_SKIPPED; look++)
        if (!run_pairs(race, probe, steps, looks[look].pairs, contest) ||
            !decide(&series, 1, looks[look].alpha, look + 1 == LOOKS))
            return false;
    return true;
}

/* Twice, as a minute in which somebody else fills the caches can spoil the choice of the length. */
bool chase_prove(struct race *race)
{
    struct layer_state *state = &race->gate->layers[LAYER_TIME];
    const struct benchmark *probe = probe_choose(race->gate);
    struct contest contest = {0};

    for (size_t i = 0; i < 2 && probe && !state->fired; i++) {
        if (!try_once(race, probe, &contest))
            return false;
        state->fired = contest.series.timing.verdict == VERDICT_RED;
    }
    snprintf(state->control, sizeof state->control, "%+.0f%% time by cache misses alone, planted in %.120s, was %s",
             percent_of(contest.series.timing.change), probe ? probe->name : "nothing", state->fired ? "seen" : "NOT seen");
    return true;
}
