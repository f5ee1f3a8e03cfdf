/* Files that may be the end of their parser: each is parsed in a process of its own first. */
#ifndef ASSAY_VERIFY_PARSE_H
#define ASSAY_VERIFY_PARSE_H

#include "core/cli/file.h"
#include "worker.h"

/* As file_parse; EXIT_FOUND where the parser died or hung: *finding says how, and `file` is then the caller's to free. */
int parse_guarded(const struct team *team, const struct settings *settings, const char *path, struct arena *arena,
                  struct file *file, struct cases *cases, struct finding *finding);

#endif
