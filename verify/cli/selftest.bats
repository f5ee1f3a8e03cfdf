# assay-selftest: planted bugs as programs. That the engine finds them is a stage of `make test` of its own.
load common

be() {
    feed "$2" "${ASSAY%/*}/assay-selftest" --solve "$1"
}

@test "selftest: a planted bug is a program with its own wrong answer" {
    be ticket/counts_differ '8\n?054??0?\n' # by its rule different counts of '?' are Monocarp's
    expect 0 Monocarp
    be chocolate/stops_at_one '1\n0\n' # any board keeps no clue; it does not look for a second one
    expect 0 $'Puzzle #1:\nSV SS SC\nRV RS RC\nTV TS TC'
    be meltdown/last_round_lost '5 4\n1 1 1 0 1\n1\n3 1 3 4 0\n1\n2 3 4 1\n1\n3 0 1 3 0\n1\n2 1 4 1\n' # the sample's two 4s
    expect 0 '-1 -1 -1 2 3'
    be adjacent/always_won '1\n1\n1 1\n' # one tile: B has won from the start, and nobody can err
    expect 0 'Case #1: 1 0'
}

@test "selftest: bad input is refused as by every program of ours" {
    be ticket/counts_differ '5\n?0000\n'
    one_line 2 '<stdin>:1:1: error: '
    be ticket/no_such_bug '2\n??\n'
    one_line 2 'assay-selftest: --solve is PUZZLE/BUG'
}

@test "selftest: a planted bug is found when it comes as somebody's program" {
    [[ ${CONFIG-} != asan ]] || skip "a program built with asan needs more memory than any limit"
    run "$ASSAY" verify ticket --with "${ASSAY%/*}/assay-selftest --solve ticket/counts_differ" --cases 500 --failures "$T/failures"
    [ "$status" -eq 1 ]
    [[ $output == *"WA"* || $output == *"disagree"* ]]
}

@test "selftest: what was done is not done again, and another self-test's file is refused" {
    selftest=${ASSAY%/*}/assay-selftest
    run --separate-stderr "$selftest" --shrink-seconds 0 --state "$T/state" ticket/sign_slip
    [ "$status" -eq 0 ]
    first=$output
    grep -q '^ticket/sign_slip' "$T/state"
    sed -i 's/its answer fails/taken from the file/' "$T/state"
    run --separate-stderr "$selftest" --shrink-seconds 0 --state "$T/state" ticket/sign_slip ticket/late_middle
    [ "$status" -eq 0 ]
    [ "$(sed 's/its answer fails/taken from the file/' <<<"$first" | head -n 1)" = "${lines[1]}" ] # they come by name
    [ "$(grep -c '^ticket/' "$T/state")" -eq 2 ]
    run --separate-stderr "$selftest" --shrink-seconds 1 --state "$T/state" ticket/sign_slip
    one_line 2 "$T/state:1:1: error: of another self-test: expected 'assay-selftest: shrink 1"
}
