#!/bin/sh
# fuzz.sh JOB [PUZZLE...]: what the Makefile's fuzzing jobs do, over the campaigns in build/fuzz.
#     run, resume PUZZLE...   a campaign of $TIME seconds with $JOBS processes on each, one after the other; then the table and the file
#     status                  the table, and build/results/fuzz.json
#     min PUZZLE...           the corpora without what adds nothing; at most 100 files of 64 kB into fuzz/corpus
#     triage PUZZLE...        findings grouped, made small, into fuzz/regress
set -u
job=$1
shift

homes() {
    for home in build/fuzz/*/; do
        [ -d "$home/corpus" ] && basename "$home"
    done
}

lines() {
    for campaign in $(homes); do
        sh fuzz/status.sh "$campaign" "build/fuzz/$campaign"
    done
}

# The curves as they were sampled, thinned to 200 points; written whole or not at all.
write_json() {
    mkdir -p build/results
    for campaign in $(homes); do
        [ -f "build/fuzz/$campaign/curve.tsv" ] && sed "s/^/$campaign\t/" "build/fuzz/$campaign/curve.tsv"
    done >build/fuzz/curves.tsv
    lines >build/fuzz/status.tsv
    jq -n --rawfile status build/fuzz/status.tsv --rawfile curves build/fuzz/curves.tsv \
        --arg date "$(date -u +%Y-%m-%dT%H:%M:%SZ)" --arg commit "$(git rev-parse HEAD 2>/dev/null)" \
        --arg dirty "$(git status --porcelain 2>/dev/null | head -n 1)" --arg kernel "$(uname -sr)" \
        --arg cpu "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" --arg compiler "$(clang --version | head -n 1)" '
        def rows: split("\n") | map(select(. != "") | split("\t"));
        def number: tonumber? // null;
        ($curves | rows) as $points |
        {command: "make fuzz", environment: {date: $date, commit: $commit, dirty: ($dirty != ""), cpu: $cpu, kernel: $kernel, compiler: $compiler},
         runs: [$status | rows[] | {mode: (.[0] + " " + .[1]),
            statement: (.[2] + " executions, " + .[3] + " a second, " + .[4] + " edges, corpus " + .[5] + ", findings " + .[6]),
            puzzle: .[0], engine: .[1], executions: (.[2] | number), executions_per_second: (.[3] | number), edges: (.[4] | number),
            corpus: (.[5] | number), findings: (.[6] | number), seconds_since_last_find: (.[7] | number), stability: .[8]} |
            . as $c | . + {curve: ([$points[] | select(.[0] == $c.puzzle and .[2] == $c.engine) |
                {seconds: (.[1] | number), executions: (.[3] | number), edges: (.[4] | number), corpus: (.[5] | number)}] |
                . as $all | [range(0; length; ([1, (length / 200 | ceil)] | max)) | $all[.]] + $all[-1:] | unique_by(.seconds))}]}' >build/results/fuzz.json.new &&
        mv build/results/fuzz.json.new build/results/fuzz.json
}

status() {
    write_json
    awk -F '\t' 'BEGIN { f = "%-10s %-14s %12s %9s %6s %7s %8s %10s %9s\n"
            printf f, "puzzle", "engine", "executions", "per second", "edges", "corpus", "findings", "last find", "stability" }
        { printf f, $1, $2, $3, $4, $5, $6, $7, $8 " s ago", $9; findings += $7 }
        END { print findings + 0 " findings; make fuzz-triage says what they are" }' build/fuzz/status.tsv
}

case $job in
run | resume)
    # shellcheck disable=SC2046 # a list of names
    [ "$job" = resume ] && set -- $(homes)
    trap 'status; exit 130' INT TERM
    for puzzle in "$@"; do
        sh fuzz/campaign.sh "$puzzle" "${TIME:-60}" "${JOBS:-2}"
    done
    status
    ;;
status) status ;;
min) for puzzle in "$@"; do sh fuzz/minimise.sh "$puzzle"; done ;;
triage)
    for puzzle in "$@"; do
        sh fuzz/findings.sh "build/fuzz/$puzzle" >"build/fuzz/findings.txt"
        mkdir -p "fuzz/regress/$puzzle"
        tr '\n' '\0' <build/fuzz/findings.txt | UBSAN_OPTIONS=print_stacktrace=1 xargs -0 -r "build/asan/triage-$puzzle" "fuzz/regress/$puzzle" |
            awk '!said[$0]++'
        rmdir "fuzz/regress/$puzzle" 2>/dev/null
        echo "$puzzle: $(wc -l <build/fuzz/findings.txt) findings"
    done
    ;;
*) echo "fuzz.sh: no job $job" >&2 && exit 2 ;;
esac
