/* The puzzle's parser as an input validator: status 42 for a valid file on standard input, 43 and the place of the error for another.
 * `assay generate --package` makes it one file with the sources of one puzzle. */
#include "../../puzzle.h"

#include <stdio.h>
#include <stdlib.h>

enum { VALID = 42, INVALID = 43 };

int main(void)
{
    size_t size = 0, room = 1 << 16, count;
    char *bytes = malloc(room), *more;
    struct arena arena = {0};
    struct cases cases;
    struct error error = {0};

    while (bytes && (count = fread(bytes + size, 1, room - size, stdin)) > 0) {
        size += count;
        if (size < room)
            continue;
        more = realloc(bytes, room *= 2);
        if (!more)
            free(bytes);
        bytes = more;
    }
    if (!bytes) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    if (puzzles[0]->parse(bytes, size, &arena, &cases, &error))
        return VALID;
    fprintf(stderr, "<stdin>:%zu:%zu: error: %s\n", error.line, error.column, error.message);
    return INVALID;
}
