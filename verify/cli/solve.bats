# assay solve: answers, and the cases that have none.
load common

# A log whose facts leave two deals: scarlet and lounge lie with bob and cat, one each.
two_deals='clue
suspects plum scarlet green
weapons knife rope
rooms hall study lounge
player ann 2
player bob 2
player cat 1
me ann
hand ann plum hall
suggest ann scarlet knife study shown bob knife
suggest bob scarlet rope lounge shown cat
suggest cat green rope study none
'

@test "every committed sample has its answer" {
    for puzzle in $(each_puzzle); do
        checked=0
        for input in "core/$puzzle/samples/"*; do
            answer=${input%.*}.ans
            [[ $input != *.ans && -f $answer ]] || continue
            # An answer may be written with the matrix, or with the counts, as the puzzle has them.
            detail=
            ! grep -q '^card ' "$answer" || detail=--matrix
            ! grep -q '^deals: ' "$answer" || detail=--counts
            run --separate-stderr "$ASSAY" solve "$puzzle" $detail "$input"
            [ "$status" -le 1 ]
            [ "$output" = "$(cat "$answer")" ] || { echo "$input: $output"; return 1; }
            checked=$((checked + 1))
        done
        [ "$checked" -gt 0 ] || { echo "$puzzle: no sample"; return 1; }
    done
}

@test "known mistakes: tickets" {
    while read -r n ticket winner; do
        for variant in $("$ASSAY" list ticket --names variants); do
            feed "$n\n$ticket\n" "$ASSAY" solve ticket --variant "$variant"
            expect 0 "$winner"
        done
    done <<'END'
6 9??0?? Monocarp
8 ?054??0? Bicarp
4 ?123 Monocarp
6 ???00? Monocarp
2 ?? Bicarp
4 0523 Bicarp
END
}

@test "a work limit that is met is limit, exit 1" {
    feed '4\n????\n' "$ASSAY" solve ticket --variant naive --limit 1
    expect 1 limit "<stdin>: case 1: limit: naive: stopped at the work limit"
    # Where the puzzle has words of its own for a limit, they are for the variant's own.
    feed '3 1\n1 1 1\n1 1 0 1\n' "$ASSAY" solve meltdown --variant symbolic --limit 1
    expect 1 limit "<stdin>: case 1: limit: symbolic: stopped at the work limit"
    feed "$two_deals" "$ASSAY" solve clueless --counts --limit 1
    [[ $output == limit && $stderr == "<stdin>: case 1: limit: "*": stopped at the work limit" ]]
}

@test "outside the domain is unsupported, exit 1, and the next case is solved" {
    printf '60\n' >"$T/x.in"
    printf '?%.0s' {1..60} >>"$T/x.in"
    run --separate-stderr "$ASSAY" solve ticket --variant naive "$T/x.in"
    [ "$status" -eq 1 ]
    [ "$output" = unsupported ]
    [[ $stderr == "$T/x.in: case 1: unsupported: naive: "?* && $stderr != *$'\n'* ]]

    "$ASSAY" generate adjacent --size 100 --count 1 >"$T/large.in"
    { echo 3; tail -n +2 "$T/large.in"; tail -n +2 "$T/large.in"; printf '6\n2 1\n4 2\n1 3\n3 4\n5 5\n6 6\n'; } >"$T/three.in"
    run --separate-stderr "$ASSAY" solve adjacent --variant naive "$T/three.in"
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = "Case #1: unsupported" ]
    [ "${lines[1]}" = "Case #2: unsupported" ]
    [[ ${lines[2]} =~ ^"Case #3: "[0-9]+\ [0-9]+$ ]]
    [ "${#stderr_lines[@]}" -eq 2 ]
    [[ ${stderr_lines[0]} == "$T/three.in: case 1: unsupported: naive: "* ]]
    [[ ${stderr_lines[1]} == "$T/three.in: case 2: unsupported: naive: "* ]]
}

@test "a case with no board, or many, is named, exit 1" {
    # Two 3x3 clues that want different pieces in the centre; then no clue at all: SV SS SC RV RS RC TV TS TC is the first board.
    feed '2\n2\n3 3\n__ __ __\n__ SV __\n__ __ __\n3 3\n__ __ __\n__ RC __\n__ __ __\n0\n' "$ASSAY" solve chocolate
    [ "$status" -eq 1 ]
    [ "$output" = $'Puzzle #1:\nno board\n\nPuzzle #2:\nSV SS SC\nRV RS RC\nTV TS TC' ]
    [ "${#stderr_lines[@]}" -eq 2 ]
    [[ ${stderr_lines[0]} == "<stdin>: case 1: "?* && ${stderr_lines[1]} == "<stdin>: case 2: "?* ]]
}

@test "chocolate ends with an empty line" {
    printf '1\n1\n3 3\nSV SS SC\nRV RS RC\nTV TS TC\n' | "$ASSAY" solve chocolate >"$T/out"
    printf 'Puzzle #1:\nSV SS SC\nRV RS RC\nTV TS TC\n\n' | cmp - "$T/out"
}

@test "the matrix and the counts" {
    feed "$two_deals" "$ASSAY" solve clueless --matrix
    expect 0 'envelope: green rope study
card ann bob cat envelope
plum Y N N N
scarlet N . . N
green N N N Y
knife N Y N N
rope N N N Y
hall Y N N N
study N N N Y
lounge N . . N'
    feed "$two_deals" "$ASSAY" solve clueless --counts
    expect 0 'envelope: green rope study
deals: 2
card ann bob cat envelope
plum 2 0 0 0
scarlet 0 1 1 0
green 0 0 0 2
knife 0 2 0 0
rope 0 0 0 2
hall 2 0 0 0
study 0 0 0 2
lounge 0 1 1 0'
}

@test "an open envelope is an answer in a log, and none in the contest's form" {
    feed "${two_deals%suggest cat*}" "$ASSAY" solve clueless
    expect 0 'envelope: ? rope ?'
    # Nobody has asked anything.
    feed '2 2 1\n1 1\n1 4\n0\n' "$ASSAY" solve clueless
    [ "$status" -eq 1 ]
    [[ $output == *"?"* && $stderr == "<stdin>: case 1: "?* && $stderr != *$'\n'* ]]
}

@test "a contradiction is named with its first fact, exit 1" {
    feed "${two_deals}has envelope plum\n" "$ASSAY" solve clueless
    [ "$status" -eq 1 ]
    [[ $output == *contradiction* ]]
    [[ $stderr == "<stdin>: case 1: contradiction: "?* && $stderr != *$'\n'* ]]
}

@test "a matrix or counts where there are none is a mistake of usage" {
    for puzzle in ticket chocolate meltdown adjacent; do
        run --separate-stderr "$ASSAY" solve "$puzzle" --matrix
        one_line 2 "assay solve: $puzzle has no --matrix"
        run --separate-stderr "$ASSAY" solve "$puzzle" --counts
        one_line 2 "assay solve: $puzzle has no --counts"
    done
    run --separate-stderr "$ASSAY" solve clueless --variant rules --counts
    one_line 2 "assay solve: clueless rules has no --counts"
}
