#include "tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tally_open(struct tally *tally)
{
    *tally = (struct tally){.killers = json_object(), .kinds = json_object()};
}

void tally_close(struct tally *tally)
{
    json_decref(tally->killers);
    json_decref(tally->kinds);
}

static void count_name(json_t *counts, const char *name)
{
    char first[NAME_SIZE]; /* unit:..., one entry */

    snprintf(first, sizeof first, "%.*s", (int)strcspn(name, ":"), name);
    json_object_set_new(counts, first, json_integer(json_integer_value(json_object_get(counts, first)) + 1));
}

/* Other counters, or a loop that does not end: the work is wrong, and no answer is. */
static bool is_work(const char *kind)
{
    return strcmp(kind, "work") == 0 || strcmp(kind, "endless") == 0;
}

static void count_killer(struct tally *tally, const char *killer, const char *kind)
{
    bool by_work = is_work(kind);
    int size;

    if (!by_work && sscanf(killer, "exhaustive:%d", &size) == 1 && size >= 0 && size < SIZES_MAX)
        tally->sizes[size]++;
    count_name(tally->killers, by_work ? kind : killer);
    if (*kind)
        count_name(tally->kinds, kind);
}

void tally_count(struct tally *tally, char *const field[FIELD_COUNT], bool excused)
{
    const char *status = field[FIELD_STATUS];
    unsigned before = tally_survivors(tally);

    tally->tried++;
    if (strcmp(status, "Killed") == 0) {
        tally->killed++;
        tally->crashed += field[FIELD_CRASHED][0] == '1';
        tally->by_work += is_work(field[FIELD_KIND]);
        count_killer(tally, field[FIELD_KILLER], field[FIELD_KIND]);
    }
    tally->slow += strcmp(status, "Timeout") == 0;
    tally->survived += strcmp(status, "Survived") == 0;
    tally->unreached += strcmp(status, "NoCoverage") == 0;
    tally->equivalent += strcmp(status, "Ignored") == 0;
    tally->refused += strcmp(status, "CompileError") == 0;
    tally->pending += strcmp(status, "Pending") == 0;
    tally->excused += excused && tally_survivors(tally) > before;
}

unsigned tally_survivors(const struct tally *tally)
{
    return tally->survived + tally->unreached;
}

unsigned tally_mutants(const struct tally *tally)
{
    return tally->killed + tally->slow + tally->pending + tally_survivors(tally);
}

double tally_score(const struct tally *tally)
{
    return tally_mutants(tally) ? 100.0 * tally->killed / tally_mutants(tally) : 100;
}

json_t *tally_json(const struct tally *tally)
{
    json_t *sizes = json_object();

    for (int i = 0; i < SIZES_MAX; i++) {
        char name[16];

        snprintf(name, sizeof name, "%d", i);
        if (tally->sizes[i])
            json_object_set_new(sizes, name, json_integer(tally->sizes[i]));
    }
    return json_pack("{sf si si si si si si si si si si si si sO sO so}", "score", tally_score(tally),
                     "mutants", tally->all, "tried", tally->tried, "killed", tally->killed, "killed_by_crash",
                     tally->crashed, "killed_by_work_alone", tally->by_work, "timeout", tally->slow,
                     "pending", tally->pending, "survived", tally->survived, "not_reached", tally->unreached,
                     "with_reason", tally->excused, "equivalent", tally->equivalent, "not_compiled",
                     tally->refused, "killers", tally->killers, "kinds", tally->kinds, "smallest_size",
                     sizes);
}

static void add_counts(json_t *sum, json_t *counts)
{
    const char *name;
    json_t *value;

    json_object_foreach(counts, name, value) json_object_set_new(
        sum, name, json_integer(json_integer_value(json_object_get(sum, name)) + json_integer_value(value)));
}

void tally_add(struct tally *sum, const struct tally *tally)
{
    sum->all += tally->all, sum->tried += tally->tried, sum->killed += tally->killed,
        sum->crashed += tally->crashed, sum->by_work += tally->by_work;
    sum->slow += tally->slow, sum->survived += tally->survived, sum->unreached += tally->unreached;
    sum->equivalent += tally->equivalent, sum->refused += tally->refused, sum->excused += tally->excused;
    sum->pending += tally->pending;
    for (int i = 0; i < SIZES_MAX; i++)
        sum->sizes[i] += tally->sizes[i];
    add_counts(sum->killers, tally->killers);
    add_counts(sum->kinds, tally->kinds);
}
