#!/bin/sh
# build.sh TREE CONFIG [TARGET]...: builds, in a tree that may be older than this file, what the gate needs there: the library, the
# kernel from this revision's source, and TARGETs (names below build/CONFIG/). CONFIG is this revision's too.
set -eu
tree=$1 config=$2
shift 2
if [ "$tree" != "$PWD" ]; then
    mkdir -p "$tree/ci/gate/kernel"
    for file in ci/gate/kernel/* "ci/config/$config.mk"; do
        cmp -s "$file" "$tree/$file" || cp "$file" "$tree/$file"
    done
fi
targets="libassay.a core/cli/file.o $*"
for file in ci/gate/kernel/*.c; do
    targets="$targets ${file%c}o"
done
unset MAKEFLAGS MAKELEVEL MFLAGS
cd "$tree"
# shellcheck disable=SC2046,SC2086 # lists of words
make -s CC="${CC:-gcc}" CONFIG="$config" $(printf "build/$config/%s " $targets)
