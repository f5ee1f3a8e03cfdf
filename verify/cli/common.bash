# What every file of command-line tests loads. bats runs in the project's root; ASSAY names the program.
bats_require_minimum_version 1.5.0

setup() {
    ASSAY=${ASSAY:-build/${CONFIG:-release}/assay}
    [[ $ASSAY == /* ]] || ASSAY=$PWD/$ASSAY
    T=$BATS_TEST_TMPDIR
}

# feed 'TEXT' COMMAND...: runs COMMAND with TEXT (with printf's escapes) on standard input.
feed() {
    printf '%b' "$1" >"$T/stdin"
    run --separate-stderr "${@:2}" <"$T/stdin"
}

# expect STATUS STDOUT [STDERR]: all three, exactly, but for newlines at the end; without STDERR it must be empty.
expect() {
    if [[ $status != "$1" || $output != "$2" || $stderr != "${3:-}" ]]; then
        printf 'status %s, expected %s\nstdout: %s\nexpected: %s\nstderr: %s\nexpected: %s\n' \
            "$status" "$1" "$output" "$2" "$stderr" "${3:-}"
        return 1
    fi
}

# one_line STATUS PATTERN: nothing on standard output, one line on standard error that begins with PATTERN (a glob).
one_line() {
    if [[ $status != "$1" || -n $output || $stderr != $2* || $stderr == *$'\n'* ]]; then
        printf 'status %s, expected %s\nstdout: %s\nstderr: %s\nexpected: %s\n' "$status" "$1" "$output" "$stderr" "$2"
        return 1
    fi
}

each_puzzle() {
    "$ASSAY" list --names puzzles
}
