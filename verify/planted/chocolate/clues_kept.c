/* State left from the case before: the list of clues is filled from the start, but as long as it ever was. */
#include "chocolate.h"

#include <stdlib.h>

static void *open(void)
{
    return calloc(1, sizeof(struct chocolate_instance));
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    struct chocolate_instance puzzle = *(const struct chocolate_instance *)instance;
    struct chocolate_instance *list = context;

    if (list->count < puzzle.count)
        list->count = puzzle.count;
    memcpy(list->clues, puzzle.clues, puzzle.count * sizeof *list->clues);
    return solve_rightly(list, work, answer);
}

extern const struct variant planted_chocolate_clues_kept;
const struct variant planted_chocolate_clues_kept = {
    .name = "clues_kept",
    .summary = "clues of the puzzle before stay in the list",
    .solve = solve,
    .open = open,
    .close = free,
};
