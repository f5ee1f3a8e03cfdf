# libFuzzer with the address and undefined-behaviour sanitizers: the fast engine of `make fuzz`. Build with `make CONFIG=libfuzzer fuzzers`.
CC := clang
CXX := clang++
OPTIMISE := -O2 -g
INSTRUMENT := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
INSTRUMENT_VARIANTS := -fno-sanitize-coverage=trace-cmp,trace-div,trace-gep
# What the target and the mutator themselves do is not what is looked for; the operands of their comparisons would be most of what libFuzzer tries.
INSTRUMENT_FUZZ := -fno-sanitize-coverage=inline-8bit-counters,pc-table,trace-cmp,trace-div,trace-gep,indirect-calls,stack-depth
FUZZ_ENGINE := -fsanitize=fuzzer
TEST_SCALE ?= 0.05
