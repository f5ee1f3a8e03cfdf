/* L3, time: base against head in pairs of fresh processes on one processor, in random order; beside each pair a sample of base's twin,
 * the same objects linked in another order. What the twin shows is what the linker's placement does: no finding is smaller. A
 * finding must come back from a fresh link of both sides. Every round also times a frozen kernel twice: if that
 * differs, the machine is at fault and the layer stops nothing.
 *
 * The budget is kept by looking at fewer benchmarks, never at fewer pairs than the first look needs.
 *
 * Rejected: base and head in blocks (a slow minute calls one of them slow), minimum-of-N over processes (its error has a fat tail on shared
 * machines: one undisturbed sample decides), fixed sample sizes (most benchmarks are plainly equal after 20 pairs), one floor for
 * all that the most sensitive benchmark sets (one that the linker moved by 78% made all others unseeable). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/file.h"
#include "race.h"

enum { RETRY_PAIRS = 40, TWINS_LEAST = 8 };

static const double FIRST_LOOK_SHARE = 0.65; /* of the time left, at most, for the first look */
static const double RETRY_SHARE = 0.1;      /* kept for what is tried again */
static const double RETRY_ALPHA = 0.01, CONTROL_ALPHA = 0.001, RATE = 0.01;

/* As many, in their order, as the first look can afford. */
static int choose(struct race *race)
{
    struct gate *gate = race->gate;
    double begun = gate_now(), allowed = FIRST_LOOK_SHARE * gate_left(gate), planned = 0;
    struct benchmark **order;
    size_t count = plan_order(gate, &order);

    race->affordable = count;
    race->contests = calloc(count + 1, sizeof *race->contests);
    for (size_t i = 0; i < count && race->contests && gate_now() - begun < allowed / 5; i++) {
        double start = gate_now(), cost;

        if (planned + 3e-9 * (double)looks[0].pairs * 2 * order[i]->base.warm > allowed)
            continue;
        if (!(sample_time(&race->sampler, gate->base_kernel, NULL, order[i]) > 0)) {
            gate_fail(gate, LAYER_TIME, "base's kernel fails on %.200s", order[i]->name);
            free(order);
            return EXIT_UNABLE;
        }
        cost = 3 * (double)looks[0].pairs * (gate_now() - start);
        if (planned + cost > allowed)
            continue;
        planned += cost;
        race->contests[race->count++] = (struct contest){.benchmark = order[i], .twin.floor = LEAST_CHANGE};
    }
    free(order);
    return race->contests ? EXIT_WELL : gate_fail(gate, LAYER_TIME, "out of memory");
}

void race_append(struct series *series, struct sides *sides, double one, double other)
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
    race_append(&contest->series, &contest->sides, times[0], times[1]);
    if (count == 3)
        race_append(&contest->twin, &contest->twin_sides, times[0], times[2]);
    return true;
}

static bool sample_control_pair(struct race *race)
{
    double one = sample_control(&race->sampler, race->gate->head_kernel);
    double other = sample_control(&race->sampler, race->gate->head_kernel);

    if (!(one > 0) || !(other > 0))
        return gate_fail(race->gate, LAYER_TIME, "the control kernel fails") == EXIT_WELL;
    race_append(&race->control, &race->control_sides, one, other);
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

static double twin_change(const struct contest *contest)
{
    double sorted[PAIRS_MAX];

    memcpy(sorted, contest->twin.ratios, sizeof sorted);
    return fabs(median(sorted, contest->twin.pairs));
}

/* Of each benchmark: what its own twin shows, and what 95% of all twins keep within. That is taken from their median, as of a normal
 * distribution (1.96 / 0.674), so that a few which the linker moves far do not blind the others. */
static bool set_floors(struct race *race)
{
    double *changes = calloc(race->count + 1, sizeof *changes), typical;

    if (!changes)
        return gate_fail(race->gate, LAYER_TIME, "out of memory") == EXIT_WELL;
    for (size_t i = 0; i < race->count; i++)
        changes[i] = twin_change(&race->contests[i]);
    typical = race->count < TWINS_LEAST ? 0 : 1.96 / 0.6745 * median(changes, race->count);
    free(changes);
    for (size_t i = 0; i < race->count; i++)
        race->contests[i].series.floor = fmax(fmax(typical, LEAST_CHANGE), twin_change(&race->contests[i]));
    return true;
}

static bool look_at(struct race *race, bool twins, double alpha, bool last)
{
    struct series **all = calloc(race->count + 1, sizeof *all);
    bool well = all != NULL;

    for (size_t i = 0; i < race->count && well; i++)
        all[i] = twins ? &race->contests[i].twin : &race->contests[i].series;
    well = well && decide(all, race->count, alpha, last);
    free(all);
    return well;
}

static double time_for_rounds(const struct race *race)
{
    return gate_left(race->gate) - 2 * race->link_seconds - RETRY_SHARE * race->gate->budget;
}

/* Before the first look, where the machine has become slower than it was when they were chosen, the last ones are left out. */
static void cut_to_budget(struct race *race, double round_seconds, size_t pairs)
{
    double needed = round_seconds * (double)(looks[0].pairs - pairs), left = time_for_rounds(race);

    if (pairs && pairs < looks[0].pairs && needed > left)
        race->count = (size_t)((double)race->count * fmax(left, 0) / needed);
}

/* Rounds up to each look. Where the budget ends on the way to one, that look comes earlier: when it comes does not depend on what was
 * measured, so it may spend its error. */
static bool run_looks(struct race *race)
{
    double round_seconds = 0;
    bool last = false;

    for (size_t look = 0; look < LOOKS && count_open(race) && !last; look++) {
        for (size_t pairs = look ? looks[look - 1].pairs : 0; pairs < looks[look].pairs && !last; pairs++) {
            double begun = gate_now();

            cut_to_budget(race, round_seconds, pairs);
            if (!race->count || !run_round(race))
                return race->count == 0;
            round_seconds = gate_now() - begun;
            last = pairs >= looks[0].pairs && time_for_rounds(race) < round_seconds;
        }
        last = last || look + 1 == LOOKS;
        if (!set_floors(race) || !look_at(race, false, looks[look].alpha, last))
            return false;
        gate_progress(race->gate, "time: %zu pairs, %zu of %zu benchmarks open", looks[look].pairs, count_open(race),
                      race->count);
    }
    return true;
}

static bool is_flagged(const struct contest *contest)
{
    return contest->series.timing.verdict == VERDICT_RED || contest->series.timing.verdict == VERDICT_BETTER;
}

static void name_fresh(const struct gate *gate, char base[PATH_ROOM + 8], char head[PATH_ROOM + 8])
{
    snprintf(base, PATH_ROOM + 8, "%s-again", gate->base_kernel);
    snprintf(head, PATH_ROOM + 8, "%s-again", gate->head_kernel);
}

static bool relink(struct race *race)
{
    const struct gate *gate = race->gate;
    char base[PATH_ROOM + 8], head[PATH_ROOM + 8];
    uint64_t seed = 2 + rng_below(&race->rng, 1 << 20);

    name_fresh(gate, base, head);
    return tree_link(gate, gate->base, TIMED_CONFIG, seed, base) == EXIT_WELL &&
           tree_link(gate, gate->head, TIMED_CONFIG, seed, head) == EXIT_WELL;
}

/* The pairs of one flagged benchmark from fresh links. Fewer where the time is up: then nothing is confirmed. */
static bool retry_pairs(struct race *race, const struct contest *contest, struct contest *again)
{
    char base[PATH_ROOM + 8], head[PATH_ROOM + 8];
    const char *kernels[] = {base, head, NULL};

    name_fresh(race->gate, base, head);
    *again = (struct contest){.benchmark = contest->benchmark, .series.floor = contest->series.floor};
    for (size_t i = 0; i < RETRY_PAIRS && gate_left(race->gate) > 0; i++)
        if (!sample_pair(race, again, kernels, 2))
            return false;
    return true;
}

static void conclude(struct timing *timing, const struct series *again)
{
    timing->confirmed = again->timing.verdict == timing->verdict;
    if (timing->confirmed)
        return;
    if (timing->verdict == VERDICT_BETTER)
        timing->verdict = VERDICT_GREEN;
    else
        timing->verdict = again->pairs < RETRY_PAIRS ? VERDICT_INCONCLUSIVE : VERDICT_UNCONFIRMED;
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
    well = well && decide(series, flagged, RETRY_ALPHA, true);
    for (size_t i = 0, at = 0; i < race->count && well; i++)
        if (is_flagged(&race->contests[i]))
            conclude(&race->contests[i].series.timing, series[at++]);
    free(again);
    free(series);
    return well;
}

static const char *comment(const struct timing *timing)
{
    switch (timing->verdict) {
    case VERDICT_BETTER: return ": new floor";
    case VERDICT_UNCONFIRMED: return "; not so from a fresh link: layout";
    case VERDICT_INCONCLUSIVE: return timing->lower > LEAST_CHANGE ? "; no time was left to try it again" : "";
    default: return "";
    }
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
                       "%+.1f%% time (99%% bounds %+.1f%% .. %+.1f%%, %zu pairs, adjusted p %.2g, floor %.1f%%)%s",
                       percent_of(timing->change), percent_of(timing->lower), percent_of(timing->upper), timing->pairs,
                       timing->p, percent_of(contest->series.floor), comment(timing)))
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
             "%zu of %zu benchmarks fit the budget; a fresh link moves %zu of them by over 2%%; the machine's drift %+.1f%%; "
             "%zu of %zu decisions on identical code were red%s",
             race->count, race->affordable, twins, percent_of(drift), reds, decisions,
             state->advisory ? ": not shown to be under 1%, so it stops nothing" : "");
}

static int run_race(struct race *race)
{
    struct gate *gate = race->gate;
    struct layer_state *state = &gate->layers[LAYER_TIME];
    int status;

    if (!chase_prove(race))
        return gate_fail(gate, LAYER_TIME, "a sample of the planted fault failed");
    status = choose(race);
    gate_progress(gate, "time: %zu benchmarks", race->count);
    if (status != EXIT_WELL)
        return status;
    if (!run_looks(race) || !look_at(race, true, looks[0].alpha, true) || !confirm(race) || !publish(race))
        return gate_fail(gate, LAYER_TIME, "a sample failed, or memory ran out");
    if (!race->count && !gate_find(gate, LAYER_TIME, VERDICT_INCONCLUSIVE, "budget", "too small to time a single benchmark"))
        return EXIT_UNABLE;
    if (state->verdict == VERDICT_SKIPPED)
        state->verdict = VERDICT_GREEN;
    state->compared = race->count;
    judge_itself(race);
    return EXIT_WELL;
}

int time_run(struct gate *gate)
{
    struct race race = {.gate = gate, .sampler = {gate, sample_cpu()}};
    double begun = gate_now();
    int status;

    if (gate_left(gate) < 1)
        return gate_find(gate, LAYER_TIME, VERDICT_INCONCLUSIVE, "budget", "used up before anything was timed") ? EXIT_WELL
                                                                                                                 : EXIT_UNABLE;
    rng_seed(&race.rng, gate->seed);
    snprintf(race.twin_kernel, sizeof race.twin_kernel, "%.1600s/build/kernel-twin", gate->base);
    status = tree_link(gate, gate->base, TIMED_CONFIG, 1, race.twin_kernel);
    race.link_seconds = gate_now() - begun;
    status = status == EXIT_WELL ? run_race(&race) : gate_fail(gate, LAYER_TIME, "the twin cannot be linked");
    free(race.contests);
    return status;
}
