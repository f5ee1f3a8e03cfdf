/* The instance and the answer of the Ticket Game: what the parser makes and the variants read. */
#ifndef ASSAY_TICKET_H
#define ASSAY_TICKET_H

#include <stdint.h>

#include "../puzzle.h"

enum { TICKET_LENGTH_MAX = 2147483646 };

/* The left half is characters[0 .. length/2 - 1]. The characters may lie in the bytes that were parsed. */
struct ticket_instance {
    const unsigned char *characters; /* each '0' .. '9', or '?' where it is erased */
    uint32_t length;                 /* even, 2 .. TICKET_LENGTH_MAX */
    uint32_t erased;                 /* how many of the characters are '?' */
};

enum ticket_winner { TICKET_MONOCARP, TICKET_BICARP };

struct ticket_answer {
    uint32_t winner; /* enum ticket_winner */
};

#endif
