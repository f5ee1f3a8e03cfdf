/* Result files as trees, and every complaint about them as one line with its place: `FILE:LINE:COLUMN: error:
 * ...` where the bytes are no JSON, `FILE: error: benchmarks[3].cpu_time: ...` where they are, but not what
 * was expected there (Jansson keeps no positions). Each getter that fails has complained. */
#ifndef ASSAY_REPORTS_JSON_H
#define ASSAY_REPORTS_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Where one is in a file: the path down to a value, for messages. */
struct place {
    const char *file;
    const char *list; /* NULL: at the top; else the array's name: "benchmarks" */
    size_t index;     /* in it; SIZE_MAX: it is an object */
};

/* NULL after a message; *status is then the exit status. The tree belongs to the caller. */
json_t *json_read(const char *path, int *status);

/* One line on standard error; EXIT_USAGE. */
int json_refuse(const struct place *place, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The member of that name. False: it is not there or of another type. */
bool json_text(const json_t *object, const char *key, const struct place *place, const char **value);
bool json_figure(const json_t *object, const char *key, const struct place *place, double *value);
bool json_list(json_t *object, const char *key, const struct place *place, json_t **value);

/* The same, for members that may be absent: the value stays as it is. */
bool json_text_maybe(const json_t *object, const char *key, const struct place *place, const char **value);
bool json_figure_maybe(const json_t *object, const char *key, const struct place *place, double *value);

/* Where nothing hangs on it: `otherwise` where it is absent or of another type. */
const char *json_text_or(const json_t *object, const char *key, const char *otherwise);
double json_figure_or(const json_t *object, const char *key, double otherwise);

#endif
