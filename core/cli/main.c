/* assay: one name to type. Its own commands are here; the others are programs of their own beside it, as git
 * has it, so that what only solves needs none of their libraries. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "beside.h"
#include "commands.h"
#include "file.h"

static const struct {
    const char *name;
    int (*run)(int count, char **arguments); /* NULL: a program beside this one */
} commands[] = {
    {"list", command_list}, {"solve", command_solve}, {"generate", command_generate},
    {"verify", NULL},       {"bench", NULL},          {"report", NULL},
    {"gate", NULL},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static const char about[] =
    "Puzzles, each solved by several implementations: do they agree, and which is fastest where?\n"
    "\n"
    "  list [PUZZLE]                      puzzles and variants, their bounds, claims and domains\n"
    "  solve PUZZLE [OPTION]... [FILE]    the answers of a file\n"
    "  generate PUZZLE [OPTION]...        instances in the input format\n"
    "  verify ...                         do all variants agree?           (assay-verify)\n"
    "  bench ...                          which is fastest where?          (assay-bench)\n"
    "  report ...                         results as a page                (assay-report)\n"
    "  gate ...                           is a change worse than its base? (assay-gate)\n"
    "  help [COMMAND]                     the command's own help\n";

static const struct option no_options[] = {{0}};

static const struct usage usage = {
    .program = "assay",
    .synopsis = "assay COMMAND [ARGUMENT]...",
    .about = about,
    .options = no_options,
    .epilogue = "`assay solve PUZZLE --help` shows a puzzle's input format. Exit status: 0 all is well; 1 "
                "something was\n"
                "found wrong; 2 usage or bad input; 3 the program could not do its work.\n",
};

/* Beside this program, else by PATH; words: the command's name, its arguments, NULL. Returns only when there is none. */
static int run_program(char **words)
{
    char path[PATH_MAX], name[BESIDE_MAX];

    snprintf(name, sizeof name, "assay-%s", words[0]);
    beside(name, path);
    words[0] = name;
    execv(path, words);
    if (errno == ENOENT)
        execvp(name, words);
    fprintf(stderr, "assay: cannot run %s, looked for in %.*s and in PATH: %s\n", name, (int)(strlen(path) - strlen(name)), path,
            strerror(errno));
    return EXIT_UNABLE;
}

static int run_command(int count, char **words)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, words[0]) != 0)
            continue;
        if (!commands[i].run)
            return run_program(words);
        /* A reader who leaves is a write error that is reported, not a death. */
        signal(SIGPIPE, SIG_IGN);
        return commands[i].run(count - 1, words + 1);
    }
    return options_refuse(&usage, "there is no command '%s'", words[0]);
}

int main(int count, char **arguments)
{
    if (count < 2)
        return options_refuse(&usage, "which COMMAND?");
    if (strcmp(arguments[1], "help") == 0 && count > 2) {
        char help[] = "--help";
        char *words[] = {arguments[2], help, arguments[3], NULL}; /* of what, where it is named */

        return run_command(count > 3 ? 3 : 2, words);
    }
    if (strcmp(arguments[1], "help") == 0 || arguments[1][0] == '-') {
        int operands;
        enum options_result result = options_parse(&usage, 1, arguments + 1, &operands);

        signal(SIGPIPE, SIG_IGN);
        return options_finish(&usage, operands ? OPTIONS_HELP : result);
    }
    return run_command(count - 1, arguments + 1);
}
