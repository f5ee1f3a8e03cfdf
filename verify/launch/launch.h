/* What assay-verify and assay-launch say to each other: arguments one way, one struct the other way, both on the same machine and
 * of the same build. */
#ifndef ASSAY_LAUNCH_H
#define ASSAY_LAUNCH_H

#include <stdint.h>

/* assay-launch PARENT CPU_SECONDS WALL_MILLISECONDS ADDRESS_BYTES COMMAND, with the report's pipe as descriptor LAUNCH_REPORT.
 * 0 stands for no limit. */
enum { LAUNCH_REPORT = 3, LAUNCH_ARGUMENTS = 6 };

/* What the command waits for a processor is not counted as wall time, until this many times as much is over. */
enum { LAUNCH_PATIENCE = 10 };

struct launch_report {
    int status;            /* as waitpid has it, of the command itself */
    int timed_out;         /* killed when the wall time was up */
    uint64_t cpu;          /* microseconds, user and system, of all its processes that have been waited for */
    uint64_t wall;         /* microseconds */
    uint64_t resident;     /* bytes, the peak of its largest process */
};

#endif
