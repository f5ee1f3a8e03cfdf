#!/bin/sh
# minimise.sh PUZZLE: build/fuzz/PUZZLE/corpus and fuzz/corpus/PUZZLE made one and as small as they can be without losing an edge (libFuzzer's
# -merge=1, smallest inputs first, with features so that a branch taken more often counts too); then the committed part: of edges alone, at most
# 100 files of at most 64 kB, each time the one that adds the most: first to what the parser reaches (each refusal is a file of its own, which
# would come last), then to the rest.
set -eu
puzzle=$1
home=build/fuzz/$puzzle
fuzzer=build/libfuzzer/fuzz-$puzzle
kept=fuzz/corpus/$puzzle
mkdir -p "$kept" "$home/corpus"
rm -rf "$home/merged" "$home/kept"
mkdir "$home/merged" "$home/kept"
"$fuzzer" -merge=1 -timeout=10 "$home/merged" "$home/corpus" "$kept" >"$home/merge.log" 2>&1
for part in parse all; do
    rm -rf "$home/control-$part" "$home/kept"
    mkdir "$home/kept"
    "$fuzzer" -set_cover_merge=1 -use_counters=0 -timeout=10 -merge_control_file="$home/control-$part" "$home/kept" "$home/merged" --$part \
        >>"$home/merge.log" 2>&1
done
rm -f "$home/kept"/*
# The files' names, then the features of each (of all only by this kind of merge); what one adds only becomes less.
awk '
    function mark(file, list, n) {
        for (n = split(features[file], list, " "); n > 0; n--) had[list[n]] = 1
    }
    function pick(most, best, list, i, n) {
        for (; left > 0; left--) {
            most = 0
            for (i = 0; i < files; i++) {
                if (adds[i] <= most) continue
                n = split(features[i], list, " ")
                for (adds[i] = 0; n > 0; n--) adds[i] += !(list[n] in had)
                if (adds[i] > most) { most = adds[i]; best = i }
            }
            if (!most) return
            print name[best]
            picked[name[best]] = 1
            mark(best)
        }
    }
    BEGIN { left = 100 }
    FNR == 1 { pick(); files = $1 }
    FNR > 2 && FNR <= files + 2 { name[FNR - 3] = $0 }
    $1 == "FT" {
        features[$2] = substr($0, length($2) + 5)
        adds[$2] = NF - 2
        if (name[$2] in picked) mark($2)
    }
    END { pick() }' "$home/control-parse" "$home/control-all" | xargs cp -t "$home/kept"
edges() { "$fuzzer" -runs=0 "$1" 2>&1 | sed -n 's/.*INITED cov: \([0-9]*\).*/\1/p'; }
find "$home/kept" -size +64k -delete
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
