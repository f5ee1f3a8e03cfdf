#!/bin/sh
# replay.sh PUZZLE...: what is kept of each puzzle's inputs through its fuzz target, without an engine, as TAP. Regression cases get the long work
# limit. FUZZ_BUILD is the folder of the build. A target that dies is one failed test that names the input.
set -u
build=${FUZZ_BUILD:-build/release}
number=0 failed=0

# replay NAME PROGRAM ARGUMENT...
replay() {
    name=$1
    shift
    number=$((number + 1))
    log=$build/replay-$number.log
    if "$@" >"$log" 2>&1; then
        echo "ok $number - $name: $(grep -c '^# ' "$log") inputs"
    else
        echo "not ok $number - $name: exit status $?"
        failed=$((failed + 1))
        # The input's name, what the target or the sanitizer said, the place.
        grep '^# ' "$log" | tail -n 1
        sed -n '/^fuzz: \|ERROR: \|runtime error:\|WARNING: /,$p' "$log" | head -n 20 | sed 's/^/# /'
    fi
}

for puzzle in "$@"; do
    set --
    for folder in core/"$puzzle"/samples verify/corpus/"$puzzle" verify/bad/"$puzzle" fuzz/corpus/"$puzzle"; do
        [ -d "$folder" ] && set -- "$@" "$folder"
    done
    replay "$puzzle: samples and corpora" "$build/replay-$puzzle" "$@"
    if [ -d fuzz/regress/"$puzzle" ]; then
        replay "$puzzle: regression cases" "$build/replay-$puzzle" --thorough fuzz/regress/"$puzzle"
    fi
done
echo "1..$number"
[ "$failed" -eq 0 ]
