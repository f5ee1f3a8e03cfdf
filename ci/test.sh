#!/bin/sh
# test.sh LOGS STAGE[/PART]=COMMAND...: runs the commands, which print TAP, side by side, begun in their order, TEST_JOBS at a time: one more than
# there are processors, since tests also wait. Keeps their output in LOGS/STAGE[/PART].tap, and shows what failed, what was skipped and one line a
# stage, its seconds those of its parts together. A part that fails without saying what, that runs no test or not those that it planned, or that
# did not come to its end, counts as one failure. Ends with `N passed, N failed, N skipped`; exit status 1 where anything failed.
set -u
logs=$1
shift
mkdir -p "$logs"
export logs

for part in "$@"; do
    name=${part%%=*}
    mkdir -p "$(dirname "$logs/$name")"
    rm -f "$logs/$name.status"
    : >"$logs/$name.tap"
    printf '%s\n' "${part#*=}" >"$logs/$name.sh"
    echo "$name"
done >"$logs/parts"
# shellcheck disable=SC2016 # expanded where it runs
xargs -P "${TEST_JOBS:-$(($(nproc) + 1))}" -I {} sh -c 'start=$(date +%s%N)
    sh "$logs/{}.sh" >"$logs/{}.tap" 2>&1 </dev/null
    echo "$? $((($(date +%s%N) - start) / 1000000))" >"$logs/{}.status"' <"$logs/parts"

# judge PART: adds to the stage's p, f, s and ms.
judge() {
    log=$logs/$1.tap
    read -r status took 2>/dev/null <"$logs/$1.status" || status=none took=0
    # cmocka reports a skipped test as `not ok N # SKIP`.
    read -r good bad not planned <<EOF
$(awk '/^(not )?ok .*# *(SKIP|skip)/ { skipped++; next }
        /^ok /                        { passed++; next }
        /^not ok /                    { failed++ }
        /^1\.\.[0-9]+/                { planned += substr($0, 4) }
        END                           { print passed + 0, failed + 0, skipped + 0, planned + 0 }' "$log")
EOF
    ran=$((good + bad + not))
    if [ "$bad" -eq 0 ] && { [ "$status" != 0 ] || [ $((good + not)) -eq 0 ] || { [ "$planned" -ne 0 ] && [ "$planned" -ne $ran ]; }; }; then
        bad=1
        echo "$1: exit status $status after $ran tests of $planned; the end of $log:"
        tail -n 30 "$log" | sed 's/^/    /'
    fi
    grep -iE '^(not )?ok .*# *skip' "$log" | sed -E 's/^(not )?ok [0-9]* *(- )?/    skipped: /'
    if [ "$bad" -gt 0 ]; then
        awk '/^not ok / && !/# *(SKIP|skip)/ { lines = 25 } /^ok / { lines = 0 } lines-- > 0 { print "    " $0 }' "$log"
    fi
    p=$((p + good)) f=$((f + bad)) s=$((s + not)) ms=$((ms + took))
}

passed=0 failed=0 skipped=0
for stage in $(cut -d / -f 1 "$logs/parts" | uniq); do
    p=0 f=0 s=0 ms=0
    # shellcheck disable=SC2013 # names, one a line
    for part in $(grep -xE "$stage(/.*)?" "$logs/parts"); do
        judge "$part"
    done
    echo "$stage: $p passed, $f failed, $s skipped in $((ms / 1000)) s"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
