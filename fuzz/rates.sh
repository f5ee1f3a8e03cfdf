#!/bin/sh
# rates.sh PUZZLE...: executions a second over fuzz/corpus, as the table of fuzz/README.md: of the parser alone and of the whole target without an
# engine, by each build, and of each engine for $SECONDS_EACH (5) seconds. Of processor time, but AFL++'s, which is spread over processes: of time.
set -u
work=build/rates
seconds=${SECONDS_EACH:-5}
rm -rf "$work"
mkdir -p "$work"

# From `times`: hundredths of a second that the shell's children have taken.
used() {
    awk '{ last = $0 } END {
        for (n = split(last, part, /[ ms]+/); n > 2; n -= 2) hundredths += 6000 * part[n - 2] + 100 * part[n - 1]
        print hundredths + 1 }'
}

# replay CONFIG [--parse]: each input as often as it takes to measure it.
replay() {
    repeat=4 hundredths=0
    while [ "$hundredths" -lt 100 ]; do
        repeat=$((repeat * 4))
        hundredths=$({ "build/$1/replay-$puzzle" ${2:+"$2"} --repeat "$repeat" "fuzz/corpus/$puzzle" >/dev/null 2>&1; times; } | used)
    done
    echo $((files * repeat * 100 / hundredths))
}

libfuzzer() {
    cp -r "fuzz/corpus/$puzzle" "$work/corpus-$puzzle"
    {
        ASAN_OPTIONS=symbolize=0 "build/libfuzzer/fuzz-$puzzle" -seed=5 -max_total_time="$seconds" -max_len=4096 -print_final_stats=1 \
            -dict="fuzz/dict/$puzzle.dict" "$work/corpus-$puzzle" >"$work/libfuzzer-$puzzle.log" 2>&1
        times
    } | used >"$work/used"
    echo $((100 * $(sed -n 's/^stat::number_of_executed_units: //p' "$work/libfuzzer-$puzzle.log") / $(cat "$work/used")))
}

# afl NAME [-1]: as in a campaign, but without CMPLOG, which has a speed of its own. -1: a process takes one input.
afl() {
    AFL_CUSTOM_MUTATOR_LIBRARY=build/pic/mutator-$puzzle.so AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_TRY_AFFINITY=1 AFL_FAST_CAL=1 \
        afl-fuzz -i "fuzz/corpus/$puzzle" -o "$work/$1-$puzzle" -s 5 -m none -G 4096 -t 5000 -V "$seconds" \
        "build/afl/fuzz-$puzzle" ${2:+"$2"} >"$work/$1-$puzzle.log" 2>&1
    awk -F ' *: ' '{ value[$1] = $2 } END { printf "%d", value["execs_per_sec"] }' "$work/$1-$puzzle/default/fuzzer_stats"
}

echo '| puzzle | bytes an input | parser | parser, asan, ubsan | MB/s of it | target | target, asan, ubsan | libFuzzer | AFL++ persistent | AFL++ fork mode |'
echo '|---|---|---|---|---|---|---|---|---|---|'
for puzzle in "$@"; do
    files=$(find "fuzz/corpus/$puzzle" -type f | wc -l)
    bytes=$(($(cat "fuzz/corpus/$puzzle"/* | wc -c) / files)) checked=$(replay asan --parse)
    echo "| $puzzle | $bytes | $(replay release --parse) | $checked | $((checked * bytes / 1000000)) | $(replay release) |" \
        "$(replay asan) | $(libfuzzer) | $(afl persistent) | $(afl fork -1) |"
done
cat /proc/loadavg
