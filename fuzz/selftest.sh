#!/bin/sh
# selftest.sh [PUZZLE...]: does the fuzzing find bugs? Each patch of fuzz/planted/ is built into a copy of the tree and looked for from an empty
# corpus: by libFuzzer, by AFL++ and by the pair, with each of $SEEDS. Ends with a table; fails where the pair misses one in 60 s, its median is 10 s
# or more, AFL++ (CMPLOG) does not solve a magic value in 15 s, or a leak, an undefined operation or an abort goes unnoticed.
# What has been measured stands in build/selftest/results.tsv and is not measured again: it may be killed and started again. $ENGINES (libfuzzer
# afl pair), $SEEDS (1 2 3) and $LIMIT (60) choose less; `selftest.sh --build` only sees that every patch applies and compiles.
set -u
here=build/selftest
tree=$here/tree
results=$here/results.tsv
mkdir -p "$tree"
touch "$results"
failed=0

# The tree, with what is built in it: a patch touches a file or two, so few objects are made again.
copy_tree() {
    find Makefile ci core fuzz -type f ! -path 'fuzz/corpus/*' | while read -r file; do
        cmp -s "$file" "$tree/$file" || { mkdir -p "$tree/$(dirname "$file")" && cp "$file" "$tree/$file"; }
    done
}

restore() {
    sed -n 's|^+++ b/\([^\t]*\).*|\1|p' "$1" | while read -r file; do
        cp "$file" "$tree/$file"
    done
}

build() {
    make -C "$tree" -s --no-print-directory WARNINGS= CONFIG="$1" "build/$1/$2" >"$here/build.log" 2>&1
}

# The first finding's time less the start's, in seconds; "-" for none.
look() {
    puzzle=$1 engines=$2 seed=$3
    home=$here/run
    rm -rf "$home"
    mkdir -p "$home"
    case $engines in
    libfuzzer) of_libfuzzer=1 of_afl=0 ;;
    afl) of_libfuzzer=0 of_afl=1 ;;
    *) of_libfuzzer=1 of_afl=1 ;;
    esac
    started=$(date +%s.%N)
    FUZZ_HOME=$home FUZZ_BUILDS=$tree/build FUZZ_SEEDS=none FUZZ_SEED=$seed FUZZ_UNTIL=crash FUZZ_PAUSE=1 FUZZ_TIMEOUT=1 \
        FUZZ_LIBFUZZER=$of_libfuzzer FUZZ_AFL=$of_afl sh fuzz/campaign.sh "$puzzle" "${LIMIT:-60}" 2 >/dev/null 2>&1
    first=$(sh fuzz/findings.sh "$home" | tr '\n' '\0' | xargs -0 -r stat -c %.Y | sort -n | head -n 1)
    awk -v start="$started" -v first="$first" 'BEGIN { if (first == "") print "-"; else printf "%.1f\n", first - start }'
}

try() {
    puzzle=$1 name=$2
    for engines in ${ENGINES:-libfuzzer afl pair}; do
        for seed in ${SEEDS:-1 2 3}; do
            grep -q "^$puzzle	$name	$engines	$seed	" "$results" && continue
            { build libfuzzer "fuzz-$puzzle" && build afl "fuzz-$puzzle" && build pic "mutator-$puzzle.so"; } || return 1
            took=$(look "$puzzle" "$engines" "$seed")
            printf '%s\t%s\t%s\t%s\t%s\n' "$puzzle" "$name" "$engines" "$seed" "$took" | tee -a "$results"
        done
    done
}

only_build=
if [ "${1:-}" = --build ]; then
    only_build=yes
    shift
fi
# shellcheck disable=SC2046 # a list of names
[ $# -gt 0 ] || set -- $(ls fuzz/planted)
copy_tree
for puzzle in "$@"; do
    for patch in fuzz/planted/"$puzzle"/*.patch; do
        name=$(basename "$patch" .patch)
        if ! patch -d "$tree" -p1 -s -f --no-backup-if-mismatch -r - <"$patch" >"$here/build.log" 2>&1; then
            echo "$patch: does not apply"
            failed=$((failed + 1))
            restore "$patch"
            continue
        fi
        if [ "$only_build" ]; then
            build release "replay-$puzzle"
        else
            try "$puzzle" "$name"
        fi || {
            echo "$patch: does not build"
            failed=$((failed + 1))
        }
        restore "$patch"
    done
done
if [ "$only_build" ]; then
    echo "$(find fuzz/planted -name '*.patch' | wc -l) passed, $failed failed, 0 skipped" | awk -v failed="$failed" '{ $1 -= failed; print }'
    exit "$((failed > 0))"
fi
awk -F '\t' -f fuzz/selftest.awk "$results" || failed=$((failed + 1))
exit "$((failed > 0))"
