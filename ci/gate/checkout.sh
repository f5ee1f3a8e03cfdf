#!/bin/sh
# checkout.sh COMMIT FOLDER: a work tree of the commit. The folder's older neighbours are bases of earlier runs: four of them stay.
set -eu
commit=$1 folder=$2
git worktree prune
# shellcheck disable=SC2012 # the names are hexadecimal
ls -td "$(dirname "$folder")"/* 2>/dev/null | tail -n +5 | while read -r old; do
    [ "$old" = "$folder" ] || git worktree remove --force "$old" 2>/dev/null || rm -rf "$old"
done
[ -e "$folder/Makefile" ] || git worktree add --quiet --force --detach "$folder" "$commit"
touch "$folder"
