/* A killer is a process, with its own limits of processor time and memory: a mutant may loop, eat memory or
 * trample on anything. */
#include "killers.h"

#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "asking.h"
#include "mutants.h"

static const double UNIT_SECONDS = 3, ENGINE_SECONDS = 0.5; /* what takes longer is not asked */

struct outcome {
    int status;
    double seconds;
    bool late; /* killed by the wall clock */
};

static void become(const struct killers *killers, const struct killer *killer, unsigned mutant,
                   const char *reached, double seconds, int out)
{
    char *rest, *arguments[64], path[COMMAND_SIZE], number[24], words[COMMAND_SIZE];
    int count = 0, null = open("/dev/null", O_RDWR);

    setpgid(0, 0);
    setrlimit(RLIMIT_CPU, &(struct rlimit){(rlim_t)seconds + 1, (rlim_t)seconds + 2});
    setrlimit(RLIMIT_AS, &(struct rlimit){8ULL << 30, 8ULL << 30});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    dup2(null, 0);
    dup2(out, 1);
    dup2(null, 2);
    snprintf(number, sizeof number, "%u", mutant);
    setenv("ASSAY_MUTANT", number, 1);
    if (reached)
        setenv("ASSAY_MUTANT_REACHED", reached, 1);
    else if (killer->blocks) {
        snprintf(number, sizeof number, "%lu", killer->blocks * BLOCKS_TIMES + BLOCKS_SPARE);
        setenv("ASSAY_MUTANT_BLOCKS", number, 1);
    }
    if (*killer->test)
        setenv("UNIT_TEST", killer->test, 1);
    snprintf(path, sizeof path, "%s/%s", killers->folder, killer->program);
    snprintf(words, sizeof words, "%s", killer->arguments);
    arguments[count++] = path;
    for (char *word = strtok_r(words, " ", &rest); word && count < 63; word = strtok_r(NULL, " ", &rest))
        arguments[count++] = word;
    arguments[count] = NULL;
    execv(path, arguments);
    _exit(127);
}

static double wall_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Lets what comes go by until it ends, or until `deadline`: then false. */
static bool listen_until(double deadline, int from)
{
    char buffer[4096];

    for (;;) {
        struct pollfd wait = {.fd = from, .events = POLLIN};
        double left = deadline - wall_now();

        if (left <= 0 || poll(&wait, 1, (int)(left * 1000) + 1) < 0)
            return false;
        if (!wait.revents)
            continue;
        if (read(from, buffer, sizeof buffer) <= 0)
            return true;
    }
}

/* The engine forks, so that processor time alone is no limit: the wall clock is one too, wide enough for a
 * busy machine. */
static struct outcome run(const struct killers *killers, const struct killer *killer, unsigned mutant,
                          const char *reached, double seconds)
{
    struct outcome outcome = {.status = -1};
    double began = wall_now();
    struct rusage usage;
    int ends[2];
    pid_t child;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return outcome;
    child = fork();
    if (child == 0)
        become(killers, killer, mutant, reached, seconds, ends[1]);
    close(ends[1]);
    outcome.late = !listen_until(began + seconds * 20 + 10, ends[0]);
    close(ends[0]);
    if (child < 0)
        return outcome;
    if (outcome.late)
        kill(-child, SIGKILL);
    if (wait4(child, &outcome.status, 0, &usage) < 0)
        return outcome;
    kill(-child, SIGKILL);
    outcome.seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                      (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
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

enum verdict killer_try(const struct killers *killers, const struct killer *killer, unsigned mutant,
                        double *seconds, char *kind)
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
        snprintf(own.arguments + strlen(own.arguments), sizeof own.arguments - strlen(own.arguments),
                 "--json %s", path);
    }
    outcome = run(killers, &own, mutant, NULL, killer->seconds * 5 + 1);
    *seconds += outcome.seconds;
    if (json)
        read_kind(path, kind);
    if (outcome.late || strcmp(kind, "hang") == 0)
        return VERDICT_SLOW;
    if (WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == MUTANT_ENDLESS)
        snprintf(kind, NAME_SIZE, "endless");
    if (WIFSIGNALED(outcome.status))
        return WTERMSIG(outcome.status) == SIGXCPU || WTERMSIG(outcome.status) == SIGKILL ? VERDICT_SLOW
                                                                                          : VERDICT_CRASHED;
    if (strcmp(kind, "crash") == 0)
        return VERDICT_CRASHED;
    return outcome.status == 0 ? VERDICT_MISSED : VERDICT_KILLED;
}

/* Runs it on the right program. False where it fails there; it is dropped where it reaches nothing or takes
 * too long. */
static bool learn(struct killers *killers, struct killer *killer)
{
    double most = strcmp(killer->program, "unit") == 0 ? UNIT_SECONDS : ENGINE_SECONDS;
    char path[COMMAND_SIZE];
    struct outcome outcome;
    size_t reached = 0;
    int file;

    snprintf(path, sizeof path, "%s/reached.%zu", killers->folder, killers->count);
    unlink(path);
    outcome = run(killers, killer, 0, path, most);
    if (outcome.status != 0 || outcome.late)
        return false;
    file = open(path, O_RDONLY);
    killer->reached = file < 0 ? MAP_FAILED : mmap(NULL, REACHED_SIZE, PROT_READ, MAP_PRIVATE, file, 0);
    if (file >= 0)
        close(file);
    unlink(path);
    if (killer->reached == MAP_FAILED)
        return false;
    for (size_t i = 0; i < MUTANTS_MAX; i++)
        reached += killer->reached[i];
    killer->seconds = outcome.seconds;
    killer->blocks = 0;
    if (strcmp(killer->program, "unit") == 0) /* the engine's forked workers have the most */
        memcpy(&killer->blocks, killer->reached + MUTANTS_MAX, sizeof killer->blocks);
    if (reached && outcome.seconds < most && killers->count < KILLERS_MAX)
        killers->killer[killers->count++] = *killer;
    else
        munmap(killer->reached, REACHED_SIZE);
    return true;
}

/* A group's tests, from the table in its source. A group without any would be a table that is not read. */
static bool learn_group(struct killers *killers, const char *group)
{
    char path[COMMAND_SIZE], line[COMMAND_SIZE], name[NAME_SIZE];
    size_t found = 0;
    FILE *file;

    snprintf(path, sizeof path, "verify/unit/%s.c", group);
    file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        for (const char *at = line; (at = strstr(at, "cmocka_unit_test")); at++) {
            struct killer killer = {.program = "unit"};

            if (sscanf(at, "%*[^(](%80[a-z0-9_]", name) != 1)
                continue;
            found++;
            snprintf(killer.name, sizeof killer.name, "unit:%.80s", name);
            snprintf(killer.test, sizeof killer.test, "%s", name);
            snprintf(killer.arguments, sizeof killer.arguments, "%s", group);
            if (!learn(killers, &killer))
                fprintf(stderr, "mutate: %s fails on the right program, or takes too long; it is not asked\n",
                        killer.name);
        }
    }
    if (file && !found)
        fprintf(stderr, "mutate: %s has no cmocka_unit_test\n", path);
    return file && fclose(file) == 0 && found;
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
        snprintf(killer.arguments, sizeof killer.arguments,
                 "%s --exhaustive %d --shrink 0 --failures %s/failures --json %s/0.json", puzzle, size,
                 killers->folder, killers->folder);
        /* Sizes below the smallest instance are refused; the first that takes too long is the last. */
        if (!learn(killers, &killer) ? before > 0 : killer.seconds >= ENGINE_SECONDS / 4)
            break;
    }
    snprintf(killer.name, sizeof killer.name, "corpus");
    snprintf(killer.arguments, sizeof killer.arguments,
             "%s verify/corpus/%s core/%s/samples --shrink 0 --failures %s/failures --json %s/0.json", puzzle,
             puzzle, puzzle, killers->folder, killers->folder);
    (void)learn(killers, &killer);
    snprintf(killer.name, sizeof killer.name, "random");
    snprintf(killer.arguments, sizeof killer.arguments,
             "%s --cases 150 --limit 2 --seed 7 --shrink 0 --failures %s/failures --json %s/0.json", puzzle,
             killers->folder, killers->folder);
    (void)learn(killers, &killer);
}

/* Its puzzle's groups (those that begin with its name), or for what all share the group of the file's name;
 * and those that ask every puzzle. */
static bool is_about(const char *group, const char *subject)
{
    const char *name = strrchr(subject, '/') ? strrchr(subject, '/') + 1 : subject;
    size_t length = strcspn(name, ".");

    return strncmp(group, name, length) == 0 || strcmp(group, "contract") == 0 || strcmp(group, "domains") == 0 || strcmp(group, "edges") == 0 ||
           strcmp(group, "bad_input") == 0 || strcmp(group, "corners") == 0 || strcmp(group, "faults") == 0;
}

bool killers_learn(struct killers *killers, const char *folder, const char *source, const char *groups)
{
    char puzzle[64], name[64], list[4096], *rest;

    killers->folder = folder;
    killers->count = 0;
    killers->killer = killers->killer ? killers->killer : calloc(KILLERS_MAX, sizeof *killers->killer);
    if (!killers->killer)
        return false;
    names_of(source, puzzle, name);
    snprintf(list, sizeof list, "%s", groups);
    if (*puzzle && !is_variant(source)) /* whose mutants have seen the engine's cases in the probe */
        learn_engine(killers, puzzle);
    for (char *group = strtok_r(list, " ", &rest); group; group = strtok_r(NULL, " ", &rest)) {
        if (is_about(group, *puzzle ? puzzle : source) && !learn_group(killers, group))
            return false;
    }
    return true;
}
