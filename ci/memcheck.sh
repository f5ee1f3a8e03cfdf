#!/bin/sh
# memcheck.sh VALGRIND BUILD unit/GROUP|solve/PUZZLE: a group of unit tests (of what is written without vectors, of the shared pieces, of bad input), or
# each sample of a puzzle through every variant, under valgrind, as TAP. What the sanitizers cannot see it sees: a branch on a value that
# was never set.
set -u
memcheck=$1 build=$2 name=${3#*/}
log=build/memcheck/$3.log
number=0

# report STATUS WHAT: 9 is valgrind's for a finding.
report() {
    number=$((number + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $number - $2"
    else
        echo "not ok $number - $2"
        grep -E '^==|FAILED' "$log" | head -n 20
    fi
}

case $3 in
unit/*)
    # shellcheck disable=SC2086 # a command
    TEST_SCALE=0 ASSAY=$build/assay $memcheck "$build/unit" "$name" >"$log" 2>&1
    report $? "$name"
    ;;
solve/*)
    for file in core/"$name"/samples/*.in core/"$name"/samples/*.clue; do
        [ -e "$file" ] || continue
        # shellcheck disable=SC2013 # names, one a line
        for variant in $(sed -n 's/^VARIANT(\(.*\))$/\1/p' "core/$name/variants.def"); do
            # shellcheck disable=SC2086 # a command
            $memcheck "$build/assay" solve "$name" --variant "$variant" "$file" >"$log" 2>&1
            report $(($? == 9)) "$variant $file"
        done
    done
    ;;
esac
echo "1..$number"
