/* What a record holds, read back. */
#ifndef ASSAY_INPUTS_H
#define ASSAY_INPUTS_H

#include <jansson.h>

#include "parse.h"

/* The inputs of a record. Instances point into the files, which stay until the end. */
enum { INPUTS_MAX = 512 };

struct inputs {
    struct arena arena;
    struct cases cases;
    size_t count;
    struct file files[INPUTS_MAX];
};

/* input.in, or input-1.in, input-2.in ... An EXIT_ status, with a message; EXIT_FOUND where the parser dies of one. Where *inputs is not
 * NULL it is to be closed, whatever the status. */
int inputs_open(const char *folder, const struct team *team, const struct settings *settings, struct inputs **inputs);
void inputs_close(struct inputs *inputs);

/* FOLDER/record.json; NULL, with a message. */
json_t *record_json(const char *folder);

#endif
