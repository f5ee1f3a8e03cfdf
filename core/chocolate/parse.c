/* Bytes to puzzles. The format is a stream of tokens: line ends separate them and mean no more than a space
 * does.
 *
 * An instance has a fixed size (128 bytes with the arena's alignment): ten clues of eleven bytes are less
 * than the pointers and the slack that clues on their own would cost. */
#include "parts.h"

#include "../reader.h"

/* The number of a letter among `letters`, the last of which stands for FREE; -1 where it is none of them. */
static int find_letter(const char *letters, unsigned char byte)
{
    for (int i = 0; letters[i]; i++)
        if ((unsigned char)letters[i] == byte)
            return i;
    return -1;
}

static bool refuse_code(const struct reader *reader, const struct token *token, size_t byte,
                        const char *expected)
{
    char quote[TOKEN_QUOTE_SIZE];

    return error_at(reader->error, token->line, token->column + byte, "expected %s, found %s", expected,
                    token_quote(token, quote));
}

static bool parse_code(struct reader *reader, uint8_t *code)
{
    static const char both[] = "a code of two characters, a shape (S R T _) and a flavour (V S C _)";
    struct token token;
    int shape, flavour;

    if (!reader_next(reader, &token))
        return false;
    if (token.bytes >= token.end)
        return refuse_code(reader, &token, 0, both);
    shape = find_letter("SRT_", token.bytes[0]);
    if (shape < 0)
        return refuse_code(reader, &token, 0, "a shape (S R T _) first in the code");
    if (token.bytes + 1 >= token.end)
        return refuse_code(reader, &token, 0, both);
    flavour = find_letter("VSC_", token.bytes[1]);
    if (flavour < 0)
        return refuse_code(reader, &token, 1, "a flavour (V S C _) second in the code");
    if (token.bytes + 2 < token.end)
        return refuse_code(reader, &token, 2, both);
    *code = chocolate_code((unsigned)shape, (unsigned)flavour);
    return true;
}

static bool parse_clue(struct reader *reader, struct chocolate_clue *clue)
{
    int64_t height, width;

    if (!reader_integer(reader, "the number of rows of a clue", 1, CHOCOLATE_SIDE, &height) ||
        !reader_integer(reader, "the number of columns of a clue", 1, CHOCOLATE_SIDE, &width))
        return false;
    clue->height = (uint8_t)height;
    clue->width = (uint8_t)width;
    for (int64_t i = 0; i < height * width; i++)
        if (!parse_code(reader, &clue->codes[i]))
            return false;
    return true;
}

static bool parse_puzzle(struct reader *reader, struct chocolate_instance *puzzle)
{
    int64_t count;

    if (!reader_integer(reader, "the number of clues", 0, CHOCOLATE_CLUES_MAX, &count))
        return false;
    puzzle->count = (uint8_t)count;
    for (int64_t i = 0; i < count; i++)
        if (!parse_clue(reader, &puzzle->clues[i]))
            return false;
    return true;
}

bool chocolate_parse(const void *bytes, size_t size, struct arena *arena, struct cases *cases,
                     struct error *error)
{
    struct reader reader;
    const void **instances;
    int64_t count;

    reader_open(&reader, bytes, size, error);
    if (!reader_integer(&reader, "the number of puzzles", 1, CASES_MAX, &count))
        return false;
    instances = arena_alloc(arena, (size_t)count, sizeof *instances);
    if (!instances)
        return error_out_of_memory(error);
    for (int64_t i = 0; i < count; i++) {
        struct chocolate_instance *puzzle = arena_zalloc(arena, 1, sizeof *puzzle);

        if (!puzzle)
            return error_out_of_memory(error);
        if (!parse_puzzle(&reader, puzzle))
            return false;
        instances[i] = puzzle;
    }
    *cases = (struct cases){(size_t)count, instances};
    return reader_finish(&reader, "the last puzzle");
}
