# Conditions, by clang 19: has each been seen to decide its decision alone?
CC := clang-19
CXX := clang++-19
OPTIMISE := -O1 -g
# A static function's counts are kept by its name and the main file's, without the folder: naive.c's of one puzzle would be added to naive.c's of
# the next. So the main file is called by its path.
INSTRUMENT = -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc $(if $<,-Xclang -main-file-name -Xclang $<)
LDFLAGS_EXTRA := -Wl,--wrap=_exit,--wrap=raise
EXTRA_SOURCES := ci/coverage/exit_llvm.c
# Warnings are the other builds' business; this compiler has new ones.
WARNINGS := -w
WARNINGS_CXX := -w
# One path, so that the copy of a file in verify/unit has the functions that it has.
CPPFLAGS += -DASSAY_PORTABLE=
TEST_SCALE ?= 0.05
# Of the command-line tests those of the program itself.
CLI_TESTS := generate input output packages solve usage
