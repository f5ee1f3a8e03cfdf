#include "json.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/cli/file.h"

/* Jansson quotes the input in its messages: control bytes would act on a terminal. */
static void print_line(const char *string)
{
    for (; *string; string++)
        fputc((unsigned char)*string < ' ' || *string == 127 ? '?' : *string, stderr);
    fputc('\n', stderr);
}

json_t *json_read(const char *path, int *status)
{
    json_error_t error;
    struct file file;
    json_t *root;

    *status = file_read("assay-report", path, &file);
    if (*status != EXIT_WELL)
        return NULL;
    root = json_loadb(file.bytes, file.size, JSON_REJECT_DUPLICATES, &error);
    file_free(&file);
    if (root)
        return root;
    if (json_error_code(&error) == json_error_out_of_memory) {
        fprintf(stderr, "assay-report: %s: out of memory\n", path);
        *status = EXIT_UNABLE;
        return NULL;
    }
    fprintf(stderr, "%s:%d:%d: error: ", path, error.line > 0 ? error.line : 1,
            error.column > 0 ? error.column : 1);
    print_line(error.text);
    *status = EXIT_USAGE;
    return NULL;
}

int json_refuse(const struct place *place, const char *key, const char *format, ...)
{
    va_list arguments;
    char line[512];

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fprintf(stderr, "%s: error: ", place->file);
    if (place->list)
        fputs(place->list, stderr);
    if (place->list && place->index != SIZE_MAX)
        fprintf(stderr, "[%zu]", place->index);
    if (place->list && key)
        fputc('.', stderr);
    fprintf(stderr, "%s: ", key ? key : place->list ? "" : "the file");
    print_line(line);
    return EXIT_USAGE;
}

static bool expected(const struct place *place, const char *key, const char *what, const json_t *found)
{
    static const char *const names[] = {"an object", "an array", "a string", "a number",
                                        "a number",  "true",     "false",    "null"};

    json_refuse(place, key, "expected %s, found %s", what, found ? names[json_typeof(found)] : "nothing");
    return false;
}

bool json_text(const json_t *object, const char *key, const struct place *place, const char **value)
{
    const json_t *member = json_object_get(object, key);

    *value = json_string_value(member);
    return *value || expected(place, key, "a string", member);
}

bool json_figure(const json_t *object, const char *key, const struct place *place, double *value)
{
    const json_t *member = json_object_get(object, key);

    *value = json_number_value(member);
    return json_is_number(member) || expected(place, key, "a number", member);
}

bool json_list(json_t *object, const char *key, const struct place *place, json_t **value)
{
    *value = json_object_get(object, key);
    return json_is_array(*value) || expected(place, key, "an array", *value);
}

bool json_text_maybe(const json_t *object, const char *key, const struct place *place, const char **value)
{
    return !json_object_get(object, key) || json_text(object, key, place, value);
}

bool json_figure_maybe(const json_t *object, const char *key, const struct place *place, double *value)
{
    return !json_object_get(object, key) || json_figure(object, key, place, value);
}

const char *json_text_or(const json_t *object, const char *key, const char *otherwise)
{
    const char *value = json_string_value(json_object_get(object, key));

    return value ? value : otherwise;
}

double json_figure_or(const json_t *object, const char *key, double otherwise)
{
    const json_t *member = json_object_get(object, key);

    return json_is_number(member) ? json_number_value(member) : otherwise;
}
