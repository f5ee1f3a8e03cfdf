/* problem.yaml is read line by line: `key: value` with keys nested by indentation is all that the fields need which matter here.
 * A YAML library was rejected for the sake of eight numbers; what is not understood (lists, flow style) is passed over. */
#include "manifest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/cli/file.h"
#include "record.h"

static const char program[] = "assay-verify";

enum { DEPTH = 4, KEY_SIZE = 128, VALUE_SIZE = 128 };

struct yaml {
    const char *at, *end;
    char path[KEY_SIZE]; /* "limits.time_limit" */
    char value[VALUE_SIZE];
    struct {
        size_t indent, length; /* of the path without this key */
    } level[DEPTH];
    size_t depth;
    size_t line, column; /* of the value, from 1 */
};

/* Without quotes, a comment and blanks at the end. */
static void take_value(struct yaml *yaml, const char *line, const char *from, const char *to)
{
    size_t length;

    while (from < to && (*from == ' ' || *from == '\t'))
        from++;
    for (const char *at = from; at + 1 < to; at++)
        if (at[0] == ' ' && at[1] == '#')
            to = at;
    if (from < to && *from == '#')
        to = from;
    while (from < to && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r'))
        to--;
    if (to - from >= 2 && (*from == '"' || *from == '\'') && to[-1] == *from) {
        from++;
        to--;
    }
    yaml->column = (size_t)(from - line) + 1;
    length = (size_t)(to - from) < VALUE_SIZE - 1 ? (size_t)(to - from) : VALUE_SIZE - 1;
    memcpy(yaml->value, from, length);
    yaml->value[length] = '\0';
}

static void take_key(struct yaml *yaml, size_t indent, const char *key, size_t length)
{
    size_t before;

    while (yaml->depth && yaml->level[yaml->depth - 1].indent >= indent)
        yaml->path[yaml->level[--yaml->depth].length] = '\0';
    before = strlen(yaml->path);
    if (yaml->depth == DEPTH || before + length + 2 > sizeof yaml->path)
        return;
    yaml->level[yaml->depth].indent = indent;
    yaml->level[yaml->depth++].length = before;
    snprintf(yaml->path + before, sizeof yaml->path - before, "%s%.*s", before ? "." : "", (int)length, key);
}

/* The next `key: value`; false at the end. */
static bool yaml_next(struct yaml *yaml)
{
    while (yaml->at < yaml->end) {
        const char *line = yaml->at, *stop = memchr(line, '\n', (size_t)(yaml->end - line)), *colon;
        size_t indent = 0;

        stop = stop ? stop : yaml->end;
        yaml->at = stop < yaml->end ? stop + 1 : stop;
        yaml->line++;
        while (line + indent < stop && line[indent] == ' ')
            indent++;
        colon = memchr(line, ':', (size_t)(stop - line));
        if (line + indent == stop || strchr("#-\r", line[indent]) || !colon)
            continue;
        take_key(yaml, indent, line + indent, (size_t)(colon - line) - indent);
        take_value(yaml, line, colon + 1, stop);
        return true;
    }
    return false;
}

/* False: a limit that is no number above 0. */
static bool take(struct manifest *manifest, const char *path, const char *value)
{
    char *end;
    double number = strtod(value, &end), memory = 0, output = 0;
    const struct {
        const char *path;
        double *number;
    } limits[] = {{"limits.time_multiplier", &manifest->multiplier},
                  {"limits.time_multipliers.ac_to_time_limit", &manifest->multiplier},
                  {"limits.time_limit", &manifest->time_limit},
                  {"limits.time_resolution", &manifest->resolution},
                  {"limits.memory", &memory},
                  {"limits.output", &output}};

    if (strcmp(path, "problem_format_version") == 0)
        manifest->legacy = strncmp(value, "legacy", 6) == 0;
    if (strcmp(path, "validation") == 0)
        manifest->custom = strncmp(value, "custom", 6) == 0;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (strcmp(path, limits[i].path) != 0)
            continue;
        if (end == value || *end || !(number > 0 && number < 1e9))
            return false;
        *limits[i].number = number;
    }
    manifest->memory = memory > 0 ? (uint64_t)ceil(memory) : manifest->memory;
    manifest->output = output > 0 ? (uint64_t)ceil(output) : manifest->output;
    return true;
}

/* .timelimit holds a number; domjudge-problem.ini a line `timelimit='5'`. */
static int read_time_limit(const char *folder, const char *name, const char *key, struct manifest *manifest)
{
    struct text path = {0}, content = {0};
    struct file file;
    struct stat about;
    const char *at;
    int status;

    text_format(&path, "%s/%s", folder, name);
    if (path.failed)
        return verify_out_of_memory();
    if (manifest->time_limit > 0 || stat(path.bytes, &about) != 0) {
        text_free(&path);
        return EXIT_WELL;
    }
    status = file_read(program, path.bytes, &file);
    if (status == EXIT_WELL) {
        text_put(&content, file.bytes, file.size);
        text_char(&content, '\0');
        file_free(&file);
        status = content.failed ? verify_out_of_memory() : EXIT_WELL;
    }
    at = status == EXIT_WELL ? strstr(content.bytes, key) : NULL;
    if (at) {
        at += strlen(key);
        manifest->time_limit = strtod(at + strspn(at, " \t='\""), NULL);
        if (!(manifest->time_limit > 0 && manifest->time_limit < 1e9)) {
            fprintf(stderr, "%s: %s: the time limit is no number above 0\n", program, path.bytes);
            status = EXIT_USAGE;
        }
    }
    text_free(&content);
    text_free(&path);
    return status;
}

int manifest_read(const char *folder, struct manifest *manifest)
{
    struct text path = {0};
    struct yaml yaml = {0};
    struct file file;
    int status;

    *manifest = (struct manifest){.legacy = true, .resolution = 1, .memory = 2048, .output = 8};
    text_format(&path, "%s/problem.yaml", folder);
    if (path.failed)
        return verify_out_of_memory();
    status = file_read(program, path.bytes, &file);
    text_free(&path);
    if (status != EXIT_WELL)
        return status;
    yaml.at = file.bytes;
    yaml.end = yaml.at + file.size;
    while (status == EXIT_WELL && yaml_next(&yaml)) {
        if (take(manifest, yaml.path, yaml.value))
            continue;
        fprintf(stderr, "%s/problem.yaml:%zu:%zu: error: %s: expected a number above 0, found '%s'\n", folder, yaml.line,
                yaml.column, yaml.path, yaml.value);
        status = EXIT_USAGE;
    }
    file_free(&file);
    if (status != EXIT_WELL)
        return status;
    if (manifest->multiplier <= 0)
        manifest->multiplier = manifest->legacy ? 5 : 2;
    status = read_time_limit(folder, ".timelimit", "", manifest);
    if (status == EXIT_WELL)
        status = read_time_limit(folder, "domjudge-problem.ini", "timelimit", manifest);
    return status;
}

double manifest_derive(const struct manifest *manifest, double slowest)
{
    double steps = ceil(slowest * manifest->multiplier / manifest->resolution);

    return manifest->resolution * (steps > 1 ? steps : 1);
}
