#!/bin/sh
# instructions.sh PROGRAM OUT [PUZZLE]...: the instructions that each variant takes on a fixed share of each workload, by callgrind, as JSON.
# The environment is empty and addresses are not random, so that the counts are the same in every run.
set -eu
program=$1
out=$2
shift 2
if ! command -v valgrind >/dev/null; then
    echo "instructions.sh: valgrind is not there (sh ci/deps.sh --all): no instructions are counted" >&2
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fixed=
if setarch -R true 2>/dev/null; then
    fixed='setarch -R'
fi
# shellcheck disable=SC2086 # two words or none
env -i PATH="$PATH" $fixed valgrind --tool=callgrind --collect-atstart=no --toggle-collect=share_solve --dump-after=share_solve \
    --callgrind-out-file="$folder/out" --log-file="$folder/log" "$program" --share "$folder/list" "$@" || {
    cat "$folder/log" >&2
    exit 3
}
# Part N of the profile is line N of the list.
number=0
while read -r name cases outcome; do
    number=$((number + 1))
    total=$(sed -n 's/^totals: //p' "$folder/out.$number")
    if [ "$outcome" = solved ]; then
        echo "$name $cases $total"
    fi
done <"$folder/list" >"$folder/totals"
mkdir -p "$(dirname "$out")"
awk 'BEGIN { print "{\"instructions\": [" }
    { printf "%s {\"name\": \"%s\", \"cases\": %d, \"total\": %s}", (NR > 1 ? ",\n" : ""), $1, $2, $3 }
    END { print "\n]}" }' "$folder/totals" >"$out.new"
mv "$out.new" "$out"
echo "$(wc -l <"$folder/totals") counts in $out"
