# What goes out: all of it, or a message and exit 3.
load common

# Ten thousand games of one tile: more output than is written at once.
many() {
    { echo 10000; yes $'1\n1 1' | head -n 20000; } >"$T/many.in"
}

@test "output in many pieces is whole" {
    many
    "$ASSAY" solve adjacent "$T/many.in" >"$T/out"
    seq -f 'Case #%.0f: 0 0' 10000 | cmp - "$T/out"
}

@test "a full disk" {
    many
    run --separate-stderr sh -c '"$0" solve adjacent "$1" >/dev/full' "$ASSAY" "$T/many.in"
    expect 3 "" "assay: <stdout>: No space left on device"
    for command in "list" "--help" "--version" "solve --help" "generate ticket"; do
        # shellcheck disable=SC2016
        run --separate-stderr sh -c '"$0" $1 >/dev/full' "$ASSAY" "$command"
        [ "$status" -eq 3 ]
        [[ $stderr == assay*": <stdout>: No space left on device" ]]
    done
}

@test "closed standard output" {
    many
    run --separate-stderr sh -c '"$0" solve adjacent "$1" >&-' "$ASSAY" "$T/many.in"
    expect 3 "" "assay: <stdout>: Bad file descriptor"
}

@test "a reader that leaves" {
    many
    run --separate-stderr bash -c '"$0" solve adjacent "$1" | true; exit ${PIPESTATUS[0]}' "$ASSAY" "$T/many.in"
    expect 3 "" "assay: <stdout>: Broken pipe"
    run --separate-stderr bash -c '"$0" generate ticket --size 1000000 | true; exit ${PIPESTATUS[0]}' "$ASSAY"
    expect 3 "" "assay: <stdout>: Broken pipe"
}
