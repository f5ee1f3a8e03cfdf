/* The text of a ticket: its length, then its characters.
 *
 * A ticket may have 10^9 characters. They are not copied, the instance borrows them; and they are looked at
 * once, by the vector unit, which also counts the '?' so that no variant need do it to know whether the
 * ticket lies in its domain. */
#include "internal.h"

#include "../reader.h"
#include "bytes.h"

const struct ticket_instance *ticket_of(const unsigned char *characters, size_t length, struct arena *arena)
{
    struct ticket_instance *ticket = arena_alloc(arena, 1, sizeof *ticket);
    size_t erased;

    if (!ticket || !characters)
        return NULL;
    ticket_check(characters, 0, length, &erased);
    *ticket = (struct ticket_instance){characters, (uint32_t)length, (uint32_t)erased};
    return ticket;
}

static bool read_length(struct reader *reader, size_t *length)
{
    struct token token;
    char quote[TOKEN_QUOTE_SIZE];
    int64_t value;

    if (!reader_next(reader, &token) ||
        !token_integer(&token, "the length of the ticket", 2, TICKET_LENGTH_MAX, &value, reader->error))
        return false;
    if (value % 2)
        return error_at(reader->error, token.line, token.column,
                        "expected an even length of the ticket, found %s", token_quote(&token, quote));
    *length = (size_t)value;
    return true;
}

/* The ticket ends, or goes on, where it should not: at the reader's place, after `found` good characters. */
static bool refuse_characters(struct reader *reader, size_t length, size_t found)
{
    size_t at = reader->at, line = reader->line, column = reader_column(reader, at);
    char quote[TOKEN_QUOTE_SIZE];

    if (!reader_skip_space(reader))
        return false; /* a byte that is not allowed anywhere */
    if (reader->at > at || at >= reader->size)
        return error_at(reader->error, line, column, "expected a ticket of %zu characters, found %zu", length,
                        found);
    if (found == length)
        return error_at(reader->error, line, column, "expected a ticket of %zu characters, found more",
                        length);
    return error_at(reader->error, line, column, "expected a digit or '?', found %s",
                    token_quote(&(struct token){.bytes = reader->bytes + at, .end = reader->bytes + at + 1}, quote));
}

static bool read_characters(struct reader *reader, size_t length, struct ticket_instance *ticket)
{
    size_t start, end, erased;

    if (!reader_skip_space(reader))
        return false;
    start = reader->at;
    end = start + length;
    *ticket = (struct ticket_instance){.characters = reader->bytes + start, .length = (uint32_t)length};
    reader->at = ticket_check(reader->bytes, start, end < reader->size ? end : reader->size, &erased);
    ticket->erased = (uint32_t)erased;
    if (reader->at < end || (reader->at < reader->size && !reader_is_space(reader->bytes[reader->at])))
        return refuse_characters(reader, length, reader->at - start);
    return true;
}

bool ticket_parse(const void *bytes, size_t size, struct arena *arena, struct cases *cases,
                  struct error *error)
{
    struct reader reader;
    struct ticket_instance *ticket = arena_alloc(arena, 1, sizeof *ticket);
    const void **instances = arena_alloc(arena, 1, sizeof *instances);
    size_t length = 0;

    if (!ticket || !instances)
        return error_out_of_memory(error);
    reader_open(&reader, bytes, size, error);
    if (!read_length(&reader, &length) || !read_characters(&reader, length, ticket))
        return false;
    instances[0] = ticket;
    *cases = (struct cases){1, instances};
    return reader_finish(&reader, "the ticket");
}

void ticket_format(const struct cases *cases, struct text *text)
{
    const struct ticket_instance *ticket = cases->instances[0];

    text_unsigned(text, ticket->length);
    text_char(text, '\n');
    text_put(text, ticket->characters, ticket->length);
    text_char(text, '\n');
}
