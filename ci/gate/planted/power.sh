#!/bin/sh
# power.sh RUNS: which planted slowdowns are seen. On three benchmarks each level is planted by repeating the first steps of every solve: so
# many that callgrind counts that level more (half a percent by an empty loop: to begin a solve again costs more than that). Then the time layer runs RUNS
# times on each. Appends to ci/gate/data/power-*.tsv; started again, it goes on.
set -eu
data=ci/gate/data
counts=$data/power-instructions.tsv times=$data/power-time.tsv
mkdir -p "$data" build/gate
touch "$counts" "$times"
benchmarks='chocolate/uniform-8/bitmask adjacent/hard-10/pruned clueless/uniform-5/naive'

gate() { build/release/assay-gate --base HEAD "$@" >build/gate/power.log 2>&1 || :; }

# count NAME PLANT: percent of instructions more, and the layer's verdict.
count() {
    gate --only "^$1\$" --layers instructions --plant "$2"
    jq -r '[(.findings | map(select(.layer == "instructions")) | map(.verdict) | first // "green")] as $verdict |
        .benchmarks[0] | "\((.head_instructions / .base_instructions - 1) * 100) \($verdict[0])"' build/results/gate.json
}

# share LEVEL LOW HIGH: what to plant for LEVEL where 500 gives LOW and 2000 gives HIGH.
share() { awk -v level="$1" -v low="${2% *}" -v high="${3% *}" 'BEGIN { printf "%d", 500 + 1500 * (level - low) / (high - low) }'; }

# A line is: percent wanted, benchmark, verdict, percent counted, plant.
calibrate() {
    grep -q "	$1	" "$counts" && return
    low=$(count "$1" repeat:500) high=$(count "$1" repeat:2000)
    loop=$(count "$1" spin:1000)
    for level in 0.5 2 5 10 20; do
        case $level in
        0.5) plant=spin:$(awk -v percent="${loop% *}" 'BEGIN { printf "%d", 0.5 / percent * 1000 + 1 }') ;;
        *) plant=repeat:$(share "$level" "$low" "$high") ;;
        esac
        found=$(count "$1" "$plant")
        printf '%s\t%s\t%s\t%s\t%s\n' "$level" "$1" "${found#* }" "${found% *}" "$plant" >>"$counts"
    done
}

for name in $benchmarks; do calibrate "$name"; done
grep -v spin "$counts" >build/gate/power.list
for run in $(seq "$1"); do
    while IFS='	' read -r _ name _ _ plant; do
        done=$(awk -F'\t' -v name="$name" -v plant="$plant" '$6 == "head" && $7 == name && $5 == plant' "$times" | wc -l)
        [ "$done" -lt "$run" ] || continue
        gate --only "^$name\$" --layers time --budget 20 --seed "$(wc -l <"$times")" --plant "$plant" --raw "$times"
    done <build/gate/power.list
done
sh ci/gate/tables.sh
