#include "reference.h"

#define REFERENCE(name) extern const struct reference name;
#include "suites/references.def"
#undef REFERENCE

const struct reference *const references[] = {
#define REFERENCE(name) &name,
#include "suites/references.def"
#undef REFERENCE
    NULL,
};
