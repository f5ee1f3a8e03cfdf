#!/bin/sh
# tables.sh [MUTATION.json]: the tables of RESULTS.md, from what the last `make mutate` left: variants, parsers with the reader, the rest.
set -u
results=${1:-build/results/mutation.json}
variants=$(for list in core/*/variants.def; do sed -n "s|^VARIANT(\(.*\))\$|${list%/*}/\1.c|p" "$list"; done)
jq -r --arg variants "$variants" '
    def row: "| " + (map(tostring) | join(" | ")) + " |";
    def percent: (. * 10 | round / 10 | tostring) + "%";
    def counts: to_entries | sort_by(-.value) | map("\(.key) \(.value)") | join(", ");
    def alive: .survived + .not_reached + .pending;
    def line($name): [$name, (if .killed + .timeout + alive == 0 then 100 else 100 * .killed / (.killed + .timeout + alive) end | percent), .mutants, .tried, .killed,
        .killed_by_crash, .killed_by_work_alone, .timeout, alive, .with_reason, .equivalent, .not_compiled] | row;
    def sum: reduce .[] as $file ({}; . as $so_far | $file | with_entries(select(.value | type == "number") | .value += ($so_far[.key] // 0)));
    def table($title): map(select(.value.tried > 0)) | if length == 0 then empty else
        "", $title, "",
        (["source", "score", "mutants", "tried", "killed", "by a crash", "by work alone", "time-outs", "alive", "with a reason", "equivalent", "no program"] | row),
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
        (.[] | .key as $name | .value | line("`" + $name + "`")),
        (map(.value) | sum | line("all")) end;
    ($variants | split("\n")) as $variant
    | .runs[0].statement,
    (.files | to_entries | group_by(if .key | IN($variant[]) then 0 elif .key | test("/(parse|parse_log|reader)[.]c$") then 1 else 2 end)[]
        | if .[0].key | IN($variant[]) then table("Variants:") elif .[0].key | test("/(parse|parse_log|reader)[.]c$") then table("Parsers and the reader:")
          else table("The rest:") end), "",
    "Noticed by: " + (.total.killers | counts) + ".", "",
    "What was found: " + (.total.kinds | counts) + ".", "",
    "Smallest size of an exhaustive run whose answer is wrong: " +
        (.total.smallest_size | to_entries | sort_by(.key | tonumber) | map("\(.key): \(.value)") | join(", ")) + "."
' "$results"
