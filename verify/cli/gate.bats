# The regression gate on a small repository of its own, whose kernels say what they are told to (gate/kernel.sh): no test depends on time.
# How noisy samples are decided is in verify/unit/gate.c; that the real kernel sees real faults, in ci/gate/planted/.
load common

first='p/w1/a ready 4 1111 nodes=12 1000000 100000'
second='p/w1/b ready 4 1111 nodes=7 2000000 200000'
third='q/w2/a ready 4 2222 nodes=3,cuts=1 3000000 300000'

write_bench() { printf '%s\n' "$@" >bench.tsv; }

commit() {
    git add -A
    git -c user.name=t -c user.email=t@example.org commit -qm "${1:-change}" --allow-empty
}

# As many decisions on identical code, none red, as make the time layer blocking.
trust_time() {
    for _ in $(seq 300); do
        printf 'date\t1\tcommit\t20\t-\thead\tp/w1/a\tgreen\t20\n'
    done >ci/gate/data/aa.tsv
}

gate_setup() {
    gate=${ASSAY%/*}/assay-gate
    source=$PWD/verify/cli/gate
    export LOG=$T/log
    unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY CC
    mkdir -p "$T/repository/ci/gate/kernel" "$T/repository/ci/gate/data" "$T/tools"
    cp ci/gate/checkout.sh "$T/repository/ci/gate/"
    cp "$source/build.sh" "$source/link.sh" "$T/repository/ci/gate/"
    cp "$source/kernel.sh" "$T/repository/ci/gate/kernel/"
    cp "$source/valgrind" "$T/tools/"
    chmod +x "$T/tools/valgrind"
    PATH=$T/tools:$PATH
    cd "$T/repository"
    git init -q
    echo build >.gitignore
    : >Makefile
    write_bench "$first" "$second" "$third"
    printf 'p/w1/a\t4\tnodes=12.\np/w1/b\t4\tnodes=7.\nq/w2/a\t4\tnodes=3,cuts=1.\n' >ci/work.tsv
    : >ci/gate/data/aa.tsv
    commit base
}

# holds FILTER: of jq, on gate.json.
holds() {
    jq -e "$1" build/results/gate.json >/dev/null || { jq . build/results/gate.json; return 1; }
}

# ends STATUS ARGUMENT...: the gate's exit status, and that gate.json says the same.
ends() {
    run --separate-stderr "$gate" --base HEAD "${@:2}"
    [ "$status" -eq "$1" ] || { echo "status $status, not $1"; echo "$output"; echo "$stderr"; return 1; }
    holds ".status == $1"
}

# says TEXT: a line of the table on standard output has it.
says() { [[ $output == *"$1"* ]] || { echo "$output"; return 1; }; }

counted=answers,work,instructions

@test "gate: identical code passes every layer, and every planted fault is seen" {
    gate_setup
    trust_time
    ends 0
    holds '[.layers[] | .verdict == "green" and .control_fired and .blocking] | all'
    holds '.layers | map(.compared) == [3, 3, 3, 3]'
}

@test "gate: an answer that is not base's is status 1, named with its case, and nothing else is looked at" {
    gate_setup
    write_bench "$first" "${second/1111/9999}" "$third"
    ends 1
    says 'answers: red: p/w1/b: case 2 of 4: base says "answer 1111", head "answer 9999"'
    holds '[.layers[1:][] | .verdict == "skipped"] | all'
}

@test "gate: variants of head that disagree are status 1" {
    gate_setup
    write_bench "$first" "${second/1111/wrong}" "$third"
    ends 1
    says 'p/w1/b: case 3: not the answer of first: different answers'
}

@test "gate: a benchmark that base answered and head does not is status 1" {
    gate_setup
    write_bench "$first" "${second/ready/limit}" "$third"
    ends 1
    says 'answers: red: p/w1/b: ready in base, limit in head'
}

@test "gate: other work than ci/work.tsv has is status 4, and make work-update accepts it" {
    gate_setup
    write_bench "${first/nodes=12/nodes=15}" "$second" "$third"
    ends 4 --layers $counted
    says 'work: red: p/w1/a: nodes 12 -> 15 (+25.00%); where that is meant: make work-update'
    holds '.layers | map(.verdict) == ["green", "red", "green", "skipped"]'
    run --separate-stderr "$gate" --update-work
    [ "$status" -eq 0 ]
    grep -q "^p/w1/a.4.nodes=15\.$" ci/work.tsv
    ends 0 --layers $counted
}

@test "gate: a benchmark that work.tsv lacks, or that head lost, is status 4" {
    gate_setup
    sed -i /w1.b/d ci/work.tsv
    ends 4 --layers work
    says 'work: red: p/w1/b: not in ci/work.tsv: make work-update'
    printf 'p/w9/a\t4\tnodes=1.\n' >>ci/work.tsv
    ends 4 --layers work
    says 'work: red: p/w9/a: in ci/work.tsv, but head does not answer it'
    rm ci/work.tsv
    ends 3 --layers work
    says 'ci/work.tsv cannot be read: make work-update makes it'
}

@test "gate: a line of work.tsv that is none has its place and is status 3" {
    local bad

    gate_setup
    for bad in '1:p/w1/a\tx\tnodes=12.:8' '2:p/w1/b\t4\tnodes=:10' '1:p/w1/a\t4\tnodes=12.0:10' '1:p w\t4\tnodes=12.:3' '1::1'; do
        git checkout -q ci/work.tsv
        text=${bad#*:}
        sed -i "${bad%%:*}s|.*|${text%:*}|" ci/work.tsv
        ends 3 --layers work
        says "ci/work.tsv:${bad%%:*}:${bad##*:}: error: not 'name, cases, counts'"
    done
    git checkout -q ci/work.tsv
    sed -n 1p ci/work.tsv >>ci/work.tsv
    ends 3 --layers work
    says 'ci/work.tsv:4:1: error: p/w1/a stands there twice'
}

@test "gate: instructions are red from a tenth of a percent and 500, green up to there, and fewer are a new floor" {
    gate_setup
    write_bench "${first/1000000/1001000}" "${second/2000000/1997000}" "$third"
    ends 0 --layers $counted
    says 'instructions: better: p/w1/b: 2000000 -> 1997000 instructions (-0.15%): new floor'
    write_bench "${first/1000000/1001001}" "$second" "$third"
    ends 4 --layers $counted
    says 'instructions: red: p/w1/a: 1000000 -> 1001001 instructions (+0.10%)'
}

@test "gate: time is status 4 where the layer may block, and only a warning where it may not" {
    gate_setup
    write_bench "${first/% 100000/ 110000}" "$second" "$third"
    ends 0 --layers time --only p/w1/a
    says 'time: red: p/w1/a: +10.'
    says 'not shown to be under 1%, so it stops nothing'
    holds '.layers[3] | .verdict == "red" and (.blocking | not)'
    trust_time
    ends 4 --layers time --only p/w1/a
    holds '.layers[3].blocking and (.findings | length == 1)'
    sed -i '1s/green/red/' ci/gate/data/aa.tsv
    ends 0 --layers time --only p/w1/a
}

@test "gate: less time is a new floor" {
    gate_setup
    trust_time
    write_bench "$first" "$second" "${third/% 300000/ 250000}"
    ends 0 --layers time --only q/w2 --raw "$T/raw.tsv"
    says 'time: better: q/w2/a: -16.'
    says ': new floor'
    # And what it decided by is kept: the verdict, five sixths in mean and least, every pair; base against its twin the same.
    awk -F '\t' -v commit="$(git rev-parse HEAD | cut -c 1-12)" '
        function is(ratio) { return sprintf("%.2f %.2f", $15, $16) == ratio && split($17, pairs, ",") == $9 && $9 >= 20 }
        $3 == commit && $6 $7 $8 == "headq/w2/abetter" && is("0.83 0.83") { good++ }
        $3 == commit && $6 $7 == "twinq/w2/a" && is("1.00 1.00") { good++ }
        END { exit NR != 2 || good != 2 }' "$T/raw.tsv" || { cut -c 1-200 "$T/raw.tsv"; return 1; }
}

@test "gate: samples too wide to exclude a tenth are status 5" {
    gate_setup
    trust_time
    SPREAD=300 ends 5 --layers time --only p/w1/a
    holds '.layers[3].verdict == "inconclusive"'
}

@test "gate: a budget too small is status 5, and says what was not looked at" {
    gate_setup
    printf '#!/bin/sh\nsleep 60\n' >"$T/tools/valgrind"
    ends 5 --layers instructions --budget 2
    says 'instructions: inconclusive: budget: used up: 3 of 3 kernels were not counted: p/w1/a, p/w1/b, q/w2/a'
    printf '\nsleep 60\n' >>ci/gate/build.sh
    ends 5 --budget 1
    says 'answers: inconclusive: budget: used up before both revisions were built'
}

@test "gate: with time for one workload of each variant the others are named, and it passes" {
    gate_setup
    write_bench "$first" 'p/w0/a ready 4 1111 nodes=1 500 5000'
    commit
    printf 'p/w0/a\t4\tnodes=1.\np/w1/a\t4\tnodes=12.\n' >ci/work.tsv
    cat >"$T/tools/valgrind" <<'END'
#!/bin/sh
# Callgrind that the time is up for after the first kernel.
while case $1 in --callgrind-out-file=*) OUT=${1#*=} ;; --*) ;; *) false ;; esac; do shift; done
export OUT
for list; do :; done
kernels=$(wc -l <"$list")
sed -i 2,99d "$list"
"$@"
[ "$kernels" -eq 1 ] || exec sleep 60
END
    ends 0 --layers instructions --budget 6
    says 'instructions: green: budget: used up: 1 of 2 kernels were not counted: p/w0/a'
    holds '.layers[2] | .verdict == "green" and .compared == 1'
}

@test "gate: usage is status 2" {
    gate_setup
    run --separate-stderr "$gate" --base nowhere
    one_line 2 "assay-gate: there is no revision 'nowhere' here"
    run --separate-stderr "$gate" --layers answers,speed
    [ "$status" -eq 2 ]
    [[ $stderr == *"--layers knows answers, work, instructions and time, not 'speed'"* ]]
    run --separate-stderr "$gate" --base HEAD --release v1
    [ "$status" -eq 2 ]
    run --separate-stderr "$gate" --base HEAD --only nothing-has-this-name
    [ "$status" -eq 2 ]
    [[ $stderr == *"no benchmark is called so"* ]]
    [ ! -e build/results/gate.json ]
    cd "$T"
    run --separate-stderr "$gate"
    one_line 2 "assay-gate: not inside a git work tree"
}

@test "gate: a base or a head that does not build is status 3, with the compiler's words" {
    gate_setup
    touch broken
    run --separate-stderr "$gate" --base HEAD
    [ "$status" -eq 3 ]
    [[ $stderr == *"head does not build"*"error: broken on purpose"* ]]
    commit
    rm broken
    run --separate-stderr "$gate" --base HEAD
    [ "$status" -eq 3 ]
    [[ $stderr == *"base does not build with this toolchain"*"error: broken on purpose"* ]]
}

@test "gate: what base lacks is called new, what head lacks is called gone" {
    gate_setup
    write_bench "$first" "$second" "$third" 'q/w2/c ready 4 2222 nodes=9 100 1000'
    printf 'q/w2/c\t4\tnodes=9.\n' >>ci/work.tsv
    ends 0 --layers $counted
    says 'answers: green: q/w2/c: new: base has no such benchmark'
    holds '.layers | map(.compared) == [3, 4, 3, 0]'
    commit
    write_bench "$first" "$second" "${third/ready/unsupported}"
    sed -i /w2/d ci/work.tsv
    ends 1 --layers $counted
    says 'answers: red: q/w2/a: ready in base, unsupported in head'
}

@test "gate: a missing tool is status 3, and a named skip where that was asked for" {
    gate_setup
    mkdir "$T/few"
    ln -s /bin/* "$T/few/"
    ln -sf /usr/bin/* "$T/few/"
    rm -f "$T/few/valgrind"
    [ -e "$T/few/git" ]
    PATH=$T/few ends 3 --layers $counted
    says 'valgrind is not installed: sh ci/deps.sh --all, or --skip-missing'
    PATH=$T/few ends 0 --layers $counted --skip-missing
    holds '.layers[2] | .verdict == "skipped" and (.note | test("valgrind is not installed"))'
}

@test "gate: a planted fault that is not seen is status 3" {
    gate_setup
    sed -i 's/answer) hash=planted/answer)/' ci/gate/kernel/kernel.sh
    ends 3 --layers answers
    says 'a wrong answer planted in p/w1/a was NOT seen'
}

@test "gate: --only and --layers look at no more than that" {
    gate_setup
    write_bench "${first/1000000/2000000}" "$second" "${third/nodes=3/nodes=4}"
    ends 0 --only '^p/w1/b$' --layers $counted
    holds '.layers | map(.compared) == [1, 1, 1, 0]'
    ends 0 --layers answers
    holds '[.layers[1:][] | .verdict == "skipped"] | all'
}

@test "gate: --release compares with the tag, so that small steps add up" {
    gate_setup
    git tag v1
    write_bench "${first/1000000/1000900}" "$second" "$third"
    commit one
    write_bench "${first/1000000/1001800}" "$second" "$third"
    ends 0 --layers instructions
    run --separate-stderr "$gate" --release v1 --layers instructions
    [ "$status" -eq 4 ]
    says 'instructions: red: p/w1/a: 1000000 -> 1001800 instructions (+0.18%)'
}

@test "gate: base's results are kept by commit and toolchain, and made anew where they cannot be read" {
    gate_setup
    # Not counting the planted faults, which are asked for in every run.
    asked() { grep -E "^kernel-base (answers|profile)" "$LOG" | grep -vc probe; }
    ends 0 --layers $counted
    [ "$(asked)" -eq 2 ]
    ends 0 --layers $counted
    [ "$(asked)" -eq 2 ]
    CC=other ends 0 --layers $counted
    [ "$(asked)" -eq 4 ]
    echo 'cells of another format' >"$(ls -td build/gate/base/*/build/gate-*/answers.tsv | tail -n 1)"
    ends 0 --layers $counted
    [ "$(asked)" -eq 5 ]
    commit another
    ends 0 --layers $counted
    [ "$(asked)" -eq 7 ]
}

@test "gate: Markdown, JUnit and annotations name layer, benchmark and figure" {
    gate_setup
    write_bench "${first/nodes=12/nodes=15}" "$second" "$third"
    export GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=$T/summary
    ends 4 --layers $counted
    [[ $output == *"::error title=gate work::p/w1/a: nodes 12 -> 15 (+25.00%25)"* ]]
    cmp build/results/gate.md "$T/summary"
    grep -qF '| work | red | p/w1/a | nodes 12 -> 15 (+25.00%)' build/results/gate.md
    grep -qF '<testcase classname="gate.work" name="p/w1/a"><failure message="red: nodes 12 -&gt; 15 (+25.00%)' build/results/gate.xml
    if command -v xmllint >/dev/null; then xmllint --noout build/results/gate.xml; fi
}

@test "gate: where addresses cannot be fixed, as in most containers, instructions are counted all the same and say so" {
    gate_setup
    printf '#!/bin/sh\nexit 1\n' >"$T/tools/setarch"
    chmod +x "$T/tools/setarch"
    ends 0 --layers instructions
    says 'addresses are random here: that cannot be switched off'
    holds '.layers[2] | .verdict == "green" and .compared == 3'
}
