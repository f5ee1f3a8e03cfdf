# What the gate times and counts: every function begins at a cache line. At 16 bytes, the compiler's habit, the same loop took up to 1.8 times
# as long when another file had grown.
OPTIMISE := -O2 -g -falign-functions=64
