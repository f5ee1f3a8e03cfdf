#!/bin/sh
# rates.sh PUZZLE...: executions a second over fuzz/corpus, as the table of fuzz/README.md: of the parser alone and of the whole target without an
# engine, by each build, and of each engine for $SECONDS_EACH (5) seconds. Of processor time, but AFL++'s, which is spread over processes: of time.
set -u
work=build/rates
seconds=${SECONDS_EACH:-5}
rm -rf "$work"
mkdir -p "$work"

# per_second COMMAND...: the command prints how much it has done; its processor time is that of the subshell's children.
per_second() {
    ("$@" && times) | awk 'NR == 1 { done = $1 }
        NR == 3 { split($1, user, "m"); split($2, system, "m"); printf "%d\n", done / (user[2] + system[2] + 60 * (user[1] + system[1])) }'
}

# replay CONFIG REPEAT [--parse]
replay() {
    "build/$1/replay-$puzzle" ${3:+"$3"} --repeat "$2" "fuzz/corpus/$puzzle" >/dev/null 2>&1
    echo $(($(find "fuzz/corpus/$puzzle" -type f | wc -l) * $2))
}

libfuzzer() {
    cp -r "fuzz/corpus/$puzzle" "$work/corpus-$puzzle"
    ASAN_OPTIONS=symbolize=0 "build/libfuzzer/fuzz-$puzzle" -seed=5 -max_total_time="$seconds" -max_len=4096 -print_final_stats=1 \
        -dict="fuzz/dict/$puzzle.dict" "$work/corpus-$puzzle" 2>&1 | sed -n 's/^stat::number_of_executed_units: //p'
}

# afl NAME [@@]: as in a campaign, but without CMPLOG, which has a speed of its own. With a file as the argument each input is a process's.
afl() {
    AFL_CUSTOM_MUTATOR_LIBRARY=build/pic/mutator-$puzzle.so AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_TRY_AFFINITY=1 AFL_FAST_CAL=1 \
        afl-fuzz -i "fuzz/corpus/$puzzle" -o "$work/$1-$puzzle" -s 5 -m none -G 4096 -t 5000 -V "$seconds" \
        "build/afl/fuzz-$puzzle" ${2:+"$2"} >"$work/$1-$puzzle.log" 2>&1
    awk -F ' *: ' '{ value[$1] = $2 } END { printf "%d", value["execs_per_sec"] }' "$work/$1-$puzzle/default/fuzzer_stats"
}

echo '| puzzle | parser | parser, asan, ubsan | target | target, asan, ubsan | libFuzzer | AFL++ persistent | AFL++ fork mode |'
echo '|---|---|---|---|---|---|---|---|'
for puzzle in "$@"; do
    echo "| $puzzle | $(per_second replay release 5000 --parse) | $(per_second replay asan 1000 --parse) | $(per_second replay release 100) |" \
        "$(per_second replay asan 20) | $(per_second libfuzzer) | $(afl persistent) | $(afl fork @@) |"
done
cat /proc/loadavg
