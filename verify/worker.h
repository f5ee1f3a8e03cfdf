/* Runs a stream of numbered cases in a forked worker, so that a crash or a hang of a participant is a finding about that
 * participant on that case and not the end of the run. The parent watches: a call that takes longer than the limit is killed. The
 * next worker takes the case up again without the participant that died of it; who has died DEATHS_MAX times is left out from
 * then on, and the report says so. */
#ifndef ASSAY_WORKER_H
#define ASSAY_WORKER_H

#include "engine.h"

enum { DEATHS_MAX = 10 };

enum made {
    MADE,
    MADE_NOTHING,  /* no case of this number: discarded, or refused as it should be; the stream has counted it */
    MADE_END,      /* the stream has no case of this number or later */
    MADE_NO_MEMORY
};

/* Where cases come from. make runs in the worker; what it changes in *self is gone with the worker. */
struct stream {
    void *self;
    /* Makes case `number` in engine->instances. The last of the cases is judged, those before it are only solved. */
    enum made (*make)(void *self, struct engine *engine, uint64_t number, struct cases *cases);
    void (*after)(void *self, struct engine *engine, uint64_t number); /* NULL, or called when the case has been judged */
    size_t (*class_of)(void *self, uint64_t number);                   /* NULL: no classes */
    size_t classes;
    bool isolated; /* contexts are closed before each case */
};

struct run {
    const struct team *team;
    struct settings settings;
    struct stream stream;
    uint64_t first, end; /* the numbers from first to end - 1 */
    bool whole;          /* they are all there is up to a size: what is said of them is a bound */
    void (*tick)(struct run *run, void *watcher); /* NULL, or called some times a second and at the end */
    void *watcher;

    struct board *board; /* from run_start on, or the caller's; the caller closes it */
    double before;       /* seconds that it had taken when it was killed */
    double began;        /* when it was started, or started again */
    double seconds;      /* it took in all */
    bool out_of_time;    /* ended by settings.seconds */
};

/* An EXIT_ status: EXIT_WELL (whatever was found) or EXIT_UNABLE, with a message. */
int run_start(struct run *run);

#endif
