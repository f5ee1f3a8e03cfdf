# Lines and branches, counted by gcov. Nothing is inlined or merged, so that a line is a line.
OPTIMISE := -O0 -g
INSTRUMENT := --coverage -fprofile-abs-path
LDFLAGS_EXTRA := -Wl,--wrap=_exit,--wrap=raise
# A forked worker ends by _exit, which would forget what it counted.
EXTRA_SOURCES := ci/coverage/exit_gcov.c
# One copy of each line: no path for wide vectors beside the one for all machines, nothing inlined for speed.
CPPFLAGS += -DASSAY_PORTABLE= -DASSAY_SEPARATE
# In its own dialect gcc knows exec, and has the counts saved before it.
WARNINGS += -Wno-psabi -std=gnu17
TEST_SCALE ?= 0.05
