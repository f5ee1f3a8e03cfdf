/* What lies beside the program that runs: other programs, as git has it, and what is installed with it. */
#ifndef ASSAY_BESIDE_H
#define ASSAY_BESIDE_H

#include <limits.h>

enum { BESIDE_MAX = 64 };

/* The path of `name`, shorter than BESIDE_MAX, seen from the folder of this program; from / where that cannot be known. */
void beside(const char *name, char path[PATH_MAX]);

#endif
