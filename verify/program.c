/* Input in, output out, at the same time: a program that writes before it has read everything, or that never reads, must not wait
 * for us while we wait for it. */
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/cli/beside.h"
#include "launch/launch.h"

/* A run in progress; descriptors are -1 once closed. */
struct exchange {
    const char *input;
    size_t left;
    struct text *output;
    size_t most;
    bool flooded; /* more output than allowed */
    int in, out, report;
    pid_t launcher;
};

static void shut(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

static double wall_limit(const struct program_limits *limits)
{
    return limits->seconds > 0 ? 2 * limits->seconds + 1 : 0;
}

double program_longest(const struct program_limits *limits)
{
    return LAUNCH_PATIENCE * wall_limit(limits);
}

bool program_ready(void)
{
    char path[PATH_MAX];

    beside("assay-launch", path);
    if (access(path, X_OK) == 0)
        return true;
    fprintf(stderr, "assay-verify: %s: %s: what runs programs must lie beside this one\n", path, strerror(errno));
    return false;
}

/* `ends` are the program's: input, output, report. 0 or an errno. */
static int spawn(const char *command, const struct program_limits *limits, const int ends[3], pid_t *launcher)
{
    char path[PATH_MAX], parent[24], cpu[24] = "0", wall[24] = "0", address[24] = "0";
    char *arguments[] = {path, parent, cpu, wall, address, (char *)command, NULL};
    posix_spawn_file_actions_t actions;
    int error;

    beside("assay-launch", path);
    snprintf(parent, sizeof parent, "%ld", (long)getpid());
    if (limits->seconds > 0) {
        snprintf(cpu, sizeof cpu, "%.0f", ceil(limits->seconds) + 1);
        snprintf(wall, sizeof wall, "%.0f", ceil(wall_limit(limits) * 1000));
    }
    if (limits->memory)
        snprintf(address, sizeof address, "%llu", (unsigned long long)limits->memory * ADDRESS_FACTOR + ADDRESS_REST);
    if ((error = posix_spawn_file_actions_init(&actions)))
        return error;
    if (!(error = posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)) &&
        !(error = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)) &&
        !(error = posix_spawn_file_actions_adddup2(&actions, ends[2], LAUNCH_REPORT)) &&
        !(error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)))
        error = posix_spawn(launcher, path, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* A pipe whose ends lie above the descriptors that the launcher gets, so that no dup2 destroys what the next one needs. */
static bool make_pipe(int ends[2])
{
    int low[2];

    if (pipe2(low, O_CLOEXEC) < 0)
        return false;
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, LAUNCH_REPORT + 1);
        close(low[i]);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

static bool begin(struct exchange *exchange, const char *command, const struct program_limits *limits)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, report[2] = {-1, -1}, error = 0;

    if (!make_pipe(in) || !make_pipe(out) || !make_pipe(report))
        error = errno;
    if (!error) {
        const int ends[3] = {in[0], out[1], report[1]};

        fcntl(in[1], F_SETFL, O_NONBLOCK);
        fcntl(out[0], F_SETFL, O_NONBLOCK);
        error = spawn(command, limits, ends, &exchange->launcher);
    }
    shut(&in[0]);
    shut(&out[1]);
    shut(&report[1]);
    exchange->in = in[1];
    exchange->out = out[0];
    exchange->report = report[0];
    if (error)
        fprintf(stderr, "assay-verify: cannot run assay-launch: %s\n", strerror(error));
    return !error;
}

/* A program that has closed its input has read what it wants. */
static void feed(struct exchange *exchange)
{
    ssize_t written = write(exchange->in, exchange->input, exchange->left);

    if (written > 0) {
        exchange->input += written;
        exchange->left -= (size_t)written;
    }
    if (!exchange->left || (written < 0 && errno != EAGAIN && errno != EINTR))
        shut(&exchange->in);
}

static void drain(struct exchange *exchange)
{
    char buffer[65536];
    ssize_t count = read(exchange->out, buffer, sizeof buffer);

    if (count > 0) {
        text_put(exchange->output, buffer, (size_t)count);
        exchange->flooded = exchange->output->length > exchange->most;
    }
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) || exchange->flooded)
        shut(&exchange->out);
}

/* Until the launcher reports; it does when nothing of the command is left. False: it has ended without a report. */
static bool trade(struct exchange *exchange, struct launch_report *report)
{
    ssize_t count = -1;

    while (exchange->report >= 0) {
        struct pollfd ends[3] = {
            {exchange->in, POLLOUT, 0}, {exchange->out, POLLIN, 0}, {exchange->report, POLLIN, 0}};

        if (poll(ends, 3, -1) < 0 && errno != EINTR)
            return false;
        if (ends[0].revents)
            feed(exchange);
        if (ends[1].revents)
            drain(exchange);
        if (exchange->flooded)
            break;
        if (ends[2].revents && !(ends[1].revents & POLLIN)) {
            count = read(exchange->report, report, sizeof *report);
            shut(&exchange->report);
        }
    }
    return exchange->flooded || count == sizeof *report;
}

static void judge(const struct launch_report *report, const struct program_limits *limits, bool flooded,
                  struct program_run *run)
{
    const double mebi = 1 << 20;

    *run = (struct program_run){.cpu = (double)report->cpu * 1e-6, .wall = (double)report->wall * 1e-6,
                                .memory = report->resident, .status = report->status};
    if (flooded) {
        run->ending = ENDING_OUTPUT;
        snprintf(run->detail, sizeof run->detail, "more than %.0f MiB of output", ceil((double)limits->output / mebi));
    } else if (report->timed_out) {
        run->ending = ENDING_TIME;
        snprintf(run->detail, sizeof run->detail, "killed after %.3f s (%.3f s CPU, limit %g s)", run->wall, run->cpu,
                 limits->seconds);
    } else if (limits->seconds > 0 && run->cpu > limits->seconds) {
        run->ending = ENDING_TIME;
        snprintf(run->detail, sizeof run->detail, "%.3f s CPU, limit %g s", run->cpu, limits->seconds);
    } else if (limits->memory && run->memory > limits->memory) {
        run->ending = ENDING_MEMORY;
        snprintf(run->detail, sizeof run->detail, "%.1f MiB resident, limit %.1f MiB", (double)run->memory / mebi,
                 (double)limits->memory / mebi);
    } else if (WIFSIGNALED(report->status)) {
        run->ending = ENDING_STATUS;
        snprintf(run->detail, sizeof run->detail, "%s", strsignal(WTERMSIG(report->status)));
    } else if (WEXITSTATUS(report->status)) {
        run->ending = ENDING_STATUS;
        snprintf(run->detail, sizeof run->detail, "exit status %d%s", WEXITSTATUS(report->status),
                 WEXITSTATUS(report->status) == 127 ? " (no such command?)" : "");
    }
}

bool program_run(const char *command, const struct program_limits *limits, const void *input, size_t size, struct text *output,
                 struct program_run *run)
{
    struct exchange exchange = {.input = input, .left = size, .output = output, .most = limits->output};
    struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
    struct launch_report report = {0};
    bool well;

    text_clear(output);
    sigaction(SIGPIPE, &ignore, &old);
    well = begin(&exchange, command, limits);
    if (well) {
        well = trade(&exchange, &report);
        if (exchange.flooded)
            kill(exchange.launcher, SIGTERM);
        while (waitpid(exchange.launcher, NULL, 0) < 0 && errno == EINTR)
            ;
        if (!well)
            fprintf(stderr, "assay-verify: assay-launch ended without a report\n");
    }
    shut(&exchange.in);
    shut(&exchange.out);
    shut(&exchange.report);
    sigaction(SIGPIPE, &old, NULL);
    if (output->failed)
        fprintf(stderr, "assay-verify: out of memory\n");
    if (well)
        judge(&report, limits, exchange.flooded, run);
    return well && !output->failed;
}

void text_quoted(struct text *text, const char *word)
{
    text_char(text, '\'');
    for (; *word; word++)
        text_format(text, *word == '\'' ? "'\\''" : "%c", *word);
    text_char(text, '\'');
}
