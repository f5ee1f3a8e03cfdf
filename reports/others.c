#include "others.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/cli/file.h"
#include "json.h"

static const struct other known[OTHERS] = {
    {.file = "verify.json", .title = "Do all variants agree?", .job = "make test"},
    {.file = "fuzz.json", .title = "Fuzzing", .job = "make fuzz"},
    {.file = "coverage.json", .title = "Coverage", .job = "make coverage"},
    {.file = "mcdc.json", .title = "MC/DC", .job = "make mcdc"},
    {.file = "mutation.json", .title = "Mutation", .job = "make mutate"},
    {.file = "gate.json", .title = "Regression gate", .job = "make gate"},
};

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
        if (others[i].root && !json_is_object(others[i].root))
            status = json_refuse(&(struct place){path, NULL, 0}, NULL, "expected an object");
        origin_read(json_object_get(others[i].root, "environment"), &others[i].origin);
        others[i].origin.path = path;
        others[i].origin.command = json_text_or(others[i].root, "command", others[i].job);
    }
    return status;
}

void others_close(struct other others[OTHERS])
{
    for (size_t i = 0; i < OTHERS; i++)
        json_decref(others[i].root);
}

static void tell_figures(const char *prefix, json_t *object, void (*line)(void *self, const char *name, const char *value),
                         void *self, int depth)
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
        else if (json_is_array(member)) {
            snprintf(value, sizeof value, "%zu entries", json_array_size(member));
            line(self, name, value);
        }
    }
}

void other_tell(const struct other *other, void (*line)(void *self, const char *name, const char *value), void *self)
{
    json_t *runs = json_object_get(other->root, "runs"), *run;
    bool any = false;
    size_t i;

    json_array_foreach(runs, i, run)
    {
        const char *statement = json_text_or(run, "statement", NULL);

        if (!statement)
            continue;
        line(self, json_text_or(run, "mode", "run"), statement);
        any = true;
    }
    if (!any)
        tell_figures("", other->root, line, self, 1);
}
