/* The cases that a probe shows to every mutant of a variant, smallest first, each with what another variant
 * answers. */
#ifndef ASSAY_STOCK_H
#define ASSAY_STOCK_H

#include "core/puzzle.h"

enum { STOCK_MAX = 100000, OTHERS_MAX = 32 };

enum source { SOURCE_SPACE, SOURCE_FILE, SOURCE_GENERATED, SOURCE_COUNT };

struct stocked {
    const void *instance;
    struct result expected;
    enum source source;
    uint64_t size; /* in its space */
    const char *space;
};

struct stock {
    const struct puzzle *puzzle;
    const struct variant *subject;
    struct stocked *cases; /* room for STOCK_MAX */
    size_t count;
    struct arena arena;
    void *contexts[OTHERS_MAX];            /* of the others, by index; open as long as the process lives */
    double cost[SOURCE_COUNT][OTHERS_MAX]; /* seconds a case, lately */
};

/* All sizes of all spaces that other variants answer within a time limit, the cases of the files in the
 * folders, then generated ones. What no other variant affords is left out. False without memory. */
bool stock_fill(struct stock *stock, char **folders, int folder_count);

#endif
