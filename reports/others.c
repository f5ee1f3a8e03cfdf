#include "others.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/cli/file.h"
#include "json.h"

/* Longer lists are only counted. */
enum { ENTRIES_SHOWN = 40 };

static const struct other known[OTHERS] = {
    {.file = "verify-test.json", .title = "Do all variants agree? (tests)", .job = "make test"},
    {.file = "verify.json", .title = "Do all variants agree? (nightly sizes)", .job = "make verify"},
    {.file = "fuzz.json", .title = "Fuzzing", .job = "make fuzz"},
    {.file = "coverage.json", .title = "Coverage", .job = "make coverage"},
    {.file = "mcdc.json", .title = "MC/DC", .job = "make mcdc"},
    {.file = "mutation.json", .title = "Mutation", .job = "make mutate"},
    {.file = "prove.json", .title = "Proof of the parsers", .job = "make prove"},
    {.file = "gate.json", .title = "Regression gate", .job = "make gate"},
};

/* A list of sentences, where there is one. */
static int check_sentences(json_t *root, const char *list, const char *path)
{
    json_t *entries = json_object_get(root, list), *entry;
    const char *statement;
    size_t i;

    if (entries && !json_list(root, list, &(struct place){path, NULL, 0}, &entries))
        return EXIT_USAGE;
    json_array_foreach(entries, i, entry)
    {
        if (!json_text(entry, "statement", &(struct place){path, list, i}, &statement))
            return EXIT_USAGE;
    }
    return EXIT_WELL;
}

static int check(json_t *root, const char *path)
{
    const struct place top = {path, NULL, 0};

    if (!json_is_object(root))
        return json_refuse(&top, NULL, "expected an object");
    if (!json_is_object(json_object_get(root, "environment")))
        return json_refuse(&top, "environment", "no result of this project: expected an object");
    return check_sentences(root, "runs", path) == EXIT_WELL ? check_sentences(root, "bounds", path)
                                                            : EXIT_USAGE;
}

int others_open(const char *folder, struct arena *arena, struct other others[OTHERS])
{
    int status = EXIT_WELL;

    memcpy(others, known, sizeof known);
    for (size_t i = 0; i < OTHERS && status == EXIT_WELL; i++) {
        size_t size = strlen(folder) + strlen(others[i].file) + 2;
        char *path = arena_alloc(arena, size, 1);

        if (!path)
            return EXIT_UNABLE;
        snprintf(path, size, "%s/%s", folder, others[i].file);
        if (access(path, F_OK) != 0)
            continue;
        others[i].root = json_read(path, &status);
        if (others[i].root)
            status = check(others[i].root, path);
        if (status == EXIT_WELL)
            status = origin_read(json_object_get(others[i].root, "environment"), path, &others[i].origin);
        others[i].origin.command = others[i].job;
        if (status == EXIT_WELL &&
            !json_text_maybe(others[i].root, "command", &(struct place){path, NULL, 0}, &others[i].origin.command))
            status = EXIT_USAGE;
    }
    return status;
}

void others_close(struct other others[OTHERS])
{
    for (size_t i = 0; i < OTHERS; i++)
        json_decref(others[i].root);
}

/* An entry a line, by its first string, with its other figures after it. */
static void tell_entries(const char *list, const json_t *entries,
                         void (*line)(void *self, const char *name, const char *value), void *self)
{
    json_t *entry, *member;
    const char *key;
    size_t i;

    json_array_foreach(entries, i, entry)
    {
        struct text text = {0};
        const char *name = NULL;

        json_object_foreach(entry, key, member)
        {
            if (!name && json_is_string(member)) {
                name = json_string_value(member);
                continue;
            }
            if (!json_is_string(member) && !json_is_number(member) && !json_is_boolean(member))
                continue;
            text_format(&text, "%s%s ", text.length ? ", " : "", key);
            if (json_is_string(member))
                text_string(&text, json_string_value(member));
            else if (json_is_number(member))
                text_format(&text, "%.6g", json_number_value(member));
            else
                text_string(&text, json_is_true(member) ? "yes" : "no");
        }
        text_char(&text, '\0');
        line(self, name ? name : list, text.failed ? "" : text.bytes);
        text_free(&text);
    }
}

static void tell_figures(const char *prefix, json_t *object,
                         void (*line)(void *self, const char *name, const char *value), void *self, int depth)
{
    const char *key;
    json_t *member;

    json_object_foreach(object, key, member)
    {
        char name[120], value[64];

        snprintf(name, sizeof name, "%s%s%s", prefix, *prefix ? ": " : "", key);
        if (strcmp(key, "environment") == 0 || strcmp(key, "command") == 0)
            continue;
        if (json_is_string(member))
            line(self, name, json_string_value(member));
        else if (json_is_number(member)) {
            snprintf(value, sizeof value, "%.6g", json_number_value(member));
            line(self, name, value);
        } else if (json_is_boolean(member))
            line(self, name, json_is_true(member) ? "yes" : "no");
        else if (json_is_object(member) && depth > 0)
            tell_figures(name, member, line, self, depth - 1);
        else if (json_is_array(member) && json_array_size(member) <= ENTRIES_SHOWN &&
                 json_is_object(json_array_get(member, 0)))
            tell_entries(key, member, line, self);
        else if (json_is_array(member)) {
            snprintf(value, sizeof value, "%zu entries", json_array_size(member));
            line(self, name, value);
        }
    }
}

/* What was shown without exception up to a size, and what it took. */
static void tell_bounds(json_t *bounds, void (*line)(void *self, const char *name, const char *value),
                        void *self)
{
    json_t *bound;
    size_t i;

    json_array_foreach(bounds, i, bound)
    {
        struct text text = {0};

        text_format(&text, "%s (%.0f s, %.0f a second)", json_text_or(bound, "statement", ""),
                    json_number_value(json_object_get(bound, "seconds")),
                    json_number_value(json_object_get(bound, "rate")));
        if (!text.failed)
            line(self, "bound", text.bytes);
        text_free(&text);
    }
}

void other_tell(const struct other *other, void (*line)(void *self, const char *name, const char *value),
                void *self)
{
    json_t *runs = json_object_get(other->root, "runs"), *run;
    bool any = false;
    size_t i;

    tell_bounds(json_object_get(other->root, "bounds"), line, self);
    json_array_foreach(runs, i, run)
    {
        line(self, json_text_or(run, "mode", "run"), json_text_or(run, "statement", ""));
        any = true;
    }
    if (!any)
        tell_figures("", other->root, line, self, 1);
}
