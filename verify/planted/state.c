/* The file is small and written whole each time, as every result is. */
#include "state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/cli/file.h"

static const char program[] = "assay-selftest";

static int keep(struct state *state)
{
    if (state->text.failed) {
        fprintf(stderr, "%s: out of memory\n", program);
        return EXIT_UNABLE;
    }
    return state->path ? file_write(program, state->path, state->text.bytes, state->text.length) : EXIT_WELL;
}

int state_open(struct state *state, const char *path, const char *identity)
{
    size_t length = strlen(identity);
    struct stat about;
    struct file file;
    int status;

    *state = (struct state){.path = path};
    text_format(&state->text, "%s\n", identity);
    if (!path || stat(path, &about) != 0)
        return EXIT_WELL;
    status = file_read(program, path, &file);
    if (status != EXIT_WELL)
        return status;
    if (file.size > length && memcmp(file.bytes, state->text.bytes, length + 1) == 0) {
        text_put(&state->text, (const char *)file.bytes + length + 1, file.size - length - 1);
    } else {
        fprintf(stderr, "%s:1:1: error: of another self-test: expected '%s'\n", path, identity);
        status = EXIT_USAGE;
    }
    file_free(&file);
    return status;
}

/* What follows `name` and a tab at the beginning of a line; NULL. */
static const char *line_of(const struct state *state, const char *name)
{
    const char *at = state->text.bytes;
    size_t length = strlen(name);

    while (at && !(strncmp(at, name, length) == 0 && at[length] == '\t')) {
        at = strchr(at, '\n');
        at = at && at[1] ? at + 1 : NULL;
    }
    return at ? at + length + 1 : NULL;
}

static void name_bug(const struct planted *bug, char name[PLACE_SIZE])
{
    snprintf(name, PLACE_SIZE, "%s/%s", bug->puzzle, bug->variant->name);
}

bool state_find_hunt(const struct state *state, struct hunt *hunt)
{
    int found, accused, kind, label, uniform_found;
    char name[PLACE_SIZE];
    const char *at;

    name_bug(hunt->bug, name);
    at = line_of(state, name);
    if (!at || sscanf(at,
                      "%d\t%d\t%d\t%d\t%d\t%" SCNu64 "\t%" SCNu64 "\t%lf\t%" SCNu64 "\t%zu\t%" SCNu64
                      "\t%12[^\t]\t%95[^\t]\t%239[^\n]",
                      &found, &accused, &kind, &label, &uniform_found, &hunt->largest, &hunt->cases, &hunt->seconds,
                      &hunt->size, &hunt->others, &hunt->uniform, hunt->commit, hunt->place, hunt->finding.detail) != 14)
        return false;
    hunt->found = found;
    hunt->accused = accused;
    hunt->finding.signature.kind = (enum kind)kind;
    hunt->label = (enum label)label;
    hunt->uniform_found = uniform_found;
    return true;
}

int state_add_hunt(struct state *state, const struct hunt *hunt)
{
    char name[PLACE_SIZE];

    name_bug(hunt->bug, name);
    text_format(&state->text,
                "%s\t%d\t%d\t%d\t%d\t%d\t%" PRIu64 "\t%" PRIu64 "\t%.6f\t%" PRIu64 "\t%zu\t%" PRIu64 "\t%s\t%s\t%s\n",
                name,
                hunt->found, hunt->accused, (int)hunt->finding.signature.kind, (int)hunt->label, hunt->uniform_found,
                hunt->largest, hunt->cases, hunt->seconds, hunt->size, hunt->others, hunt->uniform,
                hunt->commit, *hunt->place ? hunt->place : "-", *hunt->finding.detail ? hunt->finding.detail : "-");
    return keep(state);
}

bool state_find_right(const struct state *state, const char *puzzle, struct right *right)
{
    const char *at = line_of(state, puzzle);
    int accused;

    if (!at || sscanf(at, "%" SCNu64 "\t%lf\t%d\t%12s", &right->cases, &right->seconds, &accused, right->commit) != 4)
        return false;
    right->accused = accused;
    return true;
}

int state_add_right(struct state *state, const char *puzzle, const struct right *right)
{
    text_format(&state->text, "%s\t%" PRIu64 "\t%.1f\t%d\t%s\n", puzzle, right->cases, right->seconds, right->accused,
                right->commit);
    return keep(state);
}
