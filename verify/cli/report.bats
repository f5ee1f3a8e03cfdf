#!/usr/bin/env bats
# assay-report on small result files that are written here, with figures whose medians, ratios and crossings are worked out by hand.

load common

setup_file() {
    R=$BATS_FILE_TMPDIR
    results >"$R/bench.json"
    export R
}

# results [FACTOR]: slow takes n^2 ns, fast 1000 ns times FACTOR, six repetitions each; hint is merely sound.
results() {
    jq -n --argjson factor "${1:-1}" '
        def entry($variant; $n; $time; $nodes): range(6) as $i | {
            name: "p/up-\($n)/\($variant)", run_name: "p/up-\($n)/\($variant)", run_type: "iteration", repetitions: 6, repetition_index: $i,
            threads: 1, iterations: 1000, real_time: ($time * (1 + $i / 1000)), cpu_time: ($time * (1 + $i / 1000)), time_unit: "ns",
            cases: 1, size: $n, peak_bytes: 64, ladder: "up", rung: $n, nodes: $nodes, cpu_cycles: (1e6 + $i)};
        {context: {date: "2026-01-02T03:04:05+00:00", host_name: "h", num_cpus: 2, library_build_type: "release", json_schema_version: 1, caches: [],
            command: "assay bench p",
            environment: {cpu: "a cpu", cpus: 2, kernel: "a kernel", compiler: "a compiler", flags: "-O2", config: "release",
                commit: "0123456789abcdef", dirty: false, date: "2026-01-02T03:04:05Z", host: "h"},
            left_out: [{name: "p/up-160/slow", why: "more than 80 things"}],
            puzzles: [{name: "p", title: "Puzzle", source: "s", summary: "what?", measure: "things", upper: "none known", variants: [
                {name: "slow", summary: "one by one", bound: "O(n^2)", domain: "all", claim: "exact", reference: false},
                {name: "fast", summary: "at once", bound: "O(1)", domain: "all", claim: "exact", reference: false},
                {name: "hint", summary: "a part", bound: "O(1)", domain: "all", claim: "sound", reference: false}]}],
            counters: [{name: "nodes", unit: "nodes", summary: "nodes entered"},
                {name: "cpu_cycles", unit: "cycles", summary: "cycles", measured: true}]},
        benchmarks: [(10, 20, 40, 80) as $n | entry("slow"; $n; $n * $n; $n * $n), entry("fast"; $n; 1000 * $factor; 7), entry("hint"; $n; 5; 1)]}'
}

report() {
    run --separate-stderr "$ASSAY" report --results "$R" --records "$T/none" --out "$T/out" "$@"
}

# page FILE: one page in a line, without style, tags or repeated blanks.
words() {
    sed -e 's/<style>.*//' -e 's/<[^>]*>//g' "$1" | tr -s ' \n' ' '
}

@test "report: the page says who is fastest where, and where one overtakes the other" {
    report
    [ "$status" -eq 0 ]
    [[ $output == "$T/out/index.html"* ]]
    page=$(words "$T/out/index.html")
    # n^2 = 1000 at n = 31.6; hint is faster than both, but may say less.
    [[ $page == *"up by things"*"slow from 10 to 20"*"fast from 40 to 80"* ]]
    # A plot's own sentence stands below it; the Markdown, which has no plots, says it always.
    ! command -v gnuplot >/dev/null || [[ $page == *"fast overtakes slow at about 32 things (between 20 and 40)."* ]]
    # Cycles are more than nodes are, but not exact: shown, never fitted.
    [[ $page == *"nodes: n^2 (exponent 2.00 to 2.00)"* ]]
    [[ $page == *"1M cpu_cycles"* ]]
    [[ $page == *"up-160/slow: more than 80 things"* ]]
    [[ $page == *"No coverage.json among the results"* ]]
    [[ $page == *"assay bench p · commit 0123456789ab"* ]]
    grep -q 'fast overtakes slow' "$T/out/report.md"
}

@test "report: the page is whole, has no script and names no other place" {
    report
    [ "$(tail -c 15 "$T/out/index.html")" = "</body></html>" ]
    run grep -ciE '<script|<link rel=.stylesheet|<iframe|<img|@import|url\(|javascript:' "$T/out/index.html"
    [ "$output" = 0 ]
    run grep -oE '(https?:)?//[a-z][^ "'"'"'<]*' "$T/out/index.html"
    [ -z "$(echo "$output" | grep -v '^http://www.w3.org/2000/svg$')" ]
}

@test "report: without gnuplot the page says so and stands" {
    mkdir "$T/bin"
    ln -s "$(command -v sh)" "$T/bin/sh"
    run --separate-stderr env PATH="$T/bin" "$ASSAY" report --results "$R" --records "$T/none" --out "$T/out"
    [ "$status" -eq 0 ]
    [[ $(words "$T/out/index.html") == *"No plots: gnuplot was not there"* ]]
    run grep -c "class='plot'" "$T/out/index.html"
    [ "$output" = 0 ]
}

@test "report: names that mean something elsewhere are shown, and do nothing" {
    command -v gnuplot >/dev/null || skip "gnuplot is not there"
    hostile="<script>alert(1)</script>&\"'\`touch $T/hit\`%s_{x}|[y](javascript:z) شطرنج"
    mkdir "$T/r"
    jq --arg name "$hostile" '.context.puzzles[0].title = $name | .context.puzzles[0].measure = $name | .context.puzzles[0].upper = $name |
        .context.left_out[0].why = $name | .context.environment.cpu = $name | .context.counters[0].name = $name |
        .context.puzzles[0].variants[0].name = "\($name | gsub("/"; ""))" |
        .benchmarks |= map(.ladder = $name | .[$name] = .nodes |
            if .run_name | endswith("slow") then .run_name = "p/up/\($name | gsub("/"; ""))" + (.rung | tostring) else . end)' \
        "$R/bench.json" >"$T/r/bench.json"
    # The names of slow must be variants again.
    jq '.context.puzzles[0].variants[0].name as $v | .benchmarks |= map(if .run_name | startswith("p/up/") then .run_name = "p/up-\(.rung)/\($v)" else . end)' \
        "$T/r/bench.json" >"$T/r/b" && mv "$T/r/b" "$T/r/bench.json"
    run --separate-stderr "$ASSAY" report --results "$T/r" --records "$T/none" --out "$T/out"
    [ "$status" -eq 0 ]
    [ ! -e "$T/hit" ]
    run grep -c '<script' "$T/out/index.html"
    [ "$output" = 0 ]
    grep -q '&lt;script&gt;alert(1)&lt;/script&gt;' "$T/out/index.html"
    run grep -cE '(^|[^\\])\|\[y|<script|\]\(javascript' "$T/out/report.md"
    [ "$output" = 0 ]
    run --separate-stderr "$ASSAY" report --results "$T/r" --records "$T/none" --gallery "$T/gallery"
    [ "$status" -eq 0 ]
    command -v xmllint >/dev/null || skip "xmllint is not there"
    for picture in "$T"/gallery/*.svg; do
        xmllint --noout "$picture"
    done
    run --separate-stderr "$ASSAY" report --results "$T/r" --records "$T/none" --export junit
    echo "$output" | xmllint --noout -
}

@test "report: a file that is no result is refused in one line with its place, and the page stays" {
    report
    before=$(cat "$T/out/index.html")
    mkdir "$T/r"
    bad() {
        run --separate-stderr "$ASSAY" report --results "$T/r" --records "$T/none" --out "$T/out"
        one_line 2 "$T/r/bench.json${1//[/\\[}"
        [ "$(cat "$T/out/index.html")" = "$before" ]
    }
    head -c 2000 "$R/bench.json" >"$T/r/bench.json" && bad ":"
    printf '{"context": {},\n  x}' >"$T/r/bench.json" && bad ":2:3: error: "
    : >"$T/r/bench.json" && bad ":1:1: error: "
    printf '{"a": 1, "a": 2}' >"$T/r/bench.json" && bad ":1:"
    printf '\xff\xfe' >"$T/r/bench.json" && bad ":1:1: error: "
    echo '[]' >"$T/r/bench.json" && bad ": error: the file: no result of assay-bench"
    echo '{"version": 3}' >"$T/r/bench.json" && bad ": error: the file: no result of assay-bench"
    jq 'del(.context.puzzles)' "$R/bench.json" >"$T/r/bench.json" && bad ": error: the file: no result of this assay-bench: context.puzzles is missing"
    jq '.benchmarks[7].cpu_time = "5 ns"' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[7].cpu_time: expected a number, found a string"
    jq '.benchmarks[7].cpu_time = -1' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[7].cpu_time: expected a positive number"
    jq '.benchmarks |= map(.cpu_time = 0)' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[0].cpu_time: expected a positive number"
    jq '.benchmarks[0].cases = 1e-320' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[0].cases: "
    jq '.benchmarks[0].size = -1' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[0].size: "
    jq '.benchmarks[0].rung = "10"' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[0].rung: expected a number, found a string"
    jq '.benchmarks[0].ladder = 5' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[0].ladder: expected a string, found a number"
    jq '.benchmarks[0].nodes = "7"' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[0].nodes: expected a number, found a string"
    jq '.benchmarks[0].nodes = -7' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[0].nodes: "
    jq '.benchmarks[0].run_type = 5' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[0].run_type: "
    jq '.benchmarks[0].time_unit = 5' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[0].time_unit: "
    jq '.benchmarks |= map(.rung = 10)' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks: 'p/up-"
    jq '.context.environment.date = 5' "$R/bench.json" >"$T/r/bench.json" && bad ": error: environment.date: expected a string, found a number"
    jq '.context.environment.cpus = "2"' "$R/bench.json" >"$T/r/bench.json" && bad ": error: environment.cpus: expected a number, found a string"
    jq '.context.command = ["assay"]' "$R/bench.json" >"$T/r/bench.json" && bad ": error: command: expected a string, found an array"
    jq '.context.puzzles += .context.puzzles' "$R/bench.json" >"$T/r/bench.json" && bad ": error: context.puzzles[1].name: 'p' is there twice"
    jq '.context.puzzles[0].variants[2].name = "fast"' "$R/bench.json" >"$T/r/bench.json" && bad ": error: variants[2].name: 'fast' is there twice"
    jq '.context.left_out = [1]' "$R/bench.json" >"$T/r/bench.json" && bad ": error: context.left_out[0].name: expected a string"
    jq '.context.counters = [range(40) | {name: "c\(.)", unit: "u"}]' "$R/bench.json" >"$T/r/bench.json" && bad ": error: context.counters: more than 32"
    iconv -t utf-16 "$R/bench.json" >"$T/r/bench.json" && bad ":1:1: error: "
    jq '.benchmarks[0].cases = 0' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[0].cases: expected a positive number"
    jq '.benchmarks[0].time_unit = "ms"' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[0].time_unit: expected ns"
    jq '.benchmarks[0].run_name = "q/a/b"' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[0].run_name: 'q/a/b' is no puzzle"
    jq '.benchmarks += [.benchmarks[0]]' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks[72].run_name: 'p/up-10/slow' is in the file twice"
    jq '.benchmarks = []' "$R/bench.json" >"$T/r/bench.json" && bad ": error: benchmarks: there is none"
    cp "$R/bench.json" "$T/r/bench.json"
    printf '{' >"$T/r/verify.json"
    run --separate-stderr "$ASSAY" report --results "$T/r" --records "$T/none" --out "$T/out"
    one_line 2 "$T/r/verify.json:1:"
}

@test "report: neither are the other results, nor instructions and records" {
    report
    before=$(cat "$T/out/index.html")
    mkdir "$T/r" "$T/records"
    cp "$R/bench.json" "$T/r/"
    # bad FILE TEXT PLACE: the file holds the text.
    bad() {
        echo "$2" >"$T/$1"
        run --separate-stderr "$ASSAY" report --results "$T/r" --records "$T/records" --out "$T/out"
        one_line 2 "$T/$1${3//[/\\[}"
        [ "$(cat "$T/out/index.html")" = "$before" ]
        rm "$T/$1"
    }
    bad r/coverage.json '[]' ": error: the file: expected an object"
    bad r/coverage.json '{"percent": 3}' ": error: environment: no result of this project"
    bad r/coverage.json '{"environment": {"commit": 3}}' ": error: environment.commit: expected a string"
    bad r/coverage.json '{"environment": {}, "command": 3}' ": error: command: expected a string"
    bad r/fuzz.json '{"environment": {}, "runs": 5}' ": error: runs: expected an array"
    bad r/fuzz.json '{"environment": {}, "runs": [{"statement": 5}]}' ": error: runs[0].statement: expected a string"
    bad r/verify.json '{"environment": {}, "bounds": [1]}' ": error: bounds[0].statement: expected a string"
    bad r/instructions.json '{"instructions": [{"name": "p/up-10/slow", "total": -5, "cases": 1}]}' ": error: instructions[0].total: "
    bad r/instructions.json '{"instructions": 5}' ": error: instructions: expected an array"
    bad records/old.json '{"context": {}}' ": error: the file: no result of assay-bench"
    for name in '' . ../x; do
        run --separate-stderr "$ASSAY" report --results "$R" --records "$T/records" --record "$name"
        [ "$status" -eq 2 ]
    done
}

@test "report: curves of a campaign are drawn, a plot for each engine and count" {
    command -v gnuplot >/dev/null || skip "gnuplot is not there"
    mkdir "$T/r"
    cp "$R/bench.json" "$T/r"
    jq -n '{environment: {commit: "fedcba9876543210"}, runs: [
        {mode: "p one", statement: "s", puzzle: "p", engine: "one", curve: [[0, 5, 10], [5, 7, 900], [10, 9, 1500], [20, 9, 2000]]},
        {mode: "q one", statement: "s", puzzle: "q", engine: "one", curve: [[0, 1, 1], [9, 2, 3]]},
        {mode: "p two", statement: "s", puzzle: "p", engine: "two", curve: [[0, 1, 1], [9, 2, 3], ["x", 5, 5]]},
        {mode: "q two", statement: "s", puzzle: "q", engine: "two", curve: 5}, {mode: "none", statement: "s"}] |
        map(if .curve | type == "array" then .curve |= map({seconds: .[0], edges: .[1], executions: .[2]}) else . end)}' >"$T/r/fuzz.json"
    run --separate-stderr "$ASSAY" report --results "$T/r" --records "$T/none" --out "$T/out"
    [ "$status" -eq 0 ]
    page=$(words "$T/out/index.html")
    [[ $page == *"Over time: edges, one"*"p 9 (the last at 10 of 20 s), q 2."*"commit fedcba987654"* ]]
    [[ $page == *"Over time: executions, one"*"p 2k, q 3."* ]]
    [[ $page == *"Over time: edges, two"*"p 2."* ]]
    [ "$(grep -c '<h4>Over time: ' "$T/out/index.html")" -eq 4 ]
    run --separate-stderr "$ASSAY" report --results "$T/r" --records "$T/none" --out "$T/out" --no-plots
    [ "$status" -eq 0 ]
    run ! grep -q 'Over time' "$T/out/index.html"
}

@test "report: results that are not there are exit status 2, a folder that cannot be written 3" {
    run --separate-stderr "$ASSAY" report --results "$T/nothing"
    one_line 2 "assay-report: $T/nothing/bench.json: "
    run --separate-stderr "$ASSAY" report --results "$R" --records "$T/none" --out /dev/null/out
    [ "$status" -eq 3 ]
    run --separate-stderr "$ASSAY" report --results "$R" odd
    [ "$status" -eq 2 ]
    run --separate-stderr "$ASSAY" report --results "$R" --records "$T/none" --export odd
    [ "$status" -eq 2 ]
}

@test "report: what other programs left is shown" {
    mkdir "$T/r"
    cp "$R/bench.json" "$T/r/"
    echo '{"runs": [{"mode": "random", "statement": "p: 10 cases: 2 variants agree"}], "bounds": [{"statement": "p: all 9 things", "seconds": 2, "rate": 4.5}], "environment": {"commit": "fedcba9876543210"}}' >"$T/r/verify.json"
    echo '{"lines": 99.5, "environment": {}}' >"$T/r/coverage.json"
    echo '{"parsers": [{"puzzle": "p", "alarms": 0, "off_by_one_seen": true}], "environment": {}}' >"$T/r/prove.json"
    run --separate-stderr "$ASSAY" report --results "$T/r" --records "$T/none" --out "$T/out"
    [ "$status" -eq 0 ]
    page=$(words "$T/out/index.html")
    [[ $page == *"p: all 9 things (2 s, 4 a second)"*"p: 10 cases: 2 variants agree"*"commit fedcba987654"* ]]
    [[ $page == *"lines99.5"* ]]
    [[ $page == *"palarms 0, off_by_one_seen yes"* ]]
}

@test "report: the terminal view" {
    report --text
    [ "$status" -eq 0 ]
    [[ $output == *"up: slow from 10 to 20, fast from 40 to 80 things"* ]]
    [ ! -e "$T/out" ]
}

@test "report: Google Benchmark's JSON has one entry a benchmark, the repetitions are in the other" {
    report --export google
    # The median of 1000 + 0 1 2 3 4 5.
    echo "$output" | jq -e '(.benchmarks | length) == 12 and (.benchmarks | map(.name) | unique | length) == 12 and
        (.benchmarks[] | select(.name == "p/up-10/fast") | .cpu_time) == 1002.5 and .context.num_cpus == 2 and
        all(.benchmarks[]; .time_unit == "ns" and .iterations > 0 and (.real_time | type) == "number")'
    # What Bencher's cpp_google adapter and github-action-benchmark's googlecpp tool take: without one of these they refuse the file.
    echo "$output" | jq -e '(.context.caches | type) == "array" and all(.benchmarks[]; (.name | length) > 0 and (.name | length) <= 1024 and
        ([.real_time, .cpu_time, .iterations, .threads] | all(type == "number")) and ([.time_unit] | inside(["ns", "us", "ms", "s"])))'
    report --export repetitions
    echo "$output" | jq -e '(.benchmarks | length) == 72 and all(.benchmarks[]; .run_type == "iteration")'
}

@test "report: compare.py of Google Benchmark reads the repetitions" {
    compare=/usr/share/benchmark/compare.py
    { [ -f $compare ] && /usr/bin/python3 -c 'import scipy' 2>/dev/null; } || skip "libbenchmark-tools or python3-scipy is not there"
    report --export repetitions
    echo "$output" >"$T/before.json"
    results 2 >"$T/x.json"
    mkdir "$T/r" && mv "$T/x.json" "$T/r/bench.json"
    "$ASSAY" report --results "$T/r" --records "$T/none" --export repetitions >"$T/after.json"
    run /usr/bin/python3 $compare --no-color benchmarks "$T/before.json" "$T/after.json"
    [ "$status" -eq 0 ]
    # Twice the time is +1.0 in its notation.
    [[ $output == *p/up-10/fast*+1.0000* ]]
}

@test "report: benchstat reads the Go text" {
    command -v benchstat >/dev/null || skip "benchstat is not there (golang.org/x/perf/cmd/benchstat)"
    report --export benchstat
    echo "$output" >"$T/go.txt"
    run --separate-stderr benchstat -format csv -col /variant "$T/go.txt"
    [ "$status" -eq 0 ]
    # A column a variant: seconds, interval, and against the first. The medians of n = 80: 6400 and 1000 ns, and a quarter of a percent.
    [[ $output == *",slow,,fast,,,,hint"* ]]
    [[ $output == *"puzzle=p/workload=up-80,6.416"*"e-06,0%,1.0025"*"e-06,0%,-84.38%,p=0.002 n=6,"* ]]
    # Lines that it does not understand it names by file.
    [[ $stderr != *"$T/go.txt"* ]]
}

@test "report: benchstat text, CSV and JUnit" {
    report --export benchstat
    [ "$(echo "$output" | grep -cE '^BenchmarkSolve/puzzle=p/workload=up-[0-9]+/variant=[a-z]+ [0-9]+ [0-9.]+ ns/op [0-9]+ B/op$')" -eq 72 ]
    [[ $output == "pkg: assay"* ]]
    report --export csv
    [ "$(echo "$output" | wc -l)" -eq 13 ]
    # RFC 4180: as many fields in each line, which ends in CR and LF.
    [ "$(echo "$output" | awk -F, '{ print NF, substr($0, length) == "\r" }' | sort -u | wc -l)" -eq 1 ]
    [[ $output == *"p,up-10,fast,up,10,10,1,6,1.0025e-06,"*",7,1000000"* ]]
    command -v xmllint >/dev/null || skip "xmllint is not there"
    report --export junit
    echo "$output" | xmllint --noout -
    [ "$(echo "$output" | xmllint --xpath 'string(//testsuite/@tests)' -)" = 13 ]
    # What Jenkins' schema (xunit-plugin, junit-10.xsd) demands of these elements; the file was held against the schema itself by hand.
    for claim in 'name(/*) = "testsuites"' 'count(//testsuite[not(@name and @tests and @failures and @errors)]) = 0' \
        'count(//testcase[not(@name and @classname and @time)]) = 0' 'count(//testsuite[@tests != count(testcase)]) = 0' \
        'count(//testsuite[@skipped != count(testcase/skipped)]) = 0' 'count(//@time[translate(., "0123456789.", "") != ""]) = 0'; do
        [ "$(echo "$output" | xmllint --xpath "$claim" -)" = true ]
    done
    [ "$(echo "$output" | xmllint --xpath 'string(//testcase[@name="up-160/slow"]/skipped/@message)' -)" = "more than 80 things" ]
}

@test "report: --compare says different, same or that it cannot tell" {
    results 2 >"$T/twice.json"
    run --separate-stderr "$ASSAY" report --compare "$R/bench.json" "$T/twice.json"
    [ "$status" -eq 1 ]
    [[ $output == *"p/up-10/fast: 1.00 µs to 2.00 µs, ratio 2.000 ("*"): different, slower by more than 5%"* || $output == *"p/up-10/fast: 1.00 µs to 2.01 µs, ratio 2.000 ("*"): different, slower by more than 5%"* ]]
    # The medians of six values lie between the first and the last: 1005 / 1000.
    [[ $output == *"p/up-10/slow: "*", ratio 1.000 (0.995 to 1.005): same within 0.5%"* ]]
    [[ $output == *"12 compared: 4 different (4 slower, 0 faster), 8 the same within 5%, 0 cannot be told"* ]]
    run --separate-stderr "$ASSAY" report --compare "$R/bench.json" "$R/bench.json"
    [ "$status" -eq 0 ]
    jq '.benchmarks |= map(select(.repetition_index < 3)) | .benchmarks |= map(.nodes = 8)' "$T/twice.json" >"$T/few.json"
    run --separate-stderr "$ASSAY" report --compare "$R/bench.json" "$T/few.json"
    [ "$status" -eq 0 ]
    [[ $output == *"p/up-10/fast: "*"cannot tell (fewer than 6 repetitions), work changed: nodes 7 to 8"* ]]
    run --separate-stderr "$ASSAY" report --compare "$R/bench.json"
    [ "$status" -eq 2 ]
}

@test "report: a run that is kept reads back the same, and makes a history" {
    run --separate-stderr "$ASSAY" report --results "$R" --records "$T/records" --record first
    [ "$status" -eq 0 ]
    run --separate-stderr "$ASSAY" report --compare "$R/bench.json" "$T/records/first.json"
    [ "$status" -eq 0 ]
    [[ $output == *"0 only before, 0 only after"* ]]
    mkdir "$T/r"
    results 2 | jq '.context.environment.date = "2026-02-01T00:00:00Z"' >"$T/r/bench.json"
    run --separate-stderr "$ASSAY" report --results "$T/r" --records "$T/records" --out "$T/out"
    [ "$status" -eq 0 ]
    # Of three variants on four sizes one takes twice the time: the cube root of 2.
    if command -v gnuplot >/dev/null; then [[ $(words "$T/out/index.html") == *"p 1.26x of run 1"* ]]; fi
    run --separate-stderr "$ASSAY" report --results "$R" --records "$T/records" --record ../x
    [ "$status" -eq 2 ]
}

# In a browser: the page as it is (the console tells what its policy refused), then without the policy and with a script that tells what was
# asked for and what is seen. The browser's own requests are none of the page's.
@test "report: in Chromium nothing is asked for, nothing complains, every plot is seen, nothing sticks out at 390 px" {
    browser=$(command -v chromium || command -v chromium-browser) || skip "chromium is not there (sh ci/deps.sh --all)"
    command -v gnuplot >/dev/null || skip "gnuplot is not there"
    report
    open() {
        HOME=$T timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking --disable-component-update \
            --no-first-run --disable-sync --user-data-dir="$T/profile" --allow-file-access-from-files --enable-logging=stderr "$@" 3>&-
    }
    open --dump-dom "file://$T/out/index.html" >"$T/dom" 2>"$T/log"
    grep -q "class=\"plot\"" "$T/dom"
    run grep CONSOLE "$T/log"
    [ "$status" -eq 1 ]
    plots=$(grep -c "class='plot'" "$T/out/index.html")
    [ "$plots" -eq 4 ]
    sed -e '/Content-Security-Policy/d' "$T/out/index.html" >"$T/out/measured.html"
    cat >>"$T/out/measured.html" <<'END'
<script>window.report = () => [...document.querySelectorAll('.plot')].map(p => {
    const box = p.getBoundingClientRect(), text = p.querySelector('text').getBoundingClientRect();
    return box.width > 250 && box.height > 60 && box.right <= innerWidth && text.width > 0 && getComputedStyle(p).visibility == 'visible' ? 'seen' : 'hidden';
}).join(' ') + (document.documentElement.scrollWidth > innerWidth ? ' too-wide' : ' fits') + ' ' + performance.getEntriesByType('resource').length;</script>
END
    cat >"$T/out/frames.html" <<'END'
<iframe src=measured.html width=390 height=844></iframe><iframe src=measured.html width=1280 height=900></iframe><p id=result></p>
<script>onload = () => { result.textContent = [...document.querySelectorAll('iframe')].map(f => f.contentWindow.report()).join('; '); };</script>
END
    open --virtual-time-budget=5000 --dump-dom "file://$T/out/frames.html" >"$T/dom" 2>"$T/log"
    grep '<p id="result">seen seen seen seen fits 0; seen seen seen seen fits 0</p>' "$T/dom" || { grep 'id="result"' "$T/dom"; false; }
}
