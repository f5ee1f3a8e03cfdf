/* What every solution of the Ticket Game begins with: what the halves hold. */
#ifndef ASSAY_PLANTED_TICKET_H
#define ASSAY_PLANTED_TICKET_H

#include "core/ticket/ticket.h"

enum { LEFT, RIGHT };

struct halves {
    int64_t sum[2]; /* of the known digits */
    int64_t erased[2];
};

static inline struct halves read_halves(const struct ticket_instance *ticket)
{
    struct halves halves = {{0, 0}, {0, 0}};

    for (uint32_t i = 0; i < ticket->length; i++) {
        int half = i < ticket->length / 2 ? LEFT : RIGHT;
        bool erased = ticket->characters[i] == '?';

        halves.erased[half] += erased;
        halves.sum[half] += erased ? 0 : ticket->characters[i] - '0';
    }
    return halves;
}

static inline enum outcome say_winner(void *answer, bool bicarp)
{
    *(struct ticket_answer *)answer = (struct ticket_answer){bicarp ? TICKET_BICARP : TICKET_MONOCARP};
    return OUTCOME_SOLVED;
}

#endif
