#!/bin/sh
# stages.sh [STAGE...]: runs the stages of ci/stages.txt, or those named, each with its output in build/ci/STAGE.log, and says in one line
# how long it took, of which processor time (of two processors it can be twice the time), and what it did: the closing line of its output; one that says nothing has failed. A stage whose tools are missing was not run, which is a
# failure unless the table calls it optional. The last line counts: tests, where a stage's closing line has that form, else the stage as one.
# Exit status 0 all is well, 1 a stage failed or was not run, 2 there is no such stage.
set -u
cd "$(dirname "$0")/.." || exit 3
table=${CI_STAGES:-ci/stages.txt}
logs=build/ci
mkdir -p "$logs"
status=0
passed=0 failed=0 skipped=0

rows() { grep -vE '^(#|$)' "$table"; }

# The tools of the comma-separated list that are not there.
missing_tools() {
    [ "$1" = - ] || printf '%s\n' "$1" | tr , '\n' | while read -r tool; do
        command -v "$tool" >/dev/null || printf ' %s' "$tool"
    done
}

add_counts() { passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3)); }

say() { printf '%-10s %-8s %5s s, %5s s CPU  %s\n' "$@"; }

# The processor time of everything that has ended, in seconds, in $cpu: not printed, since a subshell has children of its own.
read_cpu() {
    times >"$logs/times"
    cpu=$(tail -n 1 "$logs/times" | tr 'ms' '  ' | awk '{ printf "%d\n", 60 * ($1 + $3) + $2 + $4 }')
}

run_stage() {
    start=$(date +%s)
    read_cpu
    before=$cpu
    sh -c "$2" >"$logs/$1.log" 2>&1 </dev/null
    result=$?
    seconds=$(($(date +%s) - start))
    read_cpu
    cpu=$((cpu - before))
    closing=$(grep -v '^make' "$logs/$1.log" | tail -n 1)
    counts=$(printf '%s\n' "$closing" | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$/\1 \2 \3/p')
    case $counts in '' | *' 0 '*) ;; *) result=1 ;; esac
    if [ "$result" -eq 0 ] && [ "$closing" ]; then
        say "$1" passed "$seconds" "$cpu" "$closing"
        # shellcheck disable=SC2086 # three words
        add_counts ${counts:-1 0 0}
        grep -E '^ +skipped: ' "$logs/$1.log"
        return
    fi
    status=1
    tail -n "${CI_TAIL:-100}" "$logs/$1.log" | sed 's/^/    /'
    say "$1" FAILED "$seconds" "$cpu" "$closing"
    # A stage that ends badly without a failed test has failed all the same.
    case $counts in
    '' | *' 0 '*) add_counts 0 1 0 ;;
    *) # shellcheck disable=SC2086 # three words
        add_counts $counts ;;
    esac
}

skip_stage() {
    if [ "$2" = optional ]; then
        say "$1" skipped 0 0 "optional, not installed:$3"
        add_counts 0 0 1
    else
        say "$1" NOT-RUN 0 0 "not installed:$3"
        status=1
        add_counts 0 1 0
    fi
}

for name in "$@"; do
    rows | grep -q "^$name " || { echo "stages.sh: no stage '$name'; there are: $(rows | sed 's/ .*//' | tr '\n' ' ')" >&2; exit 2; }
done
rows >"$logs/stages"
while read -r name kind needs command; do
    case " ${*:-$name} " in *" $name "*) ;; *) continue ;; esac
    missing=$(missing_tools "$needs")
    if [ -n "$missing" ]; then
        skip_stage "$name" "$kind" "$missing"
    else
        run_stage "$name" "$command"
    fi
done <"$logs/stages"
echo "$passed passed, $failed failed, $skipped skipped"
exit $status
