# assay verify --with: other people's programs. None of these tests depends on how fast the machine is: what is slow never ends.
load common

setup_file() {
    export P=$BATS_FILE_TMPDIR
    cat >"$P/right.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
#ifndef ERASED
#define ERASED 9 /* twice the mean of an erased digit */
#endif
#ifndef EVEN
#define EVEN "Bicarp"
#endif
#ifndef BEFORE
#define BEFORE
#endif
#ifndef AFTER
#define AFTER return 0
#endif
int main(void)
{
    int n;
    char *s;
    long balance = 0;
    if (scanf("%d", &n) != 1 || !(s = malloc((size_t)n + 1)) || scanf("%s", s) != 1)
        return 1;
    BEFORE;
    for (int i = 0; i < n; i++)
        balance += (i < n / 2 ? 1 : -1) * (s[i] == '?' ? ERASED : 2 * (s[i] - '0'));
    fputs(balance ? "Monocarp" : EVEN, stdout); /* no newline at the end */
    AFTER;
}
C
    program right
    program wrong -DERASED=8
    program lower '-DEVEN="bicarp"'
    program even '-DBEFORE=int q = 0; for (int i = 0; i < n; i++) q += s[i] == 63; if (q % 2) return puts("Bicarp") < 0'
    program status '-DAFTER=return 3'
    program crash '-DBEFORE=if (n > 2) abort()'
    program spins '-DBEFORE=for (volatile unsigned long i = 0;; i++)'
    program silent '-DBEFORE=return 0'
    program echoes '-DBEFORE=for (;;) if (puts(s) < 0) break'
    gcc -O1 -x c -o "$P/deaf" - <<'C'
#include <signal.h>
#include <unistd.h>
int main(void)
{
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    for (;;)
        pause();
}
C
    gcc -O1 -x c -o "$P/early" - <<'C'
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    close(0);
    return puts("Monocarp") < 0;
}
C
    gcc -O0 -x c -o "$P/hog" - <<'C'
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *more;
    while ((more = malloc(1 << 20)))
        memset(more, 1, 1 << 20);
    return 0;
}
C
    sleep='execlp("sleep", "sleep", getenv("MARK"), (char *)0)'
    program forks -include unistd.h "-DBEFORE=if (!fork()) { setsid(); if (!fork()) $sleep; $sleep; } if (!fork()) $sleep"
}

program() {
    gcc -O1 "${@:2}" -o "$P/$1" "$P/right.c"
}

with() {
    run --separate-stderr "$ASSAY" verify ticket --with "$P/$1" --cases 20 --failures "$T/failures" --shrink 1 "${@:2}"
}

@test "with: a right program is AC, also without a newline at the end" {
    with right --cases 60
    [ "$status" -eq 0 ]
    [[ $output == *"ticket: right: AC, "* ]]
    [[ $output != *"NOTHING"* ]]
    [ ! -e "$T/failures" ]
}

@test "with: a wrong program is WA, and its smallest counterexample is kept and repeats" {
    with wrong --cases 200 --shrink 600
    [ "$status" -eq 1 ]
    [[ $output == *"FAILED: ticket: wrong: WA, "* ]]
    [[ $output == *"its answer differs from the oracle's"* ]]
    # Two erased digits are worth 9; taking them for 8 is wrong where the other half has 8 or 9, and 08?? comes first.
    [[ $output == *"smallest of all tickets of length 4"* ]]
    [ "$(cat "$T/failures/ticket-disagree-wrong/input.in")" = $'4\n08??' ]
    run --separate-stderr "$ASSAY" verify ticket --replay "$T/failures/ticket-disagree-wrong" --with "$P/wrong"
    [ "$status" -eq 1 ]
    [[ $output == *"wrong: Bicarp"* && $output == *"oracle: Monocarp"* ]]
    grep -q -- "--with '$P/wrong'" "$T/failures/ticket-disagree-wrong/README"
}

@test "with: tokens are compared with their case" {
    with lower --cases 200
    [ "$status" -eq 1 ]
    [[ $output == *"lower: WA, "* ]]
}

@test "with: a status that is not 0, a signal: RTE" {
    [[ ${CONFIG-} != asan ]] || skip "too slow under asan to try all the smaller ones"
    with status
    [ "$status" -eq 1 ]
    [[ $output == *"ticket-rte-status: exit status 3"* && $output == *"status: RTE, "* ]]
    with crash --shrink 600
    [[ $output == *"ticket-rte-crash: Aborted"* && $output == *"crash: RTE, "* ]]
    [[ $output == *"smallest of all tickets of length 4 (rank 0)"* ]]
    with no-such-program
    [ "$status" -eq 1 ]
    [[ $output == *"exit status 127 (no such command?)"* ]]
}

# is_running TEXT: has any process these words in its command line?
is_running() {
    local file words
    for file in /proc/[0-9]*/cmdline; do
        words=$(tr '\0' ' ' 2>/dev/null <"$file") || continue
        [[ $words != *"$1"* ]] || return 0
    done
    return 1
}

@test "with: one that spins and one that sleeps through SIGTERM are TLE" {
    for name in spins deaf; do
        with $name --time-limit 0.2 --shrink 0
        [ "$status" -eq 1 ]
        [[ $output == *"ticket-tle-$name: "* && $output == *"$name: TLE, "* ]]
        grep -qx 'as found after 0 shrink runs.' "$T/failures/ticket-tle-$name/README" # nobody looked whether it fails again
    done
    ! is_running "$P/deaf"
}

@test "with: a busy machine makes no program slow" {
    command -v taskset >/dev/null || skip "taskset is not there"
    # 0.2 s of work, of 1.5 s that may pass, on a processor that 10 share.
    program busy '-DBEFORE=while (clock() < CLOCKS_PER_SEC / 5) continue' -include time.h
    others=()
    for _ in $(seq 9); do
        taskset -c 0 sh -c 'while :; do :; done' 3>&- &
        others+=($!)
    done
    printf '4\n08??\n' >"$T/a.in"
    run "$ASSAY" verify ticket --with "taskset -c 0 $P/busy" --time-limit 0.25 --shrink 0 "$T/a.in" --failures "$T/failures"
    kill "${others[@]}"
    [ "$status" -eq 0 ]
    [[ $output == *"busy: AC, 1 cases in 1 runs, "* ]]
}

@test "with: too much memory is MLE, too much output OLE" {
    with hog --memory-limit 32 --shrink 0
    [ "$status" -eq 1 ]
    [[ $output == *"ticket-mle-hog: "*"MiB resident, limit 32.0 MiB"* && $output == *"hog: MLE, "* ]]
    with echoes --output-limit 1 --shrink 0
    [ "$status" -eq 1 ]
    [[ $output == *"ticket-ole-echoes: more than 1 MiB of output"* && $output == *"echoes: OLE, "* ]]
}

@test "with: one that closes its input early, and one that says nothing, are judged by what they print" {
    for name in early silent; do
        with $name --shrink 0
        [ "$status" -eq 1 ]
        [[ $output == *"$name: WA, "* ]]
    done
    # All of a long ticket cannot be in the pipe when the program has closed it.
    printf '1000000\n' >"$T/long.in"
    head -c 500000 /dev/zero | tr '\0' 1 >>"$T/long.in"
    head -c 500000 /dev/zero | tr '\0' 2 >>"$T/long.in"
    run "$ASSAY" verify ticket --with "$P/early" --beyond "$T/long.in" --failures "$T/failures"
    [ "$status" -eq 0 ]
    # Nor has one that never reads taken it in when its time is up.
    run "$ASSAY" verify ticket --with "$P/deaf" --beyond --time-limit 0.2 --shrink 0 "$T/long.in" --failures "$T/failures"
    [ "$status" -eq 1 ]
    [[ $output == *"ticket-tle-deaf: "* ]]
}

@test "with: what a program leaves running is killed, also what has left its group" {
    export MARK=$((70000 + BASHPID))
    with forks --cases 10
    [ "$status" -eq 0 ]
    [[ $output == *"forks: AC, "* ]]
    ! is_running "sleep $MARK"
}

@test "with: files, also without a newline at the end" {
    printf '4\n08??' >"$T/bare.in"
    run "$ASSAY" verify ticket --with "$P/right" "$T/bare.in"
    [ "$status" -eq 0 ]
    [[ $output == *"ticket: right: AC, 1 cases in 1 runs, "* ]]
    run "$ASSAY" verify ticket --with "$P/right" --with "$P/wrong" "$T/bare.in" --failures "$T/failures" --shrink 1
    [ "$status" -eq 1 ]
    [[ $output == *"ticket: right: AC, "*"FAILED: ticket: wrong: WA, "* ]]
    printf '4\n?123\n' >"$T/odd.in" # an odd number of erased digits: nobody has promised that
    run "$ASSAY" verify ticket --with "$P/right" "$T/odd.in"
    [ "$status" -eq 1 ]
    [[ $output == *"FAILED: ticket: right: NOT ASKED ABOUT ANYTHING: nothing here is promised by the contest"* ]]
    run "$ASSAY" verify ticket --with "$P/right" --beyond "$T/odd.in"
    [ "$status" -eq 0 ]
    [[ $output == *"ticket: right: AC, 1 cases in 1 runs, "* ]]
}

@test "with: all small instances, each program judged" {
    run "$ASSAY" verify ticket --with "$P/right" --with "$P/lower" --exhaustive 2 --failures "$T/failures" --tap
    [ "$status" -eq 1 ]
    [[ $output == *"ok 2 - ticket: right: AC, "* && $output == *"not ok 3 - ticket: lower: WA, "* ]]
}

@test "with: without assay-launch beside it, one line and status 3" {
    mkdir "$T/alone"
    cp "$ASSAY" "$ASSAY-verify" "$T/alone"
    printf '2\n??\n' >"$T/a.in"
    for job in "--cases 10" "--exhaustive 2" "$T/a.in"; do
        run --separate-stderr "$T/alone/assay" verify ticket --with "$P/right" $job
        one_line 3 "assay-verify: $T/alone/assay-launch: No such file or directory"
    done
}

@test "with: several programs, judged each" {
    run "$ASSAY" verify ticket --with "$P/right" --with "$P/wrong" --with "$P/right" --cases 100 --failures "$T/failures" --shrink 1
    [ "$status" -eq 1 ]
    [[ $output == *"right: AC, "* && $output == *"wrong: WA, "* && $output == *"right-2: AC, "* ]]
}

@test "with: only what the contest promises, unless --beyond" {
    # An odd number of erased digits is not promised; this program is wrong there alone.
    with even --exhaustive 2 --space tickets
    [ "$status" -eq 0 ]
    [[ $output == *"even: 101 solved, 20 outside its domain"* ]] # 10 * 10 + 1, and 2 * 10 with one erased
    with even --cases 40
    [ "$status" -eq 0 ]
    with even --exhaustive 2 --space tickets --beyond
    [ "$status" -eq 1 ]
    [[ $output == *"even: 121 solved"* ]]
    with even --cases 40 --beyond
    [ "$status" -eq 1 ]
    [[ $output == *"even: WA, "* ]]
}

@test "with: a file of many cases is asked about at once, and a leak from case to case is WA" {
    [[ ${CONFIG-} != asan ]] || skip "a program built with asan needs more memory than any limit"
    cat >"$T/leaks" <<SH
#!/bin/sh
"$ASSAY" solve adjacent | sed '/#[5-9]/s/\$/7/'
SH
    chmod +x "$T/leaks"
    # Without a memory limit: a build with sanitizers reserves more than any.
    run "$ASSAY" verify adjacent --with "'$ASSAY' solve adjacent" --cases 100 --batch 50 --memory-limit 0
    [ "$status" -eq 0 ]
    [[ $output == *"AC, 1"??" cases in "?" runs, "* ]]
    run "$ASSAY" verify adjacent --with "$T/leaks" --cases 100 --batch 50 --memory-limit 0 --failures "$T/failures" --shrink 1
    [ "$status" -eq 1 ]
    [[ $output == *"adjacent-batch-leaks: WA on a file of 5 cases (file.in), right on each alone"* ]]
    [ "$(head -n 1 "$T/failures/adjacent-batch-leaks/file.in")" = 5 ]
    "$ASSAY" solve adjacent "$T/failures/adjacent-batch-leaks/file.in" | cmp - "$T/failures/adjacent-batch-leaks/file.ans"
}

@test "with: the slowest input is kept" {
    with right --slowest "$T/slowest"
    [ "$status" -eq 0 ]
    run "$ASSAY" solve ticket "$T/slowest/right.in"
    [ "$status" -eq 0 ]
}

@test "with: the help says that it is no sandbox; limits are numbers" {
    run "$ASSAY" verify --help
    [[ $output == *"this is no sandbox"* ]]
    run --separate-stderr "$ASSAY" verify ticket --with true --time-limit soon
    one_line 2 "assay verify: --time-limit is seconds, 0 for none: not 'soon'"
}
