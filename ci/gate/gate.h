/* What a run of the gate knows. The layers fill in the benchmarks and say their verdict; the reports read both. */
#ifndef ASSAY_GATE_GATE_H
#define ASSAY_GATE_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

/* The gate's own, beside those of core/cli/file.h. */
enum { EXIT_WORSE = 4, EXIT_INCONCLUSIVE = 5 };

/* The configuration whose programs are timed and counted by callgrind: ci/config/. */
#define TIMED_CONFIG "aligned"

enum { NAME_SIZE = 320, PATH_ROOM = 2048, COUNTS_SIZE = 512 };

enum layer { LAYER_ANSWERS, LAYER_WORK, LAYER_INSTRUCTIONS, LAYER_TIME, LAYER_COUNT };

extern const char *const layer_names[LAYER_COUNT]; /* "answers" ... */

enum verdict {
    VERDICT_SKIPPED, /* not asked for, or the caller allowed it to be left out */
    VERDICT_GREEN,
    VERDICT_BETTER,       /* green, and a new floor */
    VERDICT_UNCONFIRMED,  /* slower from one link, not from another */
    VERDICT_INCONCLUSIVE,
    VERDICT_RED,
    VERDICT_FAILED /* the layer could not work */
};

extern const char *const verdict_names[];

/* One variant on one workload by one program, as the kernel's `answers` prints it. */
struct solved {
    bool there;
    char state[16]; /* "ready", or why it is left out */
    size_t cases;
    size_t fit;          /* so many of the first cases are repeated in the layers below */
    double warm;         /* nanoseconds of a pass over those, roughly */
    char hash[24];       /* of all answers */
    char counts[COUNTS_SIZE]; /* "nodes=12,cuts=3." */
};

/* What the pairs said; log ratios, positive is slower. */
struct timing {
    enum verdict verdict; /* VERDICT_SKIPPED: not timed */
    size_t pairs;
    double change, lower, upper;
    double p; /* adjusted; of the direction that the change has */
    bool confirmed;
};

struct benchmark {
    char name[NAME_SIZE]; /* puzzle/workload/variant */
    bool tree;            /* its workload needs nothing from outside the project */
    struct solved base, head, counted;
    uint64_t base_instructions, head_instructions; /* 0: not counted */
    struct timing timing;
};

struct finding {
    enum layer layer;
    enum verdict verdict;
    char name[NAME_SIZE];
    char text[400];
};

struct layer_state {
    bool wanted;
    bool advisory; /* it is shown but stops nothing */
    enum verdict verdict;
    size_t compared;
    double seconds;
    char control[240]; /* of the planted fault: what it did; empty: none was planted */
    bool fired;
    char note[400];
};

struct gate {
    /* options */
    const char *revision;
    const char *head_folder;
    const char *only; /* NULL: all */
    const char *plant; /* NULL: none */
    const char *raw; /* NULL: the pairs are not kept */
    bool skip_missing; /* a missing tool is a skip */
    bool whole;        /* the budget is for the builds too, not for some layers alone */
    double budget, begun, build_seconds;
    uint64_t seed;

    /* places; absolute */
    char root[PATH_ROOM], head[PATH_ROOM], base[PATH_ROOM], inputs[PATH_ROOM], results[PATH_ROOM];
    char head_kernel[PATH_ROOM], base_kernel[PATH_ROOM], count_kernel[PATH_ROOM], log[PATH_ROOM];
    char commit[64];
    char toolchain[256];

    struct benchmark *benchmarks;
    size_t benchmark_count;
    struct finding *findings;
    size_t finding_count;
    struct layer_state layers[LAYER_COUNT];
};

/* False and a message where memory ran out. */
bool gate_find(struct gate *gate, enum layer layer, enum verdict verdict, const char *name, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The layer cannot work: its verdict, its note. Returns EXIT_UNABLE. */
int gate_fail(struct gate *gate, enum layer layer, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The benchmark of that name, made where there is none; NULL without memory. */
struct benchmark *gate_benchmark(struct gate *gate, const char *name);

/* Of a log ratio. */
double percent_of(double log_ratio);

double gate_now(void); /* seconds */
double gate_left(const struct gate *gate);

/* For command.seconds: that share of the time left, and never so little that nothing can be said. */
double gate_allow(const struct gate *gate, double share);

/* One line on standard error, "gate: 3 of 5: ...", where somebody looks on or a log is kept. */
void gate_progress(const struct gate *gate, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Both revisions built, the workloads written, the kernels linked. EXIT_WELL, or a message and another status: EXIT_INCONCLUSIVE where
 * the budget ended before. */
int tree_prepare(struct gate *gate);
int tree_link(const struct gate *gate, const char *tree, const char *config, uint64_t seed, const char *program);
/* Builds and links the counting kernel of head. */
int tree_count(struct gate *gate);
int tree_folders(struct gate *gate);
int tree_export(struct gate *gate);
unsigned tree_hash_file(const char *path);

/* Reads what `answers` printed into one of base, head, counted of each benchmark. */
enum side { SIDE_BASE, SIDE_HEAD, SIDE_COUNTED };
struct solved *benchmark_side(struct benchmark *benchmark, enum side side);

/* The layers. EXIT_WELL where the layer could do its work, whatever its verdict. */
int answers_run(struct gate *gate);
int work_run(struct gate *gate);
int work_update(struct gate *gate);
int instructions_run(struct gate *gate);
int time_run(struct gate *gate);

/* Solves every workload of a folder with a kernel, in so many seconds; lines go to `output`. The exit status. */
int answers_solve(const struct gate *gate, const char *kernel, const char *plant, const char *folder,
                  const char *output, double seconds);
int answers_read(struct gate *gate, const char *path, enum side side);

/* The kernel and, where there is one, its plant; returns how many. */
size_t kernel_arguments(const char **arguments, const char *kernel, const char *plant);
/* Both revisions answer it, and its first cases can be repeated: the layers below answers look at it. */
bool benchmark_repeats(const struct benchmark *benchmark);

/* Those, the most telling first. *order is the caller's to free; NULL without memory. Returns how many. */
size_t plan_order(const struct gate *gate, struct benchmark ***order);

void benchmark_split(const struct benchmark *benchmark, char puzzle[64], char workload[128], char variant[64]);

/* A folder with the workload of one benchmark alone, for the planted faults. */
int probe_make(const struct gate *gate, const struct benchmark *benchmark, char folder[PATH_ROOM]);
/* The benchmark that faults are planted in: many cases, in both revisions. NULL: none. */
struct benchmark *probe_choose(const struct gate *gate);

/* Everything that a run leaves. The exit status of the gate. */
int gate_status(const struct gate *gate);
/* "pass", "regression" ... */
const char *conclusion(const struct gate *gate);
void report_terminal(const struct gate *gate, struct text *text);
void report_markdown(const struct gate *gate, struct text *text);
void report_annotations(const struct gate *gate, struct text *text);
int write_json_report(const struct gate *gate, const char *path);
void report_junit(const struct gate *gate, struct text *text);

#endif
