/* Shards: the JSON files of runs over parts of one space become one statement, if the parts are of the same space and cover it
 * without a gap. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/file.h"
#include "enumerate.h"
#include "modes.h"

static const char program[] = "assay-verify";

struct part {
    const char *path;
    json_t *file, *run;
    uint64_t first, end;
};

static uint64_t number(const json_t *object, const char *key)
{
    return (uint64_t)json_integer_value(json_object_get(object, key));
}

static const char *string(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));

    return value ? value : "";
}

static int read_part(const char *path, struct part *part)
{
    json_error_t error;
    json_t *run;
    size_t i;

    *part = (struct part){.path = path, .file = json_load_file(path, 0, &error)};
    if (!part->file) {
        fprintf(stderr, "%s:%d:%d: error: %s\n", path, error.line > 0 ? error.line : 1, error.column > 0 ? error.column : 1,
                error.text);
        return EXIT_USAGE;
    }
    json_array_foreach(json_object_get(part->file, "runs"), i, run)
    {
        if (strcmp(string(run, "mode"), "exhaustive") == 0)
            part->run = run;
    }
    part->first = number(part->run, "first");
    part->end = number(part->run, "end");
    if (!part->run || part->end < part->first) {
        fprintf(stderr, "%s:1:1: error: holds no exhaustive run\n", path);
        return EXIT_USAGE;
    }
    return EXIT_WELL;
}

static int by_first(const void *a, const void *b)
{
    const struct part *x = a, *y = b;

    return (x->first > y->first) - (x->first < y->first);
}

static bool is_same_space(const struct part *a, const struct part *b)
{
    return strcmp(string(a->run, "puzzle"), string(b->run, "puzzle")) == 0 &&
           strcmp(string(a->run, "space"), string(b->run, "space")) == 0 && number(a->run, "size") == number(b->run, "size") &&
           number(a->run, "stride") == number(b->run, "stride") && number(a->run, "total") == number(b->run, "total");
}

/* EXIT_UNABLE, with a message, where parts are missing or of different runs. */
static int check_cover(const struct part *parts, size_t count)
{
    uint64_t reached = 0, total = number(parts[0].run, "total");

    for (size_t i = 0; i < count; i++) {
        if (!is_same_space(&parts[0], &parts[i])) {
            fprintf(stderr, "%s: %s and %s are of different runs\n", program, parts[0].path, parts[i].path);
            return EXIT_UNABLE;
        }
        if (parts[i].first > reached) {
            fprintf(stderr, "%s: numbers %" PRIu64 " to %" PRIu64 " are missing\n", program, reached, parts[i].first);
            return EXIT_UNABLE;
        }
        if (parts[i].first < reached) {
            fprintf(stderr, "%s: %s overlaps with %s\n", program, parts[i].path, parts[i - 1].path);
            return EXIT_UNABLE;
        }
        reached = parts[i].end;
    }
    if (reached < total) {
        fprintf(stderr, "%s: numbers %" PRIu64 " to %" PRIu64 " are missing\n", program, reached, total);
        return EXIT_UNABLE;
    }
    return EXIT_WELL;
}

/* Adds the counts of a part's participants to those of the same name; others come new. */
static void add_participants(json_t *sums, const json_t *participants)
{
    json_t *one, *sum, *value;
    size_t i, j;
    const char *key;

    json_array_foreach(participants, i, one)
    {
        json_t *known = NULL;

        json_array_foreach(sums, j, sum)
        {
            if (strcmp(string(sum, "name"), string(one, "name")) == 0)
                known = sum;
        }
        if (!known) {
            json_array_append_new(sums, json_deep_copy(one));
            continue;
        }
        json_object_foreach(one, key, value)
        {
            if (json_is_integer(value))
                json_object_set_new(known, key, json_integer(json_integer_value(value) +
                                                             json_integer_value(json_object_get(known, key))));
        }
    }
}

static json_t *sum_up(const struct part *parts, size_t count, uint64_t *faults)
{
    static const char *const keys[] = {"cases", "compared", "by_oracle", "beyond_oracle", "unchecked", "deep"};
    json_t *sum = json_deep_copy(parts[0].run);
    double seconds = json_real_value(json_object_get(sum, "seconds"));

    for (size_t i = 1; i < count; i++) {
        seconds += json_real_value(json_object_get(parts[i].run, "seconds"));
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            json_object_set_new(sum, keys[k], json_integer((json_int_t)(number(sum, keys[k]) + number(parts[i].run, keys[k]))));
        add_participants(json_object_get(sum, "participants"), json_object_get(parts[i].run, "participants"));
        json_array_extend(json_object_get(sum, "findings"), json_object_get(parts[i].run, "findings"));
    }
    json_object_set_new(sum, "seconds", json_real(seconds));
    json_object_set_new(sum, "first", json_integer(0));
    json_object_set_new(sum, "end", json_integer((json_int_t)number(sum, "total")));
    json_object_set_new(sum, "shards", json_integer(1));
    json_object_set_new(sum, "shard", json_integer(1));
    *faults = json_array_size(json_object_get(sum, "findings"));
    return sum;
}

static void state(json_t *sum, size_t shards, uint64_t faults, struct text *statement, struct text *notes)
{
    json_t *one;
    size_t i;

    text_format(statement, "%s: all ", string(sum, "puzzle"));
    text_grouped(statement, number(sum, "total"));
    text_format(statement, " %s \xe2\x89\xa4 %" PRIu64 ", in %zu shards: ", string(sum, "unit"), number(sum, "size"), shards);
    if (faults)
        text_format(statement, "%" PRIu64 " faults", faults);
    else
        text_format(statement, "%zu participants agree", json_array_size(json_object_get(sum, "participants")));
    text_string(statement, "; compared ");
    text_grouped(statement, number(sum, "compared"));
    text_format(notes, "%.1f s in all\n", json_real_value(json_object_get(sum, "seconds")));
    json_array_foreach(json_object_get(sum, "participants"), i, one)
    {
        text_format(notes, "%s: ", string(one, "name"));
        text_grouped(notes, number(one, "solved"));
        text_string(notes, " solved, ");
        text_grouped(notes, number(one, "contradiction"));
        text_string(notes, " contradictions, ");
        text_grouped(notes, number(one, "unsupported"));
        text_string(notes, " outside its domain, ");
        text_grouped(notes, number(one, "spared"));
        text_string(notes, " not asked\n");
    }
    json_array_foreach(json_object_get(sum, "findings"), i, one)
        text_format(notes, "%s: %s\n", string(one, "signature"), string(one, "detail"));
}

int verify_merge(const struct desk *desk, int count, char **paths)
{
    struct part *parts = calloc((size_t)count, sizeof *parts);
    struct text statement = {0}, notes = {0};
    uint64_t faults;
    json_t *sum;
    int status = EXIT_WELL;

    if (!parts)
        return verify_out_of_memory();
    for (int i = 0; i < count && status == EXIT_WELL; i++)
        status = read_part(paths[i], &parts[i]);
    if (status == EXIT_WELL) {
        qsort(parts, (size_t)count, sizeof *parts, by_first);
        status = check_cover(parts, (size_t)count);
    }
    if (status == EXIT_WELL) {
        sum = sum_up(parts, (size_t)count, &faults);
        state(sum, (size_t)count, faults, &statement, &notes);
        json_object_set_new(sum, "statement", json_string(statement.bytes));
        report_check(desk->report,
                     &(struct check){faults || !number(sum, "compared") ? VERDICT_FAILED : VERDICT_PASSED, string(sum, "puzzle"),
                                     "exhaustive", statement.bytes, notes.bytes,
                                     json_real_value(json_object_get(sum, "seconds")),
                                     number(sum, "stride") == 1 ? number(sum, "cases") : 0});
        json_array_append_new(desk->report->runs, sum);
    }
    for (int i = 0; i < count; i++)
        json_decref(parts[i].file);
    free(parts);
    text_free(&statement);
    text_free(&notes);
    return status;
}
