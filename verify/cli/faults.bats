# A disk that is full, at every place where a result is written: each command is traced once, then run again for every system call that
# touched a result, with that one made to fail. strace injects the failure, so it is the program as built that meets it, with every library
# under it. Each is one line and exit 3; what lay there before lies there still, or the new result whole; no temporary file stays.
load common

CALLS="write fsync fchmod rename mkdir openat close"

setup_file() {
    strace -qq -e trace=none true 2>/dev/null || skip "strace is not there, or may not trace"
}

# traced STRACE-OPTION... -- COMMAND...: the trace in $T/trace, status in $T/status, output in $T/stdout and $T/err.
traced() {
    ASAN_OPTIONS=detect_leaks=0 strace -f -y -qq -s 0 -e signal=none -o "$T/trace" "$@" >"$T/stdout" 2>"$T/err" || echo $? >"$T/status"
}

# The calls that touch standard output or what is below $T/to, each as `CALL K`: the K-th of its process. strace counts in each process, so
# what is the K-th of two must touch a result in both: a worker's first files are left to its parent, which writes by the same function.
touching() {
    awk -v place="$T/to|write[(][0-9]+<$T/stdout" '$2 ~ /^[a-z]+\(/ {
        call = $2; sub(/\(.*/, "", call)
        name = call " " ++count[$1, call]
        if ($0 ~ place && !/ENOENT|EEXIST/) { if (!hit[name]++) order[++n] = name }
        else miss[name] = 1
    }
    END { for (i = 1; i <= n; i++) if (!(order[i] in miss)) print order[i] }' "$T/trace"
}

# The same but for times.
is_as() {
    [ -f "$2" ] && cmp -s <(sed 's/[0-9][0-9.]*/0/g' "$1") <(sed 's/[0-9][0-9.]*/0/g' "$2")
}

# Whatever is below $T/to is what it was before, or as it would have become.
is_whole() {
    (cd "$T/to" && find . -type f) >"$T/files"
    while read -r file; do
        is_as "$T/to/$file" "$T/before/$file" || is_as "$T/to/$file" "$T/after/$file" || { echo "half: $file"; return 1; }
    done <"$T/files"
}

begin() {
    rm -rf "$T/to"
    cp -a "$T/before" "$T/to"
    echo 0 >"$T/status"
}

# each_failure LEAST COMMAND...: there must be so many. $T/before is what lies in $T/to at the start. every=K: only every K-th.
each_failure() {
    local least=$1 count=0 step=${every:-1}
    shift
    mkdir -p "$T/before"
    begin
    traced -e "trace=${CALLS// /,}" -- "$@"
    [ "$(<"$T/status")" -le 1 ] || { cat "$T/err"; return 1; }
    rm -rf "$T/after"
    cp -a "$T/to" "$T/after"
    touching | awk "NR % $step == 0" >"$T/places"
    while read -r call k; do
        begin
        traced -e "inject=$call:error=ENOSPC:when=$k" -- "$@"
        grep -qF INJECTED "$T/trace" || continue # how often a checkpoint is written depends on the time
        if [[ $(<"$T/status") != 3 || $(<"$T/err") != assay*": No space left on device" || $(wc -l <"$T/err") != 1 ]] || ! is_whole; then
            echo "$call $k: status $(<"$T/status")"
            grep -F INJECTED "$T/trace"
            cat "$T/err"
            return 1
        fi
        count=$((count + 1))
    done <"$T/places"
    # A worker that notes its coverage makes the same calls: then its parent's are told apart from them no more.
    [ "${CONFIG:-}" != cov ] || least=0
    [ "$count" -ge "$least" ] || { echo "only $count calls touch a result"; return 1; }
}

@test "faults: assay solve, in pieces; list; generate" {
    { echo 10000; yes $'1\n1 1' | head -n 20000; } >"$T/many.in"
    each_failure 2 "$ASSAY" solve adjacent "$T/many.in"
    each_failure 1 "$ASSAY" list
    each_failure 1 "$ASSAY" generate ticket
}

@test "faults: a call that was interrupted is made again" {
    { echo 10000; yes $'1\n1 1' | head -n 20000; } >"$T/many.in"
    mkdir "$T/before"
    for call in read write; do
        for k in 1 2 3 4 5 6; do
            begin
            traced -e "inject=$call:error=EINTR:when=$k" -P "$T/many.in" -P "$T/stdout" -- "$ASSAY" solve adjacent "$T/many.in"
            [ "$(<"$T/status")" -eq 0 ]
            [ ! -s "$T/err" ]
            seq -f 'Case #%.0f: 0 0' 10000 | cmp - "$T/stdout"
            grep -qF INJECTED "$T/trace" || break
        done
        [ "$k" -gt 2 ] # there was more than one
    done
}

@test "faults: a large file that cannot be mapped is read" {
    { echo 3000000; head -c 3000000 /dev/zero | tr '\0' 9; } >"$T/x.in"
    echo 0 >"$T/status"
    traced -e inject=mmap:error=ENODEV -P "$T/x.in" -- "$ASSAY" solve ticket "$T/x.in"
    grep -qF INJECTED "$T/trace"
    [ "$(<"$T/status") $(<"$T/stdout") $(<"$T/err")" = "0 Bicarp " ]
}

@test "faults: what stands where a link leads is closed in vain" {
    mkdir "$T/to"
    echo old >"$T/to/file"
    ln -s "$T/to/file" "$T/link"
    echo 0 >"$T/status"
    traced -e inject=close:error=ENOSPC -P "$T/to/file" -- "$ASSAY" verify ticket --exhaustive 2 --space tickets --json "$T/link"
    grep -qF INJECTED "$T/trace"
    [ "$(<"$T/status")" -eq 3 ]
    [ "$(<"$T/err")" = "assay-verify: $T/link: No space left on device" ]
    [ -L "$T/link" ]
}

@test "faults: more processors than a set holds: all of them are ours" {
    echo 0 >"$T/status"
    traced -e inject=sched_getaffinity:error=EINVAL -- "$ASSAY" verify ticket --exhaustive 2 --space tickets --json "$T/x.json"
    grep -qF INJECTED "$T/trace"
    [ "$(jq .environment.cpus "$T/x.json")" -eq "$(getconf _NPROCESSORS_ONLN)" ]
}

@test "faults: assay generate --out, into folders that are not there, and over what is there" {
    each_failure 14 "$ASSAY" generate ticket --count 2 --out "$T/to/a/b" # two folders, and six calls a file
    mkdir -p "$T/before/a/b"
    echo old >"$T/before/a/b/ticket-uniform-20-0.in"
    each_failure 6 "$ASSAY" generate ticket --out "$T/to/a/b"
}

@test "faults: assay verify: JSON, JUnit, standard output" {
    mkdir "$T/before"
    echo old >"$T/before/x.json"
    each_failure 13 "$ASSAY" verify ticket --exhaustive 2 --space tickets --json "$T/to/x.json" --junit "$T/to/x.xml"
}

@test "faults: assay verify: a failure record" {
    printf '2\n??\n' >"$T/a.in"
    printf 'Monocarp\n' >"$T/a.ans"
    each_failure 18 "$ASSAY" verify ticket "$T/a.in" --shrink 0 --failures "$T/to"
}

@test "faults: assay verify: a checkpoint" {
    each_failure 6 "$ASSAY" verify ticket --exhaustive 2 --space tickets --checkpoint "$T/to/checkpoint"
}

@test "faults: assay verify: a record is repeated, and promoted" {
    printf '2\n??\n' >"$T/a.in"
    printf 'Bicarp\n' >"$T/a.ans"
    run "$ASSAY" verify ticket "$T/a.in" --shrink 0 --failures "$T/failures" --with "echo Monocarp"
    [ "$status" -eq 1 ]
    record=$(echo "$T"/failures/*)
    each_failure 1 "$ASSAY" verify ticket --replay "$record" --with "echo Monocarp"
    each_failure 7 "$ASSAY" verify ticket --promote "$record" --corpus "$T/to"
}

@test "faults: assay verify: programs" {
    [[ ${CONFIG-} != asan ]] || skip "a program built with asan needs more memory than any limit"
    each_failure 5 "$ASSAY" verify ticket --with "$ASSAY solve ticket" --cases 1 --slowest "$T/to/slow"
}

@test "faults: assay generate --package" {
    # Some two hundred calls, and half a second each: every eleventh is of another kind, in another file.
    every=11 each_failure 15 "$ASSAY" generate ticket --package "$T/to/p" --sources .
}

@test "faults: assay bench" {
    printf 'puzzle ticket\ngenerate few class=few size=4 cases=1\n' >"$T/tiny.suite"
    each_failure 1 "$ASSAY" bench --suite "$T/tiny.suite" --list
    each_failure 7 "$ASSAY" bench --suite "$T/tiny.suite" --filter closed_form --min-time 0.0001 --out "$T/to/bench.json"
    each_failure 7 "$ASSAY" bench --suite "$T/tiny.suite" --export "$T/to/export"
}

@test "faults: assay report" {
    printf 'puzzle ticket\ngenerate few class=few size=4 cases=1\n' >"$T/tiny.suite"
    "$ASSAY" bench --suite "$T/tiny.suite" --filter closed_form --min-time 0.0001 --out "$T/r/bench.json"
    each_failure 7 "$ASSAY" report --results "$T/r" --records "$T/none" --out "$T/to"
}
