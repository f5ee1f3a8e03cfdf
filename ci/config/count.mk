# The release build with the counters of core/counters.def compiled in.
CPPFLAGS += -DASSAY_COUNT
# Of the command-line tests those in which what is counted, or whether, makes a difference: the rest never sees a count.
CLI_TESTS := bench install solve verify
