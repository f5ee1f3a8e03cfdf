/* assay list: what there is. */
#include "commands.h"

#include <inttypes.h>
#include <string.h>

#include "file.h"

static const char *const claim_names[] = {[CLAIM_EXACT] = "exact", [CLAIM_SOUND] = "sound"};

/* Bounds can be long, so they have a line of their own. */
static void describe_variants(const struct puzzle *puzzle, bool all, struct text *text)
{
    size_t names = strlen("VARIANT");

    for (size_t i = 0; puzzle->variants[i]; i++)
        if (strlen(puzzle->variants[i]->name) > names)
            names = strlen(puzzle->variants[i]->name);
    text_format(text, "  %-*s  CLAIM  DOMAIN, BOUND\n", (int)names, "VARIANT");
    for (size_t i = 0; puzzle->variants[i]; i++) {
        const struct variant *variant = puzzle->variants[i];

        text_format(text, "  %-*s  %s  %s\n", (int)names, variant->name, claim_names[variant->claim],
                    variant->domain);
        text_format(text, "  %-*s         %s\n", (int)names, "", variant->bound);
        if (all)
            text_format(text, "  %-*s         %s\n", (int)names, "", variant->summary);
    }
}

static void describe_lines(const char *lines, struct text *text)
{
    for (size_t length; *lines; lines += length) {
        length = strcspn(lines, "\n");
        length += lines[length] == '\n';
        text_format(text, "  %.*s", (int)length, lines);
    }
}

static void describe_range(const struct range *range, const char *option, struct text *text)
{
    if (range->most)
        text_format(text, "%s: %s, %" PRIu64 " to %" PRIu64 ", %" PRIu64 " if not given\n", option,
                    range->name, range->least, range->most, range->usual);
}

static void describe_input(const struct puzzle *puzzle, struct text *text)
{
    text_format(text, "\ninput, %s a file:\n", puzzle->cases_per_file > 1 ? "many cases" : "one case");
    describe_lines(puzzle->notation, text);
    text_string(text, "\nclasses:\n");
    for (const struct input_class *class = puzzle->classes; class->name; class ++)
        text_format(text, "  %-10s  %s\n", class->name, class->summary);
    describe_range(&puzzle->size, "--size", text);
    describe_range(&puzzle->rounds, "--rounds", text);
    if (puzzle->formats)
        text_string(text, "--format:");
    for (size_t i = 0; format_name_at(puzzle, i); i++)
        text_format(text, "%s %s", i ? "," : "", puzzle->formats[i]);
    if (puzzle->formats)
        text_char(text, '\n');
}

void describe_puzzle(const struct puzzle *puzzle, bool all, struct text *text)
{
    text_format(text, "%s: %s (%s)\n  %s\n", puzzle->name, puzzle->title, puzzle->source, puzzle->summary);
    describe_variants(puzzle, all, text);
    if (all)
        describe_input(puzzle, text);
}

static const struct {
    const char *name;
    const char *(*name_at)(const struct puzzle *puzzle, size_t index);
} kinds[] = {
    {"puzzles", puzzle_name_at},
    {"variants", variant_name_at},
    {"classes", class_name_at},
    {"formats", format_name_at},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *kind_name_at(const struct puzzle *unused, size_t index)
{
    (void)unused;
    return index < KINDS ? kinds[index].name : NULL;
}

static int print(struct text *text)
{
    int status = file_print("assay", text);

    text_free(text);
    return status;
}

static int list_names(const struct usage *usage, const struct puzzle *puzzle, const char *kind)
{
    size_t chosen = choose_name(usage, NULL, "list", kind, kind_name_at);
    struct text text = {0};

    if (chosen == SIZE_MAX)
        return EXIT_USAGE;
    if (!puzzle && kinds[chosen].name_at != puzzle_name_at)
        return options_refuse(usage, "%s of which PUZZLE?", kind);
    for (size_t i = 0; kinds[chosen].name_at(puzzle, i); i++)
        text_format(&text, "%s\n", kinds[chosen].name_at(puzzle, i));
    return print(&text);
}

int command_list(int count, char **arguments)
{
    const char *names = NULL;
    const struct option options[] = {
        {.name = "names",
         .value = "KIND",
         .summary = "names only, one a line: puzzles, variants, classes, formats",
         .text = &names},
        {0},
    };
    const struct usage usage = {
        .program = "assay list",
        .synopsis = "assay list [PUZZLE] [OPTION]...",
        .about = "Lists the puzzles and their variants with what each claims, costs and affords; of a\n"
                 "PUZZLE also the input format, the classes of generated input and their sizes.\n",
        .options = options,
    };
    const struct puzzle *puzzle = NULL;
    struct text text = {0};
    int operands;
    enum options_result result = options_parse(&usage, count, arguments, &operands);

    if (result != OPTIONS_RUN)
        return options_finish(&usage, result);
    if (operands > 1)
        return options_refuse(&usage, "one PUZZLE at most, but there is also '%s'", arguments[1]);
    if (operands && !(puzzle = operand_puzzle(&usage, operands, arguments)))
        return EXIT_USAGE;
    if (names)
        return list_names(&usage, puzzle, names);
    if (puzzle)
        describe_puzzle(puzzle, true, &text);
    for (size_t i = 0; !puzzle && puzzles[i]; i++) {
        if (i)
            text_char(&text, '\n');
        describe_puzzle(puzzles[i], false, &text);
    }
    return print(&text);
}
