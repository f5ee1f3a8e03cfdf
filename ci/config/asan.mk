# Address and undefined-behaviour sanitizers; the first report ends the program.
OPTIMISE := -O1 -g
INSTRUMENT := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
TEST_SCALE ?= 0.05
