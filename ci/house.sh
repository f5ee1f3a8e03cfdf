#!/bin/sh
# house.sh [BUILD]: holds the tree to its own rules (who may depend on whom, who may name a puzzle, what core may call), as TAP.
# BUILD is the folder of a build by gcc without instruments (build/release). Run from the project's root.
set -u
build=${1:-build/release}
puzzles=$(sed -n 's/^PUZZLE(\(.*\))$/\1/p' core/puzzles.def)

# report NAME: standard input lists what breaks the rule; nothing there is a pass.
report() {
    found=$(cat)
    if [ -z "$found" ]; then
        echo "ok - $1"
    else
        echo "not ok - $1"
        echo "$found" | sed 's/^/# /'
        echo "$1" >>"$build/house.failed"
    fi
}

# A tree without git is held to the same rules.
search() { grep -r --include='*.c' --include='*.cc' "$@" core bench verify fuzz reports ci 2>/dev/null; }
objects() { find "$build/core" -name '*.o' ! -path '*/cli/*' | sort; }
undefined() { nm -u "$1" | awk '{ print $2 }' | sort -u; }
variants() { sed -n 's/^VARIANT(\(.*\))$/\1/p' "core/$1/variants.def"; }

echo "1..15"
: >"$build/house.failed"

# What leaves its file is used somewhere, if only by a test: its name stands on a line that neither declares nor defines it. Those begin at the
# margin with a type; a use is indented, a macro's, or an initialiser's.
find "$build" -name '*.o' ! -path '*/unit/*' -exec nm --defined-only {} + 2>/dev/null |
    awk '$2 == "T" && $3 !~ /^(main|LLVMFuzzer.*|afl_custom_.*|__sanitizer_cov_.*)$/ { print $3 }' | sort -u >"$build/defined.txt"
search --include='*.h' --include='*.def' -hE '^([[:space:]#]|[A-Z_]+\()|=' | grep -vE '^[[:space:]]*(/\*|\* )' |
    grep -owFf "$build/defined.txt" | sort -u | comm -13 - "$build/defined.txt" | sed 's/$/ is used nowhere/' |
    report "no function is unused"

find core bench verify fuzz reports -name '*.h' 2>/dev/null | while read -r header; do
    search --include='*.h' -qE "#include \"([a-z_./]*/)?$(basename "$header")\"" || echo "$header"
done | report "every header is included somewhere"

# What a test left behind and somebody committed stands out here.
{ git ls-files 2>/dev/null || ls; } | sed 's|/.*||' | sort -u |
    grep -vxE '\..*|Makefile|core|bench|fuzz|verify|reports|ci|README.md|LICENSE|build' | report "the top level is what the README maps"

{ [ -n "$puzzles" ] || echo "core/puzzles.def has no line"; } | report "puzzles are registered"

# Tests, suites, oracles, planted bugs and inputs are about a puzzle; everything else is a loop over the registry.
for puzzle in $puzzles; do
    grep -rnwi "$puzzle" bench verify fuzz reports ci --include='*.[ch]' --include='*.cc' --include='*.sh' --include='*.mk' 2>/dev/null |
        grep -vE '^(bench/suites|verify/oracles|verify/unit|verify/cli|[a-z/]+/(planted|corpus|seeds|dict))/'
done | report "no folder but core names a puzzle"

for folder in bench verify fuzz reports ci; do
    case $folder in
    bench) others='verify|fuzz|reports|ci' ;;
    verify) others='bench|fuzz|reports|ci' ;;
    fuzz) others='bench|verify|reports|ci' ;;
    *) others='bench|verify|fuzz' ;;
    esac
    grep -rnE "#include \"(\.\./)*($others)/" $folder --include='*.[ch]' --include='*.cc' 2>/dev/null | grep -v '^verify/unit/'
done | report "bench, verify and fuzz include core, reports and ci neither of them"
grep -rnE '#include "(\.\./)*(bench|verify|fuzz|reports|ci)/' core | report "core includes nothing outside core"
find core -name '*.[ch]' ! -path 'core/cli/*' -exec grep -nE '#include "(\.\./)*(core/)?cli/' {} + | report "core does not include core/cli"

# ci/core-symbols.txt lists what core may take from libraries: no files, no clock, no environment, no other allocator.
for object in $(objects); do nm -g --defined-only "$object" | awk '{ print $3 }'; done | sort -u >"$build/core-defined.txt"
for object in $(objects); do
    undefined "$object" | sed "s|^|$object |"
done | awk -v defined="$build/core-defined.txt" '
    BEGIN {
        while ((getline line < defined) > 0) known[line] = 1
        while ((getline line < "ci/core-symbols.txt") > 0) if (line !~ /^#/) known[line] = 1
    }
    !($2 in known) { print $1 ": " $2 }' | report "core calls nothing outside its list"

# A writable section of core is state between calls. Exceptions stand in ci/core-state.txt, with their reason.
for object in $(objects); do
    size -A "$object" | awk -v object="$object" '$1 ~ /^\.(data|bss|tdata|tbss)(\.|$)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 { print object, $1 }'
done | sed "s|^$build/||" | sort -u | awk '
    BEGIN { while ((getline line < "ci/core-state.txt") > 0) { split(line, word, " "); known[word[1]] = 1 } }
    !($1 in known)' | report "core keeps no state between calls"

# What a variant decides it decides alone: code of core that two variants of a puzzle call is on the list of what decides nothing, and no
# variant calls another.
for puzzle in $puzzles; do
    for variant in $(variants "$puzzle"); do
        object=$build/core/$puzzle/$variant.o
        [ -f "$object" ] || echo "$object is missing"
        undefined "$object" | grep -xFf "$build/core-defined.txt" | grep -vxFf ci/variant-symbols.txt
    done | sort | uniq -d | sed "s/^/called by two variants of $puzzle: /"
    for variant in $(variants "$puzzle"); do
        nm -g --defined-only "$build/core/$puzzle/$variant.o" | awk '{ print $3 }' | grep -vx "${puzzle}_$variant" |
            sed "s/^/$puzzle $variant also defines /"
    done
done | report "no two variants share code that decides"

for header in $(find core bench verify fuzz -name '*.h' 2>/dev/null | sort); do
    echo "#include \"$header\"" | gcc -std=c17 -D_GNU_SOURCE -I. -I"$build" -fsyntax-only -x c - >/dev/null 2>&1 || echo "$header"
done | report "every header compiles alone"

# shellcheck disable=SC2016 # the backquotes are the README's
sed -n 's/.*`\(make [a-z-]*\)`.*/\1/p' README.md 2>/dev/null | sort -u | while read -r _ target; do
    cat Makefile ./*/build.mk | grep -q "^$target:" || echo "README names: make $target"
done | report "every job that the README names exists"

# A test that compares a value with itself, or has lost an assertion, passes.
{
    grep -nE 'assert_[a-z_]+\(([^,;()]+|[^,;()]+\([^()]*\)), \1[,)]' verify/unit/*.c
    grep -nE '(^|[^$])\[+ ("?\$[a-zA-Z_{}]+"?) (=|==|-eq|-ge|-le) \2 \]' verify/cli/*.bats
} | report "no test compares a value with itself"

sh ci/assertions.sh | awk '
    BEGIN { while ((getline line < "ci/assertions.txt") > 0) if (line !~ /^#/) { split(line, word, " "); least[word[2]] = word[1] } }
    $2 in least && $1 < least[$2] { print $2 ": " $1 " assertions, there were " least[$2] }
    { delete least[$2] }
    END { for (file in least) print file " is gone" }' | report "no test has lost an assertion"

[ ! -s "$build/house.failed" ]
