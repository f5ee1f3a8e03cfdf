# assay generate: deterministic, by index, and accepted by solve.
load common

@test "every class of every puzzle is solved, and is the same twice" {
    for puzzle in $(each_puzzle); do
        for class in $("$ASSAY" list "$puzzle" --names classes); do
            for index in 0 1 2; do
                "$ASSAY" generate "$puzzle" --class "$class" --index $index >"$T/a"
                "$ASSAY" generate "$puzzle" --class "$class" --index $index --seed 1 --count 1 | cmp - "$T/a"
                run --separate-stderr timeout 20 "$ASSAY" solve "$puzzle" "$T/a"
                [ "$status" -le 1 ] && [ -n "$output" ] && [[ $output != *unsupported* && $output != *limit* ]] ||
                    { echo "$puzzle $class $index: $status $output $stderr"; return 1; }
            done
        done
    done
}

@test "seeds and indices make other cases" {
    for puzzle in $(each_puzzle); do
        "$ASSAY" generate "$puzzle" >"$T/a"
        for option in "--seed 2" "--index 1" "--seed 18446744073709551615"; do
            run ! cmp -s "$T/a" <("$ASSAY" generate "$puzzle" $option)
        done
    done
}

@test "case I alone is case I of many" {
    for puzzle in $(each_puzzle); do
        mkdir "$T/$puzzle"
        "$ASSAY" generate "$puzzle" --count 12 --seed 5 --out "$T/$puzzle/new/folder"
        [ "$(ls "$T/$puzzle/new/folder" | wc -l)" -eq 12 ]
        "$ASSAY" generate "$puzzle" --seed 5 --index 11 | cmp - "$T/$puzzle/new/folder/$puzzle"-*-11.in
        "$ASSAY" generate "$puzzle" --count 2 --seed 5 --index 10 --out "$T/$puzzle/two"
        diff <(cat "$T/$puzzle/two/"*-10.in) <(cat "$T/$puzzle/new/folder/"*-10.in)
        diff <(cat "$T/$puzzle/two/"*-11.in) <(cat "$T/$puzzle/new/folder/"*-11.in)
    done
}

@test "many cases in one file where the format holds them" {
    for puzzle in chocolate adjacent; do
        "$ASSAY" generate "$puzzle" --count 7 >"$T/a"
        [ "$(head -n 1 "$T/a")" = 7 ]
        run "$ASSAY" solve "$puzzle" "$T/a"
        [ "$status" -le 1 ]
        [ "$(grep -c '#7:' <<<"$output")" -eq 1 ]
    done
    for puzzle in ticket meltdown clueless; do
        run --separate-stderr "$ASSAY" generate "$puzzle" --count 2
        one_line 2 "assay generate: a file of $puzzle holds 1 case: --count 2 needs --out"
    done
}

@test "sizes are what was asked for" {
    "$ASSAY" generate ticket --size 24 >"$T/a"
    [ "$(head -n 1 "$T/a")" = 24 ]
    "$ASSAY" generate adjacent --size 33 >"$T/a"
    [ "$(sed -n 2p "$T/a")" = 33 ]
    "$ASSAY" generate meltdown --size 7 --rounds 3 >"$T/a"
    [ "$(head -n 1 "$T/a")" = "7 3" ]
    "$ASSAY" generate clueless --size 4 --format contest >"$T/a"
    [[ $(head -n 1 "$T/a") == "4 "* ]]
    "$ASSAY" generate clueless --format log >"$T/a"
    [[ $(head -n 1 "$T/a") == clue* ]]
}

@test "what is not usual is in the file's name" {
    "$ASSAY" generate meltdown --size 7 --rounds 3 --out "$T/a"
    "$ASSAY" generate clueless --size 4 --format log --index 5 --out "$T/a"
    "$ASSAY" generate clueless --size 4 --format contest --index 5 --out "$T/a"
    [ "$(ls "$T/a" | grep -cE '^(meltdown-[a-z_]+-7x3-0|clueless-[a-z_]+-4-(contest-|log-)?5)\.in$')" -eq 3 ]
    [ "$(ls "$T/a" | grep -cE -e '-4-5\.in$')" -eq 1 ]
}

@test "what there is not is a mistake of usage" {
    run --separate-stderr "$ASSAY" generate ticket --class odd
    one_line 2 "assay generate: class 'odd' is none of "
    run --separate-stderr "$ASSAY" generate ticket --size 0
    one_line 2 "assay generate: --size of ticket is a number from 2 to 2147483646 ("
    run --separate-stderr "$ASSAY" generate ticket --size 2147483648
    one_line 2 "assay generate: --size of ticket is a number from 2 to 2147483646 ("
    run --separate-stderr "$ASSAY" generate ticket --rounds 3
    one_line 2 "assay generate: ticket has no --rounds"
    run --separate-stderr "$ASSAY" generate ticket --format log
    one_line 2 "assay generate: ticket has no --format"
    run --separate-stderr "$ASSAY" generate clueless --format xml
    one_line 2 "assay generate: format 'xml' is none of "
    for count in 0 1000001; do
        run --separate-stderr "$ASSAY" generate ticket --count $count
        one_line 2 "assay generate: --count wants a number from 1 to 1000000, not '$count'"
    done
    run --separate-stderr "$ASSAY" generate adjacent --class boundary --size 15
    one_line 2 "assay generate: adjacent boundary of size 15: this class takes at least 16 tiles"
    for option in --legacy "--sources ."; do
        run --separate-stderr "$ASSAY" generate ticket $option
        one_line 2 "assay generate: --legacy and --sources are for --package"
    done
    for option in "--class uniform" "--size 8" "--rounds 1" "--format x" "--out $T/o"; do
        run --separate-stderr "$ASSAY" generate ticket --package "$T/p" $option
        one_line 2 "assay generate: --package draws its data itself"
    done
    run --separate-stderr "$ASSAY" generate ticket --out ""
    one_line 2 "assay generate: --out wants a value: DIR"
}

@test "a folder that cannot be made" {
    touch "$T/file"
    run --separate-stderr "$ASSAY" generate ticket --out "$T/file"
    [ "$status" -eq 3 ]
    [ -z "$output" ]
    [[ $stderr == "assay: $T/file/ticket-"*": Not a directory" ]]
}

@test "a file that is there is replaced whole, and nothing else is left" {
    "$ASSAY" generate ticket --out "$T/a"
    echo old >"$T/a/$(ls "$T/a")"
    "$ASSAY" generate ticket --out "$T/a"
    [ "$(ls "$T/a" | wc -l)" -eq 1 ]
    "$ASSAY" generate ticket | cmp - "$T/a/"*
}
