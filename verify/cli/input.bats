# What comes in: files and pipes, line ends, and the place of what is wrong.
load common

# bad 'TEXT' LINE:COLUMN: the ticket is refused there, through a pipe and as a file.
bad() {
    feed "$1" "$ASSAY" solve ticket
    one_line 2 "<stdin>:$2: error: "
    printf '%b' "$1" >"$T/bad.in"
    run --separate-stderr "$ASSAY" solve ticket "$T/bad.in"
    one_line 2 "$T/bad.in:$2: error: "
}

@test "standard input by nothing and by -, a file by its name" {
    feed '8\n?054??0?\n' "$ASSAY" solve ticket
    expect 0 Bicarp
    feed '8\n?054??0?\n' "$ASSAY" solve ticket -
    expect 0 Bicarp
    printf '6\n???00?\n' >"$T/-x.in"
    cd "$T"
    run --separate-stderr "$ASSAY" solve ticket -- -x.in
    expect 0 Monocarp
    mkfifo pipe
    cat ./-x.in >pipe &
    run --separate-stderr "$ASSAY" solve ticket pipe
    expect 0 Monocarp
}

@test "standard input that stands in the middle of a file" {
    printf 'head\n8\n?054??0?\n' >"$T/x"
    run --separate-stderr sh -c 'read -r line && "$0" solve ticket' "$ASSAY" <"$T/x"
    expect 0 Bicarp
}

@test "missing last newline, CR LF, byte order mark, blanks, leading zeros" {
    for text in '4\n0523' '4\r\n0523\r\n' '\0357\0273\02774\n0523\n' '\n\n \t4 \t0523 \n\n' '00004\n0523\n'; do
        feed "$text" "$ASSAY" solve ticket
        expect 0 Bicarp
    done
}

@test "empty input" {
    bad '' 1:1
    bad '\n\n' 3:1
    bad '\0357\0273\0277' 1:1
}

@test "an unexpected end is just after the last byte" {
    bad '8' 1:2
    bad '8\n' 2:1
    bad '8\n?054' 2:5
}

@test "numbers that are none, or out of range" {
    for number in 5 0 -2 +4 4.0 0x4 4a 2147483648 99999999999999999999 -99999999999999999999; do
        bad "$number\n0523\n" 1:1
    done
}

@test "a wrong byte inside a token has its own column, a token too long its first byte too many" {
    bad '4\n05x3\n' 2:3
    bad '4\n05 3\n' 2:3
    bad '4\n05234\n' 2:5
    bad '4\r\n05x3\r\n' 2:3
    bad '\0357\0273\02774\n05x3\n' 2:3
}

@test "a byte order mark has no column" {
    bad '\0357\0273\02775\n?0000\n' 1:1
}

@test "left over after the last case" {
    bad '4\n0523\n7' 3:1
    bad '4\n0523 7' 2:6
    bad '4\n0523\n4\n0523\n' 3:1
}

@test "lone CR, NUL and form feed" {
    bad '4\r0523\n' 1:2
    bad '4\n0\00023\n' 2:2
    bad '4\n0523\n\f' 3:1
    bad '4\n0523\n\r' 3:1
    bad '4\n0523\n\0000' 3:1
}

@test "an error in the last case prints nothing of the others" {
    feed '2\n4\n2 1\n1 3\n3 4\n4 2\n4\n1 1\n2 2\n3 3\n4 5\n' "$ASSAY" solve adjacent
    one_line 2 "<stdin>:11:3: error: "
}

@test "files that cannot be opened or read" {
    run --separate-stderr "$ASSAY" solve ticket "$T/missing.in"
    expect 2 "" "assay: $T/missing.in: No such file or directory"
    run --separate-stderr "$ASSAY" solve ticket ""
    expect 2 "" "assay: : No such file or directory"
    run --separate-stderr "$ASSAY" solve ticket "$T"
    expect 2 "" "assay: $T: Is a directory"
    run --separate-stderr "$ASSAY" solve ticket <"$T"
    expect 2 "" "assay: <stdin>: Is a directory"
    run --separate-stderr sh -c '"$0" solve ticket <&-' "$ASSAY"
    expect 3 "" "assay: <stdin>: Bad file descriptor"
    run --separate-stderr "$ASSAY" solve ticket /proc/self/mem
    expect 3 "" "assay: /proc/self/mem: Input/output error"
}

@test "a file without permission" {
    [[ ${CONFIG-} != cov ]] || skip "who may not read the file may not note what was covered either"
    printf '4\n0523\n' >"$T/x.in"
    chmod 0 "$T/x.in"
    if [ "$(id -u)" -eq 0 ]; then
        # Root may read everything: somebody else tries, with a program that he can reach.
        folder=$(mktemp -d)
        cp "$ASSAY" "$T/x.in" "$folder"
        chmod 755 "$folder"
        run --separate-stderr setpriv --reuid=65534 --clear-groups "$folder/assay" solve ticket "$folder/x.in"
        rm -r "$folder"
        expect 2 "" "assay: $folder/x.in: Permission denied"
    else
        run --separate-stderr "$ASSAY" solve ticket "$T/x.in"
        expect 2 "" "assay: $T/x.in: Permission denied"
    fi
}

@test "a large ticket as a file and through a pipe" {
    # 3 000 000 characters: above the size from which files are mapped. A 9 weighs 18 and a ? 9, so that the halves balance.
    { echo 3000000; head -c 1500000 /dev/zero | tr '\0' 9; head -c 1500000 /dev/zero | tr '\0' 9; } >"$T/x.in"
    run --separate-stderr "$ASSAY" solve ticket "$T/x.in"
    expect 0 Bicarp
    run --separate-stderr sh -c 'cat "$1" | "$0" solve ticket' "$ASSAY" "$T/x.in"
    expect 0 Bicarp
    run --separate-stderr "$ASSAY" solve ticket <"$T/x.in"
    expect 0 Bicarp
    printf x >>"$T/x.in"
    run --separate-stderr "$ASSAY" solve ticket "$T/x.in"
    one_line 2 "$T/x.in:2:3000001: error: "
}
