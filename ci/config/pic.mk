# What is loaded into another program: the mutator in AFL++.
INSTRUMENT := -fPIC
TEST_SCALE ?= 1
