/* The parser of suites. A line is taken token by token; options are `key=value`, whose values keep their own
 * columns, so that an error names the very byte. Rejected: JSON or TOML (comments, places in errors and one
 * line a workload would all be lost or bought with a library). */
#include "suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/reader.h"
#include "noop.h"
#include "parse.h"

enum { NAME_LENGTH_MAX = 40, GLOBS_MAX = 16, SIZES_MAX = 32, NUMBER_LENGTH_MAX = 31 };

struct parser {
    struct reader reader;
    struct arena *arena;
    struct suite *suite;
    struct error *error;
    size_t workload_room;
    size_t aim_room;
};

static bool expected(struct parser *parser, const struct token *token, const char *what)
{
    char quote[TOKEN_QUOTE_SIZE];

    return error_at(parser->error, token->line, token->column, "expected %s, found %s", what,
                    token_is_empty(token) ? "nothing" : token_quote(token, quote));
}

static bool next(struct parser *parser, struct token *token, const char *what)
{
    if (!reader_next_on_line(&parser->reader, token))
        return false;
    return !token_is_empty(token) || expected(parser, token, what);
}

static bool word(struct parser *parser, const char *wanted, const char *quoted)
{
    struct token token;

    if (!next(parser, &token, quoted))
        return false;
    return token_is(&token, wanted) || expected(parser, &token, quoted);
}

static bool end_of_line(struct parser *parser)
{
    struct token token;

    if (!reader_next_on_line(&parser->reader, &token))
        return false;
    return token_is_empty(&token) || expected(parser, &token, "the end of the line");
}

static char *copy(struct parser *parser, const struct token *token, size_t room)
{
    size_t length = token_length(token);
    char *string = arena_alloc(parser->arena, length + room + 1, 1);

    if (!string) {
        error_out_of_memory(parser->error);
        return NULL;
    }
    memcpy(string, token->bytes, length);
    string[length] = '\0';
    return string;
}

/* Names become parts of the benchmark's name and file names of others: no byte that needs escaping anywhere.
 */
static bool is_name(const struct token *token)
{
    for (size_t i = 0; i < token_length(token); i++) {
        unsigned char byte = token->bytes[i];
        bool letter =
            (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');

        if (!letter && !(i > 0 && (byte == '-' || byte == '_' || byte == '.')))
            return false;
    }
    return !token_is_empty(token) && token_length(token) <= NAME_LENGTH_MAX;
}

/* The array with room for one more. */
static void *grow(struct parser *parser, void *items, size_t count, size_t *room, size_t size)
{
    void *larger;

    if (count < *room)
        return items;
    *room = *room ? *room * 2 : 16;
    larger = arena_zalloc(parser->arena, *room, size);
    if (!larger)
        error_out_of_memory(parser->error);
    else if (count)
        memcpy(larger, items, count * size);
    return larger;
}

static size_t find_workload(const struct suite *suite, const char *name, size_t length)
{
    size_t i = 0;

    while (i < suite->workload_count && (strlen(suite->workloads[i].name) != length ||
                                         memcmp(suite->workloads[i].name, name, length) != 0))
        i++;
    return i;
}

static bool add_workload(struct parser *parser, const struct token *at, const struct suite_workload *workload)
{
    struct suite *suite = parser->suite;

    if (find_workload(suite, workload->name, strlen(workload->name)) < suite->workload_count)
        return error_at(parser->error, at->line, at->column, "there is a workload %s already",
                        workload->name);
    suite->workloads =
        grow(parser, suite->workloads, suite->workload_count, &parser->workload_room, sizeof *workload);
    if (!suite->workloads)
        return false;
    suite->workloads[suite->workload_count++] = *workload;
    return true;
}

/* Cuts the next element off a list that commas separate. False: there is none left. */
static bool cut(struct token *list, struct token *element)
{
    const unsigned char *comma;

    if (!list->bytes)
        return false;
    *element = *list;
    comma = memchr(list->bytes, ',', token_length(list));
    if (!comma) {
        list->bytes = NULL;
        return true;
    }
    element->end = comma;
    list->column += token_length(element) + 1;
    list->bytes = comma + 1;
    return true;
}

/* If the token is `key=value`, its value. */
static bool has_key(const struct token *token, const char *key, struct token *value)
{
    size_t length = strlen(key);

    if (token_length(token) <= length || memcmp(token->bytes, key, length) != 0 || token->bytes[length] != '=')
        return false;
    *value = *token;
    value->bytes += length + 1;
    value->column += length + 1;
    return true;
}

static bool find_column(struct parser *parser, const struct token *token, size_t *column)
{
    const struct suite *suite = parser->suite;

    for (*column = 0; *column < suite->column_count; (*column)++)
        if (token_is(token, suite->columns[*column].variant->name))
            return true;
    return expected(parser, token, "the name of a variant or reference");
}

/* with= and without=. */
static bool choose_columns(struct parser *parser, struct token list, bool with,
                           struct suite_workload *workload)
{
    struct token element;
    size_t column;

    while (cut(&list, &element)) {
        if (!find_column(parser, &element, &column))
            return false;
        if (parser->suite->columns[column].reference != with)
            return expected(parser, &element, with ? "the name of a reference" : "the name of a variant");
        if (with)
            workload->columns |= (uint64_t)1 << column;
        else
            workload->columns &= ~((uint64_t)1 << column);
    }
    return true;
}

/* An option that both kinds of workload have; *known says whether the token is one. */
static bool option(struct parser *parser, const struct token *token, struct suite_workload *workload,
                   bool *known)
{
    struct token value;

    *known = true;
    if (has_key(token, "without", &value))
        return choose_columns(parser, value, false, workload);
    if (has_key(token, "with", &value))
        return choose_columns(parser, value, true, workload);
    if (has_key(token, "rate", &value)) {
        workload->bytes = true;
        return token_is(&value, "bytes") || expected(parser, &value, "bytes");
    }
    *known = false;
    return true;
}

static bool find_class(struct parser *parser, const struct token *token, size_t *found)
{
    const struct input_class *classes = parser->suite->puzzle->classes;

    for (*found = 0; classes[*found].name; (*found)++)
        if (token_is(token, classes[*found].name))
            return true;
    return expected(parser, token, "the name of a class of the puzzle");
}

static bool find_format(struct parser *parser, const struct token *token, size_t *found)
{
    const char *const *formats = parser->suite->puzzle->formats;

    for (*found = 0; formats && formats[*found]; (*found)++)
        if (token_is(token, formats[*found]))
            return true;
    return expected(parser, token, "the name of a format of the puzzle");
}

static bool integer(struct parser *parser, const struct token *token, const char *what, uint64_t low,
                    uint64_t high, uint64_t *result)
{
    int64_t value;

    if (!token_integer(token, what, (int64_t)low, (int64_t)high, &value, parser->error))
        return false;
    *result = (uint64_t)value;
    return true;
}

struct ladder {
    uint64_t sizes[SIZES_MAX];
    size_t count;
};

static bool parse_sizes(struct parser *parser, struct token list, struct ladder *ladder)
{
    const struct range *range = &parser->suite->puzzle->size;
    struct token element;

    for (ladder->count = 0; cut(&list, &element); ladder->count++) {
        if (ladder->count == SIZES_MAX)
            return error_at(parser->error, element.line, element.column, "more than %d sizes in one line",
                            SIZES_MAX);
        if (!integer(parser, &element, "a size", range->least, range->most, &ladder->sizes[ladder->count]))
            return false;
    }
    return true;
}

static bool recipe_option(struct parser *parser, const struct token *token, struct suite_workload *workload,
                          struct ladder *ladder)
{
    const struct range *rounds = &parser->suite->puzzle->rounds;
    struct token value;
    uint64_t count;

    if (has_key(token, "size", &value))
        return parse_sizes(parser, value, ladder);
    if (has_key(token, "class", &value))
        return find_class(parser, &value, &workload->recipe.input_class);
    if (has_key(token, "format", &value))
        return find_format(parser, &value, &workload->recipe.format);
    if (has_key(token, "seed", &value))
        return integer(parser, &value, "a seed", 0, INT64_MAX, &workload->seed);
    if (has_key(token, "rounds", &value) && rounds->most)
        return integer(parser, &value, rounds->name, rounds->least, rounds->most, &workload->recipe.rounds);
    if (has_key(token, "cases", &value)) {
        if (!integer(parser, &value, "the number of cases", 1, CASES_MAX, &count))
            return false;
        workload->cases = (size_t)count;
        return true;
    }
    return expected(parser, token, "an option of a generated workload");
}

/* Generated workloads are named for their sizes. */
static bool add_rungs(struct parser *parser, const struct token *name, const struct ladder *ladder,
                      struct suite_workload workload)
{
    workload.ladder = copy(parser, name, 0);
    if (!workload.ladder)
        return false;
    for (size_t i = 0; i < ladder->count; i++) {
        char *rung = copy(parser, name, NUMBER_LENGTH_MAX);

        if (!rung)
            return false;
        snprintf(rung + token_length(name), NUMBER_LENGTH_MAX, "-%" PRIu64, ladder->sizes[i]);
        workload.name = rung;
        workload.recipe.size = ladder->sizes[i];
        if (!add_workload(parser, name, &workload))
            return false;
    }
    return true;
}

static bool workload_name(struct parser *parser, struct token *name)
{
    if (!next(parser, name, "the name of a workload"))
        return false;
    return is_name(name) || expected(parser, name, "a name of letters, digits, '-', '_' and '.'");
}

static uint64_t usual_columns(const struct suite *suite)
{
    uint64_t columns = 0;

    for (size_t i = 0; i < suite->column_count; i++)
        if (!suite->columns[i].reference)
            columns |= (uint64_t)1 << i;
    return columns;
}

static bool generate(struct parser *parser)
{
    struct suite_workload workload = {
        .cases = SUITE_CASES_USUAL, .seed = 1, .columns = usual_columns(parser->suite)};
    struct ladder ladder = {.count = 0};
    struct token name, token;
    bool known;

    workload.recipe.rounds = parser->suite->puzzle->rounds.usual;
    if (!workload_name(parser, &name))
        return false;
    for (;;) {
        if (!reader_next_on_line(&parser->reader, &token))
            return false;
        if (token_is_empty(&token))
            break;
        if (!option(parser, &token, &workload, &known))
            return false;
        if (!known && !recipe_option(parser, &token, &workload, &ladder))
            return false;
    }
    if (!ladder.count)
        return expected(parser, &token, "size=N");
    return add_rungs(parser, &name, &ladder, workload);
}

static bool files(struct parser *parser)
{
    struct suite_workload workload = {.columns = usual_columns(parser->suite)};
    const char **globs = arena_zalloc(parser->arena, GLOBS_MAX + 1, sizeof *globs);
    struct token name, token;
    size_t count = 0;
    bool known;

    if (!globs)
        return error_out_of_memory(parser->error);
    if (!workload_name(parser, &name))
        return false;
    for (;;) {
        if (!reader_next_on_line(&parser->reader, &token))
            return false;
        if (token_is_empty(&token))
            break;
        if (!option(parser, &token, &workload, &known))
            return false;
        if (known)
            continue;
        if (count == GLOBS_MAX)
            return error_at(parser->error, token.line, token.column, "more than %d patterns in one line",
                            GLOBS_MAX);
        globs[count] = copy(parser, &token, 0);
        if (!globs[count++])
            return false;
    }
    if (!count)
        return expected(parser, &token, "a pattern of file names");
    workload.globs = globs;
    workload.name = copy(parser, &name, 0);
    return workload.name && add_workload(parser, &name, &workload);
}

/* A positive decimal number, with a point or without. */
static bool number(struct parser *parser, double *value)
{
    char digits[NUMBER_LENGTH_MAX + 1];
    struct token token;
    size_t length;
    char *end;

    if (!next(parser, &token, "a positive number"))
        return false;
    length = token_length(&token);
    if (length > NUMBER_LENGTH_MAX)
        return expected(parser, &token, "a positive number");
    memcpy(digits, token.bytes, length);
    digits[length] = '\0';
    if (strspn(digits, "0123456789.") != length)
        return expected(parser, &token, "a positive number");
    *value = strtod(digits, &end);
    if (*end || !(*value > 0))
        return expected(parser, &token, "a positive number");
    return true;
}

static bool unit(struct parser *parser, double *seconds)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
    struct token token;

    if (!next(parser, &token, "ns, us, ms or s"))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (token_is(&token, units[i].name)) {
            *seconds *= units[i].seconds;
            return true;
        }
    }
    return expected(parser, &token, "ns, us, ms or s");
}

static bool column(struct parser *parser, size_t *found)
{
    struct token token;

    return next(parser, &token, "the name of a variant or reference") && find_column(parser, &token, found);
}

static bool relation(struct parser *parser, struct suite_aim *found)
{
    struct token token;

    if (!next(parser, &token, "'within', 'beats' or 'under'"))
        return false;
    if (token_is(&token, "within")) {
        found->kind = AIM_WITHIN;
        return number(parser, &found->figure) && word(parser, "of", "'of'") && column(parser, &found->other);
    }
    if (token_is(&token, "beats")) {
        found->kind = AIM_BEATS;
        return column(parser, &found->other) && word(parser, "by", "'by'") && number(parser, &found->figure);
    }
    found->kind = AIM_UNDER;
    if (!token_is(&token, "under"))
        return expected(parser, &token, "'within', 'beats' or 'under'");
    return number(parser, &found->figure) && unit(parser, &found->figure);
}

static bool aim(struct parser *parser)
{
    struct suite *suite = parser->suite;
    struct suite_aim found = {0};
    struct token token;

    if (!next(parser, &token, "the name of a workload above"))
        return false;
    found.workload = find_workload(suite, (const char *)token.bytes, token_length(&token));
    if (found.workload == suite->workload_count)
        return expected(parser, &token, "the name of a workload above");
    if (!column(parser, &found.column) || !relation(parser, &found))
        return false;
    suite->aims = grow(parser, suite->aims, suite->aim_count, &parser->aim_room, sizeof found);
    if (!suite->aims)
        return false;
    suite->aims[suite->aim_count++] = found;
    return end_of_line(parser);
}

/* The words up to the end of the line, with one space between them. */
static bool upper(struct parser *parser)
{
    struct token first, token;
    char *words;

    if (!next(parser, &first, "what bounds every variant from above"))
        return false;
    for (token = first; !token_is_empty(&token);) {
        first.end = token.end;
        if (!reader_next_on_line(&parser->reader, &token))
            return false;
    }
    words = copy(parser, &first, 0);
    parser->suite->upper = words;
    return words != NULL;
}

static bool add_column(struct parser *parser, const struct token *at, const struct suite_column *added)
{
    struct suite *suite = parser->suite;

    if (suite->column_count == SUITE_COLUMNS_MAX)
        return error_at(parser->error, at->line, at->column,
                        "the puzzle has more than %d variants and references", SUITE_COLUMNS_MAX);
    suite->columns[suite->column_count++] = *added;
    return true;
}

static bool head(struct parser *parser, const struct puzzle *const *known,
                 const struct reference *const *yardsticks)
{
    struct suite *suite = parser->suite;
    struct token token;

    if (!reader_next(&parser->reader, &token))
        return false;
    if (!token_is(&token, "puzzle"))
        return expected(parser, &token, "'puzzle'");
    if (!next(parser, &token, "the name of a puzzle"))
        return false;
    while (*known && !token_is(&token, (*known)->name))
        known++;
    if (!*known)
        return expected(parser, &token, "the name of a puzzle");
    suite->puzzle = *known;
    for (size_t i = 0; suite->puzzle->variants[i]; i++)
        if (!add_column(parser, &token, &(struct suite_column){suite->puzzle->variants[i], false, true}))
            return false;
    for (; *yardsticks; yardsticks++)
        if (strcmp((*yardsticks)->puzzle, suite->puzzle->name) == 0 &&
            !add_column(parser, &token,
                        &(struct suite_column){&(*yardsticks)->variant, true, (*yardsticks)->answers}))
            return false;
    return add_column(parser, &token, &(struct suite_column){&noop_variant, true, false}) &&
           add_column(parser, &token, &(struct suite_column){&parse_variant, true, false}) && end_of_line(parser);
}

bool suite_parse(const void *bytes, size_t size, const struct puzzle *const *known,
                 const struct reference *const *yardsticks, struct arena *arena, struct suite *suite,
                 struct error *error)
{
    struct parser parser = {.arena = arena, .suite = suite, .error = error};
    struct token token;

    *suite = (struct suite){0};
    reader_open(&parser.reader, bytes, size, error);
    parser.reader.comments = true;
    if (!head(&parser, known, yardsticks))
        return false;
    for (;;) {
        bool good;

        if (!reader_next(&parser.reader, &token))
            return false;
        if (token_is_empty(&token))
            return suite->workload_count > 0 || expected(&parser, &token, "a workload");
        if (token_is(&token, "generate"))
            good = generate(&parser);
        else if (token_is(&token, "files"))
            good = files(&parser);
        else if (token_is(&token, "aim"))
            good = aim(&parser);
        else if (token_is(&token, "upper"))
            good = upper(&parser);
        else
            good = expected(&parser, &token, "'generate', 'files', 'upper' or 'aim'");
        if (!good)
            return false;
    }
}
