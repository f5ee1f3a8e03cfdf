# assay verify: agreement, its statements, and what it says when there is none.
load common

verify() {
    run --separate-stderr "$ASSAY" verify "$@" --failures "$T/failures"
}

@test "verify: exhaustive statements count what they say" {
    verify ticket --exhaustive 4 --space tickets
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "ticket: all 14 762 tickets of length ≤ 4: "*"agree"* ]] # 11^2 + 11^4
    [[ $output == *"closed_form: 14 762 solved"* ]]
    [ ! -e "$T/failures" ]
}

@test "verify: a size outside the space is a usage error" {
    verify ticket --exhaustive 99 --space tickets
    one_line 2 "assay-verify: ticket: tickets: sizes are 2 to "
    verify ticket --exhaustive 4 --space nowhere
    one_line 2 "assay verify: ticket has no space 'nowhere'"
    verify ticket --exhaustive 4 --shard 3/2
    one_line 2 "assay verify: --shard is I/N"
}

@test "verify: three shards merge into one statement, two of them do not" {
    for i in 1 2 3; do
        verify ticket --exhaustive 4 --space tickets --shard $i/3 --json "$T/$i.json"
        [ "$status" -eq 0 ]
    done
    run --separate-stderr "$ASSAY" verify --merge "$T/3.json" "$T/1.json" "$T/2.json"
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "ticket: all 14 762 tickets of length ≤ 4, in 3 shards: "*"compared 14 762" ]]
    [[ $output == *"closed_form: 14 762 solved"* ]]
    run --separate-stderr "$ASSAY" verify --merge "$T/3.json" "$T/1.json"
    one_line 3 "assay-verify: numbers 4920 to 9841 are missing"
    run --separate-stderr "$ASSAY" verify --merge "$T/1.json" "$T/1.json"
    one_line 3 "assay-verify: "
}

@test "verify: killed and resumed, a run loses nothing" {
    "$ASSAY" verify ticket --exhaustive 6 --space tickets --deep 1 --checkpoint "$T/checkpoint" --failures "$T/failures" \
        >"$T/out" 2>&1 3>&- &
    pid=$!
    for _ in $(seq 200); do
        [ -s "$T/checkpoint" ] && break
        sleep 0.05
    done
    kill -KILL $pid 2>/dev/null || true
    wait $pid || true
    done_before=$(head -n 1 "$T/checkpoint")
    [ "$done_before" -gt 0 ]
    verify ticket --exhaustive 6 --space tickets --deep 1 --checkpoint "$T/checkpoint"
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "ticket: all 1 786 323 tickets of length ≤ 6: "* ]]
    [[ $output == *"closed_form: 1 786 323 solved"* ]]
    [ "$(head -n 1 "$T/checkpoint")" -eq 1786323 ]
}

@test "verify: a checkpoint of another run is refused" {
    verify ticket --exhaustive 2 --space tickets --checkpoint "$T/checkpoint"
    [ "$status" -eq 0 ]
    verify ticket --exhaustive 4 --space tickets --checkpoint "$T/checkpoint"
    one_line 2 "$T/checkpoint:2:1: error: of another run"
    sed '$s/ [0-9]*$//' "$T/checkpoint" >"$T/short"
    verify ticket --exhaustive 2 --space tickets --checkpoint "$T/short"
    one_line 2 "$T/short:4:1: error: expected the counts"
    echo soup >"$T/checkpoint"
    verify ticket --exhaustive 4 --space tickets --checkpoint "$T/checkpoint"
    one_line 2 "$T/checkpoint:1:1: error: not a checkpoint"
}

@test "verify: the suite ends with its bounds, and begun again goes on from its checkpoints" {
    printf 'ticket\tticket: a theorem\t1200\t0.500\n' >"$T/theorems"
    for round in 1 2; do
        run --separate-stderr "$ASSAY" verify --all ticket --scale 0.01 --checkpoint "$T/points" --bounds "$T/theorems" \
            --json "$T/$round.json" --failures "$T/failures"
        [ "$status" -eq 0 ]
        [[ $output == *"bound"*" 1 200 "*" 0.5 "*" 2 400  ticket: a theorem"* ]]
        [[ $output == *" 14 762 "*"  ticket: all 14 762 tickets of length ≤ 4: "* ]]
        printf '%s\n' "${lines[@]}" | grep '^ticket: .* tickets ' >"$T/$round"
    done
    cmp "$T/1" "$T/2"
    grep -q '"instances": 1200' "$T/1.json"
    echo 'ticket: no tabs' >"$T/theorems"
    run --separate-stderr "$ASSAY" verify --all ticket --scale 0.01 --bounds "$T/theorems"
    [ "$status" -eq 2 ]
    [[ $stderr == "$T/theorems:1:1: error: "* ]]
}

@test "verify: a random run prints its seed, and the same seed gives the same cases" {
    verify ticket --cases 300 --seed 42 --max-size 20
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == *"random cases of "*", characters 2 to 20, seed 42: "*"agree"* ]]
    first=$(grep '^  class' <<<"$output")
    verify ticket --cases 300 --seed 42 --max-size 20
    [ "$first" = "$(grep '^  class' <<<"$output")" ]
    verify ticket --seed 42 --class uniform --index 17 --max-size 20
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "ticket: 1 random cases of class uniform"* || ${lines[0]} == *"NOTHING WAS CHECKED" ]]
    verify ticket --index 17
    one_line 2 "assay verify: --index needs the --class"
    verify ticket --class nosuch
    one_line 2 "assay verify: class 'nosuch' is none of "
}

@test "verify: files are held against their answers" {
    mkdir "$T/in"
    printf '2\n??\n' >"$T/in/a.in"
    printf 'Bicarp\n' >"$T/in/a.ans"
    verify ticket "$T/in/a.in"
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "ticket: 1 file (1 with expected answers) of "* ]]
    printf 'Monocarp\n' >"$T/in/a.ans"
    verify ticket "$T/in"
    [ "$status" -eq 1 ] || { echo "$status $output $stderr"; return 1; }
    [[ $output == *"FAILED"* && $output == *"line 1 of the answer is not the expected one"* ]]
    # One fault, of all that answered: the variants and, where there is one, the oracle.
    record=$(echo "$T/failures/ticket-expected-naive+pruned+bitmask+closed_form"*)
    [ -f "$record/README" ]
    cmp "$T/in/a.in" "$record/input.in"
}

@test "verify: CRLF, blanks at the ends of lines and a missing newline are no differences; folders in folders are read" {
    mkdir -p "$T/in/sample" "$T/in/secret/group"
    printf '2\r\n??\r\n' >"$T/in/sample/a.in"
    printf 'Bicarp  \r\n\r\n' >"$T/in/sample/a.ans"
    printf '2\n?0' >"$T/in/secret/group/b.in"
    printf 'Monocarp' >"$T/in/secret/group/b.ans"
    ln -s . "$T/in/secret/again"
    verify ticket "$T/in"
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "ticket: 2 files (2 with expected answers) of "*", 2 cases: "*"agree"* ]]
    printf 'Bi carp\n' >"$T/in/sample/a.ans"
    verify ticket "$T/in" --shrink 0
    [ "$status" -eq 1 ]
    [[ $output == *"in/sample/a.in: line 1 of the answer is not the expected one"* ]]
}

@test "verify: a bad or missing file is a usage error" {
    printf '3\n???\n' >"$T/odd.in"
    verify ticket "$T/odd.in"
    one_line 2 "$T/odd.in:1:1: error: "
    verify ticket "$T/none.in"
    one_line 2 "assay-verify: $T/none.in: "
    mkdir "$T/empty"
    verify ticket "$T/empty"
    one_line 2 "assay-verify: $T/empty: no input files"
}

@test "verify: a record is repeated; what nobody can decide is not promoted" {
    printf '2\n??\n' >"$T/a.in"
    printf 'Monocarp\n' >"$T/a.ans"
    verify ticket "$T/a.in"
    record=$(echo "$T"/failures/ticket-expected-*)
    verify ticket --replay "$record"
    [ "$status" -eq 0 ]
    [[ $output == *"naive: Bicarp"*"nothing is wrong with it any more"* ]]
    verify ticket --promote "$record" --corpus "$T/corpus" --name small
    one_line 1 "assay-verify: $record: no oracle and no agreement says what is right"
    [ ! -e "$T/corpus" ]
    verify ticket --replay "$T/nothing"
    [ "$status" -eq 2 ]
}

@test "verify: what is decided is promoted, and the suite runs it from then on" {
    corpus=$T/root/verify/corpus
    # A program that always says Monocarp; the oracle says what is right.
    printf '2\n??\n' >"$T/a.in"
    verify ticket --with "sh -c 'echo Monocarp'" "$T/a.in"
    [ "$status" -eq 1 ]
    record=$(echo "$T"/failures/ticket-disagree-*)
    verify ticket --replay "$record"
    one_line 2 "assay-verify: $record: is about a program, which does not take part: --with 'sh -c 'echo Monocarp''"
    run --separate-stderr "$ASSAY" verify ticket --replay "$record" --with "sh -c 'echo Monocarp'"
    [ "$status" -eq 1 ]
    verify ticket --promote "$record" --corpus "$corpus" --name ../always-monocarp
    one_line 2 "assay verify: --name is the name of a file"
    mv "$record/record.json" "$T/kept.json"
    verify ticket --promote "$record" --corpus "$corpus"
    one_line 2 "$record/record.json:1:1: error: unable to open"
    [ ! -e "$corpus" ]
    mv "$T/kept.json" "$record/record.json"
    verify ticket --promote "$record" --corpus "$corpus" --name always-monocarp
    [ "$status" -eq 0 ]
    [ "$output" = "$corpus/ticket/always-monocarp.in" ]
    [ "$(cat "$corpus/ticket/always-monocarp.in")" = $'2\n00' ] # the smallest on which it is wrong
    [ "$(cat "$corpus/ticket/always-monocarp.ans")" = Bicarp ]
    verify ticket --all --scale 0.001 --root "$T/root"
    [ "$status" -eq 0 ]
    [[ $output == *"ticket: 1 file (1 with expected answers) of $corpus/ticket, 1 case: "*"agree"* ]]
    echo Monocarp >"$corpus/ticket/always-monocarp.ans"
    verify ticket --all --scale 0.001 --root "$T/root" --shrink 0
    [ "$status" -eq 1 ]
    [[ $output == *"FAILED: ticket: 1 file (1 with expected answers) of $corpus/ticket, "* ]]
}

@test "verify: TAP, JUnit and JSON" {
    verify ticket --exhaustive 2 --space tickets --tap --junit "$T/x.xml" --json "$T/x.json"
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "ok 1 - ticket: all 121 tickets of length ≤ 2: "* ]]
    [ "${lines[-1]}" = 1..1 ]
    grep -q 'tests="1" failures="0"' "$T/x.xml"
    [ "$(jq -r '.runs[0].mode, .runs[0].cases, .runs[0].compared, .passed, .failed' "$T/x.json" | paste -sd' ')" = "exhaustive 121 121 1 0" ]
    jq -e '.environment.commit and .environment.compiler' "$T/x.json"
}

@test "verify: shares are kept and told" {
    verify ticket --exhaustive 4 --space tickets --share naive=100 --only naive,pruned,closed_form
    [ "$status" -eq 0 ]
    [[ $output == *"not asked"* ]]
    verify ticket --exhaustive 4 --share nobody=2
    one_line 2 "assay verify: --share is NAME=K"
    verify ticket --exhaustive 4 --only nobody
    one_line 2 "assay verify: --only names somebody"
}

@test "verify: one participant alone checks nothing, which is a failure" {
    verify ticket --exhaustive 2 --space tickets --only naive
    [ "$status" -eq 1 ]
    [[ $output == *"NOTHING WAS CHECKED"* ]]
}

@test "verify: one job at a time, and programs only where they are asked" {
    verify ticket --exhaustive 2 --overhead
    one_line 2 "assay verify: --exhaustive or --overhead, one at a time"
    verify ticket --all "$T/a.in"
    one_line 2 "assay verify: FILEs or --all, one at a time"
    verify ticket --all --with true
    one_line 2 "assay verify: --all asks no program: --with has no part in it"
    verify ticket --cases 5 --with true --only closed_form,pruned
    one_line 2 "assay verify: --only leaves out 'true', which --with brings in"
    verify ticket --cases 5 --with ''
    one_line 2 "assay verify: --with wants a value: COMMAND"
    verify --merge
    one_line 2 "assay verify: --merge which FILEs?"
}

@test "verify: usage" {
    verify
    one_line 2 "assay verify: which PUZZLE?"
    verify nosuch
    one_line 2 "assay verify: puzzle 'nosuch' is none of "
    verify --all --scale none
    one_line 2 "assay verify: --scale is a number above 0"
    run --separate-stderr "$ASSAY" verify --help
    [ "$status" -eq 0 ]
    [[ $output == *"--exhaustive SIZE"* ]]
    run --separate-stderr "$ASSAY" verify ticket --version
    [ "$status" -eq 0 ]
}

@test "verify: --overhead says what a case costs besides the solving" {
    verify ticket --overhead
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "ticket, "*" participants that do nothing:" ]]
    for what in "generate uniform" "unrank tickets" "with the dear checks"; do
        grep -qE "^  $what +[0-9]+ ns a case$" <<<"$output"
    done
}
