/* What Frama-C analyses for `make prove`: a puzzle's parser (PUZZLE), on LEAST to MOST bytes of any content, with memory that
 * may run out at any request (arena.h says what the blocks are). Of vsnprintf it is assumed that it writes what its contract
 * says; the compiler checks formats against arguments. */
#include "core/puzzle.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "__fc_builtin.h"

#define PASTE(puzzle) puzzle##_parse
#define PARSE_OF(puzzle) PASTE(puzzle)
bool PARSE_OF(PUZZLE)(const void *bytes, size_t size, struct arena *arena, struct cases *cases, struct error *error);

void *prove_block(size_t count, size_t size, int zero)
{
    if (Frama_C_interval(0, 1))
        return NULL;
    return zero ? calloc(count, size) : malloc(count * size);
}

struct arena_mark arena_mark(const struct arena *arena)
{
    (void)arena;
    return (struct arena_mark){0};
}

void arena_release(struct arena *arena, struct arena_mark mark)
{
    (void)arena;
    (void)mark;
}

int vsnprintf(char *bytes, size_t size, const char *format, va_list arguments)
{
    (void)format;
    (void)arguments;
    Frama_C_make_unknown(bytes, size);
    return Frama_C_interval(-1, 4096);
}

int main(void)
{
    static unsigned char input[MOST + !MOST]; /* of a size that C allows; of no bytes the place after it */
    struct arena arena = {0};
    struct cases cases;
    struct error error;

    //@ widen_hints global:"all", 10, 20, 60, MOST;
    Frama_C_make_unknown((char *)input, sizeof input);
    return PARSE_OF(PUZZLE)(input + !MOST, (size_t)Frama_C_interval(LEAST, MOST), &arena, &cases, &error);
}
