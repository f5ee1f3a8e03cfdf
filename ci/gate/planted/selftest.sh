#!/bin/sh
# selftest.sh: can every layer turn red, and do those before it stay green meanwhile? Plants ci/gate/planted/*.patch in a copy of HEAD, and
# two faults by the kernel (ci/gate/kernel/plant.h), and looks at what the gate says. A patch that no longer applies is a failure:
# make it anew for the code that is there now. Each run of the gate also says whether the faults that it planted by itself were seen.
set -u
gate=${1:-build/release/assay-gate}
copy=$PWD/build/gate/planted
result=build/results/gate.json
passed=0 failed=0

# expect NAME FILTER: the filter of jq holds on the result.
expect() {
    if jq -e "$2" "$result" >/dev/null; then
        echo "ok - $1"
        passed=$((passed + 1))
    else
        echo "not ok - $1: not so in $result: $2"
        sed 's/^/#   /' build/gate/selftest.log
        failed=$((failed + 1))
    fi
}

run() {
    rm -f "$result"
    "$gate" --base HEAD "$@" >build/gate/selftest.log 2>&1
    echo "# exit status $?: $*"
    grep -E '^(answers|work|instructions|time): ' build/gate/selftest.log | head -n 4 | sed 's/^/#   /'
}

planted_tree() {
    git worktree remove --force "$copy" 2>/dev/null
    git worktree prune
    git worktree add --quiet --force --detach "$copy" HEAD && git -C "$copy" apply "$PWD/ci/gate/planted/$1.patch"
}

# shellcheck disable=SC2016 # a variable of jq
layers='(.layers | map({(.layer): .}) | add) as $layer'
if planted_tree answer; then
    run --head "$copy" --only '^ticket/few-[0-9]+/' --layers answers,work
    expect "a wrong answer turns answers red, and nothing is measured" "$layers | \$layer.answers.verdict == \"red\" and \$layer.work.verdict == \"skipped\" and .status == 1"
    expect "the message names variant, workload and case" '.findings | any(.name == "ticket/few-4/naive" and (.text | test("case [0-9]+")))'
else
    echo "not ok - ci/gate/planted/answer.patch does not apply"
    failed=$((failed + 1))
fi
if planted_tree cut; then
    run --head "$copy" --only '^adjacent/hard-8/' --layers answers,work
    expect "a disabled cut turns work red, answers stay green" "$layers | \$layer.answers.verdict == \"green\" and \$layer.work.verdict == \"red\" and .status == 4"
    expect "the message names variant, workload and counter" '.findings | any(.name == "adjacent/hard-8/pruned" and (.text | test("nodes [0-9]+ -> [0-9]+")))'
else
    echo "not ok - ci/gate/planted/cut.patch does not apply"
    failed=$((failed + 1))
fi
git worktree remove --force "$copy" 2>/dev/null

run --only '^chocolate/uniform-8/' --layers answers,work,instructions
expect "the faults that the gate plants itself are seen in answers, work and instructions" ".layers[0:3] | all(.control_fired)"
expect "with nothing planted all three are green" "$layers | .status == 0 and (.layers[0:3] | all(.verdict == \"green\"))"
run --only '^chocolate/uniform-8/bitmask' --layers answers,work,instructions --plant spin:64
expect "a percent of instructions turns instructions red, answers and work stay green" "$layers | \$layer.answers.verdict == \"green\" and \$layer.work.verdict == \"green\" and \$layer.instructions.verdict == \"red\" and .status == 4"
run --only '^chocolate/uniform-8/bitmask' --layers answers,work,instructions,time --budget 120 --plant far:90
expect "cache misses turn time red, answers, work and instructions stay green" "$layers | (.layers[0:3] | all(.verdict == \"green\")) and \$layer.time.verdict == \"red\""
expect "the time layer sees the fault that it plants itself" ".layers[3].control_fired"

echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
