# Lines and branches, counted by gcov. Nothing is inlined or merged, so that a line is a line.
OPTIMISE := -O0 -g
INSTRUMENT := --coverage -fprofile-abs-path
LDFLAGS_EXTRA := -Wl,--wrap=_exit
# A forked worker ends by _exit, which would forget what it counted.
EXTRA_SOURCES := ci/coverage/exit_gcov.c
TEST_SCALE ?= 0.05
