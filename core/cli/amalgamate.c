/* Amalgamation. Headers come first, each once; then the C files, in which a file-scope name that an earlier one has too gets the
 * file's name after it, and whose macros end with the file. The tables of puzzles and variants shrink to one line. Of the puzzle
 * what only verifying and generating need is left out, and what its table points to there is NULL.
 *
 * Renaming looks at tokens, not at scopes: what follows `.` or `->` is a member and stays. Local names that are renamed along are
 * renamed everywhere in the file. Linking objects into one was rejected: what is submitted has to be source. */
#include "amalgamate.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../version.h"
#include "file.h"

enum { NAME_SIZE = 64, NAMES_MAX = 4096, PATH_SIZE = 512, FILES_MAX = 64 };

struct name {
    char name[NAME_SIZE];
    bool local; /* static, a tag, an enumerator */
};

struct names {
    size_t count;
    struct name list[NAMES_MAX];
};

struct amalgam {
    const char *root;
    const struct puzzle *puzzle;
    const struct variant *variant;
    struct text *out;
    char *reason;
    struct names headers; /* seen, local and of the system */
    struct names taken;   /* by earlier files */
    struct names own;     /* of the file in hand */
    struct names macros;
};

static bool has_name(const struct names *names, const char *name, size_t length)
{
    for (size_t i = 0; i < names->count; i++)
        if (strlen(names->list[i].name) == length && memcmp(names->list[i].name, name, length) == 0)
            return true;
    return false;
}

static bool add_name(struct names *names, const char *name, size_t length, bool local)
{
    if (has_name(names, name, length))
        return false;
    if (names->count < NAMES_MAX && length < NAME_SIZE) {
        memcpy(names->list[names->count].name, name, length);
        names->list[names->count].name[length] = '\0';
        names->list[names->count++].local = local;
    }
    return true;
}

/* ---- tokens ---- */

enum kind { KIND_END, KIND_WORD, KIND_MARK, KIND_BLANK, KIND_OTHER, KIND_LINE };

struct token {
    enum kind kind; /* blank: white space and comments; other: numbers, strings; line: a directive with its line end */
    const char *at;
    size_t length;
};

static bool is_letter(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

static size_t quoted_length(const char *at)
{
    size_t length = 1;

    while (at[length] && at[length] != *at)
        length += at[length] == '\\' && at[length + 1] ? 2 : 1;
    return length + (at[length] != 0);
}

/* From a '#'. */
static size_t line_length(const char *at)
{
    size_t length = 1;

    while (at[length] && (at[length] != '\n' || at[length - 1] == '\\'))
        length++;
    return length + (at[length] != 0);
}

/* `at` ends with a zero. Outside of directives a '#' begins one. */
static struct token next_token(const char *at, bool directives)
{
    struct token token = {KIND_MARK, at, 1};
    const char *end;

    if (!*at)
        return (struct token){KIND_END, at, 0};
    if (directives && *at == '#')
        return (struct token){KIND_LINE, at, line_length(at)};
    if (isspace((unsigned char)*at)) {
        token.kind = KIND_BLANK;
    } else if (at[0] == '/' && at[1] == '*') {
        end = strstr(at + 2, "*/");
        token = (struct token){KIND_BLANK, at, end ? (size_t)(end - at) + 2 : strlen(at)};
    } else if (*at == '"' || *at == '\'') {
        token = (struct token){KIND_OTHER, at, quoted_length(at)};
    } else if (is_letter(*at)) {
        token.kind = isdigit((unsigned char)*at) ? KIND_OTHER : KIND_WORD;
        while (is_letter(at[token.length]))
            token.length++;
    }
    return token;
}

static bool is_word(const struct token *token, const char *word)
{
    return token->kind == KIND_WORD && token->length == strlen(word) && memcmp(token->at, word, token->length) == 0;
}

/* The next one that is neither blank nor a directive. */
static struct token next_solid(const char **at)
{
    struct token token;

    do {
        token = next_token(*at, true);
        *at = token.at + token.length;
    } while (token.kind == KIND_BLANK || token.kind == KIND_LINE);
    return token;
}

/* Past the bracket that closes the one just read; enumerators are noted on the way where `constants` is given. */
static void skip_nested(const char **at, struct names *constants)
{
    struct token token, before = {KIND_MARK, "{", 1};
    int depth = 1;

    while (depth && (token = next_solid(at)).kind != KIND_END) {
        if (token.kind == KIND_MARK && strchr("{([", *token.at))
            depth++;
        else if (token.kind == KIND_MARK && strchr("})]", *token.at))
            depth--;
        else if (constants && depth == 1 && token.kind == KIND_WORD && before.kind == KIND_MARK && strchr("{,", *before.at))
            add_name(constants, token.at, token.length, true);
        before = token;
    }
}

/* All names that a file has at its outermost level. */
static void find_names(const char *at, struct names *names)
{
    struct token token, last = {0}, name = {0};
    bool local = false, elsewhere = false, keyword = false, tag = false, constants = false, function = false;

    while ((token = next_solid(&at)).kind != KIND_END) {
        char mark = token.kind == KIND_MARK ? *token.at : '\0';

        if (is_word(&token, "__attribute__") || is_word(&token, "_Static_assert")) {
            next_solid(&at);
            skip_nested(&at, NULL);
            continue;
        }
        elsewhere |= is_word(&token, "extern");
        local |= is_word(&token, "static") || is_word(&token, "typedef");
        if (mark && strchr("([=;", mark) && !name.length && last.kind == KIND_WORD)
            name = last;
        function |= mark == '(';
        if (mark == '{') {
            bool body = !name.length; /* of a struct, union or enum */

            if (body && tag)
                add_name(names, last.at, last.length, true);
            skip_nested(&at, body && constants ? names : NULL);
        } else if (mark == '(' || mark == '[') {
            skip_nested(&at, NULL);
        }
        if (mark == ';' || (mark == '{' && function)) {
            if (name.length && !elsewhere)
                add_name(names, name.at, name.length, local);
            local = elsewhere = keyword = tag = constants = function = false;
            last = name = (struct token){0};
            continue;
        }
        constants |= is_word(&token, "enum");
        tag = keyword && token.kind == KIND_WORD;
        keyword = is_word(&token, "struct") || is_word(&token, "union") || is_word(&token, "enum");
        last = token;
    }
}

/* ---- files ---- */

static bool give_up(void)
{
    fprintf(stderr, "assay: out of memory\n");
    return false;
}

/* The file's text with a zero after it; NULL after a message. */
static char *load(const struct amalgam *amalgam, const char *path)
{
    char full[PATH_SIZE];
    struct file file;
    char *text;

    snprintf(full, sizeof full, "%s/%s", amalgam->root, path);
    if (file_read("assay", full, &file) != EXIT_WELL)
        return NULL;
    text = malloc(file.size + 1);
    if (text) {
        memcpy(text, file.bytes, file.size);
        text[file.size] = '\0';
    } else {
        give_up();
    }
    file_free(&file);
    return text;
}

/* "core/ticket/../reader.h" without the dots. There is a slash in every path. */
static void join_path(const char *from, const char *name, size_t length, char path[PATH_SIZE])
{
    size_t folder = (size_t)(strrchr(from, '/') - from);

    while (strncmp(name, "../", 3) == 0) {
        name += 3;
        length -= 3;
        while (folder && from[--folder] != '/')
            ;
    }
    snprintf(path, PATH_SIZE, "%.*s/%.*s", (int)folder, from, (int)length, name);
}

static bool emit(struct amalgam *amalgam, const char *path, bool header);

/* The C library's headers and what the compiler brings; anything else is a library that a judge may not have. */
static bool is_everywhere(const char *name, size_t length)
{
    static const char *const known[] = {"assert.h", "ctype.h",  "inttypes.h", "immintrin.h", "limits.h", "math.h",  "setjmp.h",
                                        "stdarg.h", "stdbool.h", "stddef.h",  "stdint.h",    "stdio.h",  "stdlib.h", "string.h"};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i]) == length && memcmp(known[i], name, length) == 0)
            return true;
    return strncmp(name, "sanitizer/", 10) == 0; /* included under the sanitizer alone */
}

static bool is_def(const char *name, size_t length)
{
    return length > 4 && memcmp(name + length - 4, ".def", 4) == 0;
}

static bool emit_def(struct amalgam *amalgam, const char *path)
{
    char *text;

    if (strcmp(path, "core/puzzles.def") == 0) {
        text_format(amalgam->out, "PUZZLE(%s)\n", amalgam->puzzle->name);
        return true;
    }
    if (strstr(path, "/variants.def")) {
        if (amalgam->variant)
            text_format(amalgam->out, "VARIANT(%s)\n", amalgam->variant->name);
        return true;
    }
    text = load(amalgam, path);
    if (!text)
        return false;
    text_string(amalgam->out, text);
    free(text);
    return true;
}

/* `#include` in a file that is being emitted; `quoted`: what follows it. */
static bool emit_include(struct amalgam *amalgam, const char *from, const struct token *line, const char *quoted)
{
    bool local = *quoted == '"';
    const char *name = quoted + (*quoted != '\0');
    size_t length = strcspn(name, "\">\n");
    char path[PATH_SIZE];

    if (!local && !is_everywhere(name, length)) {
        snprintf(amalgam->reason, REASON_SIZE, "needs %.*s", (int)length, name);
        return false;
    }
    if (!local) {
        if (memchr(name, '/', length) || add_name(&amalgam->headers, name, length, false))
            text_put(amalgam->out, line->at, line->length);
        return true;
    }
    join_path(from, name, length, path);
    if (is_def(name, length))
        return emit_def(amalgam, path);
    return !add_name(&amalgam->headers, path, strlen(path), false) || emit(amalgam, path, true);
}

static void emit_word(struct amalgam *amalgam, const char *stem, const struct token *word, bool member)
{
    bool rename = !member && has_name(&amalgam->own, word->at, word->length) &&
                  has_name(&amalgam->taken, word->at, word->length);

    text_put(amalgam->out, word->at, word->length);
    if (rename)
        text_format(amalgam->out, "_%s", stem);
}

/* A directive; the words of a macro's body are renamed like others. */
static bool emit_line(struct amalgam *amalgam, const char *path, const char *stem, const struct token *line, bool header)
{
    const char *at = line->at + 1, *end = line->at + line->length;
    struct token token;

    at += strspn(at, " \t");
    if (strncmp(at, "include", 7) == 0)
        return emit_include(amalgam, path, line, at + 7 + strspn(at + 7, " \t"));
    if (!header && strncmp(at, "define", 6) == 0) {
        const char *name = at + 6 + strspn(at + 6, " \t");
        size_t length = 0;

        while (is_letter(name[length]))
            length++;
        add_name(&amalgam->macros, name, length, true);
    }
    for (at = line->at; at < end; at += token.length) {
        token = next_token(at, false);
        if (token.kind == KIND_WORD && !header)
            emit_word(amalgam, stem, &token, false);
        else
            text_put(amalgam->out, token.at, token.length);
    }
    return true;
}

/* The text of a file, with what it includes in its place. */
static bool emit(struct amalgam *amalgam, const char *path, bool header)
{
    char *text = load(amalgam, path), stem[NAME_SIZE];
    const char *name = strrchr(path, '/') + 1;
    bool member = false, well = text;
    struct token token;
    char last = '\0';

    snprintf(stem, sizeof stem, "%.*s", (int)strcspn(name, "."), name);
    text_format(amalgam->out, "\n/* ---- %s ---- */\n", path);
    for (const char *at = text; well && (token = next_token(at, true)).kind != KIND_END; at += token.length) {
        if (token.kind == KIND_LINE)
            well = emit_line(amalgam, path, stem, &token, header);
        else if (token.kind == KIND_WORD && !header)
            emit_word(amalgam, stem, &token, member);
        else
            text_put(amalgam->out, token.at, token.length);
        if (token.kind != KIND_BLANK)
            member = *at == '.' || (*at == '>' && last == '-');
        last = *at;
    }
    free(text);
    return well;
}

/* A C file after the others. */
static bool emit_source(struct amalgam *amalgam, const char *path)
{
    char *text = load(amalgam, path);
    bool well = text;

    if (!well)
        return false;
    amalgam->own.count = amalgam->macros.count = 0;
    find_names(text, &amalgam->own);
    free(text);
    well = emit(amalgam, path, false);
    for (size_t i = 0; i < amalgam->own.count; i++)
        add_name(&amalgam->taken, amalgam->own.list[i].name, strlen(amalgam->own.list[i].name), true);
    for (size_t i = 0; i < amalgam->macros.count; i++)
        text_format(amalgam->out, "#undef %s\n", amalgam->macros.list[i].name);
    return well;
}

/* The headers of a C file, ahead of all C files. */
static bool emit_headers(struct amalgam *amalgam, const char *path)
{
    char *text = load(amalgam, path);
    bool well = text;
    struct token token;

    for (const char *at = text; well && (token = next_token(at, true)).kind != KIND_END; at += token.length) {
        const char *name = token.at + strcspn(token.at, "\"\n");
        size_t length = *name == '"' ? strcspn(name + 1, "\"\n") : 0;

        if (token.kind == KIND_LINE && strncmp(token.at, "#include", 8) == 0 && length && !is_def(name + 1, length))
            well = emit_include(amalgam, path, &token, name);
    }
    free(text);
    return well;
}

/* ---- which files ---- */

struct sources {
    size_t count;
    char path[FILES_MAX][PATH_SIZE];
};

enum part { PART_NEEDED, PART_LEFT_OUT, PART_OTHER };

/* A variant that is another one; what is for generating and verifying only; or what is needed. */
static enum part part_of(const struct amalgam *amalgam, const char *stem, size_t length)
{
    static const char *const left_out[] = {"generate", "draft", "shrink", "space", "spaces", "invariants", "explain"};

    for (size_t i = 0; amalgam->puzzle->variants[i]; i++) {
        const char *name = amalgam->puzzle->variants[i]->name;

        if (strlen(name) == length && memcmp(name, stem, length) == 0)
            return amalgam->puzzle->variants[i] == amalgam->variant ? PART_NEEDED : PART_OTHER;
    }
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        if (strlen(left_out[i]) == length && memcmp(left_out[i], stem, length) == 0)
            return PART_LEFT_OUT;
    return PART_NEEDED;
}

static int is_source(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);

    return length > 2 && strcmp(entry->d_name + length - 2, ".c") == 0;
}

static bool complain(const char *folder, const char *reason)
{
    fprintf(stderr, "assay: %s: %s\n", folder, reason);
    return false;
}

static bool note_absent(const struct amalgam *amalgam, const char *path, struct names *absent)
{
    char *text = load(amalgam, path);

    if (!text)
        return false;
    find_names(text, absent);
    free(text);
    return true;
}

static bool find_sources(struct amalgam *amalgam, struct sources *needed, struct names *absent)
{
    static const char *const common[] = {"error", "arena", "reader", "text", "registry"};
    char folder[PATH_SIZE];
    struct dirent **entries = NULL;
    bool well = true;
    int count;

    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        snprintf(needed->path[needed->count++], PATH_SIZE, "core/%s.c", common[i]);
    snprintf(folder, sizeof folder, "%s/core/%s", amalgam->root, amalgam->puzzle->name);
    count = scandir(folder, &entries, is_source, alphasort);
    for (int i = 0; i < count; i++) {
        enum part part = part_of(amalgam, entries[i]->d_name, strlen(entries[i]->d_name) - 2);
        char path[PATH_SIZE];

        snprintf(path, sizeof path, "core/%s/%s", amalgam->puzzle->name, entries[i]->d_name);
        free(entries[i]);
        if (part == PART_LEFT_OUT)
            well &= note_absent(amalgam, path, absent);
        else if (part == PART_NEEDED && needed->count < FILES_MAX - 1) /* the program comes last */
            memcpy(needed->path[needed->count++], path, sizeof path);
        else if (part == PART_NEEDED && well)
            well = complain(folder, "too many sources");
    }
    free(entries);
    return count > 0 ? well : complain(folder, "no sources");
}

static bool emit_all(struct amalgam *amalgam, const char *program, struct sources *needed, const struct names *absent)
{
    bool well = true;

    snprintf(needed->path[needed->count++], PATH_SIZE, "core/cli/package/%s.c", program);
    text_format(amalgam->out,
                "/* %s%s%s: the sources of assay %s in one file, made by `assay generate %s --package`. gcc -O2 on this file alone\n"
                " * builds it. */\n#define _GNU_SOURCE\n",
                amalgam->puzzle->name, amalgam->variant ? " " : "", amalgam->variant ? amalgam->variant->name : "",
                ASSAY_VERSION, amalgam->puzzle->name);
    for (size_t i = 0; i < needed->count && well; i++)
        well = emit_headers(amalgam, needed->path[i]);
    text_string(amalgam->out, "\n/* What only generating and verifying need. */\n");
    for (size_t i = 0; i < absent->count; i++)
        if (!absent->list[i].local)
            text_format(amalgam->out, "#define %s NULL\n", absent->list[i].name);
    for (size_t i = 0; i < needed->count && well; i++)
        well = emit_source(amalgam, needed->path[i]);
    return well;
}

bool amalgamate(const char *root, const char *program, const struct puzzle *puzzle, const struct variant *variant,
                struct text *text, char reason[REASON_SIZE])
{
    struct amalgam *amalgam = calloc(1, sizeof *amalgam);
    struct sources *needed = calloc(1, sizeof *needed);
    struct names *absent = calloc(1, sizeof *absent);
    bool well = amalgam && needed && absent;

    text_clear(text);
    *reason = '\0';
    if (well) {
        *amalgam = (struct amalgam){.root = root, .puzzle = puzzle, .variant = variant, .out = text, .reason = reason};
        well = find_sources(amalgam, needed, absent) && emit_all(amalgam, program, needed, absent);
    } else {
        give_up();
    }
    if (well && text->failed)
        well = give_up();
    free(amalgam);
    free(needed);
    free(absent);
    return well;
}
