#!/bin/sh
# aa.sh DECISIONS [BUSY]: what the time layer says of identical code. Runs the gate on HEAD against itself, a puzzle at a time, until
# ci/gate/data/aa.tsv holds that many decisions; started again it goes on. With BUSY another processor is kept busy.
# aa.sh whole RUNS: what the layers before it say; until ci/gate/data/aa-whole.tsv holds that many runs over everything.
set -eu
decided=ci/gate/data/aa.tsv whole=ci/gate/data/aa-whole.tsv
mkdir -p ci/gate/data build/gate
touch "$decided" "$whole"

gate() { build/release/assay-gate --base HEAD "$@" >build/gate/aa.log 2>&1; }

# Date, load, commit, status; of answers, work and instructions the verdict and how many were compared; how many counts of instructions differ.
if [ "$1" = whole ]; then
    while [ "$(wc -l <"$whole")" -lt "$2" ]; do
        gate --layers answers,work,instructions --budget 600 || echo "gate: exit status $?: $(tail -n 1 build/gate/aa.log)"
        jq -r --arg load "$(cut -d' ' -f1 /proc/loadavg)" '[.environment.date, $load, .base_commit[0:12], .status,
            (.layers[0:3][] | .verdict, .compared),
            (.benchmarks | map(select(.base_instructions != .head_instructions)) | length)] | @tsv' build/results/gate.json >>"$whole"
    done
    exec sh ci/gate/tables.sh
fi

if [ -n "${2:-}" ]; then
    taskset -c 0 sh -c 'while :; do :; done' &
    trap 'kill $!' EXIT
fi
decisions() { awk -F'\t' '$6 == "head"' "$decided" | wc -l; }
run=$(wc -l <"$decided")
puzzles=$(sed -n 's/^PUZZLE(\(.*\))$/\1/p' core/puzzles.def)
while before=$(decisions) && [ "$before" -lt "$1" ]; do
    for puzzle in $puzzles; do
        run=$((run + 1))
        gate --layers time --budget "${BUDGET:-20}" --only "^$puzzle/" --seed "$run" --raw "$decided" ||
            echo "gate: $puzzle: exit status $?: $(tail -n 1 build/gate/aa.log)"
    done
    echo "$(decisions) decisions"
    [ "$(decisions)" -gt "$before" ] || exit 3
done
sh ci/gate/tables.sh
