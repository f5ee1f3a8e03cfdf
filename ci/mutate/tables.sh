#!/bin/sh
# tables.sh [MUTATION.json]: the tables of RESULTS.md, from what the last `make mutate` left.
set -u
results=${1:-build/results/mutation.json}
jq -r '
    def row: "| " + (map(tostring) | join(" | ")) + " |";
    def percent: if . == null then "" else (. * 10 | round / 10 | tostring) + "%" end;
    def counts: to_entries | sort_by(-.value) | map("\(.key) \(.value)") | join(", ");
    def line($name): [$name, (.score | percent), .tried, .killed, .killed_by_crash, .killed_by_work_alone, .timeout,
        .survived + .not_reached + .pending, .with_reason, .equivalent, .not_compiled] | row;
    .runs[0].statement, "",
    (["source", "score", "tried", "killed", "by a crash", "by work alone", "time-outs", "survived", "with a reason", "equivalent", "no program"] | row),
    "|---|---|---|---|---|---|---|---|---|---|---|",
    (.files | to_entries[] | select(.value.tried > 0) | .key as $name | .value | line("`" + $name + "`")),
    (.total | line("all")), "",
    "Noticed by: " + (.total.killers | counts) + ".", "",
    "What was found: " + (.total.kinds | counts) + ".", "",
    "Smallest size of an exhaustive run whose answer is wrong: " +
        (.total.smallest_size | to_entries | sort_by(.key | tonumber) | map("\(.key): \(.value)") | join(", ")) + "."
' "$results"
