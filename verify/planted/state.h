/* What a long self-test has done already: a file with a line a bug and a line a puzzle, from which a killed one goes on. */
#ifndef ASSAY_PLANTED_STATE_H
#define ASSAY_PLANTED_STATE_H

#include "planted.h"

/* A puzzle with nobody wrong. */
struct right {
    uint64_t cases;
    double seconds;
    bool accused;
    char commit[COMMIT_SIZE];
};

struct state {
    const char *path; /* NULL: nothing is kept */
    struct text text;
};

/* `identity`, one line: a file of another one is refused. An EXIT_ status, with a message; text_free(&state->text) when done. */
int state_open(struct state *state, const char *path, const char *identity);

/* False where the file has nothing of it. hunt->bug is set. */
bool state_find_hunt(const struct state *state, struct hunt *hunt);
bool state_find_right(const struct state *state, const char *puzzle, struct right *right);

int state_add_hunt(struct state *state, const struct hunt *hunt);
int state_add_right(struct state *state, const char *puzzle, const struct right *right);

#endif
