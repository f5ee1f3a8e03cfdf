#!/bin/sh
# memcheck.sh VALGRIND BUILD: the tests of what is written without vectors, of the shared pieces and of bad input, and one file of each puzzle
# through every variant, under valgrind. What the sanitizers cannot see it sees: a branch on a value that was never set.
set -u
memcheck=$1 build=$2
failed=0 passed=0
groups='arena text reader rng error registry template bad_input'
for file in verify/unit/*_portable.c; do groups="$groups $(basename "$file" .c)"; done
for group in $groups; do
    # shellcheck disable=SC2086 # a command
    if TEST_SCALE=0 ASSAY=$build/assay $memcheck "$build/unit" "$group" >build/memcheck.log 2>&1; then
        passed=$((passed + 1))
    else
        echo "not ok: unit $group"
        grep -E '^==|FAILED' build/memcheck.log | head -n 20
        failed=$((failed + 1))
    fi
done
for file in core/*/samples/*.in core/*/samples/*.clue; do
    puzzle=$(basename "$(dirname "$(dirname "$file")")")
    # shellcheck disable=SC2013 # names, one a line
    for variant in $(sed -n 's/^VARIANT(\(.*\))$/\1/p' "core/$puzzle/variants.def"); do
        # shellcheck disable=SC2086 # a command
        $memcheck "$build/assay" solve "$puzzle" --variant "$variant" "$file" >build/memcheck.log 2>&1
        if [ $? -eq 9 ]; then
            echo "not ok: $puzzle $variant $file"
            grep '^==' build/memcheck.log | head -n 20
            failed=$((failed + 1))
        else
            passed=$((passed + 1))
        fi
    done
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
