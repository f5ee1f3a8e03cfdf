/* Random cases for programs: where the format has many cases a file they are asked about a file at a time, and one by one only
 * where a file was not answered rightly. */
#ifndef ASSAY_BATCH_H
#define ASSAY_BATCH_H

#include "guest.h"
#include "modes.h"

enum { BATCH_MAX = 1000 };

/* `size`: cases a file. Each program is judged until its first fault. */
int verify_programs(const struct desk *desk, const struct team *team, const struct settings *settings, struct guests *guests,
                    const struct random_job *job, uint64_t size);

#endif
