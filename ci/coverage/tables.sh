#!/bin/sh
# tables.sh: the tables of ci/CHECKS.md, a folder and a variant a line, from what `make coverage` and `make mcdc` have written.
set -eu
cd "$(dirname "$0")/../.."
files=$(for def in core/*/variants.def; do
    sed -n "s|^VARIANT(\(.*\))|$(dirname "$def")/\1|p" "$def"
done)
jq -nr --arg files "$files" --slurpfile lines build/results/coverage.json --slurpfile mcdc build/results/mcdc.json '
    def share: if . == null or .total == 0 then "-" else 10 * .percent | floor / 10 | tostring | if test("\\.") then . else . + ".0" end end;
    def row($name; $lines; $mcdc): "| `\($name)` | \($lines.lines | share) | \($lines.functions | share) | \($lines.branches | share) | \($mcdc.mcdc | share) |";
    def head($what): "| \($what) | lines | functions | branches | MC/DC |\n|---|---|---|---|---|";
    "\($lines[0].command): \($lines[0].runs[0].statement).\n\($mcdc[0].command): \($mcdc[0].runs[0].statement).\n",
    head("folder"), ($lines[0].folders | keys[] | row(.; $lines[0].folders[.]; $mcdc[0].folders[.])),
    "\n" + head("variant"), ($files / "\n" | .[] | row(sub("^core/"; "") | sub("/"; " "); $lines[0].files[. + ".c"]; $mcdc[0].files[. + ".c"]))'
