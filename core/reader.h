/* The one tokenizer, for every puzzle's parser. Tokens are separated by spaces, tabs and line ends (LF or CR LF); a UTF-8 byte
 * order mark at the start is skipped and has no column. A lone CR, NUL and form feed are errors wherever they stand. Places
 * count from 1, columns in bytes. */
#ifndef ASSAY_READER_H
#define ASSAY_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

struct reader {
    const unsigned char *bytes;
    size_t size;
    size_t at;         /* the index of the next byte */
    size_t line_start; /* and that of the line's first */
    size_t line;
    bool comments; /* set by a parser whose format has them: '#' to the end of the line is white space */
    struct error *error;
};

/* The bytes stay the caller's. An empty token stands for "no more": its place is just after the last byte (or, from
 * reader_next_on_line, at the end of the line). */
struct token {
    const unsigned char *bytes;
    const unsigned char *end; /* just past the last one */
    size_t line;
    size_t column;
};

static inline bool token_is_empty(const struct token *token)
{
    return token->bytes >= token->end;
}

static inline size_t token_length(const struct token *token)
{
    return (size_t)(token->end - token->bytes);
}

/* The reader and its tokens point into `bytes`, which must outlive them. */
void reader_open(struct reader *reader, const void *bytes, size_t size, struct error *error);

/* All functions that return bool: false means that *error has been filled. */

/* The next token, on whatever line it stands; an empty one where a byte before it is refused. */
bool reader_next(struct reader *reader, struct token *token);

/* The next token of this line; an empty one at the line's end, which is not passed. */
bool reader_next_on_line(struct reader *reader, struct token *token);

/* Skips white space (line ends too), so that `at` is at the first byte of a token or at the end. For parsers that take a token's
 * bytes themselves, with reader_take. */
bool reader_skip_space(struct reader *reader);

size_t reader_column(const struct reader *reader, size_t at);

/* The column where the token begins that ends where the reader stands; its line is the reader's. For messages. */
size_t reader_token_column(const struct reader *reader);

/* Is this byte white space (space, tab, LF, CR)? */
bool reader_is_space(unsigned char byte);

/* A decimal integer in low .. high. `what` names it in messages, as in "expected the number of tiles". *value is in low ..
 * high whatever is returned, so that nothing which follows can leave that. */
bool reader_integer(struct reader *reader, const char *what, int64_t low, int64_t high, int64_t *value);

/* The same from a token that has been read. */
bool token_integer(const struct token *token, const char *what, int64_t low, int64_t high, int64_t *value, struct error *error);

/* Nothing but white space is left. `last` names what ended, as in "the last case". */
bool reader_finish(struct reader *reader, const char *last);

bool token_is(const struct token *token, const char *word);

/* The token for a message: quoted, cut to a few bytes, unprintable bytes as \xNN; "the end of the input" when it is empty.
 * Returns `buffer`, of TOKEN_QUOTE_SIZE bytes. */
enum { TOKEN_QUOTE_SIZE = 80 };
const char *token_quote(const struct token *token, char buffer[TOKEN_QUOTE_SIZE]);

#endif
