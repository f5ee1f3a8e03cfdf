# AFL++, persistent, with test cases in shared memory. One build serves for CMPLOG too (`-c 0`): a second one named by -c is silently ignored
# by Debian's AFL++, and afl-gcc-fast does not load its plugin. Undefined behaviour traps, which needs no run-time library.
CC := afl-clang-fast
# Variants are searches: their comparisons would be most of what CMPLOG sees, and cost half of the speed.
CC_VARIANTS := env -u AFL_LLVM_CMPLOG afl-clang-fast
CXX := afl-clang-fast++
OPTIMISE := -O2 -g
INSTRUMENT := -fsanitize=undefined -fsanitize-undefined-trap-on-error
FUZZ_ENGINE := -fsanitize=fuzzer
export AFL_LLVM_CMPLOG := 1
export AFL_QUIET := 1
TEST_SCALE ?= 0.05
