#!/bin/sh
# selftest.sh BUILD: does the mutator count right, hold survivors to their reasons, write what other tools read, and see a cut that is gone? TAP. Run from the project's root, after
# `make mutate-selftest` has built what it needs.
set -u
build=$(cd "$1" && pwd) || exit 3
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
number=0

# holds NAME FILE FILTER: is the jq filter true of the file?
holds() {
    number=$((number + 1))
    if jq -e "$3" "$2" >"$scratch/log" 2>&1; then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1"
        sed 's/^/# /' "$scratch/log"
    fi
}

# says NAME STATUS TEXT: did the report just made end so, with a line that holds the text?
says() {
    number=$((number + 1))
    if [ "$status" -eq "$2" ] && grep -qF -- "$3" "$scratch/said"; then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1"
        sed "s/^/# $status: /" "$scratch/said"
    fi
}

echo "1..21"

# Ten mutants with fates put down by hand: 4 killed, one of them by its work alone; 1 time-out; 2 survivors, one of them killed by a later run; 1 not
# reached; 1 proved equivalent; 1 that does not compile. Equivalents and what is no program are no mutants: 5 of 8. The first number is the
# source's FNV-1a.
list="$scratch/build/mutants/results/core:x.c.tsv"
mkdir -p "$scratch/build/mutants/results" "$scratch/core"
printf 'int %s = 1;\n' one two three four five six seven eight nine ten >"$scratch/core/x.c"
{
    printf '# 8b65adf7b7b78d00 10 core/x.c\n'
    fate() { printf '%s\t%s\t%s\t%s\t0\t0.010\tconstant\t%s\t1\t%s\t2\t(1 + 1)\n' "$1" "$2" "$3" "$4" "$1" "$1"; }
    fate 1 Killed exhaustive:2:tickets check
    fate 2 Killed exhaustive:4:tickets disagree
    fate 3 Killed unit:known_answers ''
    fate 4 Killed exhaustive:2:tickets work
    fate 5 Timeout files hang
    fate 6 Survived '' ''
    fate 7 Survived '' ''
    fate 8 NoCoverage '' ''
    fate 9 Ignored '' ''
    fate 10 CompileError '' ''
    fate 7 Killed unit:known_answers ''
} >"$list"

# sum_up ROW...: a report with these reasons.
sum_up() {
    printf '%s\n' "$@" >"$scratch/reasons.txt"
    (cd "$scratch" && "$build/assay-mutate" --report --reasons reasons.txt) >"$scratch/said" 2>&1
    status=$?
}

sum_up
holds "the score is killed / (mutants - proved equivalent), time-outs and the unreached among them" \
    "$scratch/build/results/mutation.json" \
    '.total | .score == 62.5 and .killed == 5 and .timeout == 1 and .survived == 1 and .not_reached == 1 and .equivalent == 1'
holds "a later run counts, work alone is apart, the smallest sizes are counted" "$scratch/build/results/mutation.json" \
    '.total | .killed_by_work_alone == 1 and .killers.unit == 2 and .smallest_size == {"2": 1, "4": 1}'

says "a survivor without a reason is a finding" 1 'core/x.c:6:1: survives without a reason: constant: (1 + 1)'
says "so is a mutant that nothing reaches" 1 'core/x.c:8:1: survives without a reason'
sum_up 'core/x.c | six = | constant: (1 + 1) | first reason' '# a comment' '' 'core/x.c | eight | * | second'
says "with a reason each it is none" 0 '2 survived, 0 of these without a reason; 0 rows stand for nothing'
grep -c 'survives without a reason' "$scratch/said" >"$scratch/count.json"
holds "nor is a time-out" "$scratch/count.json" '. == 0'
holds "who has a reason is counted" "$scratch/build/results/mutation.json" '.files["core/x.c"] | .with_reason == 2 and .survived == 1'
holds "reasons are told to the component" "$scratch/build/results/mutation-elements.json" \
    '[.files[].mutants[] | select(.statusReason) | [.id, .statusReason]] == [["6", "first reason"], ["8", "second"]]'
grep -nF 'core/x.c:6:1: Survived: constant: (1 + 1) | first reason' "$scratch/build/mutants/survivors.txt" | cut -d : -f 1 >"$scratch/place.json"
holds "and stand in the list, behind the time-out that has none" "$scratch/place.json" '. == 2'
sum_up 'core/x.c | int | * | for all, the time-out too' 'core/x.c | nine | * | proved equivalent'
says "a row that stands for no survivor of a file that was tried whole is a finding" 1 'reasons.txt:2: stands for no survivor: core/x.c | nine | *'
sum_up 'core/x.c | five | * | slow' 'core/x.c | six | 1 + 1 | six' 'core/x.c | eight | * | eight' 'core/x.c | six | mask | not a mask'
says "so is another change than those that lived; a time-out's row is none" 1 ', 0 of these without a reason; 1 rows stand for nothing'
sed -i '1s/ 10 / 11 /' "$list"
sum_up 'core/x.c | int | * | all' 'core/x.c | nine | * | may stand for the eleventh'
says "a sample proves no row needless" 0 '0 rows stand for nothing'
sum_up 'core/x.c | int | * | all' 'core/x.c | eleven | * | no such line'
says "but for the text of a line that is not there" 1 'reasons.txt:2: stands for no line: core/x.c | eleven | *'
sum_up 'core/x.c | int | * | all' 'core/x.c | six | no reason'
says "a row without a reason is refused with its place" 2 'reasons.txt:2:18: error: not FILE | TEXT | CHANGE | REASON'
sum_up 'core/x.c | a | b | * | five parts'
says "so is one of five parts" 2 'reasons.txt:1:20: error: not FILE'
echo 'int eleven = 1;' >>"$scratch/core/x.c"
sum_up
says "what was tried before the source changed is left out" 1 'has changed since it was tried: left out'
sed -i '$d' "$scratch/core/x.c"
sed -i '1s/ 11 / 10 /' "$list"
sum_up

# What mutation-testing-report-schema 2 asks for, in jq.
# shellcheck disable=SC2016 # jq's own variables
holds "the shape that the mutation-testing-elements component reads" "$scratch/build/results/mutation-elements.json" '
    def place: (.line | type == "number" and . >= 1) and (.column | type == "number" and . >= 1);
    ["Killed", "Survived", "NoCoverage", "CompileError", "RuntimeError", "Timeout", "Ignored", "Pending"] as $states
    | (.schemaVersion | type == "string" and test("^[12](\\.|$)"))
    and (.thresholds | (.high | type == "number") and (.low | type == "number"))
    and (.files | type == "object" and length == 1)
    and all(.files[]; (.language | type == "string") and (.source | type == "string") and (.mutants | type == "array" and length == 10)
        and ([.mutants[].id] | unique | length == 10)
        and all(.mutants[]; (.id | type == "string") and (.mutatorName | type == "string")
            and (.location | (.start | place) and (.end | place))
            and (.status as $status | $states | index($status) != null)
            and (.replacement == null or (.replacement | type == "string"))
            and (.killedBy == null or (.killedBy | type == "array" and all(.[]; type == "string")))))'

# One small variant, all of it, by the probe. A weaker cut and a memo that is not written change no answer: only the work shows them.
make -s mutate-run SOURCES=core/ticket/pruned.c JOBS=3 MUTANTS="$scratch/mutants" MUTATE_FLAGS=--quick >"$scratch/said" 2>&1
list="$scratch/mutants/results/core:ticket:pruned.c.tsv"
awk -F "\t" 'NR == 1 { split($0, head, " "); count = head[3]; next } { tried[$1]++ } END { printf "["; for (n = 1; n <= count; n++) if (tried[n] != 1) { printf "%s%d", comma, n; comma = "," }; print "]" }' "$list" >"$scratch/shared.json"
holds "workers leave no mutant out, and try none twice" "$scratch/shared.json" '. == []'
line_of() { awk -v wanted="$1" 'index($0, wanted) { print NR; exit }' core/ticket/pruned.c; }
# fate_of LINE KIND [REPLACEMENT]: how the mutants of that line ended, as JSON strings "STATUS KIND".
fate_of() {
    awk -F '\t' -v line="$1" -v kind="$2" -v by="${3-}" '$8 == line && $7 == kind && (by == "" || $12 == by) { printf "\"%s %s\"\n", $2, $4 }' "$list"
}
fate_of "$(line_of 'difference < -9')" constant '(9 + 1)' | head -n 1 >"$scratch/cut.json"
holds "a weaker cut is seen by its work alone" "$scratch/cut.json" '. == "Killed work"'
fate_of "$(line_of '*known = wins')" statement >"$scratch/memo.json"
holds "and a memo that is not written" "$scratch/memo.json" '. == "Killed work"'
fate_of "$(line_of 'return !his_turn')" return >"$scratch/answer.json"
holds "a wrong winner is seen by the puzzle's own check" "$scratch/answer.json" '. == "Killed check"'
