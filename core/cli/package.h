/* assay generate --package: a problem package as ICPC and Kattis have them. */
#ifndef ASSAY_PACKAGE_WRITE_H
#define ASSAY_PACKAGE_WRITE_H

#include "../puzzle.h"

/* Writes the package to `folder`; a line of standard output for each submission and each variant that is left out. `legacy`: in the
 * older format, else that of 2025-09. `sources` holds core/; NULL: found beside this program. An EXIT_ status. */
int package_write(const struct puzzle *puzzle, const char *folder, uint64_t seed, bool legacy, const char *sources);

#endif
