#!/bin/sh
# test.sh LOGS STAGE=COMMAND...: runs the commands, which print TAP, side by side, keeps their output in LOGS/STAGE.tap, and shows what
# failed, what was skipped and one line a stage. A stage that fails without saying what, or that runs no test, counts as one failure. Ends with
# `N passed, N failed, N skipped`; exit status 1 where anything failed.
set -u
logs=$1
shift
mkdir -p "$logs"

run_stage() {
    start=$(date +%s)
    sh -c "$2" >"$logs/$1.tap" 2>&1 </dev/null
    echo "$? $(($(date +%s) - start))" >"$logs/$1.status"
}

for stage in "$@"; do
    rm -f "$logs/${stage%%=*}.status"
    run_stage "${stage%%=*}" "${stage#*=}" &
done
wait

passed=0 failed=0 skipped=0
for stage in "$@"; do
    name=${stage%%=*}
    log=$logs/$name.tap
    read -r status seconds <"$logs/$name.status"
    # cmocka reports a skipped test as `not ok N # SKIP`.
    counts=$(awk '
        /^(not )?ok .*# *(SKIP|skip)/ { skipped++; next }
        /^ok /                        { passed++; next }
        /^not ok /                    { failed++ }
        END                           { print passed + 0, failed + 0, skipped + 0 }' "$log")
    set_counts() { p=$1 f=$2 s=$3; }
    # shellcheck disable=SC2086
    set_counts $counts
    if [ "$f" -eq 0 ] && { [ "$status" -ne 0 ] || [ $((p + s)) -eq 0 ]; }; then
        f=1
        echo "$name: exit status $status after $p tests; the end of $log:"
        tail -n 30 "$log" | sed 's/^/    /'
    fi
    grep -iE '^(not )?ok .*# *skip' "$log" | sed -E 's/^(not )?ok [0-9]* *(- )?/    skipped: /'
    if [ "$f" -gt 0 ]; then
        awk '/^not ok / && !/# *(SKIP|skip)/ { lines = 25 } /^ok / { lines = 0 } lines-- > 0 { print "    " $0 }' "$log"
    fi
    echo "$name: $p passed, $f failed, $s skipped in $seconds s"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
