/* A variant as a contest program: the file on standard input, all answers on standard output. `assay generate --package` makes it one
 * file with the sources of one puzzle and one variant, which are then the first ones of their tables. */
#include "../../puzzle.h"

#include <stdio.h>
#include <stdlib.h>

/* Standard input whole, on the heap; NULL without memory. */
static char *read_input(size_t *size)
{
    size_t room = 1 << 16, count;
    char *bytes = malloc(room), *more;

    *size = 0;
    while (bytes && (count = fread(bytes + *size, 1, room - *size, stdin)) > 0) {
        *size += count;
        if (*size < room)
            continue;
        room *= 2;
        more = realloc(bytes, room);
        if (!more)
            free(bytes);
        bytes = more;
    }
    return bytes;
}

static int solve_all(const struct puzzle *puzzle, const struct variant *variant, const struct cases *cases)
{
    void *context = variant->open ? variant->open() : NULL;
    struct arena arena = {0};
    struct text text = {0};

    for (size_t i = 0; i < cases->count; i++) {
        struct work work = work_start(&arena, WORK_STEPS_UNLIMITED);
        struct result result = {OUTCOME_NO_MEMORY, NULL};
        void *answer = arena_alloc(&arena, 1, puzzle->answer_size(cases->instances[i]));

        if (answer && (context || !variant->open))
            result.outcome = variant->solve(context, cases->instances[i], &work, answer);
        result.answer = result.outcome == OUTCOME_SOLVED ? answer : NULL;
        puzzle->print(cases->instances[i], &result, i + 1, DETAIL_ANSWER, &text);
        arena_reset(&arena);
    }
    return text.failed || fwrite(text.bytes, 1, text.length, stdout) != text.length || fflush(stdout) != 0;
}

int main(void)
{
    size_t size;
    char *bytes = read_input(&size);
    struct arena arena = {0};
    struct cases cases;
    struct error error = {0};

    if (!bytes || !puzzles[0]->parse(bytes, size, &arena, &cases, &error)) {
        fprintf(stderr, "<stdin>:%zu:%zu: error: %s\n", error.line, error.column, error.message);
        return 1;
    }
    return solve_all(puzzles[0], puzzles[0]->variants[0], &cases);
}
