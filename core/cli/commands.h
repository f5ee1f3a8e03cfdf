/* The commands of `assay`, one file each. They get the arguments after the command's name and return the exit
 * status. */
#ifndef ASSAY_COMMANDS_H
#define ASSAY_COMMANDS_H

#include "../puzzle.h"
#include "options.h"

int command_list(int count, char **arguments);
int command_solve(int count, char **arguments);
int command_generate(int count, char **arguments);

/* The puzzle that the first operand names; NULL after a message, in which the puzzles are listed. */
const struct puzzle *operand_puzzle(const struct usage *usage, int operands, char **arguments);

/* For `assay COMMAND PUZZLE --help`: the command's help, and all about the puzzle where one is named. */
int command_help(const struct usage *usage, enum options_result result, int operands, char **arguments);

/* The index of `name` in a table of names, SIZE_MAX after a message that lists them. `name` NULL: 0. `what`
 * is the option's word: "class". name_at returns NULL past the last; there is a first. */
size_t choose_name(const struct usage *usage, const struct puzzle *puzzle, const char *what, const char *name,
                   const char *(*name_at)(const struct puzzle *puzzle, size_t index));

const char *puzzle_name_at(const struct puzzle *unused, size_t index);
const char *variant_name_at(const struct puzzle *puzzle, size_t index);
const char *class_name_at(const struct puzzle *puzzle, size_t index);
const char *format_name_at(const struct puzzle *puzzle, size_t index);

/* The puzzle's question and variants; `all`: its notation, classes and sizes too. */
void describe_puzzle(const struct puzzle *puzzle, bool all, struct text *text);

#endif
