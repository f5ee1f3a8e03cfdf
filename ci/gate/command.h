/* Other programs, run. */
#ifndef ASSAY_GATE_COMMAND_H
#define ASSAY_GATE_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct command {
    const char *const *arguments; /* ends with NULL; the first is looked for in PATH */
    const char *folder;           /* NULL: here */
    const char *output, *log;     /* files for standard output and error; NULL: /dev/null */
    int cpu;                      /* it runs there only; negative: anywhere */
    double seconds;               /* command_wait and command_run end it then, with all that it has started; 0: never */
};

/* The status of what was ended for its time: that of timeout(1). */
enum { COMMAND_LATE = 124 };

struct process {
    pid_t id;
    double deadline; /* 0: none */
};

/* Its id is negative, after a message, where no process could be made. */
struct process command_start(const struct command *command);

/* The exit status; 128 and the signal where one ended it; 127 where it could not be started; COMMAND_LATE. */
int command_wait(struct process process);

int command_run(const struct command *command);

/* Runs it, however long it takes, and keeps the first bytes of its standard output, which end with a zero. The exit status. */
int command_capture(const struct command *command, char *output, size_t size);

/* Is there such a program in PATH? */
bool command_exists(const char *name);

#endif
