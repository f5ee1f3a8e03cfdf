#!/bin/sh
# power.sh RUNS: which planted slowdowns are seen. On three benchmarks, RUNS times each level by repeating a share of the solves (and for
# instructions half a percent by an empty loop, as no case can be repeated by half). Appends to ci/gate/data/power-*.tsv.
set -eu
data=ci/gate/data
mkdir -p "$data" build/gate
benchmarks='chocolate/uniform-8/bitmask chocolate/uniform-8/closed_form clueless/uniform-3/naive'

gate() { build/release/assay-gate --base HEAD "$@" >build/gate/power.log 2>&1 || :; }

# One line a benchmark: level, name, verdict, percent.
instructions() {
    for name in $benchmarks; do
        gate --only "^$name\$" --layers instructions --plant "$2"
        jq -r --arg level "$1" '(.findings | map(select(.layer == "instructions")) | map(.verdict) | first // "green") as $verdict |
            .benchmarks[] | [$level, .name, $verdict, (.head_instructions / .base_instructions - 1) * 100] | @tsv' \
            build/results/gate.json >>"$data/power-instructions.tsv"
    done
}

if [ ! -s "$data/power-instructions.tsv" ]; then
    for name in $benchmarks; do
        gate --only "^$name\$" --layers instructions
        turns=$(jq '.benchmarks[0].base_instructions * 0.005 / 32 / 2.5 | ceil' build/results/gate.json)
        case $name in chocolate/*) turns=$((turns * 32 / 100 + 1)) ;; esac
        all=$benchmarks benchmarks=$name
        instructions 50 "spin:$turns"
        benchmarks=$all
    done
    for level in 200 500 1000 2000; do instructions "$level" "repeat:$level"; done
fi
touch "$data/power-time.tsv"
seed=$(wc -l <"$data/power-time.tsv")
for _ in $(seq "$1"); do
    for level in 200 500 1000 2000; do
        for name in $benchmarks; do
            seed=$((seed + 1))
            gate --only "^$name\$" --layers time --budget 30 --seed "$seed" --plant "repeat:$level" --raw "$data/power-time.tsv"
        done
    done
done
sh ci/gate/tables.sh
