#!/bin/sh
# deps.sh [--all] [--prove]: installs what the jobs need, from Debian's packages.
#   (nothing)  what `make bench` and `make test` need
#   --all      and fuzzers, coverage, the browser test, linters, other consumers of our files
#   --prove    and Frama-C with two provers (900 MB)
# With sudo where the user is not root. On another system it lists what to install and stops.
set -eu

packages='make gcc g++ libc6-dev binutils pkgconf
    libbenchmark-dev libbdd-dev libcadical-dev libjansson-dev libcmocka-dev bats strace jq'
for argument in "$@"; do
    case $argument in
    --all) packages="$packages clang libclang-rt-14-dev clang-format clang-tidy cppcheck shellcheck valgrind
        afl++ zip unzip rsync patch lcov libclang-14-dev clang-19 llvm-19 libclang-rt-19-dev gnuplot-nox chromium libxml2-utils libbenchmark-tools
        python3-scipy man-db parallel openssh-server openssh-client slurmctld slurmd slurm-client munge" ;;
    --prove) packages="$packages frama-c-base why3 z3 cvc4 patch" ;;
    *) echo "usage: sh ci/deps.sh [--all] [--prove]" >&2; exit 2 ;;
    esac
done

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "deps.sh: this is no Debian; please install the equivalents of:" >&2
    # shellcheck disable=SC2086 # a list of words
    printf "    %s\n" $packages >&2
    exit 3
fi

missing=
for package in $packages; do
    status=$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null) || status=
    case $status in
    ii*) ;;
    *) missing="$missing $package" ;;
    esac
done
if [ -z "$missing" ]; then
    echo "deps.sh: all there"
    exit 0
fi

run=
if [ "$(id -u)" != 0 ]; then
    run=sudo
fi
echo "deps.sh: installing$missing"
export DEBIAN_FRONTEND=noninteractive
# A list that cannot be refreshed is no reason to stop: the install that follows says what is really missing.
$run apt-get update -q >/dev/null || echo "deps.sh: some package lists could not be refreshed" >&2
# shellcheck disable=SC2086 # a list of words
$run apt-get install -yq --no-install-recommends $missing >/dev/null
echo "deps.sh: done"
