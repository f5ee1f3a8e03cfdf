/* Records are read as strictly as any input: they come by mail, too. */
#include "inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "record.h"

static const char program[] = "assay-verify";

json_t *record_json(const char *folder)
{
    struct text path = {0};
    json_error_t error;
    json_t *json;

    text_format(&path, "%s/record.json", folder);
    if (path.failed)
        return NULL;
    json = json_load_file(path.bytes, 0, &error);
    if (!json)
        fprintf(stderr, "%s:%d:%d: error: %s\n", path.bytes, error.line > 0 ? error.line : 1,
                error.column > 0 ? error.column : 1, error.text);
    text_free(&path);
    return json;
}

void inputs_close(struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++)
        file_free(&inputs->files[i]);
    arena_free(&inputs->arena);
    free(inputs);
}

/* Takes FOLDER/NAME where it is there; its last case where there are others before it. */
static int add_input(struct inputs *inputs, const struct team *team, const struct settings *settings, const char *folder,
                     const char *name, bool *there)
{
    struct finding finding;
    struct text path = {0};
    struct cases cases;
    struct stat about;
    int status = EXIT_WELL;

    text_format(&path, "%s/%s", folder, name);
    if (path.failed)
        return verify_out_of_memory();
    *there = stat(path.bytes, &about) == 0 && inputs->count < INPUTS_MAX;
    if (*there)
        status = parse_guarded(team, settings, path.bytes, &inputs->arena, &inputs->files[inputs->count], &cases, &finding);
    if (status == EXIT_FOUND) {
        printf("%s: %s: %s\n", path.bytes, kind_names[finding.signature.kind], finding.detail);
        file_free(&inputs->files[inputs->count]);
    }
    if (*there && status == EXIT_WELL) {
        inputs->cases.instances[inputs->count++] = cases.instances[cases.count - 1];
        inputs->cases.count = inputs->count;
        if (inputs->count == 1 && cases.count > 1)
            inputs->cases = cases;
    }
    text_free(&path);
    return status;
}

int inputs_open(const char *folder, const struct team *team, const struct settings *settings, struct inputs **inputs)
{
    struct inputs *in = calloc(1, sizeof *in);
    char name[32];
    bool there = false;
    int status;

    *inputs = in;
    if (!in || !(in->cases.instances = arena_alloc(&in->arena, INPUTS_MAX, sizeof *in->cases.instances)))
        return verify_out_of_memory();
    status = add_input(in, team, settings, folder, "input.in", &there);
    there = !there;
    for (size_t i = 1; there && status == EXIT_WELL; i++) {
        snprintf(name, sizeof name, "input-%zu.in", i);
        status = add_input(in, team, settings, folder, name, &there);
    }
    if (status == EXIT_WELL && !in->count) {
        fprintf(stderr, "%s: %s: has no input.in\n", program, folder);
        status = EXIT_USAGE;
    }
    return status;
}
