#!/usr/bin/env bats
# assay-bench: short runs on tiny suites. No test depends on a time.

setup() {
    bench=${ASSAY:-build/release/assay}
    bench=${bench%/*}/assay-bench
    counting=build/count/assay-bench
    cat >"$BATS_TEST_TMPDIR/tiny.suite" <<'END'
puzzle ticket
generate few class=few size=4,10 cases=3
generate long class=uniform size=3000 cases=2
END
}

run_tiny() {
    "$bench" --suite "$BATS_TEST_TMPDIR/tiny.suite" --min-time 0.0001 --repetitions 3 --out "$BATS_TEST_TMPDIR/bench.json" "$@"
}

@test "bench: a run prints a table and writes JSON in the library's schema" {
    run run_tiny
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "ticket: Ticket Game" ]
    jq -e '.context.json_schema_version == 1 and (.context.environment.commit | length) > 0' "$BATS_TEST_TMPDIR/bench.json"
    jq -e 'all(.benchmarks[]; .real_time >= 0 and .cpu_time >= 0 and .time_unit == "ns")' "$BATS_TEST_TMPDIR/bench.json"
    jq -e 'all(.benchmarks[]; .cases > 0 and .size > 0)' "$BATS_TEST_TMPDIR/bench.json"
    jq -e '(.context.caches | type) == "array" and (.context.hardware_counters | contains("cpu_cycles") and contains("page_faults"))' "$BATS_TEST_TMPDIR/bench.json"
}

@test "bench: every repetition is kept, under the benchmark's plain name" {
    run_tiny
    run jq -r '.benchmarks[] | select(.run_type == "iteration") | .name' "$BATS_TEST_TMPDIR/bench.json"
    [ "$status" -eq 0 ]
    # 4 variants on the two small ones, bitmask and closed_form on the long one.
    [ "$(echo "$output" | sort -u | tr '\n' ' ')" = "ticket/few-10/bitmask ticket/few-10/closed_form ticket/few-10/naive ticket/few-10/pruned \
ticket/few-4/bitmask ticket/few-4/closed_form ticket/few-4/naive ticket/few-4/pruned ticket/long-3000/bitmask ticket/long-3000/closed_form " ]
    [ "$(echo "$output" | wc -l)" -eq 30 ]
}

@test "bench: what is left out is in the file, with the reason" {
    run_tiny
    run jq -r '.context.left_out[] | .name + ": " + .why' "$BATS_TEST_TMPDIR/bench.json"
    [[ "$output" == *"ticket/long-3000/naive: more than 6 erased characters"* ]]
}

@test "bench: --list names them, --workload and --filter choose" {
    run run_tiny --list --workload few-4 --filter 'form|naive'
    [ "$status" -eq 0 ]
    [ "$output" = "ticket/few-4/naive
ticket/few-4/closed_form" ]
    run run_tiny --workload nothing
    [ "$status" -eq 2 ]
}

@test "bench: counts are equal from run to run and go into the results" {
    [ -x "$counting" ] || skip "make CONFIG=count has not been run"
    for run in 1 2; do
        "$counting" --suite "$BATS_TEST_TMPDIR/tiny.suite" --counts "$BATS_TEST_TMPDIR/counts$run.json"
        jq .counts "$BATS_TEST_TMPDIR/counts$run.json" >"$BATS_TEST_TMPDIR/only$run.json"
    done
    cmp "$BATS_TEST_TMPDIR/only1.json" "$BATS_TEST_TMPDIR/only2.json"
    run_tiny --merge "$BATS_TEST_TMPDIR/counts1.json"
    # 3000 characters are 375 words for the closed form.
    jq -e '[.benchmarks[] | select(.run_name == "ticket/long-3000/closed_form") | .words] | unique == [375]' "$BATS_TEST_TMPDIR/bench.json"
}

@test "bench: counts that are none are refused with the place, and nothing is written" {
    for counts in '{' '[]' '{"counts": 5}' '{"counts": [5]}' '{"counts": [{"name": "ticket/few-4/naive", "cases": 3, "counters": {"nodes": "x"}}]}' \
        '{"counts": [{"name": "ticket/few-4/naive", "cases": 3, "counters": {"nodes": -5}}]}' '{"counts": [], "counts": []}'; do
        echo "$counts" >"$BATS_TEST_TMPDIR/counts.json"
        run run_tiny --merge "$BATS_TEST_TMPDIR/counts.json"
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
        [[ $output == *"$BATS_TEST_TMPDIR/counts.json:"* ]]
        [ ! -e "$BATS_TEST_TMPDIR/bench.json" ]
    done
}

@test "bench: a size that the puzzle refuses is the suite's mistake" {
    printf 'puzzle ticket\ngenerate few class=few size=5\n' >"$BATS_TEST_TMPDIR/tiny.suite"
    run run_tiny
    [ "$status" -eq 2 ]
    [ "$output" = "assay-bench: ticket/few-5: a ticket has an even length" ]
}

@test "bench: only the counting build counts" {
    case $bench in *count*) skip "this is the counting build" ;; esac
    run run_tiny --counts "$BATS_TEST_TMPDIR/counts.json"
    [ "$status" -eq 2 ]
    [ ! -e "$BATS_TEST_TMPDIR/counts.json" ]
}

@test "bench: a run that is killed leaves the last results" {
    echo '"the last good file"' >"$BATS_TEST_TMPDIR/bench.json"
    "$bench" --suite "$BATS_TEST_TMPDIR/tiny.suite" --min-time 10 --out "$BATS_TEST_TMPDIR/bench.json" >/dev/null 2>&1 3>&- &
    sleep 0.3
    kill -KILL $!
    wait $! || true
    [ "$(cat "$BATS_TEST_TMPDIR/bench.json")" = '"the last good file"' ]
    [ "$(ls "$BATS_TEST_TMPDIR" | wc -l)" -eq 2 ]
}

@test "bench: a suite that is wrong is refused with the place, and nothing is written" {
    printf 'puzzle ticket\ngenerate few class=odd size=4\n' >"$BATS_TEST_TMPDIR/bad.suite"
    run "$bench" --suite "$BATS_TEST_TMPDIR/bad.suite" --out "$BATS_TEST_TMPDIR/bench.json"
    [ "$status" -eq 2 ]
    [ "$output" = "$BATS_TEST_TMPDIR/bad.suite:2:20: error: expected the name of a class of the puzzle, found 'odd'" ]
    [ ! -e "$BATS_TEST_TMPDIR/bench.json" ]
}

@test "bench: an input of a workload that is wrong is refused with the place" {
    printf '5\n?0000\n' >"$BATS_TEST_TMPDIR/odd.in"
    printf 'puzzle ticket\nfiles odd %s\n' "$BATS_TEST_TMPDIR/odd.in" >"$BATS_TEST_TMPDIR/odd.suite"
    run "$bench" --suite "$BATS_TEST_TMPDIR/odd.suite" --out "$BATS_TEST_TMPDIR/bench.json"
    [ "$status" -eq 2 ]
    [[ "$output" == "$BATS_TEST_TMPDIR/odd.in:1:1: error: "* ]]
}

@test "bench: files that are not there leave their workload out, said on standard error" {
    printf 'files none %s/*.in\n' "$BATS_TEST_TMPDIR" >>"$BATS_TEST_TMPDIR/tiny.suite"
    run run_tiny
    [ "$status" -eq 0 ]
    [[ "$output" == *"ticket/none: none of its files is there, left out"* ]]
}

@test "bench: results that cannot be written are exit status 3" {
    run run_tiny --out /dev/null/bench.json
    [ "$status" -eq 3 ]
}

@test "bench: bad usage is exit status 2" {
    for arguments in --nothing "--min-time 0" "--min-time 1x" "--repetitions 0" "--filter (" "--counts a --merge b" nopuzzle; do
        # shellcheck disable=SC2086 # words
        run "$bench" $arguments
        [ "$status" -eq 2 ]
    done
    run "$bench" --help
    [ "$status" -eq 0 ]
}

@test "bench: two suites of one puzzle are refused" {
    run run_tiny --suite "$BATS_TEST_TMPDIR/tiny.suite"
    [ "$status" -eq 2 ]
}

@test "bench: every suite of the project names what there is" {
    run "$bench" --list
    [ "$status" -eq 0 ]
}

@test "bench: --list knows every variant, the references and the lower bounds" {
    run "$bench" --list
    [ "$status" -eq 0 ]
    for puzzle in $("${bench%-bench}" list --names puzzles); do
        for variant in $("${bench%-bench}" list "$puzzle" --names variants); do
            grep -qE "^$puzzle/[^/]+/$variant$" <<<"$output" || { echo "$puzzle $variant"; return 1; }
        done
    done
    grep -q '/noop$' <<<"$output"
    grep -q '/parse$' <<<"$output"
}

@test "bench: reading alone and doing nothing are timed beside the variants" {
    [[ ${CONFIG-} != count ]] || skip "what does none of the counted work does not take part where work is counted"
    printf 'puzzle ticket\ngenerate few class=few size=4 cases=2 with=parse,noop\n' >"$BATS_TEST_TMPDIR/tiny.suite"
    run run_tiny
    [ "$status" -eq 0 ]
    for column in bitmask closed_form naive noop parse pruned; do
        jq -e --arg name "ticket/few-4/$column" 'any(.benchmarks[]; .name == $name and .cases == 2)' "$BATS_TEST_TMPDIR/bench.json"
    done
}

@test "bench: --share solves a part of each once, and says which" {
    run run_tiny --share "$BATS_TEST_TMPDIR/list"
    [ "$status" -eq 0 ]
    [ "$(grep -c . "$BATS_TEST_TMPDIR/list")" -ge 10 ]
    grep -q 'ticket/long-3000/closed_form' "$BATS_TEST_TMPDIR/list"
}
