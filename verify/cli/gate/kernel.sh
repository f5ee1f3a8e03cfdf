#!/bin/sh
# A kernel of the gate that measures nothing: what it says stands in DATA, a line a benchmark:
#   puzzle/workload/variant state cases hash counts instructions nanoseconds
# link.sh puts the DATA of a tree before this. Its modes are those of ci/gate/kernel/kernel.c.
plant=none
if [ "$1" = --plant ]; then
    plant=$2
    shift 2
fi
mode=$1 folder=${2:-}
echo "$ROLE $*" >>"$LOG"

# benchmark NAME: its line becomes the variables.
benchmark() {
    read -r name state cases hash counts instructions time <<END
$(printf '%s\n' "$DATA" | grep "^$1 ")
END
    case $plant in
    answer) hash=planted ;;
    work) counts=planted=1 ;;
    spin:*) instructions=$((instructions + 3 * cases * ${plant#spin:})) ;;
    far:*) time=$((time * 3 / 2)) ;;
    esac
}

case $mode in
answers)
    while read -r puzzle workload origin _ _ variants; do
        for variant in $(echo "$variants" | tr , ' '); do
            benchmark "$puzzle/$workload/$variant"
            [ -n "$name" ] || continue
            printf 'cell\t%s\t%s\t%s\t%s\t%s\t%s\t1000\t1000\t%s.\n' "$name" "$origin" "$state" "$cases" "$hash" "$cases" "$counts"
            [ "$hash" != wrong ] || printf 'differs\t%s\tfirst\t3\tdifferent answers\n' "$name"
        done
    done <"$folder/index.tsv"
    ;;
cases | show)
    benchmark "$3/$4/$5"
    if [ "$mode" = show ]; then echo "answer $hash"; else printf '1\tsame\tsolved\n2\t%s\tsolved\n' "$hash"; fi
    ;;
profile)
    number=0
    while read -r puzzle workload variant _; do
        benchmark "$puzzle/$workload/$variant"
        number=$((number + 1))
        printf 'desc: Trigger: Client Request: %s\ntotals: %s\n' "$name" "$instructions" >"$OUT.$number"
    done <"$3"
    ;;
time)
    # The samples go through five values, each side in its own order, so that pairs differ in both directions. A planted chase stands still.
    benchmark "$3/$4/$5"
    count=$(($(cat "$LOG.$ROLE" 2>/dev/null || echo 0) + 1))
    echo "$count" >"$LOG.$ROLE"
    case $ROLE in *head*) count=$((count * 3)) ;; esac
    case $plant in none) ;; *) SPREAD=0 ;; esac
    echo $((time + time * (count % 5 - 2) * ${SPREAD:-1} / 1000))
    ;;
control) echo 40000 ;;
esac
