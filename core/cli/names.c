/* Names that users type: puzzles, variants, classes, formats. A wrong one is answered with those that there
 * are. */
#include "commands.h"

#include <string.h>

#include "file.h"

const char *puzzle_name_at(const struct puzzle *unused, size_t index)
{
    (void)unused;
    return puzzles[index] ? puzzles[index]->name : NULL;
}

const char *variant_name_at(const struct puzzle *puzzle, size_t index)
{
    return puzzle->variants[index] ? puzzle->variants[index]->name : NULL;
}

const char *class_name_at(const struct puzzle *puzzle, size_t index)
{
    return puzzle->classes[index].name;
}

const char *format_name_at(const struct puzzle *puzzle, size_t index)
{
    return puzzle->formats ? puzzle->formats[index] : NULL;
}

size_t choose_name(const struct usage *usage, const struct puzzle *puzzle, const char *what, const char *name,
                   const char *(*name_at)(const struct puzzle *puzzle, size_t index))
{
    struct text list = {0};

    if (!name)
        return 0;
    for (size_t i = 0; name_at(puzzle, i); i++)
        if (strcmp(name_at(puzzle, i), name) == 0)
            return i;
    for (size_t i = 0; name_at(puzzle, i); i++)
        text_format(&list, "%s%s", i ? ", " : "", name_at(puzzle, i));
    options_refuse(usage, "%s '%s' is none of %s", what, name, list.failed ? "those that there are" : list.bytes);
    text_free(&list);
    return SIZE_MAX;
}

const struct puzzle *operand_puzzle(const struct usage *usage, int operands, char **arguments)
{
    size_t index = SIZE_MAX;

    if (operands)
        index = choose_name(usage, NULL, "puzzle", arguments[0], puzzle_name_at);
    else
        options_refuse(usage, "which PUZZLE?");
    return index == SIZE_MAX ? NULL : puzzles[index];
}

int command_help(const struct usage *usage, enum options_result result, int operands, char **arguments)
{
    const struct puzzle *puzzle = operands ? puzzle_find(arguments[0]) : NULL;
    struct text text = {0};
    int status;

    if (result != OPTIONS_HELP || !puzzle)
        return options_finish(usage, result);
    options_help(usage, &text);
    text_char(&text, '\n');
    describe_puzzle(puzzle, true, &text);
    status = file_print("assay", &text);
    text_free(&text);
    return status;
}
