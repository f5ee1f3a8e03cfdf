# fuzz/: campaigns, triage, minimisation and the self-test, on a project that has one puzzle, the template, with two faults: so its programs
# are built in seconds, by the very jobs that the README names. Findings are laid where an engine lays them: no test waits for luck.
load common

setup_file() {
    export M=$BATS_FILE_TMPDIR/project
    mkdir -p "$M/core/cli" "$M/fuzz/dict" "$M/fuzz/planted/template"
    cp -r Makefile ci "$M"
    cp core/*.[ch] core/*.def "$M/core"
    cp core/cli/build.sh "$M/core/cli"
    cp -r core/template "$M/core"
    cp -r fuzz/*.* fuzz/oss-fuzz "$M/fuzz"
    touch "$M/fuzz/dict/template.dict"
    echo 'PUZZLE(template)' >"$M/core/puzzles.def"
    # The parser reads past the end at a count of 4; a list with a 13 in it gets an answer that is none of its numbers.
    sed -i 's|^    for (int64_t i = 0; i < count|    if (count == 4)\n        count = numbers[count];\n&|' "$M/core/template/puzzle.c"
    sed -i 's|^        if (list->numbers\[i\] > largest)|        if (list->numbers[i] == 13) {\n            *result = (struct template_answer){1000};\n            return OUTCOME_SOLVED;\n        }\n&|' \
        "$M/core/template/naive.c"
}

# Not in every configuration: what is tested has its own.
needs() {
    case ${ASSAY%/*} in */release) ;; *) skip "builds its own configurations: tested with the release" ;; esac
    for tool; do
        command -v "$tool" >/dev/null || skip "$tool is not there"
    done
    rm -rf "$M/build/fuzz" "$M/fuzz/corpus" "$M/fuzz/regress"
    cd "$M" || return
}

job() {
    env -u MAKEFLAGS -u MAKELEVEL -u CONFIG -u BUILD make -s "$@"
}

sums() {
    find "$@" -type f -exec cksum {} + | cut -d ' ' -f 1,2 | sort -u
}

@test "fuzz: triage groups findings by what failed, makes one of each small and keeps it" {
    needs gcc
    home=build/fuzz/template
    mkdir -p $home/corpus $home/crashes $home/afl/main/crashes $home/afl/main/hangs
    printf '3\n1 13 2\n' >$home/crashes/crash-a
    printf '2\n13 5\n' >$home/crashes/crash-b
    printf '4\n1 2 3 4\n' >$home/crashes/crash-c
    printf '3\n1 2 3\n' >$home/crashes/crash-d
    printf ' 4 ' >$home/afl/main/crashes/id:000000,sig:04
    printf '6\n13 400 13 7 8 9\n' >$home/afl/main/hangs/id:000000
    printf 'not an input' >$home/afl/main/crashes/README.txt
    printf 'slow, no finding' >$home/crashes/slow-unit-e
    run job fuzz-triage
    echo "$output"
    [ "$status" -eq 0 ]
    cases=fuzz/regress/template
    [ "$(find $cases -name input | wc -l)" -eq 2 ]
    # Of the first one; four numbers would fail otherwise.
    [ "$(cat $cases/naive-fails-the-check-not-one-of-the-numbers/input)" = $'5\n0 13 0 0 0' ]
    [ "$(cat $cases/use-after-poison-puzzle-parse/input)" = 4 ]
    grep -q 'made small from 18 to 12 bytes' $cases/naive-*/README.md
    grep -q "replay-template --thorough $cases/naive-.*/input" $cases/naive-*/README.md
    [[ $output == *"crash-d: did not come again"* ]]
    [ "$(grep -c "naive-.*: known" <<<"$output")" -eq 1 ] # said once, however many they are
    [[ $output == *"template: 6 findings"* ]]
    # What is known stays as it is.
    echo edited >$cases/naive-fails-the-check-not-one-of-the-numbers/README.md
    run job fuzz-triage
    [ "$(cat $cases/naive-*/README.md)" = edited ]
    [ "$(find $cases -name input | wc -l)" -eq 2 ]
    # And the case fails in the replay, as itself.
    run job CONFIG=asan replay
    [[ $output == *"not ok 2 - template: regression cases"* ]]
}

# The engines that run in this project: another checkout may run the same test.
engines() {
    for process in $(pgrep -f 'build/[a-z]*/fuzz-template'); do
        [ "$(readlink "/proc/$process/cwd")" != "$M" ] || echo "$process"
    done
}

# A killed campaign: nothing that it had is lost, nothing of it is left running, and it goes on counting.
@test "fuzz: a campaign that is killed outright goes on from where it was" {
    needs clang afl-fuzz afl-clang-fast jq setsid pgrep
    job fuzz-build
    home=build/fuzz/template
    TIME=120 JOBS=2 FUZZ_PAUSE=1 FUZZ_SEED=1 setsid sh fuzz/fuzz.sh run template >"$T/log" 2>&1 3>&- &
    campaign=$!
    for _ in $(seq 1100); do
        [ -s $home/curve.tsv ] && [ "$(grep -c afl-main $home/curve.tsv)" -gt 1 ] && break
        sleep 0.1
    done
    kill -KILL -- -$campaign
    wait $campaign || true
    for _ in $(seq 100); do
        [ -n "$(engines)" ] || break
        sleep 0.1
    done
    [ -z "$(engines)" ]
    had=$(sums $home/corpus $home/afl/main/queue $home/crashes)
    [ "$(wc -l <<<"$had")" -gt 3 ]
    sh fuzz/status.sh template $home >"$T/before"
    second=$(tail -n 1 $home/curve.tsv | cut -f 1)
    points=$(wc -l <$home/curve.tsv)
    # Executions: more than before, of each engine, however often a busy machine has to ask.
    for _ in $(seq 20); do
        TIME=3 JOBS=2 FUZZ_PAUSE=1 FUZZ_SEED=1 run sh fuzz/fuzz.sh resume
        echo "$output"
        [ "$status" -eq 0 ]
        sh fuzz/status.sh template $home >"$T/after"
        join "$T/before" "$T/after" -t $'\t' -1 2 -2 2 -o 1.3,2.3 >"$T/executions"
        [ "$(wc -l <"$T/executions")" -eq 2 ]
        awk '$2 <= $1 { exit 1 }' "$T/executions" && break
    done
    awk '$2 <= $1 { exit 1 }' "$T/executions"
    sums $home/corpus $home/afl/main*/queue $home/crashes >"$T/has"
    [ -z "$(comm -23 <(echo "$had") "$T/has")" ]
    # The curve goes on where it ended.
    [ "$(wc -l <$home/curve.tsv)" -gt "$points" ]
    tail -n +$((points + 1)) $home/curve.tsv | awk -v least="$second" '$1 < least { exit 1 }'
    jq -e '.runs | length == 2 and all(.curve | length > 1)' build/results/fuzz.json
}


@test "fuzz: a corpus made small has every edge that it had, and one that has not is not taken over" {
    needs clang
    home=build/fuzz/template
    mkdir -p $home/corpus
    for i in $(seq 5 44); do
        { echo "$i"; yes 5 | head -n "$i"; } >$home/corpus/long-"$i"
        printf '1\n%d\n' "$((i * 20))" >$home/corpus/short-"$i"
        printf '%*s' "$i" x >$home/corpus/bad-"$i"
    done
    had=$(sums $home/corpus)
    run job fuzz-min
    echo "$output"
    [ "$status" -eq 0 ]
    read -r files edges small still committed also <<<"$(tail -n 1 <<<"$output" | tr -cs '0-9' ' ')"
    [ "$files" -eq 120 ]
    [ "$edges" -gt 10 ]
    [ "$still" -eq "$edges" ]
    [ "$also" -eq "$edges" ]
    [ "$small" -lt 120 ]
    [ "$committed" -le "$small" ]
    [ "$(find fuzz/corpus/template -type f | wc -l)" -eq "$committed" ]
    [ -z "$(comm -13 <(echo "$had") <(sums fuzz/corpus/template $home/corpus))" ]
    # A merge that loses all but one file.
    had=$(sums $home/corpus fuzz/corpus)
    mv build/libfuzzer/fuzz-template build/libfuzzer/real
    cat >build/libfuzzer/fuzz-template <<'END'
#!/bin/sh
build/libfuzzer/real "$@" || exit
case $1$2 in -merge=1-timeout*) find "$3" -type f | tail -n +2 | xargs rm ;; esac
END
    chmod +x build/libfuzzer/fuzz-template
    run sh fuzz/fuzz.sh min template
    echo "$output"
    [ "$status" -eq 1 ]
    [[ $output == *"template: not taken over" ]]
    [ "$(sums $home/corpus fuzz/corpus)" = "$had" ]
    mv build/libfuzzer/real build/libfuzzer/fuzz-template
}

# Engines that find what they are told to, so that the self-test's judgement is seen, not the engines'.
stub_engines() {
    mkdir -p "$T/bin"
    cat >"$T/bin/make" <<'END'
#!/bin/sh
# The program that is asked for, in the tree that is named after -C.
for program; do :; done
mkdir -p "$2/$(dirname "$program")"
cp "$T/bin/engine" "$2/$program"
END
    cat >"$T/bin/engine" <<'END'
#!/bin/sh
# libFuzzer: `kind text`, the beginning of the finding's name and what stands in the log.
read -r kind text <"$T/libfuzzer-finds"
for argument; do
    case $argument in -artifact_prefix=*) touch "${argument#*=}$kind-1" ;; esac
done
echo "$text" >&2
exec sleep 9
END
    cat >"$T/bin/afl-fuzz" <<'END'
#!/bin/sh
read -r file <"$T/afl-finds"
while [ "$1" != -o ]; do shift; done
mkdir -p "$2/main/$(dirname "$file")"
touch "$2/main/$file"
exec sleep 9
END
    chmod +x "$T"/bin/*
    export T PATH=$T/bin:$PATH
}

# judge BUG LIBFUZZER AFL: the self-test on this bug alone, with engines that find these.
judge() {
    echo "$2" >"$T/libfuzzer-finds"
    echo "$3" >"$T/afl-finds"
    rm -f build/selftest/results.tsv
    BUGS=$1 SEEDS=1 ENGINES='libfuzzer afl' LIMIT=9 run sh fuzz/selftest.sh
    echo "$output"
}

@test "fuzz: the self-test takes a finding for what it is and for nothing else" {
    needs patch
    for bug in magic leak hang overflow differ; do
        printf -- '--- a/core/template/variants.def\n+++ b/core/template/variants.def\n@@ -1,2 +1,3 @@\n+/* %s */\n%s\n' $bug \
            "$(sed 's/^/ /' core/template/variants.def)" >fuzz/planted/template/$bug.patch
    done
    stub_engines
    judge magic 'crash ==1==ERROR: AddressSanitizer: ABRT on unknown address' crashes/id:000000,sig:06,src:0
    [ "$status" -eq 0 ]
    [[ $output == *"libfuzzer: 1 of 1 found"*"afl: 1 of 1 found"* ]]
    judge overflow 'crash x.c:1:1: runtime error: signed integer overflow' crashes/id:000000,sig:04,src:0
    [ "$status" -eq 0 ]
    judge leak 'leak ==1==ERROR: LeakSanitizer' hangs/id:000000,src:0
    [ "$status" -eq 1 ]
    [[ $output == *"libfuzzer: 1 of 1 found"*"afl: 0 of 1 found"*"template leak: afl took it for: hang"* ]]
    judge hang 'timeout ALARM' crashes/id:000000,sig:06,src:0
    [ "$status" -eq 1 ]
    [[ $output == *"libfuzzer: 1 of 1 found"*"afl: 0 of 1 found"*"template hang: afl took it for: abort"* ]]
    judge differ 'oom ==1== ERROR: libFuzzer: out-of-memory' crashes/id:000000,sig:06,src:0
    [ "$status" -eq 1 ]
    [[ $output == *"libfuzzer: 0 of 1 found"*"afl: 1 of 1 found"*"template differ: libfuzzer took it for: memory"* ]]
    judge overflow 'crash fuzz: template: a and b disagree' crashes/id:000000,sig:11,src:0
    [ "$status" -eq 1 ]
    [[ $output == *"took it for: oracle"*"took it for: signal"* ]]
}

@test "fuzz: the self-test's table, and what it fails for" {
    table() {
        printf '%b' "$1" | awk -F '\t' -f fuzz/selftest.awk
    }
    run table 'p magic\tmagic\tpair\t1\t2.0\tabort\t9\n'
    [ "$status" -eq 0 ]
    run table 'p\tstate\tpair\t1\t3.0\toracle\t9\np\tstate\tpair\t2\t60.5\tsignal\t9\np\tstate\tpair\t3\t1.0\tabort\t9\np\tstate\tafl\t1\t-\t-\t9\n'
    [ "$status" -eq 1 ]
    [ "${lines[2]}" = '| p state | | missed, missed | 3.0, 60.5 |' ]
    [ "${lines[3]}" = 'afl: 0 of 1 found, median missed s, 9 of 10 within missed s' ]
    [ "${lines[4]}" = 'pair: 3 of 3 found, median 3.0 s, 9 of 10 within 60.5 s' ]
    [ "${lines[5]}" = 'p state: the pair missed it, or took more than 60 s' ]
    run table 'p\tmagic\tafl\t1\t15.1\tabort\t9\np\tmagic\tpair\t1\t10.0\tabort\t9\n'
    [ "$status" -eq 1 ]
    [[ $output == *"p magic: CMPLOG took more than 15 s"*"the pair's median is 10 s or more"* ]]
    run table 'p\tmagic\tafl\t1\t15.0\tabort\t9\np\tmagic\tpair\t1\t9.9\tabort\t9\n'
    [ "$status" -eq 0 ]
}

@test "fuzz: sync sends a host's main instance, and only what is not there yet" {
    needs rsync
    mkdir -p "$T"/{red,blue}/afl "$T"/red/afl/{red,red-2,blue}/queue "$T"/red/afl/red/{crashes,queue/.state}
    echo 1 >"$T/red/afl/red/queue/id:000000"
    echo 2 >"$T/red/afl/red/queue/id:000001"
    echo 3 >"$T/red/afl/red-2/queue/id:000000"
    echo 4 >"$T/red/afl/blue/queue/id:000000"
    echo 5 >"$T/red/afl/red/queue/.state/id:000000"
    echo 6 >"$T/red/afl/red/fuzzer_stats"
    mkdir -p "$T/blue/afl/red/queue"
    echo kept >"$T/blue/afl/red/queue/id:000000"
    sh fuzz/sync.sh red "$T/red" "$T/blue"
    [ "$(cd "$T/blue" && find . -type f | sort)" = $'./afl/red/queue/id:000000\n./afl/red/queue/id:000001' ]
    [ "$(cat "$T"/blue/afl/red/queue/*)" = $'kept\n2' ]
}

@test "fuzz: OSS-Fuzz's build makes targets, archives of seeds and options from its own environment" {
    needs clang zip unzip
    mkdir -p "$T/out" fuzz/corpus/template
    printf '2\n5 7\n' >fuzz/corpus/template/good
    echo '"3"' >fuzz/dict/template.dict
    CC=clang CXX=clang++ CFLAGS='-O1 -fsanitize=address,fuzzer-no-link' CXXFLAGS='-O1 -fsanitize=address,fuzzer-no-link' \
        LIB_FUZZING_ENGINE=-fsanitize=fuzzer OUT=$T/out run env -u MAKEFLAGS -u MAKELEVEL -u CONFIG sh fuzz/oss-fuzz/build.sh
    echo "$output"
    : >fuzz/dict/template.dict
    [ "$status" -eq 0 ]
    [ "$(ls "$T/out" | xargs)" = 'fuzz-template fuzz-template.dict fuzz-template.options fuzz-template_seed_corpus.zip' ]
    unzip -q "$T/out/fuzz-template_seed_corpus.zip" -d "$T/seeds"
    [ "$(cat "$T/seeds/fuzz/corpus/template/good")" = $'2\n5 7' ]
    "$T/out/fuzz-template" -runs=0 -dict="$T/out/fuzz-template.dict" "$T/seeds/fuzz/corpus/template"
    # It has the mutator, and finds a fault: from one number to four is a step of it.
    run "$T/out/fuzz-template" -runs=1000000 -seed=1 -artifact_prefix="$T/" "$T/seeds/fuzz/corpus/template"
    [ "$status" -ne 0 ]
    [[ $output == *"found LLVMFuzzerCustomMutator"* ]]
    [ -n "$(find "$T" -name 'crash-*')" ]
}

@test "fuzz: the replay runs files and folders, and says what it cannot read" {
    replay=${ASSAY%/*}/replay-ticket
    [ -x "$replay" ] || skip "make replay builds it"
    mkdir -p "$T/a/b"
    printf '2\n??\n' >"$T/a/b/x"
    printf '4\n0523\n' >"$T/a/y"
    echo no >"$T/a/README.md"
    echo no >"$T/a/.hidden"
    run --separate-stderr "$replay" "$T/a" --repeat 3 --parse "$T/a/y"
    expect 0 "ok 1 - $T/a: 2 inputs of ticket"$'\n'"ok 2 - $T/a/y: 1 inputs of ticket" "# $T/a/b/x"$'\n'"# $T/a/y"$'\n'"# $T/a/y"
    run --separate-stderr "$replay" "$T/nowhere"
    expect 3 "" "replay: $T/nowhere: No such file or directory"
    run --separate-stderr "$replay"
    expect 3 ""
}
