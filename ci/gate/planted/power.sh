#!/bin/sh
# power.sh RUNS: which planted slowdowns are seen. On three benchmarks at once each level is planted by repeating the first steps of every
# solve: so many that callgrind counts that level more, in the mean of the three (half a percent by an empty loop on each alone: to begin a
# solve again costs more than that). Then the time layer runs RUNS times on each level. Appends to ci/gate/data/power-*.tsv; started again, it
# goes on.
set -eu
data=ci/gate/data
counts=$data/power-instructions.tsv times=$data/power-time.tsv
mkdir -p "$data" build/gate
touch "$counts" "$times"
benchmarks='chocolate/uniform-8/naive adjacent/hard-10/pruned clueless/uniform-5/naive'
all="^($(echo "$benchmarks" | tr ' ' '|'))\$"

gate() { build/release/assay-gate --base HEAD "$@" >build/gate/power.log 2>&1 || :; }

# count REGEX PLANT: a line a benchmark: its name, the layer's verdict, percent of instructions more.
count() {
    gate --only "$1" --layers instructions --plant "$2"
    jq -r '(.findings | map(select(.layer == "instructions")) | map({(.name): .verdict}) | add) as $verdict | .benchmarks[] |
        [.name, $verdict[.name] // "green", (.head_instructions / .base_instructions - 1) * 100] | @tsv' build/results/gate.json
}

mean() { awk -F'\t' '{ sum += $3 } END { print sum / NR }'; }

# note LEVEL REGEX PLANT: appends "level, benchmark, verdict, percent, plant" lines.
note() { count "$2" "$3" | sed "s/^/$1	/; s/\$/	$3/" >>"$counts"; }

if [ ! -s "$counts" ]; then
    for name in $benchmarks; do
        loop=$(count "^$name\$" spin:1000 | mean)
        note 0.5 "^$name\$" "spin:$(awk -v percent="$loop" 'BEGIN { printf "%d", 0.5 / percent * 1000 + 1 }')"
    done
    low=$(count "$all" repeat:500 | mean) high=$(count "$all" repeat:2000 | mean)
    for level in 2 5 10 20; do
        share=$(awk -v level="$level" -v low="$low" -v high="$high" 'BEGIN { printf "%d", 500 + 1500 * (level - low) / (high - low) }')
        note "$level" "$all" "repeat:$share"
    done
fi
sed -n 's/.*\(repeat:.*\)/\1/p' "$counts" | sort -u -t: -k2n >build/gate/power.list
for run in $(seq "$1"); do
    while read -r plant; do
        done=$(awk -F'\t' -v plant="$plant" '$6 == "head" && $5 == plant' "$times" | wc -l)
        [ "$done" -lt $((3 * run)) ] || continue
        gate --only "$all" --layers time --budget 20 --seed "$(wc -l <"$times")" --plant "$plant" --raw "$times"
    done <build/gate/power.list
done
sh ci/gate/tables.sh
