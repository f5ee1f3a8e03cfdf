#!/bin/sh
# report.sh lines|mcdc: what the runs under CONFIG=cov or CONFIG=mcdc have counted, as HTML, JSON and XML, held against ci/coverage/floors.txt.
set -eu
results=build/results
mkdir -p "$results" build/coverage
environment=$(jq -n --arg commit "$(git rev-parse HEAD 2>/dev/null || echo unknown)" --arg kernel "$(uname -srm)" --arg date "$(date -u +%FT%TZ)" \
    --arg compiler "$(if [ "$1" = mcdc ]; then clang-19 --version; else gcc --version; fi | head -n 1)" \
    --argjson dirty "$(git diff --quiet HEAD 2>/dev/null && echo false || echo true)" \
    '{commit: $commit, dirty: $dirty, kernel: $kernel, compiler: $compiler, date: $date}')
summarise() {
    awk -v root="$PWD" -v exclusions=ci/coverage/exclusions.txt -v floors="${COVERAGE_FLOORS:-ci/coverage/floors.txt}" -v environment="$environment" \
        -v seconds="$(date +%s)" -v verbose="${VERBOSE:-}" "$@"
}
case $1 in
lines)
    lcov --quiet --capture --directory build/cov --base-directory . --rc lcov_branch_coverage=1 --output-file build/coverage/all.info
    lcov --quiet --rc lcov_branch_coverage=1 --extract build/coverage/all.info "$PWD/*" --output-file build/coverage/ours.info
    # The planted bugs are wrong on purpose, and a share of them runs: they are the bait, not what is tested.
    lcov --quiet --rc lcov_branch_coverage=1 --remove build/coverage/ours.info "$PWD/verify/planted/*/*" --output-file build/coverage/tree.info
    genhtml --quiet --branch-coverage --prefix "$PWD" --title assay --output-directory build/coverage/html build/coverage/tree.info
    summarise -v kinds='lines functions branches' -v command='make coverage' -v json=$results/coverage.json -v xml=$results/cobertura.xml \
        -f ci/coverage/summary.awk build/coverage/tree.info
    ;;
mcdc)
    llvm-profdata-19 merge -sparse build/mcdc/*.profraw -o build/mcdc/all.profdata
    llvm-cov-19 export build/mcdc/unit -object build/mcdc/assay -object build/mcdc/assay-verify -instr-profile=build/mcdc/all.profdata \
        --skip-expansions --skip-functions >build/mcdc/export.json
    llvm-cov-19 show build/mcdc/unit -object build/mcdc/assay -object build/mcdc/assay-verify -instr-profile=build/mcdc/all.profdata \
        --show-mcdc --format=html --output-dir=build/coverage/mcdc "$PWD/core" >/dev/null
    # A record is [line, column, end line, end column, expanded line ..., [was each condition covered]]. A header has one for each source that
    # includes it: what one of them shows is shown.
    jq -r '.data[0].files[] | "SF:" + .filename, (.mcdc_records | group_by(.[0:4])[] | .[0][0] as $line
        | (map(map(select(type == "array")) | last) | transpose | map(any)) as $c | "MCDC:\($line),\([$c[] | select(.)] | length),\($c | length)"), "end_of_record"' build/mcdc/export.json >build/coverage/mcdc.info
    summarise -v kinds=mcdc -v command='make mcdc' -v json=$results/mcdc.json -v xml= -f ci/coverage/summary.awk build/coverage/mcdc.info
    ;;
*) echo "usage: report.sh lines|mcdc" >&2; exit 2 ;;
esac
