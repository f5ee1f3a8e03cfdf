#!/bin/sh
# link.sh TREE CONFIG SEED PROGRAM: links the gate's kernel from the objects of a tree that has been built. With SEED 0 in the
# order of the names; with another one in an order, and behind a gap, that the seed chooses: the same code at other addresses.
set -eu
tree=$1 build=$1/build/$2 seed=$3 program=$4
cd "$tree"
objects=$(printf '%s\n' core/*.c core/*/*.c ci/gate/kernel/*.c |
    grep -vE '^core/cli/([^f]|f[^i])' | sort -u |
    awk -v seed="$seed" 'BEGIN { srand(seed) } { print (seed ? rand() : NR / 1e6) "\t" $0 }' | sort -n | cut -f2 |
    sed "s|^|$build/|; s|c\$|o|")
flags=
case $2 in asan) flags=-fsanitize=address,undefined ;; esac
mkdir -p "$(dirname "$program")"
printf '.text\n.skip %d, 0x90\n.section .note.GNU-stack,"",@progbits\n' $((seed * 6689 % 4096 + 1)) >"$program.s"
# shellcheck disable=SC2086 # lists of words
${CC:-gcc} $flags "$program.s" $objects -lbdd -lm -o "$program"
rm -f "$program.s"
