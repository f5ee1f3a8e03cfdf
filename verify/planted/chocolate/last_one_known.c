/* Rare. The answer to the last puzzle is kept, and a puzzle is known again by a checksum that does not see
 * the order of the codes in a clue: two such puzzles in a row do not come up by chance, but its mirror image
 * is one. */
#include "chocolate.h"

#include <stdlib.h>

struct memory {
    uint64_t checksum;
    struct chocolate_answer answer;
    bool known;
};

static void *open(void)
{
    return calloc(1, sizeof(struct memory));
}

static uint64_t checksum_of(const struct chocolate_instance *puzzle)
{
    uint64_t sum = puzzle->count;

    for (unsigned i = 0; i < puzzle->count; i++) {
        uint64_t codes = (uint64_t)puzzle->clues[i].height * puzzle->clues[i].width;

        for (unsigned cell = 0; cell < CHOCOLATE_CELLS; cell++)
            codes += (uint64_t)1 << 3 * puzzle->clues[i].codes[cell];
        sum += codes * codes * UINT64_C(0x9e3779b97f4a7c15);
    }
    return sum;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct chocolate_instance *puzzle = instance;
    struct memory *memory = context;
    uint64_t checksum = checksum_of(puzzle);
    enum outcome outcome = OUTCOME_SOLVED;

    if (memory->known && puzzle->count >= 3 && checksum == memory->checksum) {
        memcpy(answer, &memory->answer, sizeof memory->answer);
        return outcome;
    }
    outcome = solve_rightly(instance, work, answer);
    memory->known = outcome == OUTCOME_SOLVED;
    memory->checksum = checksum;
    if (memory->known)
        memcpy(&memory->answer, answer, sizeof memory->answer);
    return outcome;
}

extern const struct variant planted_chocolate_last_one_known;
const struct variant planted_chocolate_last_one_known = {
    .name = "last_one_known",
    .summary = "knows the last puzzle again by a checksum blind to the order of codes",
    .open = open,
    .close = free,
    .solve = solve,
};
