#include "parse.h"

#include <string.h>

struct input {
    const struct puzzle *puzzle;
    const char *bytes;
    size_t size;
};

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct input *input = instance;
    struct cases cases;
    struct error error;

    (void)context;
    (void)answer;
    return input->puzzle->parse(input->bytes, input->size, work->arena, &cases, &error) ? OUTCOME_SOLVED
                                                                                        : OUTCOME_UNSUPPORTED;
}

const struct variant parse_variant = {
    .name = "parse",
    .summary = "reading the workload from text in memory",
    .refuses = refuses,
    .solve = solve,
};

static const struct input *make(const struct puzzle *puzzle, const struct cases *cases, struct arena *arena)
{
    struct input *input = arena_alloc(arena, 1, sizeof *input);
    struct text text = {0};
    char *bytes;

    puzzle->format(cases, &text);
    bytes = arena_alloc(arena, text.length, 1);
    if (!input || !bytes || text.failed) {
        text_free(&text);
        return NULL;
    }
    if (text.length)
        memcpy(bytes, text.bytes, text.length);
    *input = (struct input){puzzle, bytes, text.length};
    text_free(&text);
    return input;
}

bool parse_inputs(const struct puzzle *puzzle, const struct cases *cases, struct arena *arena, struct cases *inputs)
{
    size_t per_file = cases->count < puzzle->cases_per_file ? cases->count : puzzle->cases_per_file;
    const void **texts = arena_alloc(arena, cases->count / per_file + 1, sizeof *texts);

    *inputs = (struct cases){0, texts};
    for (size_t i = 0; texts && i < cases->count; i += per_file) {
        size_t left = cases->count - i;
        struct cases file = {left < per_file ? left : per_file, cases->instances + i};

        texts[inputs->count] = make(puzzle, &file, arena);
        if (!texts[inputs->count++])
            return false;
    }
    return texts != NULL;
}
