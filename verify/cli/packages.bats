# Problem packages: what `assay generate --package` writes, `assay verify --package` runs as expected; and packages of other people.
load common

setup_file() {
    export K=$BATS_FILE_TMPDIR
    mkdir -p "$K/legacy"/{data/sample,data/secret/group,submissions/{accepted,wrong_answer,time_limit_exceeded,run_time_error,mixed}}
    pushd "$K/legacy"
    printf 'name: A ticket\nsource: "here: and there" # not this\nlimits:\n  time_multiplier: 3\n  memory: 64\nvalidation: custom\n' >problem.yaml
    ticket data/sample/1 08?? Monocarp
    ticket data/secret/2 0523 Bicarp
    ticket data/secret/group/3 '??' Bicarp
    ticket data/secret/10 '??09' Bicarp
    cat >submissions/accepted/right.c <<'C'
#include <stdio.h>
int main(void)
{
    char s[100];
    int n, balance = 0;
    if (scanf("%d %99s", &n, s) != 2)
        return 1;
    for (int i = 0; i < n; i++)
        balance += (i < n / 2 ? 1 : -1) * (s[i] == '?' ? 9 : 2 * (s[i] - '0'));
    puts(balance ? "Monocarp" : "Bicarp");
    return 0;
}
C
    mkdir submissions/accepted/parts
    sed 's/int main(void)/int run(void)/' submissions/accepted/right.c >submissions/accepted/parts/run.c
    echo 'int run(void); int main(void) { return run(); }' >submissions/accepted/parts/main.c
    printf 'n, s = input(), input()\nh = len(s) // 2\nv = lambda t: sum(9 if c == "?" else 2 * int(c) for c in t)\nprint("Bicarp" if v(s[:h]) == v(s[h:]) else "Monocarp")\n' >submissions/accepted/right.py
    printf '#include <iostream>\nint main() { std::cout << "Bicarp"; }\n' >submissions/wrong_answer/bicarp.cc
    printf 'int main(void) { for (volatile unsigned long i = 0;; i++); }\n' >submissions/time_limit_exceeded/spins.c
    printf '#include <stdlib.h>\nint main(void) { abort(); }\n' >submissions/run_time_error/aborts.c
    printf '#include <stdlib.h>\n#include <string.h>\nint main(void) { char *p; while ((p = malloc(1 << 20))) memset(p, 1, 1 << 20); return 1; }\n' >submissions/run_time_error/hog.c
    printf 'class x {}\n' >submissions/accepted/Main.java
    printf '// @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT\nint main(void) { return 0; }\n' >submissions/mixed/either.c
    printf '/* @EXPECTED_RESULTS@: COMPILER-ERROR */\nint main(void) { return x; }\n' >submissions/mixed/broken.c
    printf 'int main(void) { return 0; }\n' >submissions/mixed/unknown.c
    popd
    cp -r "$K/legacy" "$K/new"
    printf 'problem_format_version: 2025-09\nname:\n  en: A ticket\nuuid: 0\nlimits:\n  time_multipliers:\n    ac_to_time_limit: 4\n  time_limit: 0.5\n  memory: 64\n' >"$K/new/problem.yaml"
}

ticket() {
    printf '%d\n%s\n' ${#2} "$2" >"$1.in"
    echo "$3" >"$1.ans"
}

@test "package: a legacy one; each submission against what is expected of it" {
    run --separate-stderr "$ASSAY" verify ticket --package "$K/legacy" --tap --json "$T/out.json"
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "ok 1 - ticket: 4 files of data, 4 valid and with the right answer; output_validators: not run"* ]]
    [[ $output == *"skipped"* || $output == *"SKIP"* ]]
    [[ $output == *"submissions/accepted/Main.java: neither C nor C++ nor Python 3 # SKIP"* ]]
    [[ $output == *"submissions/accepted/right.c: AC, as expected"* ]]
    [[ $output == *"submissions/accepted/parts: AC, as expected"* ]]
    [[ $output == *"submissions/wrong_answer/bicarp.cc: WA on data/sample/1.in, as expected"* ]]
    [[ $output == *"submissions/time_limit_exceeded/spins.c: TLE on data/sample/1.in: "*", as expected"* ]]
    [[ $output == *"submissions/run_time_error/aborts.c: RTE on data/sample/1.in: Aborted, as expected"* ]]
    [[ $output == *"submissions/run_time_error/hog.c: MLE on data/sample/1.in: "*"limit 64.0 MiB, as expected"* ]]
    [[ $output == *"submissions/mixed/either.c: WA on data/sample/1.in, as expected"* ]]
    [[ $output == *"submissions/mixed/broken.c: CE, as expected"* ]]
    [[ $output == *"submissions/mixed/unknown.c: nothing says what is expected of it # SKIP"* ]]
    if command -v python3 >/dev/null; then
        [[ $output == *"submissions/accepted/right.py: AC, as expected"* ]]
    fi
    jq -e '[.runs[] | select(.mode == "package")] | length >= 8 and all(.as_expected)' "$T/out.json"
}

@test "package: one of 2025-09 names its time limit" {
    run --separate-stderr "$ASSAY" verify ticket --package "$K/new"
    [ "$status" -eq 0 ]
    [[ $output == *"submissions/time_limit_exceeded/spins.c: TLE on data/sample/1.in: "*"limit 0.5 s"*", as expected"* ]]
    [[ $output != *output_validators* ]]
}

@test "package: a verdict that is not the expected one, wrong answers, bad data: exit 1" {
    cp -r "$K/new" "$T/bad"
    rm -r "$T/bad/submissions/"{time_limit_exceeded,run_time_error,mixed}
    mv "$T/bad/submissions/wrong_answer/bicarp.cc" "$T/bad/submissions/accepted/"
    echo Monocarp >"$T/bad/data/secret/2.ans"
    printf '3\n0?2\n' >"$T/bad/data/secret/10.in"
    run --separate-stderr "$ASSAY" verify ticket --package "$T/bad"
    [ "$status" -eq 1 ]
    [[ $output == *"FAILED: ticket: submissions/accepted/bicarp.cc: WA on data/sample/1.in, expected AC"* ]]
    [[ $output == *"FAILED: ticket: data/secret/2.in has another answer beside it than ours"* ]]
    [[ $output == *"FAILED: ticket: data/secret/10.in:1:1 is no valid input"* ]]
    run --separate-stderr "$ASSAY" verify ticket --package "$T/nowhere"
    one_line 2 "assay-verify: $T/nowhere/problem.yaml: No such file or directory"
}

@test "package: no data, links in circles, limits that are none" {
    mkdir -p "$T/p"/{data/secret,submissions/accepted}
    cp "$K/legacy/submissions/accepted/right.c" "$T/p/submissions/accepted"
    echo 'name: x' >"$T/p/problem.yaml"
    run --separate-stderr "$ASSAY" verify ticket --package "$T/p"
    [ "$status" -eq 1 ]
    [[ $output == *"FAILED: ticket: 0 files of data"* && $output != *"AC"* ]]
    ticket "$T/p/data/secret/1" 08?? Monocarp
    ln -s . "$T/p/data/secret/again"
    run --separate-stderr "$ASSAY" verify ticket --package "$T/p"
    [ "$status" -eq 0 ]
    [[ $output == *"ticket: 1 file of data, 1 valid"*"right.c: AC, as expected"* ]]
    printf 'name: x\nlimits:\n  time_limit: -1 # s\n' >"$T/p/problem.yaml"
    run --separate-stderr "$ASSAY" verify ticket --package "$T/p"
    one_line 2 "$T/p/problem.yaml:3:15: error: limits.time_limit: expected a number above 0, found '-1'"
    printf 'limits:\n  memory: 99999999999999999999\n' >"$T/p/problem.yaml"
    run --separate-stderr "$ASSAY" verify ticket --package "$T/p"
    one_line 2 "$T/p/problem.yaml:2:11: error: limits.memory: "
    echo 'name: x' >"$T/p/problem.yaml"
    echo soon >"$T/p/.timelimit"
    run --separate-stderr "$ASSAY" verify ticket --package "$T/p"
    one_line 2 "assay-verify: $T/p/.timelimit: the time limit is no number above 0"
}

@test "package: what we write round-trips, its validator too" {
    for puzzle in $(each_puzzle); do
        run --separate-stderr "$ASSAY" generate "$puzzle" --package "$T/$puzzle" --sources .
        [ "$status" -eq 0 ]
        for variant in $("$ASSAY" list "$puzzle" --names variants); do
            [[ $output == *"$variant: submissions/"* || $output == *"$variant: left out: "* ]]
        done
        run --separate-stderr "$ASSAY" verify "$puzzle" --package "$T/$puzzle"
        [ "$status" -eq 0 ] || { echo "$output"; return 1; }
        [[ $output == *"submissions/accepted/"* ]]
        gcc -O2 -Wall -Wextra -Werror "$T/$puzzle/input_validators/validator.c" -o "$T/validator"
        for input in "$T/$puzzle/data/"*/*.in; do
            run "$T/validator" <"$input"
            [ "$status" -eq 42 ]
        done
        head -c 1 "$input" >"$T/cut.in"
        run "$T/validator" <"$T/cut.in"
        [ "$status" -eq 43 ]
    done
}

@test "package: in the legacy format too, and the same twice" {
    "$ASSAY" generate ticket --package "$T/a" --legacy --sources . >"$T/list"
    "$ASSAY" generate ticket --package "$T/b" --legacy --sources . | cmp - "$T/list"
    diff -r "$T/a/data" "$T/b/data"
    diff "$T/a/problem.yaml" "$T/b/problem.yaml"
    [ "$(cat "$T/a/.timelimit")" = 1 ]
    run --separate-stderr "$ASSAY" verify ticket --package "$T/a"
    [ "$status" -eq 0 ]
    [[ $output == *"submissions/accepted/closed_form.c: AC, as expected"*" of 1 s, "* ]]
}

@test "package: the sources are found in the work tree, or installed; else they have to be named" {
    mkdir -p "$T/tree/build/x" "$T/usr/bin" "$T/usr/share/assay"
    ln -s "$PWD/core" "$T/tree/core"
    ln -s "$PWD/core" "$T/usr/share/assay/core"
    for place in tree/build/x usr/bin; do
        cp "$ASSAY" "$T/$place/assay"
        "$T/$place/assay" generate ticket --package "$T/p" >"$T/$place/said"
        grep -qF "closed_form: submissions/accepted/closed_form.c" "$T/$place/said"
    done
    rm "$T/tree/core"
    run --separate-stderr "$T/tree/build/x/assay" generate ticket --package "$T/p"
    one_line 3 "assay: the sources of assay are not beside this program: say where with --sources"
}
