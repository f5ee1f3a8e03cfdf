/* What the engines, the replay driver and triage call. Built once a puzzle: the build defines FUZZ_PUZZLE as its symbol. */
#ifndef ASSAY_FUZZ_TARGET_H
#define ASSAY_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

#include "core/puzzle.h"

extern const struct puzzle FUZZ_PUZZLE;

/* libFuzzer's interface, which AFL++'s driver shares. With `--parse` among the arguments no input goes further than the parser. */
int LLVMFuzzerInitialize(int *argument_count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t room, unsigned int seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *bytes, size_t size, const uint8_t *others, size_t other_size, uint8_t *out,
                                 size_t room, unsigned int seed);

/* From here on every input gets the longest work limit. For replaying one's own findings: a shrunk input
 * must not pass because it was given less work. */
void fuzz_be_thorough(void);

#endif
