# What `make mutate` links its mutants into: counters are compiled in, for a removed cut changes no answer but the work.
OPTIMISE := -O1
CPPFLAGS += -DASSAY_COUNT
TEST_SCALE ?= 0.02
