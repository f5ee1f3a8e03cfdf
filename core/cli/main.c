/* assay: one name to type. Its own commands are here; the others are programs of their own beside it, as git
 * has it, so that what only solves needs none of their libraries. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* Where this program lies, with a slash at the end; empty where that cannot be known. */
static void find_folder(char *folder, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", folder, size - 1);
    char *slash;

    folder[length < 0 ? 0 : length] = '\0';
    slash = strrchr(folder, '/');
    folder[slash ? slash + 1 - folder : 0] = '\0';
}

/* Beside this program, else by PATH. Returns only when there is none. */
static int run_program(const char *command, int count, char **arguments)
{
    char folder[PATH_MAX], program[PATH_MAX + 32];
    char **vector = calloc((size_t)count + 2, sizeof *vector);

    if (!vector) {
        fprintf(stderr, "assay: out of memory\n");
        return EXIT_UNABLE;
    }
    find_folder(folder, sizeof folder);
    snprintf(program, sizeof program, "%sassay-%s", folder, command);
    vector[0] = program + strlen(folder);
    for (int i = 0; i < count; i++)
        vector[i + 1] = arguments[i];
    if (*folder)
        execv(program, vector);
    if (!*folder || errno == ENOENT)
        execvp(vector[0], vector);
    fprintf(stderr, "assay: cannot run %s, looked for in %s and in PATH: %s\n", vector[0],
            *folder ? folder : "nothing", strerror(errno));
    free(vector);
    return EXIT_UNABLE;
}

static int run_command(const char *command, int count, char **arguments)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, command) != 0)
            continue;
        if (!commands[i].run)
            return run_program(command, count, arguments);
        /* A reader who leaves is a write error that is reported, not a death. */
        signal(SIGPIPE, SIG_IGN);
        return commands[i].run(count, arguments);
    }
    return options_refuse(&usage, "there is no command '%s'", command);
}

int main(int count, char **arguments)
{
    char help[] = "--help";
    char *help_arguments[] = {count > 3 ? arguments[3] : help, help, NULL};

    if (count < 2)
        return options_refuse(&usage, "which COMMAND?");
    if (strcmp(arguments[1], "help") == 0 && count > 2)
        return run_command(arguments[2], count > 3 ? 2 : 1, help_arguments + (count > 3 ? 0 : 1));
    if (strcmp(arguments[1], "help") == 0 || arguments[1][0] == '-') {
        int operands;
        enum options_result result = options_parse(&usage, 1, arguments + 1, &operands);

        signal(SIGPIPE, SIG_IGN);
        return options_finish(&usage, operands ? OPTIONS_HELP : result);
    }
    return run_command(arguments[1], count - 2, arguments + 2);
}
