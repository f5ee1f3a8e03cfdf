#!/bin/sh
# selftest.sh [NAME...]: would CI notice? Each row below weakens a copy of the tree in one way and runs the part of a stage that has to turn red,
# which must be green without it and must say why. As TAP; the copy lies in build/ci while it runs.
set -u
cd "$(dirname "$0")/.." || exit 3
mkdir -p build/ci
copy=$(mktemp -d "$PWD/build/ci/selftest.XXXXXX") || exit 3
trap 'rm -rf "$copy"' EXIT
number=0 failed=0
chosen=" $* "

# The tree as it is now, with what has been built, so that little is built again. A repository of its own: the linters ask git.
make_copy() {
    mkdir "$copy/build" && git ls-files -co --exclude-standard | while read -r file; do
        [ ! -f "$file" ] || cp -a --parents "$file" "$copy"
    done
    [ ! -d build/release ] || cp -a build/release "$copy/build/"
    cd "$copy" || exit 3
    # Never the repository around it.
    export GIT_DIR="$PWD/.git" GIT_WORK_TREE="$PWD"
    git init -q && git add -A && git -c user.name=x -c user.email=x@x commit -qm copy
}

# Is the part green on the tree as it is? Asked once.
is_green() {
    [ -f "build/ci/$1.green" ] || { part "$1" && : >"build/ci/$1.green"; }
}

say() {
    number=$((number + 1))
    echo "$1 $number - $2"
}

give_up() {
    say "not ok" "$1"
    failed=$((failed + 1))
    tail -n 20 "build/ci/$2.log" | sed 's/^/# /'
}

# weaken NAME PART PATTERN COMMAND: after COMMAND the part ends badly, with a line that matches PATTERN.
weaken() {
    case $chosen in '  ' | *" $1 "*) ;; *) return ;; esac
    if ! is_green "$2"; then
        give_up "$1: $2 is red without it" "$2"
        return
    fi
    sh -c "$4"
    if [ -z "$(git status --porcelain)" ]; then
        give_up "$1: changed nothing" "$2"
    elif part "$2"; then
        give_up "$1: nobody noticed" "$2"
    elif ! grep -qE "$3" "build/ci/$2.log"; then
        give_up "$1: red, but not for that" "$2"
    else
        say ok "$1: $2: $(grep -m 1 -E "$3" "build/ci/$2.log" | cut -c 1-100)"
    fi
    git reset -q --hard && git clean -fdq
}

skip() {
    case $chosen in '  ' | *" $1 "*) say ok "$1 # SKIP $2" ;; esac
}

make_copy
# shellcheck source=ci/planted/weakenings.sh
. ci/planted/weakenings.sh

echo "1..$number"
echo "$((number - failed)) passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
