#!/bin/sh
# aa.sh DECISIONS [BUSY]: what the time layer says of identical code. Runs the gate on HEAD against itself, a puzzle at a time, until
# ci/gate/data/aa.tsv holds that many decisions; started again it goes on. With BUSY another processor is kept busy.
set -eu
data=ci/gate/data/aa.tsv
mkdir -p ci/gate/data build/gate
touch "$data"
if [ -n "${2:-}" ]; then
    taskset -c 0 sh -c 'while :; do :; done' &
    trap 'kill $!' EXIT
fi
decisions() { awk -F'\t' '$6 == "head"' "$data" | wc -l; }
run=$(wc -l <"$data")
puzzles=$(sed -n 's/^PUZZLE(\(.*\))$/\1/p' core/puzzles.def)
while before=$(decisions) && [ "$before" -lt "$1" ]; do
    for puzzle in $puzzles; do
        run=$((run + 1))
        build/release/assay-gate --base HEAD --layers time --budget "${BUDGET:-20}" --only "^$puzzle/" --seed "$run" --raw "$data" \
            >build/gate/aa.log 2>&1 || echo "gate: $puzzle: exit status $?: $(tail -n 1 build/gate/aa.log)"
    done
    echo "$(decisions) decisions"
    [ "$(decisions)" -gt "$before" ] || exit 3
done
sh ci/gate/tables.sh
