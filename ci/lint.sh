#!/bin/sh
# lint.sh BUILD all|fast SOURCE...: what the linters found. clang-tidy (with clang's analyzer) and gcc's analyzer have left their output beside each
# object, in BUILD; cppcheck and shellcheck run here, over the whole tree. A finding is one line `FILE:LINE:COLUMN: what [id]`.
# ci/lint-exceptions.txt lists what stays, with the reason; a row that excuses nothing is itself a finding.
set -u
build=$1 extent=$2
shift 2
{
    # A linter that stops at an error has not looked at the rest.
    [ "$extent" = fast ] || for source in "$@"; do
        cat "$build/${source%.c}.lint" 2>/dev/null
    done | grep -E '^[^ ]*: (warning|error|fatal error): .*\]$'
    cppcheck --quiet --std=c11 --enable=warning,style,performance,portability --library=posix,gnu -D_GNU_SOURCE \
        --include=ci/cppcheck.h -I. "-I$build" \
        --template='{file}:{line}:{column}: {severity}: {message} [{id}]' -j "$(nproc)" "$@" 2>&1 | grep -E '\]$'
    # shellcheck disable=SC2046 # a list of words
    shellcheck --format=gcc $(git ls-files '*.sh' .ci/run)
} | sed "s|^$PWD/||" | sort -u | awk -v extent="$extent" '
    BEGIN {
        while ((getline line < "ci/lint-exceptions.txt") > 0)
            if (line !~ /^(#|$)/) { rows++; split(line, word, /[ \t]+/); id[rows] = word[1]; path[rows] = word[2] }
    }
    {
        excused = 0
        for (r = 1; r <= rows; r++)
            if ($0 ~ id[r] "\\]$" && $0 ~ "^" path[r] ":") { used[r] = 1; excused = 1 }
        if (excused) kept++
        else { print; found++ }
    }
    END {
        for (r = 1; r <= rows; r++)
            if (!used[r] && !(extent == "fast" && id[r] ~ /-/)) { print "ci/lint-exceptions.txt: excuses nothing: " id[r] " " path[r]; found++ }
        printf "%d findings, %d excused by %d rows\n", found, kept, rows
        exit found > 0
    }'
