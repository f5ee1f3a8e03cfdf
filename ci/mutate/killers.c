/* A killer is a process, with its own limits of processor time and memory: a mutant may loop, eat memory or trample on anything. */
#include "killers.h"

#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mutants.h"

static const double TEST_SECONDS = 0.5; /* a test that takes longer is not asked */

struct outcome {
    int status;
    double seconds;
    unsigned long long output; /* a hash of what was printed */
};

static void limit(int resource, unsigned long long most)
{
    (void)setrlimit(resource, &(struct rlimit){most, most + 1});
}

static void become(const struct killers *killers, const struct killer *killer, unsigned mutant, const char *reached, double seconds, int out)
{
    char *arguments[64], path[COMMAND_SIZE], number[16], words[COMMAND_SIZE];
    int count = 0, null = open("/dev/null", O_RDWR);

    setpgid(0, 0);
    limit(RLIMIT_CPU, (unsigned long long)seconds + 1);
    limit(RLIMIT_AS, 8ULL << 30);
    limit(RLIMIT_CORE, 0);
    alarm((unsigned)(seconds * 20) + 60);
    dup2(null, 0);
    dup2(out, 1);
    dup2(null, 2);
    snprintf(number, sizeof number, "%u", mutant);
    setenv("ASSAY_MUTANT", number, 1);
    if (reached)
        setenv("ASSAY_MUTANT_REACHED", reached, 1);
    if (*killer->test)
        setenv("UNIT_TEST", killer->test, 1);
    snprintf(path, sizeof path, "%s/%s", killers->folder, killer->program);
    snprintf(words, sizeof words, "%s", killer->arguments);
    arguments[count++] = path;
    for (char *word = strtok(words, " "); word && count < 63; word = strtok(NULL, " "))
        arguments[count++] = word;
    arguments[count] = NULL;
    execv(path, arguments);
    _exit(127);
}

static struct outcome run(const struct killers *killers, const struct killer *killer, unsigned mutant, const char *reached, double seconds)
{
    struct outcome outcome = {.status = -1, .output = 14695981039346656037ULL};
    unsigned char buffer[4096];
    struct rusage usage;
    int ends[2];
    ssize_t got;
    pid_t child;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return outcome;
    child = fork();
    if (child == 0)
        become(killers, killer, mutant, reached, seconds, ends[1]);
    close(ends[1]);
    while ((got = read(ends[0], buffer, sizeof buffer)) > 0)
        for (ssize_t i = 0; i < got; i++)
            outcome.output = (outcome.output ^ buffer[i]) * 1099511628211ULL;
    close(ends[0]);
    if (child < 0 || wait4(child, &outcome.status, 0, &usage) < 0)
        return outcome;
    kill(-child, SIGKILL);
    outcome.seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
    return outcome;
}

/* What the engine calls the first fault: "disagree", "invariant" ... */
static void read_kind(const char *path, char *kind)
{
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    json_t *findings = json_object_get(json_array_get(json_object_get(root, "runs"), 0), "findings");
    const char *name = json_string_value(json_object_get(json_array_get(findings, 0), "kind"));

    snprintf(kind, NAME_SIZE, "%s", name ? name : "");
    json_decref(root);
}

enum verdict killer_try(const struct killers *killers, const struct killer *killer, unsigned mutant, double *seconds, char *kind)
{
    char path[COMMAND_SIZE];
    const char *json = strstr(killer->arguments, "--json ");
    struct killer own = *killer;
    struct outcome outcome;

    *kind = '\0';
    if (json) { /* one file a process: several mutants are tried at once */
        snprintf(path, sizeof path, "%s/%d.json", killers->folder, (int)getpid());
        unlink(path);
        own.arguments[json - killer->arguments] = '\0';
        snprintf(own.arguments + strlen(own.arguments), sizeof own.arguments - strlen(own.arguments), "--json %s", path);
    }
    outcome = run(killers, &own, mutant, NULL, killer->seconds * 5 + 1);
    *seconds += outcome.seconds;
    if (json)
        read_kind(path, kind);
    if (strcmp(kind, "hang") == 0)
        return VERDICT_SLOW;
    if (WIFSIGNALED(outcome.status))
        return WTERMSIG(outcome.status) == SIGXCPU || WTERMSIG(outcome.status) == SIGALRM || WTERMSIG(outcome.status) == SIGKILL ? VERDICT_SLOW
                                                                                                                              : VERDICT_CRASHED;
    if (strcmp(kind, "crash") == 0)
        return VERDICT_CRASHED;
    if (killer->compared)
        return outcome.output == killer->output ? VERDICT_MISSED : VERDICT_KILLED;
    return outcome.status == 0 ? VERDICT_MISSED : VERDICT_KILLED;
}

/* Runs it on the right program. False where it fails there; it is dropped where it reaches nothing or takes too long. */
static bool learn(struct killers *killers, struct killer *killer)
{
    char path[COMMAND_SIZE];
    struct outcome outcome;
    size_t reached = 0;
    int file;

    snprintf(path, sizeof path, "%s/reached.%zu", killers->folder, killers->count);
    unlink(path);
    outcome = run(killers, killer, 0, path, TEST_SECONDS);
    if (outcome.status != 0)
        return false;
    file = open(path, O_RDONLY);
    killer->reached = file < 0 ? MAP_FAILED : mmap(NULL, MUTANTS_MAX, PROT_READ, MAP_PRIVATE, file, 0);
    if (file >= 0)
        close(file);
    unlink(path);
    if (killer->reached == MAP_FAILED)
        return false;
    for (size_t i = 0; i < MUTANTS_MAX; i++)
        reached += killer->reached[i];
    killer->seconds = outcome.seconds;
    killer->output = outcome.output;
    if (reached && outcome.seconds < TEST_SECONDS && killers->count < KILLERS_MAX)
        killers->killer[killers->count++] = *killer;
    else
        munmap(killer->reached, MUTANTS_MAX);
    return true;
}

/* The names of a group's tests, from the lines `ok N - NAME` of its TAP. */
static bool learn_group(struct killers *killers, const char *group)
{
    char command[COMMAND_SIZE], line[COMMAND_SIZE], name[NAME_SIZE];
    FILE *tap;

    snprintf(command, sizeof command, "CMOCKA_MESSAGE_OUTPUT=TAP %s/unit %s 2>/dev/null", killers->folder, group);
    tap = popen(command, "r");
    while (tap && fgets(line, sizeof line, tap)) {
        struct killer killer = {.program = "unit"};

        if (sscanf(line, "ok %*d - %95s", name) != 1 || strstr(line, "SKIP"))
            continue;
        snprintf(killer.name, sizeof killer.name, "unit:%.80s", name);
        snprintf(killer.test, sizeof killer.test, "%s", name);
        snprintf(killer.arguments, sizeof killer.arguments, "%s", group);
        if (!learn(killers, &killer))
            fprintf(stderr, "mutate: %s fails on the right program; it is not asked\n", killer.name);
    }
    return tap && pclose(tap) >= 0;
}

/* core/<puzzle>/<name>.c: both parts. Of a file that all puzzles share the puzzle is empty. */
static void names_of(const char *source, char *puzzle, char *name)
{
    *puzzle = *name = '\0';
    if (sscanf(source, "core/%63[^/]/%63[^.]", puzzle, name) != 2)
        *puzzle = '\0';
}

static void learn_engine(struct killers *killers, const char *puzzle)
{
    struct killer killer = {.program = "assay-verify"};

    for (int size = 1; size <= 12; size++) {
        size_t before = killers->count;

        snprintf(killer.name, sizeof killer.name, "exhaustive:%d", size);
        snprintf(killer.arguments, sizeof killer.arguments, "%s --exhaustive %d --shrink 0 --failures %s/failures --json %s/0.json", puzzle, size,
                 killers->folder, killers->folder);
        /* Sizes below the smallest instance are refused; the first that takes too long is the last. */
        if (!learn(killers, &killer) ? before > 0 : killer.seconds >= TEST_SECONDS)
            break;
    }
    snprintf(killer.name, sizeof killer.name, "corpus");
    snprintf(killer.arguments, sizeof killer.arguments, "%s verify/corpus/%s core/%s/samples --shrink 0 --failures %s/failures --json %s/0.json",
             puzzle, puzzle, puzzle, killers->folder, killers->folder);
    (void)learn(killers, &killer);
    snprintf(killer.name, sizeof killer.name, "random");
    snprintf(killer.arguments, sizeof killer.arguments, "%s --cases 400 --seed 7 --shrink 0 --failures %s/failures --json %s/0.json", puzzle,
             killers->folder, killers->folder);
    (void)learn(killers, &killer);
}

/* Its puzzle's groups (those that begin with its name), or for what all share the group of the file's name; and those that ask every puzzle. */
static bool is_about(const char *group, const char *subject)
{
    const char *name = strrchr(subject, '/') ? strrchr(subject, '/') + 1 : subject;
    size_t length = strcspn(name, ".");

    return strncmp(group, name, length) == 0 || strcmp(group, "contract") == 0 || strcmp(group, "bad_input") == 0 || strcmp(group, "faults") == 0;
}

bool killers_learn(struct killers *killers, const char *folder, const char *source, const char *groups)
{
    char puzzle[64], name[64], list[4096];
    struct killer work = {.name = "work", .program = "work", .compared = true};

    killers->folder = folder;
    killers->count = 0;
    killers->killer = killers->killer ? killers->killer : calloc(KILLERS_MAX, sizeof *killers->killer);
    if (!killers->killer)
        return false;
    names_of(source, puzzle, name);
    snprintf(list, sizeof list, "%s", groups);
    if (*puzzle)
        learn_engine(killers, puzzle);
    for (char *group = strtok(list, " "); group; group = strtok(NULL, " ")) {
        if (is_about(group, *puzzle ? puzzle : source) && !learn_group(killers, group))
            return false;
    }
    snprintf(work.arguments, sizeof work.arguments, "%s %s", puzzle, name);
    if (*puzzle)
        (void)learn(killers, &work);
    return true;
}
