/* Generated cases as a stream. Case `index` of a class is a function of the seed, the puzzle, the class, the index and the largest
 * size, so that case 17 comes alone. With all classes in turn, number = index * classes + class. */
#ifndef ASSAY_RANDOM_H
#define ASSAY_RANDOM_H

#include "worker.h"

/* The one for all programs where none is given. */
enum { DEFAULT_SEED = 1 };

struct sampling {
    const struct puzzle *puzzle;
    uint64_t seed;
    size_t classes;     /* of the puzzle */
    size_t only;        /* this class alone; SIZE_MAX: all in turn */
    uint64_t max_size;  /* sizes are drawn up to here */
    uint64_t min_size;
    bool plain;         /* the generator's cases as they are: no swarm */
    uint64_t malformed; /* one in so many is damaged on purpose; 0: none */
};

/* Sizes as the puzzle allows, all classes, swarm, one in 16 damaged. False: more classes than CLASSES_MAX. */
bool sampling_open(struct sampling *sampling, const struct puzzle *puzzle, uint64_t seed);

struct stream sampling_stream(struct sampling *sampling);

/* The class and the index of a number. */
void sampling_place(const struct sampling *sampling, uint64_t number, size_t *class_index, uint64_t *index);

/* Lowers max_size to what can be compared in the time: the largest size, on a ladder by quarters, up to which two variants
 * answer in `seconds` a case. Takes about a second. */
int sampling_fit(struct sampling *sampling, const struct team *team, const struct settings *settings, double seconds);

#endif
