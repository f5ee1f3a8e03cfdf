/* Problem packages of ICPC and Kattis, legacy and 2025-09: their submissions on their data, held against what is expected of each. */
#ifndef ASSAY_PACKAGE_H
#define ASSAY_PACKAGE_H

#include "program.h"
#include "report.h"

/* `limits`: what the package does not say itself, and the time limit where `timed`. Lines of the report: the data, and one a
 * submission. An EXIT_ status. */
int verify_package(struct report *report, const struct puzzle *puzzle, const char *folder, const struct program_limits *limits,
                   bool timed);

#endif
