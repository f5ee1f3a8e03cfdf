# The release build with the counters of core/counters.def compiled in.
CPPFLAGS += -DASSAY_COUNT
