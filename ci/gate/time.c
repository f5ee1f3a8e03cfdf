/* L3, time: base against head in pairs of fresh processes on one processor, in random order; beside each pair a sample of base's twin,
 * the same objects linked in another order. What the twin shows is what the linker's placement does: no finding is smaller. A
 * finding must come back from a fresh link of both sides. Every round also times a frozen kernel twice: if that
 * differs, the machine is at fault and the layer stops nothing.
 *
 * Rejected: base and head in blocks (a slow minute calls one of them slow), minimum-of-N (its error has a fat tail on shared machines:
 * one undisturbed sample decides), fixed sample sizes (most benchmarks are plainly equal after 20 pairs). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/file.h"
#include "core/rng.h"
#include "raw.h"
#include "sample.h"

enum { RETRY_PAIRS = 40 };

static const double FIRST_LOOK_SHARE = 0.5; /* of the time left, at most, for the first look */
static const double RETRY_ALPHA = 0.01, CONTROL_ALPHA = 0.001, RATE = 0.01;

/* One benchmark under way. */
struct contest {
    struct benchmark *benchmark;
    struct series series, twin;
    struct sides sides, twin_sides;
};

struct race {
    struct gate *gate;
    struct sampler sampler;
    struct rng rng;
    char twin_kernel[PATH_ROOM];
    struct contest *contests;
    size_t count;
    struct series control;
    struct sides control_sides;
    double floor;
};

static bool is_timed(const struct benchmark *benchmark)
{
    return strcmp(benchmark->base.state, "ready") == 0 && strcmp(benchmark->head.state, "ready") == 0 &&
           benchmark->base.fit && benchmark->base.warm > 0;
}

/* How many longer passes of the same variant there are: 0 is its best workload. */
static size_t rank_in_variant(const struct gate *gate, const struct benchmark *benchmark)
{
    char puzzle[2][64], workload[128], variant[2][64];
    size_t rank = 0;

    benchmark_split(benchmark, puzzle[0], workload, variant[0]);
    for (size_t i = 0; i < gate->benchmark_count; i++) {
        const struct benchmark *other = &gate->benchmarks[i];

        benchmark_split(other, puzzle[1], workload, variant[1]);
        rank += is_timed(other) && other->base.warm > benchmark->base.warm && strcmp(puzzle[0], puzzle[1]) == 0 &&
                strcmp(variant[0], variant[1]) == 0;
    }
    return rank;
}

/* Every variant's longest workload first, then every variant's next, as long as the first look of all fits. */
static int plan(struct race *race)
{
    struct gate *gate = race->gate;
    double begun = gate_now(), allowed = FIRST_LOOK_SHARE * gate_left(gate), planned = 0;
    size_t ranks = 1;

    race->contests = calloc(gate->benchmark_count + 1, sizeof *race->contests);
    if (!race->contests)
        return gate_fail(gate, LAYER_TIME, "out of memory");
    for (size_t rank = 0; rank < ranks && rank < gate->benchmark_count; rank++) {
        for (size_t i = 0; i < gate->benchmark_count; i++) {
            struct benchmark *benchmark = &gate->benchmarks[i];
            double start = gate_now(), cost;

            if (!is_timed(benchmark) || rank_in_variant(gate, benchmark) != rank)
                continue;
            ranks = rank + 2;
            if (planned + 3e-9 * (double)looks[0].pairs * 2 * benchmark->base.warm > allowed ||
                gate_now() - begun > allowed / 5)
                continue;
            if (!(sample_time(&race->sampler, gate->base_kernel, NULL, benchmark) > 0))
                return gate_fail(gate, LAYER_TIME, "base's kernel fails on %.200s", benchmark->name);
            cost = 3 * (double)looks[0].pairs * (gate_now() - start);
            if (planned + cost > allowed)
                continue;
            planned += cost;
            race->contests[race->count++].benchmark = benchmark;
        }
    }
    return EXIT_WELL;
}

static void append(struct series *series, struct sides *sides, double one, double other)
{
    sides->one[series->pairs] = one;
    sides->other[series->pairs] = other;
    series->ratios[series->pairs++] = log(other / one);
}

/* Base, head and, where there is one, the twin, in random order. */
static bool sample_pair(struct race *race, struct contest *contest, const char *const kernels[3], size_t count)
{
    uint32_t order[] = {0, 1, 2};
    double times[3] = {0};

    rng_shuffle(&race->rng, order, count);
    for (size_t i = 0; i < count; i++) {
        uint32_t which = order[i];

        times[which] = sample_time(&race->sampler, kernels[which], which == 1 ? race->gate->plant : NULL,
                                   contest->benchmark);
        if (!(times[which] > 0))
            return gate_fail(race->gate, LAYER_TIME, "a kernel fails on %.200s", contest->benchmark->name) == EXIT_WELL;
    }
    append(&contest->series, &contest->sides, times[0], times[1]);
    if (count == 3)
        append(&contest->twin, &contest->twin_sides, times[0], times[2]);
    return true;
}

static bool sample_control_pair(struct race *race)
{
    double one = sample_control(&race->sampler, race->gate->head_kernel);
    double other = sample_control(&race->sampler, race->gate->head_kernel);

    if (!(one > 0) || !(other > 0))
        return gate_fail(race->gate, LAYER_TIME, "the control kernel fails") == EXIT_WELL;
    append(&race->control, &race->control_sides, one, other);
    return true;
}

static size_t count_open(const struct race *race)
{
    size_t open = 0;

    for (size_t i = 0; i < race->count; i++)
        open += race->contests[i].series.timing.verdict == VERDICT_SKIPPED;
    return open;
}

/* One pair of every open benchmark. */
static bool run_round(struct race *race)
{
    const char *kernels[] = {race->gate->base_kernel, race->gate->head_kernel, race->twin_kernel};
    uint32_t *order = calloc(race->count + 1, sizeof *order);
    bool well = order != NULL;

    for (size_t i = 0; i < race->count && well; i++)
        order[i] = (uint32_t)i;
    if (well)
        rng_shuffle(&race->rng, order, race->count);
    for (size_t i = 0; i < race->count && well; i++) {
        struct contest *contest = &race->contests[order[i]];

        if (contest->series.timing.verdict == VERDICT_SKIPPED)
            well = sample_pair(race, contest, kernels, 3);
    }
    free(order);
    return well && sample_control_pair(race);
}

/* The share of twins beyond which only one in twenty lies, and never less than what anybody cares about. */
static void set_floor(struct race *race)
{
    double *changes = calloc(race->count + 1, sizeof *changes), sorted[PAIRS_MAX], far;

    for (size_t i = 0; i < race->count && changes; i++) {
        memcpy(sorted, race->contests[i].twin.ratios, sizeof sorted);
        changes[i] = fabs(median(sorted, race->contests[i].twin.pairs));
    }
    far = changes ? quantile(changes, race->count, 0.95) : 0;
    race->floor = fmax(far, LEAST_CHANGE);
    free(changes);
}

static bool look_at(struct race *race, bool twins, double alpha, bool last)
{
    struct series **all = calloc(race->count + 1, sizeof *all);
    bool well = all != NULL;

    for (size_t i = 0; i < race->count && well; i++)
        all[i] = twins ? &race->contests[i].twin : &race->contests[i].series;
    well = well && decide(all, race->count, alpha, race->floor, last);
    free(all);
    return well;
}

/* Rounds up to each look. The budget ends it wherever it is, without spending error. */
static bool run_looks(struct race *race)
{
    double round_seconds = 0;

    for (size_t look = 0; look < LOOKS && count_open(race); look++) {
        for (size_t pairs = look ? looks[look - 1].pairs : 0; pairs < looks[look].pairs; pairs++) {
            double begun = gate_now();

            if (gate_left(race->gate) < 2 * round_seconds)
                return set_floor(race), look_at(race, false, 0, true);
            if (!run_round(race))
                return false;
            round_seconds = gate_now() - begun;
        }
        gate_progress(race->gate, "time: %zu pairs, %zu benchmarks open", looks[look].pairs, count_open(race));
        set_floor(race);
        if (!look_at(race, false, looks[look].alpha, look + 1 == LOOKS))
            return false;
    }
    return true;
}

static bool is_flagged(const struct contest *contest)
{
    return contest->series.timing.verdict == VERDICT_RED || contest->series.timing.verdict == VERDICT_BETTER;
}

/* The pairs of one flagged benchmark from fresh links. */
static bool retry_pairs(struct race *race, const struct contest *contest, struct contest *again)
{
    char base[PATH_ROOM + 8], head[PATH_ROOM + 8];
    const char *kernels[] = {base, head, NULL};

    snprintf(base, sizeof base, "%s-again", race->gate->base_kernel);
    snprintf(head, sizeof head, "%s-again", race->gate->head_kernel);
    *again = (struct contest){.benchmark = contest->benchmark};
    for (size_t i = 0; i < RETRY_PAIRS; i++)
        if (!sample_pair(race, again, kernels, 2))
            return false;
    return true;
}

static bool relink(struct race *race)
{
    const struct gate *gate = race->gate;
    char base[PATH_ROOM + 8], head[PATH_ROOM + 8];
    uint64_t seed = 2 + rng_below(&race->rng, 1 << 20);

    snprintf(base, sizeof base, "%s-again", gate->base_kernel);
    snprintf(head, sizeof head, "%s-again", gate->head_kernel);
    return tree_link(gate, gate->base, "release", seed, base) == EXIT_WELL &&
           tree_link(gate, gate->head, "release", seed, head) == EXIT_WELL;
}

/* Only what comes back, in the same direction and beyond the floor, stays a finding. */
static bool confirm(struct race *race)
{
    struct contest *again = calloc(race->count + 1, sizeof *again);
    struct series **series = calloc(race->count + 1, sizeof *series);
    size_t flagged = 0;
    bool well = again && series;

    for (size_t i = 0; i < race->count && well; i++) {
        if (!is_flagged(&race->contests[i]))
            continue;
        if (!flagged)
            well = relink(race);
        well = well && retry_pairs(race, &race->contests[i], &again[flagged]);
        series[flagged] = &again[flagged].series;
        flagged++;
    }
    well = well && decide(series, flagged, RETRY_ALPHA, race->floor, true);
    for (size_t i = 0, at = 0; i < race->count && well; i++) {
        struct timing *timing = &race->contests[i].series.timing;

        if (!is_flagged(&race->contests[i]))
            continue;
        timing->confirmed = series[at++]->timing.verdict == timing->verdict;
        if (!timing->confirmed)
            timing->verdict = timing->verdict == VERDICT_RED ? VERDICT_UNCONFIRMED : VERDICT_GREEN;
    }
    free(again);
    free(series);
    return well;
}

static double percent(double log_ratio)
{
    return 100 * expm1(log_ratio);
}

static bool publish(struct race *race)
{
    struct gate *gate = race->gate;

    for (size_t i = 0; i < race->count; i++) {
        struct contest *contest = &race->contests[i];
        const struct timing *timing = &contest->series.timing;

        contest->benchmark->timing = *timing;
        if (gate->raw && (!raw_append(gate, "head", contest->benchmark->name, &contest->series, &contest->sides) ||
                          !raw_append(gate, "twin", contest->benchmark->name, &contest->twin, &contest->twin_sides)))
            return gate_fail(gate, LAYER_TIME, "%s cannot be written", gate->raw) == EXIT_WELL;
        if (timing->verdict != VERDICT_GREEN &&
            !gate_find(gate, LAYER_TIME, timing->verdict, contest->benchmark->name,
                       "%+.1f%% time (99%% bounds %+.1f%% .. %+.1f%%, %zu pairs, adjusted p %.2g)%s",
                       percent(timing->change), percent(timing->lower), percent(timing->upper), timing->pairs,
                       timing->p,
                       timing->verdict == VERDICT_BETTER        ? ": new floor"
                       : timing->verdict == VERDICT_UNCONFIRMED ? "; not so from a fresh link: layout"
                                                                : ""))
            return false;
    }
    return true;
}

/* The layer stops a change only while it is known not to cry wolf. */
static void judge_itself(struct race *race)
{
    struct layer_state *state = &race->gate->layers[LAYER_TIME];
    double reversed[PAIRS_MAX], sorted[PAIRS_MAX], drift;
    size_t decisions, reds, twins = 0;

    for (size_t i = 0; i < race->control.pairs; i++)
        reversed[i] = -race->control.ratios[i];
    memcpy(sorted, race->control.ratios, sizeof sorted);
    drift = median(sorted, race->control.pairs);
    for (size_t i = 0; i < race->count; i++)
        twins += race->contests[i].twin.timing.verdict == VERDICT_RED;
    raw_count("ci/gate/data/aa.tsv", &decisions, &reds);
    state->advisory = binomial_at_most(reds, decisions, RATE) > 0.05;
    if (fabs(drift) > LEAST_CHANGE && fmin(signed_rank(race->control.ratios, race->control.pairs),
                                           signed_rank(reversed, race->control.pairs)) < CONTROL_ALPHA)
        state->advisory = true;
    snprintf(state->note, sizeof state->note,
             "floor %+.1f%% (twins; %zu of %zu red), control %+.1f%%, %zu of %zu red on identical code%s",
             percent(race->floor), twins, race->count, percent(drift), reds, decisions,
             state->advisory ? ": not shown to be under 1%, so it stops nothing" : "");
}

static double sample_median(struct race *race, const struct benchmark *probe, const char *plant)
{
    enum { TRIES = 5 };
    double times[TRIES];

    for (size_t i = 0; i < TRIES; i++)
        times[i] = sample_time(&race->sampler, race->gate->base_kernel, plant, probe);
    return median(times, TRIES);
}

/* So many steps of the chase that memory makes a pass about 40% slower: twice what must be seen, as these few samples are rough. */
static size_t chase_steps(struct race *race, const struct benchmark *probe)
{
    double plain = sample_median(race, probe, NULL), near = 0, far = 0;
    /* A step costs 30 to 400 ns more when it is far: begin below what that asks for. */
    size_t steps = (size_t)(plain / (double)sample_passes(probe) / 1000) + 8;
    char plant[32];

    for (; plain > 0 && steps < 1 << 20 && far < near + 0.4 * plain; steps *= 2) {
        snprintf(plant, sizeof plant, "near:%zu", steps * 2);
        near = sample_median(race, probe, plant);
        snprintf(plant, sizeof plant, "far:%zu", steps * 2);
        far = sample_median(race, probe, plant);
    }
    return far > near ? (size_t)((double)steps * 0.4 * plain / (far - near)) + 1 : 0;
}

/* The same instructions with other addresses must be red. */
static bool prove(struct race *race)
{
    struct gate *gate = race->gate;
    struct layer_state *state = &gate->layers[LAYER_TIME];
    struct contest contest = {.benchmark = probe_choose(gate)};
    struct series *series = &contest.series;
    size_t steps = contest.benchmark ? chase_steps(race, contest.benchmark) : 0;
    char near[32], far[32];

    snprintf(near, sizeof near, "near:%zu", steps);
    snprintf(far, sizeof far, "far:%zu", steps);
    for (size_t look = 0; look < LOOKS && steps && series->timing.verdict == VERDICT_SKIPPED; look++) {
        while (series->pairs < looks[look].pairs) {
            bool swapped = rng_below(&race->rng, 2);
            double one = sample_time(&race->sampler, gate->base_kernel, swapped ? far : near, contest.benchmark);
            double other = sample_time(&race->sampler, gate->base_kernel, swapped ? near : far, contest.benchmark);

            if (!(one > 0) || !(other > 0))
                return gate_fail(gate, LAYER_TIME, "a planted kernel fails") == EXIT_WELL;
            append(series, &contest.sides, swapped ? other : one, swapped ? one : other);
        }
        if (!decide(&series, 1, looks[look].alpha, race->floor, look + 1 == LOOKS))
            return false;
    }
    state->fired = series->timing.verdict == VERDICT_RED;
    snprintf(state->control, sizeof state->control, "%+.0f%% time by cache misses alone, planted in %.120s, was %s",
             percent(series->timing.change), contest.benchmark ? contest.benchmark->name : "nothing",
             state->fired ? "seen" : "NOT seen");
    return true;
}

int time_run(struct gate *gate)
{
    struct race race = {.gate = gate, .sampler = {gate, sample_cpu()}, .floor = LEAST_CHANGE};
    struct layer_state *state = &gate->layers[LAYER_TIME];
    int status;

    rng_seed(&race.rng, gate->seed);
    snprintf(race.twin_kernel, sizeof race.twin_kernel, "%.1600s/build/kernel-twin", gate->base);
    status = tree_link(gate, gate->base, "release", 1, race.twin_kernel);
    if (status != EXIT_WELL)
        return gate_fail(gate, LAYER_TIME, "the twin cannot be linked");
    status = plan(&race);
    gate_progress(gate, "time: %zu benchmarks", race.count);
    if (status == EXIT_WELL) {
        state->verdict = VERDICT_GREEN;
        state->compared = race.count;
        if (!race.count || !run_looks(&race) || !look_at(&race, true, looks[0].alpha, true) || !confirm(&race) ||
            !publish(&race) || !prove(&race))
            status = gate_fail(gate, LAYER_TIME, "%s", race.count ? "a sample failed, or memory ran out"
                                                                  : "the budget left no time for a single benchmark");
        else
            judge_itself(&race);
    }
    free(race.contests);
    return status;
}
