#include "raw.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void mean_and_least(const double *values, size_t count, double *mean, double *least)
{
    *mean = 0;
    *least = INFINITY;
    for (size_t i = 0; i < count; i++) {
        *mean += values[i] / (double)count;
        *least = fmin(*least, values[i]);
    }
}

static void put_heading(const struct gate *gate, FILE *file)
{
    char date[32] = "", load[32] = "-";
    time_t now = time(NULL);
    struct tm day;
    FILE *loads = fopen("/proc/loadavg", "re");

    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &day));
    if (loads) {
        if (fscanf(loads, "%31s", load) != 1)
            snprintf(load, sizeof load, "-");
        fclose(loads);
    }
    fprintf(file, "%s\t%s\t%.12s\t%.0f\t%s", date, load, gate->commit, gate->budget, gate->plant ? gate->plant : "-");
}

bool raw_append(const struct gate *gate, const char *kind, const char *name, const struct series *series,
                const struct sides *sides)
{
    const struct timing *timing = &series->timing;
    double mean[2], least[2];
    FILE *file = fopen(gate->raw, "ae");

    if (!file)
        return false;
    mean_and_least(sides->one, series->pairs, &mean[0], &least[0]);
    mean_and_least(sides->other, series->pairs, &mean[1], &least[1]);
    put_heading(gate, file);
    fprintf(file, "\t%s\t%s\t%s\t%zu\t%.5f\t%.5f\t%.5f\t%.3g\t%.3g\t%.5f\t%.5f\t", kind, name,
            verdict_names[timing->verdict], series->pairs, timing->change, timing->lower, timing->upper, timing->p,
            rank_sum(sides->one, series->pairs, sides->other, series->pairs), mean[1] / mean[0], least[1] / least[0]);
    for (size_t i = 0; i < series->pairs; i++)
        fprintf(file, "%s%.0f:%.0f", i ? "," : "", sides->one[i], sides->other[i]);
    fprintf(file, "\n");
    return fclose(file) == 0;
}

void raw_count(const char *path, size_t *decisions, size_t *reds)
{
    FILE *file = fopen(path, "re");
    char line[16384], kind[16], verdict[16];

    *decisions = *reds = 0;
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "%*s %*s %*s %*s %*s %15s %*s %15s", kind, verdict) != 2 || strcmp(kind, "head") != 0)
            continue;
        ++*decisions;
        *reds += strcmp(verdict, "red") == 0;
    }
    if (file)
        fclose(file);
}
