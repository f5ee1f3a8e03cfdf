# clang's memory sanitizer, for replaying corpora. What stands on a library that was not built with it stays out: see `absent` in Makefile.
CC := clang
CXX := clang++
OPTIMISE := -O1 -g
INSTRUMENT := -fsanitize=memory -fsanitize-memory-track-origins -fno-sanitize-recover=all -fno-omit-frame-pointer
UNINSTRUMENTED := bdd\.h
TEST_SCALE ?= 0.05
