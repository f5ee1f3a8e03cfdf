/* Finds the mutants of a file by libclang. What comes out of a macro is left alone, as is what no run evaluates (sizeof). libclang's C
 * interface of version 14 knows no operators: they are read between the operands. */
#include "mutants.h"

#include <stdarg.h>
#include <clang-c/Index.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct range {
    size_t begin, end;
};

struct finder {
    struct mutants *mutants;
    CXFile file;
    struct range *macros;
    size_t macro_count;
    bool full;
};

/* Where the visit stands: inherited by what is inside. */
struct place {
    struct finder *finder;
    enum CXCursorKind parent;
    bool constant; /* must be known to the compiler */
    bool bound;    /* the condition of a loop */
    bool skipped;  /* statement deletion has no sense here: the head of a for */
    bool guarded;  /* inside an if, so that something follows where a return is left out: a cut that is gone */
    struct range condition;
};

static bool range_of(struct finder *finder, CXCursor cursor, struct range *range)
{
    CXSourceRange extent = clang_getCursorExtent(cursor);
    CXFile first, last;
    unsigned begin, end;

    clang_getSpellingLocation(clang_getRangeStart(extent), &first, NULL, NULL, &begin);
    clang_getSpellingLocation(clang_getRangeEnd(extent), &last, NULL, NULL, &end);
    if (!first || !last || !clang_File_isEqual(first, finder->file) || !clang_File_isEqual(last, finder->file) || begin >= end)
        return false;
    *range = (struct range){begin, end};
    for (size_t i = 0; i < finder->macro_count; i++)
        if (begin < finder->macros[i].end && end > finder->macros[i].begin &&
            !(begin <= finder->macros[i].begin && end >= finder->macros[i].end))
            return false;
    return end <= finder->mutants->source.length;
}

/* Is the whole range the work of a macro? Then it is another's text. */
static bool is_macro(const struct finder *finder, struct range range)
{
    for (size_t i = 0; i < finder->macro_count; i++)
        if (range.begin >= finder->macros[i].begin && range.end <= finder->macros[i].end)
            return true;
    return false;
}

static void locate(const char *source, size_t at, unsigned *line, unsigned *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < at; i++) {
        *column = source[i] == '\n' ? 1 : *column + 1;
        *line += source[i] == '\n';
    }
}

static void add(const struct place *place, const char *kind, struct range range, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A replacement of one line: what was written over several is joined. NULL: the statement goes. */
static void add(const struct place *place, const char *kind, struct range range, const char *format, ...)
{
    struct mutants *mutants = place->finder->mutants;
    struct mutant *mutant = &mutants->mutant[mutants->count];
    struct text text = {0};
    va_list arguments;
    char buffer[4096];

    if (mutants->count + 1 >= MUTANTS_MAX) {
        place->finder->full = true;
        return;
    }
    *mutant = (struct mutant){.kind = kind, .begin = range.begin, .end = range.end, .alone = place->constant};
    locate(mutants->source.bytes, range.begin, &mutant->line, &mutant->column);
    locate(mutants->source.bytes, range.end, &mutant->end_line, &mutant->end_column);
    if (format) {
        int length;

        va_start(arguments, format);
        length = vsnprintf(buffer, sizeof buffer, format, arguments);
        va_end(arguments);
        if (length < 0 || (size_t)length >= sizeof buffer || strstr(buffer, "//"))
            return;
        for (char *byte = buffer; *byte; byte++)
            if (*byte == '\n')
                *byte = ' ';
        text_string(&text, buffer);
        mutant->replacement = text.bytes;
    }
    mutants->count++;
}

static const char *at(const struct place *place, size_t offset)
{
    return place->finder->mutants->source.bytes + offset;
}

struct children {
    CXCursor cursor[3];
    unsigned count;
};

static enum CXChildVisitResult collect(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct children *children = data;

    (void)parent;
    if (children->count < 3)
        children->cursor[children->count] = cursor;
    children->count++;
    return CXChildVisit_Continue;
}

static struct children children_of(CXCursor cursor)
{
    struct children children = {.count = 0};

    clang_visitChildren(cursor, collect, &children);
    return children;
}

static bool is_number(CXCursor cursor)
{
    enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(cursor)).kind;

    return (kind >= CXType_Bool && kind <= CXType_LongDouble) || kind == CXType_Int128 || kind == CXType_Enum;
}

/* An operator, what it becomes, and what such a change is called. Where the operands must be numbers is said, for pointers know + and -. */
static const struct exchange {
    const char *from, *to, *kind;
} exchanges[] = {
    {"<", "<=", "relational"},    {"<", ">=", "relational"},   {"<=", "<", "relational"},   {"<=", ">", "relational"},
    {">", ">=", "relational"},    {">", "<=", "relational"},   {">=", ">", "relational"},   {">=", "<", "relational"},
    {"==", "!=", "relational"},   {"!=", "==", "relational"},  {"&&", "||", "logical"},     {"||", "&&", "logical"},
    {"+", "-", "arithmetic"},     {"-", "+", "arithmetic"},    {"*", "+", "arithmetic"},    {"/", "*", "arithmetic"},
    {"%", "*", "arithmetic"},     {"<<", ">>", "shift"},       {">>", "<<", "shift"},       {"&", "|", "mask"},
    {"|", "&", "mask"},           {"^", "|", "mask"},          {"+=", "-=", "arithmetic"},  {"-=", "+=", "arithmetic"},
    {"*=", "+=", "arithmetic"},   {"/=", "*=", "arithmetic"},  {"<<=", ">>=", "shift"},     {">>=", "<<=", "shift"},
    {"&=", "|=", "mask"},         {"|=", "&=", "mask"},        {"^=", "|=", "mask"},
};

static void mutate_binary(const struct place *place, CXCursor cursor, struct range range)
{
    struct children sides = children_of(cursor);
    struct range left, right;
    char operator[4] = "";

    if (sides.count != 2 || !range_of(place->finder, sides.cursor[0], &left) || !range_of(place->finder, sides.cursor[1], &right) ||
        left.end >= right.begin || sscanf(at(place, left.end), " %3[-+*/%%<>=!&|^]", operator) != 1)
        return;
    for (size_t i = 0; i < sizeof exchanges / sizeof *exchanges; i++) {
        const struct exchange *e = &exchanges[i];
        bool numbers = is_number(sides.cursor[0]) && is_number(sides.cursor[1]);

        if (strcmp(operator, e->from) != 0 || (!numbers && strcmp(e->kind, "relational") != 0 && strcmp(e->kind, "logical") != 0))
            continue;
        add(place, place->bound && strcmp(e->kind, "relational") == 0 ? "loop bound" : e->kind, range, "%.*s %s %.*s",
            (int)(left.end - left.begin), at(place, left.begin), e->to, (int)(right.end - right.begin), at(place, right.begin));
    }
    if (place->bound && strchr("<>", operator[0]) && is_number(sides.cursor[1]))
        add(place, "loop bound", range, "%.*s %s (%.*s) - 1", (int)(left.end - left.begin), at(place, left.begin), operator,
            (int)(right.end - right.begin), at(place, right.begin));
}

static void mutate_unary(const struct place *place, struct range range)
{
    const char *text = at(place, range.begin);
    int length = (int)(range.end - range.begin);

    if (length > 2 && strncmp(text, "++", 2) == 0)
        add(place, "arithmetic", range, "--%.*s", length - 2, text + 2);
    else if (length > 2 && strncmp(text, "--", 2) == 0)
        add(place, "arithmetic", range, "++%.*s", length - 2, text + 2);
    else if (length > 2 && strncmp(text + length - 2, "++", 2) == 0)
        add(place, "arithmetic", range, "%.*s--", length - 2, text);
    else if (length > 2 && strncmp(text + length - 2, "--", 2) == 0)
        add(place, "arithmetic", range, "%.*s++", length - 2, text);
    else if (*text == '~' || *text == '-')
        add(place, *text == '-' ? "arithmetic" : "mask", range, "%.*s", length - 1, text + 1);
    else if (*text == '!')
        add(place, "negation", range, "!!%.*s", length - 1, text + 1);
}

static void mutate_constant(const struct place *place, struct range range)
{
    int length = (int)(range.end - range.begin);
    const char *text = at(place, range.begin);

    add(place, "constant", range, "(%.*s + 1)", length, text);
    if (strncmp(text, "0", (size_t)length) != 0)
        add(place, "constant", range, "(%.*s - 1)", length, text);
}

static void mutate_condition(const struct place *place, CXCursor cursor)
{
    struct range range;

    if (range_of(place->finder, cursor, &range) && !is_macro(place->finder, range))
        add(place, "condition", range, "!(%.*s)", (int)(range.end - range.begin), at(place, range.begin));
}

static void mutate_return(const struct place *place, CXCursor cursor)
{
    struct children value = children_of(cursor);
    struct range range;
    int length;

    if (value.count != 1 || !range_of(place->finder, value.cursor[0], &range) || is_macro(place->finder, range))
        return;
    length = (int)(range.end - range.begin);
    if (clang_getCanonicalType(clang_getCursorType(value.cursor[0])).kind == CXType_Bool)
        add(place, "return", range, "!(%.*s)", length, at(place, range.begin));
    else if (is_number(value.cursor[0]))
        add(place, "return", range, "(%.*s) + 1", length, at(place, range.begin));
    else if (clang_getCanonicalType(clang_getCursorType(value.cursor[0])).kind == CXType_Pointer)
        add(place, "return", range, "(%.*s, (void *)0)", 1, "0");
}

/* A statement of a block, or one that stands as the body of something. */
static void mutate_statement(const struct place *place, enum CXCursorKind kind, CXCursor cursor)
{
    struct range range;
    bool expression = clang_isExpression(kind);
    enum CXCursorKind p = place->parent;

    if (p != CXCursor_CompoundStmt && (place->skipped || !(p == CXCursor_IfStmt || p == CXCursor_ForStmt || p == CXCursor_WhileStmt)))
        return;
    if (!expression && kind != CXCursor_BreakStmt && kind != CXCursor_ContinueStmt &&
        !(kind == CXCursor_ReturnStmt && place->guarded))
        return;
    if (!range_of(place->finder, cursor, &range) || is_macro(place->finder, range))
        return;
    while (*at(place, range.end) == ' ' || *at(place, range.end) == '\n')
        range.end++;
    if (*at(place, range.end) != ';')
        return;
    range.end++;
    add(place, "statement", range, NULL);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data);

/* Of an if, a loop or a ?: the first child that is its condition. In a for it is the one between the semicolons. */
static bool condition_of(struct finder *finder, CXCursor cursor, enum CXCursorKind kind, CXCursor *condition)
{
    struct children children = children_of(cursor);
    struct range range, child;
    const char *source = finder->mutants->source.bytes;
    size_t first, second;

    if (kind == CXCursor_IfStmt || kind == CXCursor_WhileStmt || kind == CXCursor_ConditionalOperator)
        return *condition = children.cursor[0], children.count > 1;
    if (kind == CXCursor_DoStmt)
        return *condition = children.cursor[1], children.count == 2;
    if (kind != CXCursor_ForStmt || !range_of(finder, cursor, &range))
        return false;
    first = (size_t)(strchr(source + range.begin, ';') - source);
    second = (size_t)(strchr(source + first + 1, ';') - source);
    for (unsigned i = 0; i < children.count && i < 3; i++)
        if (range_of(finder, children.cursor[i], &child) && child.begin > first && child.end <= second)
            return *condition = children.cursor[i], true;
    return false;
}

static bool is_fixed(CXCursor cursor, enum CXCursorKind kind, enum CXCursorKind parent)
{
    if (kind == CXCursor_VarDecl)
        return parent == CXCursor_TranslationUnit || clang_Cursor_getStorageClass(cursor) == CX_SC_Static;
    return kind == CXCursor_EnumConstantDecl || kind == CXCursor_FieldDecl;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct place inner = *(const struct place *)data;
    const struct place *place = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    CXCursor condition;
    struct range range = {0, 0};
    bool known = range_of(inner.finder, cursor, &range) && !is_macro(inner.finder, range);

    if (kind == CXCursor_UnaryExpr || kind == CXCursor_StaticAssert) /* sizeof, _Alignof */
        return CXChildVisit_Continue;
    if (parent.kind == CXCursor_TranslationUnit && !clang_Location_isFromMainFile(clang_getCursorLocation(cursor)))
        return CXChildVisit_Continue;
    inner.parent = kind;
    inner.constant |= is_fixed(cursor, kind, parent.kind);
    inner.bound = place->condition.end && known && range.begin >= place->condition.begin && range.end <= place->condition.end;
    inner.skipped = false;
    inner.guarded = kind == CXCursor_IfStmt || (kind == CXCursor_CompoundStmt && parent.kind == CXCursor_IfStmt);
    mutate_statement(place, kind, cursor);
    if (known) {
        struct place here = inner;

        here.constant = inner.constant || (parent.kind == CXCursor_CaseStmt && kind != CXCursor_CompoundStmt && clang_isExpression(kind));
        inner.constant = here.constant;
        if (kind == CXCursor_BinaryOperator || kind == CXCursor_CompoundAssignOperator)
            mutate_binary(&here, cursor, range);
        else if (kind == CXCursor_UnaryOperator)
            mutate_unary(&here, range);
        else if (kind == CXCursor_IntegerLiteral || kind == CXCursor_CharacterLiteral)
            mutate_constant(&here, range);
        else if (kind == CXCursor_ReturnStmt)
            mutate_return(&here, cursor);
    }
    inner.condition = (struct range){0, 0};
    if (condition_of(inner.finder, cursor, kind, &condition)) {
        if (!inner.constant)
            mutate_condition(&inner, condition);
        if (kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt)
            (void)range_of(inner.finder, condition, &inner.condition);
    } else if (inner.bound) {
        inner.condition = place->condition;
    }
    /* The three parts of a for's head are no statements. */
    inner.skipped = kind == CXCursor_ForStmt && children_of(cursor).count > 1;
    clang_visitChildren(cursor, visit, &inner);
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult note_macro(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct finder *finder = data;
    CXSourceRange extent = clang_getCursorExtent(cursor);
    unsigned begin, end;

    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_MacroExpansion || !clang_Location_isFromMainFile(clang_getCursorLocation(cursor)))
        return CXChildVisit_Continue;
    clang_getSpellingLocation(clang_getRangeStart(extent), NULL, NULL, NULL, &begin);
    clang_getSpellingLocation(clang_getRangeEnd(extent), NULL, NULL, NULL, &end);
    if (finder->macro_count < MUTANTS_MAX)
        finder->macros[finder->macro_count++] = (struct range){begin, end};
    return CXChildVisit_Continue;
}

static bool has_errors(CXTranslationUnit unit, const char *path)
{
    for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        CXString text = clang_formatDiagnostic(diagnostic, clang_defaultDiagnosticDisplayOptions());
        bool error = clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;

        if (error)
            fprintf(stderr, "mutate: %s: %s\n", path, clang_getCString(text));
        clang_disposeString(text);
        clang_disposeDiagnostic(diagnostic);
        if (error)
            return true;
    }
    return false;
}

static bool read_source(struct text *source, const char *path)
{
    FILE *file = fopen(path, "rb");
    char buffer[1 << 16];
    size_t length;

    if (!file)
        return false;
    while ((length = fread(buffer, 1, sizeof buffer, file)) > 0)
        text_put(source, buffer, length);
    fclose(file);
    return source->length > 0 && !source->failed;
}

bool mutants_find(struct mutants *mutants, const char *path, const char *const *flags, int flag_count)
{
    struct finder finder = {.mutants = mutants, .macros = calloc(MUTANTS_MAX, sizeof *finder.macros)};
    struct place place = {.finder = &finder};
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit unit = clang_parseTranslationUnit(index, path, flags, flag_count, NULL, 0, CXTranslationUnit_DetailedPreprocessingRecord);
    bool found = false;

    *mutants = (struct mutants){.mutant = calloc(MUTANTS_MAX, sizeof *mutants->mutant)};
    if (!unit || !finder.macros || !mutants->mutant || !read_source(&mutants->source, path))
        fprintf(stderr, "mutate: %s: cannot be read\n", path);
    else if (!has_errors(unit, path)) {
        finder.file = clang_getFile(unit, path);
        clang_visitChildren(clang_getTranslationUnitCursor(unit), note_macro, &finder);
        clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, &place);
        found = !finder.full;
    }
    clang_disposeTranslationUnit(unit);
    clang_disposeIndex(index);
    free(finder.macros);
    return found;
}

void mutants_free(struct mutants *mutants)
{
    for (size_t i = 0; i < mutants->count; i++)
        free(mutants->mutant[i].replacement);
    free(mutants->mutant);
    text_free(&mutants->source);
    *mutants = (struct mutants){.count = 0};
}
