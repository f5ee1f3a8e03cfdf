# Where OSS-Fuzz builds: fuzz/oss-fuzz/build.sh says compiler, flags and engine.
TEST_SCALE ?= 0.05
