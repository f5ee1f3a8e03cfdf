#!/bin/sh
# status.sh PUZZLE HOME: a line an engine of what a campaign has done: puzzle, engine, executions, per second, edges, corpus, crashes and hangs,
# seconds since the last new find, stability. From AFL++'s fuzzer_stats and libFuzzer's log: what afl-whatsup sums up says less.
set -u
puzzle=$1 home=$2
now=$(date +%s)
for log in "$home"/libfuzzer-*.log; do
    [ -f "$log" ] || continue
    engine=$(basename "$log" .log)
    newest=$(find "$home/corpus" -type f -printf '%T@\n' 2>/dev/null | sort -n | tail -n 1)
    crashes=$(find "$home/crashes" -type f ! -name 'slow-unit-*' | wc -l)
    # Each start counts from 0; between pulses the newest count is the last line's.
    awk -v OFS='\t' -v puzzle="$puzzle" -v engine="$engine" -v crashes="$crashes" -v ago=$((now - ${newest%%.*}0 / 10)) '
        /^INFO: Seed:/ { done += count; count = 0 }
        /^#[0-9]+/ { count = substr($1, 2) + 0; for (i = 2; i < NF; i++) { if ($i == "cov:") cov = $(i + 1); if ($i == "corp:") corpus = $(i + 1) + 0; if ($i == "exec/s:") rate = $(i + 1) } }
        /^stat::number_of_executed_units:/ { count = $2 }
        /^stat::average_exec_per_sec:/ { rate = $2 }
        cov > edges { edges = cov }
        END { print puzzle, engine, done + count, rate + 0, edges + 0, corpus + 0, crashes, ago, "-" }' "$log"
done
for stats in "$home"/afl/*/fuzzer_stats; do
    [ -f "$stats" ] || continue
    awk -F ' *: ' -v OFS='\t' -v puzzle="$puzzle" -v now="$now" '
        { value[$1] = $2 }
        END {
            last = value["last_find"] ? value["last_find"] : value["start_time"]
            print puzzle, "afl-" name, value["execs_done"], int(value["execs_per_sec"]), value["edges_found"], value["corpus_count"],
                findings, now - last, value["stability"]
        }' name="$(basename "$(dirname "$stats")")" findings="$(sh fuzz/findings.sh "$home" | grep -c "^$(dirname "$stats")/")" "$stats"
done
