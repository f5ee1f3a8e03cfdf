/* Rejected: system(3) and popen(3), which put a shell between and cannot set a processor. */
#include "command.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "gate.h"

static void redirect(int descriptor, const char *path)
{
    int file = open(path ? path : "/dev/null", O_WRONLY | O_CREAT | O_CLOEXEC | (path ? O_TRUNC : 0), 0666);

    if (file < 0 || dup2(file, descriptor) < 0)
        _exit(127);
}

/* In the child. `pipe_end` takes standard output where it is not negative. */
static void become(const struct command *command, int pipe_end)
{
    int nothing = open("/dev/null", O_RDONLY);

    if (command->seconds > 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGTERM);
    }
    if (command->cpu >= 0) {
        cpu_set_t set;

        CPU_ZERO(&set);
        CPU_SET((size_t)command->cpu, &set);
        sched_setaffinity(0, sizeof set, &set);
    }
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0)
        _exit(127);
    if (pipe_end < 0)
        redirect(STDOUT_FILENO, command->output);
    else if (dup2(pipe_end, STDOUT_FILENO) < 0)
        _exit(127);
    if (command->log && command->output && strcmp(command->log, command->output) == 0)
        dup2(STDOUT_FILENO, STDERR_FILENO);
    else
        redirect(STDERR_FILENO, command->log);
    if (command->folder && chdir(command->folder))
        _exit(127);
    execvp(command->arguments[0], (char *const *)(void *)command->arguments);
    _exit(127);
}

static pid_t start(const struct command *command, int pipe_end)
{
    pid_t child = fork();

    if (child == 0)
        become(command, pipe_end);
    if (child < 0)
        fprintf(stderr, "assay-gate: %s: %s\n", command->arguments[0], strerror(errno));
    return child;
}

struct process command_start(const struct command *command)
{
    return (struct process){start(command, -1), command->seconds > 0 ? gate_now() + command->seconds : 0};
}

/* A process with a deadline leads a group of its own, which dies with it; if we are ended ourselves, its leader is told. */
static int wait_until(struct process process, int *status)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    pid_t ended;

    while ((ended = waitpid(process.id, status, process.deadline > 0 ? WNOHANG : 0)) <= 0) {
        if (ended < 0 && errno != EINTR)
            return 127;
        if (process.deadline > 0 && gate_now() > process.deadline) {
            kill(-process.id, SIGKILL);
            waitpid(process.id, status, 0);
            return COMMAND_LATE;
        }
        if (process.deadline > 0)
            nanosleep(&pause, NULL);
    }
    return WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
}

int command_wait(struct process process)
{
    int status = 0;

    return process.id < 0 ? 127 : wait_until(process, &status);
}

int command_run(const struct command *command)
{
    return command_wait(command_start(command));
}

int command_capture(const struct command *command, char *output, size_t size)
{
    int ends[2];
    size_t length = 0;
    ssize_t got = 1;
    char rest[512] = "";
    pid_t child;

    *output = '\0';
    if (pipe2(ends, O_CLOEXEC))
        return 127;
    child = start(command, ends[1]);
    close(ends[1]);
    while (child > 0 && got > 0) {
        bool room = length + 1 < size;

        got = read(ends[0], room ? output + length : rest, room ? size - 1 - length : sizeof rest);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got > 0 && room)
            length += (size_t)got;
    }
    output[length] = '\0';
    close(ends[0]);
    return command_wait((struct process){.id = child});
}

bool command_exists(const char *name)
{
    const char *arguments[] = {"sh", "-c", "command -v \"$0\"", name, NULL};

    return command_run(&(struct command){.arguments = arguments, .cpu = -1}) == 0;
}
