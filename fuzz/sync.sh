#!/bin/sh
# sync.sh HOST HOME REMOTE...: AFL++'s own way over several machines. Every machine runs its campaign with FUZZ_HOST=<its name>, so that its main
# instance is called so, and now and then this: only that instance's folder goes to each REMOTE, which is the campaign's folder there as rsync names
# it (`user@host:assay/build/fuzz/PUZZLE`, or a path). Instances read the folders of others by themselves; files that are there already stay.
set -eu
host=$1 home=$2
shift 2
for remote in "$@"; do
    rsync -rt --ignore-existing --include=/"$host"/ --include=/"$host"/queue/ --include=/"$host"/queue/id:* --exclude='*' "$home/afl/" "$remote/afl/"
done
