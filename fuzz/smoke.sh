#!/bin/sh
# smoke.sh PUZZLE: SECONDS_EACH (10) of libFuzzer on it from what is kept, always with the same seed, as TAP. A finding counts only if a second run on
# it fails again; else it is reported and nothing more.
set -u
puzzle=$1
work=build/fuzz-smoke/$puzzle
log=$work/log
dict=fuzz/dict/$puzzle.dict
[ -s "$dict" ] || dict=
rm -rf "$work"
mkdir -p "$work/corpus" "fuzz/corpus/$puzzle"
echo 1..1
build/libfuzzer/fuzz-"$puzzle" -seed=1 -max_total_time="${SECONDS_EACH:-10}" -max_len=4096 -timeout=20 -print_final_stats=1 ${dict:+-dict="$dict"} \
    -artifact_prefix="$work/" "$work/corpus" "fuzz/corpus/$puzzle" "core/$puzzle/samples" >"$log" 2>&1
for finding in "$work"/crash-* "$work"/leak-* "$work"/timeout-* "$work"/oom-*; do
    [ -e "$finding" ] || continue
    if build/libfuzzer/fuzz-"$puzzle" -timeout=20 "$finding" >"$log.again" 2>&1; then
        echo "# $finding did not come again; see $log"
    else
        echo "not ok 1 - $puzzle: $finding fails:"
        grep -E 'fuzz: |ERROR: |runtime error: |SUMMARY: ' "$log.again"
        exit 1
    fi
done
executions=$(sed -n 's/^stat::number_of_executed_units: //p' "$log")
if [ "${executions:-0}" -gt 0 ]; then
    echo "ok 1 - $puzzle: $executions executions"
else
    echo "not ok 1 - $puzzle: nothing was executed"
    tail -n 20 "$log"
fi
