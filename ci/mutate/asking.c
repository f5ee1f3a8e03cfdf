/* Two pipes and one line each way. A probe that dies ends the run: its words cannot be told from a verdict.
 */
#include "asking.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/cli/file.h"
#include "core/puzzle.h"

static bool names_of(const char *source, char puzzle[64], char name[64])
{
    return sscanf(source, "core/%63[^/]/%63[^.]", puzzle, name) == 2 && puzzle_find(puzzle) &&
           variant_find(puzzle_find(puzzle), name);
}

bool is_variant(const char *source)
{
    char puzzle[64], name[64];

    return names_of(source, puzzle, name);
}

bool asking_open(struct asking *asking, const char *program, const char *source, const char *library)
{
    char puzzle[64], name[64], folders[3][128], line[256];
    int there[2], back[2];

    if (!names_of(source, puzzle, name) || pipe(there) != 0 || pipe(back) != 0)
        return false;
    snprintf(folders[0], sizeof folders[0], "core/%s/samples", puzzle);
    snprintf(folders[1], sizeof folders[1], "verify/corpus/%s", puzzle);
    snprintf(folders[2], sizeof folders[2], "fuzz/corpus/%s", puzzle);
    asking->probe = fork();
    if (asking->probe == 0) {
        dup2(there[0], 0);
        dup2(back[1], 1);
        close(there[1]);
        close(back[0]);
        execl(program, program, puzzle, name, library, folders[0], folders[1], folders[2], (char *)NULL);
        _exit(127);
    }
    close(there[0]);
    close(back[1]);
    asking->to = fdopen(there[1], "w");
    asking->from = fdopen(back[0], "r");
    return asking->to && asking->from && fgets(line, sizeof line, asking->from) &&
           strncmp(line, "ready", 5) == 0;
}

void asking_close(struct asking *asking)
{
    if (asking->to)
        fclose(asking->to);
    if (asking->from)
        fclose(asking->from);
    if (asking->probe > 0)
        waitpid(asking->probe, NULL, 0); /* its time is counted with ours */
}

enum verdict ask(const struct asking *asking, const char *library, unsigned mutant, char *place, char *kind,
                 double *seconds)
{
    char verdict[16] = "", line[512];
    double used = 0;

    fprintf(asking->to, "%u %s\n", mutant, library);
    fflush(asking->to);
    if (!fgets(line, sizeof line, asking->from) ||
        sscanf(line, "%15s %95s %95s %lf", verdict, place, kind, &used) != 4) {
        fprintf(stderr, "assay-mutate: the probe has died\n");
        _exit(EXIT_UNABLE);
    }
    *seconds += used;
    if (strcmp(verdict, "killed") == 0)
        return strcmp(kind, "crash") == 0 ? VERDICT_CRASHED : VERDICT_KILLED;
    if (strcmp(verdict, "slow") == 0)
        return VERDICT_SLOW;
    return strcmp(verdict, "work") == 0 ? VERDICT_WORK : VERDICT_MISSED;
}
