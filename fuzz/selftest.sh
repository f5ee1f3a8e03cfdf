#!/bin/sh
# selftest.sh [PUZZLE...]: does the fuzzing find bugs? Each patch of fuzz/planted/ is built into a copy of the tree and looked for from an empty
# corpus: by libFuzzer, by AFL++ and by the pair, with each of $SEEDS. Ends with a table; fails where the pair misses one in 60 s, its median is 10 s
# or more, AFL++ (CMPLOG) does not solve a magic value in 15 s, or a leak, an undefined operation, an abort or a hang is not seen as what it is.
# What has been measured stands in build/selftest/results.tsv and is not measured again until the mutator, the target, the campaign, the
# dictionary or the patch changes: it may be killed and started again. $ENGINES (libfuzzer afl pair; empty only builds), $SEEDS (1 2 3) and
# $LIMIT (60) choose less, and $BUGS the patches by name; `selftest.sh --build` only sees that every patch applies and compiles.
set -u
here=build/selftest
tree=$here/tree
results=$here/results.tsv
mkdir -p "$tree"
touch "$results"
failed=0

# The tree, with what is built in it: a patch touches a file or two, so few objects are made again.
copy_tree() {
    find Makefile ci core fuzz -type f ! -path 'fuzz/corpus/*' | while read -r file; do
        cmp -s "$file" "$tree/$file" || { mkdir -p "$tree/$(dirname "$file")" && cp "$file" "$tree/$file"; }
    done
}

# patched PATCH COMMAND...: the command, run while the patch is in the tree.
patched() {
    patch=$1
    shift
    if patch -d "$tree" -p1 -s -f --no-backup-if-mismatch -r - <"$patch" >"$here/build.log" 2>&1; then
        "$@"
    else
        echo "$patch: does not apply"
        false
    fi
    status=$?
    sed -n "s|^+++ b/\([^\t]*\).*|\1|p" "$patch" | while read -r file; do
        cp "$file" "$tree/$file"
    done
    return $status
}

# What a result depends on, as a number.
state_of() {
    cat fuzz/target.c fuzz/mutate.c fuzz/libfuzzer.c fuzz/afl.c fuzz/campaign.sh ci/config/libfuzzer.mk ci/config/afl.mk \
        "fuzz/dict/$1.dict" "fuzz/planted/$1/$2.patch" | cksum | cut -d ' ' -f 1
}

# shellcheck disable=SC2317 # called by way of patched
# build PUZZLE CONFIG PROGRAM [FOLDER]: the patched program, and a copy of it.
build() {
    make -C "$tree" -s --no-print-directory WARNINGS= CONFIG="$2" "build/$2/$3" >"$here/build.log" 2>&1 || return 1
    [ $# -lt 4 ] || { mkdir -p "$4/$2" && cp "$tree/build/$2/$3" "$4/$2/$3"; }
}

# shellcheck disable=SC2317
build_all() {
    rm -rf "$here/built/$1-$2"-*
    build "$1" libfuzzer "fuzz-$1" "$3.new" && build "$1" afl "fuzz-$1" "$3.new" && build "$1" pic "mutator-$1.so" "$3.new" && mv "$3.new" "$3"
}

# What a finding was: AFL++ names the signal (an undefined operation traps), libFuzzer's log says it.
kind_of() {
    case $1 in
    */hangs/* | */timeout-*) echo hang ;;
    */leak-*) echo leak ;;
    */oom-*) echo memory ;;
    *,sig:04,*) echo undefined ;;
    *,sig:06,*) echo abort ;;
    *,sig:*) echo signal ;;
    *) awk '/runtime error: / { kind = "undefined" } /^fuzz: / { kind = "oracle" } /AddressSanitizer: ABRT/ && !kind { kind = "abort" }
            END { print kind ? kind : "signal" }' "$home/libfuzzer-1.log" ;;
    esac
}

# The first finding's time less the start's, in seconds, and what it was; "-" for none.
look() {
    puzzle=$1 engines=$2 seed=$3 built=$4
    home=$here/run.$$
    rm -rf "$home"
    mkdir -p "$home"
    case $engines in
    libfuzzer) of_libfuzzer=1 of_afl=0 ;;
    afl) of_libfuzzer=0 of_afl=1 ;;
    *) of_libfuzzer=1 of_afl=1 ;;
    esac
    started=$(date +%s.%N)
    FUZZ_HOME=$home FUZZ_BUILDS=$built FUZZ_SEEDS=none FUZZ_SEED=$seed FUZZ_UNTIL=crash FUZZ_PAUSE=1 FUZZ_TIMEOUT=1 \
        FUZZ_LIBFUZZER=$of_libfuzzer FUZZ_AFL=$of_afl sh fuzz/campaign.sh "$puzzle" "${LIMIT:-60}" 2 >/dev/null 2>&1
    found=$(sh fuzz/findings.sh "$home" | tr '\n' '\0' | xargs -0 -r stat -c '%.Y %n' | sort -n | head -n 1)
    if [ "$found" ]; then
        awk -v start="$started" -v first="${found%% *}" -v kind="$(kind_of "${found#* }")" 'BEGIN { printf "%.1f\t%s\n", first - start, kind }'
    else
        printf -- '-\t-\n'
    fi
}

try() {
    puzzle=$1 name=$2
    state=$(state_of "$puzzle" "$name")
    built=$here/built/$puzzle-$name-$state
    [ -d "$built" ] || patched "$patch" build_all "$puzzle" "$name" "$built" || return 1
    for engines in ${ENGINES-libfuzzer afl pair}; do
        for seed in ${SEEDS:-1 2 3}; do
            grep -q "^$puzzle	$name	$engines	$seed	.*	$state\$" "$results" && continue
            took=$(look "$puzzle" "$engines" "$seed" "$built")
            printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$puzzle" "$name" "$engines" "$seed" "$took" "$state" | tee -a "$results"
        done
    done
}

trap 'exit 130' INT TERM
only_build=
if [ "${1:-}" = --build ]; then
    only_build=yes
    shift
fi
# shellcheck disable=SC2046 # a list of names
[ $# -gt 0 ] || set -- $(ls fuzz/planted)
copy_tree
for puzzle in "$@"; do
    for patch in fuzz/planted/"$puzzle"/*.patch; do
        name=$(basename "$patch" .patch)
        case " ${BUGS:-$name} " in *" $name "*) ;; *) continue ;; esac
        if [ "$only_build" ]; then
            patched "$patch" build "$puzzle" release "replay-$puzzle"
        else
            try "$puzzle" "$name"
        fi || {
            echo "$patch: does not build"
            failed=$((failed + 1))
        }
    done
done
if [ "$only_build" ]; then
    # A finding that the mutator was told proves nothing.
    sed -n "s/^+.*memcmp([^\"]*\"\([^\"]*\)\".*/\1/p" fuzz/planted/*/magic.patch | grep -F -f /dev/stdin fuzz/*.c fuzz/dict/* && failed=$((failed + 1))
    echo "$(find fuzz/planted -name '*.patch' | wc -l) passed, $failed failed, 0 skipped" | awk -v failed="$failed" '{ $1 -= failed; print }'
    exit "$((failed > 0))"
fi
rm -rf "$here/run.$$"
for patch in fuzz/planted/*/*.patch; do
    puzzle=$(basename "$(dirname "$patch")") name=$(basename "$patch" .patch)
    grep "^$puzzle	$name	.*	$(state_of "$puzzle" "$name")\$" "$results"
done | awk -F '\t' -f fuzz/selftest.awk || failed=$((failed + 1))
exit "$((failed > 0))"
