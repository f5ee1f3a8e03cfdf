# The command line itself: help, version, bad usage, programs beside this one.
load common

@test "help and version are everywhere and exit 0" {
    for command in "" list solve generate; do
        run --separate-stderr "$ASSAY" $command --help
        [ "$status" -eq 0 ]
        [[ $output == "usage: assay $command"* ]]
        [ -z "$stderr" ]
        run --separate-stderr "$ASSAY" $command --version
        expect 0 "assay $(sed -n 's/.*ASSAY_VERSION "\(.*\)"/\1/p' core/version.h)"
    done
    run --separate-stderr "$ASSAY" help
    [ "$status" -eq 0 ]
    [[ $output == "usage: assay COMMAND"* ]]
    run --separate-stderr "$ASSAY" help solve
    [ "$status" -eq 0 ]
    [[ $output == "usage: assay solve"* ]]
    "$ASSAY" solve --help >"$T/long"
    "$ASSAY" solve -h | cmp - "$T/long"
}

@test "help is given whatever else is wrong, but not after --" {
    run --separate-stderr "$ASSAY" solve --nonsense --limit x --help
    [ "$status" -eq 0 ]
    [[ $output == "usage: assay solve"* ]]
    run --separate-stderr "$ASSAY" solve ticket -- --help
    one_line 2 "assay: --help: No such file or directory"
}

@test "help on a puzzle shows its notation, variants and classes" {
    for puzzle in $(each_puzzle); do
        run "$ASSAY" solve "$puzzle" --help
        [ "$status" -eq 0 ]
        for name in $("$ASSAY" list "$puzzle" --names variants) $("$ASSAY" list "$puzzle" --names classes); do
            [[ $output == *"$name"* ]]
        done
        run "$ASSAY" help solve "$puzzle"
        [ "$status" -eq 0 ]
        [[ $output == *"$puzzle: "* ]]
    done
}

@test "no command, an unknown command, an unknown option" {
    run --separate-stderr "$ASSAY"
    one_line 2 "assay: which COMMAND?"
    run --separate-stderr "$ASSAY" frobnicate
    one_line 2 "assay: there is no command 'frobnicate'"
    run --separate-stderr "$ASSAY" --frobnicate
    one_line 2 "assay: there is no option '--frobnicate'"
    run --separate-stderr "$ASSAY" solve ticket --frobnicate=3
    one_line 2 "assay solve: there is no option '--frobnicate'"
    run --separate-stderr "$ASSAY" solve ticket -x
    one_line 2 "assay solve: there is no option '-x'"
    run --separate-stderr "$ASSAY" solve ticket --vari naive
    one_line 2 "assay solve: there is no option '--vari'"
}

@test "options take their value both ways, and only where they have one" {
    feed '4\n0523\n' "$ASSAY" solve --variant naive ticket
    expect 0 Bicarp
    feed '4\n0523\n' "$ASSAY" solve ticket --variant=naive
    expect 0 Bicarp
    run --separate-stderr "$ASSAY" solve ticket --variant
    one_line 2 "assay solve: --variant wants a value: NAME"
    run --separate-stderr "$ASSAY" solve ticket --matrix=1
    one_line 2 "assay solve: --matrix takes no value"
}

@test "numbers are digits in range" {
    for value in 0 -1 +1 x 1.5 0x10 "" 18446744073709551616 99999999999999999999999; do
        run --separate-stderr "$ASSAY" solve ticket --limit "$value"
        one_line 2 "assay solve: --limit wants a number from 1 to 18446744073709551615, not '$value'"
    done
}

@test "a puzzle that is missing, unknown or one too many" {
    run --separate-stderr "$ASSAY" solve
    one_line 2 "assay solve: which PUZZLE?"
    run --separate-stderr "$ASSAY" generate
    one_line 2 "assay generate: which PUZZLE?"
    run --separate-stderr "$ASSAY" solve tickets
    one_line 2 "assay solve: puzzle 'tickets' is none of "
    [[ $stderr == *ticket* ]]
    run --separate-stderr "$ASSAY" list tickets
    one_line 2 "assay list: puzzle 'tickets' is none of "
    run --separate-stderr "$ASSAY" list ticket chocolate
    one_line 2 "assay list: one PUZZLE at most"
    run --separate-stderr "$ASSAY" solve ticket a b
    one_line 2 "assay solve: one FILE at most, but there is also 'b'"
    run --separate-stderr "$ASSAY" generate ticket b
    one_line 2 "assay generate: one PUZZLE, but there is also 'b'"
}

@test "an unknown variant is answered with those that there are" {
    run --separate-stderr "$ASSAY" solve ticket --variant nave
    one_line 2 "assay solve: variant 'nave' is none of naive, pruned, bitmask, closed_form"
}

@test "list names the five puzzles and their 24 variants" {
    run "$ASSAY" list --names puzzles
    [ "$(sort <<<"$output" | tr '\n' ' ')" = "adjacent chocolate clueless meltdown ticket " ]
    while read -r puzzle variants; do
        [ "$("$ASSAY" list "$puzzle" --names variants | sort | tr '\n' ' ')" = "$(tr ' ' '\n' <<<"$variants" | sort | tr '\n' ' ')" ]
    done <<END
ticket naive pruned bitmask closed_form
chocolate naive pruned bitmask closed_form
meltdown naive pruned bitmask symbolic
clueless rules naive pruned bitmask closed_form
adjacent naive pruned bitmask multiset reduced closed_form incremental
END
    run "$ASSAY" list
    [ "$status" -eq 0 ]
    [ "$(grep -cE '^  [a-z_]+ +(exact|sound) ' <<<"$output")" -eq 24 ]
    [ "$(grep -cE '^  rules +sound ' <<<"$output")" -eq 1 ]
}

@test "list of names that there are not" {
    run --separate-stderr "$ASSAY" list --names variants
    one_line 2 "assay list: variants of which PUZZLE?"
    run --separate-stderr "$ASSAY" list ticket --names colours
    one_line 2 "assay list: list 'colours' is none of puzzles, variants, classes, formats"
}

@test "other commands run the program beside this one, else by PATH" {
    mkdir "$T/bin" "$T/path"
    cp "$ASSAY" "$T/bin/assay"
    run --separate-stderr env PATH=/usr/bin:/bin "$T/bin/assay" gate
    one_line 3 "assay: cannot run assay-gate, looked for in $T/bin/ and in PATH: No such file or directory"
    printf '#!/bin/sh\necho path "$@"\n' >"$T/path/assay-gate"
    printf '#!/bin/sh\necho beside "$@"\nexit 4\n' >"$T/bin/assay-gate"
    chmod +x "$T/path/assay-gate" "$T/bin/assay-gate"
    run --separate-stderr env PATH="$T/path:/usr/bin:/bin" "$T/bin/assay" gate --x 'a b'
    expect 4 "beside --x a b"
    run --separate-stderr "$T/bin/assay" help gate
    expect 4 "beside --help"
    run --separate-stderr "$T/bin/assay" help gate x
    expect 4 "beside --help x"
    # Where the kernel does not say where this program lies, PATH alone is asked. The address sanitizer asks as well, and complains.
    if [[ ${CONFIG-} != asan ]] && strace -qq -e trace=none true 2>/dev/null; then
        run --separate-stderr env PATH="$T/path:/usr/bin:/bin" strace -qq -o "$T/trace" -e inject=readlink:error=ENOENT "$T/bin/assay" gate --x
        expect 0 "path --x"
        grep -qF INJECTED "$T/trace"
    fi
    chmod -x "$T/bin/assay-gate"
    run --separate-stderr env PATH="$T/path:/usr/bin:/bin" "$T/bin/assay" gate
    one_line 3 "assay: cannot run assay-gate, looked for in $T/bin/ and in PATH: Permission denied"
    rm "$T/bin/assay-gate"
    run --separate-stderr env PATH="$T/path:/usr/bin:/bin" "$T/bin/assay" gate --x
    expect 0 "path --x"
}
