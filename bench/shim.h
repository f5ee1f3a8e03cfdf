/* Google Benchmark behind C; shim.cc is the only C++ of the project.
 *
 * The library calls, times and repeats the bodies, in random order over all repetitions of all benchmarks,
 * and writes its JSON. How often a body runs in one repetition is the caller's choice (plan.h), not the
 * library's: its own calibration cannot keep a budget over all benchmarks, and starts each with repetitions
 * that are thrown away. */
#ifndef ASSAY_SHIM_H
#define ASSAY_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct shim_benchmark {
    const char *name;
    uint64_t iterations; /* calls of body in one repetition */
    int repetitions;
    bool warm; /* one untimed call before each repetition: the benchmark before it has left its own data in
                  the caches */
    uint64_t items; /* that one call works off: for the rate; 0: no rate */
    uint64_t bytes; /* the same */
    void (*body)(void *closure);
    void *closure;
};

/* Called outside the timed loop, right before and after it in each repetition. */
struct shim_watch {
    void (*before)(void *closure);
    void (*after)(void *closure, size_t benchmark, uint64_t iterations);
    void *closure;
};

/* Runs them all. Returns the library's JSON, to be freed, with the names as given; NULL where memory runs
 * out. Call once. */
char *shim_run(const char *program, const struct shim_benchmark *benchmarks, size_t count,
               struct shim_watch watch);

#ifdef __cplusplus
}
#endif

#endif
