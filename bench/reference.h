/* Yardsticks: plain loops that are timed beside the variants, in the same run and interleaved with them, so
 * that a speed can be given as a ratio to something that everybody knows. They live in bench/suites/, a line
 * in references.def each, and appear where a suite asks for them. */
#ifndef ASSAY_REFERENCE_H
#define ASSAY_REFERENCE_H

#include "core/puzzle.h"

struct reference {
    const char *puzzle;
    bool answers; /* it writes the puzzle's answer, which is then compared like any other */
    struct variant variant;
};

/* All of them; ends with NULL. */
extern const struct reference *const references[];

#endif
