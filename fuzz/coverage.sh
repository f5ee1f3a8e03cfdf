#!/bin/sh
# coverage.sh PUZZLE...: what fuzz/corpus alone reaches of each parser, as the table of fuzz/README.md: lines and branches (gcov), and conditions
# that have been seen to decide alone (MC/DC, clang 19). VERBOSE=1 shows what it does not reach.
set -eu
work=build/fuzz-coverage
sources='' objects=''
rm -rf "$work"
mkdir -p "$work"
find build/cov -name '*.gcda' -delete
for puzzle in "$@"; do
    sources="$sources $(echo core/"$puzzle"/parse*.c)"
    objects="$objects -object build/mcdc/replay-$puzzle"
    build/cov/replay-"$puzzle" fuzz/corpus/"$puzzle" >"$work/cov-$puzzle.log" 2>&1
    LLVM_PROFILE_FILE=$work/$puzzle.profraw build/mcdc/replay-"$puzzle" fuzz/corpus/"$puzzle" >"$work/mcdc-$puzzle.log" 2>&1
done
llvm-profdata-19 merge -sparse "$work"/*.profraw -o "$work/all.profdata"
# shellcheck disable=SC2086 # a list of options
llvm-cov-19 export -summary-only -instr-profile="$work/all.profdata" $objects |
    jq -r '.data[0].files[] | "\(.filename)\t\(.summary.mcdc | "\(.covered) of \(.count)")"' >"$work/conditions.tsv"
echo '| parser | lines | branches | conditions |'
echo '|---|---|---|---|'
for source in $sources core/reader.c; do
    gcov --branch-probabilities --no-output "build/cov/${source%.c}.gcda" >"$work/gcov.txt" 2>/dev/null
    awk -F '[:% ]' -v source="$source" -v conditions="$(awk -F '\t' -v name="/$source" 'substr($1, length($1) - length(name) + 1) == name { print $2 }' \
        "$work/conditions.tsv")" '
        /^File / { here = index($0, "/" source "\047") }
        here && /^Lines executed/ { lines = $3 "% of " $NF }
        here && /^Taken at least/ { branches = $5 "% of " $NF }
        END { print "| `" source "` | " lines " | " branches " | " conditions " |" }' "$work/gcov.txt"
    [ -z "${VERBOSE:-}" ] || gcov --branch-probabilities --stdout "build/cov/${source%.c}.gcda" 2>/dev/null |
        grep -B 3 -E '#####|taken 0%|never executed' >&2 || true
done
