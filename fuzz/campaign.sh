#!/bin/sh
# campaign.sh PUZZLE SECONDS JOBS: libFuzzer and AFL++ side by side on one puzzle, in build/fuzz/PUZZLE:
#     corpus/      what libFuzzer keeps, and every few seconds what AFL++ found: the union
#     afl/         AFL++'s own folder, one instance a name; it reads corpus/ as a foreign one
#     crashes/     what libFuzzer found to fail; afl/*/crashes and afl/*/hangs are AFL++'s
#     curve.tsv    time, engine, executions, edges, corpus, crashes: one line an engine every few seconds
# All of it is written as it is found, so a campaign may be killed at any moment; the same command goes on where it stopped.
# Of JOBS processes half, rounded up, are libFuzzer's. From the environment: FUZZ_HOME (build/fuzz/PUZZLE), FUZZ_SEEDS=none for an empty corpus,
# FUZZ_SEED for libFuzzer and AFL++ (fixed), FUZZ_UNTIL=crash to stop at the first finding, FUZZ_HOST (main) to name AFL++'s first instance,
# FUZZ_LIBFUZZER and FUZZ_AFL, how many of each.
set -u
puzzle=$1 seconds=$2 jobs=$3
home=${FUZZ_HOME:-build/fuzz/$puzzle}
host=${FUZZ_HOST:-main}
libfuzzers=${FUZZ_LIBFUZZER:-$(((jobs + 1) / 2))}
afls=${FUZZ_AFL:-$((jobs / 2))}
builds=${FUZZ_BUILDS:-build}
dict=fuzz/dict/$puzzle.dict
[ -s "$dict" ] || dict=
mkdir -p "$home/corpus" "$home/crashes" "$home/seeds"
start=$(date +%s)
end=$((start + seconds))
children=

# Inputs in one folder, each under the name of its content, so that nothing is there twice.
gather() {
    target=$1
    shift
    find "$@" -type f ! -name 'README*' ! -name '*.ans' ! -name '*.err' -size -128 2>/dev/null | while read -r file; do
        name=$(cksum <"$file" | tr ' ' -)
        [ -e "$target/$name" ] || cp "$file" "$target/$name"
    done
}

if [ "${FUZZ_SEEDS:-}" != none ] && [ ! -e "$home/afl/$host/fuzzer_stats" ]; then
    gather "$home/seeds" core/"$puzzle"/samples verify/corpus/"$puzzle" fuzz/corpus/"$puzzle" fuzz/regress/"$puzzle"
fi
[ "$(ls "$home/seeds")" ] || echo >"$home/seeds/empty" # AFL++ wants a byte

# Anything that ends it is no loss: what was found lies in files.
stop() {
    trap - INT TERM EXIT
    for child in $children; do
        kill "$child" 2>/dev/null
    done
    wait
    exchange
    sample
}
trap 'stop; exit 130' INT TERM
trap stop EXIT

# What fails lies among the findings, named by its sum. Left where libFuzzer begins, it would end every start.
set_aside() {
    { ls "$home/crashes" && find "$home/seeds" "$home/corpus" -type f -exec sha1sum {} +; } | awk '
        NF == 1 { sub(/.*-/, ""); failed[$0] = 1 }
        NF > 1 && $1 in failed { sub(/^[^ ]* ./, ""); print }' | tr '\n' '\0' | xargs -0 -r rm -f
}

# keep_running RUN NUMBER: an engine that ends (libFuzzer at a finding, AFL++ where its mutator meets what is wrong with a parser) is started again
# for the time that is left.
keep_running() {
    number=$2
    inner=
    trap 'kill $inner 2>/dev/null; wait; exit' TERM
    runs=0
    while left=$((end - $(date +%s))) && [ "$left" -gt 0 ] && [ "$runs" -lt 100 ]; do
        runs=$((runs + 1))
        "$1" &
        inner=$!
        wait "$inner"
        set_aside
    done
}

run_libfuzzer() {
    exec env ASAN_OPTIONS=symbolize=0:handle_abort=1 "$builds/libfuzzer/fuzz-$puzzle" ${FUZZ_SEED:+-seed=$((FUZZ_SEED + number * 1000 + runs - 1))} \
        -max_total_time="$left" -max_len=4096 -timeout="${FUZZ_TIMEOUT:-5}" -rss_limit_mb=2048 -reload=1 -print_final_stats=1 \
        ${dict:+-dict="$dict"} -artifact_prefix="$home/crashes/" "$home/corpus" "$home/seeds" >>"$home/libfuzzer-$number.log" 2>&1
}

# The first instance is the main one (-M): it alone reads what is foreign. CMPLOG is the same build, named once more by -c 0. A folder under
# /tmp needs AFL++'s leave.
run_afl() {
    role="-M $host -F $home/corpus"
    [ "$number" -gt 1 ] && role="-S $host-$number"
    case $(readlink -f "$home") in
    /tmp/*) AFL_ALLOW_TMP=1 && export AFL_ALLOW_TMP ;;
    esac
    # shellcheck disable=SC2086 # $role is a list of words
    exec env AFL_CUSTOM_MUTATOR_LIBRARY="$builds/pic/mutator-$puzzle.so" AFL_AUTORESUME=1 AFL_SYNC_TIME=1 AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 \
        AFL_TRY_AFFINITY=1 AFL_FAST_CAL=1 AFL_FORKSRV_INIT_TMOUT=30000 \
        afl-fuzz $role -i "$home/seeds" -o "$home/afl" ${dict:+-x "$dict"} ${FUZZ_SEED:+-s $((FUZZ_SEED + number))} -c 0 -m none \
        -G 4096 -t "${FUZZ_TIMEOUT:-5}000" -V "$left" "$builds/afl/fuzz-$puzzle" >>"$home/afl-$number.log" 2>&1
}

# AFL++ takes from libFuzzer by itself; the other way is a copy of what is new.
exchange() {
    [ -d "$home/afl" ] || return 0
    find "$home"/afl/*/queue -name 'id:*' ! -name '*sync:*' ! -name '*orig:*' -newer "$home/exchanged" 2>/dev/null >"$home/new"
    touch "$home/exchanged"
    while read -r file; do
        gather "$home/corpus" "$file"
    done <"$home/new"
}

sample() {
    sh fuzz/status.sh "$puzzle" "$home" | awk -F '\t' -v OFS='\t' -v at=$(($(date +%s) - began)) '{ print at, $2, $3, $5, $6, $7 }' >>"$home/curve.tsv"
}

# A curve goes on where the last run's ended.
began=$((start - $(tail -n 1 "$home/curve.tsv" 2>/dev/null | cut -f 1 | grep . || echo 0)))
[ -e "$home/exchanged" ] || touch -d @0 "$home/exchanged"
i=0
while [ $((i += 1)) -le "$libfuzzers" ]; do
    keep_running run_libfuzzer $i &
    children="$children $!"
done
i=0
while [ $((i += 1)) -le "$afls" ]; do
    keep_running run_afl $i &
    children="$children $!"
done
pause=$((${FUZZ_PAUSE:-5}))
while left=$((end - $(date +%s))) && [ "$left" -gt 0 ]; do
    sleep $((left < pause ? left : pause))
    exchange
    sample
    if [ "${FUZZ_UNTIL:-}" = crash ] && [ -n "$(sh fuzz/findings.sh "$home")" ]; then
        break
    fi
done
