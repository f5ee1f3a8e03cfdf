/* assay-launch: runs one command under limits, measures it, and leaves none of its processes behind. It is no sandbox: the command
 * may read, write and connect as its user may.
 *
 * A program of its own, because limits must be set between fork and exec, which posix_spawn cannot do, and because the kernel
 * lets ru_maxrss of a process begin at the size of the one that it was forked from: here that is a megabyte or two. It stays
 * until the command has ended. As a subreaper it inherits what the command leaves running, also what has left the process group,
 * and kills it. */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "launch.h"

enum { UNABLE = 3, NOT_RUN = 127 };

static uint64_t microseconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* In the child. SIGPIPE was ignored by whoever started us, and would be by the command. */
static void become(char **arguments, const sigset_t *mask)
{
    uint64_t cpu = strtoull(arguments[2], NULL, 10), address = strtoull(arguments[4], NULL, 10);
    const struct rlimit none = {0, 0}, seconds = {cpu, cpu}, bytes = {address, address};
    size_t length = strlen(arguments[5]) + sizeof "exec ";
    char *command = malloc(length);

    if (!command)
        _exit(NOT_RUN);
    snprintf(command, length, "exec %s", arguments[5]);
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, mask, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &none);
    if (cpu) /* refused only where the limit is lower already */
        setrlimit(RLIMIT_CPU, &seconds);
    if (address)
        setrlimit(RLIMIT_AS, &bytes);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(NOT_RUN);
}

/* Microseconds that the process was ready to run and others ran, or the longest of its children, where those are its work. A machine
 * that is busy with something else must not make a program slow. 0 where the kernel keeps no such account. */
static uint64_t waited(pid_t process)
{
    unsigned long long ran, delayed = 0;
    uint64_t longest = 0;
    char path[64];
    FILE *file;
    int child;

    snprintf(path, sizeof path, "/proc/%ld/schedstat", (long)process);
    if ((file = fopen(path, "re"))) {
        if (fscanf(file, "%llu %llu", &ran, &delayed) != 2)
            delayed = 0;
        fclose(file);
    }
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)process, (long)process);
    if ((file = fopen(path, "re"))) {
        while (fscanf(file, "%d", &child) == 1) {
            uint64_t its = waited(child);

            longest = its > longest ? its : longest;
        }
        fclose(file);
    }
    return delayed / 1000 + longest;
}

/* Until the command ends, the time is up or somebody asks for an end. False: somebody asked. */
static bool wait_for(pid_t child, uint64_t wall, const sigset_t *signals, struct launch_report *report)
{
    uint64_t began = microseconds_now(), elapsed, patience = wall;
    siginfo_t info;

    for (;;) {
        struct timespec left = {3600, 0};
        int signal;

        info.si_pid = 0;
        if (waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child)
            break;
        elapsed = microseconds_now() - began;
        if (wall && elapsed >= patience) {
            patience = wall + waited(child);
            patience = patience < wall * LAUNCH_PATIENCE ? patience : wall * LAUNCH_PATIENCE;
        }
        if (wall && elapsed >= patience) {
            report->timed_out = true;
            break;
        }
        if (wall && patience - elapsed < UINT64_C(3600000000))
            left = (struct timespec){(time_t)((patience - elapsed) / 1000000), (long)((patience - elapsed) % 1000000) * 1000};
        signal = sigtimedwait(signals, NULL, &left);
        if (signal > 0 && signal != SIGCHLD)
            return false;
    }
    report->wall = microseconds_now() - began;
    return true;
}

static void kill_children(void)
{
    char path[64], line[4096], *at = line, *end;
    FILE *list;
    long child;

    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    list = fopen(path, "re");
    if (!list)
        return;
    if (!fgets(line, sizeof line, list)) /* those that do not fit come the next time */
        *line = '\0';
    fclose(list);
    while ((child = strtol(at, &end, 10)) > 0 && *end == ' ') { /* each is followed by a blank: none is cut off */
        kill((pid_t)child, SIGKILL);
        at = end;
    }
}

static uint64_t microseconds(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_usec;
}

/* Kills the group and whatever has left it; who is killed hands its own children on to us, so again until there is none. */
static void reap(pid_t child, struct launch_report *report)
{
    struct rusage usage;
    int status;
    pid_t one;

    kill(-child, SIGKILL);
    kill(child, SIGKILL); /* it may not have made its group yet */
    for (;;) {
        kill_children();
        one = wait4(-1, &status, 0, &usage);
        if (one < 0)
            return;
        if (one == child)
            report->status = status;
        report->cpu += microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
        if ((uint64_t)usage.ru_maxrss * 1024 > report->resident)
            report->resident = (uint64_t)usage.ru_maxrss * 1024;
    }
}

/* Held open, our copies of its pipes would hide that it has closed them. */
static void let_go(void)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);

    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    close(nothing);
}

int main(int count, char **arguments)
{
    struct launch_report report = {0};
    sigset_t signals, old;
    bool well;
    pid_t child;

    if (count != LAUNCH_ARGUMENTS) {
        fprintf(stderr, "assay-launch: run by assay-verify, which sees to the arguments\n");
        return 2;
    }
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, &old);
    signal(SIGCHLD, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (getppid() != (pid_t)strtol(arguments[1], NULL, 10) || fcntl(LAUNCH_REPORT, F_SETFD, FD_CLOEXEC) < 0)
        return UNABLE;
    child = fork();
    if (child < 0)
        return UNABLE;
    if (child == 0)
        become(arguments, &old);
    let_go();
    well = wait_for(child, strtoull(arguments[3], NULL, 10) * 1000, &signals, &report);
    reap(child, &report);
    if (!well || write(LAUNCH_REPORT, &report, sizeof report) != sizeof report)
        return UNABLE;
    return 0;
}
