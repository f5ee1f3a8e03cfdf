# For a debugger.
OPTIMISE := -O0 -g3
