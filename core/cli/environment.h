/* What a result depends on besides the code: it goes into every result file. */
#ifndef ASSAY_ENVIRONMENT_H
#define ASSAY_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>

struct environment {
    char cpu[128];      /* the model's name */
    int cpus;           /* usable by this process */
    char kernel[128];   /* name, release, machine */
    char compiler[128]; /* of this binary */
    char flags[512];    /* that this binary was compiled with */
    char config[32];    /* release, count ... */
    char commit[64];    /* of the work tree at build time, "unknown" outside one */
    bool dirty;         /* the work tree had changes */
    char date[32];      /* now, UTC, ISO 8601 */
    char host[64];
};

void environment_read(struct environment *environment);

/* The processor's name in a file like Linux' /proc/cpuinfo: "model name : ..." on x86, "Model : ..." on others; `otherwise` where there is
 * neither. */
void environment_cpu(const char *path, const char *otherwise, char *name, size_t size);

#endif
