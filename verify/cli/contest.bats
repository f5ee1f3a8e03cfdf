# Programs that are right for the contests, written from the statements alone (contest/*.c): none is ever accused.
load common

setup_file() {
    for source in verify/cli/contest/*.c; do
        name=$(basename "$source" .c)
        gcc -O2 -Wall -Wextra -Werror -o "$BATS_FILE_TMPDIR/$name" "$source"
    done
}

@test "contest: programs that are right are AC, in every class" {
    for puzzle in $(each_puzzle); do
        run "$ASSAY" verify "$puzzle" --with "$BATS_FILE_TMPDIR/$puzzle" --cases 150 --failures "$T/failures"
        [ "$status" -eq 0 ] || { echo "$output"; return 1; }
        [[ $output == *"$puzzle: $puzzle: AC, "* ]]
    done
}

@test "contest: and on the samples that are in the contest's form" {
    for puzzle in $(each_puzzle); do
        for input in "core/$puzzle/samples/"*.in; do
            "$BATS_FILE_TMPDIR/$puzzle" <"$input" | tr -s ' \n' '\n' | diff - <(tr -s ' \n' '\n' <"${input%.in}.ans")
        done
    done
}
