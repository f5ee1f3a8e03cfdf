/* The instance and the answer of the template puzzle: what the parser makes and the variants read. */
#ifndef ASSAY_TEMPLATE_H
#define ASSAY_TEMPLATE_H

#include <stdint.h>

#include "../puzzle.h"

enum { TEMPLATE_NUMBERS_MAX = 1000, TEMPLATE_NUMBER_MAX = 999 };

struct template_instance {
    uint32_t count;          /* 1 .. TEMPLATE_NUMBERS_MAX */
    const uint16_t *numbers; /* each 0 .. TEMPLATE_NUMBER_MAX */
};

struct template_answer {
    uint32_t largest;
};

#endif
