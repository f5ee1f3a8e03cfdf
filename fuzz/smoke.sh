#!/bin/sh
# smoke.sh PUZZLE...: SECONDS_EACH (10) of libFuzzer on each puzzle from what is kept, always with the same seed. A finding counts only if a second run on
# it fails again; else it is reported and nothing more. The last line counts puzzles.
set -u
work=build/fuzz-smoke
passed=0 failed=0
rm -rf "$work"
for puzzle in "$@"; do
    mkdir -p "$work/$puzzle/corpus" "fuzz/corpus/$puzzle"
    dict=fuzz/dict/$puzzle.dict log=$work/$puzzle/log
    [ -s "$dict" ] || dict=
    build/libfuzzer/fuzz-"$puzzle" -seed=1 -max_total_time="${SECONDS_EACH:-10}" -max_len=4096 -timeout=20 -print_final_stats=1 ${dict:+-dict="$dict"} \
        -artifact_prefix="$work/$puzzle/" "$work/$puzzle/corpus" "fuzz/corpus/$puzzle" "core/$puzzle/samples" >"$log" 2>&1
    blocked=
    for finding in "$work/$puzzle"/crash-* "$work/$puzzle"/leak-* "$work/$puzzle"/timeout-* "$work/$puzzle"/oom-*; do
        [ -e "$finding" ] || continue
        if build/libfuzzer/fuzz-"$puzzle" -timeout=20 "$finding" >"$log.again" 2>&1; then
            echo "$puzzle: $finding did not come again; see $log"
        else
            echo "$puzzle: $finding fails:"
            grep -E 'fuzz: |ERROR: |runtime error: |SUMMARY: ' "$log.again"
            blocked=yes
        fi
    done
    if [ "$blocked" ]; then
        failed=$((failed + 1))
    else
        passed=$((passed + 1))
        echo "$puzzle: $(sed -n 's/^stat::number_of_executed_units: //p' "$log") executions"
    fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
