#!/bin/sh
# minimise.sh PUZZLE: build/fuzz/PUZZLE/corpus and fuzz/corpus/PUZZLE made one and as small as they can be without losing an edge (libFuzzer's
# -merge=1, smallest inputs first, with features so that a branch taken more often counts too); then the committed part: of edges alone, files
# of at most 64 kB, and where those are more than 100 the 100 largest, which reach the most.
set -eu
puzzle=$1
home=build/fuzz/$puzzle
fuzzer=build/libfuzzer/fuzz-$puzzle
kept=fuzz/corpus/$puzzle
mkdir -p "$kept" "$home/corpus"
rm -rf "$home/merged" "$home/kept"
mkdir "$home/merged" "$home/kept"
"$fuzzer" -merge=1 -timeout=10 "$home/merged" "$home/corpus" "$kept" >"$home/merge.log" 2>&1
"$fuzzer" -set_cover_merge=1 -use_counters=0 -timeout=10 "$home/kept" "$home/merged" >>"$home/merge.log" 2>&1
edges() { "$fuzzer" -runs=0 "$1" 2>&1 | sed -n 's/.*INITED cov: \([0-9]*\).*/\1/p'; }
find "$home/kept" -size +64k -delete
find "$home/kept" -type f -printf '%s %p\n' | sort -rn | tail -n +101 | cut -d ' ' -f 2 | xargs -r rm
before=$(edges "$home/corpus") after=$(edges "$home/merged") committed=$(edges "$home/kept")
count=$(find "$home/kept" -type f | wc -l)
echo "$puzzle: $(find "$home/corpus" -type f | wc -l) files, $before edges; minimised $(find "$home/merged" -type f | wc -l), $after; committed $count, $committed"
if [ "$after" -lt "$before" ]; then
    echo "$puzzle: not taken over" >&2
    exit 1
fi
rm -rf "$home/corpus" "$kept"
mv "$home/merged" "$home/corpus"
mkdir -p fuzz/corpus
mv "$home/kept" "$kept"
